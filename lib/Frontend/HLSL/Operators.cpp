//===- Operators.cpp - Arithmetic, comparisons and assignments -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "LiteralTypes.h"
#include "Statements.h"
#include "TypeNames.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

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

/// Converts bool to int, as HLSL does for arithmetic; keeps other types.
std::pair<Tree, QualType> Emitter::promote(Tree value, QualType type) {
  if (!types.isBool(type))
    return {std::move(value), type};
  QualType promoted = promotedType(type);
  return {convertElements(value, type, promoted), promoted};
}

QualType Emitter::promotedType(QualType type) const {
  if (const auto *matrix =
          types.plain(type)->getAs<clang::ConstantMatrixType>())
    return ast.getConstantMatrixType(ast.IntTy, matrix->getNumRows(),
                                     matrix->getNumColumns());
  return types.numberOf(ast.IntTy, types.widthOf(type));
}

std::pair<Tree, QualType> Emitter::emitPromoted(const Expr *expression) {
  if (auto known = evaluated.find(expression); known != evaluated.end())
    return {known->second, expression->getType()};
  expression = expression->IgnoreParens();
  while (const auto *temporary =
             dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    expression = temporary->getSubExpr()->IgnoreParens();
  At at(*this, expression->getExprLoc());
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression))
    return emitBinary(binary);
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(expression))
    return emitUnary(unary);
  if (const auto *choice =
          dyn_cast<clang::AbstractConditionalOperator>(expression))
    return emitChoice(choice);
  QualType type = expression->getType();
  if (types.isNumber(type) || types.isMatrix(type)) {
    if (types.isBool(type))
      if (auto part = emitPromotedPart(expression))
        return *part;
    // A function of a template has another result if its argument is a sum.
    if (const auto *call = dyn_cast<clang::CallExpr>(expression))
      if (const clang::CallExpr *other = withInts(call); other && other != call)
        return {emitCall(other), other->getType()};
  }
  return {emitValue(expression), type};
}

std::optional<std::pair<Tree, QualType>>
Emitter::emitPromotedPart(const Expr *expression) {
  const Expr *base = nullptr;
  if (const auto *element = dyn_cast<clang::ExtVectorElementExpr>(expression))
    base = element->getBase();
  else if (const auto *element =
               dyn_cast<clang::ArraySubscriptExpr>(expression))
    base = element->getBase();
  else if (const auto *row =
               dyn_cast<clang::MatrixSingleSubscriptExpr>(expression))
    base = row->getBase();
  else if (const auto *element =
               dyn_cast<clang::MatrixSubscriptExpr>(expression))
    base = element->getBase();
  else if (const auto *call = dyn_cast<clang::CallExpr>(expression))
    base = call->getDirectCallee() &&
                   hasAnnotation(call->getDirectCallee(), "hlsl.elements")
               ? call->getArg(0)
               : nullptr;
  else if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(expression);
           cast && !cast->isPartOfExplicitCast() &&
           types.isBool(cast->getSubExpr()->getType()))
    base = cast->getSubExpr();
  if (!base || !computesWithBool(base))
    return std::nullopt;
  auto [value, computed] = emitPromoted(base);
  QualType scalar = types.scalarOf(computed);
  if (const auto *element = dyn_cast<clang::ExtVectorElementExpr>(expression)) {
    SmallVector<uint32_t, 4> components;
    element->getEncodedElementAccess(components);
    value.leaf = swizzle(value.leaf, components);
    return std::pair(value, types.numberOf(scalar, components.size()));
  }
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    value.leaf = component(value.leaf, emitIndex(element->getIdx()));
    return std::pair(value, scalar);
  }
  if (isa<clang::ImplicitCastExpr>(expression)) {
    // Another shape.
    QualType to = expression->getType(), type;
    if (types.isMatrix(to)) {
      const auto *matrix = types.plain(to)->getAs<clang::ConstantMatrixType>();
      type = ast.getConstantMatrixType(scalar, matrix->getNumRows(),
                                       matrix->getNumColumns());
    } else {
      type = types.numberOf(scalar, types.widthOf(to));
    }
    return std::pair(convertElements(value, computed, type), type);
  }
  // A part of a matrix: that of a place with the value.
  Place place = temporary(value, computed);
  QualType rowType = types.partsOf(computed).front();
  if (const auto *row = dyn_cast<clang::MatrixSingleSubscriptExpr>(expression))
    place = rowOf(place, emitIndex(row->getRowIdx()), rowType);
  else if (const auto *element =
               dyn_cast<clang::MatrixSubscriptExpr>(expression))
    place = componentOf(rowOf(place, emitIndex(element->getRowIdx()), rowType),
                        emitIndex(element->getColumnIdx()));
  else
    place = elementsOf(place, cast<clang::CallExpr>(expression));
  return std::pair(
      load(place, expression->getExprLoc()),
      types.numberOf(scalar, types.widthOf(expression->getType())));
}

