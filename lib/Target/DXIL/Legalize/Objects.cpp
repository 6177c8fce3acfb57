//===- Objects.cpp - Arrays in memory, and what accesses them ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Objects.h"

#include "Calls.h"
#include "Kernel.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

Type *legalize::getObjectType(const Value *object) {
  if (auto *global = dyn_cast<GlobalVariable>(object))
    return global->getValueType();
  auto *alloca = dyn_cast<AllocaInst>(object);
  if (!alloca || alloca->isArrayAllocation())
    return nullptr;
  return alloca->getAllocatedType();
}

/// Whether a function takes the address of the first word of an array.
static bool takesArray(const Instruction &inst) {
  constexpr uint32_t matrixLoadFromMemory = 0x8000000F,
                     matrixStoreToMemory = 0x80000015;
  std::optional<uint32_t> opcode = getOpcode(inst);
  return opcode && llvm::is_contained(
                       {matrixLoadFromMemory, matrixStoreToMemory}, *opcode);
}

Type *Access::getType() const {
  if (auto *store = dyn_cast<StoreInst>(inst))
    return store->getValueOperand()->getType();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(inst))
    return exchange->getNewValOperand()->getType();
  if (takesArray(*inst))
    return Type::getInt32Ty(inst->getContext());
  return isa<LoadInst, AtomicRMWInst>(inst) ? inst->getType() : nullptr;
}

static bool isAccess(const Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst>(user))
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user))
    return use.getOperandNo() == 0;
  return isa<CallInst>(user) && getOpcode(*user) &&
         use.getOperandNo() < cast<CallInst>(user)->arg_size();
}

Error legalize::findAccesses(Value *object, SmallVectorImpl<Access> &accesses) {
  SmallVector<Value *> worklist = {object};
  while (!worklist.empty()) {
    Value *pointer = worklist.pop_back_val();
    for (Use &use : pointer->uses()) {
      if (isa<GEPOperator>(use.getUser())) {
        worklist.push_back(use.getUser());
        continue;
      }
      auto *inst = dyn_cast<Instruction>(use.getUser());
      if (inst && isAccess(use)) {
        accesses.push_back({inst, use.getOperandNo()});
        continue;
      }
      if (inst)
        return refuseMemory(*inst, "an address is only loaded from and stored "
                                   "to");
      if (auto *constant = dyn_cast<Constant>(use.getUser());
          constant && !constant->use_empty())
        return refuseMemory(*object, "no constant holds an address");
    }
  }
  return Error::success();
}
