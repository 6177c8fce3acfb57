//===- AtomicToDXIL.cpp - Atomics on buffers, texels and groupshared memory -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Atomics on buffers and texels become DXIL functions; atomics on groupshared memory
// become LLVM instructions.

#include "MemoryPlaces.h"

#include "WaveDialect/Transforms/FloatOrder.h"
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

/// Returns the operation with its kind, which is what the user wrote: also of a
/// compare-and-swap that `wave-expand-atomics` made of it.
static std::string getWritten(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto rmw = dyn_cast<AtomicRMWOp>(op))
    return name + " " + gpu::stringifyAllReduceOperation(rmw.getKind()).str();
  if (auto expanded = op->getAttrOfType<StringAttr>(kExpandedAtomicAttrName))
    return expanded.str();
  return name;
}

static LogicalResult verifyWidth(Operation *op, DXILKernel &kernel,
                                 Value memory) {
  if (op->getResult(0).getType().getIntOrFloatBitWidth() < 64)
    return success();
  if (!kernel.has(dxil::Feature::Atomics64))
    return kernel.refuse(emitError(op->getLoc())
                             << "'" << getWritten(op) << "' op ",
                         "64-bit atomics", dxil::Feature::Atomics64);
  if (isBuffer(memory))
    kernel.note64BitAtomics(memory);
  return success();
}

/// Combines an integer with memory, or exchanges it.
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

/// Returns the bits of a float; an integer unchanged.
static Value createBits(OpBuilder &builder, Value value) {
  auto type = dyn_cast<FloatType>(value.getType());
  if (!type)
    return value;
  return arith::BitcastOp::create(builder, value.getLoc(), getBitsType(type),
                                  value);
}

/// Returns the float of type `type` with these bits; an integer unchanged.
static Value createFromBits(OpBuilder &builder, Type type, Value bits) {
  if (bits.getType() == type)
    return bits;
  return arith::BitcastOp::create(builder, bits.getLoc(), type, bits);
}

static Value createCAS(AtomicCASOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value memory = op.getMemory(), index = op.getIndex();
  Value compare = createBits(builder, op.getCompare());
  Value value = createBits(builder, op.getValue());
  if (!isBuffer(memory)) {
    Value both = LLVM::AtomicCmpXchgOp::create(
        builder, loc, getElementPointer(builder, loc, kernel, memory, index),
        compare, value, kOrdering, kOrdering);
    return LLVM::ExtractValueOp::create(builder, loc, both, 0);
  }
  BufferPlace place = findPlaces(builder, loc, kernel, memory, index).front();
  return dxil::AtomicCompareExchangeOp::create(
      builder, loc, value.getType(), kernel.getHandle(memory), place.element,
      place.offset, kernel.getUndef(builder.getI32Type()), compare, value);
}

static Value createRMWOnTexel(Operation *op, DXILKernel &kernel,
                              dxil::AtomicKind kind, Value value, Value image,
                              ValueRange coordinates) {
  OpBuilder builder(op);
  SmallVector<Value, 3> at = getTexelCoordinates(builder, kernel, coordinates);
  return dxil::AtomicBinOpOp::create(builder, op->getLoc(), value.getType(),
                                     kernel.getHandle(image), kind, at[0],
                                     at[1], at[2], value);
}

static Value createCASOnTexel(ImageAtomicCASOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  SmallVector<Value, 3> at =
      getTexelCoordinates(builder, kernel, op.getCoordinates());
  return dxil::AtomicCompareExchangeOp::create(
      builder, op.getLoc(), op.getType(), kernel.getHandle(op.getImage()),
      at[0], at[1], at[2], op.getCompare(), op.getValue());
}

/// `result` may be the bits of the operation's result.
static void replace(Operation *op, Value result) {
  OpBuilder builder(op);
  op->replaceAllUsesWith(
      ValueRange{createFromBits(builder, op->getResult(0).getType(), result)});
  op->erase();
}

FailureOr<bool> wave::lowerAtomic(Operation *op, DXILKernel &kernel) {
  if (auto rmw = dyn_cast<AtomicRMWOp>(op)) {
    if (failed(verifyWidth(op, kernel, rmw.getMemory())))
      return failure();
    if (isa<FloatType>(rmw.getType()))
      return op->emitOpError("on floats is not a function of DXIL: run "
                             "wave-expand-atomics first [atomic-not-expanded]");
    replace(op, createRMW(op, kernel, getNames(rmw.getKind()), rmw.getValue(),
                          rmw.getMemory(), rmw.getIndex()));
    return true;
  }
  if (auto exchange = dyn_cast<AtomicExchangeOp>(op)) {
    if (failed(verifyWidth(op, kernel, exchange.getMemory())))
      return failure();
    OpBuilder builder(op);
    replace(op, createRMW(op, kernel,
                          {dxil::AtomicKind::Exchange, LLVM::AtomicBinOp::xchg},
                          createBits(builder, exchange.getValue()),
                          exchange.getMemory(), exchange.getIndex()));
    return true;
  }
  if (auto cas = dyn_cast<AtomicCASOp>(op)) {
    if (failed(verifyWidth(op, kernel, cas.getMemory())))
      return failure();
    replace(op, createCAS(cas, kernel));
    return true;
  }
  if (auto rmw = dyn_cast<ImageAtomicRMWOp>(op)) {
    replace(op, createRMWOnTexel(op, kernel, getNames(rmw.getKind()).buffer,
                                 rmw.getValue(), rmw.getImage(),
                                 rmw.getCoordinates()));
    return true;
  }
  if (auto exchange = dyn_cast<ImageAtomicExchangeOp>(op)) {
    replace(op, createRMWOnTexel(op, kernel, dxil::AtomicKind::Exchange,
                                 exchange.getValue(), exchange.getImage(),
                                 exchange.getCoordinates()));
    return true;
  }
  if (auto cas = dyn_cast<ImageAtomicCASOp>(op)) {
    replace(op, createCASOnTexel(cas, kernel));
    return true;
  }
  return false;
}
