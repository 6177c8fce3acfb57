//===- ResolveGroupshared.cpp - Makes the sizes of arrays static ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArraySizes.h"

#include "WaveDialect/DXIL/ShaderModels.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::wave {
#define GEN_PASS_DEF_RESOLVEGROUPSHARED
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// HLSL's limit: 4096 registers of 16 bytes for the local arrays of a lane.
static constexpr int64_t kLocalLimit = 65536;

/// Reports an array without elements.
static LogicalResult verifyNotEmpty(Operation *memory, int64_t elements,
                                    FuncOp kernel) {
  if (elements > 0)
    return success();
  const ArrayKind kind = getArrayKind(memory);
  InFlightDiagnostic error = memory->emitError(kind.name)
                             << " must have at least one element, got "
                             << elements;
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  if (kernel.getNumWavesValue() == 1 || (launch && launch->numWaves == 1))
    error << " (the kernel runs with num_waves(1))";
  return error << (kind.isLocal ? " [local-array-empty]"
                                : " [groupshared-empty]");
}

/// Returns the number of elements; reports an error if it is not constant.
static FailureOr<int64_t> getLength(Operation *memory, Value size,
                                    FuncOp kernel) {
  // One binary serves all wave sizes, and a length may decrease with the size.
  Value culprit;
  int64_t longest = std::numeric_limits<int64_t>::min();
  bool constant = true;
  for (int32_t laneCount : kernel.getWaveSizes()) {
    SizeEvaluator evaluator(kernel, laneCount);
    auto length = dyn_cast_or_null<IntegerAttr>(evaluator.evaluate(size));
    if (length) {
      longest = std::max(longest, length.getValue().getSExtValue());
      continue;
    }
    constant = false;
    // A constant that is not an integer has no culprit.
    culprit = evaluator.culprit ? evaluator.culprit : size;
  }
  if (constant)
    return longest;
  const ArrayKind kind = getArrayKind(memory);
  InFlightDiagnostic error =
      memory->emitError("the size of ")
      << kind.name
      << " must be a constant: compute it from constants, "
         "'wave.group_wave_count' under num_waves, and 'wave.lane_count'"
      << (kind.isLocal ? " [local-array-not-constant]"
                       : " [groupshared-not-constant]");
  error.attachNote(culprit.getLoc()) << "this value is not constant";
  return failure();
}

/// Returns the type of the array with its static size.
static FailureOr<MemRefType> resolveType(Operation *memory, FuncOp kernel) {
  auto type = cast<MemRefType>(memory->getResult(0).getType());
  if (Value size = getLengthOperand(memory)) {
    FailureOr<int64_t> length = getLength(memory, size, kernel);
    if (failed(length) || failed(verifyNotEmpty(memory, *length, kernel)))
      return failure();
    type = MemRefType::Builder(type).setShape({*length});
  }
  if (failed(verifyNotEmpty(memory, type.getNumElements(), kernel)))
    return failure();
  return type;
}

namespace {
struct ResolveGroupshared final
    : wave::impl::ResolveGroupsharedBase<ResolveGroupshared> {
  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        ok &= succeeded(resolve(function));
    });
    if (!ok)
      signalPassFailure();
  }

  LogicalResult resolve(FuncOp kernel) {
    SmallVector<GroupsharedOp> shared;
    SmallVector<memref::AllocaOp> local;
    kernel.walk([&](GroupsharedOp op) { shared.push_back(op); });
    kernel.walk([&](memref::AllocaOp op) { local.push_back(op); });
    int64_t bytes = 0;
    for (GroupsharedOp op : shared) {
      FailureOr<MemRefType> type = resolveType(op, kernel);
      if (failed(type))
        return failure();
      op.getSizeMutable().clear();
      op.getMemory().setType(*type);
      bytes = addArray(bytes, *type);
    }
    // The payload now has a size, which the operation's verifier limits.
    if (DispatchMeshOp dispatch = findDispatchMesh(kernel);
        dispatch && failed(dispatch.verify()))
      return failure();
    int64_t localBytes = 0;
    for (memref::AllocaOp op : local) {
      FailureOr<MemRefType> type = resolveType(op, kernel);
      if (failed(type))
        return failure();
      op.getDynamicSizesMutable().clear();
      op.getMemref().setType(*type);
      localBytes = addArray(localBytes, *type);
    }
    if (localBytes > kLocalLimit)
      return kernel.emitOpError("uses ")
             << localBytes << " bytes of local arrays; the limit of a lane is "
             << kLocalLimit << ": use less [local-array-limit]";
    return verifyLimit(kernel, bytes, shared);
  }

  LogicalResult verifyLimit(FuncOp kernel, int64_t bytes,
                            ArrayRef<GroupsharedOp> shared) {
    int64_t limit = getGroupsharedLimit(kernel);
    if (bytes <= limit)
      return success();
    InFlightDiagnostic error =
        kernel.emitOpError("uses ")
        << bytes << " bytes of groupshared memory; the limit of a group is "
        << limit << ": use less, or state group_shared_limit "
        << "[groupshared-limit]";
    for (GroupsharedOp op : shared)
      if (op->hasAttr("wave.counter"))
        error.attachNote(op.getLoc())
            << "4 bytes count the waves of a group, which Shader Model "
            << dxil::getFirstModel(dxil::Feature::GroupWaveNumbers)
            << " does by itself";
      else
        error.attachNote(op.getLoc())
            << "this array has " << addArray(0, op.getMemory().getType())
            << " bytes";
    return error;
  }
};
} // namespace
