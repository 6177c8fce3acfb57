"""The page as a whole: what it holds, what it draws, and what it says of a kernel that is refused."""

import re

import pytest
from conftest import load_example, write_page
from explorer_columns import address_of, click, related, rows
from explorer_kernels import barrier_of_one_wave, calls_helpers, needs_16_bits, several_arrays, strange_text

from wavedialect.extensions import native

EXAMPLES = [("03", "compact"), ("06", "shade_by_lane_reads"), ("08", "bounding_box"), ("10", "cull")]


@pytest.mark.parametrize(("number", "name"), EXAMPLES)
def test_pages_are_small_and_self_contained(pages, number, name):
    path = pages(getattr(load_example(number), name))
    text = re.sub(r'(id="data">).*?<', r"\1<", path.read_text())
    assert path.stat().st_size < 200_000
    # But for the name of SVG's elements.
    assert text.replace("http://www.w3.org/2000/svg", "").count("http") == text.count("http-equiv")
    assert "default-src 'none'" in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height", "columns"), [(1280, 800, 3), (1920, 1080, 4)])
def test_it_fits_its_window(explore, pages, scheme, width, height, columns):
    page = explore(pages(load_example("03").compact), width, height, scheme)
    assert page.locator(".pane").count() == columns
    assert page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    # Text and background differ as they should to be read.
    contrast = page.evaluate(
        """() => {
          const part = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          const light = (color) => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d");
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
            return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
          };
          const least = {};
          for (const element of document.querySelectorAll(".v, .t-op, .t-type, .t-keyword, .t-string, .t-number, .t-comment, .counts, dt, dd")) {
            let behind = element;
            while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
            const key = element.className || element.tagName;
            if (least[key]) continue;
            const [a, b] = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)];
            least[key] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          }
          return least;
        }"""
    )
    assert len(contrast) > 10
    assert min(contrast.values()) >= 4.5, contrast


