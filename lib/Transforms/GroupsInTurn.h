//===- GroupsInTurn.h - Groups that run one after the other -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launched group may run groups of the program in a loop. `wave-aggregate-atomics`
// then moves atomics of lanes out of that loop, so that one atomic serves all groups,
// while lanes that are neighbors still append neighboring elements.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPSINTURN_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPSINTURN_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// Whether lanes of `kernel` use the results of atomics on elements that all groups share,
/// and all of these atomics can leave the loop of `runGroupsInTurn`.
bool mayShareAtomicsInTurn(FuncOp kernel, gpu::Dimension dimension);

/// Rewrites a kernel as `mergeGroups` does, with a loop over the groups. The host always
/// launches fewer groups: one alone would take as many trips. The kernel must be one that
/// `mayShareAtomicsInTurn` accepts.
void runGroupsInTurn(FuncOp kernel, gpu::Dimension dimension, unsigned factor);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPSINTURN_H
