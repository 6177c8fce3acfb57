"""Runs passes without a target."""

from __future__ import annotations

from typing import Any

from ...driver.bundle import Bundle
from ...driver.compilation import Compile
from ...driver.route import Route
from ...ir.listing import Listing
from ...ir.module import Module
from ...runtime.program import Program
from ..request import Request


def compile_mlir(kernel: Module | Listing, route: Route) -> Bundle:
    """Runs passes without a target: their output is ``<kernel>.mlir``, and the stage "result". Without a pipeline the
    output is the kernel as the front end made it."""
    compile = Compile(kernel, route)

    def result_alone(result: Any) -> list[tuple[str, bytes]]:
        return [(f"{compile.listing.name}.mlir", result.stages[-1][1].encode())]

    compile.route.check_sizes([])
    return compile.done(compile.call("run_pipeline", "builtin.module()", True, files=result_alone))


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """``Kernel.compile`` for passes without a target."""
    return compile_mlir(program.listing, route)