def test_groupshared_memory_is_drawn_to_scale(explore, pages):
    page = explore(pages(several_arrays))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("#groupshared .array")].map((group) => {
          const box = group.querySelector("rect").getBBox();
          return { x: box.x, width: box.width, bytes: Number(group.dataset.bytes), title: group.querySelector("title").textContent };
        })"""
    )
    # 3 halves, room to the next multiple of 4 bytes, 32 lanes of 2 waves, 8 words.
    assert [box["bytes"] for box in boxes] == [6, 256, 32]
    assert boxes[0]["title"] == "halves: 3 × f16, 6 B, at byte 0"
    assert boxes[1]["title"] == "lanes: 64 × f32, 256 B, at byte 8"
    width = page.evaluate("() => document.querySelector('#groupshared svg').viewBox.baseVal.width")
    for box, offset in zip(boxes, (0, 8, 264), strict=True):
        assert box["width"] == pytest.approx(width * box["bytes"] / 296, abs=1.5)
        assert box["x"] == pytest.approx(width * offset / 296, abs=1.5)
    limit, used = page.evaluate(
        "() => ['limit', 'used'].map((kind) => document.querySelector(`#groupshared .${kind}`).getBBox().width)"
    )
    assert used / limit == pytest.approx(296 / 32768, rel=0.01)
    assert "296 B of 32 KiB" in page.locator("#groupshared .title").text_content()
    page.locator("#groupshared .array").nth(1).click()
    assert related(page, "python") == ["lanes = wd.groupshared(f32, wd.wave_lane_count() * wd.group_wave_count())"]
    # Direct3D counts its waves in groupshared memory, and has smaller waves here.
    page.locator("#pane-wave .segments button").nth(1).click()
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('#groupshared .array')].map((group) => group.dataset.bytes)"
    )
    assert sizes == ["4", "6", "64", "32"]


def test_text_of_the_source_is_text(explore, pages):
    page = explore(pages(strange_text))
    shown = rows(page, "python")
    first = strange_text.function.__code__.co_firstlineno
    with open(strange_text.function.__code__.co_filename, encoding="utf-8") as file:
        lines = file.read().split("\n")[first - 1 : first + 4]
    assert shown == [line.strip() for line in lines]
    assert page.evaluate("() => document.querySelectorAll('img, #panes b').length") == 0
    click(page, "python", "out[1] = u32(2)")
    assert any("OpStore" in row for row in related(page, "spirv"))


def test_a_target_that_refuses_says_why_and_the_others_are_there(explore, pages):
    page = explore(pages(needs_16_bits), address=address_of("python", "wave", "spirv", "dxil"))
    said = page.locator("#pane-dxil .refused")
    assert "Direct3D refuses this kernel" in said.text_content()
    assert "16-bit types, which came with Shader Model 6.2" in said.text_content()
    assert not rows(page, "dxil")
    assert not page.locator("#pane-spirv .refused").is_visible()
    assert any("OpStore" in row for row in rows(page, "spirv"))
    said.locator("button").click()
    assert related(page, "python") == ["out[wd.dispatch_thread_id().x] = f16(1.0)"]
    # The passes to Direct3D go as far as they went.
    page.locator("#pane-wave .segments button").nth(1).click()
    assert page.locator("#pane-wave .refused").is_visible()
    assert any("wave.dispatch_thread_id" in row for row in rows(page, "wave"))


def test_a_kernel_that_no_target_takes_has_a_page(explore, pages):
    page = explore(
        pages(barrier_of_one_wave, targets=("spirv", "dxil", "cpu")),
        address=address_of("python", "spirv", "dxil", "cpu"),
    )
    for column in ("spirv", "dxil", "cpu"):
        said = page.locator(f"#pane-{column} .refused").text_content()
        assert "not all waves of the group reach this barrier" in said
        assert "help: " in said
    marked = page.locator("#pane-python .row", has=page.locator(".said-here.error"))
    assert marked.locator("code").all_text_contents() == ["        wd.group_memory_barrier_with_group_sync()"]


def test_code_for_cuda(explore, pages):
    page = explore(pages(calls_helpers, targets=("ptx",)), address=address_of("python", "ptx"))
    tabs = page.locator("#pane-ptx .segments button")
    # Tools of CUDA may be here.
    assert [tab for tab in tabs.all_text_contents() if tab != "SASS"] == ["PTX", "dialect", "LLVM IR"]
    assert any(".visible .entry calls_helpers(" in row for row in rows(page, "ptx"))
    click(page, "python", "out[i] = square(i)")
    assert any("st.global" in row for row in related(page, "ptx"))
    tabs.nth(2).click()
    assert "not linked" in page.locator("#pane-ptx .note").text_content()
    tabs.filter(has_text="dialect").click()
    assert any("llvm.func @calls_helpers(" in row for row in rows(page, "ptx"))
    assert any("arith.muli" in row for row in related(page, "ptx"))


def test_machine_code_for_cuda(explore, cuda_tools, tmp_path):
    page = explore(
        write_page(calls_helpers, tmp_path / "page.html", targets=("ptx",)), address=address_of("python", "ptx")
    )
    tabs = page.locator("#pane-ptx .segments button")
    assert tabs.all_text_contents() == ["PTX", "SASS", "dialect", "LLVM IR"]
    tabs.filter(has_text="SASS").click()
    assert any("IMAD R0, R0, R0, RZ" in row for row in rows(page, "ptx"))
    assert "3 instructions" in page.locator("#pane-ptx .counts").text_content()


def test_a_page_of_only_passes(explore, tmp_path):
    bundle = several_arrays.compile(target="mlir", pipeline="builtin.module(canonicalize)")
    page = explore(bundle.explore(tmp_path / "passes.html"))
    assert page.locator("#pane-wave .segments button").all_text_contents() == ["own passes", "Vulkan", "Direct3D"]
    assert page.locator("#pane-wave .pass select option").all_text_contents() == [
        "0/1  as written",
        "1/1  canonicalize",
    ]
    later = several_arrays.compile(target="spirv", stage_files={"gpu": _gpu_stage(tmp_path)})
    page = explore(later.explore(tmp_path / "later.html"))
    # What the user put in its place is the source.
    assert page.locator("#pane-python h2").text_content() == "Source"
    assert page.locator("#pane-wave .segments button").count() == 1
    click(page, "python", "gpu.barrier")
    assert any("OpControlBarrier" in row for row in related(page, "spirv"))


def _gpu_stage(folder):
    path = folder / "several_arrays.gpu.mlir"
    path.write_text(several_arrays.compile(target="spirv").stages["gpu"])
    return path


def test_messages_are_in_the_header(explore, pages):
    page = explore(pages(load_example("03").compact))
    messages = page.locator("#messages")
    assert messages.locator("summary").text_content() == "3 messages"
    messages.locator("summary").click()
    assert "are counted in groupshared memory" in messages.text_content()
    messages.locator(".said", has_text="are counted in").locator("button").first.click()
    assert related(page, "python") == ["wave = wd.group_wave_index()"]


def test_the_header_tells_of_the_kernel(explore, pages):
    page = explore(pages(load_example("03").compact))
    facts = dict(zip(page.locator("dt").all_text_contents(), page.locator("dd").all_text_contents(), strict=True))
    assert facts["waves a group"] == "4"
    assert facts["lanes a wave"] == "16 to 64"
    assert facts["groupshared"] == "12 B"
    assert page.locator("h1").text_content() == "compact"
    bundle = load_example("03").compact.compile(target="spirv")
    assert f"{len(bundle.files['compact.spv'])} bytes" in page.locator("#pane-spirv .counts").text_content()


def test_counts_above_a_listing(explore, pages):
    page = explore(pages(load_example("03").compact), address=address_of("wave", "spirv", "dxil"))
    for column, atomics in (("wave", "1 atomic"), ("spirv", "1 atomic"), ("dxil", "2 atomics")):
        assert f" · {atomics} · " in page.locator(f"#pane-{column} .counts").text_content()
    assert "3 barriers" not in page.locator("#pane-wave .counts").text_content()
    assert "2 barriers" in page.locator("#pane-wave .counts").text_content()
    assert "4 barriers" in page.locator("#pane-dxil .counts").text_content()


def test_text_is_copied_without_numbers_and_removed_lines(explore, pages):
    kernel = load_example("03").compact
    page = explore(pages(kernel), address=address_of("wave") + "&pass=4")
    bundle = kernel.compile(target="spirv")
    step = native().record_passes(bundle.origin.text, bundle.origin.pipeline).passes[4]
    assert rows(page, "wave", ".removed")
    assert page.evaluate("() => paneOf('wave').listing.text") == step.text.rstrip("\n") + "\n"
    selected = page.evaluate(
        "() => { getSelection().selectAllChildren(document.querySelector('#pane-wave .rows')); return getSelection().toString(); }"
    )
    lines = [line.strip() for line in selected.split("\n") if line.strip()]
    assert lines == [line.strip() for line in step.text.split("\n") if line.strip()]
