//===- Passes.td - The lints -------------------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LINT_PASSES_TD
#define WAVEDIALECT_LINT_PASSES_TD

include "WaveDialect/Transforms/WavePass.td"

def LintKernels : WavePass<"wave-lint", "Accepted"> {
  let summary = "Reports code that is legal but probably unintended, or slow";
  let description = [{
    Does not change the IR. Each finding is a warning, or a remark if it is only advice.
    It ends in the id of its lint in brackets. Its notes show the other operations that
    contribute and, after `help:`, what to write instead. If there is exactly one right
    fix, a note `fix:` at the place to change states it for programs. The lints are those
    of lib/Lint/Lints.def; docs/lints.md has a page for each.

    ```mlir
    wave.func @tile() kernel num_threads(7, 7, 1) { ... }
    // warning: a group of 49 threads (7 x 7 x 1) does not fill its waves: at 32
    // lanes 2 waves, the last with 15 idle lanes (47 %) [numthreads-not-wave-aligned]
    // note: help: num_threads(8, 8, 1) ...
    ```

    The lints run on a copy of the module, in which helpers are inlined, constants and
    the wave count that `num_waves` states are folded, and branches that are never taken
    are removed. No other change precedes the lints, so every location is one of the
    source and a lint sees the code as written.

    An operation with `wave.lint_ignore = ["id", ...]`, and every operation inside it,
    has no findings of these lints; `["all"]` means all lints.

    Refused: recursion (`recursion`), an unknown lint id, and an unknown target
    (`lint-option`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"targetWaveSize", "target-wave-size", "int32_t", /*default=*/"32",
           "The wave size to judge kernels by that state none">,
    Option<"occupancy", "occupancy", "int32_t", /*default=*/"50",
           "The share of a unit's waves, in percent, that groupshared memory must allow">,
    ListOption<"targets", "targets", "std::string",
               "The machines whose groupshared memory is checked; default: all">,
    Option<"dxc", "dxc", "bool", /*default=*/"false",
           "Report also what is defined for this compiler and not for dxc">,
    ListOption<"only", "only", "std::string", "The lints to run; default: all">,
    ListOption<"ignore", "ignore", "std::string", "The lints not to run">,
  ];
}

#endif // WAVEDIALECT_LINT_PASSES_TD
