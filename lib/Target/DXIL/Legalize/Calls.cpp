//===- Calls.cpp - Calls of DXIL's functions -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "Kernel.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

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

static StringRef getOverloadName(Type *type) {
  switch (type->getTypeID()) {
  case Type::HalfTyID:
    return "f16";
  case Type::FloatTyID:
    return "f32";
  case Type::DoubleTyID:
    return "f64";
  default:
    switch (type->getIntegerBitWidth()) {
    case 16:
      return "i16";
    case 32:
      return "i32";
    default:
      assert(type->isIntegerTy(64) && "an overload that no function has");
      return "i64";
    }
  }
}

static StringRef getClassOf(legalize::Opcode opcode) {
  using namespace legalize;
  if (opcode >= Countbits && opcode <= FirstbitHi)
    return "unaryBits";
  if (opcode >= FMax && opcode <= UMin)
    return "binary";
  return opcode == FMad || opcode == Fma ? "tertiary" : "unary";
}

Value *legalize::createCall(IRBuilderBase &builder, Opcode opcode,
                            ArrayRef<Value *> arguments) {
  Type *overload = arguments.front()->getType();
  StringRef opClass = getClassOf(opcode);
  SmallVector<Value *> operands = {builder.getInt32(opcode)};
  append_range(operands, arguments);
  SmallVector<Type *> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Type *result = opClass == "unaryBits" ? builder.getInt32Ty() : overload;
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(
      ("dx.op." + opClass + "." + getOverloadName(overload)).str(),
      FunctionType::get(result, types, /*isVarArg=*/false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setMemoryEffects(MemoryEffects::none());
  return builder.CreateCall(callee, operands);
}
