"""Pages of examples, and a browser that opens them without any network."""

import base64
import gzip
import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples"
sys.path.insert(0, str(HERE))

from wavedialect.explorer import write_page  # noqa: E402


def load_example(name):
    """An example as a module; their names begin with a digit."""
    path = next(EXAMPLES.glob(f"{name}*.py"))
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unpacked(path):
    """The data of a page: JSON."""
    packed = re.search(r'<script type="application/octet-stream" id="data">(.*?)</script>', Path(path).read_text())
    return gzip.decompress(base64.b64decode(packed[1])).decode()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """``pages(kernel, **options)``: the path of a kernel's page, written once."""
    folder = tmp_path_factory.mktemp("pages")
    written = {}

    def write(kernel, **options):
        key = (kernel, *sorted(options.items()))
        if key not in written:
            written[key] = write_page(kernel, folder / f"{len(written)}.html", **options)
        return written[key]

    return write


_ASSEMBLER = """#!/bin/sh
[ "$1" = -arch=sm_80 ] && [ "$2" = -o ] && grep -q ^.target "$4" && cp "$4" "$3"
"""
_DISASSEMBLER = """#!/bin/sh
grep -q '^.target sm_80' "$2" || exit 1
cat <<'END'
\t.section\t.text.kernel,"ax",@progbits
.text.kernel:
        /*0000*/                   S2R R0, SR_TID.X ;
        /*0010*/              @!P0 IMAD R0, R0, R0, RZ ;
        /*0020*/                   EXIT ;
        /*0030*/                   NOP;
END
"""


@pytest.fixture
def cuda_tools(tmp_path, monkeypatch):
    """Programs in the place of ptxas and nvdisasm: the folder, which is the first one of PATH."""
    folder = tmp_path / "cuda"
    folder.mkdir()
    for name, text in (("ptxas", _ASSEMBLER), ("nvdisasm", _DISASSEMBLER)):
        folder.joinpath(name).write_text(text)
        folder.joinpath(name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


@pytest.fixture(scope="session")
def browser():
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium: install Debian's package `chromium`, or name it by CHROMIUM")
    with sync_playwright() as playwright:
        # Whoever is root has no sandbox.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tab(browser):
    """A tab without network, and the list of what it loads and says."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    events = []
    page.on("request", lambda request: events.append(("request", request.url.split("#")[0])))
    page.on("console", lambda message: events.append(("console", message.text)))
    page.on("pageerror", lambda error: events.append(("error", str(error))))
    page.on("dialog", lambda dialog: (events.append(("dialog", dialog.message)), dialog.dismiss()))
    yield page, events
    context.close()


@pytest.fixture
def explore(tab):
    """``explore(path, width, height, scheme)``: a page in the browser, ready. That it loads anything but its file, or says
    something on the console, is an error."""
    page, events = tab
    opened = set()
    events.clear()

    def open_page(path, width=1600, height=900, scheme="light", address=""):
        url = Path(path).as_uri()
        opened.add(("request", url))
        # Of the same file with another fragment it would not be loaded anew.
        page.goto("about:blank")
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.goto(url + address)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    assert set(events) == opened
