"""``FILE:KERNEL``: what is found, and what is said where nothing is."""

from __future__ import annotations

import sys

import pytest


def refused(result, *lines: str) -> None:
    """The command ended with status 1, said these lines on standard error, and nothing else on standard output."""
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    said = result.stderr.splitlines()
    for line in lines:
        assert line in said, result.stderr
    assert "Traceback" not in result.output


def test_a_kernel_is_found_and_the_program_is_not_started(command):
    result = command("compile", "kernels.py:scale", "--print", "wave")
    assert result.exit_code == 0
    assert "wave.func" in result.stdout and "imported" not in result.stdout
    # What the file prints does not mix with what the command prints.
    assert result.stderr == "imported as wavedialect file kernels\n"


def test_the_file_sees_no_arguments_of_the_command(command, folder):
    command("compile", "kernels.py:scale", "--print", "wave")
    assert sys.modules["wavedialect file kernels"].ARGUMENTS == [str(folder / "kernels.py")]
    assert sys.argv != [str(folder / "kernels.py")]


def test_another_directory(command, folder, monkeypatch):
    inner = folder / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    result = command("compile", "../kernels.py:shade")
    assert result.exit_code == 0
    assert sorted(path.name for path in (inner / "shade-spirv").iterdir()) == ["manifest.json", "shade.spv"]
    assert command("compile", folder / "kernels.py:shade", "--print", "wave").exit_code == 0


def test_a_file_with_one_kernel_needs_no_name(command, folder):
    text = "import wavedialect as wd\nfrom kernels import scale\n\n@wd.kernel(num_waves=1)\ndef only(x: wd.u32):\n    pass\n"
    (folder / "one.py").write_text(text)
    assert "@only" in command("compile", "one.py", "--print", "wave").stdout
    # One that is imported can be named.
    assert "@scale" in command("compile", "one.py:scale", "--print", "wave").stdout


def test_a_file_in_a_package(command, folder):
    package = folder / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "numbers.py").write_text("SEVEN = 7\n")
    head = "import wavedialect as wd\nfrom wavedialect import u32\nfrom .numbers import SEVEN\n\n\n"
    body = "@wd.kernel(num_waves=1)\ndef seven(out: wd.RWBuffer[u32]):\n    out[0] = SEVEN\n"
    (package / "inside.py").write_text(head + body)
    result = command("run", "package/inside.py", "out=0", "--json")
    assert '"first": [\n        7\n      ]' in result.stdout


def test_names_like_modules_of_python(command, folder):
    # A file `random.py` must not become the module `random` for others.
    (folder / "random.py").write_text((folder / "kernels.py").read_text())
    assert command("run", "random.py:scale", "x=random:64", "out=zeros:64", "n=64", "factor=1").exit_code == 0


@pytest.mark.parametrize(
    "named, lines",
    [
        (
            "kernels.py",
            [
                "error: 'kernels.py' has 7 kernels",
                "help: name one of them: kernels.py:scale, kernels.py:shade, kernels.py:total, kernels.py:divergent, "
                "kernels.py:racy, kernels.py:kinds, kernels.py:dropped",
            ],
        ),
        ("kernels.py:scal", ["error: 'kernels.py' has no kernel `scal`", "help: did you mean kernels.py:scale?"]),
        ("kernels.py:x", ["help: its kernels are scale, shade, total, divergent, racy, kinds, dropped"]),
        (
            "kernels.py:plain",
            [
                "error: `plain` in 'kernels.py' is a function, not a kernel",
                "help: decorate it with `@wd.kernel(num_waves=4)`",
            ],
        ),
        ("kernels.py:helper", ["error: `helper` in 'kernels.py' is a function that kernels call, not a kernel"]),
        ("kernels.py:HALF", ["error: `HALF` in 'kernels.py' is a float, not a kernel"]),
        ("kernals.py:scale", ["error: there is no file 'kernals.py'", "help: did you mean 'kernels.py'?"]),
        ("constants.py", ["error: 'constants.py' has no kernel"]),
        (":scale", ["error: ':scale' names no kernel"]),
        ("kernels.py:", ["help: write FILE:KERNEL, for instance kernels.py:blur"]),
        (".", ["error: '.' is a folder", "help: name a file in it: constants.py, kernels.py"]),
    ],
)
def test_missing_files_and_kernels(command, named, lines):
    refused(command("compile", named), *lines)


