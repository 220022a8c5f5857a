from collections.abc import Callable

from . import ActionRequest, Rect, TreeUpdate

class Adapter:
    def __new__(
        cls,
        activation_handler: Callable[[], TreeUpdate | None],
        action_handler: Callable[[ActionRequest], None],
        deactivation_handler: Callable[[], None],
    ) -> Adapter: ...
    def set_root_window_bounds(self, outer: Rect, inner: Rect) -> None: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> None: ...
    def update_window_focus_state(self, is_focused: bool) -> None: ...
