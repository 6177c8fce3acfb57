"""What a page is made of: comparisons of passes, listings with places, bundles, and paths that cannot be written."""

import itertools
import linecache
import re

import pytest
from conftest import load_example, unpacked
from explorer_kernels import calls_helpers, several_arrays

import wavedialect as wd
from wavedialect.errors import WaveError
from wavedialect.explorer import write_page
from wavedialect.explorer.changes import Listing, compare
from wavedialect.explorer.listings import read_llvm, read_ptx, read_spirv, without_manifest
from wavedialect.explorer.source import source_file
from wavedialect.extensions import native

VALUE = re.compile(r"%[\w$.-]+")


def listing(text, places=None):
    lines = text.strip("\n").split("\n")
    return Listing(lines, places or list(range(len(lines))))


def test_numbers_of_values_are_no_change():
    old = listing("%0 = a.x\n%1 = a.y %0\n%2 = a.z %1, %0")
    new = listing("%5 = a.x\n%6 = a.y %5\n%9 = a.z %6, %5")
    assert compare(old, new) == "   "


def test_other_operands_are_a_change():
    old = listing("%0 = a.x\n%1 = a.y\n%2 = a.z %0, %1")
    new = listing("%0 = a.x\n%1 = a.y\n%2 = a.z %1, %0")
    assert compare(old, new) == "  ~"


def test_users_of_a_replaced_value_are_changed():
    old = listing("%0 = a.x\n%1 = a.y %0\na.if {\n^bb0(%2: i32):\na.u %2\n}", [0, 1, 2, 3, 4, 5])
    new = listing("%c = a.constant 4\n%1 = a.y %c\na.if {\n^bb0(%7: i32):\na.u %7\n}", [0, 1, 2, 3, 4, 5])
    assert compare(old, new) == "-+~    "


def test_replacing_an_equal_value_is_not_a_change():
    old = listing("%0 = a.constant 1\n%1 = a.x %0\n%2 = a.constant 1\n%3 = a.x %2", [0, 1, 2, 3])
    new = listing("%0 = a.constant 1\n%1 = a.x %0\n%3 = a.x %0", [0, 1, 3])
    assert compare(old, new) == "  - "


def test_an_operation_that_became_another_is_changed_and_others_come_and_go():
    old = listing("%0 = a.x\n%1 = a.y %0 : ?\na.z %1", [0, 1, 2])
    new = listing("%0 = a.x\n%7 = a.new\n%1 = a.y %0 : 3\na.z %1", [0, 9, 1, 2])
    assert compare(old, new) == " +~ "


def test_an_operation_elsewhere_has_moved():
    old = listing("a.if {\n%0 = a.constant 1\na.x %0\n}", [0, 1, 2, -1])
    new = listing("%0 = a.constant 1\na.if {\na.x %0\n}", [1, 0, 2, -1])
    assert sorted(compare(old, new).replace(" ", "")) == ["<", ">"]


def test_a_name_may_come_again_in_another_region():
    old = listing("a.if {\n%1 = a.x\na.u %1\n} else {\n%1 = a.y\na.u %1\n}")
    new = listing("a.if {\n%4 = a.x\na.u %4\n} else {\n%5 = a.y\na.u %5\n}")
    assert compare(old, new) == " " * 7


@pytest.mark.parametrize("number", ["02", "05", "07", "10"])
@pytest.mark.parametrize("pipeline", ["wave-to-spirv", "wave-to-dxil", "wave-to-simd{wave-size=16 vector-bits=256}"])
def test_both_texts_can_be_read_from_the_rows(number, pipeline):
    module = load_example(number)
    kernel = next(value for value in vars(module).values() if isinstance(value, wd.Kernel))
    text = kernel.compile(target="spirv").origin.text
    passes = native().record_passes(text, f"builtin.module({pipeline})").passes
    marked = 0
    for before, after in itertools.pairwise(passes):
        if after.name.startswith("convert-"):
            break
        old, new = (recorded.text.rstrip("\n").split("\n") for recorded in (before, after))
        rows = compare(Listing(old, _places(before, old)), Listing(new, _places(after, new)))
        i = j = 0
        for row in rows:
            assert row in " ~+-><"
            i, j = i + (row in " ~-<"), j + (row in " ~+>")
            if row == " ":
                assert VALUE.sub("%", old[i - 1]).strip() == VALUE.sub("%", new[j - 1]).strip()
        assert (i, j) == (len(old), len(new))
        assert rows.count("<") == rows.count(">")
        # A pass is here because it changed something; what it left alone is more than half.
        assert rows.strip(), after.name
        marked += len(rows.replace(" ", "")) / len(rows)
    assert marked / len(passes) < 0.5


