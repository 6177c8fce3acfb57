"""Advice on variables of shaders that have no value: where to write them, in the words of the source."""

from __future__ import annotations

import linecache
import re
from collections.abc import Sequence

from ..frontends.hlsl.source_functions import Function, Variable, function_at, functions_of, local_before, zero_of
from ..frontends.hlsl.source_text import Position, arguments_at, tokens_of
from ..ir.module import Location

_ROOT = re.compile(r"\w+")


def advice_on(name: str, places: Sequence[Location]) -> str | None:
    """How to give a variable a value; None if the source is of another form. ``name`` is the variable, or a component or
    field of it; `f()` is the result of a function. ``places`` are the use, and the calls that lead to it."""
    root = _ROOT.match(name)
    if root is None or not places:
        return None
    text = _text_of(places[0])
    if name.startswith(f"{root[0]}()"):
        return _on_result(root[0], places)
    at = places[0].line, places[0].column
    function = function_at(text, at)
    if function is None:
        return None
    variable = local_before(text, function, root[0], at)
    if variable is not None:
        return _on_argument(text, function, variable, at) or (
            f"initialize `{root[0]}` where it is declared, at line {variable.at[0]}: `{variable.declaration}`"
        )
    parameters = [one.name for one in function.parameters]
    if root[0] not in parameters:
        return None
    return _on_parameter(function, parameters.index(root[0]), places)


def _text_of(place: Location) -> str:
    return "".join(linecache.getlines(place.file))


def _on_result(name: str, places: Sequence[Location]) -> str | None:
    for place in places:
        text = _text_of(place)
        for function in functions_of(text):
            if function.name == name:
                end = tokens_of(text)[function.last].at[0]
                result = zero_of(function.type)
                return (
                    f"let every path through `{name}` return a value: for instance, write `return {result};` before its"
                    f" end at line {end}"
                )
    return None


def _on_argument(text: str, function: Function, variable: Variable, use: Position) -> str | None:
    """Advice for a variable that a call before the use writes through an ``out`` parameter: its first value is lost."""
    called = _call_that_writes(text, function, variable, use)
    if called is None:
        return None
    callee, parameter = called
    return (
        f"`{callee.name}` leaves its `out` parameter `{parameter.name}` without a value on some path, so that a value from"
        f" before the call is lost: begin `{callee.name}`, at line {callee.at[0]}, with `{parameter.assignment}`"
    )


def _call_that_writes(
    text: str, function: Function, variable: Variable, use: Position | None
) -> tuple[Function, Variable] | None:
    """The last call before the use to whose ``out`` parameter the variable is the argument: of the calls in that function in
    turn, the innermost one."""
    tokens, named = tokens_of(text), {one.name: one for one in functions_of(text)}
    called = None
    for number in range(function.first, function.last):
        token = tokens[number]
        if use is not None and token.at >= use:
            break
        if token.at < variable.at or token.text not in named or tokens[number + 1].text != "(":
            continue
        arguments = arguments_at(text, token.at)
        for argument, parameter in zip(arguments, named[token.text].parameters, strict=False):
            if argument[:1] == [variable.name] and parameter.is_out:
                called = named[token.text], parameter
    if called is None or called[0] is function:
        return called
    # Functions of shaders do not call themselves.
    return _call_that_writes(text, *called, None) or called


def _on_parameter(function: Function, index: int, places: Sequence[Location]) -> str | None:
    parameter = function.parameters[index]
    if parameter.is_out:
        return (
            f"an `out` parameter has no value when its function begins: write `{parameter.assignment}` first, or declare it"
            f" `inout` to get the argument's value"
        )
    if len(places) < 2:
        return None
    call = places[1]
    arguments = arguments_at(_text_of(call), (call.line, call.column))
    if index >= len(arguments):
        return None
    argument = " ".join(arguments[index])
    return (
        f"give the argument `{argument}` of `{function.name}` a value before the call at line {call.line}"
        + _initialized(_text_of(call), argument, (call.line, call.column))
    )


def _initialized(text: str, name: str, at: Position) -> str:
    """The declaration of the variable with an initial value, as the end of a sentence."""
    function = function_at(text, at)
    variable = local_before(text, function, name, at) if function is not None else None
    return "" if variable is None else f", where it is declared at line {variable.at[0]}: `{variable.declaration}`"
