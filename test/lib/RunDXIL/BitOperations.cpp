//===- BitOperations.cpp - Functions of integers and bits -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include <cmath>

using namespace llvm;
using namespace rundxil;

//===----------------------------------------------------------------------===//
// One result
//===----------------------------------------------------------------------===//

static uint64_t reverseBits(uint64_t value, unsigned width) {
  uint64_t reversed = 0;
  for (unsigned bit = 0; bit < width; ++bit)
    reversed |= ((value >> bit) & 1) << (width - 1 - bit);
  return reversed;
}

/// Counted from the most significant bit; -1 for none.
static uint64_t firstHigh(uint64_t value, unsigned width) {
  return value ? countl_zero(value) - (64 - width) : 0xffffffff;
}

/// Of up to three operands.
static std::optional<uint64_t> simpleResult(op::Opcode opcode, uint64_t a,
                                            uint64_t b, uint64_t c,
                                            unsigned width) {
  int64_t signedA = signExtend(a, width), signedB = signExtend(b, width);
  switch (opcode) {
  case op::Bfrev:
    return reverseBits(a, width);
  case op::Countbits:
    return popcount(a);
  case op::FirstbitLo:
    return a ? countr_zero(a) : 0xffffffff;
  case op::FirstbitHi:
    return firstHigh(a, width);
  case op::FirstbitSHi:
    return firstHigh(signedA < 0 ? lowBits(~a, width) : a, width);
  case op::IMax:
    return signedA > signedB ? a : b;
  case op::IMin:
    return signedA < signedB ? a : b;
  case op::UMax:
    return std::max(a, b);
  case op::UMin:
    return std::min(a, b);
  case op::IMad:
  case op::UMad:
    return lowBits(a * b + c, width);
  default:
    return std::nullopt;
  }
}

/// Sums of differences of bytes where the reference is not 0.
static uint32_t msad(uint32_t reference, uint32_t source, uint32_t sum) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    int a = (reference >> shift) & 0xff, b = (source >> shift) & 0xff;
    if (a)
      sum += std::abs(a - b);
  }
  return sum;
}

static uint32_t dotBytes(uint32_t sum, uint32_t a, uint32_t b, bool isSigned) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    uint32_t left = (a >> shift) & 0xff, right = (b >> shift) & 0xff;
    sum += isSigned ? uint32_t(signExtend(left, 8) * signExtend(right, 8))
                    : left * right;
  }
  return sum;
}

/// Fields of bits: width, offset, value.
static uint32_t extractBits(uint32_t width, uint32_t offset, uint32_t value,
                            bool isSigned) {
  width &= 31;
  offset &= 31;
  if (width == 0)
    return 0;
  width = std::min(width, 32 - offset);
  uint64_t field = lowBits(value >> offset, width);
  return isSigned ? uint32_t(signExtend(field, width)) : uint32_t(field);
}

static uint32_t insertBits(uint32_t width, uint32_t offset, uint32_t value,
                           uint32_t replaced) {
  width &= 31;
  offset &= 31;
  uint32_t mask = uint32_t(lowBits(~uint64_t(0), width) << offset);
  return ((value << offset) & mask) | (replaced & ~mask);
}