def _places(recorded, lines):
    numbers = {}
    places = [-1] * len(lines)
    for line, *place, _, _ in recorded.places:
        if place[0]:
            places[line - 1] = numbers.setdefault(tuple(place), len(numbers))
    return places


def test_spirv_lines_hold_to_the_end_of_their_block():
    read = read_spirv(
        """\
          %1 = OpString "a \\"quoted\\" name.py"
          OpLine %1 7 2
          %2 = OpVariable %3 Workgroup
          %4 = OpTypeInt 32 0
          %5 = OpFunction %6 None %7
          %8 = OpLabel
          OpLine %1 9 5
          OpSelectionMerge %10 None
          OpBranchConditional %11 %12 %10
          %12 = OpLabel
          OpLine %1 10 6
          OpStore %2 %4
          OpNoLine
          OpStore %2 %5
          OpReturn
          OpFunctionEnd
"""
    )
    found = {
        line.split("Op")[1].split()[0]: place and place[:3] for line, place in zip(read.lines, read.places, strict=True)
    }
    file = 'a "quoted" name.py'
    assert found["Variable"] == (file, 7, 2)
    assert found["TypeInt"] is None
    assert found["SelectionMerge"] == found["BranchConditional"] == (file, 9, 5)
    assert [place and place[:3] for line, place in zip(read.lines, read.places, strict=True) if "OpStore" in line] == [
        (file, 10, 6),
        None,
    ]
    assert not any("OpLine" in line or "OpNoLine" in line or "OpString" in line for line in read.lines)


def test_llvm_comments_are_taken_off():
    read = read_llvm(
        "  %1 = add i32 1, 2 ; from /a b/k.py:7:5, called from /c.py:20:9\n15:      ; preds = %0\n  ret void\n"
    )
    assert read.lines == ["  %1 = add i32 1, 2", "15:      ; preds = %0", "  ret void"]
    assert read.places == [("/a b/k.py", 7, 5, (("/c.py", 20, 9),)), None, None]


def test_lines_in_the_listing_of_a_container_change_no_byte():
    origin = calls_helpers.compile(target="dxil").origin
    plain = native().compile(origin.text, origin.pipeline, "dxil")
    placed = native().compile(origin.text, origin.pipeline, "dxil", {"debug_info": True})
    assert plain.files == placed.files
    with_places, without = (dict(result.stages)["llvm"] for result in (placed, plain))
    assert "; from " not in without
    assert read_llvm(with_places).lines == without.rstrip("\n").split("\n")
    own = calls_helpers.function.__code__.co_filename
    assert f", called from {own}:" in with_places
    # Nothing is said to come from a line of the front end's text.
    numbers = {place[1] for place in read_llvm(with_places).places if place and place[0] == own}
    first = calls_helpers.function.__code__.co_firstlineno
    assert numbers and all(first <= number <= first + 6 for number in numbers)


def test_lines_are_taken_off_code_for_cuda():
    origin = calls_helpers.compile(target="ptx").origin
    plain, placed = (
        dict(native().compile(origin.text, origin.pipeline, "ptx", {"debug_info": on}).stages)["ptx"]
        for on in (False, True)
    )
    read = read_ptx(placed)
    assert [line for line in read.lines if line.strip()] == [line for line in plain.split("\n") if line.strip()]
    own = calls_helpers.function.__code__.co_filename
    numbers = {place[1] for place in read.places if place and place[0] == own}
    first = calls_helpers.function.__code__.co_firstlineno
    assert numbers and all(first <= number <= first + 6 for number in numbers)


def test_debug_information_keeps_the_extensions_of_a_module():
    cull = load_example("10").cull
    text = cull.compile(target="spirv", debug_info=True).stages["assembly"]
    assert 'OpExtension "SPV_EXT_mesh_shader"' in text


def test_a_manifest_is_a_file_of_its_own():
    module = 'x {wave.manifest = {a = "}\\"{", b = {c = 1}}, d} {\n}'
    assert without_manifest(module) == "x {wave.manifest = {…}, d} {\n}"
    assert without_manifest("no manifest") == "no manifest"


