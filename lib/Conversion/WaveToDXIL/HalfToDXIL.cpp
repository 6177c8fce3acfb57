//===- HalfToDXIL.cpp - Bits of half floats without 16-bit types ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `f32tof16` and `f16tof32` convert between an f32 and the bits of a half float
// in a u32. The IR goes through f16 and i16, which shader models before 6.2
// lack, but no other operation uses these intermediate values.

#include "CodeBuilder.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;
using Predicate = arith::CmpIPredicate;

/// Returns the bits of the half float nearest to `x`; ties round to even. DXIL
/// does not specify how LegacyF32ToF16 rounds.
static Value createHalfBits(CodeBuilder &b, Value x) {
  auto word = [&](uint32_t value) {
    return b.number(b.i32, static_cast<int64_t>(value));
  };
  Value bits = b.bitcast(x, b.i32);
  Value sign = b.bitAnd(bits, word(0x80000000));
  Value magnitude = b.bitXor(bits, sign);
  // The exponent bias is 112 smaller. A tie rounds up if the last remaining bit
  // is odd.
  Value last = b.bitAnd(b.shiftRight(magnitude, 13), word(1));
  Value rounded = b.add(magnitude, word(0xC8000FFF));
  Value normal = b.shiftRight(b.add(rounded, last), 13);
  // The last bit of a number from 0.5 to 1 has the value of the last bit of a
  // subnormal half float.
  Value sum = b.add(b.bitcast(magnitude, b.f32), b.number(b.f32, 0.5));
  Value subnormal = b.subtract(b.bitcast(sum, b.i32), word(0x3F000000));
  Value isSmall = b.compare(Predicate::ult, magnitude, word(0x38800000));
  Value half = b.select(isSmall, subnormal, normal);
  // Numbers from 65520 on round to infinity. NaNs are replaced next.
  Value isLarge = b.compare(Predicate::uge, magnitude, word(0x477FF000));
  half = b.select(isLarge, word(0x7C00), half);
  Value isNaN = b.compare(Predicate::ugt, magnitude, word(0x7F800000));
  half = b.select(isNaN, word(0x7E00), half);
  return b.bitOr(half, b.shiftRight(sign, 16));
}

static Value createFloatOfBits(CodeBuilder &b, Value bits) {
  return dxil::LegacyF16ToF32Op::create(b, b.f32, bits);
}

/// Returns the f32 that `half` is rounded from, or null.
static Value getRounded(Value half) {
  auto round = half.getDefiningOp<arith::TruncFOp>();
  return round && round.getIn().getType().isF32() ? round.getIn() : Value();
}

/// Returns the replacement of `op` if it is the last operation of a conversion,
/// or null.
static Value replaceConversion(Operation *op, DXILKernel &kernel) {
  if (auto extend = dyn_cast<arith::ExtUIOp>(op)) {
    auto bits = extend.getIn().getDefiningOp<arith::BitcastOp>();
    if (!bits || !extend.getType().isInteger(32))
      return {};
    Value rounded = getRounded(bits.getIn());
    if (!rounded)
      return {};
    CodeBuilder b(op, kernel);
    return createHalfBits(b, rounded);
  }
  auto extend = dyn_cast<arith::ExtFOp>(op);
  if (!extend || !extend.getType().isF32())
    return {};
  CodeBuilder b(op, kernel);
  if (Value rounded = getRounded(extend.getIn()))
    return createFloatOfBits(b, createHalfBits(b, rounded));
  auto number = extend.getIn().getDefiningOp<arith::BitcastOp>();
  auto bits =
      number ? number.getIn().getDefiningOp<arith::TruncIOp>() : nullptr;
  if (!bits || !bits.getIn().getType().isInteger(32))
    return {};
  return createFloatOfBits(b, bits.getIn());
}

void wave::replaceHalfConversions(DXILKernel &kernel) {
  SmallVector<Operation *> conversions;
  kernel.function.walk([&](Operation *op) {
    if (isa<arith::ExtUIOp, arith::ExtFOp, arith::BitcastOp, arith::TruncFOp,
            arith::TruncIOp>(op))
      conversions.push_back(op);
  });
  for (Operation *op : conversions)
    if (Value result = replaceConversion(op, kernel))
      op->replaceAllUsesWith(ValueRange{result});
  for (Operation *op : llvm::reverse(conversions))
    if (isOpTriviallyDead(op))
      op->erase();
}
