//===- GroupCost.h - How many groups are worth merging ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model of `wave-coarsen-groups`. A GPU starts about one group in a
// nanosecond, and executes about one atomic on the same element in that time. Groups
// with less work than the memory and the arithmetic units do meanwhile leave these idle.
// Merged groups share the start and the atomic.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPCOST_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPCOST_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// How many groups a launched group should run.
struct MergeChoice {
  /// A power of two; 1 where merging does not pay.
  unsigned factor = 1;
  /// What limited it: a name and a sentence.
  StringRef limit;
  std::string reason;
};

/// How a launched group runs groups of the program.
struct MergeForm {
  /// More than one if groups are packed.
  unsigned groupsPerWave = 1;
  /// One after the other, with one atomic for all.
  bool isInTurn = false;
};

/// Chooses at most `most` groups along `dimension` for a kernel that
/// `wave-coarsen-groups` accepts.
MergeChoice chooseMerge(FuncOp kernel, gpu::Dimension dimension, unsigned most,
                        const MergeForm &form);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPCOST_H
