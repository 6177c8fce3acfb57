//===- Operators.cpp - Arithmetic, comparisons and assignments -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

template <typename Op>
Value Emitter::contracted(Value a, Value b) {
  auto flags =
      precise ? arith::FastMathFlags::none : arith::FastMathFlags::contract;
  return builder.createOrFold<Op>(loc(), a.getType(), a, b, flags);
}

/// `a op b` of two numbers of one type.
Value Emitter::arithmetic(clang::BinaryOperatorKind op, Value a, Value b,
                          QualType type) {
  bool isFloat = types.isFloat(type), isSigned = types.isSigned(type);
  auto build = [&]<typename Op>(Op *) {
    return builder.createOrFold<Op>(loc(), a, b);
  };
  switch (op) {
  case clang::BO_Add:
    return isFloat ? contracted<arith::AddFOp>(a, b)
                   : build(static_cast<arith::AddIOp *>(nullptr));
  case clang::BO_Sub:
    return isFloat ? contracted<arith::SubFOp>(a, b)
                   : build(static_cast<arith::SubIOp *>(nullptr));
  case clang::BO_Mul:
    return isFloat ? contracted<arith::MulFOp>(a, b)
                   : build(static_cast<arith::MulIOp *>(nullptr));
  case clang::BO_Div:
    return isFloat    ? build(static_cast<arith::DivFOp *>(nullptr))
           : isSigned ? build(static_cast<arith::DivSIOp *>(nullptr))
                      : build(static_cast<arith::DivUIOp *>(nullptr));
  case clang::BO_Rem:
    return isFloat    ? build(static_cast<arith::RemFOp *>(nullptr))
           : isSigned ? build(static_cast<arith::RemSIOp *>(nullptr))
                      : build(static_cast<arith::RemUIOp *>(nullptr));
  case clang::BO_And:
    return build(static_cast<arith::AndIOp *>(nullptr));
  case clang::BO_Or:
    return build(static_cast<arith::OrIOp *>(nullptr));
  case clang::BO_Xor:
    return build(static_cast<arith::XOrIOp *>(nullptr));
  case clang::BO_Shl:
  case clang::BO_Shr: {
    unsigned bits = getScalarType(a.getType()).getIntOrFloatBitWidth();
    b = builder.createOrFold<arith::AndIOp>(
        loc(), b, splat(integer(bits - 1, bits), b.getType()));
    return op == clang::BO_Shl ? build(static_cast<arith::ShLIOp *>(nullptr))
           : isSigned          ? build(static_cast<arith::ShRSIOp *>(nullptr))
                               : build(static_cast<arith::ShRUIOp *>(nullptr));
  }
  default:
    unsupported(here, "this operator");
    return a;
  }
}

/// A comparison of two numbers of one type: an i1 for each component.
Value Emitter::comparison(clang::BinaryOperatorKind op, Value a, Value b,
                          QualType type) {
  if (isa<FloatType>(getScalarType(a.getType()))) {
    using P = arith::CmpFPredicate;
    P predicate = op == clang::BO_EQ   ? P::OEQ
                  : op == clang::BO_NE ? P::UNE
                  : op == clang::BO_LT ? P::OLT
                  : op == clang::BO_LE ? P::OLE
                  : op == clang::BO_GT ? P::OGT
                                       : P::OGE;
    return builder.createOrFold<arith::CmpFOp>(loc(), predicate, a, b);
  }
  using P = arith::CmpIPredicate;
  bool isSigned = types.isSigned(type) && !types.isBool(type);
  P predicate = op == clang::BO_EQ   ? P::eq
                : op == clang::BO_NE ? P::ne
                : op == clang::BO_LT ? (isSigned ? P::slt : P::ult)
                : op == clang::BO_LE ? (isSigned ? P::sle : P::ule)
                : op == clang::BO_GT ? (isSigned ? P::sgt : P::ugt)
                                     : (isSigned ? P::sge : P::uge);
  return builder.createOrFold<arith::CmpIOp>(loc(), predicate, a, b);
}

Value Emitter::negate(Value number, QualType type) {
  if (types.isFloat(type))
    return builder.createOrFold<arith::NegFOp>(loc(), number);
  return builder.createOrFold<arith::SubIOp>(loc(), zero(number.getType()),
                                             number);
}

