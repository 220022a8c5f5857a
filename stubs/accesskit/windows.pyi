from collections.abc import Callable

from . import ActionRequest, TreeUpdate

class QueuedEvents:
    def raise_events(self) -> None: ...

class SubclassingAdapter:
    def __new__(
        cls,
        hwnd: int,
        activation_handler: Callable[[], TreeUpdate | None],
        action_handler: Callable[[ActionRequest], None],
    ) -> SubclassingAdapter: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> QueuedEvents | None: ...
