//===- Conversions.cpp - Casts -------------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "TypeNames.h"
#include "Uninitialized.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

Value Emitter::convert(Value number, QualType from, QualType to) {
  Type target = types.valueOf(to);
  if (!target) {
    unsupported(here, "the type '" + spellType(to, ast) + "'");
    return zero(builder.getI32Type());
  }
  unsigned width = getNumComponents(number.getType());
  if (unsigned wanted = getNumComponents(target); wanted < width) {
    number =
        swizzle(number, ArrayRef<unsigned>({0, 1, 2, 3}).take_front(wanted));
    width = wanted;
  }
  Type source = getScalarType(number.getType());
  Type scalar = getScalarType(target);
  Type made = getTypeOfComponents(scalar, width);
  bool isFromBool = source.isInteger(1), isToBool = types.isBool(to);
  bool isFromFloat = isa<FloatType>(source), isToFloat = isa<FloatType>(scalar);
  bool isFromSigned = types.isSigned(from) && !isFromBool;
  unsigned a = source.getIntOrFloatBitWidth(),
           b = scalar.getIntOrFloatBitWidth();
  auto cast = [&]<typename Op>(Op *) {
    return builder.createOrFold<Op>(loc(), made, number);
  };
  if (source == scalar) {
  } else if (isToBool && isFromFloat) {
    number = builder.createOrFold<arith::CmpFOp>(
        loc(), arith::CmpFPredicate::UNE, number, zero(number.getType()));
  } else if (auto flags = number.getDefiningOp<arith::ExtUIOp>();
             isToBool && flags &&
             getScalarType(flags.getIn().getType()).isInteger(1)) {
    // A comparison of vectors, whose type in Clang has integers.
    number = flags.getIn();
  } else if (isToBool) {
    number = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::ne, number, zero(number.getType()));
  } else if (isFromBool && isToFloat) {
    Value one = splat(real(to, APFloat(1.0)), made);
    number = select(number, one, zero(made));
  } else if (isFromFloat && isToFloat) {
    number = a < b ? cast(static_cast<arith::ExtFOp *>(nullptr))
                   : cast(static_cast<arith::TruncFOp *>(nullptr));
  } else if (isFromFloat) {
    number = types.isSigned(to) ? cast(static_cast<arith::FPToSIOp *>(nullptr))
                                : cast(static_cast<arith::FPToUIOp *>(nullptr));
  } else if (isToFloat) {
    number = isFromSigned ? cast(static_cast<arith::SIToFPOp *>(nullptr))
                          : cast(static_cast<arith::UIToFPOp *>(nullptr));
  } else if (a > b) {
    number = cast(static_cast<arith::TruncIOp *>(nullptr));
  } else if (a < b) {
    number = isFromSigned ? cast(static_cast<arith::ExtSIOp *>(nullptr))
                          : cast(static_cast<arith::ExtUIOp *>(nullptr));
  }
  return splat(number, target);
}

Value Emitter::convertBits(Value number, Type to) {
  if (number.getType() == to)
    return number;
  return builder.createOrFold<arith::BitcastOp>(loc(), to, number);
}

void Emitter::flattenScalars(
    const Tree &value, QualType type,
    SmallVectorImpl<std::pair<Value, QualType>> &scalars) {
  if (types.isNumber(type)) {
    for (unsigned i = 0; i < types.widthOf(type); ++i)
      scalars.push_back({component(value.leaf, i), types.scalarOf(type)});
    return;
  }
  SmallVector<QualType> parts = types.partsOf(type);
  if (types.holdsBitFields(type) && types.plain(type)->isRecordType()) {
    const auto *record = types.plain(type)->getAsCXXRecordDecl();
    for (unsigned i = 0; i < record->getDefinition()->getNumBases(); ++i)
      flattenScalars(value.parts[i], parts[i], scalars);
    for (const FieldPart &each : types.fieldsOf(record))
      if (each.field->getDeclName())
        flattenScalars(fieldOf(value, each), types.plain(each.field->getType()),
                       scalars);
    return;
  }
  for (auto [part, partType] : llvm::zip(value.parts, parts))
    flattenScalars(part, partType, scalars);
}

