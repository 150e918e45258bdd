"""The widget's side of the kernel; `tests/e2e/notebook.test.ts` has the side of the browser."""

import gzip
import sys

import pytest
from conftest import gallery

import droptail
from droptail import notebook
from droptail.notebook import Lab, PageMissing

PAGE = gzip.compress(b"<!doctype html>" + bytes(range(256)) * 4000, 0)


@pytest.fixture(autouse=True)
def with_page(monkeypatch):
    """The package of a test may have been built without the page."""
    monkeypatch.setattr(notebook, "page", lambda: PAGE)


def sent(lab, monkeypatch):
    """What the widget sends."""
    messages = []
    monkeypatch.setattr(lab, "send", lambda content, buffers=None: messages.append((content, buffers)))
    return messages


def test_the_page_is_sent_in_chunks(monkeypatch):
    lab = Lab(gallery("one-reno"))
    messages = sent(lab, monkeypatch)
    received = b""
    while not messages or len(received) < messages[-1][0]["total"]:
        lab._receive(lab, {"kind": "page", "id": "x", "from": len(received)}, [])
        content, [chunk] = messages[-1]
        assert content == {"kind": "page", "id": "x", "total": len(PAGE)}
        received += chunk
    assert received == PAGE and len(messages) > 2


def test_calls_are_sent_and_failures_shown(monkeypatch):
    lab = Lab(gallery("one-reno"), allow="/links/core/forward/rateMbps", panels=["plots", "time"], theme="dark", height=300)
    messages = sent(lab, monkeypatch)
    lab.play(2)
    lab.seek(5)
    lab.set("/links/core/forward/rateMbps", 5)
    lab.pause()
    lab.fork()
    assert [(content["call"], content["args"]) for content, _ in messages] == [
        ("play", {"speed": 2}),
        ("seek", {"atS": 5}),
        ("set", {"path": "/links/core/forward/rateMbps", "value": 5}),
        ("pause", {}),
        ("fork", {}),
    ]
    assert len({content["number"] for content, _ in messages}) == 5
    lab._receive(lab, {"kind": "answer", "error": {"code": "locked", "message": "no", "problems": []}}, [])
    assert lab.error["code"] == "locked"
    lab._receive(lab, {"kind": "answer"}, [])
    assert lab.error == {}
    assert lab.options == [["allow", "/links/core/forward/rateMbps"], ["panels", "plots,time"], ["theme", "dark"]]


def test_traits_follow(monkeypatch):
    lab = Lab(gallery("one-reno"))
    seen = []
    lab.observe(lambda change: seen.append(change.new["nowS"]), "state")
    # What the browser sends is set as by the comm.
    lab.set_state({"state": {"nowS": 5, "playing": False}, "scenario": gallery("one-reno") | {"seed": 9}})
    assert seen == [5] and droptail.Scenario(lab.scenario).value("/seed") == 9
    assert {"scenario", "state", "sample", "options", "height", "every_ms"} <= set(lab.get_state())
    assert "error" not in lab.get_state()


def test_a_scenario_shows_itself(monkeypatch):
    scenario = droptail.Scenario(gallery("one-reno"))
    bundle = scenario._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    with pytest.raises(droptail.DocumentError):
        Lab({"version": 1})

    def missing():
        raise PageMissing("not built")

    monkeypatch.setattr(notebook, "page", missing)
    assert scenario._repr_mimebundle_() == {"text/plain": repr(scenario)}
    with pytest.raises(PageMissing):
        Lab(scenario)
    monkeypatch.setitem(sys.modules, "droptail.notebook", None)
    assert scenario._repr_mimebundle_() == {"text/plain": repr(scenario)}
