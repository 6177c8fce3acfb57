//===- PipelinedLoops.h - Loops whose tiles another wave can load -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two steps of `wave-pipeline-waves`: the proof that a loop loads tiles and then
// computes with them, and the rewrite that gives the loading to another wave.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_PIPELINEDLOOPS_H
#define WAVEDIALECT_TRANSFORMS_PIPELINEDLOOPS_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"
#include "WaveDialect/Transforms/LoadingSlice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {

inline constexpr StringLiteral kPipelineWaves = "wave-pipeline-waves";

/// Reports at `op` that there is no pipe, and why: the name of the reason and a
/// sentence.
void remarkNoPipe(Operation *op, StringRef name, const Twine &reason);

/// A loop whose body loads tiles, meets the group, computes with the tiles, and
/// meets the group again, in this order or from the second meeting on.
struct PipelinedLoop {
  PipelinedLoop(scf::ForOp loop, const UnwrittenMemory &memory)
      : loop(loop), slice(memory) {}

  scf::ForOp loop;
  /// The barriers after the loading, and after the computation.
  BarrierOp filled, emptied;
  /// The operations of the loop's block that store to tiles, in order.
  SmallVector<Operation *> stores;
  llvm::SetVector<GroupsharedOp> tiles;
  /// What the stores and the control flow around them use.
  LoadingSlice slice;
  /// Whether the loop reads arrays that are not tiles.
  bool readsOtherArrays = false;

  /// Whether the loading is at the begin of an iteration.
  bool loadsFirst() const { return filled->isBeforeInBlock(emptied); }
};

/// Returns the stores to tiles in `op`, including asynchronous copies.
SmallVector<Operation *> findTileStores(Operation *op);

/// Returns the loops of `kernel` that can get a pipe, in program order; reports
/// the reason for each other loop with a barrier of the group.
std::vector<PipelinedLoop> findPipelinedLoops(FuncOp kernel,
                                              const UnwrittenMemory &memory);

/// The elements between two stages of a tile. Each stage begins at a multiple of
/// 16 bytes.
int64_t getStageLength(GroupsharedOp tile);

/// Gives the loading of all `loops` to a new wave with the highest index. Fails
/// without changes, with a remark, if this is impossible.
LogicalResult addLoadingWave(FuncOp kernel, ArrayRef<PipelinedLoop> loops,
                             const UnwrittenMemory &memory, int32_t stages);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_PIPELINEDLOOPS_H
