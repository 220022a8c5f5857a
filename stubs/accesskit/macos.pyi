from collections.abc import Callable

from . import ActionRequest, TreeUpdate

class QueuedEvents:
    def raise_events(self) -> None: ...

class SubclassingAdapter:
    @staticmethod
    def for_window(
        window: int,
        activation_handler: Callable[[], TreeUpdate | None],
        action_handler: Callable[[ActionRequest], None],
    ) -> SubclassingAdapter: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> QueuedEvents | None: ...
    def update_view_focus_state(self, is_focused: bool) -> QueuedEvents | None: ...

def add_focus_forwarder_to_window_class(class_name: str) -> None: ...
