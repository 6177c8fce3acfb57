//===- CallGraph.cpp - Who calls whom ---------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/CallGraph.h"

using namespace mlir;
using namespace mlir::wave;

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
  for (CallOp call : getCalls(function)) {
    FuncOp callee = getCallee(call);
    if (auto it = finished.find(callee); it != finished.end() && !it->second)
      cycle = cycle ? cycle : call;
    visit(callee);
  }
  finished[function] = true;
  order.push_back(function);
}

ArrayRef<CallOp> CallGraph::getCalls(FuncOp caller) const {
  auto it = calls.find(caller);
  return it == calls.end() ? ArrayRef<CallOp>() : it->second;
}

LogicalResult CallGraph::verifyNoRecursion() const {
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
