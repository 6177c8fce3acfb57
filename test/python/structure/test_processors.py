"""The code does not assume a processor: what is for x86 alone is in few places, and each has another way beside it. Nor do
the build and the scripts."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("include", "lib", "tools", "python", "cmake", "scripts", "test/fuzz")

#: Names of x86 in code: macros, headers, intrinsics, instructions and ELF machines.
NAMES = re.compile(
    r"__x86_64__|__i386|__SSE|__AVX|_M_X64|[exnp]mmintrin\.h|immintrin\.h|\b_mm\d*_|\bcpuid\b|\brdtsc|isX86|x86_64",
    re.I,
)
COMMENT = re.compile(r"//[^\n]*|#[ \t][^\n]*|\"\"\".*?\"\"\"", re.DOTALL)

#: Files that name x86 in code, and their way for other processors.
EXCEPTIONS = {
    "lib/Pipelines/Pipelines.cpp": "the vector library of x86; others call libm for each lane",
    "lib/Runtime/CheckShadow.cpp": "clones of a function for AVX2; others compile the function once",
    "lib/Target/CPU/HostCPU.cpp": "registers of 256 and 512 bits; others have 128 bits, as NEON",
}
#: Assembly of a processor, in whatever file.
ASSEMBLY = re.compile(r"\basm\s*(volatile)?\s*\(|__asm")


def sources() -> list[Path]:
    return [
        path
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if (path.suffix in (".h", ".cpp", ".td", ".def", ".py", ".cmake", ".txt") or folder == "scripts")
        and path.is_file()
        and "build" not in path.parts
    ]


def code(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


def test_names_of_x86_are_in_few_places():
    assert sorted(str(path.relative_to(ROOT)) for path in sources() if NAMES.search(code(path))) == sorted(EXCEPTIONS)


def test_there_is_no_assembly():
    assert [path for path in sources() if path.suffix in (".h", ".cpp") and ASSEMBLY.search(code(path))] == []


def test_the_search():
    assert NAMES.search("#if defined(__x86_64__)") and NAMES.search("#include <immintrin.h>")
    assert NAMES.search("_mm256_add_ps(a, b)") and not NAMES.search("mm_add")
    assert ASSEMBLY.search('asm volatile("pause")')
