//===- Undef.cpp - Values that nobody wrote ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// DXIL reads no undefined value but in a phi and as an operand of a function that has no use
// for it. Elsewhere it is 0, or what makes the instruction simplest.
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

namespace {
/// A function of a resource: which of its operands are always read, and which are the four
/// values of which a mask says that they are written.
struct ResourceCall {
  uint32_t opcode;
  uint32_t read;
  unsigned firstValue;
  unsigned mask;
};
} // namespace

static constexpr uint32_t bit(unsigned operand) { return 1U << operand; }

static const ResourceCall resourceCalls[] = {
    {/*textureLoad=*/66, bit(3), 0, 0},
    {/*textureStore=*/67, bit(2), 5, 9},
    {/*bufferLoad=*/68, bit(2), 0, 0},
    {/*bufferStore=*/69, bit(2), 4, 8},
    {/*getDimensions=*/72, 0, 0, 0},
    {/*atomicBinOp=*/78, bit(3) | bit(6), 0, 0},
    {/*atomicCompareExchange=*/79, bit(2) | bit(5) | bit(6), 0, 0},
    {/*rawBufferLoad=*/139, bit(2), 0, 0},
    {/*rawBufferStore=*/140, bit(2), 4, 8},
};

/// Whether the operand of a call may be left undefined: a coordinate that the resource has
/// not, a value that the mask leaves out. Poison was a coordinate once.
static bool mayStay(const CallInst &call, unsigned operand) {
  Type *type = call.getArgOperand(operand)->getType();
  if (type->isPointerTy() || type->isAggregateType())
    return true;
  const auto *it = find_if(resourceCalls, [&](const ResourceCall &row) {
    return row.opcode == getOpcode(call);
  });
  if (it == std::end(resourceCalls) || (it->read & bit(operand)))
    return false;
  if (it->mask && operand >= it->firstValue && operand < it->firstValue + 4) {
    uint64_t mask = getLiteral(call.getArgOperand(it->mask)).value_or(15);
    return ((mask >> (operand - it->firstValue)) & 1) == 0;
  }
  return !isa<PoisonValue>(call.getArgOperand(operand));
}

static Constant *getDefined(const Instruction &inst, const Use &operand) {
  Type *type = operand->getType();
  bool isDivisor =
      operand.getOperandNo() == 1 && (inst.getOpcode() == Instruction::SDiv ||
                                      inst.getOpcode() == Instruction::SRem ||
                                      inst.getOpcode() == Instruction::UDiv ||
                                      inst.getOpcode() == Instruction::URem);
  return isDivisor ? ConstantInt::get(type, 1) : Constant::getNullValue(type);
}

/// What an instruction is that does nothing: null if it does something.
static Value *simplify(Instruction &inst) {
  auto *select = dyn_cast<SelectInst>(&inst);
  if (!select)
    return nullptr;
  if (isa<UndefValue>(select->getTrueValue()) ||
      isa<UndefValue>(select->getCondition()))
    return select->getFalseValue();
  return isa<UndefValue>(select->getFalseValue()) ? select->getTrueValue()
                                                  : nullptr;
}

static void define(Instruction &inst) {
  auto *call = dyn_cast<CallInst>(&inst);
  for (Use &operand : inst.operands()) {
    if (!isa<UndefValue>(operand.get()) || operand->getType()->isPointerTy())
      continue;
    bool isArgument = call && call->isArgOperand(&operand);
    bool stays =
        isa<PHINode>(inst) ||
        (isArgument && mayStay(*call, call->getArgOperandNo(&operand)));
    if (!stays)
      operand.set(getDefined(inst, operand));
    else if (isa<PoisonValue>(operand.get()))
      operand.set(UndefValue::get(operand->getType()));
  }
}

/// No instruction reads an undefined value, and none reads poison.
Error legalize::removeUndef(Module &module) {
  for (Function &function : getBodies(module)) {
    // An instruction that goes may leave another one with an undefined operand.
    for (bool changed = true; changed;) {
      changed = false;
      for (Instruction &inst : make_early_inc_range(instructions(function))) {
        auto *store = dyn_cast<StoreInst>(&inst);
        if (store && isa<UndefValue>(store->getValueOperand())) {
          store->eraseFromParent();
          continue;
        }
        Value *value = simplify(inst);
        if (!value)
          continue;
        changed = true;
        inst.replaceAllUsesWith(
            value == &inst ? PoisonValue::get(inst.getType()) : value);
        inst.eraseFromParent();
      }
    }
    for (Instruction &inst : instructions(function))
      define(inst);
    eraseDeadInstructions(function);
  }
  return Error::success();
}