Tree Emitter::emitUnary(const clang::UnaryOperator *expression) {
  if (expression->isIncrementDecrementOp()) {
    auto [place, before, after] = emitStep(expression);
    return expression->isPostfix() ? before : after;
  }
  QualType type = expression->getSubExpr()->getType();
  Tree value = emitValue(expression->getSubExpr());
  At at(*this, expression->getExprLoc());
  auto invert = [&](Value number) -> Value {
    unsigned bits = getScalarType(number.getType()).getIntOrFloatBitWidth();
    Value ones = constant(getScalarType(number.getType()),
                          APInt::getAllOnes(64).zextOrTrunc(bits));
    return builder.createOrFold<arith::XOrIOp>(loc(), number,
                                               splat(ones, number.getType()));
  };
  switch (expression->getOpcode()) {
  case clang::UO_Plus:
    return value;
  case clang::UO_Minus:
    return mapLeaves(value, [&](ArrayRef<Value> leaves) {
      return negate(leaves.front(), types.scalarOf(type));
    });
  case clang::UO_Not:
    return mapLeaves(
        value, [&](ArrayRef<Value> leaves) { return invert(leaves.front()); });
  case clang::UO_LNot:
    return mapLeaves(value, [&](ArrayRef<Value> leaves) {
      Value number = leaves.front();
      QualType boolean =
          types.numberOf(ast.BoolTy, getNumComponents(number.getType()));
      return invert(convert(number, type, boolean));
    });
  default:
    unsupported(
        expression->getExprLoc(),
        Twine("the operator '") +
            clang::UnaryOperator::getOpcodeStr(expression->getOpcode()) + "'");
    return undefined(expression->getType());
  }
}

std::tuple<Place, Tree, Tree>
Emitter::emitStep(const clang::UnaryOperator *expression) {
  Place place = placeOf(expression->getSubExpr());
  Tree before = load(place, expression->getExprLoc());
  At at(*this, expression->getExprLoc());
  QualType type = expression->getType();
  Tree after = mapLeaves(before, [&](ArrayRef<Value> leaves) {
    Value number = leaves.front();
    Type scalar = getScalarType(number.getType());
    Value one = isa<FloatType>(scalar)
                    ? real(type, APFloat(1.0))
                    : integer(1, scalar.getIntOrFloatBitWidth());
    return arithmetic(
        expression->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, number,
        splat(one, number.getType()), types.scalarOf(type));
  });
  store(place, after, expression->getExprLoc());
  return {place, before, after};
}

/// The type of a number with as many components as another one has, if it is a scalar.
static Type shapeOf(Type number, Type other) {
  return isa<VectorType>(number)
             ? number
             : getTypeOfComponents(number, getNumComponents(other));
}

Tree Emitter::emitBinary(const clang::BinaryOperator *expression) {
  if (expression->isAssignmentOp())
    return emitAssignment(expression).second;
  if (expression->getOpcode() == clang::BO_Comma) {
    discard(expression->getLHS());
    return emitValue(expression->getRHS());
  }
  if (expression->isLogicalOp())
    return emitLogical(expression);
  QualType type = expression->getLHS()->getType();
  Tree a = emitValue(expression->getLHS()), b = emitValue(expression->getRHS());
  At at(*this, expression->getOperatorLoc());
  if (expression->isShiftOp())
    b = convertElements(b, expression->getRHS()->getType(), type);
  return mapLeaves({a, b}, [&](ArrayRef<Value> leaves) {
    // A matrix may be multiplied by a scalar.
    Value x =
        splat(leaves[0], shapeOf(leaves[0].getType(), leaves[1].getType()));
    Value y =
        splat(leaves[1], shapeOf(leaves[1].getType(), leaves[0].getType()));
    if (!expression->isComparisonOp())
      return arithmetic(expression->getOpcode(), x, y, types.scalarOf(type));
    Value compared =
        comparison(expression->getOpcode(), x, y, types.scalarOf(type));
    // Clang's type of a comparison of vectors has integers.
    unsigned width = getNumComponents(compared.getType());
    return convert(
        compared, types.numberOf(ast.BoolTy, width),
        types.numberOf(types.scalarOf(expression->getType()), width));
  });
}

/// An assignment: what was assigned to, and the value.
std::pair<Place, Tree>
Emitter::emitAssignment(const clang::BinaryOperator *expression) {
  Tree value = emitValue(expression->getRHS());
  Place place = placeOf(expression->getLHS());
  SourceLocation location = expression->getOperatorLoc();
  At at(*this, location);
  if (const auto *compound =
          dyn_cast<clang::CompoundAssignOperator>(expression)) {
    QualType type = compound->getLHS()->getType();
    QualType computed = compound->getComputationLHSType();
    Tree left = convertElements(load(place, location), type, computed);
    Tree right =
        convertElements(value, compound->getRHS()->getType(), computed);
    auto op = clang::BinaryOperator::getOpForCompoundAssignment(
        compound->getOpcode());
    value = mapLeaves({left, right}, [&](ArrayRef<Value> leaves) {
      return arithmetic(op, leaves[0], leaves[1], types.scalarOf(computed));
    });
    value = convertElements(value, compound->getComputationResultType(), type);
  }
  store(place, value, location);
  return {place, value};
}
