"""Errors for calls of a kernel's methods whose arguments do not bind, such as misnamed options; and the methods that
accept the kernel's arguments by name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ..errors import LaunchError, WaveError, keyword_names, public_entry, unknown_keyword
from ..runtime.arguments import check_groups
from ..runtime.placement import DEFAULT_GROUPSHARED_BYTES

Entry = TypeVar("Entry", bound=Callable[..., Any])
#: Stands for the number of groups that a call lacks.
MISSING: Any = object()
#: What the decorator states and a launch or compile cannot change.
_OF_THE_DECORATOR = ("num_waves", "num_threads", "stage", "group_shared_limit")
#: The help for those that no shader states.
_OF_SHADERS = {
    "stage": 'leave it out: the profile states it, `wd.hlsl(..., profile="as_6_8")`',
    "group_shared_limit": f"leave it out: a shader has at most {DEFAULT_GROUPSHARED_BYTES} bytes of groupshared memory",
}
#: The names that other interfaces have for the number of groups, and for the number of threads of a group.
_GROUPS = ("group", "groups", "num_groups", "n_groups", "ngroups", "grid", "grid_dim", "blocks", "num_blocks", "size")
#: The names that other interfaces have for the number of items.
_ITEMS = ("items", "size", "n", "count", "total", "elements", "length", "shape", "global_size", "num_threads")
_THREADS = ("block", "block_dim", "block_size", "group_size", "local_size", "workgroup_size", "threads_per_block")
#: Other interfaces' names of options.
_OPTIONS = {"target": "device", "backend": "device", "wavesize": "wave_size", "warp_size": "wave_size"}


def kernel_entry(method: Entry) -> Entry:
    """Decorates a method that users call with a number of groups and the kernel's arguments: as ``public_entry``, and the
    arguments may be passed by name; a call that does not bind raises a WaveError with the names of the kernel's
    parameters."""
    entry = public_entry(method)
    known = keyword_names(method)
    is_launch = bool(method.__code__.co_flags & inspect.CO_VARARGS)

    @functools.wraps(method)
    def checked(self: Any, *arguments: Any, **keywords: Any) -> Any:
        lacks_groups = is_launch and not arguments
        if is_launch and arguments:
            try:
                passed, keywords = split(self, method.__name__, arguments[1:], keywords, known, arguments[0])
            except LaunchError as error:
                raise error.with_traceback(None) from None
            arguments = (arguments[0], *passed)
        if lacks_groups or not keywords.keys() <= set(known) or is_launch and "groups" in keywords:
            groups = MISSING if lacks_groups else arguments[0] if arguments else None
            error = wrong_call(self, method.__name__, groups, keywords, known, is_launch)
            if error is not None:
                raise error.with_traceback(None) from None
        return entry(self, *arguments, **keywords)

    return checked  # type: ignore[return-value]


def split(
    kernel: Any,
    method: str,
    arguments: Sequence[Any],
    keywords: Mapping[str, Any],
    options: Sequence[str],
    groups: Any = MISSING,
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The kernel's arguments of a launch in their order, and the other keywords. A name that is an option of the method
    names the option."""
    # An argument in the place of the groups would make all others seem wrong.
    if kernel.source.parts and groups is not MISSING and not callable(groups):
        check_groups(groups)
    parameters = {*kernel.source.parameter_names, *kernel.source.parts}.difference(options)
    named = {name: value for name, value in keywords.items() if name in parameters}
    others = {name: value for name, value in keywords.items() if name not in parameters}
    if others.keys() <= set(options):
        # Most launches pass their arguments by position.
        from .binding import bound

        _refuse_hidden(kernel, method, arguments, named, options)
        arguments = bound(kernel.source, f"`{_title(kernel, method)}`", arguments, named)
    return tuple(arguments), others


def _refuse_hidden(
    kernel: Any, method: str, arguments: Sequence[Any], named: Mapping[str, Any], options: Sequence[str]
) -> None:
    """Reports a missing argument that cannot be passed by name, because an option of the method has its name."""
    source = kernel.source
    for name in source.parameter_names[len(arguments) :] if not source.parts else ():
        if name in options and name not in source.defaults and name not in named:
            message = f"`{_title(kernel, method)}` lacks the argument `{name}`: `{name}=` is an option of `{method}`"
            raise LaunchError(message, f"pass the parameter `{name}` by position, or rename it in the kernel")


