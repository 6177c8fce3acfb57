//===- Divisors.cpp - Powers of two that divide integers ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Divisors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// How many operands are followed one after the other.
static constexpr unsigned kMostSteps = 8;

static uint64_t getDivisor(Value value, uint64_t most, unsigned steps) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return known.isZero()
               ? most
               : std::min<uint64_t>(uint64_t(1) << known.countr_zero(), most);
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0)
    return 1;
  auto get = [&](unsigned operand) {
    return getDivisor(op->getOperand(operand), most, steps - 1);
  };
  return TypeSwitch<Operation *, uint64_t>(op)
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
            arith::ExtSIOp>([&](Operation *) { return get(0); })
      .Case<arith::AddIOp, arith::SubIOp, arith::OrIOp>(
          [&](Operation *) { return std::min(get(0), get(1)); })
      .Case([&](arith::AndIOp) { return std::max(get(0), get(1)); })
      .Case([&](arith::SelectOp) { return std::min(get(1), get(2)); })
      .Case([&](arith::MulIOp) {
        return std::min<uint64_t>(get(0) * get(1), most);
      })
      .Case([&](arith::ShLIOp) -> uint64_t {
        APInt bits;
        if (!matchPattern(op->getOperand(1), m_ConstantInt(&bits)) ||
            bits.uge(64))
          return get(0);
        // The divisors are small, so a long shift cannot lose one.
        const uint64_t shift = std::min<uint64_t>(bits.getZExtValue(), 31);
        return std::min<uint64_t>(get(0) << shift, most);
      })
      .Default([](Operation *) { return uint64_t(1); });
}

uint64_t wave::getDivisor(Value value, uint64_t most) {
  return ::getDivisor(value, most, kMostSteps);
}
