//===- MemoryAccess.cpp - The memory accesses of operations --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/MemoryAccess.h"

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isWideAtomic(Operation *op) {
  if (!isa<AtomicRMWOp, AtomicExchangeOp, AtomicCASOp>(op))
    return false;
  // The last operand is the index, and the one before it is the memory.
  Value memory = op->getOperand(op->getNumOperands() - 2);
  return op->getResult(0).getType() !=
         cast<MemRefType>(memory.getType()).getElementType();
}

bool wave::hasWideAtomics(Value memory) {
  return llvm::any_of(memory.getUsers(), isWideAtomic);
}

/// More elements than any memory has.
static constexpr int64_t kLongest = int64_t(1) << 32;

/// The access of `op` itself, without its coherence.
static std::optional<MemoryAccess> getPlainAccess(Operation *op) {
  using Result = std::optional<MemoryAccess>;
  auto read = [](Value memory, auto indices, Type type) -> Result {
    return MemoryAccess{memory, llvm::to_vector<2>(indices),
                        getNumComponents(type), /*reads=*/true,
                        /*writes=*/false};
  };
  auto write = [](Value memory, auto indices, Type type) -> Result {
    return MemoryAccess{memory, llvm::to_vector<2>(indices),
                        getNumComponents(type), /*reads=*/false,
                        /*writes=*/true};
  };
  // The stride is unsigned, so that no element precedes the first one.
  auto ofMatrix = [](Value memory, Value first, bool writes) -> Result {
    MemoryAccess access;
    access.memory = memory;
    access.indices = {first};
    access.components = kLongest;
    access.isMatrix = true;
    access.reads = !writes;
    access.writes = writes;
    return access;
  };
  return TypeSwitch<Operation *, Result>(op)
      .Case<memref::LoadOp>([&](memref::LoadOp load) {
        return read(load.getMemRef(), load.getIndices(), load.getType());
      })
      .Case<vector::LoadOp>([&](vector::LoadOp load) {
        return read(load.getBase(), load.getIndices(), load.getType());
      })
      .Case<memref::StoreOp>([&](memref::StoreOp store) {
        return write(store.getMemRef(), store.getIndices(),
                     store.getValue().getType());
      })
      .Case<vector::StoreOp>([&](vector::StoreOp store) {
        return write(store.getBase(), store.getIndices(),
                     store.getValueToStore().getType());
      })
      .Case<ByteLoadOp, CoherentLoadOp>([&](auto load) {
        return read(load.getMemory(), ValueRange(load.getIndex()),
                    load.getType());
      })
      .Case<ByteStoreOp, CoherentStoreOp>([&](auto store) {
        return write(store.getMemory(), ValueRange(store.getIndex()),
                     store.getValue().getType());
      })
      .Case<AtomicRMWOp, AtomicExchangeOp, AtomicCASOp>(
          [&](auto atomic) -> Result {
            return MemoryAccess{atomic.getMemory(),
                                {atomic.getIndex()},
                                isWideAtomic(atomic) ? 2 : 1,
                                /*reads=*/true,
                                /*writes=*/true};
          })
      .Case<ImageAtomicRMWOp, ImageAtomicExchangeOp, ImageAtomicCASOp>(
          [&](auto atomic) -> Result {
            return MemoryAccess{atomic.getImage(),
                                llvm::to_vector<2>(atomic.getCoordinates()),
                                /*components=*/1,
                                /*reads=*/true,
                                /*writes=*/true};
          })
      .Case<ImageLoadOp>([&](ImageLoadOp load) -> Result {
        return MemoryAccess{load.getImage(),
                            llvm::to_vector<2>(load.getCoordinates()),
                            /*components=*/1,
                            /*reads=*/true,
                            /*writes=*/false};
      })
      .Case<ImageStoreOp>([&](ImageStoreOp store) -> Result {
        return MemoryAccess{store.getImage(),
                            llvm::to_vector<2>(store.getCoordinates()),
                            /*components=*/1,
                            /*reads=*/false,
                            /*writes=*/true};
      })
      .Case<MatrixLoadOp, MatrixLoadTileOp>([&](auto load) {
        return ofMatrix(load.getMemory(), load.getFirst(), /*writes=*/false);
      })
      .Case<MatrixStoreOp, MatrixStoreTileOp>([&](auto store) {
        return ofMatrix(store.getMemory(), store.getFirst(), /*writes=*/true);
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<MemoryAccess> wave::getMemoryAccess(Operation *op) {
  std::optional<MemoryAccess> access = getPlainAccess(op);
  if (access && !access->isAtomic() &&
      (isa<CoherentLoadOp, CoherentStoreOp>(op) || isCoherent(access->memory)))
    access->isCoherent = access->reads = access->writes = true;
  return access;
}

Value wave::getWrittenMemory(Operation *op) {
  if (auto copy = dyn_cast<AsyncCopyOp>(op))
    return copy.getArray();
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  return access && access->writes ? access->memory : Value();
}
