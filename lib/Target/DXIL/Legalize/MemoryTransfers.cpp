//===- MemoryTransfers.cpp - Copies and fills of known size --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Objects.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

/// Up to here a transfer is one access after the other, above it a loop.
static constexpr uint64_t maxUnrolled = 16;
/// A copy within one array reads all before it writes.
static constexpr uint64_t maxOverlapping = 64;

namespace {
class Transfer {
public:
  explicit Transfer(MemIntrinsic &call)
      : call(call), builder(&call), layout(call.getDataLayout()) {}

  Error expand();

private:
  /// The type of one access: the scalars of the arrays, if the size is so many of them.
  Type *findElement();
  void considerObject(Value *pointer, Align align, Type *&element);
  Value *createPointer(Value *base, Value *index) {
    return builder.CreateInBoundsGEP(element, base, index);
  }
  Value *getFilling();
  void copyAt(Value *index);
  void copyAll();
  void createLoop();

  MemIntrinsic &call;
  IRBuilder<> builder;
  const DataLayout &layout;
  Type *element = nullptr;
  uint64_t count = 0;
  Value *filling = nullptr;
};
} // namespace

/// The bytes of the narrowest load or store of an object; 4 if there is none.
static uint64_t getNarrowestAccess(Value *object, const DataLayout &layout) {
  uint64_t narrowest = 4;
  for (User *user : object->users()) {
    if (isa<GEPOperator>(user))
      narrowest = std::min(narrowest, getNarrowestAccess(user, layout));
    else if (isa<LoadInst, StoreInst>(user))
      narrowest = std::min<uint64_t>(
          narrowest, layout.getTypeAllocSize(getLoadStoreType(user)));
  }
  return narrowest;
}

void Transfer::considerObject(Value *pointer, Align align, Type *&element) {
  Value *object = findObject(pointer);
  Type *type = getObjectType(object);
  Type *scalar = type ? getScalarOf(type) : nullptr;
  // Bytes are what LLVM makes of memory that it no longer knows the type of.
  if (!scalar || scalar->isIntegerTy(8)) {
    uint64_t divisor = getOffset(pointer, layout).getDivisor();
    uint64_t size = getNarrowestAccess(object, layout);
    if (divisor != 0)
      size = std::min(size, std::max(divisor, align.value()));
    scalar = builder.getIntNTy(size * 8);
  }
  if (!element ||
      layout.getTypeAllocSize(scalar) < layout.getTypeAllocSize(element))
    element = scalar;
}

Type *Transfer::findElement() {
  Type *element = nullptr;
  considerObject(call.getRawDest(), call.getDestAlign().valueOrOne(), element);
  if (auto *copy = dyn_cast<MemTransferInst>(&call))
    considerObject(copy->getRawSource(), copy->getSourceAlign().valueOrOne(),
                   element);
  return element;
}

/// The byte, in each byte of the element.
Value *Transfer::getFilling() {
  auto *fill = cast<MemSetInst>(&call);
  uint64_t bytes = layout.getTypeStoreSize(element);
  Type *integer = builder.getIntNTy(bytes * 8);
  Value *value = builder.CreateZExt(fill->getValue(), integer);
  value = builder.CreateMul(
      value,
      ConstantInt::get(integer, APInt::getSplat(bytes * 8, APInt(8, 1))));
  if (element->isIntegerTy())
    return builder.CreateTrunc(value, element);
  return builder.CreateBitCast(value, element);
}

void Transfer::copyAt(Value *index) {
  Value *value = filling;
  if (auto *copy = dyn_cast<MemTransferInst>(&call))
    value =
        builder.CreateLoad(element, createPointer(copy->getRawSource(), index));
  builder.CreateStore(value, createPointer(call.getRawDest(), index));
}

void Transfer::copyAll() {
  auto *copy = cast<MemTransferInst>(&call);
  SmallVector<Value *> values;
  for (uint64_t i = 0; i < count; ++i)
    values.push_back(builder.CreateLoad(
        element, createPointer(copy->getRawSource(), builder.getInt32(i))));
  for (auto [i, value] : enumerate(values))
    builder.CreateStore(value,
                        createPointer(call.getRawDest(), builder.getInt32(i)));
}

void Transfer::createLoop() {
  BasicBlock *head = call.getParent();
  BasicBlock *body = head->splitBasicBlock(call.getIterator());
  BasicBlock *exit = body->splitBasicBlock(call.getIterator());
  builder.SetInsertPoint(body->getTerminator());
  PHINode *index = builder.CreatePHI(builder.getInt32Ty(), 2);
  copyAt(index);
  Value *next = builder.CreateAdd(index, builder.getInt32(1));
  index->addIncoming(builder.getInt32(0), head);
  index->addIncoming(next, body);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(count)),
                       body, exit);
  body->getTerminator()->eraseFromParent();
}

Error Transfer::expand() {
  auto *length = dyn_cast<ConstantInt>(call.getLength());
  if (!length)
    return refuse(call, "a transfer of unknown size");
  uint64_t size = length->getZExtValue();
  element = findElement();
  if (size % layout.getTypeAllocSize(element) != 0)
    element = builder.getInt8Ty();
  count = size / layout.getTypeAllocSize(element);
  if (isa<MemSetInst>(call))
    filling = getFilling();
  auto *move = dyn_cast<MemMoveInst>(&call);
  if (move &&
      findObject(move->getRawSource()) == findObject(move->getRawDest())) {
    if (count > maxOverlapping)
      return refuse(call, "a long copy within one array");
    copyAll();
  } else if (count > maxUnrolled) {
    createLoop();
  } else {
    for (uint64_t i = 0; i < count; ++i)
      copyAt(builder.getInt32(i));
  }
  call.eraseFromParent();
  return Error::success();
}

/// memcpy, memmove and memset become loads and stores.
Error legalize::lowerMemoryTransfers(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<MemIntrinsic *> calls;
    for (Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<MemIntrinsic>(&inst))
        calls.push_back(call);
    for (MemIntrinsic *call : calls)
      if (Error error = Transfer(*call).expand())
        return error;
  }
  return Error::success();
}
