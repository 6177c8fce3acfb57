"""Finds the kernel that ``FILE:KERNEL`` names."""

from __future__ import annotations

import contextlib
import difflib
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import tokenize
import traceback
import types
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CompileError, WaveError
from ..frontends.text_files import SUFFIXES, SourceText, check_file, source_text
from .messages import from_here, is_shader_name
from .shader_options import ShaderOptions
from .standard_input import STANDARD_INPUT, read_shader_text

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel


#: The suffixes of files with kernels, by language.
_SUFFIXES = {"python": (".py",), **SUFFIXES}
_NO_SHADER = ShaderOptions()


def load_kernel(named: str, shader: ShaderOptions = _NO_SHADER, texts: Mapping[str, str] | None = None) -> Kernel:
    """Returns the kernel of a Python, MLIR or HLSL file, or of a shader from the standard input. Raises WaveError if the file cannot be read or has no such
    kernel. ``texts`` replaces the text of files, which have absolute names."""
    if named == STANDARD_INPUT:
        return shader.load(read_shader_text(), None)
    path, name = _split(named)
    language = _language(path, shader)
    if language == "hlsl":
        return shader.load(_shader_text(path, texts), name)
    if language == "mlir":
        from ..kernels.text_source import mlir

        return mlir(path, kernel=name)
    module = _import(path, texts)
    kernels = _kernels(module, path)
    if name is None:
        return _only(kernels, path)
    if name in kernels:
        return kernels[name]
    raise _no_kernel(module, kernels, path, name)


def load_kernels(
    named: str, shader: ShaderOptions = _NO_SHADER, texts: Mapping[str, str] | None = None
) -> list[Kernel]:
    """Returns the kernel that ``FILE:KERNEL`` names, or for ``FILE`` all kernels, those of Python as ``_own_kernels``
    selects them. Raises WaveError as ``load_kernel`` does."""
    if named == STANDARD_INPUT:
        return list(shader.load_all(read_shader_text()))
    path, name = _split(named)
    if name is not None:
        return [load_kernel(named, shader, texts)]
    language = _language(path, shader)
    if language == "hlsl":
        return list(shader.load_all(_shader_text(path, texts)))
    if language == "mlir":
        from ..kernels.text_source import mlir, mlir_kernels

        return [mlir(path, kernel=kernel) for kernel in mlir_kernels(path)]
    found = _own_kernels(_kernels(_import(path, texts), path), path)
    if not found:
        raise _no_kernels(path)
    return found


def _shader_text(path: Path, texts: Mapping[str, str] | None) -> SourceText:
    """Returns the text of a shader, or the one in its place."""
    found = source_text("hlsl", path, None)
    text = (texts or {}).get(found.file)
    return found if text is None else SourceText(found.file, text.replace("\r\n", "\n"), True)


def _split(named: str) -> tuple[Path, str | None]:
    """Splits the argument into the file and the kernel's name, or None."""
    file, colon, name = named.rpartition(":")
    # A colon may be part of the file's name.
    if not colon or os.path.exists(named):
        return Path(named), None
    if not file or not name:
        instance = (
            f"{file}:main, or {file} alone if it has one entry point" if is_shader_name(file) else "kernels.py:blur"
        )
        raise WaveError(f"'{named}' names no kernel", f"write FILE:KERNEL, for instance {instance}")
    return Path(file), name


def _language(path: Path, shader: ShaderOptions) -> str:
    """Returns the language of a file, which an option or its suffix states. Raises WaveError if there is no such file."""
    check_file(path, [suffix for suffixes in _SUFFIXES.values() for suffix in suffixes])
    if shader.language is not None:
        return shader.language
    language = next((name for name, suffixes in _SUFFIXES.items() if path.suffix.lower() in suffixes), None)
    if language is None:
        known = ", ".join(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes)
        fix = f"name a file that ends in one of {known}; for HLSL under another name, add `-x hlsl`"
        raise WaveError(f"'{path}' is not a file of kernels", fix)
    if language != "hlsl" and shader.given():
        raise WaveError(f"{shader.given()[0]} is for HLSL files, and '{path}' is none", "leave it out")
    return language


# --- Importing ---------------------------------------------------------------