std::pair<Tree, QualType>
Emitter::emitUnary(const clang::UnaryOperator *expression) {
  QualType type = expression->getType();
  if (expression->isIncrementDecrementOp()) {
    auto [place, before, after] = emitStep(expression);
    return {expression->isPostfix() ? before : after, type};
  }
  const Expr *operand = expression->getSubExpr();
  bool isNot = expression->getOpcode() == clang::UO_LNot;
  Tree value;
  QualType computed = operand->getType();
  if (isNot) {
    value = emitValue(operand);
  } else {
    std::tie(value, computed) = emitPromoted(operand);
    std::tie(value, computed) = promote(value, computed);
  }
  auto invert = [&](Value number) -> Value {
    unsigned bits = getScalarType(number.getType()).getIntOrFloatBitWidth();
    Value ones = constant(getScalarType(number.getType()),
                          APInt::getAllOnes(64).zextOrTrunc(bits));
    return builder.createOrFold<arith::XOrIOp>(loc(), number,
                                               splat(ones, number.getType()));
  };
  switch (expression->getOpcode()) {
  case clang::UO_Plus:
    break;
  case clang::UO_Minus:
    value = mapLeaves(value, [&](ArrayRef<Value> leaves) {
      return negate(leaves.front(), types.scalarOf(computed));
    });
    break;
  case clang::UO_Not:
    value = mapLeaves(
        value, [&](ArrayRef<Value> leaves) { return invert(leaves.front()); });
    break;
  case clang::UO_LNot:
    value = mapLeaves(value, [&](ArrayRef<Value> leaves) {
      Value number = leaves.front();
      QualType boolean =
          types.numberOf(ast.BoolTy, getNumComponents(number.getType()));
      return invert(convert(number, computed, boolean));
    });
    break;
  default:
    unsupported(
        expression->getExprLoc(),
        Twine("the operator '") +
            clang::UnaryOperator::getOpcodeStr(expression->getOpcode()) + "'");
    return {undefined(type), type};
  }
  return {value, isNot ? type : computed};
}

std::tuple<Place, Tree, Tree>
Emitter::emitStep(const clang::UnaryOperator *expression) {
  Place place = placeOf(expression->getSubExpr());
  Tree before = load(place, expression->getExprLoc());
  At at(*this, expression->getExprLoc());
  auto [number, type] = promote(before, expression->getType());
  QualType scalarType = types.scalarOf(type);
  Tree after = mapLeaves(number, [&](ArrayRef<Value> leaves) {
    Value number = leaves.front();
    Type scalar = getScalarType(number.getType());
    Value one = isa<FloatType>(scalar)
                    ? real(scalarType, APFloat(1.0))
                    : integer(1, scalar.getIntOrFloatBitWidth());
    return arithmetic(expression->isIncrementOp() ? clang::BO_Add
                                                  : clang::BO_Sub,
                      number, splat(one, number.getType()), scalarType);
  });
  after = convertElements(after, type, expression->getType());
  store(place, after, expression->getExprLoc());
  return {place, before, keptBy(place, after)};
}

