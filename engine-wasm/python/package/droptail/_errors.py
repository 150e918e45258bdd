"""What the engine refuses, as exceptions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a document."""

    pointer: str
    """JSON pointer to the wrong value; empty for the whole document."""
    problem: str
    """What is wrong."""
    expected: str
    """What was expected instead."""

    def __str__(self) -> str:
        return f"{self.pointer or 'the document'}: {self.problem}; expected {self.expected}"


class DroptailError(Exception):
    """Base class of the errors that this package defines."""


class DocumentError(DroptailError, ValueError):
    """A document, or an edit of one, cannot run. ``problems`` has everything that is wrong with it."""

    problems: list[Problem]

    def __init__(self, problems: Iterable[tuple[str, str, str]]) -> None:
        self.problems = [Problem(*problem) for problem in problems]
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[list[Problem]]]:
        return type(self), (self.problems,)


class FolderError(DroptailError, OSError):
    """A folder of runs cannot be used: it holds another experiment, or files that contradict each other."""
