//===- Arithmetic.cpp - LLVM's instructions on numbers --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include "llvm/IR/Operator.h"
#include <cmath>

using namespace llvm;
using namespace rundxil;

bool Wave::executeArithmetic(const Step &made) {
  return executeInteger(made) || executeFloat(made) || executeCompare(made) ||
         executeCast(made);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

namespace {
/// A result, and whether it is poison.
struct Outcome {
  uint64_t value;
  bool isPoison = false;
};

/// What the instruction promises.
struct Promises {
  bool noUnsignedWrap = false, noSignedWrap = false, exact = false;
};
} // namespace

static Promises promisesOf(const llvm::Instruction &source) {
  Promises promises;
  if (auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&source)) {
    promises.noUnsignedWrap = wrapping->hasNoUnsignedWrap();
    promises.noSignedWrap = wrapping->hasNoSignedWrap();
  }
  if (auto *exact = dyn_cast<PossiblyExactOperator>(&source))
    promises.exact = exact->isExact();
  return promises;
}

/// Sums, differences and products, exactly.
static Outcome wrap(__int128 asUnsigned, __int128 asSigned, unsigned width,
                    Promises promises) {
  uint64_t value = lowBits(static_cast<uint64_t>(asUnsigned), width);
  bool poison =
      (promises.noUnsignedWrap &&
       (asUnsigned < 0 || asUnsigned != __int128(value))) ||
      (promises.noSignedWrap && asSigned != __int128(signExtend(value, width)));
  return {value, poison};
}

static Outcome divide(unsigned opcode, uint64_t a, uint64_t b, unsigned width,
                      Promises promises) {
  int64_t signedA = signExtend(a, width), signedB = signExtend(b, width);
  bool isSigned =
      opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  if (b == 0 || (isSigned && signedB == -1 && a == uint64_t(1) << (width - 1)))
    return {0, true};
  switch (opcode) {
  case llvm::Instruction::UDiv:
    return {a / b, promises.exact && a % b != 0};
  case llvm::Instruction::URem:
    return {a % b};
  case llvm::Instruction::SDiv:
    return {lowBits(signedA / signedB, width),
            promises.exact && signedA % signedB != 0};
  default:
    return {lowBits(signedA % signedB, width)};
  }
}

static Outcome shift(unsigned opcode, uint64_t a, uint64_t b, unsigned width,
                     Promises promises) {
  if (b >= width)
    return {0, true};
  int64_t signedA = signExtend(a, width);
  if (opcode == llvm::Instruction::Shl) {
    uint64_t value = lowBits(a << b, width);
    return {value, (promises.noUnsignedWrap && value >> b != a) ||
                       (promises.noSignedWrap &&
                        signExtend(value, width) >> b != signedA)};
  }
  bool poison = promises.exact && lowBits(a, b) != 0;
  if (opcode == llvm::Instruction::LShr)
    return {a >> b, poison};
  return {lowBits(signedA >> b, width), poison};
}

static std::optional<Outcome> integerResult(unsigned opcode, uint64_t a,
                                            uint64_t b, unsigned width,
                                            Promises promises) {
  __int128 signedA = signExtend(a, width), signedB = signExtend(b, width);
  __int128 wideA = a, wideB = b;
  switch (opcode) {
  case llvm::Instruction::Add:
    return wrap(wideA + wideB, signedA + signedB, width, promises);
  case llvm::Instruction::Sub:
    return wrap(wideA - wideB, signedA - signedB, width, promises);
  case llvm::Instruction::Mul: {
    // The product of two numbers of 64 bits has no sign to spare.
    unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    Promises others = promises;
    others.noUnsignedWrap = false;
    Outcome outcome =
        wrap(static_cast<__int128>(product), signedA * signedB, width, others);
    outcome.isPoison |= promises.noUnsignedWrap && product != outcome.value;
    return outcome;
  }
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    return divide(opcode, a, b, width, promises);
  case llvm::Instruction::Shl:
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    return shift(opcode, a, b, width, promises);
  case llvm::Instruction::And:
    return Outcome{a & b};
  case llvm::Instruction::Or:
    return Outcome{a | b};
  case llvm::Instruction::Xor:
    return Outcome{a ^ b};
  }
  return std::nullopt;
}

