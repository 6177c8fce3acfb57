"""The tutorial as a notebook runs in Jupyter's kernel, and shows kernels and reports with more than text."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs/tutorial/tutorial.ipynb"
SHOWN = """\
scale
"""
CHECKED = """\
scale.check(1, x, y, 2.5)
"""


def test_the_notebook_runs(tmp_path, monkeypatch):
    # The pages write files, and the kernel connects to this process through the folder of its own settings.
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    first = next(place for place, cell in enumerate(notebook.cells) if cell.source.startswith("x = np.arange"))
    shown = [nbformat.v4.new_code_cell(text) for text in (SHOWN, CHECKED)]
    notebook.cells[first + 1 : first + 1] = shown
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=str(tmp_path))
    for cell, expected in zip(shown, ("kernel scale in Python", "nothing found"), strict=True):
        (output,) = cell.outputs
        assert expected in output["data"]["text/html"]
        assert "text/plain" in output["data"]
