"""Runs passes without a target."""

from __future__ import annotations

from typing import Any

from ...driver.bundle import Bundle
from ...driver.compilation import Compile
from ...driver.route import Route
from ...runtime.program import Program
from ...runtime.request import Request


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """Runs passes alone. The result is ``<kernel>.mlir`` and the stage "result"; without a pipeline it is the kernel as
    the front end emits it."""
    compile = Compile(program.listing, route)
    compile.route.check_sizes([])

    def result_alone(result: Any) -> list[tuple[str, bytes]]:
        return [(f"{program.name}.mlir", result.stages[-1][1].encode())]

    return compile.done(compile.call("builtin.module()", files=result_alone))
