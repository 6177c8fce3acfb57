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

/// Whether the operations of `function`, their types and the uses of memory are those
/// that pipelines accept (V8, V9, V11, V14 and V15 of `wave-verify`); reports all that
/// are not.
LogicalResult verifyOperations(
    FunctionOpInterface function,
    function_ref<bool(Operation *)> isAccepted = isAcceptedOperation);

/// Whether the arrays of `kernel` have static sizes.
LogicalResult verifySized(FunctionOpInterface kernel);

/// Reports a thread number in a kernel under `num_waves`, where threads have none (V1).
InFlightDiagnostic emitThreadNumberError(Operation *op);

/// Reports a kernel outside of a gpu.module (V20).
InFlightDiagnostic emitKernelPlaceError(Operation *kernel);

/// What a pass needs of kernels. Each form includes the forms before it.
enum class WaveForm {
  /// `verifyOperations` holds.
  Accepted,
  /// Kernels have no calls, and no thread numbers under `num_waves`.
  Inlined,
  /// Kernels' arrays have static sizes: `wave-resolve-groupshared` has run.
  Sized,
};

/// Whether the functions in `root` have `form`; reports what is missing.
LogicalResult verifyForm(Operation *root, WaveForm form);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_OPERATIONRULES_H
