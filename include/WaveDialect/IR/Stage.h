//===- Stage.h - Rules of the pipeline stages -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_STAGE_H
#define WAVEDIALECT_IR_STAGE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"

#include "WaveDialect/IR/WaveEnums.h.inc"

namespace mlir::wave {

/// Whether kernels of this stage run in groups of threads, so that their waves
/// are countable. `launch` is the launch of a node, none for other stages.
bool hasGroups(Stage stage, std::optional<NodeLaunch> launch);

/// Whether HLSL proposal 0054 allows `num_waves` on this stage.
bool allowsNumWaves(Stage stage);

/// Whether the lanes of this stage form quads.
bool hasQuads(Stage stage);

/// Whether targets can compile kernels of this stage.
bool hasCode(Stage stage);

/// The largest number of threads in a group of this stage.
int32_t getThreadLimit(Stage stage);

/// Whether this is a stage of ray tracing.
bool isRayTracing(Stage stage);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_STAGE_H