bool Wave::executeIntegerMath(const Step &made) {
  op::Opcode opcode = made.operation->opcode;
  unsigned width = widthOf(made.type);
  const uint64_t *operands[4] = {};
  for (unsigned index = 0; index < made.operands.size() && index < 4; ++index)
    operands[index] = operand(made, index);
  auto at = [&](unsigned index, unsigned lane) {
    return operands[index] ? operands[index][lane] : 0;
  };
  auto each = [&](auto function) {
    eachLane([&](unsigned lane) { result(made)[lane] = function(lane); });
    return true;
  };
  if (simpleResult(opcode, 0, 0, 0, 8))
    return each([&](unsigned lane) {
      return *simpleResult(opcode, at(0, lane), at(1, lane), at(2, lane),
                           width);
    });
  switch (opcode) {
  case op::Msad:
    return each([&](unsigned lane) {
      return msad(at(0, lane), at(1, lane), at(2, lane));
    });
  case op::Ibfe:
  case op::Ubfe:
    return each([&](unsigned lane) {
      return extractBits(at(0, lane), at(1, lane), at(2, lane),
                         opcode == op::Ibfe);
    });
  case op::Bfi:
    return each([&](unsigned lane) {
      return insertBits(at(0, lane), at(1, lane), at(2, lane), at(3, lane));
    });
  case op::Dot4AddI8Packed:
  case op::Dot4AddU8Packed:
    return each([&](unsigned lane) {
      return dotBytes(at(0, lane), at(1, lane), at(2, lane),
                      opcode == op::Dot4AddI8Packed);
    });
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Conversions, and two results
//===----------------------------------------------------------------------===//

/// What does not fit is clamped, and no number is 0.
static uint32_t clampToInteger(double value, double least, double greatest) {
  if (std::isnan(value))
    return 0;
  return static_cast<uint32_t>(
      static_cast<int64_t>(std::fmin(std::fmax(value, least), greatest)));
}

static uint8_t packByte(uint64_t mode, int64_t value) {
  if (mode == 1)
    value = std::clamp<int64_t>(value, 0, 255);
  else if (mode == 2)
    value = std::clamp<int64_t>(value, -128, 127);
  return static_cast<uint8_t>(value);
}

bool Wave::executeConversion(const Step &made) {
  op::Opcode opcode = made.operation->opcode;
  unsigned width = widthOf(made.type);
  auto first = [&](unsigned lane) { return operand(made, 0)[lane]; };
  auto second = [&](unsigned lane) { return operand(made, 1)[lane]; };
  // Each field of the result from the first two operands.
  auto each = [&](unsigned field, auto function) {
    eachLane([&](unsigned lane) {
      values(made.result + field)[lane] = function(first(lane), lane);
    });
  };
  switch (opcode) {
  case op::BitcastI16toF16:
  case op::BitcastF16toI16:
  case op::BitcastI32toF32:
  case op::BitcastF32toI32:
  case op::BitcastI64toF64:
  case op::BitcastF64toI64:
    each(0, [](uint64_t value, unsigned) { return value; });
    break;
  case op::MakeDouble:
    each(0,
         [&](uint64_t low, unsigned lane) { return low | second(lane) << 32; });
    break;
  case op::SplitDouble:
    each(0, [](uint64_t value, unsigned) { return uint32_t(value); });
    each(1, [](uint64_t value, unsigned) { return value >> 32; });
    break;
  case op::LegacyF32ToF16:
    each(0, [](uint64_t value, unsigned) {
      return floatToHalf(toFloat<Scalar::F32>(value));
    });
    break;
  case op::LegacyF16ToF32:
    each(0, [](uint64_t value, unsigned) {
      return fromFloat<Scalar::F32>(toFloat<Scalar::F16>(value & 0xffff));
    });
    break;
  case op::LegacyDoubleToFloat:
    each(0, [](uint64_t value, unsigned) {
      return fromFloat<Scalar::F32>(toFloat<Scalar::F64>(value));
    });
    break;
  case op::LegacyDoubleToSInt32:
    each(0, [](uint64_t value, unsigned) {
      return clampToInteger(toFloat<Scalar::F64>(value), -0x1p31, 0x1p31 - 1);
    });
    break;
  case op::LegacyDoubleToUInt32:
    each(0, [](uint64_t value, unsigned) {
      return clampToInteger(toFloat<Scalar::F64>(value), 0, 0x1p32 - 1);
    });
    break;
  // The high half is the first.
  case op::IMul:
    each(0, [&](uint64_t a, unsigned lane) {
      return uint64_t(signExtend(a, 32) * signExtend(second(lane), 32)) >> 32;
    });
    each(1,
         [&](uint64_t a, unsigned lane) { return uint32_t(a * second(lane)); });
    break;
  case op::UMul:
    each(0,
         [&](uint64_t a, unsigned lane) { return (a * second(lane)) >> 32; });
    each(1,
         [&](uint64_t a, unsigned lane) { return uint32_t(a * second(lane)); });
    break;
  case op::UDiv:
    each(0, [&](uint64_t a, unsigned lane) {
      return second(lane) ? a / second(lane) : 0xffffffff;
    });
    each(1, [&](uint64_t a, unsigned lane) {
      return second(lane) ? a % second(lane) : 0xffffffff;
    });
    break;
  case op::UAddc:
    each(0,
         [&](uint64_t a, unsigned lane) { return uint32_t(a + second(lane)); });
    each(1,
         [&](uint64_t a, unsigned lane) { return (a + second(lane)) >> 32; });
    break;
  case op::USubb:
    each(0,
         [&](uint64_t a, unsigned lane) { return uint32_t(a - second(lane)); });
    each(1, [&](uint64_t a, unsigned lane) { return a < second(lane); });
    break;
  case op::Pack4x8:
    if (immediate(made, 0) > 2)
      return fail(made, "Pack4x8 has no mode " + Twine(immediate(made, 0)));
    each(0, [&](uint64_t mode, unsigned lane) {
      uint32_t packed = 0;
      for (unsigned part = 0; part < 4; ++part)
        packed |= uint32_t(packByte(
                      mode, signExtend(operand(made, part + 1)[lane], width)))
                  << (8 * part);
      return packed;
    });
    break;
  case op::Unpack4x8:
    if (immediate(made, 0) > 1)
      return fail(made, "Unpack4x8 has no mode " + Twine(immediate(made, 0)));
    for (unsigned part = 0; part < 4; ++part)
      each(part, [&](uint64_t mode, unsigned lane) {
        uint64_t byte = (second(lane) >> (8 * part)) & 0xff;
        return mode ? lowBits(signExtend(byte, 8), width) : byte;
      });
    break;
  default:
    return false;
  }
  return true;
}