bool Wave::executeInteger(const Step &made) {
  if (!integerResult(made.opcode, 0, 1, 8, {}))
    return false;
  unsigned width = widthOf(made.type);
  Promises promises = promisesOf(*made.source);
  LaneMask lanes = undefinedOperands(made);
  const uint64_t *a = operand(made, 0), *b = operand(made, 1);
  eachLane([&](unsigned lane) {
    Outcome outcome =
        *integerResult(made.opcode, a[lane], b[lane], width, promises);
    result(made)[lane] = outcome.value;
    if (outcome.isPoison)
      lanes.set(lane);
    // What decides alone does not need the other.
    bool isAnd = made.opcode == llvm::Instruction::And;
    if (isAnd || made.opcode == llvm::Instruction::Or) {
      uint64_t deciding = isAnd ? 0 : lowBits(~uint64_t(0), width);
      for (unsigned side : {0, 1})
        if (!isUndefined(made, side, lane) &&
            operand(made, side)[lane] == deciding) {
          result(made)[lane] = deciding;
          lanes.reset(lane);
        }
    }
  });
  setUndefined(made.result, lanes);
  return true;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <typename Float>
static std::optional<Float> floatResult(unsigned opcode, Float a, Float b) {
  switch (opcode) {
  case llvm::Instruction::FAdd:
    return a + b;
  case llvm::Instruction::FSub:
    return a - b;
  case llvm::Instruction::FMul:
    return a * b;
  case llvm::Instruction::FDiv:
    return a / b;
  case llvm::Instruction::FRem:
    return std::fmod(a, b);
  }
  return std::nullopt;
}

bool Wave::executeFloat(const Step &made) {
  if (!floatResult(made.opcode, 1.0, 1.0))
    return false;
  const uint64_t *a = operand(made, 0), *b = operand(made, 1);
  withFloatType(made.type, [&](auto type) {
    eachLane([&](unsigned lane) {
      result(made)[lane] = fromFloat<type>(*floatResult(
          made.opcode, toFloat<type>(a[lane]), toFloat<type>(b[lane])));
    });
  });
  spreadUndefined(made);
  return true;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Bit 0 of the number is equal, 1 greater, 2 less, 3 unordered.
static bool compareFloats(CmpInst::Predicate predicate, double a, double b) {
  unsigned relation = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
  return predicate & relation;
}

bool Wave::executeCompare(const Step &made) {
  auto *compare = dyn_cast<CmpInst>(made.source);
  if (!compare)
    return false;
  CmpInst::Predicate predicate = compare->getPredicate();
  const uint64_t *a = operand(made, 0), *b = operand(made, 1);
  if (isa<FCmpInst>(compare)) {
    withFloatType(made.type, [&](auto type) {
      eachLane([&](unsigned lane) {
        result(made)[lane] = compareFloats(predicate, toFloat<type>(a[lane]),
                                           toFloat<type>(b[lane]));
      });
    });
  } else {
    unsigned width = widthOf(made.type);
    eachLane([&](unsigned lane) {
      result(made)[lane] = ICmpInst::compare(APInt(width, a[lane]),
                                             APInt(width, b[lane]), predicate);
    });
  }
  spreadUndefined(made);
  return true;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Poison where the number does not fit.
static Outcome toInteger(double value, unsigned width, bool isSigned) {
  double whole = std::trunc(value);
  double least = isSigned ? -std::ldexp(1.0, width - 1) : 0.0;
  double bound = std::ldexp(1.0, isSigned ? width - 1 : width);
  if (!(whole >= least && whole < bound))
    return {0, true};
  return {isSigned ? lowBits(static_cast<int64_t>(whole), width)
                   : static_cast<uint64_t>(whole)};
}

static Outcome castResult(unsigned opcode, Scalar from, Scalar to,
                          uint64_t value) {
  unsigned fromWidth = widthOf(from), toWidth = widthOf(to);
  Outcome outcome{value};
  switch (opcode) {
  case llvm::Instruction::Trunc:
    return {lowBits(value, toWidth)};
  case llvm::Instruction::SExt:
    return {lowBits(signExtend(value, fromWidth), toWidth)};
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI:
    withFloatType(from, [&](auto type) {
      outcome = toInteger(toFloat<type>(value), toWidth,
                          opcode == llvm::Instruction::FPToSI);
    });
    break;
  case llvm::Instruction::SIToFP:
    withFloatType(to, [&](auto type) {
      using Float = decltype(toFloat<type>(0));
      outcome.value = fromFloat<type>(Float(signExtend(value, fromWidth)));
    });
    break;
  case llvm::Instruction::UIToFP:
    withFloatType(to, [&](auto type) {
      using Float = decltype(toFloat<type>(0));
      outcome.value = fromFloat<type>(Float(value));
    });
    break;
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    withFloatType(from, [&](auto type) {
      auto number = toFloat<type>(value);
      if (to == Scalar::F16)
        outcome.value = doubleToHalf(number);
      else if (to == Scalar::F32)
        outcome.value = fromFloat<Scalar::F32>(number);
      else
        outcome.value = fromFloat<Scalar::F64>(number);
    });
    break;
  default:
    // zext and bitcast: payloads have no sign, floats are their bits.
    break;
  }
  return outcome;
}

bool Wave::executeCast(const Step &made) {
  if (!made.source->isCast())
    return false;
  LaneMask lanes = undefinedOperands(made);
  const uint64_t *value = operand(made, 0);
  eachLane([&](unsigned lane) {
    Outcome outcome =
        castResult(made.opcode, made.type, made.resultType, value[lane]);
    result(made)[lane] = outcome.value;
    if (outcome.isPoison)
      lanes.set(lane);
  });
  setUndefined(made.result, lanes);
  return true;
}
