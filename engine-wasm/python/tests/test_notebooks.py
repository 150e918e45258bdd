"""The notebooks run from top to bottom."""

from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

import droptail

WIDGET = "application/vnd.jupyter.widget-view+json"
# Where the package was built with the page, a scenario is shown as a widget.
PAGE = Path(droptail.__file__).parent / "static" / "page.html.gz"
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_three():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # They are stored without what they print, so that a change shows what it changes.
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
    shown = {kind for cell in cells for output in cell.outputs for kind in output.get("data", {})}
    assert "image/png" in shown
    if path.stem == "scenario":
        assert (WIDGET in shown) == PAGE.is_file()
