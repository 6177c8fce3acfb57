"""The user-facing errors, the catalogue of their ids, and the renderer of messages.

``CompileError`` is an error in the user's source, with its location; ``LaunchError`` an invalid launch;
``DeviceError`` a refusal of a driver or device; ``InternalError`` a bug of this package. Each carries a ``fix``; if the
code that raises the error has no specific one, the catalogue's advice for the id is used.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import linecache
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

#: One line of advice per diagnostic, by id: those of the front end, and those of the dialect that kernels can cause.
CATALOGUE: dict[str, str] = {
    "argument-type": "kernels take buffers, images, scalars and vectors",
    "arithmetic-on-bool": "convert it first: `u32(flag)` is 0 or 1",
    "assign-to-captured": "give the local variable another name; captured names are constants of the kernel",
    "atomic-memory": "atomics work on buffers and groupshared memory; a local array belongs to one lane",
    "atomic-type": "atomics work on i32, u32, i64 and u64 elements, `wd.atomic_exchange` on f32 too",
    "barrier-condition": "compute the value before the first `return`, or from constants, group numbers and scalars",
    "barrier-divergent": "move the barrier out of the condition or loop; if all waves do agree, say"
    " `wd.group_uniform(x)`",
    "barrier-endless-loop": "end the loop by a condition that all waves share, with `break`",
    "barrier-unknown": "if all waves do agree, say `wd.group_uniform(x)`",
    "binding-range": "bind it to a smaller number, or let the compiler choose",
    "binding-taken": "give the buffers different places",
    "bit-operation-on-float": "bit and shift operators are for integers; convert first: `u32(x)`",
    "buffer-as-value": "read an element, `buffer[i]`, or its length, `len(buffer)`",
    "buffer-choice": "a buffer's name stands for one buffer; put the accesses themselves into the branches",
    "captured-value": "captured names may be int, float, bool, NumPy scalars, vectors such as `wd.float3(0, 1, 0)`, and"
    " tuples of these; pass arrays as `wd.Buffer` parameters",
    "condition-not-bool": "compare it: `x != 0`",
    "constants-limit": "pass some of the scalars in a `wd.Buffer`",
    "container-wave-size": "ask for a size of the kernel, or leave `wave_size` out",
    "dispatch-mesh-count": "end the kernel with one `wd.dispatch_mesh(x, y, z)`, with a count of 0 where it launches nothing",
    "dispatch-mesh-divergent": "add the waves' counts up in groupshared memory, and read the sum after"
    " `wd.group_memory_barrier_with_group_sync()`",
    "dispatch-mesh-last": "move this line before `wd.dispatch_mesh`, which must end the kernel",
    "dispatch-mesh-payload": "pass what `wd.groupshared(type, size)` gives",
    "dispatch-mesh-payload-limit": "pass less, for instance indices, and the rest in a buffer",
    "dispatch-mesh-place": "call it in the kernel's own body: `count = u32(0)`, set it where there is something, and"
    " `wd.dispatch_mesh(count, 1, 1)` at the end",
    "dispatch-mesh-stage": 'state `stage="amplification"`',
    "dispatch-mesh-unknown": "if all waves do agree, say `wd.group_uniform(x)`",
    "division-by-zero": "an integer division by zero is undefined; divide by something else",
    "endless-loop": "leave it by a condition, `break` or `return`",
    "float-floor-division": "use `/`, or convert to an integer first",
    "for-iterable": "loops run over `range(...)` or `wd.static_range(...)`",
    "group-wave-exported": "pass the number in as an argument",
    "group-wave-shader-model": "target Shader Model 6.10, or let the compiler emulate it",
    "group-wave-stage": "use `wd.group_wave_index` and `wd.group_wave_count` in stages that run in groups",
    "group-wave-thread-launch": "launch the node broadcasting or coalescing",
    "groupshared-empty": "make the size at least 1 for every number of waves and every wave size of the kernel, or state a"
    " `wave_size` range where it is",
    "groupshared-limit": "use smaller arrays, or state `group_shared_limit=` in the decorator if the device has more",
    "groupshared-limit-zero": "state a number of bytes greater than zero, or leave `group_shared_limit` out",
    "groupshared-not-constant": "compute the size from literals, captured constants, `wd.group_wave_count()` under"
    " `num_waves`, and `wd.wave_lane_count()`",
    "groupshared-place": "call `wd.groupshared` in the kernel's own body, outside of if, for and while",
    "helper-wave-count": "call it from kernels of that `num_waves` only, or change `@wd.func(num_waves=...)`",
    "image-as-value": "read a texel, `image[x, y]`, or its size, `wd.image_size(image)`",
    "image-channels": "images have one, two or four channels; for three use four, or a `wd.Buffer` of vectors",
    "image-component": "write the whole texel; lanes that write parts of one would overwrite each other",
    "image-coordinate": "read and write an image by two coordinates: `image[x, y]`",
    "image-element": "images hold f32, i32 or u32, or vectors of 2 or 4 of them",
    "index-not-integer": "an index is an i32 or a u32: `u32(x)`",
    "index-width": "indices and sizes have 32 bits: `u32(x)`",
    "inlined-size": "call the helper in a loop of `range`, which stays a loop, or fewer helpers",
    "int-division": "use `//`, which truncates, or convert to f32 first",
    "kernel-call": "put the shared code into a function decorated by `@wd.func`",
    "kernel-name": "rename the kernel",
    "kernel-name-taken": "rename the kernel",
    "kernel-returns-value": "store the result into a `wd.RWBuffer` parameter",
    "kernel-signature": "a kernel takes plain positional parameters with annotations",
    "length-unknown": "pass the length as another argument",
    "literal-range": "use a value that the type can hold",
    "local-array-empty": "an array has at least one element",
    "local-array-not-constant": "compute the size from literals, captured constants, `wd.group_wave_count()` under"
    " `num_waves`, and `wd.wave_lane_count()`",
    "local-array-place": "call `wd.local_array` in the function's own body, outside of if, for and while",
    "local-array-limit": "use smaller arrays: the local arrays of a lane have 65536 bytes in all",
    "loop-step": "a step is from 1 to 2147483647; count in a `while` for any other",
    "maybe-unset": "assign it on every path before it is read",
    "missing-return": "return a value on every path, or on none",
    "mixed-types": "there is no silent conversion; convert one side",
    "nesting-depth": "split long expressions and deeply nested statements, or unroll less",
    "no-group-size": "state `num_waves=` or `num_threads=`",
    "no-source": "put the code into a file, or use IPython or Jupyter, which keep the text of what is typed",
    "node-launch": "write node kernels in MLIR: Python cannot state how a node is launched",
    "not-callable": "kernels call the functions of `wavedialect` and those decorated by `@wd.func`",
    "not-called": "call it: add `()`",
    "not-static": "use literals, captured constants and variables of `wd.static_range`",
    "num-threads-limit": "use at most 1024 threads a group, 64 of them along z; for amplification 128",
    "num-threads-stage": 'this stage has no groups; code is made for `stage="compute"` and `stage="amplification"`',
    "num-threads-zero": "state one to three integers greater than zero: `num_threads=(8, 8)`",
    "num-waves-not-integer": "state an integer greater than zero: `num_waves=4`",
    "num-waves-stage": '`num_waves` is for `stage="compute"` and `stage="amplification"`, for which code is made',
    "num-waves-with-num-threads": "keep `num_waves` to fix the number of waves, or `num_threads` to fix the"
    " number of threads",
    "num-waves-zero": "state an integer greater than zero: `num_waves=4`",
    "parameter-type": "annotate it: `n: u32`, `v: wd.float3`, `src: wd.Buffer[f32]`, `out: wd.RWBuffer[u32]`",
    "pass-failed": 'look at what came before: `compile(target="mlir", pipeline=...)` with fewer passes',
    "lint-option": "for the options of `wave-lint`, see `wave-opt --help`; for its lints, docs/lints.md",
    "lint-fix": "lint the kernels again, or apply the diff by hand",
    "lint-setting": "see docs/lints.md for the settings of lints",
    "pipeline-result": "end it with `convert-wave-to-spirv`, `convert-wave-to-dxil` or `convert-wave-to-simd`; with"
    ' `target="mlir"` passes may leave anything',
    "pipeline-text": "passes are separated by commas, and options follow in braces: `canonicalize{top-down=false},cse`",
    "stage-file": "a stage's file is what `bundle.dump(folder)` writes",
    "operation-not-supported": "leave it out, or compile for another target",
    "predicate-not-bool": "a vote takes a condition: compare it, `x != 0`",
    "range-arguments": "`range` takes one to three integers of one type",
    "read-only-buffer": "declare the parameter as a `wd.RWBuffer`",
    "recursion": "use a loop; functions are inlined, so none may call itself",
    "reduce-arithmetic-of-bool": "count with `wd.wave_active_count_bits`, or convert it first: `u32(flag)`",
    "reduce-bits-of-bool": "use `wd.wave_active_all_true` or `wd.wave_active_any_true`",
    "reduce-bits-of-float": "bit reductions are for integers; use `wd.wave_active_sum`, `wd.wave_active_min` or"
    " `wd.wave_active_max`",
    "result-unused": "call a function, or assign the value",
    "setting-value": "set it to what the message names, or unset it",
    "shader-model-text": 'write it as text, `shader_model="6.10"`, or as a pair, `(6, 10)`',
    "shader-model-too-low": "compile for the model that the message names",
    "shader-model-unknown": 'the models are "6.0" to "6.10"',
    "size-not-positive": "an array has at least one element",
    "stage-target": 'code is made for `stage="compute"` and `stage="amplification"`',
    "store-to-read-only": "declare the parameter as a `wd.RWBuffer`",
    "thread-id-under-num-waves": "number the lanes of a group by"
    " `wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()`, or state `num_threads=` in place of"
    " `num_waves=`",
    "surplus-wave-size": "leave `wave_size` out: one container serves every size",
    "swizzle-length": "a vector has at most four components",
    "swizzle-mixed": "use the letters of xyzw or those of rgba",
    "swizzle-repeated": "name each component once where they are written",
    "tuple-as-value": "take an element: `[0]`",
    "tuple-size": "use as many names as there are values",
    "type-change": "a variable keeps the type of its first value; convert the new value or use another name",
    "undecorated-function": "decorate it: `@wd.func`",
    "unknown-target": "`python -m wavedialect compile --help` lists the targets",
    "unknown-attribute": "vectors have the components .x .y .z .w, also named .r .g .b .a",
    "unknown-name": "assign it before this line, pass it as a parameter, or define it above the kernel",
    "unsupported-operator": "see the documentation for the operators that kernels have",
    "unsupported-syntax": "see the documentation for the statements and expressions that kernels have",
    "value-type": "use a number, a bool or a vector",
    "vector-as-value": "take a component: `.x`",
    "vector-components": "pass as many components as the vector has, or one scalar for all",
    "vector-condition": "say which is meant: `wd.any(...)` or `wd.all(...)`",
    "vector-index": "use a literal, `v[0]`; only arrays have indices that lanes compute: `wd.local_array`",
    "vector-sizes": "take as many components of the longer one: `v.xy`",
    "wave-size-dropped": "state a range whose groups fit, or fewer waves",
    "wave-size-none": "state fewer waves with `num_waves`, or smaller ones with `wave_size`",
    "wave-size-not-in-range": "ask for a size of the kernel",
    "wave-size-order": "state the smallest size first: `wave_size=(8, 32)`; for one size, `wave_size=32`",
    "wave-size-power-of-two": "use 4, 8, 16, 32, 64 or 128",
    "wave-size-preferred": "prefer a size within the range",
    "wave-size-range": "use 4, 8, 16, 32, 64 or 128",
    "wave-size-stage": "leave `wave_size` out, and read `wd.wave_lane_count()`",
    "waves-barrier": "end the block and put the barrier behind it",
    "with-waves": "`with wd.waves(0):`, `with wd.waves(1, 3):` or `with wd.waves(range(1, 4)):`, indices from 0 and below"
    " `num_waves`",
    "wrong-arguments": "see the function's signature",
    # Functions, partitions, quads.
    "derivative-under-num-threads": "state `num_waves=` instead: there four consecutive lanes are a quad, which"
    " `wd.quad_coordinate` places; or read the neighbors yourself, `wd.quad_read_across_x`",
    "function-type": "convert the argument to a type that the function has",
    "mask-type": "the lanes that belong together are what `wd.wave_match(key)` gives",
    # Undefined behavior that the checker and the interpreter find.
    "float-to-integer": "clamp it to the type's range first, and test for NaN: `wd.clamp(x, lowest, highest)`",
    "group-uniform": "leave `wd.group_uniform` out, and make the value of what is the same for the group, for instance by"
    " one wave that stores it in groupshared memory before a barrier",
    "inactive-lane": "name a lane that reaches this call: at the edge of the wave `wd.max(lane, 1) - 1` in place of"
    " `lane - 1`; or move the call out of the condition, so that the lane that is read reaches it",
    "integer-division": "divide under an `if` that tests the divisor, or by `wd.select(divisor != 0, divisor, 1)`",
    "out-of-bounds": "keep the index below the size, make the array longer, or access it under `if index < size:`",
    "partition-mask": "pass what `wd.wave_match(key)` gave the lane: lanes of one mask all pass the same",
    "quad-inactive": "move it out of the condition or loop, so that all four lanes of the quad reach it",
    "quad-lane-out-of-range": "the lanes of a quad are 0 to 3",
    "uninitialized": "store to every element before the first load, and between waves put"
    " `wd.group_memory_barrier_with_group_sync()` between the two: memory starts with any contents",
    # Findings of the dialect's verifiers about images and partitions.
    "image-binding": "give it the binding of its element: `#wave.binding<srv, f32>`",
    "image-dimension": "an image has two dimensions: x and y",
    "image-type": "images hold f32, i32 and u32",
    "image-value": "load and store what a texel holds: a scalar for one channel, else a vector of all channels",
    "multi-prefix-kind": "partitioned scans are sum, product, bit_and, bit_or and bit_xor",
    "reverse-bits-type": "convert it to an integer of 16, 32 or 64 bits first",
}


class WaveError(Exception):
    """The base of all errors that this package raises on purpose."""

    def __init__(self, message: str, fix: str | None = None, id: str | None = None):
        super().__init__(message)
        self.id = id
        self.message = message
        self.fix = fix if fix is not None else CATALOGUE.get(id or "")
        self._repeat: Any = None

    @property
    def repeat(self) -> str | None:
        """The command line that repeats the failed compile, to paste into a shell; None if nothing was compiled. The
        kernel is written as MLIR to a temporary file for it."""
        return self._repeat.command if self._repeat is not None else None

    def repeated_by(self, repeat: Any) -> None:
        """Sets the source of ``repeat``: an object whose ``command`` is the command line."""
        self._repeat = repeat

    def __str__(self) -> str:
        return render(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is unpickled from its message alone, which these constructors do not accept.
        return _remade, (type(self), self.args, vars(self))


def _remade(kind: type[WaveError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> WaveError:
    """Restores an error from another process."""
    error = kind.__new__(kind, *arguments)
    vars(error).update(attributes)
    return error


class CompileError(WaveError):
    """An error in a kernel's source: what (``id``, ``message``), where (``file``, ``line``, ``column``) and how to fix
    it (``fix``).

    ``notes`` are further locations that explain it, as (message, file, line, column).
    """

    def __init__(
        self,
        id: str,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
        fix: str | None = None,
        notes: Sequence[tuple[str, str, int, int]] = (),
    ):
        super().__init__(message, fix, id)
        self.file = file
        self.line = line
        self.column = column
        self.notes = list(notes)
        # Read now: the file may have changed by the time the error is printed.
        self.source_line = linecache.getline(file, line).rstrip("\n") if file and line else ""


class LaunchError(WaveError):
    """A launch that does not fit the kernel: argument count, dtype, shape, groups, wave size."""


class DeviceError(WaveError):
    """A device or its driver is missing, lacks something, or failed."""


class InternalError(WaveError):
    """A bug of this package: please report it with its text."""


class WaveWarning(UserWarning):
    """Reports code that compiles but is probably unintended."""


def render(error: WaveError) -> str:
    """The text of an error: location, message, id, excerpt with a caret, notes, and fix."""
    lines = []
    place = ""
    if isinstance(error, CompileError) and error.file:
        place = f"{error.file}:{error.line}:{error.column}: "
    identity = f" [{error.id}]" if error.id and not error.message.endswith(f"[{error.id}]") else ""
    lines.append(f"{place}{error.message}{identity}")
    if isinstance(error, CompileError):
        if error.source_line.strip():
            lines += excerpt(error.line, error.column, error.source_line)
        for message, file, line, column in error.notes:
            lines.append(f"{file}:{line}:{column}: note: {message}")
    if error.fix:
        lines.append(f"help: {error.fix}")
    return "\n".join(lines)


def excerpt(line: int, column: int, text: str) -> list[str]:
    """A line of source with a caret under the column, which counts from 1."""
    number = str(line)
    # The caret line repeats the tabs of the source line, so that both align.
    lead = "".join("\t" if c == "\t" else " " for c in text[: max(column - 1, 0)])
    return [f"  {number} | {text}", f"  {' ' * len(number)} | {lead}^"]


Entry = TypeVar("Entry", bound=Callable[..., Any])


def public_entry(function: Entry) -> Entry:
    """Decorates a function that users call: a WaveError leaves it without internal frames and without a chain of
    causes, and a misspelled keyword raises a WaveError."""

    @functools.wraps(function)
    def entry(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except InternalError:
            raise
        except WaveError as error:
            raise error.with_traceback(None) from None
        except TypeError as error:
            # The call itself raised the error, not the function's body.
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                known = keyword_names(function)
                for name in keywords:
                    if name not in known:
                        raise unknown_keyword(function.__qualname__, name, known) from None
            raise

    return entry  # type: ignore[return-value]


def keyword_names(function: Callable[..., Any]) -> list[str]:
    """The parameters that the function accepts by name."""
    parameters = list(inspect.signature(function).parameters.values())
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in parameters if one.kind in by_name and one.name != "self"]


def unknown_keyword(what: str, name: str, known: Sequence[str]) -> WaveError:
    """The error for a keyword that ``what`` does not accept."""
    close = difflib.get_close_matches(name, known, 1)
    fix = f"did you mean `{close[0]}`?" if close else f"it takes {', '.join(f'`{one}`' for one in known)}"
    return WaveError(f"`{what}` takes no `{name}`", fix)
