//===- OutsideAccesses.cpp - Elements that an array has not --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An access outside of an array is undefined, and DXIL refuses one whose index is a literal
// or poison. A load reads an undefined value, and a store or an atomic does nothing.
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

/// Returns the pointer that a load, a store or an atomic accesses; null for
/// other instructions.
static Value *getAccessedPointer(Instruction &inst) {
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&inst))
    return atomic->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&inst);
}

/// Whether a pointer is to no element: its index is a literal outside of the
/// array, or undefined, which constant folding turns into poison.
static bool isOutside(const Value *pointer) {
  if (isa<UndefValue>(pointer))
    return true;
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  return gep && isOutside(*gep);
}

Error legalize::removeOutsideAccesses(Module &module) {
  bool changed = false;
  for (Function &function : getBodies(module)) {
    SmallVector<Instruction *> outside;
    for (Instruction &inst : instructions(function))
      if (Value *pointer = getAccessedPointer(inst);
          pointer && isOutside(pointer))
        outside.push_back(&inst);
    for (Instruction *access : outside) {
      replaceByUndef(*access);
      access->eraseFromParent();
    }
    if (!outside.empty())
      eraseDeadInstructions(function);
    changed |= !outside.empty();
  }
  // DXIL does not allow an array without accesses.
  if (changed)
    for (GlobalVariable &array : make_early_inc_range(module.globals()))
      if (array.use_empty())
        array.eraseFromParent();
  return Error::success();
}
