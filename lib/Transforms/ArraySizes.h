//===- ArraySizes.h - Sizes of arrays as numbers ------------------*- C++ -*-===//
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

/// What diagnostics call an array.
struct ArrayKind {
  StringRef name;
  bool isLocal;
};

/// Of `wave.groupshared` or a `memref.alloca`.
ArrayKind getArrayKind(Operation *memory);

/// The length operand of an array; null where its type states the length.
Value getLengthOperand(Operation *memory);

/// Evaluates the values that lengths are made of, at one wave size of a kernel: those of
/// one function's body, and what helpers return to it.
class SizeEvaluator {
public:
  /// With `graph` calls are evaluated as if they were inlined. It has no recursion.
  SizeEvaluator(FuncOp kernel, int32_t laneCount,
                const CallGraph *graph = nullptr)
      : kernel(kernel), laneCount(laneCount), graph(graph) {}

  /// The constant that the machine computes. Null, with `culprit` set, where the value
  /// is not constant.
  Attribute evaluate(Value value);

  /// The number without wrap. None, with `wrapped` set, where a number on the way leaves
  /// its type, and where the value is not a constant integer.
  std::optional<int64_t> getNumber(Value value);

  /// Whether the value is a constant that was written, in whatever function.
  bool isLiteral(Value value);

  /// The evaluator of the callee's body, for this call.
  SizeEvaluator &enter(CallOp call);

  Value culprit;
  /// The number that its type cannot hold.
  std::optional<int64_t> wrapped;
  /// A number that was evaluated depends on `wave.lane_count`.
  bool usesLaneCount = false;

private:
  /// The same value as another function of the call graph has it.
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
  /// Who called the function; null in the kernel.
  SizeEvaluator *caller = nullptr;
  CallOp call;
  DenseMap<Operation *, std::unique_ptr<SizeEvaluator>> callees;
  DenseMap<Value, Attribute> known;
  DenseMap<Value, std::optional<int64_t>> numbers;
};

/// V17: at every wave size of the kernel its arrays, and those of the helpers that it
/// calls, have at least one element, and at most 2147483647. No number that a length is
/// made of wraps around. Lengths that are not constant are left to
/// `wave-resolve-groupshared`.
LogicalResult verifyArraySizes(FuncOp kernel, const CallGraph &graph);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_ARRAYSIZES_H
