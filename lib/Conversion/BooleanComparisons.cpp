//===- BooleanComparisons.cpp - Comparisons of booleans as logic ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BooleanComparisons.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;
using Predicate = arith::CmpIPredicate;

/// `a < b` is `not a and b`, and `a <= b` is `not a or b`. In a signed
/// comparison true is -1, so the operands are exchanged.
static Value createLogic(OpBuilder &builder, arith::CmpIOp compare) {
  Value a = compare.getLhs(), b = compare.getRhs();
  const Predicate predicate = compare.getPredicate();
  const bool isExchanged = llvm::is_contained(
      {Predicate::ugt, Predicate::uge, Predicate::slt, Predicate::sle},
      predicate);
  if (isExchanged)
    std::swap(a, b);
  Location loc = compare.getLoc();
  TypedAttr yes = builder.getBoolAttr(true);
  if (auto vector = dyn_cast<VectorType>(a.getType()))
    yes = SplatElementsAttr::get(vector, yes);
  Value isFalse = arith::XOrIOp::create(
      builder, loc, a, arith::ConstantOp::create(builder, loc, yes));
  const bool isStrict = llvm::is_contained(
      {Predicate::ult, Predicate::ugt, Predicate::slt, Predicate::sgt},
      predicate);
  if (isStrict)
    return arith::AndIOp::create(builder, loc, isFalse, b);
  return arith::OrIOp::create(builder, loc, isFalse, b);
}

void wave::replaceBooleanComparisons(Operation *function) {
  SmallVector<arith::CmpIOp> compares;
  function->walk([&](arith::CmpIOp compare) {
    const Predicate predicate = compare.getPredicate();
    if (getElementTypeOrSelf(compare.getLhs().getType()).isInteger(1) &&
        predicate != Predicate::eq && predicate != Predicate::ne)
      compares.push_back(compare);
  });
  for (arith::CmpIOp compare : compares) {
    OpBuilder builder(compare);
    compare.replaceAllUsesWith(createLogic(builder, compare));
    compare.erase();
  }
}
