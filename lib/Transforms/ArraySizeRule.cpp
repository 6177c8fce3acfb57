//===- ArraySizeRule.cpp - Lengths of arrays at every wave size -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Targets fold counts at different places, some for one wave size. This rule
// checks the kernel before any of them, so that all targets accept the same
// kernels. Calls are not inlined yet: the rule follows lengths into and out of
// helpers.

#include "ArraySizes.h"

#include "WaveDialect/Transforms/CallGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
enum class Mistake { TooFew, TooMany, Wraps };

/// A mistake with its number, and the wave sizes at which it occurs.
struct Finding {
  Mistake mistake;
  int64_t number;
  bool usesLaneCount;
  /// Whether the length is a constant operation.
  bool isLiteral;
  SmallVector<int32_t, 6> waveSizes;
};

/// Checks the arrays of a kernel, and of the helpers that it calls, once for
/// each call.
class ArrayRule {
public:
  ArrayRule(FuncOp kernel, const CallGraph &graph)
      : kernel(kernel), graph(graph) {}

  bool verify(FuncOp function);

private:
  std::optional<Finding> findMistake(Value length);
  void describeLaunch(InFlightDiagnostic &error, const Finding &finding);
  InFlightDiagnostic emitError(Operation *memory);
  LogicalResult verifyLength(Operation *memory);
  bool holdsArrays(FuncOp function);

  FuncOp kernel;
  const CallGraph &graph;
  /// The calls from the kernel to the current function.
  SmallVector<CallOp> path;
  DenseMap<Operation *, bool> arrays;
};
} // namespace

/// The sizes at which a group of the kernel is within the limit of threads.
static SmallVector<int32_t> getFittingSizes(FuncOp kernel) {
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  const int64_t waves = kernel.getNumWavesValue().value_or(0);
  const int64_t limit = getThreadLimit(kernel.getStageOrDefault());
  llvm::erase_if(sizes, [&](int32_t size) { return waves > limit / size; });
  return sizes;
}

/// Returns the first mistake in the length of an array, with all sizes that
/// have it.
std::optional<Finding> ArrayRule::findMistake(Value length) {
  std::optional<Finding> first;
  for (int32_t waveSize : getFittingSizes(kernel)) {
    SizeEvaluator ofKernel(kernel, waveSize, &graph);
    SizeEvaluator *function = &ofKernel;
    for (CallOp call : path)
      function = &function->enter(call);
    SizeEvaluator &evaluator = *function;
    std::optional<int64_t> number = evaluator.getNumber(length);
    std::optional<Mistake> mistake;
    if (evaluator.wrapped)
      mistake = *evaluator.wrapped < 0 ? Mistake::TooFew : Mistake::Wraps;
    else if (number && *number < 1)
      mistake = Mistake::TooFew;
    else if (number && *number > INT32_MAX)
      mistake = Mistake::TooMany;
    if (!mistake)
      continue;
    const int64_t found = evaluator.wrapped.value_or(number.value_or(0));
    if (!first)
      first = {*mistake,
               found,
               evaluator.usesLaneCount,
               evaluator.isLiteral(length),
               {}};
    if (first->mistake == *mistake && first->number == found)
      first->waveSizes.push_back(waveSize);
  }
  return first;
}

/// Adds " (the kernel runs with num_waves(4) and waves of 32, 64 or 128
/// lanes)", as far as the number depends on either.
void ArrayRule::describeLaunch(InFlightDiagnostic &error,
                               const Finding &finding) {
  std::optional<int64_t> waves = kernel.getNumWavesValue();
  if (finding.isLiteral)
    waves = std::nullopt;
  if (!waves && !finding.usesLaneCount)
    return;
  error << " (the kernel runs with ";
  if (waves)
    error << "num_waves(" << *waves << ")";
  if (finding.usesLaneCount) {
    error << (waves ? " and waves of " : "waves of ");
    ArrayRef<int32_t> sizes = finding.waveSizes;
    for (size_t i = 0; i < sizes.size(); ++i)
      error << (i == 0                  ? ""
                : i + 1 == sizes.size() ? " or "
                                        : ", ")
            << sizes[i];
    error << " lanes";
  }
  error << ")";
}

/// Reports an error with the calls that lead to a helper's array, as inlining
/// does.
InFlightDiagnostic ArrayRule::emitError(Operation *memory) {
  if (path.empty())
    return memory->emitError();
  Location loc = memory->getLoc();
  for (CallOp call : llvm::reverse(path))
    loc = CallSiteLoc::get(loc, call.getLoc());
  return mlir::emitError(loc);
}

LogicalResult ArrayRule::verifyLength(Operation *memory) {
  Value length = getLengthOperand(memory);
  std::optional<Finding> finding = length ? findMistake(length) : std::nullopt;
  if (!finding)
    return success();
  const ArrayKind kind = getArrayKind(memory);
  if (finding->mistake == Mistake::TooFew) {
    InFlightDiagnostic error = emitError(memory)
                               << kind.name
                               << " must have at least one element, got "
                               << finding->number;
    describeLaunch(error, *finding);
    return error << (kind.isLocal ? " [local-array-empty]"
                                  : " [groupshared-empty]");
  }
  if (finding->mistake == Mistake::TooMany) {
    InFlightDiagnostic error =
        emitError(memory) << kind.name << " must have at most " << INT32_MAX
                          << " elements, got " << finding->number;
    describeLaunch(error, *finding);
    return error << (kind.isLocal ? " [local-array-limit]"
                                  : " [groupshared-limit]");
  }
  InFlightDiagnostic error = emitError(memory)
                             << "the size of " << kind.name
                             << " is computed from " << finding->number
                             << ", which does not fit into its type";
  describeLaunch(error, *finding);
  return error << (kind.isLocal ? " [local-array-limit]"
                                : " [groupshared-limit]");
}

/// Whether the function, or a helper that it calls, has an array with a
/// computed length.
bool ArrayRule::holdsArrays(FuncOp function) {
  auto [it, inserted] = arrays.try_emplace(function, false);
  if (!inserted)
    return it->second;
  bool holds = llvm::any_of(graph.getCalls(function), [&](CallOp call) {
    return holdsArrays(graph.getCallee(call));
  });
  function.walk([&](Operation *op) {
    holds |= isa<GroupsharedOp, memref::AllocaOp>(op) && getLengthOperand(op);
  });
  return arrays[function] = holds;
}

bool ArrayRule::verify(FuncOp function) {
  if (!holdsArrays(function))
    return true;
  bool ok = true;
  function.walk([&](Operation *op) {
    if (isa<GroupsharedOp, memref::AllocaOp>(op)) {
      ok &= succeeded(verifyLength(op));
    } else if (auto call = dyn_cast<CallOp>(op)) {
      path.push_back(call);
      ok &= verify(graph.getCallee(call));
      path.pop_back();
    }
  });
  return ok;
}

LogicalResult wave::verifyArraySizes(FuncOp kernel, const CallGraph &graph) {
  return success(ArrayRule(kernel, graph).verify(kernel));
}
