//===- Wave.h - The wave dialect, in one header -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVE_H
#define WAVEDIALECT_IR_WAVE_H

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Stage.h"
#include "WaveDialect/IR/WaveInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::wave {

/// The smallest and the largest supported wave size, in lanes.
constexpr int32_t kMinWaveSize = 4, kMaxWaveSize = 128;

/// The maximum size, in bytes, of the payload that an amplification group
/// passes to its mesh groups.
constexpr int64_t kMaxPayloadBytes = 16384;

/// The maximum number of stages of a pipe.
constexpr int32_t kMaxPipeStages = 16;

/// The most sets of waves that barriers of one kernel have. CUDA has 16 barriers, and
/// one of them is the group's.
constexpr size_t kMaxBarrierSets = 15;

/// The maximum number of elements of a wave matrix.
constexpr int64_t kMaxMatrixElements = 65536;

/// The module's attribute that describes the sites of `wave.check` operations,
/// as JSON.
constexpr llvm::StringLiteral kChecksName = "wave.checks";

/// The module's attribute that describes the records of `wave.print` and
/// `wave.assert` operations, as JSON.
constexpr llvm::StringLiteral kRecordsName = "wave.records";

/// The set of executing lanes: operations across lanes read it; barriers,
/// atomics and `wave.retire_if` write it.
struct ExecutionResource : SideEffects::Resource::Base<ExecutionResource> {
  StringRef getName() override { return "wave.execution"; }
};

} // namespace mlir::wave

#include "WaveDialect/IR/WaveDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "WaveDialect/IR/WaveAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "WaveDialect/IR/WaveTypes.h.inc"

#define GET_OP_CLASSES
#include "WaveDialect/IR/WaveOps.h.inc"

#endif // WAVEDIALECT_IR_WAVE_H
