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

Value *legalize::findObject(Value *pointer) {
  while (auto *gep = dyn_cast<GEPOperator>(pointer))
    pointer = gep->getPointerOperand();
  return pointer;
}

Type *legalize::getObjectType(const Value *object) {
  if (auto *global = dyn_cast<GlobalVariable>(object))
    return global->getValueType();
  auto *alloca = dyn_cast<AllocaInst>(object);
  if (!alloca)
    return nullptr;
  if (!alloca->isArrayAllocation())
    return alloca->getAllocatedType();
  std::optional<uint64_t> size = getLiteral(alloca->getArraySize());
  return size ? ArrayType::get(alloca->getAllocatedType(), *size) : nullptr;
}

Type *legalize::getScalarOf(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return getScalarOf(array->getElementType());
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getElementType();
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return type;
  Type *scalar = nullptr;
  for (Type *member : structure->elements()) {
    Type *next = getScalarOf(member);
    if (!next || (scalar && scalar != next))
      return nullptr;
    scalar = next;
  }
  return scalar;
}

/// A product by a constant counts as a stride; one that wrapped is no product.
static void addVariable(Offset &offset, Value *value, int64_t stride) {
  auto *product = dyn_cast<OverflowingBinaryOperator>(value);
  if (product && (product->hasNoSignedWrap() || product->hasNoUnsignedWrap())) {
    std::optional<uint64_t> factor = getLiteral(product->getOperand(1));
    if (factor && *factor < 32 && product->getOpcode() == Instruction::Shl)
      return addVariable(offset, product->getOperand(0),
                         stride * (int64_t(1) << *factor));
    if (factor && *factor < (1U << 31) &&
        product->getOpcode() == Instruction::Mul)
      return addVariable(offset, product->getOperand(0),
                         stride * int64_t(*factor));
  }
  offset.variables[value] += stride;
}

Offset legalize::getOffset(Value *pointer, const DataLayout &layout) {
  Offset offset;
  while (auto *gep = dyn_cast<GEPOperator>(pointer)) {
    SmallMapVector<Value *, APInt, 4> variables;
    APInt constant(32, 0);
    gep->collectOffset(layout, 32, variables, constant);
    offset.constant += constant.getSExtValue();
    for (auto &[variable, stride] : variables)
      addVariable(offset, variable, stride.getSExtValue());
    offset.inBounds &= gep->isInBounds();
    pointer = gep->getPointerOperand();
  }
  return offset;
}

uint64_t Offset::getDivisor() const {
  uint64_t bits = constant;
  for (auto &[variable, stride] : variables)
    bits |= stride;
  return bits & -bits;
}

Type *Access::getType() const {
  if (auto *store = dyn_cast<StoreInst>(inst))
    return store->getValueOperand()->getType();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(inst))
    return exchange->getNewValOperand()->getType();
  return isa<LoadInst, AtomicRMWInst>(inst) ? inst->getType() : nullptr;
}

Align Access::getAlign() const {
  if (auto *store = dyn_cast<StoreInst>(inst))
    return store->getAlign();
  if (auto *load = dyn_cast<LoadInst>(inst))
    return load->getAlign();
  if (auto *rmw = dyn_cast<AtomicRMWInst>(inst))
    return rmw->getAlign();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(inst))
    return exchange->getAlign();
  return Align(1);
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

Error legalize::findAccesses(Value *object, Function &function,
                             SmallVectorImpl<Access> &accesses) {
  SmallVector<Value *> worklist = {object};
  while (!worklist.empty()) {
    Value *pointer = worklist.pop_back_val();
    for (Use &use : pointer->uses()) {
      if (isa<GEPOperator>(use.getUser())) {
        worklist.push_back(use.getUser());
        continue;
      }
      auto *inst = dyn_cast<Instruction>(use.getUser());
      if (inst && inst->getFunction() != &function)
        continue;
      if (inst && isAccess(use)) {
        accesses.push_back({inst, use.getOperandNo()});
        continue;
      }
      if (inst)
        return refuse(*inst, "memory that is not just read and written");
      if (auto *constant = dyn_cast<Constant>(use.getUser());
          constant && !constant->use_empty())
        return createStringError("the address of '" + object->getName() +
                                 "' in a constant");
    }
  }
  return Error::success();
}
