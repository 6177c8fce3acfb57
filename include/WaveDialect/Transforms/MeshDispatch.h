//===- MeshDispatch.h - What an amplification kernel launches ---------------===//
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

/// The kernel's launch of mesh groups, null where there is none.
DispatchMeshOp findDispatchMesh(FuncOp kernel);

/// Checks that an amplification kernel has one launch of mesh groups, no more and no
/// less (`dispatch-mesh-count`).
LogicalResult verifyMeshDispatchCount(FuncOp kernel);

/// Checks that all waves of a group launch the same number of mesh groups. Divergent
/// is an error (`dispatch-mesh-divergent`) that says why, unknown a warning
/// (`dispatch-mesh-unknown`).
LogicalResult verifyMeshCounts(FuncOp kernel,
                               const UniformityAnalysis &uniformity);

/// Whether all returns of `kernel` are of waves other than the first one, by their
/// number.
bool keepsFirstWave(FuncOp kernel);

/// Makes the numbers of mesh groups known to lanes that will have returned, because on
/// GPUs all lanes of a group launch together. Lanes that are still there put them into
/// groupshared memory, which starts at 0; after a barrier all lanes read it. So a group
/// of which all lanes return launches nothing. For kernels that still hold returns.
void shareMeshCounts(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_MESHDISPATCH_H
