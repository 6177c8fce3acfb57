//===- GroupNumbers.h - Indices of groups of the program -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPNUMBERS_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPNUMBERS_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// Leaves one operation for the index of the group, at the begin of the kernel, from
/// which all others follow.
GroupIdOp createGroupNumber(FuncOp kernel, gpu::Dimension dimension);

/// The groups of the program that a launched group runs.
struct GroupsOfProgram {
  Value first;
  /// How many of them and of the later ones there are; 1 for a group that does its own
  /// work. At most `factor` of them are run.
  Value left;
};

/// Computes which groups of the program a launched group runs along `dimension`. The
/// parameters are those of `mergeGroups`.
GroupsOfProgram createGroupsOfProgram(OpBuilder &builder, FuncOp kernel,
                                      gpu::Dimension dimension, unsigned factor,
                                      bool mayRunAlone);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPNUMBERS_H
