"""wave-lsp-server, spoken to as an editor does: diagnostics, hover, completion and definition in wave IR."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from language_client import LanguageClient

# WAVE_BUILD names another build than build/: one with a sanitizer.
SERVER = Path(os.environ.get("WAVE_BUILD", Path(__file__).parents[3] / "build")) / "bin/wave-lsp-server"

RIGHT = """\
gpu.module @kernels {
  wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(8, 32) {
    %lane = wave.lane_index : i32
    %sum = wave.reduce add %lane : i32
    %i = arith.index_castui %lane : i32 to index
    memref.store %sum, %out[%i] : memref<?xi32>
  }
}
"""


@pytest.fixture
def client() -> Iterator[LanguageClient]:
    with LanguageClient([str(SERVER)]) as client:
        yield client
    assert client.exit_status == 0


@pytest.fixture
def document(client: LanguageClient, tmp_path: Path) -> Path:
    """A document without mistakes, opened."""
    path = tmp_path / "right.mlir"
    assert client.open(path, RIGHT) == []
    return path


def place(text: str, of: str = RIGHT) -> tuple[int, int]:
    """Line and character of the first `text`, from 0."""
    before = of[: of.index(text)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_diagnostics_carry_the_id_of_the_rule(client: LanguageClient, tmp_path: Path) -> None:
    wrong = RIGHT.replace("num_waves(4)", "num_waves(0)")
    (diagnostic,) = client.open(tmp_path / "wrong.mlir", wrong)
    assert diagnostic["message"].endswith("[num-waves-zero]")
    assert diagnostic["severity"] == 1
    assert diagnostic["range"]["start"]["line"] == place("wave.func")[0]


def test_diagnostics_of_the_syntax(client: LanguageClient, tmp_path: Path) -> None:
    wrong = RIGHT.replace("wave.lane_index", "wave.get_lane_index")
    (diagnostic,) = client.open(tmp_path / "wrong.mlir", wrong)
    assert "wave.get_lane_index" in diagnostic["message"]
    assert diagnostic["range"]["start"]["line"] == place("wave.lane_index")[0]


def test_diagnostics_follow_the_edits(client: LanguageClient, document: Path) -> None:
    (diagnostic,) = client.change(document, 2, RIGHT.replace("num_waves(4)", "num_waves(0)"))
    assert diagnostic["message"].endswith("[num-waves-zero]")
    assert client.change(document, 3, RIGHT) == []


def test_hover_shows_the_generic_form(client: LanguageClient, document: Path) -> None:
    line, character = place("wave.reduce")
    text = client.at("hover", document, line, character + 2)["contents"]["value"]
    assert text.startswith('"wave.reduce"')
    assert "#gpu<all_reduce_op add>" in text and "(i32) -> i32" in text


@pytest.mark.parametrize(
    "typed, offered",
    [
        ("    %x = ", {"wave", "dxil", "spirv", "scf"}),
        ("    %x = wave.", {"lane_index", "read_first_lane", "group_wave_count"}),
        ("    %x = wave.read_first_lane %", {"%lane", "%sum"}),
    ],
)
def test_completion(client: LanguageClient, tmp_path: Path, typed: str, offered: set[str]) -> None:
    path, text = tmp_path / "typing.mlir", RIGHT.replace("    %i =", f"{typed}\n    %i =")
    client.open(path, text)
    line, character = place(typed, of=text)
    labels = {item["label"] for item in client.at("completion", path, line, character + len(typed))["items"]}
    assert offered <= labels


def test_definition_of_a_value(client: LanguageClient, document: Path) -> None:
    line, character = place("%sum, %out")
    (found,) = client.at("definition", document, line, character + 1)
    assert found["uri"] == document.as_uri()
    assert (found["range"]["start"]["line"], found["range"]["start"]["character"]) == place("%sum = ")


def test_references_of_a_value(client: LanguageClient, document: Path) -> None:
    line, character = place("%lane")
    found = client.request(
        "textDocument/references",
        textDocument={"uri": document.as_uri()},
        position={"line": line, "character": character + 1},
        context={"includeDeclaration": True},
    )
    assert sorted(place["range"]["start"]["line"] for place in found) == [2, 3, 4]
