"""Scenarios and experiments."""

from __future__ import annotations

import base64
import functools
import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from . import _engine
from ._errors import DocumentError

_Self = TypeVar("_Self", bound="Document")


class Document:
    """A valid document. It cannot be changed; methods that change something return another one."""

    _kind: ClassVar[str]
    _text: str

    def __init__(self, document: Document | Mapping[str, Any] | str | os.PathLike[str]) -> None:
        """Takes a mapping, JSON text, or the path of a JSON file.

        :raises DocumentError: if the document cannot run; ``problems`` says where and why.
        :raises OSError: if the file cannot be read.
        """
        self._text = _text_of(document, type(self))
        self._normal_text()

    def _normalise(self, text: str) -> str:
        raise NotImplementedError

    def _normal_text(self) -> str:
        """The document with its defaults, as JSON."""
        text: str | None = self.__dict__.get("_normal")
        if text is None:
            text = self._normalise(self._text)
            self.__dict__["_normal"] = text
        return text

    def to_dict(self) -> dict[str, Any]:
        """A copy of the document as it was given, without defaults."""
        document: dict[str, Any] = json.loads(self._text)
        return document

    def to_json(self, indent: int | None = None) -> str:
        """The document as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file, as the command line and the page read it."""
        Path(path).write_text(self.to_json(indent=2) + "\n", encoding="utf-8")

    def with_defaults(self: _Self) -> _Self:
        """The same document with every default filled in."""
        return type(self)(self._normal_text())

    def value(self, path: str) -> Any:
        """The value at a path, with defaults. Items of lists are named by their ids: ``/flows/f1/algorithm``.

        :raises KeyError: if there is nothing at the path.
        """
        at: Any = json.loads(self._normal_text())
        for token in _tokens(path):
            if isinstance(at, list):
                found = [item for item in at if isinstance(item, dict) and item.get("id") == token]
                if not found:
                    raise KeyError(path)
                at = found[0]
            elif isinstance(at, dict) and token in at:
                at = at[token]
            else:
                raise KeyError(path)
        return at

    def with_value(self: _Self, path: str, value: Any) -> _Self:
        """The document with another value at a path; ``None`` removes what is there.

        Items of lists are named by their ids, and ``*`` in an id matches any text: ``/flows/*/algorithm``.

        :raises DocumentError: if there is no such path, or if the result cannot run.
        """
        return type(self)(_engine.with_value(self._text, path, _json(value)))

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """The JSON Schema of such documents, with the unit and the help of every field."""
        return schema(cls._kind)

    @property
    def title(self) -> str:
        """The title."""
        title: str = json.loads(self._normal_text()).get("title", "")
        return title

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._normal_text() == other._normal_text()

    def __hash__(self) -> int:
        return hash((self._kind, self._normal_text()))

    def __reduce__(self) -> tuple[type[Document], tuple[str]]:
        return type(self), (self._text,)

    def __repr__(self) -> str:
        return f"<droptail.{self._kind} {self.title!r}>"


class Scenario(Document):
    """A network with its flows: everything that a run depends on."""

    _kind = "Scenario"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """In a notebook, a scenario shows itself as the page, if anywidget is installed and the package has the page."""
        try:
            from .notebook import Lab, PageMissing
        except ImportError:
            return {"text/plain": repr(self)}
        try:
            return Lab(self)._repr_mimebundle_(**options)
        except PageMissing:
            return {"text/plain": repr(self)}

    def link(self, address: str = "") -> str:
        """A link that opens the scenario in the page: its whole content, after the page's address.

        :param address: of the page; without one, only the part from ``#`` on.
        """
        data = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":")).encode()
        packer = zlib.compressobj(9, wbits=-15)
        packed = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
        # The version of payloads and a checksum: docs/links.md.
        return f"{address}#s=1{zlib.crc32(data):08x}{packed}"

    def _normalise(self, text: str) -> str:
        return _engine.normal_scenario(text)


class Experiment(Document):
    """A scenario with parameters to vary, replications and measures."""

    _kind = "Experiment"

    def _normalise(self, text: str) -> str:
        return _engine.normal_experiment(text)

    @property
    def base(self) -> Scenario:
        """The scenario of all runs, before anything is varied."""
        return Scenario(json.loads(self._normal_text())["base"])

    def _core(self, quick: bool) -> _engine.Experiment:
        return _engine.Experiment(self._normal_text(), quick, True)

    def variants(self, quick: bool = False) -> list[dict[str, Any]]:
        """The variants in order: ``at`` has the values of the axes; ``identity`` is the same where simulation and measures are the same."""
        found: list[dict[str, Any]] = json.loads(self._core(quick).variants())["list"]
        return found

    def jobs(self, quick: bool = False) -> list[tuple[int, int]]:
        """Variant number and seed of every run, in the order of the document."""
        return self._core(quick).jobs()

    def scenario(self, variant: int, seed: int, quick: bool = False) -> Scenario:
        """The scenario of one run.

        :raises IndexError: if there is no such variant.
        """
        return Scenario(self._core(quick).scenario(variant, seed))


def catalogue() -> dict[str, Any]:
    """Algorithms, queue disciplines, behaviours of links, traffic sources and stacks, with the units and ranges of their parameters."""
    return _copied(_engine.catalogue())


def schema(name: str) -> dict[str, Any]:
    """A JSON Schema: of ``Scenario``, ``Experiment``, ``Results``, ``Catalogue`` and others.

    :raises KeyError: if there is no such schema; its message lists them.
    """
    found: dict[str, Any] = json.loads(_schemas())
    if name not in found:
        raise KeyError(f"{name!r}: expected one of {', '.join(found)}")
    chosen: dict[str, Any] = found[name]
    return chosen


@functools.cache
def _schemas() -> str:
    return _engine.schemas()


def _copied(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value


def _tokens(path: str) -> list[str]:
    if not path.startswith("/"):
        raise KeyError(path)
    return [token.replace("~1", "/").replace("~0", "~") for token in path[1:].split("/")]


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise DocumentError([("", f"not JSON: {error}", "a value that JSON has")]) from error


def _text_of(document: Document | Mapping[str, Any] | str | os.PathLike[str], wanted: type[Document]) -> str:
    if isinstance(document, Document):
        if not isinstance(document, wanted):
            raise TypeError(f"expected a {wanted._kind}, not a {document._kind}")
        return document._text
    if isinstance(document, Mapping):
        return _json(dict(document))
    if isinstance(document, str) and document.lstrip().startswith("{"):
        return document
    if isinstance(document, (str, os.PathLike)):
        # Documents may not be longer, so no more is read.
        with open(document, encoding="utf-8-sig") as file:
            return file.read(_MAX_TEXT + 1)
    raise TypeError(f"expected a document as a mapping, JSON text or a path, not {type(document).__name__}")


# The engine refuses a longer text, with a message that says how long it may be.
_MAX_TEXT = 4 << 20
