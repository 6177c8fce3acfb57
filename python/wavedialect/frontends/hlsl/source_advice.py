"""Help for errors of shaders in the words of the source."""

from __future__ import annotations

from ...ir.module import Location


def advice_on_source(rule: str | None, place: tuple[str, int, int]) -> str | None:
    """Help in the words of the source at a place; None to use that of the page."""
    if rule != "endless-loop":
        return None
    # Imported on use: other errors need no look at the source.
    from ...checker.hlsl_loops import advice_at

    return advice_at(Location(*place))
