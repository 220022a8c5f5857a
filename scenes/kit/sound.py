"""Makes and plays the game's sounds."""

from __future__ import annotations

import importlib
import math
import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random, choice
from typing import Final

import pygame

RATE: Final = 22050
"""Samples per second; the samples are mono, with 16 bits each."""
CLOSES_AFTER: Final = 10.0
"""How long the unused sound device stays open, in seconds."""


def _samples(seconds: float, wave: Callable[[float], float]) -> array[int]:
    """Return samples of ``wave``, which maps seconds to values from −1 to 1."""
    count = int(seconds * RATE)
    return array("h", (int(32000 * max(-1.0, min(1.0, wave(n / RATE)))) for n in range(count)))


def pling() -> array[int]:
    """Return the samples of the short bright note for a refusal."""

    def wave(t: float) -> float:
        fade = math.exp(-t * 22) * min(1.0, t * 900)
        tone = math.sin(6.2832 * 1244.5 * t) + 0.45 * math.sin(6.2832 * 2489 * t)
        return 0.32 * fade * (tone + 0.2 * math.sin(6.2832 * 3733 * t))

    return _samples(0.22, wave)


def card(seed: int) -> array[int]:
    """Return the samples of a card landing on felt."""
    noise = Random(seed)
    smooth = 0.0
    softness = 0.16 + 0.05 * noise.random()
    decay = 70 + 18 * noise.random()

    def wave(t: float) -> float:
        nonlocal smooth
        smooth += softness * (noise.uniform(-1, 1) - smooth)
        thud = 0.35 * math.sin(6.2832 * (150 + 3 * seed) * t) * math.exp(-t * 95)
        return (1.5 * smooth * math.exp(-t * decay) + thud) * min(1.0, t * 1500) * 0.5

    return _samples(0.09, wave)


class Sounds:
    """Plays the game's sounds; silent if there is no sound device."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.volume = 0.7
        self._ready = False
        self._started = False
        self._device = threading.Lock()
        """Held while the sound device is being opened or closed."""
        self._missed = False
        """Whether to play the pling once the device is open."""
        self._heard = 0.0
        """When the device was opened or last used, by ``time.monotonic``."""
        self._pling: pygame.mixer.Sound | None = None
        self._cards: list[pygame.mixer.Sound] = []

    def start(self) -> None:
        """Open the sound device in the background, if sounds are on."""
        if self.enabled and not self._started:
            self._started = True
            threading.Thread(target=self._open, name="sound", daemon=True).start()

    def _open(self) -> None:
        try:
            # If there is no mixer, this raises ``ImportError``; ``pygame.mixer`` wouldn't.
            importlib.import_module("pygame.mixer")
            with self._device, _quiet_stderr():
                pygame.mixer.init(RATE, -16, 1, 512)
            if self._pling is None:
                self._pling = pygame.mixer.Sound(buffer=pling())
                self._cards = [pygame.mixer.Sound(buffer=card(seed)) for seed in range(4)]
        except (ImportError, pygame.error):
            return
        self._heard, self._ready = time.monotonic(), True
        if self._missed:
            self.refuse()

    def refuse(self) -> None:
        """Play the pling, now or once the device is open."""
        self._missed = self.enabled and not self._ready
        if self.enabled and self._ready and self._pling:
            self._play(self._pling, self.volume)

    def land(self) -> None:
        """Play the sound of a card coming to rest, if possible."""
        if self.enabled and self._ready and self._cards:
            self._play(choice(self._cards), 0.7 * self.volume)

    def _play(self, sound: pygame.mixer.Sound, volume: float) -> None:
        self._heard = time.monotonic()
        sound.set_volume(volume)
        sound.play()

    def rest(self) -> None:
        """Close the device if it was unused for ``CLOSES_AFTER`` seconds."""
        # An open device wakes the processor forty times a second.
        if self._ready and time.monotonic() - self._heard > CLOSES_AFTER:
            self._ready = self._started = False
            # This waits for sounds that are still playing.
            threading.Thread(target=self._close, name="sound", daemon=True).start()

    def stop(self) -> None:
        """Close the sound device at the end of the program."""
        self._ready = False
        self._close()

    def _close(self) -> None:
        with self._device:
            if self._pling is not None:
                pygame.mixer.quit()


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Discard standard error, where the sound system writes messages."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
