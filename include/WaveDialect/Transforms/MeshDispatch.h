//===- MeshDispatch.h - Launches of mesh groups -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_MESHDISPATCH_H
#define WAVEDIALECT_TRANSFORMS_MESHDISPATCH_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// Returns the kernel's launch of mesh groups, null if it has none.
DispatchMeshOp findDispatchMesh(FuncOp kernel);

/// Checks that an amplification kernel launches mesh groups exactly once
/// (`dispatch-mesh-count`).
LogicalResult verifyMeshDispatchCount(FuncOp kernel);

/// Checks that all waves of a group launch the same number of mesh groups.
/// Divergent counts are an error (`dispatch-mesh-divergent`) that states the
/// cause, unknown counts a warning (`dispatch-mesh-unknown`).
LogicalResult verifyMeshCounts(FuncOp kernel,
                               const UniformityAnalysis &uniformity);

/// Whether all returns of `kernel` depend on the wave index such that the first
/// wave never returns.
bool keepsFirstWave(FuncOp kernel);

/// Provides the counts of mesh groups to lanes that will have returned, because
/// on GPUs all lanes of a group launch together. The remaining lanes store the
/// counts in groupshared memory, which starts as 0; after a barrier all lanes
/// read them. A group whose lanes have all returned therefore launches nothing.
/// For kernels that still contain returns.
void shareMeshCounts(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_MESHDISPATCH_H
