//===- ArraySizes.h - Evaluation of array lengths -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_ARRAYSIZES_H
#define WAVEDIALECT_LIB_TRANSFORMS_ARRAYSIZES_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace mlir::wave {

class CallGraph;

/// The name of an array in diagnostics.
struct ArrayKind {
  StringRef name;
  bool isLocal;
};

/// `memory` is a `wave.groupshared` or a `memref.alloca`.
ArrayKind getArrayKind(Operation *memory);

/// Returns the length operand of an array; null if the length is in its type.
Value getLengthOperand(Operation *memory);

/// Evaluates the values that determine lengths, at one wave size of a kernel:
/// those in the body of one function, and those that its helpers return.
class SizeEvaluator {
public:
  /// With `graph`, evaluates calls as if they were inlined. `graph` must not
  /// have cycles.
  SizeEvaluator(FuncOp kernel, int32_t laneCount,
                const CallGraph *graph = nullptr)
      : kernel(kernel), laneCount(laneCount), graph(graph) {}

  /// Returns the constant that the device computes. Null, with `culprit` set,
  /// if the value is not constant.
  Attribute evaluate(Value value);

  /// Returns the integer, computed without wrapping around. None if the value
  /// is not a constant integer or, with `wrapped` set, if an intermediate value
  /// does not fit its type.
  std::optional<int64_t> getNumber(Value value);

  /// Whether the value is a constant operation, in any function.
  bool isLiteral(Value value);

  /// Returns the evaluator of the callee's body for this call.
  SizeEvaluator &enter(CallOp call);

  Value culprit;
  /// The value that does not fit its type.
  std::optional<int64_t> wrapped;
  /// Whether an evaluated value depends on `wave.lane_count`.
  bool usesLaneCount = false;

private:
  /// The corresponding value in another function of the call graph.
  struct Elsewhere {
    SizeEvaluator *evaluator;
    Value value;
  };

  std::optional<Elsewhere> findElsewhere(Value value);
  template <typename Result>
  Result ask(const Elsewhere &elsewhere,
             Result (SizeEvaluator::*question)(Value));
  Attribute compute(Value value);
  std::optional<int64_t> computeNumber(Value value);
  std::optional<int64_t> getOperand(Operation *op, unsigned place);
  std::optional<int64_t> keepIn(Type type, std::optional<int64_t> number);

  FuncOp kernel;
  int32_t laneCount;
  const CallGraph *graph;
  /// The evaluator of the calling function; null in the kernel.
  SizeEvaluator *caller = nullptr;
  CallOp call;
  DenseMap<Operation *, std::unique_ptr<SizeEvaluator>> callees;
  DenseMap<Value, Attribute> known;
  DenseMap<Value, std::optional<int64_t>> numbers;
};

/// Checks V17: at every wave size of the kernel, its arrays and those of the
/// helpers that it calls have 1 to 2147483647 elements, and computing their
/// lengths does not wrap around. `wave-resolve-groupshared` handles lengths
/// that are not constant.
LogicalResult verifyArraySizes(FuncOp kernel, const CallGraph &graph);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_ARRAYSIZES_H
