//===- VerifyInput.cpp - The LLVM IR that the steps expect ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// `wave-to-dxil` lowers every operation of a kernel, so that the steps get scalars, calls
// of DXIL's functions, and arrays in memory. Edited modules may hold more; it is refused
// here, at its line.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "WaveDialect/DXIL/Operations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static Error verifyCallee(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !isOperation(*callee))
    return refuseInstruction(call, "use an operation of the dxil dialect");
  std::optional<uint32_t> opcode = getOpcode(call);
  if (!opcode || !findOperation(*opcode))
    return refuseInstruction(call, "use an operation of the dxil dialect");
  if (call.hasOperandBundles())
    return refuseInstruction(call, "leave out its operand bundles");
  return Error::success();
}

static Error verifyKind(const Instruction &inst) {
  if (!isInstructionOfDXIL(inst))
    return refuseInstruction(inst, "use instructions of LLVM 3.7 on scalars");
  if (auto *call = dyn_cast<CallInst>(&inst))
    return verifyCallee(*call);
  auto *branch = dyn_cast<SwitchInst>(&inst);
  if (branch && !branch->getCondition()->getType()->isIntegerTy(32))
    return refuseInstruction(inst, "a switch is over an i32");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Structures are what functions of DXIL and compare-exchanges give.
static bool givesStructure(const Value &value) {
  return isa<CallInst, AtomicCmpXchgInst>(value);
}

static bool isResultType(const Instruction &inst, const Module &module) {
  const Type *type = inst.getType();
  if (type->isPointerTy())
    return isa<AllocaInst, GetElementPtrInst>(inst);
  if (type->isStructTy())
    return givesStructure(inst) || (isMatrix(type) && isa<PHINode>(inst));
  return type->isVoidTy() || isLegalScalar(module, type);
}

static bool isPointerOperand(const Use &operand) {
  const User *user = operand.getUser();
  if (isa<StoreInst>(user))
    return operand.getOperandNo() == StoreInst::getPointerOperandIndex();
  return isa<LoadInst, CallInst>(user) ||
         (isa<GetElementPtrInst, AtomicRMWInst, AtomicCmpXchgInst>(user) &&
          operand.getOperandNo() == 0);
}

static bool isOperandType(const Use &operand, const Module &module) {
  const Value *value = operand.get();
  const Type *type = value->getType();
  if (isa<BasicBlock, Function>(value))
    return true;
  if (type->isPointerTy())
    return isPointerOperand(operand);
  if (isa<ConstantExpr>(value))
    return false;
  if (isa<CallInst>(operand.getUser()))
    return type->isStructTy() || isLegalScalar(module, type) ||
           (type->isIntegerTy(8) && isa<ConstantInt>(value));
  if (auto *extract = dyn_cast<ExtractValueInst>(operand.getUser()))
    return givesStructure(*value) && extract->getNumIndices() == 1;
  if (isMatrix(type))
    return isa<PHINode>(operand.getUser());
  return isLegalScalar(module, type);
}

static Error verifyTypes(const Instruction &inst, const Module &module) {
  if (!isResultType(inst, module))
    return refuseType(inst, *inst.getType());
  for (const Use &operand : inst.operands())
    if (!isOperandType(operand, module))
      return refuseType(inst, *operand->getType());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool isStrongAtomic(const Instruction &inst) {
  constexpr auto strongest = AtomicOrdering::SequentiallyConsistent;
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&inst))
    return isAtomicOfDXIL(rmw->getOperation()) &&
           rmw->getType()->isIntegerTy() && rmw->getOrdering() == strongest &&
           rmw->getSyncScopeID() == SyncScope::System;
  auto &exchange = cast<AtomicCmpXchgInst>(inst);
  return !exchange.isWeak() && exchange.getSuccessOrdering() == strongest &&
         exchange.getFailureOrdering() == strongest &&
         exchange.getSyncScopeID() == SyncScope::System;
}

static Error verifyAccess(const Instruction &inst) {
  if (inst.isVolatile())
    return refuseMemory(inst, "no access is volatile");
  if (!inst.isAtomic())
    return Error::success();
  if (isa<LoadInst, StoreInst>(inst))
    return refuseMemory(inst, "loads and stores are not atomic");
  const bool isGroupshared =
      inst.getOperand(0)->getType()->getPointerAddressSpace() == 3;
  if (!isGroupshared || !isStrongAtomic(inst))
    return refuseMemory(
        inst,
        "atomics are seq_cst and strong, on integers in groupshared memory: "
        "xchg, add, and, or, xor, min, max, umin, umax and cmpxchg");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Refuses what no later step rewrites.
Error legalize::verifyInput(Module &module) {
  for (Function &function : getBodies(module))
    for (const Instruction &inst : instructions(function)) {
      if (Error error = verifyKind(inst))
        return error;
      if (Error error = verifyTypes(inst, module))
        return error;
      if (Error error = verifyAccess(inst))
        return error;
    }
  return Error::success();
}
