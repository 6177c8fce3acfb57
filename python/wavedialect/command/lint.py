"""``wavedialect lint``: reports code in kernels that is legal but probably unintended."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from ..errors import CompileError, WaveError
from ..lint.applying import Changes
from ..lint.findings import LintFinding, finding_of_error
from ..lint.judging import judged
from ..lint.report import LintReport, joined
from ..lint.settings import compile_warnings, lints
from .completion import complete_kernel
from .help import ShaderCommand
from .json_errors import errors_as_json
from .kernel_file import load_kernels
from .messages import from_here, working
from .reports import report_options, write_report
from .shader_options import ShaderOptions, shader_options
from .wording import on_command_line


@click.command(
    cls=ShaderCommand,
    short_help="Report code that is legal but probably unintended.",
    examples=[
        "lint kernels.py",
        "lint kernels.py:blur --target-wave-size 64",
        "lint kernels.py more.py --format sarif -o lint.sarif",
        "lint kernels.py --diff",
        "lint kernels.py --fix",
        "lint shader.hlsl -T cs_6_8 --fix",
    ],
)
@click.argument("files", metavar="FILE[:KERNEL]...", shell_complete=complete_kernel, nargs=-1, required=True)
@shader_options
@report_options
@click.option("--target-wave-size", type=int, metavar="N", help="The wave size of kernels that state none.")
@click.option(
    "--target", "targets", multiple=True, metavar="NAME", help="Judge groupshared memory by this machine; repeatable."
)
@click.option("--only", multiple=True, metavar="ID", help="Run only this lint; repeatable.")
@click.option(
    "--ignore", multiple=True, metavar="ID", help="Do not report this lint or warning of a compile; repeatable."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--fix", is_flag=True, help="Show the fixes as a diff and apply them; on a terminal, ask first.")
@click.option("-y", "--yes", is_flag=True, help="Apply fixes without asking.")
@click.pass_context
@errors_as_json
def command(
    ctx: click.Context,
    files: Sequence[str],
    form: str,
    output: str | None,
    targets: tuple[str, ...],
    diff: bool,
    fix: bool,
    yes: bool,
    shader: ShaderOptions,
    **options: Any,
) -> None:
    """Reports code in kernels that is legal but probably unintended, or slow. Kernels do not run.

    FILE alone means all kernels of the file. Options override `[tool.wavedialect.lint]` in pyproject.toml. `explain ID`
    shows the page of a lint, and a comment `# lint: ignore[ID]` silences it on its line. The exit status is 1 if there are
    warnings or errors.

    A lint with one right answer has a fix. `--fix` shows the fixes as a diff, applies them, and lints the changed files
    again for the report. `--diff` only shows the fixes. A fix is left out, with the reason, if the lints would report a
    new warning or error after it. A file that has changed since the lints read it stays unchanged.
    """
    if yes and not fix:
        raise click.UsageError("'--yes' is for '--fix'", ctx)
    given = {name: value or None for name, value in {**options, "targets": targets}.items()}
    disabled = [name for name in shader.disabled_warnings if name in [*lints(), *compile_warnings()]]
    if disabled:
        given["ignore"] = (*options["ignore"], *disabled)
    kernels: list[Any] = []
    unread: list[WaveError] = []
    broken: list[LintFinding] = []
    for file in files:
        try:
            kernels += _loaded(file, shader)
        except WaveError as error:
            # The errors of a shader or of MLIR are findings, as those of a Python kernel; an error without an id is one of
            # Python itself.
            if isinstance(error, CompileError) and (error.id or form != "text"):
                broken += [finding_of_error(one, "") for one in (error, *error.others)]
                continue
            # A written report and fixes must cover all files; on the terminal, the other files are still useful.
            if form != "text" or output is not None or diff or fix:
                raise
            unread.append(error)
    if unread and not kernels:
        raise unread[0]

    def lint(kernels: list[Any]) -> LintReport:
        with working(f"looking at {len(kernels)} kernels"):
            with _without_told(kernels):
                reports = [kernel.lint(**given) for kernel in kernels]
            return joined([LintReport(tuple(broken), ()), *reports])

    def lint_again(texts: Mapping[str, str]) -> LintReport:
        return lint([kernel for file in files for kernel in _loaded(file, shader, texts)])

    report = lint(kernels)
    if diff or fix:
        changes, refusals = judged(Changes.of(report), report, lint_again)
        for refusal in refusals:
            click.echo(from_here(str(refusal)), err=True)
        if _fixed(changes, fix and not diff, yes, to_stderr=form != "text" and output is None):
            report = lint_again({})
    write_report(form, output, on_command_line(str(report)), report)
    if unread:
        raise unread[0]
    ctx.exit(0 if report.ok else 1)


def _loaded(file: str, shader: ShaderOptions, texts: Mapping[str, str] | None = None) -> list[Any]:
    """Loads the kernels of a file."""
    kernels: list[Any] = []
    with _without_told(kernels):
        kernels += load_kernels(file, shader, texts)
    return kernels


@contextmanager
def _without_told(kernels: Sequence[Any]) -> Iterator[None]:
    """Prints the warnings of the block except those that the report on these kernels has."""
    shown = warnings.showwarning
    with warnings.catch_warnings(record=True) as caught:
        yield
    told = {_key(warning, warning.file, warning.line) for kernel in kernels for warning in kernel.source.warnings}
    for one in caught:
        if _key(one.message, one.filename, one.lineno) not in told:
            shown(one.message, one.category, one.filename, one.lineno)


def _key(message: Any, file: str, line: int) -> tuple[str, str, int]:
    return str(message), file, line


def _fixed(changes: Changes, apply: bool, yes: bool, to_stderr: bool) -> bool:
    """Shows the fixes and applies them if the user wants to. Returns whether files were changed."""
    click.echo(changes.diff(), nl=False, err=to_stderr)
    for left in changes.outside:
        click.echo(f"{left.file}:{left.edits[0].line}: not in a file: {left.description} by hand", err=True)
    if not changes:
        click.echo("no finding has a fix that can be applied", err=True)
        return False
    many = _number(len(changes.fixes), "fix")
    if not apply:
        click.echo(f"{many} can be applied: use --fix", err=True)
        return False
    if not yes and _is_terminal() and not click.confirm(f"Apply {many}?", err=True):
        return False
    written = changes.write()
    click.echo(f"{many} applied to {', '.join(from_here(file) for file in written)}", err=True)
    return True


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _number(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 'es'}"
