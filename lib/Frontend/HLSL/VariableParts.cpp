//===- VariableParts.cpp - Parts of local variables -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace mlir::wave;
using mlir::wave::hlsl::Types;
using mlir::wave::hlsl::VariablePart;
using mlir::wave::hlsl::VariableParts;

/// The most scalars of a variable whose scalars are counted.
static constexpr unsigned kMostScalars = 1024;

unsigned hlsl::countScalars(const Types &types, QualType type) {
  if (types.isNumber(type))
    return types.widthOf(type);
  unsigned count = 0;
  for (QualType part : types.partsOf(type))
    count += countScalars(types, part);
  return count;
}

bool hlsl::isCounted(const Types &types, QualType type) {
  type = types.plain(type);
  if (type->isDependentType() || type->isVoidType() || type->isPointerType())
    return false;
  if (!types.isNumber(type) && !types.isMatrix(type) &&
      (!type->isRecordType() || type->isIncompleteType() ||
       types.holdsResource(type) || types.holdsWaveMatrix(type) ||
       types.holdsArray(type)))
    return false;
  return countScalars(types, type) <= kMostScalars;
}

std::string hlsl::nameScalar(const Types &types, QualType type,
                             unsigned scalar) {
  if (types.isNumber(type))
    return types.widthOf(type) == 1 ? "" : std::string(".") + "xyzw"[scalar];
  if (types.isMatrix(type)) {
    unsigned columns = types.widthOf(types.partsOf(type).front());
    return "._m" + std::to_string(scalar / columns) +
           std::to_string(scalar % columns);
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl();
  llvm::SmallVector<std::string> names;
  for (unsigned i = 0; i < record->getDefinition()->getNumBases(); ++i)
    names.push_back("");
  for (const FieldDecl *field : types.firstFieldsOf(record))
    names.push_back("." + field->getNameAsString());
  for (auto [part, name] : llvm::zip(types.partsOf(type), names)) {
    unsigned count = countScalars(types, part);
    if (scalar < count)
      return name + nameScalar(types, part, scalar);
    scalar -= count;
  }
  return "";
}

const Expr *hlsl::getCopied(const Expr *expression) {
  while (true) {
    expression = expression->IgnoreParens();
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(expression);
        cast && (cast->getCastKind() == CK_NoOp ||
                 cast->getCastKind() == CK_LValueToRValue))
      expression = cast->getSubExpr();
    else if (const auto *made = dyn_cast<MaterializeTemporaryExpr>(expression))
      expression = made->getSubExpr();
    else if (const auto *made = dyn_cast<ExprWithCleanups>(expression))
      expression = made->getSubExpr();
    else if (const auto *made = dyn_cast<CXXBindTemporaryExpr>(expression))
      expression = made->getSubExpr();
    else if (const auto *copy = dyn_cast<CXXConstructExpr>(expression);
             copy && copy->getNumArgs() == 1 &&
             copy->getConstructor()->isCopyOrMoveConstructor())
      expression = copy->getArg(0);
    else
      return expression;
  }
}

void VariableParts::add(const VarDecl *variable) {
  if (isCounted(types, variable->getType()) &&
      first.try_emplace(variable, count).second)
    count += countScalars(types, variable->getType());
}

VariablePart VariableParts::getWhole(const VarDecl *variable) const {
  VariablePart whole{variable, types.plain(variable->getType()), {}};
  for (unsigned i = 0; i < countScalars(types, whole.type); ++i)
    whole.scalars.push_back(i);
  return whole;
}

std::optional<unsigned> VariableParts::constantOf(const Expr *index) const {
  Expr::EvalResult known;
  if (index->isValueDependent() || !index->EvaluateAsInt(known, ast) ||
      !known.Val.getInt().isIntN(16) || known.Val.getInt().isNegative())
    return std::nullopt;
  return known.Val.getInt().getZExtValue();
}

/// Keeps `size` of the scalars from the `index`th group of them, or one of all groups.
static void narrow(VariablePart &part, std::optional<unsigned> index,
                   unsigned size) {
  if (!index || part.isOneOf) {
    part.isOneOf = true;
    return;
  }
  if ((*index + 1) * size <= part.scalars.size())
    part.scalars = llvm::SmallVector<unsigned, 4>(
        llvm::ArrayRef(part.scalars).slice(*index * size, size));
}

