//===- CombiningKind.cpp - How reductions, scans and atomics combine --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/CombiningKind.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

bool wave::isBitwise(Kind kind) {
  return kind == Kind::AND || kind == Kind::OR || kind == Kind::XOR;
}

bool wave::isFloatMinOrMax(Kind kind) {
  return kind == Kind::MINNUMF || kind == Kind::MAXNUMF;
}

bool wave::isIdempotent(Kind kind) {
  return kind != Kind::ADD && kind != Kind::MUL && kind != Kind::XOR;
}

bool wave::isAtomicKind(Kind kind, bool isFloat) {
  switch (kind) {
  case Kind::ADD:
    return true;
  case Kind::AND:
  case Kind::OR:
  case Kind::XOR:
  case Kind::MINSI:
  case Kind::MINUI:
  case Kind::MAXSI:
  case Kind::MAXUI:
    return !isFloat;
  case Kind::MINNUMF:
  case Kind::MAXNUMF:
    return isFloat;
  default:
    return false;
  }
}

static TypedAttr getScalarIdentity(Kind kind, Type type) {
  Builder builder(type.getContext());
  auto getInfinity = [&](bool negative) {
    const auto &semantics = cast<FloatType>(type).getFloatSemantics();
    return builder.getFloatAttr(type, APFloat::getInf(semantics, negative));
  };
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case Kind::ADD:
  case Kind::OR:
  case Kind::XOR:
  case Kind::MAXUI:
    return builder.getZeroAttr(type);
  case Kind::MUL:
    return builder.getOneAttr(type);
  case Kind::AND:
  case Kind::MINUI:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  case Kind::MINSI:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case Kind::MAXSI:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case Kind::MINNUMF:
    return getInfinity(/*negative=*/false);
  case Kind::MAXNUMF:
    return getInfinity(/*negative=*/true);
  case Kind::MINIMUMF:
  case Kind::MAXIMUMF:
    break;
  }
  llvm_unreachable("not a kind of the wave dialect");
}

TypedAttr wave::getIdentity(Kind kind, Type type) {
  TypedAttr identity = getScalarIdentity(kind, getScalarType(type));
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, Attribute(identity));
  return identity;
}