/// Whether the other operand of a matrix or a vector of this type decides the type of the
/// operator. As in C, the operand with the wider scalars does.
static bool isWider(const Types &types, const Layouts &layouts, QualType scalar,
                    const Expr *other) {
  const QualType from = types.scalarOf(other->IgnoreParenImpCasts()->getType());
  const bool isFloat = types.isFloat(scalar);
  if (isFloat != types.isFloat(from))
    return !isFloat;
  if (types.isBool(scalar) || types.isBool(from))
    return !types.isBool(from);
  if (isLiteral(other, types.ast))
    return false;
  const unsigned has = layouts.bytesOfScalar(scalar),
                 needs = layouts.bytesOfScalar(from);
  return needs > has || (needs == has && !isFloat && types.isSigned(scalar) &&
                         !types.isSigned(from));
}

/// Whether a scalar operand decides the type of an operator with a matrix, which Clang
/// gives the type of the matrix: `m * 2.5` of a matrix of int is one of float.
bool Emitter::isWiderThanMatrix(const Expr *matrix, const Expr *scalar) const {
  const QualType from = scalar->IgnoreParenImpCasts()->getType();
  return types.isMatrix(matrix->getType()) && types.isNumber(from) &&
         types.widthOf(from) == 1 &&
         isWider(types, layouts, types.scalarOf(matrix->getType()), scalar);
}

/// Reports an operator with a matrix that Clang does not have, for the next pass.
bool Emitter::reportOperator(const clang::BinaryOperator *expression) {
  const Expr *left = expression->getLHS(), *right = expression->getRHS();
  // As dxc, an assignment converts an integer to the type of the matrix.
  if (expression->isAssignmentOp() &&
      !types.isFloat(types.scalarOf(right->IgnoreParenImpCasts()->getType())))
    return false;
  if (!isWiderThanMatrix(left, right) &&
      (expression->isAssignmentOp() || !isWiderThanMatrix(right, left)))
    return false;
  ast.getDiagnostics().Report(expression->getOperatorLoc(),
                              clang::diag::err_typecheck_invalid_operands)
      << left->IgnoreParenImpCasts()->getType()
      << right->IgnoreParenImpCasts()->getType();
  return true;
}

/// The type of a number with as many components as another one has, if it is a scalar.
static Type shapeOf(Type number, Type other) {
  return isa<VectorType>(number)
             ? number
             : getTypeOfComponents(number, getNumComponents(other));
}

std::pair<Tree, QualType>
Emitter::emitBinary(const clang::BinaryOperator *expression) {
  QualType result = expression->getType();
  if (expression->isAssignmentOp())
    return {emitAssignment(expression).second, result};
  if (expression->getOpcode() == clang::BO_Comma) {
    discard(expression->getLHS());
    return emitPromoted(expression->getRHS());
  }
  if (expression->isLogicalOp())
    return {emitLogical(expression), result};
  if (types.isMatrix(result) && reportOperator(expression))
    return {undefined(result), result};
  Tree left, right;
  QualType type, rightType;
  std::tie(left, type) = emitPromoted(expression->getLHS());
  std::tie(right, rightType) = emitPromoted(expression->getRHS());
  At at(*this, expression->getOperatorLoc());
  // Two bools are compared, and their bits combined, as two ints would be.
  bool keepsBool = expression->isBitwiseOp() || expression->isComparisonOp();
  if (!keepsBool || !types.isBool(type) || !types.isBool(rightType)) {
    std::tie(left, type) = promote(left, type);
    std::tie(right, rightType) = promote(right, rightType);
  }
  if (expression->isShiftOp())
    right = convertElements(right, rightType, type);
  if (types.isBool(result) && !expression->isComparisonOp())
    result = types.isMatrix(rightType) ? rightType : type;
  QualType scalar = types.scalarOf(type);
  Tree value = mapLeaves({left, right}, [&](ArrayRef<Value> leaves) {
    // A matrix may be multiplied by a scalar.
    Value x =
        splat(leaves[0], shapeOf(leaves[0].getType(), leaves[1].getType()));
    Value y =
        splat(leaves[1], shapeOf(leaves[1].getType(), leaves[0].getType()));
    if (!expression->isComparisonOp())
      return arithmetic(expression->getOpcode(), x, y, scalar);
    Value compared = comparison(expression->getOpcode(), x, y, scalar);
    // Clang's type of a comparison of vectors has integers.
    unsigned width = getNumComponents(compared.getType());
    return convert(
        compared, types.numberOf(ast.BoolTy, width),
        types.numberOf(types.scalarOf(expression->getType()), width));
  });
  return {value, result};
}

