"""Compiles for readers."""

from __future__ import annotations

from typing import Any

from wavedialect.driver.bundle import Bundle
from wavedialect.driver.compilation import Compile
from wavedialect.driver.route import Route
from wavedialect.runtime.program import Program
from wavedialect.runtime.request import Request


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    compile = Compile(program.listing, route)

    def named(result: Any) -> list[tuple[str, bytes]]:
        return [(f"{program.name}.txt", contents) for _, contents in result.files]

    options = {"comment": f"kernel {program.name}"}
    return compile.done(compile.call("builtin.module(wave-fold-counts)", options, files=named))
