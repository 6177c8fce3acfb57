"""The checker's messages, and the advice that depends on the case; all other advice is the help on the page of a rule.

The fields of a message come from ``findings.py``. ``access`` and ``other`` name the operations at the two places;
``element``, ``memory`` and ``size`` describe the accessed memory; ``between`` says which lanes, waves or groups are
involved; ``lanes`` are the lanes at the first place.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import help_of
from ..explanations import rule


@dataclass(frozen=True)
class Rule:
    """One kind of finding."""

    message: str
    second: str = ""
    """The label of the second place. If empty, the operation there is the label."""
    advice: str = ""
    """Set if it is not the help of the page."""


def is_note(name: str) -> bool:
    """Whether the behavior is defined but probably unintended."""
    page = rule(name)
    return page is not None and page.severities.get("checker") == "note"


_OUT_OF_BOUNDS = Rule("{access} out of bounds: {element} of {memory}, which has {size}")

RULES: dict[str, Rule] = {
    "race": Rule("data race {between} on {element} of {memory}: {access} and {other} that {unordered} orders"),
    "lost-update": Rule(
        "lost update {between} on {element} of {memory}: the new value is computed from a load, and nothing orders {access}"
        " and {other}"
    ),
    "out-of-bounds": _OUT_OF_BOUNDS,
    "buffer-bounds": _OUT_OF_BOUNDS,
    "uninitialized": Rule("load of {element} of {memory}, which this group has not written"),
    "inactive-lane": Rule("{operation} reads a lane that is inactive or does not exist"),
    "quad-lane-out-of-range": Rule("{operation} reads a lane that is none of its quad's four"),
    "quad-inactive": Rule("{operation} is executed without all four lanes of a quad"),
    "partition-mask": Rule("{operation} has a mask that no `wd.wave_match` gives"),
    "integer-division": Rule("integer division by zero, or of the type's lowest number by -1"),
    "float-to-integer": Rule("conversion of a float that does not fit the integer type"),
    "shift-amount": Rule("shift by less than 0 or by the width of the type or more"),
    "barrier-not-reached": Rule(
        "{barrier} is not reached by all live waves of group {group}: wave {wave} waits{missing}",
        second="wave {other_wave} never arrives, and is {where}",
    ),
    "barrier-mismatch": Rule(
        "waves {wave} and {other_wave} of group {group} wait at different barriers",
        second="wave {other_wave} waits here, at {other}",
    ),
    "async-copy-divergent": Rule("an asynchronous copy is reached by a part of the live lanes of wave {wave}: {lanes}"),
    "async-copy-not-waited": Rule("wave {wave} of group {group} ends before this asynchronous copy does"),
    "pipe-deadlock": Rule("deadlock in group {group}: wave {wave} {pipe_wait}"),
    "pipe-order": Rule("{pipe_misuse}"),
    "pipe-unbalanced": Rule("group {group} ends with {pipe_uses}", second="the last step of wave {other_wave}"),
    "waves-barrier-deadlock": Rule("deadlock in group {group}: wave {wave} {pipe_wait}"),
    "waves-barrier-wave": Rule("{pipe_misuse}"),
    "not-finished": Rule("the run timed out; group {group} had not finished: wave {wave} was here"),
    "barrier-lanes": Rule("{barrier} is reached by a part of the live lanes of wave {wave}: {lanes}"),
    "group-uniform": Rule(
        "a false `wd.group_uniform`: the value is not the same {between}",
        second="the other value, of wave {other_wave}",
    ),
    "check-failed": Rule("{condition}"),
    "dispatch-mesh-differs": Rule(
        "the number of mesh groups that `wd.dispatch_mesh` launches is not the same {between}",
        second="another number, of wave {other_wave}",
    ),
    "results-differ": Rule(
        "the results in {memory} differ: {element} is {value} with {other_configuration}, and {new_value} with"
        " {configuration}; {differing} of {total} {differ}",
    ),
    "fixed-group-count": Rule(
        "the results in {memories} depend on the wave size because the number of groups does not: {groups} with"
        " {few} lanes at wave_size={smallest} and {many} at wave_size={largest}; with the same number of lanes at every wave"
        " size the results are equal",
        advice="pass the groups as a function of the wave size, `lambda lanes: items // ({waves} * lanes)` or"
        " `{kernel}.dispatch_size(items)` (`--work` on the command line)",
    ),
}
"""By rule name. For details see docs/checker.md."""

DEADLOCKS = ("pipe-deadlock", "waves-barrier-deadlock")
"""The rules about waves that wait forever."""

MISUSES = ("pipe-order", "waves-barrier-wave")
"""The rules about a wave that may not execute a step or a barrier of a set of waves."""

PAIRS = ("race", "lost-update")
"""The rules about two accesses of one element."""

ROUNDS = Rule(
    "waves {wave} and {other_wave} of group {group} wait at one barrier in different iterations",
    second="wave {other_wave} waits here, in another iteration",
    advice="let the conditions and loops around the barrier be the same for all waves",
)
"""A "barrier-mismatch" in which both waves wait at the same place."""

MORE_LANES = (
    "the groups ({groups}) have more lanes at larger wave sizes: pass the groups as a function of the wave size,"
    " `lambda lanes: items // ({waves} * lanes)` or `{kernel}.dispatch_size(items)`; or test the index, `if i < len(x):`"
)
"""The advice on out-of-bounds accesses to a buffer that occur only at larger wave sizes, with a fixed number of
groups."""

UNINITIALIZED_LOCAL = Rule(
    "load of {element} of {memory}, which this lane has not written",
    advice="store to every element before the first load, because the initial contents are undefined",
)
"""An "uninitialized" element of a local array."""

UNINITIALIZED_PART = Rule("load of {element}, which this lane has not written", advice=UNINITIALIZED_LOCAL.advice)
"""An "uninitialized" part of a variable in HLSL, which the element names."""

UNINITIALIZED_VARIABLE = Rule(
    "use of {memory}, which this lane has not written", advice=help_of("uninitialized-variable") or ""
)
"""An "uninitialized" variable, or a component or field of one."""

UNINITIALIZED_RESULT = Rule(
    "use of the result of {result}, which returns no value in this lane", advice=help_of("missing-return") or ""
)
"""An "uninitialized" result of a function that may end without `return`."""

UNKNOWN = Rule("undefined behavior", advice="see docs/semantics.md")

#: Advice on what only some configurations show, such as results that differ, by the aspect that differs.
DEPENDS: dict[str, str] = {
    "wave_size": "look for what depends on the wave size, such as a constant in place of `wd.wave_lane_count()`, or the"
    " result of one wave in place of the whole group's",
    "lane_order": "a device may place the threads in other lanes and waves, as here: number lanes by"
    " `wd.wave_lane_index()`, and waves by `wd.group_wave_index()`, not by the index of a thread",
    "wave_order": "a device may run the waves in any order: let no result depend on which wave reaches an atomic first",
    "extra_waves": "a device may launch more waves than the threads need, as here (HLSL proposal 0048): number waves by"
    " `wd.group_wave_index()`, and count them by `wd.group_wave_count()`",
    "idle_waves": "a device may count waves that have no lanes, as here (HLSL proposal 0048): such a wave stores nothing,"
    " so initialize what the group reads for each wave",
}

DECIDED_BY_ORDER = (
    "the kernel has no operation on lanes or waves: look for a value that depends on the order in which lanes execute, such"
    " as a load of an element that an atomic or a coherent store of another lane changes"
)
"""Advice in place of that of ``DEPENDS`` on a kernel that numbers nothing by lanes or waves."""

DECIDED_BY_ATOMICS = (
    "the results of atomics reach this array, so the order of the lanes may decide which values it has, for example which"
    ' lanes find room in a full array: if it does, leave "{name}" out of `unordered`, and compare by your own code what does'
    " not depend on the order"
)
"""Advice on results that differ even if they are sorted, in an array that is named as unordered."""

PARTED = "the waves diverged at this condition"
LANES_PARTED = "the lanes diverged at this condition"
"""The label of a branch where the lanes of one wave diverged."""

NOT_THE_PLACEMENT = "; if that is not the cause, "
"""Before the advice on a mistake that only some placements of threads in waves show."""

CAUSE_FIRST = "first fix {cause}{line}, which may cause this, and check again"
"""Advice on results that differ in a kernel that also has undefined behavior."""

CAUSES = {
    "race": "the race on `{memory}`",
    "lost-update": "the lost update of `{memory}`",
    "out-of-bounds": "the access out of bounds of `{memory}`",
    "uninitialized": "the load of `{memory}`, which has no value there,",
}
"""The name of a cause by its rule; `OTHER_CAUSE` otherwise."""
OTHER_CAUSE = "the finding `{rule}`"

COPY_FIRST = (
    "end the copy before: it ends at the next barrier of the wave, such as `{barrier}()`{where}; a `commit()` shows it"
    " to the waves that wait for it, not to this wave"
)
"""Advice on an access of a wave that follows an asynchronous copy of the wave; the access may be another copy."""

BEFORE_COPY = (
    "put `{barrier}()` between them{where}, for instance directly before `wd.async_copy`: a copy does not wait for accesses of"
    " other lanes that precede it"
)
"""Advice on an asynchronous copy that follows an access of the lanes of its wave."""

EARLIER_ITERATION, LATER_ITERATION = "of an earlier iteration of the loop", "of a later iteration of the loop"

#: Advice on races, by what the race is between and its kind: "one store" by several lanes at one place; "atomic" if one
#: of the two accesses is atomic and the other is not; "update" if a lane loads an element, computes a new value from it and
#: stores that, and an atomic does the same; "update without atomics" if none does; "component" if a store changes some components of a texel; "flag" if the stores write constants under a condition; "two
#: accesses" otherwise. "rounds": a barrier is between the two accesses, but not between the iterations of a loop around
#: them; "next iteration": one statement loads what lanes stored in an earlier iteration; "matrix": "two accesses" of one wave, at
#: least one of them to a matrix.
RACES: dict[tuple[str, str], str] = {
    ("lanes", "one store"): "let one lane store, `if wd.wave_is_first_lane():`, or each lane to an element of its own"
    "{exchange}",
    ("waves", "one store"): "let one wave store, `if wd.group_wave_index() == 0:`, or each wave to elements of its own"
    "{exchange}",
    ("groups", "one store"): "let each group store to elements of its own, or use an atomic{exchange}",
    (
        "lanes",
        "flag",
    ): "use `{atomic}`, which stores the same: lanes race in two executions of a statement, even with the same value",
    ("waves", "flag"): "use `{atomic}`, which stores the same: two waves race even with the same value",
    ("groups", "flag"): "use `{atomic}`, which stores the same: two groups race even with the same value",
    ("lanes", "atomic"): "make both accesses atomic, or put `{barrier}()` between them{where}",
    ("waves", "atomic"): "make both accesses atomic, or put `{barrier}()` between them{where}",
    ("groups", "atomic"): "make both accesses atomic: no barrier orders groups",
    ("lanes", "update"): "use an atomic, `{update}`: it reads and writes at once; or let one lane do it",
    ("waves", "update"): "use an atomic, `{update}`: it reads and writes at once; or let one wave do it",
    ("groups", "update"): "use an atomic, `{update}`: it reads and writes at once",
    ("lanes", "update without atomics"): "combine the values of the lanes first, for instance with"
    " `wd.wave_active_{reduction}(...)`, and let one lane update the element: no atomic does this update",
    (
        "waves",
        "update without atomics",
    ): "let each wave store its value to a groupshared element of its own, and one wave"
    " combine these behind `wd.group_memory_barrier_with_group_sync()`: no atomic does this update",
    (
        "groups",
        "update without atomics",
    ): "let each group store its value to an element of its own, and combine these in"
    " another dispatch: no atomic does this update",
    **{
        (
            between,
            "component",
        ): "a store of one component of a texel loads the texel and stores it whole, so that it races"
        " with accesses of the other components: let one lane store all of them, or give each component an image of its own"
        for between in ("lanes", "waves", "groups")
    },
    (
        "lanes",
        "two accesses",
    ): "put `{barrier}()` between them{where}{rounds}, or let one lane do both: lanes of a wave need not run in lockstep",
    (
        "lanes",
        "matrix",
    ): "put `{barrier}()` between them{where}{rounds}: any lane of the wave may access an element of a matrix",
    ("waves", "two accesses"): "put `{barrier}()` between them{where}{rounds}",
    ("lanes", "rounds"): "put `{barrier}()` at the end of the loop as well, between one iteration and the next{where}",
    ("waves", "rounds"): "put `{barrier}()` at the end of the loop as well, between one iteration and the next{where}",
    ("lanes", "next iteration"): "put `{barrier}()` at the end of the loop, between one iteration and the next{where}",
    ("groups", "two accesses"): "let each group access elements of its own, or use another dispatch or a second array;"
    " only atomics between two `wd.device_memory_barrier()` order groups",
}
OUTSIDE = ", outside of the condition or loop at line {line}, which {differ} decide differently"
"""The ``where`` field, if an access is in control flow that the barrier may not be in."""
ENOUGH = "; for lanes of one wave, `wd.wave_memory_barrier()` is enough"
"""Added where the advice is a barrier of the group between two lanes of one wave."""
ALSO_AT_THE_END = ", and one at the end of the loop as well"
"""The ``rounds`` field, if the two accesses are in one loop and the earlier one is further down in the source."""

EXCHANGE = "; where any of the values will do, `{code}`"
"""The ``exchange`` field, if the store can be made atomic."""

WEAK_BARRIER = "`wd.{operation}` is between them and does not order them: {reason}"
WRONG_SCOPE = "it orders {orders}, not {memory}"
NO_SYNC = "it does not wait for the other waves"
ONLY_WITHIN_WAVE = "it orders only the lanes of one wave"
NO_SYNC_OF_LANES = "it does not wait for the other lanes"
REPLACE_BARRIER = "write `{barrier}()` in place of `wd.{operation}()`"
"""Advice if a barrier is between two accesses that race."""
SKIPPED_BARRIER = (
    "execute `wd.{barrier}()` in every iteration: the condition at line {line} skips it in some, and lanes of a wave need"
    " not run in lockstep"
)
"""Advice if the only barrier in the loop around both accesses is under a condition."""
