//===- ConstantOperands.cpp - Literals that DXIL does not take -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

/// Direct3D divides by zero to all ones, as a quotient and as a remainder. What the sign
/// would do is undefined in LLVM, so that a signed division may give the same.
static Constant *foldDivision(const Instruction &inst) {
  switch (inst.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::SRem:
  case Instruction::UDiv:
  case Instruction::URem: {
    auto *divisor = dyn_cast<Constant>(inst.getOperand(1));
    return divisor && divisor->isNullValue()
               ? Constant::getAllOnesValue(inst.getType())
               : nullptr;
  }
  default:
    return nullptr;
  }
}

/// The logarithm of a literal outside its range.
static Constant *foldCall(const Instruction &inst) {
  constexpr uint32_t logarithm = 23;
  if (getOpcode(inst) != logarithm || cast<CallInst>(inst).arg_size() != 2)
    return nullptr;
  auto *operand = dyn_cast<ConstantFP>(cast<CallInst>(inst).getArgOperand(1));
  if (!operand)
    return nullptr;
  const APFloat &value = operand->getValueAPF();
  if (value.isZero())
    return ConstantFP::getInfinity(inst.getType(), /*Negative=*/true);
  if (value.isNegative() && !value.isNaN())
    return ConstantFP::getNaN(inst.getType());
  return nullptr;
}

/// Divisions by zero and logarithms of nothing are their results.
Error legalize::foldConstantOperands(Module &module) {
  for (Function &function : getBodies(module))
    for (Instruction &inst : make_early_inc_range(instructions(function))) {
      Constant *result = foldDivision(inst);
      if (!result)
        result = foldCall(inst);
      if (!result)
        continue;
      inst.replaceAllUsesWith(result);
      inst.eraseFromParent();
    }
  return Error::success();
}
