//===- MemoryToNVVM.cpp - Buffers, groupshared and local arrays, tables --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The address of an element. Indices have 32 bits, without a sign.
static Value createAddress(NVVMBuilder &b, Value memory, Value index) {
  Value pointer = b.kernel.getPointer(memory);
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  Value wide = arith::IndexCastUIOp::create(b, b.i64, index);
  return LLVM::GEPOp::create(b, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{wide},
                             LLVM::GEPNoWrapFlags::none);
}

static unsigned getAlignment(Value memory) {
  return getScalarBytes(cast<MemRefType>(memory.getType()).getElementType());
}

static Value createLoad(NVVMBuilder &b, Value memory, Value index, Type type) {
  return LLVM::LoadOp::create(b, type, createAddress(b, memory, index),
                              getAlignment(memory));
}

static void createStore(NVVMBuilder &b, Value value, Value memory,
                        Value index) {
  LLVM::StoreOp::create(b, value, createAddress(b, memory, index),
                        getAlignment(memory));
}

static Value createLookup(NVVMBuilder &b, LookupOp op) {
  Value table = b.kernel.getTable(op.getTable());
  // An index that the table does not have gives any element.
  Value last = b.i32Number(op.getLength() - 1);
  Value index = arith::MinUIOp::create(b, op.getIndex(), last);
  Value place = LLVM::GEPOp::create(b, table.getType(), op.getType(), table,
                                    ArrayRef<LLVM::GEPArg>{index},
                                    LLVM::GEPNoWrapFlags::none);
  return LLVM::LoadOp::create(b, op.getType(), place,
                              getScalarBytes(op.getType()));
}

FailureOr<bool> nvvm::lowerMemoryAccess(Operation *op, NVVMKernel &kernel,
                                        Value mask) {
  NVVMBuilder b(op, kernel, mask);
  if (isa<GroupsharedOp, memref::AllocaOp>(op)) {
    // Uses are lowered later; the end of the lowering erases the operation.
    kernel.getPointer(op->getResult(0));
    return true;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    createStore(b, store.getValue(), store.getMemRef(),
                store.getIndices().front());
    op->erase();
    return true;
  }
  if (auto store = dyn_cast<vector::StoreOp>(op)) {
    createStore(b, store.getValueToStore(), store.getBase(),
                store.getIndices().front());
    op->erase();
    return true;
  }
  Value result =
      TypeSwitch<Operation *, Value>(op)
          .Case([&](memref::LoadOp load) {
            return createLoad(b, load.getMemRef(), load.getIndices().front(),
                              load.getType());
          })
          .Case([&](vector::LoadOp load) {
            return createLoad(b, load.getBase(), load.getIndices().front(),
                              load.getType());
          })
          .Case([&](memref::DimOp length) {
            return arith::IndexCastUIOp::create(
                b, b.getIndexType(), kernel.getLength(length.getSource()));
          })
          .Case([&](LookupOp lookup) { return createLookup(b, lookup); })
          .Default(Value());
  if (!result)
    return false;
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
  return true;
}
