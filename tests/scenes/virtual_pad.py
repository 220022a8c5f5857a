"""A controller that SDL itself makes, plugged in and out by calls."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_GAMEPAD = 1
_AXES, _BUTTONS = 6, 15


def _sdl() -> ctypes.CDLL | None:
    """SDL as pygame has loaded it; None where the system does not tell."""
    try:
        lines = Path("/proc/self/maps").read_text("utf-8").splitlines()
    except OSError:
        return None
    for path in {line.split()[-1] for line in lines}:
        if os.path.basename(path).startswith("libSDL2-2"):
            return ctypes.CDLL(path)
    return None


class VirtualPad:
    """One controller without a cable."""

    def __init__(self, sdl: ctypes.CDLL, device: int) -> None:
        self._sdl = sdl
        self._device = device
        sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._joystick = ctypes.c_void_p(sdl.SDL_JoystickOpen(device))

    def button(self, number: int, *, down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._joystick, number, int(down))

    def axis(self, number: int, value: int) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._joystick, number, ctypes.c_short(value))

    def pull_out(self) -> None:
        self._sdl.SDL_JoystickDetachVirtual(self._device)


@contextmanager
def virtual_pad() -> Iterator[VirtualPad | None]:
    """Plug one in while joysticks are listened to; None where SDL cannot make one."""
    sdl = _sdl()
    device = -1
    if sdl is not None and hasattr(sdl, "SDL_JoystickAttachVirtual"):
        device = sdl.SDL_JoystickAttachVirtual(_GAMEPAD, _AXES, _BUTTONS, 0)
    yield VirtualPad(sdl, device) if sdl is not None and device >= 0 else None


class KernelPad:
    """A controller that the kernel makes, through its ``uinput``: as one with a cable."""

    _SETUP, _CREATE, _DESTROY = 0x405C5503, 0x5501, 0x5502
    _KEYS, _KEY_BIT, _AXIS_BIT = 0x40045564, 0x40045565, 0x40045567
    _BUTTONS = tuple(range(0x130, 0x13F))
    """From BTN_SOUTH to BTN_THUMBR."""
    SOUTH, WEST, START = 0x130, 0x134, 0x13B

    def __init__(self) -> None:
        """Plug one in; raise ``OSError`` where that is not allowed."""
        from fcntl import ioctl

        self._ioctl = ioctl
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for kind in (1, 3):
            ioctl(self._file, self._KEYS, kind)
        for button in self._BUTTONS:
            ioctl(self._file, self._KEY_BIT, button)
        for axis in (0, 1, 16, 17):
            ioctl(self._file, self._AXIS_BIT, axis)
            least, most = (-1, 1) if axis > 1 else (-32768, 32767)
            setup = struct.pack("=HHiiiiii", axis, 0, 0, least, most, 0, 0, 0)
            ioctl(self._file, 0x401C5504, setup)
        usb, maker, model, version = 3, 0x045E, 0x028E, 0x0114
        name = b"Microsoft X-Box 360 pad"
        setup = struct.pack("=HHHH80sI", usb, maker, model, version, name, 0)
        ioctl(self._file, self._SETUP, setup)
        ioctl(self._file, self._CREATE)

    def tell(self, kind: int, code: int, value: int) -> None:
        """Report a change of a button (kind 1) or an axis (kind 3)."""
        for event in ((kind, code, value), (0, 0, 0)):
            os.write(self._file, struct.pack("llHHi", 0, 0, *event))

    def pull_out(self) -> None:
        self._ioctl(self._file, self._DESTROY)
        os.close(self._file)