def test_a_file_in_another_folder(command, folder):
    refused(command("compile", "nowhere/x.py:y"), f"help: paths are taken from {folder}")


def test_other_files(command, folder):
    (folder / "kernel.txt").write_text("module {}")
    refused(command("compile", "kernel.txt"), "error: 'kernel.txt' is not a file of kernels")
    refused(
        command("compile", "kernels.py:scale", "-E", "main"), "error: -E is for HLSL files, and 'kernels.py' is none"
    )


@pytest.mark.parametrize(
    "text, lines",
    [
        (
            "import wavedialect as wd\ndef f(:\n",
            ["user.py:2:7: error: invalid syntax", "  2 | def f(:", "    |       ^"],
        ),
        (
            "import not_installed\n",
            ["user.py:1:1: error: ModuleNotFoundError: No module named 'not_installed'", "  1 | import not_installed"],
        ),
        (
            "def f(x):\n    return 1 // x\n\n\nvalue = 1 + f(0)\n",
            ["user.py:2:12: error: ZeroDivisionError: integer division or modulo by zero", "  2 |     return 1 // x"],
        ),
        (
            "import json\nvalue = json.loads('{')\n",
            [
                "user.py:2:9: error: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
            ],
        ),
        (
            "import sys\nsys.exit(3)\n",
            [
                "user.py:2:1: error: the file ends the program when it is imported (SystemExit: 3)",
                'help: put its statements under `if __name__ == "__main__":`',
            ],
        ),
        (
            'import wavedialect as wd\n\n\n@wd.kernel(num_waves="4")\ndef f():\n    pass\n',
            [
                "user.py:4:12: error: `num_waves` expects an integer of 32 bits, got '4' [num-waves-not-integer]",
                "more: wavedialect explain num-waves-not-integer",
            ],
        ),
        ("x = '\xe9'\n".encode("latin-1"), ["help: it must be Python text in UTF-8"]),
        (b"x = 1\0\n", ["help: it must be Python text in UTF-8"]),
    ],
)
def test_files_that_cannot_be_imported(command, folder, text, lines):
    (folder / "user.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    refused(command("compile", "user.py"), *lines)


def test_a_mistake_in_an_imported_file(command, folder):
    (folder / "other.py").write_text("def f(:\n")
    (folder / "user.py").write_text("\nimport other\n")
    refused(
        command("compile", "user.py"),
        "other.py:1:7: error: invalid syntax",
        "user.py:2:1: note: imported by `import other`",
    )
    (folder / "other2.py").write_text("def f():\n    return {}['key']\n")
    (folder / "user.py").write_text("import other2\n\nother2.f()\n")
    refused(command("compile", "user.py"), "user.py:3:1: error: KeyError: 'key'", "other2.py:2:12: note: raised in `f`")


def test_compile_errors_show_the_line(command):
    refused(
        command("compile", "kernels.py:divergent"),
        "  46 |         wd.group_memory_barrier_with_group_sync()",
        "     |         ^",
        "kernels.py:45:5: note: this condition may differ between the waves of a group",
        "more: wavedialect explain barrier-divergent",
    )


def test_warnings_are_shown_like_errors(command):
    result = command("compile", "kernels.py:dropped", "--print", "wave")
    assert result.exit_code == 0
    assert "kernels.py:60:26: warning: " in result.stderr and "[wave-size-dropped]" in result.stderr


def test_a_wrong_decorator_has_a_place(command, folder):
    text = "import wavedialect as wd\n\n\n@wd.kernel(numthreads=(8, 8, 1))\ndef k(out: wd.RWBuffer[wd.u32]):\n    out[0] = 1\n"
    (folder / "wrong.py").write_text(text)
    result = command("lint", "wrong.py")
    assert result.exit_code == 1
    assert "wrong.py:4:2: error: `kernel` takes no `numthreads`" in result.stderr
    assert "did you mean `num_threads`?" in result.stderr
