"""How notebooks show kernels, reports and traces: HTML without scripts and without style sheets."""

from __future__ import annotations

import html
from collections.abc import Sequence

_CODE = "margin:0;padding:0.4em;white-space:pre;overflow-x:auto"
#: Colors that are readable on light and dark pages.
_COLORS = {"error": "#c62828", "warning": "#b26a00", "note": "#1565c0", "run": "#43a047", "wait": "#b0bec5"}
#: The most rows and spans of a timeline: a notebook keeps what it shows.
MOST_WAVES, MOST_SPANS = 64, 2000
_ROW, _WIDTH, _LABELS = 14, 720, 110


def code(title: str, text: str, language: str) -> str:
    """Returns source code under a title, with its words colored. ``language`` is a name that Pygments knows."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        body = highlight(text, get_lexer_by_name(language), HtmlFormatter(noclasses=True, nobackground=True))
    except ClassNotFound:
        body = f'<pre style="{_CODE}">{html.escape(text)}</pre>'
    return f"<div><b>{html.escape(title)}</b>{body}</div>"


def findings(summary: str, found: Sequence[tuple[str, str, str]]) -> str:
    """Returns a report: its summary, then the severity, headline and text of each finding, which opens on a click."""
    items = "".join(
        f'<details><summary style="color:{_COLORS[severity]}">{html.escape(headline)}</summary>'
        f'<pre style="{_CODE}">{html.escape(text)}</pre></details>'
        for severity, headline, text in found
    )
    return f"<div><b>{html.escape(summary)}</b>{items}</div>"


def timeline(title: str, rows: Sequence[str], spans: Sequence[tuple[int, str, int, int, str]], text: str) -> str:
    """Returns a timeline as a picture. A span is the number of its row, its kind "run" or "wait", its start, its end and
    its label, which appears under the pointer. ``text`` is below the picture."""
    shown = [span for span in spans if span[0] < MOST_WAVES][:MOST_SPANS]
    end = max((span[3] for span in shown), default=0) or 1
    scale = (_WIDTH - _LABELS) / end
    count = min(len(rows), MOST_WAVES)
    parts = [
        f'<text x="0" y="{(place + 0.8) * _ROW:.0f}" font-size="11" fill="currentColor">{html.escape(row)}</text>'
        for place, row in enumerate(rows[:count])
    ]
    for row, kind, start, stop, label in shown:
        place = f'x="{_LABELS + start * scale:.1f}" y="{row * _ROW + 1}" width="{max((stop - start) * scale, 1):.1f}"'
        about = html.escape(f"{label}, {start} to {stop}")
        parts.append(f'<rect {place} height="{_ROW - 2}" fill="{_COLORS[kind]}"><title>{about}</title></rect>')
    picture = f'<svg width="{_WIDTH}" height="{count * _ROW}" role="img">{"".join(parts)}</svg>'
    left = len(rows) > count or len(spans) > len(shown)
    cut = "<div>only the first waves and spans are shown</div>" if left else ""
    return (
        f'<div><b>{html.escape(title)}</b><div>{picture}</div>{cut}<pre style="{_CODE}">{html.escape(text)}</pre></div>'
    )
