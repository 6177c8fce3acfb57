//===- UnusedValue.h - What lanes have that do not use a value  -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_UNUSEDVALUE_H
#define WAVEDIALECT_LIB_TRANSFORMS_UNUSEDVALUE_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::wave {

/// Creates what lanes have in the place of a value that they do not use: zero, or
/// a matrix of any elements. Returns null for other types.
inline Value createUnusedValue(OpBuilder &builder, Location loc, Type type) {
  if (isa<MatrixType>(type))
    return ub::PoisonOp::create(builder, loc, type);
  if (TypedAttr zero = builder.getZeroAttr(type))
    return arith::ConstantOp::create(builder, loc, zero);
  return nullptr;
}

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_UNUSEDVALUE_H
