"""The code for Vulkan: valid in every shape of control flow, all operations across lanes at the scope of a wave."""

from __future__ import annotations

import itertools
import linecache
import re
import struct
import subprocess
import textwrap
from shutil import which

import pytest

pytestmark = pytest.mark.skipif(which("spirv-val") is None, reason="SPIRV-Tools are not installed")

HEAD = "import wavedialect as wd\nfrom wavedialect import f32, i32, u32\n\n\n"

# Operations just before, in and behind loops crash compilers that tie them together by tokens: llvm/llvm-project#188323
# (before a loop), #164496 (a token that is poison), #88144 (do-while). No token is here to get lost; the matrix shows
# that each place compiles, and the validator that the result is well-formed.

OPERATIONS = {
    "reduce": "wd.wave_active_sum(n)",
    "prefix": "wd.wave_prefix_product(n)",
    "ballot": "wd.wave_active_ballot(n > 2).y",
    "read_first": "wd.wave_read_lane_first(n)",
    "read_at": "wd.wave_read_lane_at(n, lane ^ 1)",
    "elect": "u32(wd.wave_is_first_lane())",
    "all_equal": "u32(wd.wave_active_all_equal(n))",
}

# `{op}` is the operation, `{inner}` another construct.
FLOWS = {
    "straight": """
        x += {op}
    """,
    "before a for": """
        x += {op}
        for i in range(n):
            x += i
            {inner}
    """,
    "in a for": """
        for i in range(n):
            x += {op}
            {inner}
    """,
    "behind a for": """
        for i in range(n):
            x += i
            {inner}
        x += {op}
    """,
    "in the bound of a for": """
        for i in range({op} & 7):
            x += i
            {inner}
    """,
    "in the condition of a while": """
        while x < {op}:
            x += 1
            {inner}
    """,
    "in a while": """
        while x < n:
            x += {op} + 1
            {inner}
    """,
    "behind a while": """
        while x < n:
            x += 1
            {inner}
        x += {op}
    """,
    "in a do": """
        while True:
            x += {op} + 1
            {inner}
            if x > n:
                break
    """,
    "in the condition of a do": """
        while True:
            x += 1
            {inner}
            if x > {op}:
                break
    """,
    "before a break": """
        for i in range(n):
            if i == lane:
                x = {op}
                break
            {inner}
    """,
    "before a continue": """
        for i in range(n):
            if i == lane:
                x += {op}
                continue
            {inner}
    """,
    "behind a continue": """
        for i in range(n):
            {inner}
            if i == lane:
                continue
            x += {op}
    """,
    "in the cases of a switch": """
        if n == 0:
            x += {op}
            {inner}
        elif n == 1:
            x ^= {op}
        elif n == 2 or n == 5:
            x |= {op}
        else:
            x += 1
    """,
    "in a condition": """
        if {op} > 3:
            x += 1
            {inner}
    """,
    "before a return": """
        if n == 3:
            out[lane] = {op}
            return
        {inner}
    """,
    "behind a return": """
        if n == 3:
            return
        {inner}
        x += {op}
    """,
    "return in a loop": """
        for i in range(n):
            {inner}
            if i == lane:
                out[lane] = {op}
                return
    """,
}

KERNEL = """
@wd.kernel(num_waves=2)
def {name}(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    n = src[lane]
    x = u32(0)
{body}
    out[lane] = x
"""


def place(construct: str, op: str, inner: str) -> str:
    """The construct's lines with the inner one in its place."""
    lines = []
    for line in textwrap.dedent(construct).strip().splitlines():
        if line.strip() == "{inner}":
            indentation = line[: len(line) - len(line.lstrip())]
            lines += [indentation + other for other in inner.splitlines()]
        else:
            lines.append(line.replace("{op}", op))
    return "\n".join(lines)


def compile_text(name: str, body: str) -> bytes:
    """The module of a kernel with this body."""
    text = HEAD + KERNEL.format(name=name, body=textwrap.indent(body, "    "))
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict = {}
    exec(compile(text, file, "exec"), scope)
    return module_of(scope[name].compile())


def module_of(bundle) -> bytes:
    (module,) = (content for name, content in bundle.files.items() if name.endswith(".spv"))
    return module


def validate(module: bytes) -> str:
    """What others' validator has against the module; empty where it is valid."""
    command = ["spirv-val", "--target-env", "vulkan1.3", "-"]
    done = subprocess.run(command, input=module, capture_output=True, check=False)
    return (done.stdout + done.stderr).decode() if done.returncode else ""


OUTER_FLOWS = [flow for flow in FLOWS if "{inner}" in FLOWS[flow]]


def all_modules():
    """Every operation in every construct, and each construct inside of each, with the operations in turn."""
    for flow, (operation, op) in itertools.product(FLOWS, OPERATIONS.items()):
        yield f"{flow}, {operation}", place(FLOWS[flow], op, "x += 1")
    operations = itertools.cycle(OPERATIONS.values())
    for outer, inner in itertools.product(OUTER_FLOWS, FLOWS):
        # A loop's variable is its own.
        nested = place(FLOWS[inner], next(operations), "x += 3").replace("in range", "_in range")
        nested = re.sub(r"\bi\b", "j", nested).replace("_in range", "in range")
        yield f"{inner} {outer}", place(FLOWS[outer], next(operations), nested)


