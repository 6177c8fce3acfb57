//===- Atomics.cpp - Atomic accesses as DXIL has them --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace mlir::dxil;

static bool isGroupshared(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == 3;
}

static Type *getIntegerLike(Type *type) {
  return IntegerType::get(type->getContext(), type->getScalarSizeInBits());
}

static AtomicRMWInst *createRMW(IRBuilderBase &builder,
                                AtomicRMWInst::BinOp operation, Value *pointer,
                                Value *value, Align align) {
  return builder.CreateAtomicRMW(operation, pointer, value, align,
                                 AtomicOrdering::SequentiallyConsistent);
}

/// Groupshared memory has no atomic reads: it combines with zero instead.
static void lowerLoad(LoadInst &load) {
  if (!load.isAtomic())
    return;
  if (!isGroupshared(load.getPointerOperand()))
    return load.setAtomic(AtomicOrdering::NotAtomic);
  IRBuilder<> builder(&load);
  Type *integer = getIntegerLike(load.getType());
  Value *value = createRMW(builder, AtomicRMWInst::Or, load.getPointerOperand(),
                           Constant::getNullValue(integer), load.getAlign());
  load.replaceAllUsesWith(builder.CreateBitCast(value, load.getType()));
  load.eraseFromParent();
}

static void lowerStore(StoreInst &store) {
  if (!store.isAtomic())
    return;
  if (!isGroupshared(store.getPointerOperand()))
    return store.setAtomic(AtomicOrdering::NotAtomic);
  IRBuilder<> builder(&store);
  Value *value = store.getValueOperand();
  createRMW(builder, AtomicRMWInst::Xchg, store.getPointerOperand(),
            builder.CreateBitCast(value, getIntegerLike(value->getType())),
            store.getAlign());
  store.eraseFromParent();
}

/// The loop's attempt, on an integer.
static void createAttempt(IRBuilderBase &builder, Value *pointer, Value *loaded,
                          Value *replacement, Align align, AtomicOrdering,
                          SyncScope::ID, Value *&success, Value *&newLoaded,
                          Instruction *) {
  Type *integer = getIntegerLike(loaded->getType());
  Value *expected = builder.CreateBitCast(loaded, integer);
  Value *written = builder.CreateBitCast(replacement, integer);
  Value *pair = builder.CreateAtomicCmpXchg(
      pointer, expected, written, align, AtomicOrdering::SequentiallyConsistent,
      AtomicOrdering::SequentiallyConsistent);
  success = builder.CreateExtractValue(pair, 1);
  newLoaded = builder.CreateBitCast(builder.CreateExtractValue(pair, 0),
                                    loaded->getType());
}

static void lowerRMW(AtomicRMWInst &rmw) {
  if (!isGroupshared(rmw.getPointerOperand())) {
    lowerAtomicRMWInst(&rmw);
    return;
  }
  rmw.setVolatile(false);
  rmw.setOrdering(AtomicOrdering::SequentiallyConsistent);
  rmw.setSyncScopeID(SyncScope::System);
  IRBuilder<> builder(&rmw);
  Value *value = rmw.getValOperand();
  switch (rmw.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::Xor:
    return;
  case AtomicRMWInst::Sub:
    rmw.setOperation(AtomicRMWInst::Add);
    rmw.setOperand(1, builder.CreateNeg(value));
    return;
  case AtomicRMWInst::Xchg: {
    if (!value->getType()->isFloatingPointTy())
      return;
    Value *old = createRMW(
        builder, AtomicRMWInst::Xchg, rmw.getPointerOperand(),
        builder.CreateBitCast(value, getIntegerLike(value->getType())),
        rmw.getAlign());
    rmw.replaceAllUsesWith(builder.CreateBitCast(old, value->getType()));
    rmw.eraseFromParent();
    return;
  }
  default:
    // The load before its loop is plain: what it reads is only the first guess.
    expandAtomicRMWToCmpXchg(&rmw, createAttempt);
  }
}

static void lowerCompareExchange(AtomicCmpXchgInst &exchange) {
  if (!isGroupshared(exchange.getPointerOperand())) {
    lowerAtomicCmpXchgInst(&exchange);
    return;
  }
  exchange.setVolatile(false);
  exchange.setWeak(false);
  exchange.setSuccessOrdering(AtomicOrdering::SequentiallyConsistent);
  exchange.setFailureOrdering(AtomicOrdering::SequentiallyConsistent);
  exchange.setSyncScopeID(SyncScope::System);
}

/// Groupshared memory has atomicrmw of integers and cmpxchg, sequentially consistent; a
/// thread's own memory needs no atomics, and no memory is volatile.
Error legalize::lowerAtomics(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<Instruction *> accesses;
    for (Instruction &inst : instructions(function)) {
      if (auto *fence = dyn_cast<FenceInst>(&inst);
          fence && fence->getSyncScopeID() != SyncScope::SingleThread)
        return refuse(inst, "DXIL has barriers and no fences");
      if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(
              inst))
        accesses.push_back(&inst);
    }
    for (Instruction *inst : accesses) {
      if (auto *load = dyn_cast<LoadInst>(inst)) {
        load->setVolatile(false);
        lowerLoad(*load);
      } else if (auto *store = dyn_cast<StoreInst>(inst)) {
        store->setVolatile(false);
        lowerStore(*store);
      } else if (auto *rmw = dyn_cast<AtomicRMWInst>(inst)) {
        lowerRMW(*rmw);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(inst)) {
        lowerCompareExchange(*exchange);
      } else {
        inst->eraseFromParent();
      }
    }
  }
  return Error::success();
}
