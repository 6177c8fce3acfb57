//===- AtomicToNVVM.cpp - Atomics on buffers, images and groupshared memory ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics and accesses of coherent memory order no other accesses: they are relaxed. Those on groupshared memory are
// atomic for the block, and those on buffers for the GPU. `wave-expand-atomics` has
// replaced minima and maxima of floats.
//
//===----------------------------------------------------------------------===//

#include "../AtomicKinds.h"
#include "ResourceAccess.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

static constexpr LLVM::AtomicOrdering kRelaxed =
    LLVM::AtomicOrdering::monotonic;

/// The address of the element or texel of an atomic.
static Value createPlaceOf(NVVMBuilder &b, const MemoryAccess &access) {
  if (isa<ImageType>(access.memory.getType()))
    return createTexelPlace(b, access.memory, access.indices);
  return createElementPlace(b, access.memory, access.indices.front());
}

/// The lanes that see an atomic as one, by LLVM's name.
static StringRef getScope(const MemoryAccess &access) {
  return isa<BlockArgument>(access.memory) ? "device" : "block";
}

/// Emits an atomic on a place; null if the machine does not have it.
static Value createAtomic(NVVMBuilder &b, Operation *op, Value place,
                          StringRef scope) {
  Type type = op->getResult(0).getType();
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  const unsigned alignment = getScalarBytes(type);
  auto combine = [&](auto rmw) -> Value {
    std::optional<LLVM::AtomicBinOp> kind = getAtomicBinOp(rmw.getKind(), type);
    if (!kind)
      return {};
    return LLVM::AtomicRMWOp::create(b, *kind, place, rmw.getValue(), kRelaxed,
                                     scope, alignment);
  };
  auto exchange = [&](auto op) -> Value {
    return LLVM::AtomicRMWOp::create(b, LLVM::AtomicBinOp::xchg, place,
                                     b.bitcast(op.getValue(), bits), kRelaxed,
                                     scope, alignment);
  };
  auto swap = [&](auto op) -> Value {
    Value compare = b.bitcast(op.getCompare(), bits);
    Value value = b.bitcast(op.getValue(), bits);
    Value pair = LLVM::AtomicCmpXchgOp::create(
        b, place, compare, value, kRelaxed, kRelaxed, scope, alignment);
    return LLVM::ExtractValueOp::create(b, pair, 0);
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case<AtomicRMWOp, ImageAtomicRMWOp>(combine)
      .Case<AtomicExchangeOp, ImageAtomicExchangeOp>(exchange)
      .Case<AtomicCASOp, ImageAtomicCASOp>(swap);
}

/// A load or store of coherent memory: a relaxed atomic for each scalar, as bits.
static void lowerCoherent(Operation *op, const MemoryAccess &access,
                          NVVMBuilder &b) {
  const Value place = createPlaceOf(b, access);
  const StringRef scope = getScope(access);
  auto image = dyn_cast<ImageType>(access.memory.getType());
  const ResourceBinding &resource = b.kernel.getResource(access.memory);
  const unsigned channels = image ? image.getChannels() : 1;
  const Type stored = getStorageType(resource.element);
  const unsigned bytes = getScalarBytes(stored);
  const Type bits = b.getIntegerType(8 * bytes);
  const bool isByte = isByteType(stored);
  auto byte = dyn_cast<ByteLoadOp>(op);
  const bool isSigned =
      byte ? byte.getIsSigned() : resource.element.isSignedInteger();
  const bool isStore = op->getNumResults() == 0;
  const Type scalar = getScalarType(isStore ? op->getOperand(0).getType()
                                            : op->getResult(0).getType());
  SmallVector<Value> loaded;
  for (unsigned channel = 0; channel < channels; ++channel) {
    Value at = channel == 0
                   ? place
                   : createPlace(b, place, stored, b.number(b.i64, channel));
    if (isStore) {
      Value value = op->getOperand(0);
      if (channels > 1)
        value = vector::ExtractOp::create(b, value, ArrayRef<int64_t>{channel});
      value = isByte ? Value(arith::TruncIOp::create(b, bits, value))
                     : b.bitcast(value, bits);
      LLVM::StoreOp::create(b, value, at, bytes, /*isVolatile=*/false,
                            /*isNonTemporal=*/false,
                            /*isInvariantGroup=*/false, kRelaxed, scope);
      continue;
    }
    Value value = LLVM::LoadOp::create(
        b, bits, at, bytes, /*isVolatile=*/false, /*isNonTemporal=*/false,
        /*isInvariant=*/false, /*isInvariantGroup=*/false, kRelaxed, scope);
    if (!isByte)
      value = b.bitcast(value, scalar);
    else if (isSigned)
      value = arith::ExtSIOp::create(b, scalar, value);
    else
      value = arith::ExtUIOp::create(b, scalar, value);
    loaded.push_back(value);
  }
  if (!isStore)
    op->getResult(0).replaceAllUsesWith(
        channels == 1
            ? loaded.front()
            : Value(vector::FromElementsOp::create(
                  b, cast<VectorType>(op->getResult(0).getType()), loaded)));
  op->erase();
}

FailureOr<bool> nvvm::lowerAtomic(Operation *op, NVVMKernel &kernel,
                                  Value mask) {
  if (std::optional<MemoryAccess> coherent = getMemoryAccess(op);
      coherent && coherent->isCoherent) {
    NVVMBuilder b(op, kernel, mask);
    lowerCoherent(op, *coherent, b);
    return true;
  }
  if (!isa<AtomicRMWOp, AtomicExchangeOp, AtomicCASOp, ImageAtomicRMWOp,
           ImageAtomicExchangeOp, ImageAtomicCASOp>(op))
    return false;
  NVVMBuilder b(op, kernel, mask);
  const MemoryAccess access = *getMemoryAccess(op);
  Value old = createAtomic(b, op, createPlaceOf(b, access), getScope(access));
  if (!old)
    return op->emitOpError("on floats has no form in PTX: run "
                           "wave-expand-atomics first "
                           "[atomic-not-expanded]");
  op->getResult(0).replaceAllUsesWith(
      b.bitcast(old, op->getResult(0).getType()));
  op->erase();
  return true;
}