MODULES = dict(all_modules())


@pytest.fixture(scope="module")
def compiled():
    """The modules by the name of their control flow."""
    return {flow: compile_text(f"kernel_{number}", body) for number, (flow, body) in enumerate(MODULES.items())}


def test_an_operation_may_stand_anywhere(compiled):
    assert len(compiled) == len(FLOWS) * len(OPERATIONS) + len(FLOWS) * len(OUTER_FLOWS)
    broken = {flow: said for flow, module in compiled.items() if (said := validate(module))}
    assert not broken


# Instructions of a module: (place in words, opcode, operands).

LOOP_MERGE, SELECTION_MERGE, CONSTANT, CONTROL_BARRIER = 246, 247, 43, 224
GROUP_NON_UNIFORM = range(333, 367)
SUBGROUP = 3


def instructions(module: bytes):
    words = struct.unpack(f"<{len(module) // 4}I", module)
    at = 5
    while at < len(words):
        length, opcode = words[at] >> 16, words[at] & 0xFFFF
        yield at, opcode, words[at + 1 : at + length]
        at += length


def patched(module: bytes, at: int, word: int) -> bytes:
    return module[: 4 * at] + struct.pack("<I", word) + module[4 * at + 4 :]


def without_instruction(module: bytes, at: int) -> bytes:
    length = struct.unpack_from("<I", module, 4 * at)[0] >> 16
    return module[: 4 * at] + module[4 * (at + length) :]


def test_the_validator_sees_control_flow_that_is_not_structured(compiled):
    """A loop or a condition that does not say where its lanes come together again is what the matrix must find."""
    for flow in ("in a for, reduce", "before a break, ballot", "in the cases of a switch, prefix"):
        module = compiled[flow]
        merges = [at for at, opcode, _ in instructions(module) if opcode in (LOOP_MERGE, SELECTION_MERGE)]
        assert merges
        assert all(validate(without_instruction(module, at)) for at in merges)


# The scope of every operation across lanes is the wave: llvm/llvm-project#213087 and KhronosGroup/SPIRV-Tools#6811 (the
# validator has become strict, and older ones accept others).


def wrong_scopes(module: bytes) -> list[int]:
    """Places of operations across lanes at another scope than the wave's."""
    constants = {operands[1]: operands[2] for _, opcode, operands in instructions(module) if opcode == CONSTANT}
    return [
        at
        for at, opcode, operands in instructions(module)
        if opcode in GROUP_NON_UNIFORM and constants.get(operands[2]) != SUBGROUP
    ]


def test_operations_across_lanes_have_the_scope_of_a_wave(compiled):
    count = 0
    for flow, module in compiled.items():
        assert wrong_scopes(module) == [], flow
        for at, opcode, operands in instructions(module):
            if opcode in GROUP_NON_UNIFORM:
                count += 1
                # Another constant in its place, whatever it is, is noticed.
                other = next(
                    operands[1]
                    for _, opcode, operands in instructions(module)
                    if opcode == CONSTANT and operands[2] != SUBGROUP
                )
                assert wrong_scopes(patched(module, at + 3, other)) == [at]
    assert count > len(compiled) / 2


# No barrier goes that orders something, in groups of one wave as well, where lanes are not in lockstep: the quirk
# GROUP_SHARED_AUTO_BARRIER of HansKristian-Work/dxil-spirv and HansKristian-Work/vkd3d-proton#3111 are of programs that
# left it out, counting on lockstep in groups of at most 32 threads.

EXCHANGE = """
@wd.kernel({size})
def exchange(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 128)
    lane = wd.wave_lane_index()
    shared[lane] = lane * 3
    {barrier}
    out[lane] = shared[lane ^ 1]
"""


@pytest.mark.parametrize("size", ["num_waves=1", "num_waves=1, wave_size=4", "num_threads=4", "num_threads=32"])
def test_a_barrier_in_a_small_group_stays(size):
    counted = {}
    for barrier in ("wd.group_memory_barrier_with_group_sync()", "wd.group_memory_barrier()", "pass"):
        text = HEAD + EXCHANGE.format(size=size, barrier=barrier)
        file = f"<{size} {barrier}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        scope: dict = {}
        exec(compile(text, file, "exec"), scope)
        opcodes = [
            opcode
            for _, opcode, _ in instructions(module_of(scope["exchange"].compile(disable=["promote-groupshared"])))
        ]
        counted[barrier.strip("()")[3:]] = (opcodes.count(CONTROL_BARRIER), opcodes.count(225))
    assert counted["group_memory_barrier_with_group_sync"] == (1, 0)
    assert counted["group_memory_barrier"] == (0, 1)
    # And none comes from nowhere, so that the count is of the kernel's own.
    assert counted["s"] == (0, 0)


def test_the_kernels_of_the_matrix_contain_their_operations():
    """Each holds its operation where it says, so that none is tested twice."""
    assert len(set(MODULES.values())) == len(MODULES)
    for flow, body in MODULES.items():
        assert "{" not in body, flow
        assert any(op in body for op in OPERATIONS.values()), flow
