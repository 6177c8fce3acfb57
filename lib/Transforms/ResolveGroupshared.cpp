//===- ResolveGroupshared.cpp - Gives groupshared and local arrays their static size ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_RESOLVEGROUPSHARED
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// HLSL's limit: 4096 registers of 16 bytes for the local arrays of a lane.
static constexpr int64_t kLocalLimit = 65536;

namespace {
/// Values as constants, folded through their operands, at one size of a wave.
class ConstantEvaluator {
public:
  ConstantEvaluator(FuncOp kernel, int32_t laneCount)
      : kernel(kernel), laneCount(laneCount) {}

  /// Null, with `culprit` set, where the value is not constant.
  Attribute evaluate(Value value) {
    auto [it, inserted] = known.try_emplace(value);
    if (!inserted)
      return it->second;
    Attribute result = compute(value);
    return known[value] = result;
  }

  Value culprit;

private:
  Attribute compute(Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return constant;
    Operation *op = value.getDefiningOp();
    auto getI32 = [&](int64_t number) {
      return IntegerAttr::get(IntegerType::get(value.getContext(), 32), number);
    };
    if (isa_and_nonnull<GroupWaveCountOp>(op) && kernel.getNumWavesValue())
      return getI32(*kernel.getNumWavesValue());
    if (isa_and_nonnull<LaneCountOp>(op))
      return getI32(laneCount);
    culprit = value;
    if (!op || !isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                                vector::VectorDialect>(op->getDialect()))
      return {};
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(evaluate(operand));
      if (!operands.back())
        return {};
    }
    SmallVector<OpFoldResult> results;
    culprit = value;
    if (failed(op->fold(operands, results)) || results.size() != 1)
      return {};
    if (auto attribute = dyn_cast<Attribute>(results.front()))
      return attribute;
    return evaluate(cast<Value>(results.front()));
  }

  FuncOp kernel;
  int32_t laneCount;
  DenseMap<Value, Attribute> known;
};
} // namespace

namespace {
/// How an array is called, and its rules begin.
struct ArrayKind {
  StringRef name, rule;
};
constexpr ArrayKind kGroupshared = {"groupshared memory", "groupshared"};
constexpr ArrayKind kLocal = {"a local array", "local-array"};
} // namespace

/// Reports rule `<kind>-empty` unless the array has an element.
static LogicalResult verifyNotEmpty(Operation *memory, int64_t elements,
                                    FuncOp kernel, ArrayKind kind) {
  if (elements > 0)
    return success();
  InFlightDiagnostic error = memory->emitError(kind.name)
                             << " has at least one element, got " << elements;
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  if (kernel.getNumWavesValue() == 1 || (launch && launch->numWaves == 1))
    error << " (the kernel runs with num_waves(1))";
  return error << " [" << kind.rule << "-empty]";
}

/// The number of elements, reported under `<kind>-not-constant` if it is none.
static FailureOr<int64_t> getLength(Operation *memory, Value size,
                                    FuncOp kernel, ArrayKind kind) {
  // One binary serves all sizes, and a length may fall with the size of a wave.
  Value culprit;
  int64_t longest = std::numeric_limits<int64_t>::min();
  bool constant = true;
  for (int32_t laneCount : kernel.getWaveSizes()) {
    ConstantEvaluator evaluator(kernel, laneCount);
    auto length = dyn_cast_or_null<IntegerAttr>(evaluator.evaluate(size));
    if (length) {
      longest = std::max(longest, length.getValue().getSExtValue());
      continue;
    }
    constant = false;
    // A constant that is no number has no culprit.
    culprit = evaluator.culprit ? evaluator.culprit : size;
  }
  if (constant)
    return longest;
  InFlightDiagnostic error =
      memory->emitError("the size of ")
      << kind.name
      << " is known when the kernel is compiled: make it of constants, "
         "group_wave_count under num_waves, and lane_count ["
      << kind.rule << "-not-constant]";
  error.attachNote(culprit.getLoc()) << "this value is not constant";
  return failure();
}

/// The array's type, static from here on.
static FailureOr<MemRefType> resolveType(Operation *memory, MemRefType type,
                                         Value size, FuncOp kernel,
                                         ArrayKind kind) {
  if (size) {
    FailureOr<int64_t> length = getLength(memory, size, kernel, kind);
    if (failed(length))
      return failure();
    if (failed(verifyNotEmpty(memory, *length, kernel, kind)))
      return failure();
    type = MemRefType::Builder(type).setShape({*length});
  }
  if (failed(verifyNotEmpty(memory, type.getNumElements(), kernel, kind)))
    return failure();
  return type;
}

namespace {
struct ResolveGroupshared final
    : wave::impl::ResolveGroupsharedBase<ResolveGroupshared> {
  void runOnOperation() override {
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
      FailureOr<MemRefType> type =
          resolveType(op, cast<MemRefType>(op.getMemory().getType()),
                      op.getSize(), kernel, kGroupshared);
      if (failed(type))
        return failure();
      op.getSizeMutable().clear();
      op.getMemory().setType(*type);
      bytes = addArray(bytes, *type);
    }
    // Its payload has a size now, which is one of the operation's own rules.
    if (DispatchMeshOp dispatch = findDispatchMesh(kernel);
        dispatch && failed(dispatch.verify()))
      return failure();
    int64_t localBytes = 0;
    for (memref::AllocaOp op : local) {
      auto sizes = op.getDynamicSizes();
      FailureOr<MemRefType> type =
          resolveType(op, op.getType(), sizes.empty() ? Value() : sizes.front(),
                      kernel, kLocal);
      if (failed(type))
        return failure();
      op.getDynamicSizesMutable().clear();
      op.getMemref().setType(*type);
      localBytes = addArray(localBytes, *type);
    }
    if (localBytes > kLocalLimit)
      return kernel.emitOpError("uses ")
             << localBytes << " bytes of local arrays, a lane has at most "
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
        << bytes << " bytes of groupshared memory, a group has at most "
        << limit << ": use less, or state group_shared_limit "
        << "[groupshared-limit]";
    for (GroupsharedOp op : shared)
      if (op->hasAttr("wave.counter"))
        error.attachNote(op.getLoc())
            << "4 bytes count the waves of a group, which Shader Model 6.10 "
               "does by itself";
      else
        error.attachNote(op.getLoc()) << op.getMemory().getType() << " is here";
    return error;
  }
};
} // namespace
