//===- AtomicToDXIL.cpp - Atomics on buffers and groupshared memory -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Atomics on buffers become DXIL functions; atomics on groupshared memory
// become LLVM instructions.

#include "MemoryPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

/// The ordering that compilers for DXIL write and that drivers expect.
static constexpr auto kOrdering = LLVM::AtomicOrdering::seq_cst;

namespace {
/// The names of an atomic in DXIL and LLVM.
struct AtomicNames {
  dxil::AtomicKind buffer;
  LLVM::AtomicBinOp groupshared;
};
} // namespace

static AtomicNames getNames(Kind kind) {
  using D = dxil::AtomicKind;
  using L = LLVM::AtomicBinOp;
  switch (kind) {
  case Kind::ADD:
    return {D::Add, L::add};
  case Kind::AND:
    return {D::And, L::_and};
  case Kind::OR:
    return {D::Or, L::_or};
  case Kind::XOR:
    return {D::Xor, L::_xor};
  case Kind::MINSI:
    return {D::IMin, L::min};
  case Kind::MINUI:
    return {D::UMin, L::umin};
  case Kind::MAXSI:
    return {D::IMax, L::max};
  case Kind::MAXUI:
    return {D::UMax, L::umax};
  default:
    llvm_unreachable("the operation's verifier refuses these");
  }
}

static LogicalResult verifyWidth(Operation *op, DXILKernel &kernel,
                                 Value memory) {
  if (op->getResult(0).getType().getIntOrFloatBitWidth() < 64)
    return success();
  if (!kernel.has(dxil::Feature::Atomics64))
    return kernel.refuse(op, "64-bit atomics", dxil::Feature::Atomics64);
  if (isBuffer(memory))
    kernel.note64BitAtomics(memory);
  return success();
}

/// Combines `value` with memory, or exchanges it.
static Value createRMW(Operation *op, DXILKernel &kernel, AtomicNames names,
                       Value value, Value memory, Value index) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (!isBuffer(memory))
    return LLVM::AtomicRMWOp::create(
        builder, loc, names.groupshared,
        getElementPointer(builder, loc, kernel, memory, index), value,
        kOrdering);
  BufferPlace place = findPlaces(builder, loc, kernel, memory, index).front();
  return dxil::AtomicBinOpOp::create(
      builder, loc, value.getType(), kernel.getHandle(memory), names.buffer,
      place.element, place.offset, kernel.getUndef(builder.getI32Type()),
      value);
}

static Value createCAS(AtomicCASOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value memory = op.getMemory(), index = op.getIndex();
  if (!isBuffer(memory)) {
    Value both = LLVM::AtomicCmpXchgOp::create(
        builder, loc, getElementPointer(builder, loc, kernel, memory, index),
        op.getCompare(), op.getValue(), kOrdering, kOrdering);
    return LLVM::ExtractValueOp::create(builder, loc, both, 0);
  }
  BufferPlace place = findPlaces(builder, loc, kernel, memory, index).front();
  return dxil::AtomicCompareExchangeOp::create(
      builder, loc, op.getValue().getType(), kernel.getHandle(memory),
      place.element, place.offset, kernel.getUndef(builder.getI32Type()),
      op.getCompare(), op.getValue());
}

/// Floats are exchanged as their bits.
static Value createExchange(AtomicExchangeOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value value = op.getValue();
  Type type = value.getType();
  const bool isFloat = isa<FloatType>(type);
  if (isFloat)
    value = arith::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  Value old = createRMW(op, kernel,
                        {dxil::AtomicKind::Exchange, LLVM::AtomicBinOp::xchg},
                        value, op.getMemory(), op.getIndex());
  return isFloat ? arith::BitcastOp::create(builder, loc, type, old) : old;
}

static void replace(Operation *op, Value result) {
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
}

FailureOr<bool> wave::lowerAtomic(Operation *op, DXILKernel &kernel) {
  if (auto rmw = dyn_cast<AtomicRMWOp>(op)) {
    if (failed(verifyWidth(op, kernel, rmw.getMemory())))
      return failure();
    replace(op, createRMW(op, kernel, getNames(rmw.getKind()), rmw.getValue(),
                          rmw.getMemory(), rmw.getIndex()));
    return true;
  }
  if (auto exchange = dyn_cast<AtomicExchangeOp>(op)) {
    if (failed(verifyWidth(op, kernel, exchange.getMemory())))
      return failure();
    replace(op, createExchange(exchange, kernel));
    return true;
  }
  if (auto cas = dyn_cast<AtomicCASOp>(op)) {
    if (failed(verifyWidth(op, kernel, cas.getMemory())))
      return failure();
    replace(op, createCAS(cas, kernel));
    return true;
  }
  return false;
}
