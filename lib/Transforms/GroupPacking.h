//===- GroupPacking.h - Several groups in a wave ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merged groups may share their waves: a cluster of lanes runs a group, and each of
// its lanes does the work of several lanes, one in each copy of an operation. So lanes
// that are neighbors access memory that is, where a group alone accesses short rows.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPPACKING_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPPACKING_H

#include "GroupVariance.h"

namespace mlir::wave {

/// Which lanes run a group.
struct Packing {
  /// The lanes of the wave, for which the code is; a wave of another size does not
  /// pack its groups.
  unsigned laneCount;
  /// The lanes that run a group.
  unsigned cluster;

  unsigned getGroupsPerWave() const { return laneCount / cluster; }
};

/// What a packed kernel cannot do.
struct PackingObstacle {
  Operation *op;
  StringRef reason;
};

/// Finds an operation of `kernel` that several groups of a wave cannot execute
/// together; none if they may be packed. `variance` is that of lanes.
std::optional<PackingObstacle> findObstacle(FuncOp kernel,
                                            const GroupVariance &variance);

/// Emits `op`, an operation across the lanes of a group, for all groups of a wave.
/// `findObstacle` must accept it. Each copy of its operand has some lanes of the group;
/// `values` are these copies. `leader` is the index of the cluster's first lane.
Value combineCluster(OpBuilder &builder, Operation *op,
                     MutableArrayRef<Value> values, unsigned cluster,
                     Value leader);

/// The lanes that should run a group, so that accesses of groups which are neighbors
/// along `dimension` become one; none if the accesses of a wave are long enough.
std::optional<unsigned> chooseCluster(FuncOp kernel, gpu::Dimension dimension);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPPACKING_H
