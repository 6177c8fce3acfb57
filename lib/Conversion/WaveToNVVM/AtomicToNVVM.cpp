//===- AtomicToNVVM.cpp - Atomics on buffers and groupshared memory ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics order no other accesses: they are relaxed. Those on groupshared memory are
// atomic for the block, and those on buffers for the GPU. `wave-expand-atomics` has
// replaced minima and maxima of floats.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;
using Kind = CombiningKind;

static constexpr LLVM::AtomicOrdering kRelaxed =
    LLVM::AtomicOrdering::monotonic;

/// The machine's operation; none for one that an earlier pass expands.
static std::optional<LLVM::AtomicBinOp> getMachineKind(AtomicRMWOp op) {
  const bool isFloat = isa<FloatType>(op.getType());
  switch (op.getKind()) {
  case Kind::ADD:
    return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
  case Kind::AND:
    return LLVM::AtomicBinOp::_and;
  case Kind::OR:
    return LLVM::AtomicBinOp::_or;
  case Kind::XOR:
    return LLVM::AtomicBinOp::_xor;
  case Kind::MINSI:
    return LLVM::AtomicBinOp::min;
  case Kind::MAXSI:
    return LLVM::AtomicBinOp::max;
  case Kind::MINUI:
    return LLVM::AtomicBinOp::umin;
  case Kind::MAXUI:
    return LLVM::AtomicBinOp::umax;
  default:
    return std::nullopt;
  }
}

static Value createElementPlace(NVVMBuilder &b, const MemoryAccess &access) {
  Value index = arith::IndexCastUIOp::create(b, b.i64, access.indices.front());
  Type element = cast<MemRefType>(access.memory.getType()).getElementType();
  return createPlace(b, b.kernel.getPointer(access.memory), element, index);
}

/// The lanes that see an atomic as one, by LLVM's name.
static StringRef getScope(const MemoryAccess &access) {
  return isa<BlockArgument>(access.memory) ? "device" : "block";
}

FailureOr<bool> nvvm::lowerAtomic(Operation *op, NVVMKernel &kernel,
                                  Value mask) {
  if (!isa<AtomicRMWOp, AtomicExchangeOp, AtomicCASOp>(op))
    return false;
  NVVMBuilder b(op, kernel, mask);
  const MemoryAccess access = *getMemoryAccess(op);
  Type type = op->getResult(0).getType();
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  const unsigned alignment = getScalarBytes(type);
  Value old;
  if (auto rmw = dyn_cast<AtomicRMWOp>(op)) {
    std::optional<LLVM::AtomicBinOp> machineKind = getMachineKind(rmw);
    if (!machineKind)
      return op->emitOpError("on floats has no form in PTX: run "
                             "wave-expand-atomics first "
                             "[atomic-not-expanded]");
    old = LLVM::AtomicRMWOp::create(
        b, *machineKind, createElementPlace(b, access), rmw.getValue(),
        kRelaxed, getScope(access), alignment);
  } else if (auto exchange = dyn_cast<AtomicExchangeOp>(op)) {
    old = LLVM::AtomicRMWOp::create(b, LLVM::AtomicBinOp::xchg,
                                    createElementPlace(b, access),
                                    b.bitcast(exchange.getValue(), bits),
                                    kRelaxed, getScope(access), alignment);
  } else {
    auto swap = cast<AtomicCASOp>(op);
    Value pair = LLVM::AtomicCmpXchgOp::create(
        b, createElementPlace(b, access), b.bitcast(swap.getCompare(), bits),
        b.bitcast(swap.getValue(), bits), kRelaxed, kRelaxed, getScope(access),
        alignment);
    old = LLVM::ExtractValueOp::create(b, pair, 0);
  }
  op->getResult(0).replaceAllUsesWith(b.bitcast(old, type));
  op->erase();
  return true;
}
