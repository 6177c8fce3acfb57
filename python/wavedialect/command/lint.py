"""``wavedialect lint``: what is legal in kernels and probably not meant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..errors import WaveError
from ..lint.report import LintReport, joined
from .help import Command
from .kernel_file import load_kernels
from .messages import from_here, working

_FORMATS = {"text": str, "json": LintReport.to_json, "sarif": LintReport.to_sarif}


@click.command(
    cls=Command,
    short_help="Tell what is legal in kernels and probably not meant.",
    examples=[
        "lint kernels.py",
        "lint kernels.py:blur --target-wave-size 64",
        "lint kernels.py more.py --format sarif -o lint.sarif",
    ],
)
@click.argument("files", metavar="FILE[:KERNEL]...", nargs=-1, required=True)
@click.option(
    "--format", "form", type=click.Choice(list(_FORMATS)), default="text", show_default=True, help="How it is told."
)
@click.option("-o", "--output", metavar="FILE", help="Write it to this file instead.")
@click.option("--target-wave-size", type=int, metavar="N", help="Lanes of a wave where a kernel states none.")
@click.option("--target", "targets", multiple=True, metavar="NAME", help="A machine whose groupshared memory counts.")
@click.option("--only", multiple=True, metavar="ID", help="Run this lint alone; repeatable.")
@click.option("--ignore", multiple=True, metavar="ID", help="Leave this lint out; repeatable.")
@click.pass_context
def command(
    ctx: click.Context, files: Sequence[str], form: str, output: str | None, targets: tuple[str, ...], **options: Any
) -> None:
    """Looks at kernels without running them, and tells what is legal in them and probably not meant, or slow.

    FILE alone means all kernels of the file. What is set in `[tool.wavedialect.lint]` of pyproject.toml holds where no
    option says more; `explain ID` has the page of a lint, and a comment `# lint: ignore[ID]` silences it on its line. The
    exit status is 1 where more than notes was found.
    """
    given = {name: value or None for name, value in {**options, "targets": targets}.items()}
    kernels = [kernel for file in files for kernel in load_kernels(file)]
    with working(f"looking at {len(kernels)} kernels"):
        report = joined([kernel.lint(**given) for kernel in kernels])
    text = _FORMATS[form](report)
    if output is None:
        click.echo(from_here(text) if form == "text" else text)
    else:
        try:
            Path(output).write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise WaveError(f"'{output}' cannot be written: {error.strerror}", "name another file by -o") from None
    ctx.exit(0 if report.ok else 1)