std::optional<VariablePart>
VariableParts::resolve(const Expr *expression) const {
  expression = expression->IgnoreParens();
  std::optional<VariablePart> part;
  auto skip = [&](QualType structure, unsigned number) {
    llvm::SmallVector<QualType> parts = types.partsOf(structure);
    unsigned begin = 0;
    for (unsigned i = 0; i < number; ++i)
      begin += countScalars(types, parts[i]);
    unsigned size = countScalars(types, parts[number]);
    if (!part->isOneOf)
      part->scalars = llvm::SmallVector<unsigned, 4>(
          llvm::ArrayRef(part->scalars).slice(begin, size));
    part->type = parts[number];
  };
  if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable || !contains(variable))
      return std::nullopt;
    return getWhole(variable);
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && (part = resolve(member->getBase())))
      skip(part->type, types.partOf(field));
    return part;
  }
  if (const auto *element = dyn_cast<ExtVectorElementExpr>(expression)) {
    if (!(part = resolve(element->getBase())) || part->isOneOf)
      return part;
    llvm::SmallVector<uint32_t, 4> accessed;
    element->getEncodedElementAccess(accessed);
    llvm::SmallVector<unsigned, 4> picked;
    for (uint32_t index : accessed)
      picked.push_back(part->scalars[index]);
    part->scalars = std::move(picked);
    part->type = types.plain(element->getType());
    return part;
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
    if (!types.isNumber(element->getBase()->getType()) ||
        !(part = resolve(element->getBase())))
      return std::nullopt;
    narrow(*part, constantOf(element->getIdx()), 1);
    part->type = types.plain(element->getType());
    return part;
  }
  if (const auto *row = dyn_cast<MatrixSingleSubscriptExpr>(expression)) {
    if (!(part = resolve(row->getBase())))
      return part;
    part->type = types.plain(row->getType());
    narrow(*part, constantOf(row->getRowIdx()), types.widthOf(part->type));
    return part;
  }
  if (const auto *element = dyn_cast<MatrixSubscriptExpr>(expression)) {
    if (!(part = resolve(element->getBase())))
      return part;
    unsigned columns = types.widthOf(types.partsOf(part->type).front());
    narrow(*part, constantOf(element->getRowIdx()), columns);
    narrow(*part, constantOf(element->getColumnIdx()), 1);
    part->type = types.plain(element->getType());
    return part;
  }
  if (const auto *call = dyn_cast<CallExpr>(expression);
      call && call->getDirectCallee() &&
      hasAnnotation(call->getDirectCallee(), "hlsl.elements")) {
    if (!(part = resolve(getCopied(call->getArg(0)))) || part->isOneOf)
      return part;
    unsigned columns = types.widthOf(types.partsOf(part->type).front());
    unsigned code = call->getArg(1)->EvaluateKnownConstInt(ast).getZExtValue();
    part->type = types.plain(call->getType());
    llvm::SmallVector<unsigned, 4> picked;
    for (unsigned i = 0; i < types.widthOf(part->type); ++i, code >>= 4) {
      unsigned scalar = (code >> 2 & 3) * columns + (code & 3);
      if (scalar >= part->scalars.size())
        return std::nullopt;
      picked.push_back(part->scalars[scalar]);
    }
    part->scalars = std::move(picked);
    return part;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expression)) {
    switch (cast->getCastKind()) {
    case CK_NoOp:
    case CK_AddressSpaceConversion:
      return resolve(cast->getSubExpr());
    case CK_VectorSplat:
      // `scalar.x` names the scalar.
      return cast->isGLValue() ? resolve(cast->getSubExpr()) : std::nullopt;
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase: {
      QualType derived = types.plain(cast->getSubExpr()->getType());
      if (!(part = resolve(cast->getSubExpr())))
        return part;
      for (const CXXBaseSpecifier *step : cast->path()) {
        QualType base = types.plain(step->getType());
        skip(derived, types.partOf(derived->getAsCXXRecordDecl(),
                                   base->getAsCXXRecordDecl()));
        derived = base;
      }
      return part;
    }
    default:
      break;
    }
  }
  return std::nullopt;
}
