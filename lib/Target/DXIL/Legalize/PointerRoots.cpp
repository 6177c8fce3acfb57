//===- PointerRoots.cpp - What pointers point into -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerRoots.h"

#include "Calls.h"
#include "Kernel.h"

#include "llvm/IR/Constants.h"

#include <numeric>

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

static bool isHandle(Type *type) {
  auto *structure = dyn_cast<StructType>(type);
  return structure && structure->hasName() &&
         structure->getName() == "dx.types.Handle";
}

bool legalize::isChoice(const Value *value) {
  return isa<PHINode, SelectInst>(value) &&
         (value->getType()->isPointerTy() || isHandle(value->getType()));
}

Value *legalize::stripOffsets(Value *value) {
  while (auto *gep = dyn_cast<GEPOperator>(value))
    value = gep->getPointerOperand();
  return value;
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

unsigned PointerRoots::Handle::getIndexOperand() const {
  switch (*getOpcode(*create)) {
  case 57: // createHandle
    return 3;
  case 217: // createHandleFromBinding
    return 2;
  default: // createHandleFromHeap
    return 1;
  }
}

bool PointerRoots::findHandle(Value *value, Handle &handle) {
  auto *call = dyn_cast<CallInst>(value);
  if (call && getOpcode(*call) == 216) { // annotateHandle
    handle.annotate = call;
    call = dyn_cast<CallInst>(call->getArgOperand(1));
  }
  if (!call || !is_contained({57, 217, 218}, getOpcode(*call).value_or(0)))
    return false;
  handle.create = call;
  handle.index =
      dyn_cast<Constant>(call->getArgOperand(handle.getIndexOperand()));
  return true;
}

bool PointerRoots::Handle::isMadeLike(const Handle &other) const {
  if (create->getCalledFunction() != other.create->getCalledFunction() ||
      !annotate != !other.annotate ||
      (annotate &&
       annotate->getArgOperand(2) != other.annotate->getArgOperand(2)))
    return false;
  for (unsigned i = 0, e = getNonUniformOperand(); i < e; ++i)
    if (i != getIndexOperand() &&
        create->getArgOperand(i) != other.create->getArgOperand(i))
      return false;
  return true;
}

unsigned PointerRoots::numberOf(const Handle &handle) {
  for (auto [i, root] : enumerate(roots)) {
    auto *known = std::get_if<Handle>(&root);
    if (!known || !known->isMadeLike(handle))
      continue;
    if (known->index != handle.index)
      known->index = nullptr;
    return i;
  }
  roots.push_back(handle);
  return roots.size() - 1;
}

Value *PointerRoots::findHandleIndex(Value *value) {
  Handle handle;
  return isHandle(value->getType()) && findHandle(value, handle)
             ? handle.create->getArgOperand(handle.getIndexOperand())
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

void PointerRoots::measure(GEPOperator *gep) {
  SmallMapVector<Value *, APInt, 4> variables;
  APInt constant(32, 0);
  gep->collectOffset(layout, 32, variables, constant);
  divisor = std::gcd(divisor, constant.abs().getZExtValue());
  for (auto &[variable, stride] : variables)
    divisor = std::gcd(divisor, stride.abs().getZExtValue());
}

int64_t PointerRoots::getUnit() const {
  return divisor == 0 ? 4 : std::min<uint64_t>(divisor & -divisor, 8);
}

Error PointerRoots::add(Instruction *choice, Value *value, Numbers &found) {
  if (isa<UndefValue, ConstantPointerNull>(value))
    return Error::success();
  if (isHandle(value->getType())) {
    Handle handle;
    if (findHandle(value, handle))
      found.insert(numberOf(handle));
    else if (!isChoice(value))
      return refuse(*choice, "a choice of handles of unknown origin");
    return Error::success();
  }
  while (auto *gep = dyn_cast<GEPOperator>(value)) {
    measure(gep);
    value = gep->getPointerOperand();
  }
  if (!isa<GlobalVariable, AllocaInst>(value))
    return isChoice(value) || isa<UndefValue, ConstantPointerNull>(value)
               ? Error::success()
               : refuse(*choice, "a choice of pointers of unknown origin");
  auto *it = find_if(roots, [&](const auto &root) {
    auto *pointer = std::get_if<Value *>(&root);
    return pointer && *pointer == value;
  });
  if (it == roots.end())
    it = roots.insert(roots.end(), value);
  found.insert(it - roots.begin());
  return Error::success();
}

/// Lanes may differ in what they choose, so that a handle with a chosen index is
/// non-uniform.
Value *PointerRoots::create(IRBuilderBase &builder, unsigned number,
                            Value *offset) const {
  if (auto *pointer = std::get_if<Value *>(&roots[number]))
    return builder.CreateGEP(builder.getIntNTy(getUnit() * 8), *pointer,
                             offset);
  const auto &handle = std::get<Handle>(roots[number]);
  auto *create = cast<CallInst>(builder.Insert(handle.create->clone()));
  create->setArgOperand(handle.getIndexOperand(),
                        handle.index ? handle.index : offset);
  if (!handle.index && !isa<Constant>(offset))
    create->setArgOperand(handle.getNonUniformOperand(), builder.getTrue());
  if (!handle.annotate)
    return create;
  auto *annotate = cast<CallInst>(builder.Insert(handle.annotate->clone()));
  annotate->setArgOperand(1, create);
  return annotate;
}
