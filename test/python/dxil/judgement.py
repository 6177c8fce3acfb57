"""Whether a kernel compiles for every shader model to containers that the validator accepts, or is refused as it should be."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import dxv
from shader_models import MODELS, minor, needed_model

import wavedialect as wd


@dataclass
class Judgement:
    """What came of one kernel, or of several."""

    containers: int = 0
    """That were made, and validated where there is a validator."""
    refusals: list[str] = field(default_factory=list)
    """The models that refused."""
    problems: list[str] = field(default_factory=list)

    def add(self, other: Judgement) -> None:
        self.containers += other.containers
        self.refusals += other.refusals
        self.problems += other.problems


def containers_of(kernel: wd.Kernel, model: str, **options: Any) -> dict[str, bytes]:
    """The containers of all wave sizes by their names; ``options`` as ``compile`` takes them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        bundle = kernel.compile(target="dxil", shader_model=model, **options)
    return {name: contents for name, contents in bundle.files.items() if name.endswith(".dxil")}


def judge(kernel: wd.Kernel, models: Sequence[str] = MODELS) -> Judgement:
    """Compiles and validates for these models, ascending. A refusal has to name a later model, and exactly the models
    before that one have to refuse."""
    judgement = Judgement()
    named: dict[str, str] = {}
    for model in models:
        try:
            containers = containers_of(kernel, model)
        except Exception as error:  # Whatever it is, the other models and kernels follow.
            needed = needed_model(error)
            if needed is None:
                judgement.problems.append(f"{model}: {type(error).__name__}: {error}")
            elif minor(needed) <= minor(model):
                judgement.problems.append(f"{model} refuses what came with {needed}: {error}")
            else:
                judgement.refusals.append(model)
                named[model] = needed
            continue
        for refusing, needed in named.items():
            if minor(needed) > minor(model):
                judgement.problems.append(f"{model} compiles what {refusing} says to need {needed}")
        judgement.containers += len(containers)
        if dxv.path():
            judgement.problems += _invalid(model, containers)
    return judgement


def _invalid(model: str, containers: dict[str, bytes]) -> list[str]:
    problems = []
    for name, contents in containers.items():
        try:
            dxv.validate(contents)
        except dxv.Invalid as error:
            problems.append(f"{model}: {name}: {error}")
    return problems


def judge_cases(kernel: Any, models: Sequence[str] = MODELS) -> Judgement:
    """The same of a kernel of the matrix: where a model refuses it, each case follows alone."""
    whole = judge(kernel.load(), models)
    refusing = list(whole.refusals)
    if len(kernel.cases) > 1 and refusing:
        for case in kernel.cases:
            whole.add(judge(kernel.restricted([case]).load(), refusing))
    return whole
