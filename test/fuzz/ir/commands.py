"""Commands to run: passes, pipelines and translations in random order with random options."""

from __future__ import annotations

import random
from dataclasses import dataclass

from templates import NUMBERS
from tools import Option, Tools

# Upstream passes that a user may run between ours.
UPSTREAM = (
    *("canonicalize", "cse", "sccp", "loop-invariant-code-motion", "control-flow-sink", "mem2reg", "sroa"),
    *("canonicalize{region-simplify=aggressive}", "remove-dead-values", "inline", "symbol-dce", "topological-sort"),
    *("arith-expand", "expand-strided-metadata", "fold-memref-alias-ops", "convert-scf-to-cf", "lower-affine"),
    *("scf-for-to-while", "scf-for-loop-canonicalization", "loop-invariant-subset-hoisting", "strip-debuginfo"),
)
# Not int-range-optimizations: it takes one step for each value of a loop counter, also in plain mlir-opt.
# wave-fold-ranges replaces it.

SIZES = ("4", "8", "16", "32", "64", "128", "0", "3", "256", "4294967295", "-4")
TEXTS = {
    "shader-model": ("6.0", "6.2", "6.5", "6.6", "6.8", "6.9", "6.10", "6.11", "7.0", "x"),
    "instrument": ("written", "optimized", "x"),
    "targets": ("x",),
    "only": ("x",),
    "ignore": ("x",),
}


@dataclass(frozen=True)
class Command:
    """A tool and its arguments; for ``wave-opt``, the passes are separate, so that some can be removed."""

    tool: str
    passes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        pipeline = [f"--pass-pipeline=builtin.module({','.join(self.passes)})"] if self.passes else []
        return [self.tool, *pipeline, *self.options]

    def __str__(self) -> str:
        words = (f"'{word}'" if set(word) & set("(){} ,") else word for word in self.arguments)
        return " ".join(words)

    def without_options(self, index: int) -> Command:
        """Returns the command with default options for the pass at ``index``."""
        passes = list(self.passes)
        passes[index] = strip_options(passes[index])
        return Command(self.tool, tuple(passes), self.options)


def strip_options(text: str) -> str:
    start, end = text.find("{"), text.rfind("}")
    return text if start < 0 else text[:start] + text[end + 1 :]


class Commands:
    def __init__(self, tools: Tools):
        self.tools = tools
        self.pipelines = [name for name in tools.passes if name.startswith("wave-to-")]
        self.single = [name for name in tools.passes if name not in self.pipelines]

    def value(self, chance: random.Random, option: Option) -> str:
        if option.kind == "bool":
            return chance.choice(("true", "false"))
        if option.name in ("enable", "disable"):
            names = self.tools.optimizations
            return ",".join(chance.sample(names, chance.randint(1, len(names))))
        if option.name in TEXTS:
            return chance.choice(TEXTS[option.name])
        if option.name.endswith("wave-size"):
            return chance.choice(SIZES)
        if option.name == "opt-level":
            return chance.choice("0122")
        return str(chance.choice(NUMBERS))

    def configured(self, chance: random.Random, name: str, share: float = 0.4) -> str:
        """Returns a pass with random values for some of its options."""
        stated = [f"{o.name}={self.value(chance, o)}" for o in self.tools.passes[name] if chance.random() < share]
        if name in ("wave-to-simd", "convert-wave-to-simd", "wave-fix-wave-size") and chance.random() < 0.8:
            stated = [text for text in stated if not text.startswith("wave-size=")]
            stated.append(f"wave-size={chance.choice(SIZES[:6])}")
        text = name + ("{" + " ".join(stated) + "}" if stated else "")
        if name not in self.tools.nested:
            return text
        return f"wave.func({text})" if chance.random() < 0.5 else f"gpu.module(wave.func({text}))"

    def choose(self, chance: random.Random) -> Command:
        kind = chance.random()
        if kind < 0.1:
            makes, options = self.tools.translations
            stated = [
                f"--{o.name}" if o.kind == "bool" else f"--{o.name}={self.value(chance, o)}"
                for o in options
                if chance.random() < 0.2
            ]
            return Command("wave-translate", (), (f"--{chance.choice(makes)}", *stated))
        if kind < 0.4:
            passes = [self.configured(chance, chance.choice(self.pipelines), 0.25)]
            if passes[0].startswith("wave-to-simd") and chance.random() < 0.5:
                passes.append("convert-simd-to-llvm")
        else:
            count = chance.choice((1, 1, 1, 2, 3, 4, 6))
            passes = [self.configured(chance, chance.choice(self.single + self.pipelines)) for _ in range(count)]
            if chance.random() < 0.3:
                passes.insert(chance.randrange(len(passes) + 1), chance.choice(UPSTREAM))
        return Command("wave-opt", tuple(passes))
