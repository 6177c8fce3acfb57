//===- Stage.h - What the pipeline stages allow -----------------------------===//
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

/// Whether a kernel of this stage runs in groups of threads, so that it has waves
/// to count. `launch` is the node's, none for other stages.
bool hasGroups(Stage stage, std::optional<NodeLaunch> launch);

/// Whether HLSL proposal 0054 allows `num_waves` on this stage.
bool allowsNumWaves(Stage stage);

/// Whether targets have code for kernels of this stage.
bool hasCode(Stage stage);

/// The most threads that a group of this stage has.
int32_t getThreadLimit(Stage stage);

/// Whether this is one of the stages of ray tracing.
bool isRayTracing(Stage stage);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_STAGE_H
