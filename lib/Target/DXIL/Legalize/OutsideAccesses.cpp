//===- OutsideAccesses.cpp - Elements that an array has not --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An access out of an array's bounds is undefined, and DXIL refuses one whose index is a
// literal. A load gives what nobody wrote, and a store or an atomic does nothing.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

/// Whether a literal index is at the array's end or behind it.
static bool isOutside(const GetElementPtrInst &gep) {
  Type *type = gep.getSourceElementType();
  for (const Use &index : drop_begin(gep.indices())) {
    auto *array = dyn_cast<ArrayType>(type);
    std::optional<uint64_t> literal = getLiteral(index.get());
    if (array && literal && *literal >= array->getNumElements())
      return true;
    type = GetElementPtrInst::getTypeAtIndex(type, index.get());
  }
  return false;
}

/// What reads the result reads an undefined value. That of a compare-exchange is read
/// field by field.
static void replaceByUndef(Instruction &inst) {
  for (User *user : make_early_inc_range(inst.users()))
    if (auto *field = dyn_cast<ExtractValueInst>(user)) {
      field->replaceAllUsesWith(UndefValue::get(field->getType()));
      field->eraseFromParent();
    }
  if (!inst.use_empty())
    inst.replaceAllUsesWith(UndefValue::get(inst.getType()));
}

static void eraseAccesses(GetElementPtrInst &gep) {
  for (User *user : make_early_inc_range(gep.users())) {
    auto *access = cast<Instruction>(user);
    if (!isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(access))
      continue;
    replaceByUndef(*access);
    access->eraseFromParent();
  }
}

/// An array that nobody accesses any more is not allowed either.
static void eraseObject(Value *object) {
  if (!object->use_empty())
    return;
  if (auto *global = dyn_cast<GlobalVariable>(object))
    global->eraseFromParent();
  else if (auto *inst = dyn_cast<AllocaInst>(object))
    inst->eraseFromParent();
}

Error legalize::removeOutsideAccesses(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<GetElementPtrInst *> outside;
    for (Instruction &inst : instructions(function))
      if (auto *gep = dyn_cast<GetElementPtrInst>(&inst);
          gep && isOutside(*gep))
        outside.push_back(gep);
    for (GetElementPtrInst *gep : outside) {
      Value *object = gep->getPointerOperand();
      eraseAccesses(*gep);
      if (!gep->use_empty())
        continue;
      gep->eraseFromParent();
      eraseObject(object);
    }
    if (!outside.empty())
      eraseDeadInstructions(function);
  }
  return Error::success();
}
