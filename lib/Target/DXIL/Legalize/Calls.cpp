//===- Calls.cpp - Calls of DXIL's functions -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "Kernel.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;

bool legalize::isOperation(const Function &function) {
  return function.getName().starts_with("dx.op.");
}

std::optional<uint32_t> legalize::getOpcode(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  if (!call || call->arg_empty())
    return std::nullopt;
  const Function *callee = call->getCalledFunction();
  if (!callee || !isOperation(*callee))
    return std::nullopt;
  std::optional<uint64_t> opcode = getLiteral(call->getArgOperand(0));
  return opcode ? std::optional<uint32_t>(*opcode) : std::nullopt;
}
