"""The page in a notebook: a widget that shows a scenario, runs it, and follows what the reader and the program change.

A :class:`droptail.Scenario` at the end of a cell shows itself in this way. For more control::

    from droptail.notebook import Lab

    lab = Lab("public/gallery/one-reno.json", allow=["/links/core/forward/rateMbps"])
    lab                                               # shows it
    lab.set("/links/core/forward/rateMbps", 5)        # changes it in the page
    lab.scenario                                      # the scenario with what the reader changed
    lab.observe(print, "state")                       # is called with time, digest, whether it plays …

The page is a file of this package and runs in the reader's browser: nothing is loaded from a network. The widget is one of anywidget's,
which says where those work.
"""

from __future__ import annotations

import importlib.resources
import itertools
from collections.abc import Iterable
from typing import Any, Literal

import anywidget
import traitlets

from ._documents import Scenario
from ._errors import DroptailError
from ._runs import DocumentLike

__all__ = ["Lab", "PageMissing"]

# Bytes of the page in one message: servers limit those.
_CHUNK = 256_000

_FILES = importlib.resources.files(__package__) / "static"


class PageMissing(DroptailError):
    """The package was built without the page."""


def page() -> bytes:
    """The page as one HTML file, compressed by gzip.

    :raises PageMissing: if the package was built without it.
    """
    file = _FILES / "page.html.gz"
    if not file.is_file():
        raise PageMissing("the package was built without the page: run `npm run build` before `npm run python`")
    return file.read_bytes()


class Lab(anywidget.AnyWidget):
    """A scenario as the page, in a notebook."""

    _esm = (_FILES / "lab.js").read_text(encoding="utf-8")

    scenario = traitlets.Dict().tag(sync=True)
    """The scenario. Another one that is set here is opened in the page; what the reader changes is here after a moment. Changes during
    a run are timed edits of it, so that ``droptail.run`` repeats what the page shows."""
    state = traitlets.Dict().tag(sync=True)
    """The page's state: ``nowS``, ``playing``, ``ended``, ``digest``, ``digestAtS`` and others, as `getState` gives it (docs/embeds.md)."""
    sample = traitlets.Dict().tag(sync=True)
    """Windows, queues and rates at the moment that is shown, while it plays."""
    height = traitlets.Int(520).tag(sync=True)
    """Height, CSS pixels."""
    every_ms = traitlets.Int(250).tag(sync=True)
    """Shortest time between two samples, ms."""
    link = traitlets.Unicode().tag(sync=True)
    options: Any = traitlets.List().tag(sync=True)
    error = traitlets.Dict()
    """Why the last call failed, with ``code``, ``message`` and ``problems``; empty if it did not."""

    def __init__(
        self,
        scenario: DocumentLike,
        *,
        allow: str | Iterable[str] = "everything",
        panels: Iterable[str] | None = None,
        theme: Literal["light", "dark"] | None = None,
        height: int = 520,
        every_ms: int = 250,
    ) -> None:
        """
        :param scenario: a scenario, a mapping, JSON text, or the path of a file.
        :param allow: what the reader and :meth:`set` may change: ``"everything"``, a path or several of them.
        :param panels: what is shown: some of ``network``, ``plots``, ``notes``, ``results``, ``controls``, ``time``.
        :param theme: by default the browser's.
        :param height: CSS pixels.
        :param every_ms: shortest time between two samples, ms.
        :raises DocumentError: if the scenario cannot run.
        :raises PageMissing: if the package was built without the page.
        """
        page()
        ready = scenario if isinstance(scenario, Scenario) else Scenario(scenario)
        options = [["allow", path] for path in ([allow] if isinstance(allow, str) else allow)]
        if panels is not None:
            options.append(["panels", ",".join(panels)])
        if theme is not None:
            options.append(["theme", theme])
        self._numbers = itertools.count(1)
        super().__init__(scenario=ready.to_dict(), link=ready.link(), options=options, height=height, every_ms=every_ms)
        self.on_msg(self._receive)

    def play(self, speed: float | None = None) -> None:
        """Plays, at ``speed`` simulated seconds a second."""
        self._call("play", {} if speed is None else {"speed": speed})

    def pause(self) -> None:
        """Pauses."""
        self._call("pause", {})

    def seek(self, at_s: float) -> None:
        """Goes to a simulated time, s, and pauses."""
        self._call("seek", {"atS": at_s})

    def set(self, path: str, value: Any) -> None:
        """Changes the scenario at a path, at the moment that is shown."""
        self._call("set", {"path": path, "value": value})

    def fork(self) -> None:
        """Starts another branch at the moment that is shown; the old one stays in the plots."""
        self._call("fork", {})

    @traitlets.observe("scenario")
    def _relink(self, change: Any) -> None:
        # For further views of the widget.
        self.link = Scenario(change.new).link()

    def _call(self, name: str, args: dict[str, Any]) -> None:
        """Has the page do something. The notebook gets messages between two cells, so the answer comes later, in ``state`` or ``error``."""
        self.send({"kind": "call", "call": name, "args": args, "number": next(self._numbers)})

    def _receive(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        if message.get("kind") == "page":
            self._send_page(message)
        elif message.get("kind") == "answer":
            self.error = message.get("error") or {}

    def _send_page(self, message: dict[str, Any]) -> None:
        answer = {"kind": "page", "id": message["id"]}
        try:
            whole = page()
        except PageMissing as error:
            self.send(answer | {"error": str(error)})
            return
        start = int(message["from"])
        self.send(answer | {"total": len(whole)}, [whole[start : start + _CHUNK]])
