//===- ExpandAtomics.cpp - Expands atomics on floats ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A lane leaves the loop in the iteration in which its compare-and-swap
// succeeds, and no lane waits for another one. So the loop ends even if lanes
// that share an address run in lockstep: one of them succeeds in each
// iteration.

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/FloatOrder.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EXPANDATOMICS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Creates the loop of one lane; returns the bits of the previous value.
static Value createLoop(OpBuilder &builder, AtomicRMWOp atomic) {
  Location loc = atomic.getLoc();
  auto type = cast<FloatType>(atomic.getType());
  Type bitsType = getBitsType(type);
  CombiningKind kind = atomic.getKind();
  Value value = atomic.getValue(), bits, key;
  const bool isSum = kind == CombiningKind::ADD;
  StringAttr name =
      builder.getStringAttr(atomic->getName().getStringRef() + " " +
                            gpu::stringifyAllReduceOperation(kind));
  if (!isSum) {
    bits = arith::BitcastOp::create(builder, loc, bitsType, value);
    key = createKey(builder, loc, kind, type, bits);
  }
  auto combine = [&](OpBuilder &inner, Value guess) -> Value {
    if (isSum)
      return arith::AddFOp::create(
          inner, loc, arith::BitcastOp::create(inner, loc, type, guess), value);
    Value guessKey = createKey(inner, loc, kind, type, guess);
    Value extreme = createExtreme(inner, loc, kind, guess, guessKey, bits, key);
    return arith::BitcastOp::create(inner, loc, type, extreme);
  };
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(bitsType));
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(bitsType), ValueRange(zero),
      [&](OpBuilder &inner, Location, ValueRange guess) {
        Value next = combine(inner, guess.front());
        Value expected =
            arith::BitcastOp::create(inner, loc, type, guess.front());
        auto swap = AtomicCASOp::create(inner, loc, type, expected, next,
                                        atomic.getMemory(), atomic.getIndex());
        swap->setAttr(kExpandedAtomicAttrName, name);
        Value found =
            arith::BitcastOp::create(inner, loc, bitsType, swap.getResult());
        Value differs = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::ne, found, guess.front());
        scf::ConditionOp::create(inner, loc, differs, found);
      },
      [&](OpBuilder &inner, Location, ValueRange found) {
        scf::YieldOp::create(inner, loc, found);
      });
  return loop.getResult(0);
}

namespace {
struct ExpandAtomics final : wave::impl::ExpandAtomicsBase<ExpandAtomics> {
  using ExpandAtomicsBase::ExpandAtomicsBase;

  void runOnWaveIR() override {
    SmallVector<AtomicRMWOp> atomics;
    getOperation().walk([&](AtomicRMWOp atomic) {
      const bool isLeft =
          extremesOnly && atomic.getKind() == CombiningKind::ADD;
      if (isa<FloatType>(atomic.getType()) && !isLeft)
        atomics.push_back(atomic);
    });
    for (AtomicRMWOp atomic : atomics)
      expand(atomic);
  }

  void expand(AtomicRMWOp atomic) const {
    OpBuilder builder(atomic);
    Location loc = atomic.getLoc();
    Value bits;
    if (unchecked || atomic.getMemory().getDefiningOp<GroupsharedOp>()) {
      bits = createLoop(builder, atomic);
    } else {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value length =
          memref::DimOp::create(builder, loc, atomic.getMemory(), zero);
      Value isInside = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, atomic.getIndex(), length);
      bits = scf::IfOp::create(
                 builder, loc, isInside,
                 [&](OpBuilder &inner, Location) {
                   Value found = createLoop(inner, atomic);
                   scf::YieldOp::create(inner, loc, found);
                 },
                 [&](OpBuilder &inner, Location) {
                   Value none = arith::ConstantOp::create(
                       inner, loc,
                       inner.getZeroAttr(
                           getBitsType(cast<FloatType>(atomic.getType()))));
                   scf::YieldOp::create(inner, loc, none);
                 })
                 .getResult(0);
    }
    if (!atomic.use_empty())
      atomic.replaceAllUsesWith(
          arith::BitcastOp::create(builder, loc, atomic.getType(), bits)
              .getResult());
    atomic.erase();
  }
};
} // namespace
