//===- Scalar.cpp - The types of DXIL's values ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace rundxil;

static constexpr StringLiteral names[] = {"i1",  "i8",  "i16", "i32", "i64",
                                          "f16", "f32", "f64", "ptr"};

std::optional<Scalar> rundxil::scalarOf(const Type *type) {
  if (type->isHalfTy())
    return Scalar::F16;
  if (type->isFloatTy())
    return Scalar::F32;
  if (type->isDoubleTy())
    return Scalar::F64;
  if (type->isPointerTy())
    return Scalar::Pointer;
  if (!type->isIntegerTy())
    return std::nullopt;
  switch (type->getIntegerBitWidth()) {
  case 1:
    return Scalar::I1;
  case 8:
    return Scalar::I8;
  case 16:
    return Scalar::I16;
  case 32:
    return Scalar::I32;
  case 64:
    return Scalar::I64;
  }
  return std::nullopt;
}

std::optional<Scalar> rundxil::scalarOf(StringRef suffix) {
  for (unsigned index = 0; index < std::size(names); ++index)
    if (names[index] == suffix && suffix != "ptr")
      return static_cast<Scalar>(index);
  return std::nullopt;
}

StringRef rundxil::nameOf(Scalar type) {
  return names[static_cast<unsigned>(type)];
}

float rundxil::halfToFloat(uint16_t bits) {
  APFloat value(APFloat::IEEEhalf(), APInt(16, bits));
  bool inexact;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &inexact);
  return value.convertToFloat();
}

static uint16_t roundToHalf(APFloat value) {
  bool inexact;
  value.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &inexact);
  return static_cast<uint16_t>(value.bitcastToAPInt().getZExtValue());
}

uint16_t rundxil::floatToHalf(float value) {
  return roundToHalf(APFloat(value));
}

uint16_t rundxil::doubleToHalf(double value) {
  return roundToHalf(APFloat(value));
}