/// An assignment: what was assigned to, and the value.
std::pair<Place, Tree>
Emitter::emitAssignment(const clang::BinaryOperator *expression) {
  QualType assigned = expression->getRHS()->getType();
  if (expression->isCompoundAssignmentOp() &&
      types.isMatrix(expression->getLHS()->getType()))
    reportOperator(expression);
  const Expr *right = expression->getRHS()->IgnoreImpCasts();
  const QualType whole = expression->getLHS()->getType();
  const bool isOfMatrix =
      expression->isCompoundAssignmentOp() && types.isMatrix(whole);
  const bool isVector = isOfMatrix && types.isNumber(right->getType()) &&
                        types.widthOf(right->getType()) > 1;
  // Clang would take the vector's first component. As dxc, a vector with as many
  // elements is a matrix.
  if (isVector &&
      types.widthOf(right->getType()) !=
          types.partsOf(whole).size() * types.widthOf(types.partsOf(whole)[0]))
    fail(expression->getOperatorLoc(), "hlsl-type",
         "an operator with a '" + spellType(whole, ast) +
             "' does not take a '" + spellType(right->getType(), ast) +
             "': mul() multiplies matrices and vectors");
  // Clang would convert the right side to the type of the vector.
  const bool isConverted =
      expression->isCompoundAssignmentOp() && !expression->isShiftAssignOp() &&
      types.plain(expression->getLHS()->getType())->isVectorType() &&
      types.isNumber(right->getType()) &&
      isWider(types, layouts, types.scalarOf(expression->getLHS()->getType()),
              right);
  Tree value;
  if (expression->isCompoundAssignmentOp())
    std::tie(value, assigned) =
        emitPromoted(isConverted || isVector ? right : expression->getRHS());
  else
    value = emitValue(expression->getRHS());
  Place place = placeOf(expression->getLHS());
  SourceLocation location = expression->getOperatorLoc();
  At at(*this, location);
  if (const auto *compound =
          dyn_cast<clang::CompoundAssignOperator>(expression)) {
    QualType type = compound->getLHS()->getType();
    QualType computed = compound->getComputationLHSType();
    if (isConverted) {
      const unsigned width = types.widthOf(type);
      computed = types.numberOf(types.scalarOf(assigned), width);
      if (types.widthOf(assigned) == 1)
        value.leaf =
            splat(value.leaf, getTypeOfComponents(value.leaf.getType(), width));
      assigned = computed;
    }
    Tree left = convertElements(load(place, location), type, computed);
    std::tie(left, computed) = promote(left, computed);
    Tree right = convertElements(value, assigned, computed);
    auto op = clang::BinaryOperator::getOpForCompoundAssignment(
        compound->getOpcode());
    QualType scalar = types.scalarOf(computed);
    value = mapLeaves({left, right}, [&](ArrayRef<Value> leaves) {
      return arithmetic(op, leaves[0], leaves[1], scalar);
    });
    value = convertElements(value, computed, type);
  }
  store(place, value, location);
  return {place, keptBy(place, std::move(value))};
}
