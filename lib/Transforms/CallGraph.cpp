//===- CallGraph.cpp - The calls between functions --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/CallGraph.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// A chain of 20 helpers that each call the next one twice would inline to a
/// million operations; kernels of thousands of lines have about ten thousand.
static constexpr uint64_t kMaxInlinedSize = 1 << 18;

CallGraph::CallGraph(Operation *root) {
  SymbolTableCollection symbols;
  root->walk([&](FuncOp function) {
    SmallVector<CallOp> &list = calls[function];
    function.walk([&](CallOp call) {
      list.push_back(call);
      callees[call] =
          symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    });
  });
  for (auto &[function, list] : calls)
    visit(cast<FuncOp>(function));
}

void CallGraph::visit(FuncOp function) {
  auto [state, inserted] = finished.try_emplace(function, false);
  if (!inserted)
    return;
  uint64_t size = 0;
  function.walk([&](Operation *) { ++size; });
  for (CallOp call : getCalls(function)) {
    FuncOp callee = getCallee(call);
    if (auto it = finished.find(callee); it != finished.end() && !it->second)
      cycle = cycle ? cycle : call;
    visit(callee);
    size = llvm::SaturatingAdd(size, sizes.lookup(callee));
    if (size > kMaxInlinedSize && !tooLarge)
      tooLarge = call;
  }
  sizes[function] = size;
  finished[function] = true;
  order.push_back(function);
}

ArrayRef<CallOp> CallGraph::getCalls(FuncOp caller) const {
  const auto *it = calls.find(caller);
  return it == calls.end() ? ArrayRef<CallOp>() : it->second;
}

LogicalResult CallGraph::verify() const {
  if (!cycle && tooLarge) {
    CallOp call = tooLarge;
    return call->emitOpError("calls '")
           << call.getCallee() << "' too often: helpers are inlined, and '"
           << call->getParentOfType<FuncOp>().getSymName()
           << "' would have more than " << kMaxInlinedSize
           << " operations [inlined-size]";
  }
  if (!cycle)
    return success();
  CallOp call = cycle;
  InFlightDiagnostic error = call->emitOpError("calls '")
                             << call.getCallee()
                             << "' recursively: helpers are inlined and cannot "
                                "call themselves, write a "
                                "loop [recursion]";
  FuncOp callee = getCallee(call);
  error.attachNote(callee.getLoc()) << "'" << call.getCallee() << "' is here";
  return error;
}
