//===- ElementType.cpp - The element types of the dialect -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/ElementType.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isElementType(Type type) {
  return type.isSignlessInteger(1) || isMemoryElementType(type);
}

bool wave::isMemoryElementType(Type type) {
  return type.isSignlessInteger(32) || type.isF32();
}

Type wave::getStorageType(Type element) {
  if (element.isF32())
    return element;
  if (element.isInteger(32) || element.isSignlessInteger(1))
    return IntegerType::get(element.getContext(), 32);
  return nullptr;
}

StringRef wave::getElementName(Type element) {
  if (element.isF32())
    return "f32";
  if (element.isInteger(1))
    return "bool";
  return element.isUnsignedInteger() ? "u32" : "i32";
}

LogicalResult wave::verifyElementType(Operation *op, Type type) {
  if (isElementType(type))
    return success();
  return op->emitOpError("takes i1, i32 or f32, got ")
         << type << " [element-type]";
}
