"""Documents: loading, validation, edits, schemas."""

import base64
import json
import pickle
import zlib

import pytest
from conftest import ROOT, gallery, small_experiment

import droptail

RENO = ROOT / "public" / "gallery" / "one-reno.json"


def test_a_document_is_read_from_a_mapping_text_or_path():
    expected = droptail.Scenario(gallery("one-reno"))
    for given in [RENO, str(RENO), RENO.read_text(), expected]:
        assert droptail.Scenario(given) == expected
    with pytest.raises(FileNotFoundError):
        droptail.Scenario("no-such.json")
    with pytest.raises(TypeError, match="expected a Scenario"):
        droptail.Scenario(droptail.Experiment(small_experiment()))
    with pytest.raises(TypeError, match="path, not int"):
        droptail.Scenario(5)


def test_errors_name_pointers():
    wrong = gallery("one-reno")
    wrong["flows"][0]["algorithm"] = "renoo"
    wrong["links"][0]["forward"]["rateMbps"] = -1
    with pytest.raises(droptail.DocumentError) as raised:
        droptail.Scenario(wrong)
    error = raised.value
    assert "/links/0/forward/rateMbps" in [problem.pointer for problem in error.problems]
    assert all(problem.problem and problem.expected for problem in error.problems)
    assert str(error) == "\n".join(map(str, error.problems))
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems


def test_an_experiment_names_its_axis():
    wrong = small_experiment()
    wrong["axes"][1]["values"] = ["reno", "none-such"]
    with pytest.raises(droptail.DocumentError) as raised:
        droptail.Experiment(wrong)
    assert raised.value.problems[0].pointer.startswith("/axes")


@pytest.mark.parametrize("text", ["{", '{"version": 99}', "{}", '{"version": 1, "nodes": 5}'])
def test_no_text_is_more_than_an_error(text):
    with pytest.raises(droptail.DocumentError):
        droptail.Scenario(text)


def test_numbers_that_json_lacks_are_refused():
    with pytest.raises(droptail.DocumentError):
        droptail.Scenario(gallery("one-reno") | {"durationS": float("nan")})


def test_a_value_is_read_and_replaced_by_path():
    scenario = droptail.Scenario(RENO)
    changed = scenario.with_value("/flows/*/algorithm", "cubic")
    assert changed.value("/flows/f1/algorithm") == "cubic"
    assert scenario.value("/flows/f1/algorithm") == "reno"
    assert changed != scenario
    assert changed.with_value("/flows/f1/algorithm", "reno") == scenario
    # A default: the document does not have it.
    assert scenario.value("/flows/f1/startS") == 0
    with pytest.raises(KeyError):
        scenario.value("/flows/none/algorithm")
    with pytest.raises(droptail.DocumentError):
        scenario.with_value("/flows/none/algorithm", "cubic")
    with pytest.raises(droptail.DocumentError):
        scenario.with_value("/flows/f1/algorithm", "none-such")


def test_defaults_are_filled_in():
    given = gallery("one-reno")
    del given["title"]
    scenario = droptail.Scenario(given)
    assert "title" not in scenario.to_dict()
    assert scenario.with_defaults().to_dict()["title"] == ""
    assert scenario.with_defaults() == scenario
    assert hash(scenario.with_defaults()) == hash(scenario)


def test_documents_are_pickled_and_saved(tmp_path):
    scenario = droptail.Scenario(RENO)
    assert pickle.loads(pickle.dumps(scenario)) == scenario
    scenario.save(tmp_path / "a.json")
    assert droptail.Scenario(tmp_path / "a.json").to_dict() == scenario.to_dict()
    assert json.loads(scenario.to_json()) == gallery("one-reno")


def test_schemas_and_catalogue():
    assert "durationS" in droptail.Scenario.schema()["properties"]
    assert "replications" in droptail.Experiment.schema()["properties"]
    assert "jain" in droptail.schema("Results")["properties"]
    with pytest.raises(KeyError, match="Results, Scenario"):
        droptail.schema("None")
    catalogue = droptail.catalogue()
    assert {"reno", "cubic"} <= {row["id"] for row in catalogue["algorithms"]}
    assert catalogue["modelVersion"] == droptail.MODEL_VERSION


def test_an_experiment_lists_its_runs():
    experiment = droptail.Experiment(small_experiment())
    assert len(experiment.jobs()) == 12
    assert experiment.jobs(quick=True) == [(0, 5), (1, 5), (2, 5), (3, 5)]
    assert [variant["at"] for variant in experiment.variants()][1] == [10, "cubic"]
    scenario = experiment.scenario(3, 7)
    assert scenario.value("/flows/f1/algorithm") == "cubic"
    assert scenario.value("/seed") == 7
    assert experiment.base.value("/flows/f1/algorithm") == "reno"
    with pytest.raises(IndexError):
        experiment.scenario(4, 7)


def test_a_link_holds_the_scenario():
    """`tests/links/python.test.ts` opens the same link as the page does."""
    stored = json.loads((ROOT / "tests" / "fixtures" / "python-link.json").read_text())
    link = droptail.Scenario(stored["scenario"]).link("https://droptail.example/")

    def content(text):
        start, _, payload = text.partition("#s=1")
        packed = base64.urlsafe_b64decode(payload[8:] + "=" * (-len(payload[8:]) % 4))
        data = zlib.decompress(packed, wbits=-15)
        assert int(payload[:8], 16) == zlib.crc32(data)
        return start, json.loads(data)

    # Another version of zlib may pack it in another way.
    assert content(link) == content(stored["link"]) == ("https://droptail.example/", stored["scenario"])
