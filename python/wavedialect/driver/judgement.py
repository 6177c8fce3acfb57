"""Turns the native compiler's diagnostics into Python errors and warnings at the user's lines, and remarks."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..errors import CompileError, InternalError, WaveError, WaveWarning
from ..frontends.languages import LANGUAGES, Language
from ..frontends.python.source import decorator_argument
from .repeat import Repeat, known_passes

_RULE = re.compile(r"\s*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]\s*$")
_SHADER_MODEL = re.compile(r"(?:needs|with) Shader Model (\d+\.\d+)")
_OF_LANES = "may differ between the lanes of a wave"
"""What the note at a condition says if lanes decide it."""
_WRONG_OPTIONS = re.compile(r"wrong options of the optimization '(?P<given>(?P<name>[\w-]+).*?)': *(?P<reason>[^\n]*)")
"""What the compiler says of options that the user enabled a pass with."""
_UNKNOWN_PASS = re.compile(r"'([\w-]+)' does not refer to a registered pass")


def rule_of(message: str) -> tuple[str, str] | None:
    """The text of a diagnostic and its id; None if it has no id."""
    rule = _RULE.search(message)
    return (message[: rule.start()], rule[1]) if rule else None


def judge(
    result: Any, repeat: Repeat, warn: bool = True, warned: set[Any] | None = None, language: str = "python"
) -> None:
    """Issues the warnings and raises the first error. An error with an id is a CompileError; any other error is a bug
    of the compiler, unless the user's passes or file caused it. ``repeat`` describes the compile. ``warned`` holds the
    warnings already given for the kernel, for another wave size or device: they are not repeated. ``language`` is that
    of the kernel."""
    spelling = LANGUAGES[language]
    warned = set() if warned is None else warned
    errors = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    for diagnostic in result.diagnostics:
        if diagnostic.severity == "warning" and warn:
            rule = rule_of(diagnostic.message)
            file, line, column = _cause(rule[1] if rule else "", _place(diagnostic))
            message = with_notes(diagnostic, spelling)
            if (place := (file, line, column, message)) not in warned:
                WaveWarning(message, file or repeat.kernel, line, column).issue()
                warned.add(place)
    if result.ok and not errors:
        return
    ours = [diagnostic for diagnostic in errors if _RULE.search(diagnostic.message)]
    rule = _RULE.search(ours[0].message) if ours else None
    users = repeat.step.file is not None or repeat.step.upstream
    if rule and rule[1] == "pipeline-text":
        message = ours[0].message[: rule.start()]
        if wrong := _WRONG_OPTIONS.search(message):
            raise _option_error(wrong)
        if users:
            raise _pipeline_error(message)
    error: WaveError
    if rule and rule[1] != "pipeline-text":
        # The passes succeeded, and the translation has not begun.
        repeat = replace(repeat, lowered=repeat.lowered and rule[1] != "pipeline-result")
        error = _compile_error(ours[0], rule, ours[1:], spelling)
    elif users and errors:
        parsed = bool(result.stages) or repeat.step.file is None
        error = _error_of_the_user_s("pass-failed" if parsed else "stage-file", errors, repeat, spelling)
    else:
        error = _internal_error(errors, repeat, spelling)
    error.repeated_by(repeat)
    raise error


def remarks(result: Any, language: str = "python") -> list[str]:
    """The remarks among the diagnostics."""
    return [
        f"{remark.file}:{remark.line}:{remark.column}: remark: {with_notes(remark, LANGUAGES[language])}"
        for remark in result.diagnostics
        if remark.severity == "remark"
    ]


def with_notes(diagnostic: Any, language: Language) -> str:
    """A diagnostic's message, with a line for each of its notes."""
    lines = [language.message(diagnostic.message)]
    lines += [
        f"{note.file}:{note.line}:{note.column}: note: {language.message(note.message)}" for note in diagnostic.notes
    ]
    return "\n".join(lines)


