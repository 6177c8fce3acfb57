//===- OperationRules.h - The rules of operations in a wave.func -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_OPERATIONRULES_H
#define WAVEDIALECT_TRANSFORMS_OPERATIONRULES_H

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/AcceptedOperations.h"

namespace mlir::wave {

/// Checks that pipelines accept the operations of `function`, their types and
/// the uses of memory (V8, V9, V11, V14 and V15 of `wave-verify`); reports
/// every violation.
LogicalResult verifyOperations(
    FunctionOpInterface function,
    function_ref<bool(Operation *)> isAccepted = isAcceptedOperation);

/// Whether `op` is a function that no target supports for doubles, and whose
/// emulation would be too inaccurate (V15).
bool hasNoDoubleForm(Operation *op);

/// Checks that the arrays of `kernel` have static sizes.
LogicalResult verifySized(FunctionOpInterface kernel);

/// Reports a thread index in a kernel under `num_waves`, where threads have no
/// indices (V1).
InFlightDiagnostic emitThreadNumberError(Operation *op);

/// Reports a kernel outside of a gpu.module (V20).
InFlightDiagnostic emitKernelPlaceError(Operation *kernel);

/// The form of kernels that a pass requires. Each form includes the forms
/// before it.
enum class WaveForm {
  /// `verifyOperations` holds.
  Accepted,
  /// Kernels have no calls, and no thread indices under `num_waves`.
  Inlined,
  /// The arrays of kernels have static sizes: `wave-resolve-groupshared` has
  /// run.
  Sized,
};

/// Checks that the functions in `root`, which have the form `known`, if any, have
/// `form`; reports each violation.
LogicalResult verifyForm(Operation *root, WaveForm form,
                         std::optional<WaveForm> known = std::nullopt);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_OPERATIONRULES_H
