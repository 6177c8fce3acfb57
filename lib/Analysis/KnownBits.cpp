//===- KnownBits.cpp - Bits of integers that are known --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/KnownBits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using llvm::KnownBits;

/// How many operands are followed one after the other.
static constexpr unsigned kMostSteps = 8;

static unsigned getWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

static KnownBits getKnownBits(Value value, unsigned steps) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return KnownBits::makeConstant(known);
  const unsigned width = getWidth(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0)
    return KnownBits(width);
  auto get = [&](unsigned operand) {
    return getKnownBits(op->getOperand(operand), steps - 1);
  };
  return TypeSwitch<Operation *, KnownBits>(op)
      .Case<arith::IndexCastUIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](Operation *) { return get(0).zextOrTrunc(width); })
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](Operation *) { return get(0).sextOrTrunc(width); })
      .Case([&](arith::AddIOp) { return KnownBits::add(get(0), get(1)); })
      .Case([&](arith::SubIOp) { return KnownBits::sub(get(0), get(1)); })
      .Case([&](arith::MulIOp) { return KnownBits::mul(get(0), get(1)); })
      .Case([&](arith::DivUIOp) { return KnownBits::udiv(get(0), get(1)); })
      .Case([&](arith::RemUIOp) { return KnownBits::urem(get(0), get(1)); })
      .Case([&](arith::ShLIOp) { return KnownBits::shl(get(0), get(1)); })
      .Case([&](arith::ShRUIOp) { return KnownBits::lshr(get(0), get(1)); })
      .Case([&](arith::AndIOp) { return get(0) & get(1); })
      .Case([&](arith::OrIOp) { return get(0) | get(1); })
      .Case([&](arith::XOrIOp) { return get(0) ^ get(1); })
      .Case([&](arith::SelectOp) { return get(1).intersectWith(get(2)); })
      .Default([&](Operation *) { return KnownBits(width); });
}

KnownBits wave::getKnownBits(Value value) {
  return ::getKnownBits(value, kMostSteps);
}

uint64_t wave::getDivisor(Value value, uint64_t most) {
  const unsigned zeros = getKnownBits(value).countMinTrailingZeros();
  return zeros >= 64 ? most : std::min(uint64_t(1) << zeros, most);
}
