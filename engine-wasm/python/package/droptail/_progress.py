"""Progress of a sweep as a line of text."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

Progress = Callable[[float, int], object]
"""Called with the share of the estimated work that is done, from 0 to 1, and the number of runs done."""

# A terminal shows at most this many lines a second, a file one a minute.
_TERMINAL_S = 0.2
_FILE_S = 60.0


def chosen(progress: Progress | bool | None) -> Progress | None:
    """What ``progress=`` asks for: ``True`` stands for lines on standard error."""
    if progress is True:
        return Line(sys.stderr)
    return progress or None


class Line:
    """Writes the share of the work that is done, and the time left at the speed so far."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = self._written = time.monotonic()
        self._terminal = stream.isatty()
        # What was done before the first call is not part of the speed.
        self._first: float | None = None

    def __call__(self, share: float, runs: int) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = share
        if share < 1 and now - self._written < (_TERMINAL_S if self._terminal else _FILE_S):
            return
        self._written = now
        text = f"{100 * share:.0f} % of the work, {runs} runs"
        done = share - self._first
        if done > 0 and share < 1:
            text += f", about {_words((now - self._begun) * (1 - share) / done)} left"
        end = "\n" if share >= 1 or not self._terminal else ""
        start = "\r\x1b[K" if self._terminal else ""
        self._stream.write(f"{start}{text}{end}")
        self._stream.flush()


def _words(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
