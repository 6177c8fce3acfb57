//===- MathOperations.cpp - Functions of floats ---------------------------===//
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

void Wave::executeMath(const Step &made) {
  if (!executeFloatMath(made) && !executeIntegerMath(made) &&
      !executeConversion(made)) {
    fail(made, Twine(made.operation->name) + " is not run here");
    return;
  }
  LaneMask lanes = undefinedOperands(made);
  for (unsigned field = 0; field < std::max(made.fields, 1u); ++field)
    setUndefined(made.result + field, lanes);
}

/// What is not exact is worked out in double precision.
template <typename Float>
static std::optional<Float> unaryResult(op::Opcode opcode, Float x) {
  double wide = x;
  switch (opcode) {
  case op::FAbs:
    return std::fabs(x);
  case op::Saturate:
    return std::isnan(x) ? Float(0)
                         : std::fmin(std::fmax(x, Float(0)), Float(1));
  case op::Cos:
    return Float(std::cos(wide));
  case op::Sin:
    return Float(std::sin(wide));
  case op::Tan:
    return Float(std::tan(wide));
  case op::Acos:
    return Float(std::acos(wide));
  case op::Asin:
    return Float(std::asin(wide));
  case op::Atan:
    return Float(std::atan(wide));
  case op::Hcos:
    return Float(std::cosh(wide));
  case op::Hsin:
    return Float(std::sinh(wide));
  case op::Htan:
    return Float(std::tanh(wide));
  case op::Exp:
    return Float(std::exp2(wide));
  case op::Frc:
    return x - std::floor(x);
  case op::Log:
    return Float(std::log2(wide));
  case op::Sqrt:
    return Float(std::sqrt(wide));
  case op::Rsqrt:
    return Float(1 / std::sqrt(wide));
  case op::Round_ne:
    return std::nearbyint(x);
  case op::Round_ni:
    return std::floor(x);
  case op::Round_pi:
    return std::ceil(x);
  case op::Round_z:
    return std::trunc(x);
  default:
    return std::nullopt;
  }
}

/// Whether a float is of the kind that is asked for.
static std::optional<bool> testResult(op::Opcode opcode, double x,
                                      bool isNormal) {
  switch (opcode) {
  case op::IsNaN:
    return std::isnan(x);
  case op::IsInf:
    return std::isinf(x);
  case op::IsFinite:
    return std::isfinite(x);
  case op::IsNormal:
    return isNormal;
  default:
    return std::nullopt;
  }
}

template <typename Float>
static std::optional<Float> multipleResult(op::Opcode opcode, Float a, Float b,
                                           Float c) {
  switch (opcode) {
  case op::FMax:
    return std::fmax(a, b);
  case op::FMin:
    return std::fmin(a, b);
  case op::FMad: {
    // Rounded twice.
    Float product = a * b;
    return product + c;
  }
  case op::Fma:
    return std::fma(a, b, c);
  default:
    return std::nullopt;
  }
}

/// Whether a number is neither 0, subnormal, infinite nor none.
static bool isNormal(Scalar type, uint64_t bits) {
  if (type == Scalar::F16)
    return (bits & 0x7c00) != 0 && (bits & 0x7c00) != 0x7c00;
  return std::isnormal(toFloat<Scalar::F32>(bits));
}

bool Wave::executeFloatMath(const Step &made) {
  op::Opcode opcode = made.operation->opcode;
  if (StringRef(made.operation->functionClass).starts_with("dot2") ||
      opcode == op::Dot3 || opcode == op::Dot4) {
    executeDot(made);
    return true;
  }
  bool isUnary = unaryResult(opcode, 0.5).has_value();
  bool isTest = testResult(opcode, 0.5, true).has_value();
  bool isMultiple = multipleResult(opcode, 0.5, 0.5, 0.5).has_value();
  if (!isUnary && !isTest && !isMultiple)
    return false;
  const uint64_t *a = operand(made, 0);
  const uint64_t *b = made.operands.size() > 1 ? operand(made, 1) : a;
  const uint64_t *c = made.operands.size() > 2 ? operand(made, 2) : a;
  withFloatType(made.type, [&](auto type) {
    eachLane([&](unsigned lane) {
      auto x = toFloat<type>(a[lane]);
      uint64_t &value = result(made)[lane];
      if (isTest)
        value = *testResult(opcode, x, isNormal(type, a[lane]));
      else if (isUnary)
        value = fromFloat<type>(*unaryResult(opcode, x));
      else
        value = fromFloat<type>(*multipleResult(
            opcode, x, toFloat<type>(b[lane]), toFloat<type>(c[lane])));
    });
  });
  return true;
}

/// Products are added from the first on.
void Wave::executeDot(const Step &made) {
  bool addsHalves = made.operation->opcode == op::Dot2AddHalf;
  unsigned begin = addsHalves ? 1 : 0;
  unsigned count = (made.operands.size() - begin) / 2;
  Scalar type = addsHalves ? Scalar::F16 : made.type;
  withFloatType(type, [&](auto type) {
    eachLane([&](unsigned lane) {
      float sum =
          addsHalves ? toFloat<Scalar::F32>(operand(made, 0)[lane]) : 0.0f;
      for (unsigned part = 0; part < count; ++part) {
        float a = toFloat<type>(operand(made, begin + part)[lane]);
        float b = toFloat<type>(operand(made, begin + count + part)[lane]);
        float product = a * b;
        sum = part || addsHalves ? sum + product : product;
      }
      result(made)[lane] =
          addsHalves ? fromFloat<Scalar::F32>(sum) : fromFloat<type>(sum);
    });
  });
}