Tree Emitter::fromScalars(QualType type,
                          ArrayRef<std::pair<Value, QualType>> &scalars) {
  Tree made;
  if (types.isNumber(type)) {
    SmallVector<Value> components;
    for (unsigned i = 0; i < types.widthOf(type); ++i) {
      auto [scalar, from] = scalars.front();
      // One scalar is that of all elements.
      if (scalars.size() > 1)
        scalars = scalars.drop_front();
      components.push_back(convert(scalar, from, types.scalarOf(type)));
    }
    made.leaf = vector(components);
    return made;
  }
  SmallVector<QualType> parts = types.partsOf(type);
  if (!types.holdsBitFields(type) || !types.plain(type)->isRecordType()) {
    for (QualType part : parts)
      made.parts.push_back(fromScalars(part, scalars));
    return made;
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl();
  for (unsigned i = 0; i < record->getDefinition()->getNumBases(); ++i)
    made.parts.push_back(fromScalars(parts[i], scalars));
  return makeRecord(type, std::move(made.parts), [&](const FieldPart &each) {
    return fromScalars(types.plain(each.field->getType()), scalars);
  });
}

Tree Emitter::convertElements(const Tree &value, QualType from, QualType to) {
  if (types.plain(from) == types.plain(to))
    return value;
  if (types.isNumber(from) && types.isNumber(to)) {
    Tree made;
    made.leaf = convert(value.leaf, from, to);
    return made;
  }
  // A smaller matrix is the upper left part.
  if (types.isMatrix(from) && types.isMatrix(to)) {
    Tree made;
    QualType fromRow = types.partsOf(from).front();
    SmallVector<QualType> rows = types.partsOf(to);
    for (auto [row, type] : llvm::zip(value.parts, rows))
      made.parts.push_back(convertElements(row, fromRow, type));
    return made;
  }
  SmallVector<std::pair<Value, QualType>> scalars;
  flattenScalars(value, from, scalars);
  if (scalars.empty())
    return undefined(to);
  ArrayRef<std::pair<Value, QualType>> rest = scalars;
  return fromScalars(to, rest);
}

/// The operand that Clang repeats as the components of a vector although it is no
/// number, and which it then converts as if it were one; null for another conversion.
static const Expr *getRepeated(const clang::CastExpr *cast) {
  if (!isa<clang::ImplicitCastExpr>(cast))
    return nullptr;
  if (cast->getCastKind() != clang::CK_VectorSplat) {
    cast = dyn_cast<clang::ImplicitCastExpr>(cast->getSubExpr());
    if (!cast || cast->getCastKind() != clang::CK_VectorSplat)
      return nullptr;
  }
  const Expr *operand = cast->getSubExpr();
  QualType type = operand->getType();
  return type->isArithmeticType() || type->isUnscopedEnumerationType()
             ? nullptr
             : operand;
}

/// Converts the other operand of an operator that has a vector. As dxc, a matrix with as
/// many elements is one.
Tree Emitter::convertToVector(const Expr *operand, QualType to) {
  QualType from = operand->IgnoreParenImpCasts()->getType();
  SourceLocation location = operand->getExprLoc();
  if (types.isMatrix(from)) {
    SmallVector<QualType> rows = types.partsOf(from);
    if (rows.size() * types.widthOf(rows.front()) == types.widthOf(to)) {
      Tree value = emitValue(operand);
      At at(*this, location);
      return convertElements(value, from, to);
    }
    fail(location, "hlsl-type",
         "an operator with a '" + spellType(to, ast) + "' does not take a '" +
             spellType(from, ast) + "': mul() multiplies matrices and vectors");
  } else {
    fail(location, "hlsl-type",
         "an operator with a '" + spellType(to, ast) +
             "' takes numbers and vectors, not a '" + spellType(from, ast) +
             "'");
  }
  return undefined(to);
}

Tree Emitter::emitCast(const clang::CastExpr *cast) {
  const Expr *operand = cast->getSubExpr();
  QualType from = operand->getType(), to = cast->getType();
  if (const Expr *repeated = getRepeated(cast))
    return convertToVector(repeated, to);
  // Clang's type of 'a' is char, which HLSL does not have.
  if (const auto *character =
          dyn_cast<clang::CharacterLiteral>(operand->IgnoreParens())) {
    Tree value;
    value.leaf = integer(character->getValue());
    return convertElements(value, ast.IntTy, to);
  }
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_HLSLArrayRValue:
    // The value of an assignment is that which was assigned.
    if (const auto *binary =
            dyn_cast<clang::BinaryOperator>(operand->IgnoreParens());
        binary && binary->isAssignmentOp())
      return emitAssignment(binary).second;
    return load(placeOf(operand), operand->getExprLoc(),
                options.uninitialized->isBroadcast(operand) ? Use::Copy
                                                            : Use::Value);
  case clang::CK_NoOp:
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_ConstructorConversion:
    return emitValue(operand);
  case clang::CK_ToVoid:
    discard(operand);
    return {};
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    return load(placeOf(cast), cast->getExprLoc());
  case clang::CK_HLSLMatrixTruncation:
    // Of the first element, which Clang 22 converts before, another type follows, such
    // as char.
    if (types.isNumber(from))
      return emitValue(operand);
    [[fallthrough]];
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
  case clang::CK_VectorSplat:
  case clang::CK_MatrixCast:
  case clang::CK_HLSLVectorTruncation:
  case clang::CK_HLSLElementwiseCast:
  case clang::CK_HLSLAggregateSplatCast: {
    Tree value;
    std::tie(value, from) = emitPromoted(operand);
    At at(*this, cast->getExprLoc());
    return convertElements(value, from, to);
  }
  default:
    unsupported(cast->getExprLoc(),
                Twine("a conversion (") + cast->getCastKindName() + ")");
    return undefined(to);
  }
}