def test_a_bundle_writes_its_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bundle = several_arrays.compile(target="spirv", unchecked=True)
    path = bundle.explore()
    assert path.name == "several_arrays.html"
    text = unpacked(path)
    assert "wave-to-spirv{unchecked=true}" in text and "wave-to-dxil" in text
    assert "wave-guard-buffers" not in text
    of_dxil = unpacked(several_arrays.compile(target="dxil", shader_model="6.7").explore("d.html"))
    for size in (8, 16, 32):
        assert f"wave-to-dxil{{shader-model=6.7 wave-size={size}}}" in of_dxil
    passes = several_arrays.compile(target="mlir", pipeline="wave-inline,canonicalize")
    of_passes = unpacked(passes.explore("m.html"))
    assert '"target":"mlir"' in of_passes and '"target":"spirv"' in of_passes
    of_cpu = unpacked(several_arrays.compile(target="cpu").explore(tmp_path / "c.html"))
    assert "wave-to-simd" in of_cpu and "wave-to-spirv" in of_cpu
    of_cuda = unpacked(several_arrays.compile(target="ptx", sm="sm_90").explore(tmp_path / "p.html"))
    assert "wave-to-ptx{sm=sm_90" in of_cuda and ".visible .entry several_arrays(" in of_cuda


def test_machine_code_of_cuda(cuda_tools, tmp_path):
    """The page has SASS if the tools are there and take the code."""

    def has_code():
        return '"sass"' in unpacked(write_page(several_arrays, tmp_path / "p.html", targets=("ptx",)))

    assert has_code()
    cuda_tools.joinpath("nvdisasm").rename(cuda_tools / "cuobjdump")
    assert has_code()
    cuda_tools.joinpath("ptxas").write_text("#!/bin/sh\nexit 1\n")
    assert not has_code()


def test_invalid_calls(tmp_path):
    with pytest.raises(WaveError, match="the page cannot be written into .*missing"):
        write_page(several_arrays, tmp_path / "missing" / "page.html")
    with pytest.raises(WaveError, match="Is a directory"):
        write_page(several_arrays, tmp_path)
    with pytest.raises(WaveError, match="some of spirv, dxil, ptx, cpu"):
        write_page(several_arrays, tmp_path / "page.html", targets=("metal",))
    with pytest.raises(WaveError, match="some of spirv, dxil, ptx, cpu"):
        write_page(several_arrays, tmp_path / "page.html", targets="spirv")
    with pytest.raises(WaveError, match="a page shows a kernel, got <function"):
        write_page(listing, tmp_path / "page.html")
    with pytest.raises(WaveError, match="no shader model '7.0'"):
        write_page(several_arrays, tmp_path / "page.html", shader_model="7.0")
    bundle = several_arrays.compile(target="spirv")
    made_elsewhere = type(bundle)(list(bundle.stages.items()), list(bundle.files.items()))
    with pytest.raises(WaveError, match="was not compiled here"):
        made_elsewhere.explore(tmp_path / "page.html")
    assert not list(tmp_path.iterdir())


def test_functions_of_cells_and_of_files_that_are_gone(tmp_path):
    name = "<ipython-input-3-abc>"
    text = (
        "import wavedialect as wd\n\n@wd.kernel(num_waves=1)\ndef in_a_cell(out: wd.RWBuffer[wd.u32]):\n"
        "    out[0] = wd.wave_lane_count()\n"
    )
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope = {}
    exec(compile(text, name, "exec"), scope)
    page = unpacked(write_page(scope["in_a_cell"], tmp_path / "page.html"))
    assert "in_a_cell" in page and "ipython-input-3-abc" in page
    # Of a file without text the numbers of lines are known.
    gone = source_file("/gone/kernel.py", None, {7, 9})
    assert gone.name == "kernel.py" and gone.lines == [(7, []), (9, [])]


def test_colors_cut_no_text():
    text = 'def f():\n    """a\n    b"""\n\treturn "é" # x\n\n\nx = 1\n'
    shown = source_file("f.py", text.replace("\t", "    "), {4})
    assert [number for number, _ in shown.lines] == [1, 2, 3, 4]
    assert "\n".join("".join(piece for _, piece in pieces) for _, pieces in shown.lines) == "\n".join(
        text.replace("\t", "    ").split("\n")[:4]
    )
    broken = source_file("f.py", "%magic\nx = (", {1, 2})
    assert [number for number, _ in broken.lines] == [1, 2]
