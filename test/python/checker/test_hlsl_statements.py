"""The statements and loops that are found in HLSL text."""

from __future__ import annotations

from wavedialect.frontends.hlsl.source_text import source_of

TEXT = """#define LOOP for (;;) {
[numthreads(8, 1, 1)]  // a comment; with a semicolon
void main(uint t : SV_GroupIndex) {
  uint a = f(1; 2), b[2] = {1, 2}; a++;
  [unroll] for (uint i = 0; i < 4; ++i)
    if (i) a += 1; else { a += 2; }
  /* while (0) { */ do { a = 1; } while (a);
  while (a)
    { a = "}"; }
}
struct S { int x; };
"""


def text_at(text, part):
    lines = text.split("\n")
    (first, start), (last, end) = part
    assert first == last
    return lines[first - 1][start - 1 : end]


def test_statements():
    found = [text_at(TEXT, one) for one in source_of(TEXT).statements]
    assert found[:4] == ["uint a = f(1; 2), b[2] = {1, 2};", "a++;", "a += 1;", "a += 2;"]
    assert found[4:6] == ["a = 1;", "while (a);"] and 'a = "}";' in found and "int x;" in found


def test_loops():
    assert [(one.start, one.end[0]) for one in source_of(TEXT).loops] == [((5, 12), 6), ((7, 21), 7), ((8, 3), 9)]


def test_text_that_is_no_shader():
    for text in ("", "}}}{{{", "for (", "do", "[", "a ( b [ c", 'for (;;) "'):
        assert source_of(text) is not None