class _OtherText(importlib.machinery.SourceFileLoader):
    """Imports a file with another text."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str:
        return self._text


def _import(path: Path, texts: Mapping[str, str] | None = None) -> types.ModuleType:
    """Runs the file like an import. Its output goes to standard error, because standard output belongs to the
    command."""
    path = Path(os.path.abspath(path))
    _check_syntax(path)
    name, folder = _module_name(path)
    text = (texts or {}).get(str(path))
    loader = None if text is None else _OtherText(name, str(path), text)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # As for a script that Python starts: the file can import its neighbors, and does not see the command's arguments.
    sys.path.insert(0, str(folder))
    sys.modules[name] = module
    arguments, sys.argv = sys.argv, [str(path)]
    try:
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except WaveError as error:
        frames = _user_frames(error, path)
        if type(error) is not WaveError or not frames:
            raise
        place = frames[-1]
        raise CompileError(
            error.id or "", error.message, place.filename, place.lineno or 1, _column(place), error.fix
        ) from None
    except SyntaxError as error:
        raise _syntax_error(error, _user_frames(error, path)) from None
    except (Exception, SystemExit) as error:
        raise _import_error(error, path) from None
    finally:
        sys.argv = arguments
    return module


def _module_name(path: Path) -> tuple[str, Path]:
    """Returns the module name for the import, and the folder to search for modules. A file in a package has its full
    name, which relative imports need; other files have a name that cannot hide another module."""
    if not (path.parent / "__init__.py").exists():
        return f"wavedialect file {path.stem}", path.parent
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts), folder


def _check_syntax(path: Path) -> None:
    """Raises WaveError for a file that is not valid Python."""
    try:
        with tokenize.open(path) as file:
            text = file.read()
        compile(text, str(path), "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError) as error:
        # An encoding error has no line number.
        if isinstance(error, SyntaxError) and error.lineno is not None:
            raise _syntax_error(error) from None
        raise WaveError(
            f"'{from_here(str(path))}' cannot be read: {error}", "it must be Python text in UTF-8"
        ) from None


def _syntax_error(error: SyntaxError, frames: list[traceback.FrameSummary] | None = None) -> CompileError:
    notes = [(f"imported by `{frame.line}`", frame.filename, frame.lineno or 1, 1) for frame in frames or ()]
    return CompileError("", error.msg, error.filename or "", error.lineno or 1, error.offset or 1, notes=notes)


def _user_frames(error: BaseException, path: Path) -> list[traceback.FrameSummary]:
    """Returns the traceback frames in the file itself, innermost last."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]


def _import_error(error: BaseException, path: Path) -> WaveError:
    """Describes an exception in the user's code: its type and message, the line that raised it, and the line in the
    file itself."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    fix = None
    if isinstance(error, ModuleNotFoundError):
        fix = f"install it for {sys.executable}, or start the command with the Python that has it"
    elif isinstance(error, SystemExit):
        said = f"the file ends the program when it is imported ({said})"
        fix = 'put its statements under `if __name__ == "__main__":`'
    frames = _user_frames(error, path)
    if not frames:
        return WaveError(f"importing '{from_here(str(path))}' failed: {said}", fix)
    place, notes = frames[-1], []
    raised = traceback.extract_tb(error.__traceback__)[-1]
    # A frame inside the import system is not helpful.
    if raised.filename != place.filename and not raised.filename.startswith("<"):
        notes.append((f"raised in `{raised.name}`", raised.filename, raised.lineno or 1, _column(raised)))
    return CompileError("", said, place.filename, place.lineno or 1, _column(place), fix, notes)


def _column(frame: traceback.FrameSummary) -> int:
    """Returns the column of a frame, counting characters from 1."""
    text = linecache.getline(frame.filename, frame.lineno or 1)
    return len(text.encode()[: frame.colno or 0].decode(errors="ignore")) + 1


# --- Choosing ----------------------------------------------------------------


def _kernels(module: types.ModuleType, path: Path) -> dict[str, Kernel]:
    """Returns the kernels by their names in the module: the file's own kernels first, then imported ones."""
    from ..kernels.kernel import Kernel

    found = {name: value for name, value in vars(module).items() if isinstance(value, Kernel)}
    file = os.path.abspath(path)
    own = {name: one for name, one in found.items() if one.source.file == file}
    return {**own, **found}


def _only(kernels: dict[str, Kernel], path: Path) -> Kernel:
    """Returns the only kernel of the file itself or, if the file defines none, the only imported one."""
    distinct = _own_kernels(kernels, path)
    if len(distinct) == 1:
        return distinct[0]
    if not distinct:
        raise _no_kernels(path)
    raise WaveError(f"'{path}' has {len(distinct)} kernels", f"name one of them: {_listed(kernels, path)}")


def _own_kernels(kernels: dict[str, Kernel], path: Path) -> list[Kernel]:
    """Returns the kernels of the file itself or, if it defines none, the imported ones."""
    file = os.path.abspath(path)
    own = [kernel for kernel in kernels.values() if kernel.source.file == file]
    return list(dict.fromkeys(own or kernels.values()))


def _no_kernels(path: Path) -> WaveError:
    return WaveError(f"'{path}' has no kernel", "decorate a function with `@wd.kernel(num_waves=4)`")


def _listed(kernels: dict[str, Kernel], path: Path) -> str:
    return ", ".join(f"{path}:{name}" for name in kernels)


def _no_kernel(module: types.ModuleType, kernels: dict[str, Kernel], path: Path, name: str) -> WaveError:
    from ..frontends.python.functions import HelperFunction

    if hasattr(module, name):
        value = getattr(module, name)
        if isinstance(value, HelperFunction):
            message = f"`{name}` in '{path}' is a function that kernels call, not a kernel"
            return WaveError(
                message, f"name a kernel: {_listed(kernels, path)}" if kernels else "call it from a kernel"
            )
        what = "function" if isinstance(value, types.FunctionType) else type(value).__name__
        fix = "decorate it with `@wd.kernel(num_waves=4)`" if what == "function" else "name a kernel"
        return WaveError(f"`{name}` in '{path}' is a {what}, not a kernel", fix)
    near = difflib.get_close_matches(name, kernels, 1)
    if near:
        fix = f"did you mean {path}:{near[0]}?"
    elif kernels:
        fix = f"its kernels are {', '.join(kernels)}"
    else:
        fix = "it has none: decorate a function with `@wd.kernel(num_waves=4)`"
    return WaveError(f"'{path}' has no kernel `{name}`", fix)