def sizing_entry(method: Entry) -> Entry:
    """Decorates ``dispatch_size``: as ``public_entry``, and a call without the number of items says how to state it."""
    entry = public_entry(method)
    known = keyword_names(method)

    @functools.wraps(method)
    def checked(self: Any, *arguments: Any, **keywords: Any) -> Any:
        if not arguments and "work" not in keywords:
            named = [name for name in keywords if name in _ITEMS or name in self.source.parameter_names]
            if named or keywords.keys() <= set(known):
                call = f"`{self.name}.dispatch_size`"
                got = f"{call} takes the number of items as its first argument, got `{named[0]}=`" if named else ""
                items = repr(keywords[named[0]]) if named and isinstance(keywords[named[0]], (int, tuple)) else "len(x)"
                raise LaunchError(
                    got or f"{call} lacks the number of items", f"write `{self.name}.dispatch_size({items})`"
                ) from None
        return entry(self, *arguments, **keywords)

    return checked  # type: ignore[return-value]


def wrong_call(
    kernel: Any, method: str, groups: Any, keywords: Mapping[str, Any], known: Sequence[str], is_launch: bool = True
) -> WaveError | None:
    """The error for a call of ``kernel.method`` with these keywords. The method accepts ``known``; None if the
    call binds."""
    # No launch waits for the words of its errors.
    import difflib

    from ..frontends.languages import LANGUAGES
    from .binding import fields_of
    from .parts import variable_of

    parameters = list(dict.fromkeys(map(variable_of, kernel.source.parameter_names)))
    options = [name for name in known if name != "groups"]
    call = f"{kernel.name}.{method}({', '.join(['groups', *_shown(kernel, parameters)])})"
    for name in keywords:
        if name in options:
            continue
        if name in kernel.source.keyword_only:
            try:
                kernel.source.listing()
            except WaveError as error:
                return error
        if is_launch and name in _GROUPS:
            message = f"`{kernel.name}.{method}` takes the number of groups as its first argument, got `{name}=`"
            return LaunchError(message, f"write `{call}`")
        if name in _OF_THE_DECORATOR or name in _THREADS:
            meant = name if name in _OF_THE_DECORATOR else "num_threads"
            spelled = LANGUAGES[kernel.source.language].advice
            what = "it" if name in ("stage", "group_shared_limit") else "the size of a group"
            message = f"`{kernel.name}.{method}` takes no `{name}`: {spelled(f'the decorator states {what}')}"
            fix = spelled(f"write `@wd.kernel({meant}={keywords[name]!r})` above the kernel")
            if kernel.source.language == "hlsl" and name in _OF_SHADERS:
                message, fix = f"`{kernel.name}.{method}` takes no `{name}`", _OF_SHADERS[name]
            return LaunchError(message, fix)
        if _OPTIONS.get(name) in options:
            return _unknown(kernel, method, name, f"did you mean `{_OPTIONS[name]}`?")
        owner = next((buffer for buffer, fields in fields_of(kernel.source).items() if name in fields), None)
        if owner is not None:
            given = f'{{"{name}": ...}}'
            fix = f"pass `{owner}={given}`" if owner.isidentifier() else f'pass `**{{"{owner}": {given}}}`'
            return LaunchError(f"`{_title(kernel, method)}` takes no `{name}`, which is a field of `{owner}`", fix)
        near = difflib.get_close_matches(name, options, 1, 0.7)
        near_parameter = difflib.get_close_matches(name, parameters, 1, 0.6) if is_launch else []
        if near or method != "dispatch" and not near_parameter:
            return unknown_keyword(_title(kernel, method), name, options)
        if near_parameter:
            return LaunchError(f"`{_title(kernel, method)}` takes no `{name}`", f"did you mean `{near_parameter[0]}`?")
        return _unknown(kernel, method, name, f"write `{call}`; the options are {', '.join(f'`{o}`' for o in options)}")
    if groups is MISSING:
        message = f"`{kernel.name}.{method}` lacks the number of groups"
        return LaunchError(message, f"write `{call}`")
    return None


def _shown(kernel: Any, parameters: Sequence[str]) -> list[str]:
    """The parameters in a call: those whose names are no names of Python follow in a dict."""
    from .binding import example

    others = [name for name in kernel.source.parameter_names if name.endswith(".counter") or name.startswith("$")]
    shown = [name for name in parameters if name.isidentifier()]
    if others:
        shown.append("**{" + ", ".join(f'"{name}": {example(kernel.source, name)}' for name in others) + "}")
    return shown


def _title(kernel: Any, method: str) -> str:
    return f"{kernel.name}[groups]" if method == "dispatch" else f"Kernel.{method}"


def _unknown(kernel: Any, method: str, name: str, fix: str) -> WaveError:
    return WaveError(f"`{_title(kernel, method)}` takes no `{name}`", fix)
