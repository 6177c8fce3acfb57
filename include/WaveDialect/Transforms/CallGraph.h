//===- CallGraph.h - The calls between functions ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_CALLGRAPH_H
#define WAVEDIALECT_TRANSFORMS_CALLGRAPH_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::wave {

/// The calls between the `wave.func` operations nested in an operation.
class CallGraph {
public:
  explicit CallGraph(Operation *root);

  /// Reports rule `recursion` at a call that closes a cycle, and rule
  /// `inlined-size` at a call that makes a function too large once its helpers
  /// are inlined.
  LogicalResult verify() const;

  /// All functions, callees before their callers. Requires a graph without
  /// cycles.
  ArrayRef<FuncOp> getFunctionsCalleesFirst() const { return order; }

  /// The function that `call` calls; never null in verified IR.
  FuncOp getCallee(CallOp call) const { return callees.lookup(call); }

  /// The calls in `caller`, in program order.
  ArrayRef<CallOp> getCalls(FuncOp caller) const;

private:
  void visit(FuncOp function);

  llvm::MapVector<Operation *, SmallVector<CallOp>> calls;
  DenseMap<Operation *, FuncOp> callees;
  SmallVector<FuncOp> order;
  DenseMap<Operation *, bool> finished;
  /// The number of operations of each function with its helpers inlined.
  DenseMap<Operation *, uint64_t> sizes;
  CallOp cycle, tooLarge;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_CALLGRAPH_H
