//===- ElementType.cpp - The element types of the dialect -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/ElementType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isScalarType(Type type) {
  return type.isSignlessInteger(1) || isMemoryElementType(type);
}

bool wave::isMemoryElementType(Type type) {
  return type.isSignlessInteger(16) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64) || type.isF16() || type.isBF16() ||
         type.isF32() || type.isF64();
}

bool wave::isByteType(Type type) { return type.isInteger(8); }

/// Whether the vector has a shape that the dialect supports.
static bool isVectorShape(VectorType vector) {
  return vector.getRank() == 1 && !vector.isScalable() &&
         vector.getDimSize(0) >= kMinComponents &&
         vector.getDimSize(0) <= kMaxComponents;
}

bool wave::isElementType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return isVectorShape(vector) && isScalarType(vector.getElementType());
  return isScalarType(type);
}

Type wave::getScalarType(Type type) { return getElementTypeOrSelf(type); }

int64_t wave::getNumComponents(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

Type wave::getTypeOfComponents(Type scalar, int64_t components) {
  return components == 1 ? scalar : VectorType::get({components}, scalar);
}

Type wave::getBoolType(Type type) {
  Type boolean = IntegerType::get(type.getContext(), 1);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(boolean);
  return boolean;
}

unsigned wave::getScalarBytes(Type scalar) {
  return scalar.getIntOrFloatBitWidth() / 8;
}

/// Returns the type without its sign, none if it is not an element.
static Type getSignless(Type scalar) {
  auto integer = dyn_cast<IntegerType>(scalar);
  if (integer && integer.getWidth() > 1)
    scalar = IntegerType::get(scalar.getContext(), integer.getWidth());
  return isScalarType(scalar) ? scalar : Type();
}

Type wave::getStorageType(Type element) {
  if (auto vector = dyn_cast<VectorType>(element)) {
    if (!isVectorShape(vector))
      return nullptr;
    element = vector.getElementType();
  }
  if (isByteType(element))
    return IntegerType::get(element.getContext(), 8);
  Type scalar = getSignless(element);
  if (scalar && scalar.isInteger(1))
    return IntegerType::get(element.getContext(), 32);
  return scalar;
}

Type wave::getValueType(Type element) {
  auto vector = dyn_cast<VectorType>(element);
  if (!vector)
    return getSignless(element);
  Type scalar = getSignless(vector.getElementType());
  return scalar && isVectorShape(vector) ? vector.clone(scalar) : Type();
}

StringRef wave::getElementName(Type element) {
  element = getScalarType(element);
  bool isUnsigned = element.isUnsignedInteger();
  switch (element.getIntOrFloatBitWidth()) {
  case 1:
    return "bool";
  case 8:
    return isUnsigned ? "u8" : "i8";
  case 16:
    if (isa<FloatType>(element))
      return element.isBF16() ? "bf16" : "f16";
    return isUnsigned ? "u16" : "i16";
  case 64:
    return element.isF64() ? "f64" : isUnsigned ? "u64" : "i64";
  default:
    return element.isF32() ? "f32" : isUnsigned ? "u32" : "i32";
  }
}

LogicalResult wave::verifyElementType(Operation *op, Type type) {
  if (isElementType(type))
    return success();
  return op->emitOpError(
             "takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of "
             "2 to 4 of one, got ")
         << type << " [element-type]";
}

LogicalResult wave::verifyPredicate(Operation *op, Type type) {
  if (type.isSignlessInteger(1))
    return success();
  return op->emitOpError("takes an i1 predicate, got ")
         << type << ": compare it first, as in 'x != 0' [predicate-not-bool]";
}