def _compile_error(first: Any, rule: re.Match[str], others: Sequence[Any], language: Language) -> CompileError:
    message = language.message(first.message[: rule.start()])
    place = _cause(rule[1], _place(first))
    fix = _advice(rule[1], message, language, place, first.notes) or language.help_of(rule[1]) or None
    return CompileError(rule[1], message, *place, fix=fix, notes=_notes(first, others, language))


def _advice(
    rule: str, message: str, language: Language, place: tuple[str, int, int], notes: Sequence[Any] = ()
) -> str | None:
    """Help derived from the message, its notes and the source; None to use the catalogue's help."""
    if language.pygments == "hlsl":
        from ..frontends.hlsl.source_advice import advice_on_source

        if advice := advice_on_source(rule, place):
            return advice
    if rule == "barrier-divergent" and any(_OF_LANES in note.message for note in notes):
        # A value that the lanes compute from their index is not uniform, whatever the kernel states.
        return "move the barrier out of the condition or loop at which the lanes of a wave diverge, behind it"
    model = _SHADER_MODEL.search(message)
    if rule == "shader-model-too-low" and model:
        if language.pygments == "hlsl":
            return f"compile for that model: `-T cs_{model[1].replace('.', '_')}`"
        return f'compile for that model: `shader_model="{model[1]}"`'
    return None


def _cause(rule: str, place: tuple[str, int, int]) -> tuple[str, int, int]:
    """The location of a rule's cause: for an error about the whole kernel, the decorator argument that causes it."""
    found = decorator_argument(rule, place[0], place[1]) if place[0] else None
    return (found.file, found.line, found.column) if found else place


def _error_of_the_user_s(rule: str, errors: Sequence[Any], repeat: Repeat, language: Language) -> CompileError:
    """MLIR's error for passes or a file of the user."""
    first, *others = errors
    fix = f"repeat it with: {repeat.command}"
    return CompileError(rule, first.message, *_place(first), fix=fix, notes=_notes(first, others, language))


def _place(diagnostic: Any) -> tuple[str, int, int]:
    # The module as a whole has no location.
    return ("", 0, 0) if diagnostic.file == "-" else (diagnostic.file, diagnostic.line, diagnostic.column)


def _notes(first: Any, others: Sequence[Any], language: Language) -> list[tuple[str, str, int, int]]:
    place = (first.file, first.line, first.column)
    # A note without a source location, for instance at a parameter, refers to the printed module.
    notes = [
        (language.message(note.message), *((note.file, note.line, note.column) if note.file != "-" else place))
        for note in first.notes
    ]
    return notes + [
        (f"also: {language.message(other.message)}", other.file, other.line, other.column) for other in others
    ]


def _pipeline_error(message: str) -> WaveError:
    """MLIR's error for a pipeline, with the pass that was probably meant."""
    fix = None
    unknown = _UNKNOWN_PASS.search(message)
    if unknown:
        near = difflib.get_close_matches(unknown[1], known_passes(), 1)
        fix = f"did you mean `{near[0]}`?" if near else "`wave-opt --list-passes` lists the passes"
    return WaveError(f"invalid pipeline: {message}", fix, "pipeline-text")


def _option_error(found: re.Match[str]) -> WaveError:
    """An option that an optimization does not have, or a value that it cannot have."""
    name, reason = found["name"], found["reason"].removeprefix("<Pass-Options-Parser>: ")
    fix = f"`wave-opt --help` lists the options of `--wave-{name}`; they follow in braces, `{name}{{OPTION=VALUE}}`"
    reason = reason or "a value has the wrong type"
    return WaveError(f"wrong options of the optimization '{found['given']}': {reason}", fix, "pipeline-text")


def _internal_error(errors: Sequence[Any], repeat: Repeat, language: Language) -> InternalError:
    """An error without a rule; it names the command, with the file of the module, that repeats the compile."""
    said = "\n".join(f"{error.file}:{error.line}:{error.column}: {with_notes(error, language)}" for error in errors)
    message = f"compiling kernel '{repeat.kernel}' failed: {said or 'the compiler gave no reason'}"
    return InternalError(message, f"repeat it with: {repeat.command}")
