"""``wavedialect explore``: writes a page that shows a kernel after every pass."""

from __future__ import annotations

from typing import Any

import click

from ..driver.registry import code_targets
from ..errors import WaveError
from .completion import complete_kernel
from .help import ShaderCommand
from .kernel_file import load_kernel
from .messages import from_here, working
from .shader_options import ShaderOptions, shader_model_of, shader_options
from .standard_output import refuse_standard_output
from .target_choice import TargetChoice


@click.command(
    cls=ShaderCommand,
    short_help="Show a kernel after every pass.",
    examples=["explore kernels.py:blur --open", "explore kernels.py:blur --target spirv -o blur.html"],
)
@click.argument("kernel", metavar="FILE:KERNEL", shell_complete=complete_kernel)
@shader_options
@click.option("-o", "--output", metavar="FILE", help="The page to write.  [default: KERNEL.html]")
@click.option(
    "--target",
    "targets",
    type=TargetChoice([target.name for target in code_targets()]),
    multiple=True,
    help="A target to show; repeatable.  [default: spirv, dxil]",
)
@click.option("--shader-model", metavar="6.X", help="dxil: 6.0 to 6.10.")
@click.option("--sm", metavar="sm_NN", help="ptx: the oldest GPU that runs the code.  [default: sm_80]")
@click.option("--unchecked", is_flag=True, help="Omit the bounds checks of buffers.")
@click.option("--open", "is_opened", is_flag=True, help="Show the page in the browser.")
def command(
    kernel: str,
    output: str | None,
    targets: tuple[str, ...],
    shader_model: str | None,
    sm: str | None,
    unchecked: bool,
    is_opened: bool,
    shader: ShaderOptions,
) -> None:
    """Writes an HTML page that shows a kernel at every stage of the compiler.

    The page shows the source, the IR after every pass, and the code, such as SPIR-V, DXIL or PTX, with linked lines. It is self-contained and
    needs no network.
    """
    refuse_standard_output(output, "-o", "a file", "name the page, `-o FILE.html`")
    found = load_kernel(kernel, shader)
    shown = [target for target in code_targets() if not targets or target.name in targets]
    has_model = any("shader_model" in target.options for target in shown)
    model = shader_model_of(shader, shader_model) if has_model else shader_model
    options: dict[str, Any] = {"targets": targets} if targets else {}
    with working(f"following {found.name} through the compiler"):
        from ..explorer import write_page

        try:
            path = write_page(found, output, shader_model=model, sm=sm, unchecked=unchecked, **options)
        except OSError as error:
            raise WaveError(f"the page cannot be written: {error}", "name another file by -o") from None
    click.echo(f"{found.name} is in {from_here(str(path.absolute()))}")
    if is_opened and click.launch(str(path)):
        raise WaveError("no browser could be started", f"open {path} yourself")
