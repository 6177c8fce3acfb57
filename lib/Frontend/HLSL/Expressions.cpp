//===- Expressions.cpp - Values of expressions ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

StringRef Emitter::kindOf(const Expr *expression) {
  switch (expression->getStmtClass()) {
  case Stmt::LambdaExprClass:
    return "a lambda function";
  case Stmt::CharacterLiteralClass:
    return "a character as a value of its own type";
  case Stmt::StringLiteralClass:
    return "a string";
  case Stmt::CXXNewExprClass:
    return "`new`";
  case Stmt::CXXDeleteExprClass:
    return "`delete`";
  case Stmt::CXXNullPtrLiteralExprClass:
    return "`nullptr`";
  default:
    return "this expression";
  }
}

Value Emitter::emitCondition(const Expr *expression) {
  Value value = emitNumber(expression);
  At at(*this, expression->getExprLoc());
  return convert(value, expression->getType(), ast.BoolTy);
}

void Emitter::discard(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *cleanups = dyn_cast<clang::ExprWithCleanups>(expression))
    return discard(cleanups->getSubExpr());
  At at(*this, expression->getExprLoc());
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->isAssignmentOp()) {
      emitAssignment(binary);
      return;
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      discard(binary->getLHS());
      discard(binary->getRHS());
      return;
    }
  }
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp()) {
    emitStep(unary);
    return;
  }
  llvm::SaveAndRestore unused(discarded, expression);
  emitValue(expression);
}

Tree Emitter::emitValue(const Expr *expression) {
  if (auto known = evaluated.find(expression); known != evaluated.end())
    return known->second;
  expression = expression->IgnoreParens();
  At at(*this, expression->getExprLoc());
  QualType type = expression->getType();
  Tree made;
  if (const auto *cast = dyn_cast<clang::CastExpr>(expression))
    return emitCast(cast);
  if (const auto *literal = dyn_cast<clang::IntegerLiteral>(expression)) {
    made.leaf = constant(types.valueOf(type), literal->getValue());
    return made;
  }
  if (const auto *literal = dyn_cast<clang::FloatingLiteral>(expression)) {
    made.leaf = real(type, literal->getValue());
    return made;
  }
  if (const auto *literal = dyn_cast<clang::CXXBoolLiteralExpr>(expression)) {
    made.leaf = boolean(literal->getValue());
    return made;
  }
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *constant =
            dyn_cast<clang::EnumConstantDecl>(name->getDecl())) {
      made.leaf = this->constant(types.valueOf(type),
                                 constant->getInitVal().extOrTrunc(64));
      return made;
    }
  if (const auto *wrapped = dyn_cast<clang::ExprWithCleanups>(expression))
    return emitValue(wrapped->getSubExpr());
  if (const auto *wrapped = dyn_cast<clang::ConstantExpr>(expression))
    return emitValue(wrapped->getSubExpr());
  if (const auto *wrapped =
          dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return emitValue(wrapped->getSubExpr());
  if (const auto *wrapped = dyn_cast<clang::CXXBindTemporaryExpr>(expression))
    return emitValue(wrapped->getSubExpr());
  if (const auto *wrapped = dyn_cast<clang::CXXDefaultArgExpr>(expression))
    return emitValue(wrapped->getExpr());
  if (const auto *wrapped =
          dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return emitValue(wrapped->getReplacement());
  if (isa<clang::CXXScalarValueInitExpr, clang::ImplicitValueInitExpr>(
          expression))
    return undefined(type);
  if (const auto *list = dyn_cast<clang::InitListExpr>(expression))
    return emitInitList(list);
  if (isa<clang::BinaryOperator, clang::UnaryOperator,
          clang::AbstractConditionalOperator>(expression)) {
    auto [value, computed] = emitPromoted(expression);
    return types.isBool(type) ? convertElements(value, computed, type) : value;
  }
  if (const auto *construction =
          dyn_cast<clang::CXXConstructExpr>(expression)) {
    // Structs have only the implicit constructors: a copy, or no value.
    if (construction->getNumArgs() == 0)
      return undefined(type);
    if (construction->getConstructor()->isCopyOrMoveConstructor())
      return emitValue(construction->getArg(0));
  }
  if (const auto *loop = dyn_cast<clang::ArrayInitLoopExpr>(expression))
    return load(placeOf(loop->getCommonExpr()), expression->getExprLoc());
  if (const auto *size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression);
      size && size->getKind() == clang::UETT_SizeOf) {
    made.leaf = constant(types.valueOf(type),
                         APInt(64, layouts.sizeOf(size->getTypeOfArgument(),
                                                  Packing::Natural, false)));
    return made;
  }
  if (const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(expression))
    if (std::optional<Place> texel = mipTexelOf(operation))
      return load(*texel, expression->getExprLoc());
  if (const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(expression);
      operation && isResource(operation->getArg(0)->getType()) &&
      operation->getOperator() == clang::OO_Subscript)
    return load(placeOf(expression), expression->getExprLoc());
  if (const auto *call = dyn_cast<clang::CallExpr>(expression))
    return emitCall(call);
  if (isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr,
          clang::ExtVectorElementExpr, clang::MatrixSubscriptExpr,
          clang::MatrixSingleSubscriptExpr, clang::CXXThisExpr,
          clang::OpaqueValueExpr>(expression))
    return load(placeOf(expression), expression->getExprLoc());
  unsupported(expression->getExprLoc(), kindOf(expression));
  return type->isVoidType() ? Tree() : undefined(type);
}

Tree Emitter::emitInitList(const clang::InitListExpr *list) {
  // All lists that an initializer consists of share what Clang repeats.
  llvm::DenseMap<const Expr *, Place> own;
  llvm::SaveAndRestore sharing(shared, shared ? shared : &own);
  QualType type = list->getType();
  Tree made;
  if (types.isNumber(type)) {
    SmallVector<Value> components;
    for (const Expr *init : list->inits()) {
      Tree value = emitValue(init);
      for (unsigned i = 0; i < types.widthOf(init->getType()); ++i)
        components.push_back(convert(component(value.leaf, i),
                                     types.scalarOf(init->getType()),
                                     types.scalarOf(type)));
    }
    if (components.size() != types.widthOf(type))
      return undefined(type);
    made.leaf = vector(components);
    return made;
  }
  if (types.isMatrix(type)) {
    SmallVector<std::pair<Value, QualType>> scalars;
    for (const Expr *init : list->inits())
      flattenScalars(emitValue(init), init->getType(), scalars);
    SmallVector<QualType> rows = types.partsOf(type);
    unsigned columns = types.widthOf(rows.front());
    if (scalars.size() != rows.size() * columns)
      return undefined(type);
    // Clang lists the elements in the order of memory: column by column.
    SmallVector<std::pair<Value, QualType>> inRows;
    for (unsigned row = 0; row < rows.size(); ++row)
      for (unsigned column = 0; column < columns; ++column)
        inRows.push_back(scalars[column * rows.size() + row]);
    ArrayRef<std::pair<Value, QualType>> rest = inRows;
    return fromScalars(type, rest);
  }
  SmallVector<QualType> parts = types.partsOf(type);
  unsigned next = 0;
  auto emitNext = [&](QualType part) {
    const Expr *init = next < list->getNumInits() ? list->getInit(next)
                                                  : list->getArrayFiller();
    ++next;
    return init ? emitValue(init) : undefined(part);
  };
  const clang::CXXRecordDecl *record =
      isResource(type) ? nullptr : types.plain(type)->getAsCXXRecordDecl();
  const unsigned bases = record ? record->getDefinition()->getNumBases() : 0;
  for (QualType part :
       record ? ArrayRef(parts).take_front(bases) : ArrayRef(parts))
    made.parts.push_back(emitNext(part));
  if (!record)
    return made;
  return makeRecord(type, std::move(made.parts), [&](const FieldPart &each) {
    return emitNext(types.plain(each.field->getType()));
  });
}

/// `a && b` and `a || b`. Lanes that know the result do not evaluate the second operand,
/// from HLSL 2021 on.
Tree Emitter::emitLogical(const clang::BinaryOperator *expression) {
  bool isAnd = expression->getOpcode() == clang::BO_LAnd;
  auto number = [](Value value) {
    Tree made;
    made.leaf = value;
    return made;
  };
  auto combine = [&](Value a, Value b) -> Value {
    At at(*this, expression->getOperatorLoc());
    return isAnd ? builder.createOrFold<arith::AndIOp>(loc(), a, b)
                 : builder.createOrFold<arith::OrIOp>(loc(), a, b);
  };
  Value a = emitCondition(expression->getLHS());
  if (expression->getType()->isVectorType() ||
      ast.getLangOpts().getHLSLVersion() < clang::LangOptions::HLSL_2021) {
    QualType boolean =
        types.numberOf(ast.BoolTy, types.widthOf(expression->getType()));
    Tree left = number(convert(a, ast.BoolTy, boolean));
    return number(
        combine(left.leaf, convert(emitNumber(expression->getRHS()),
                                   expression->getRHS()->getType(), boolean)));
  }
  At at(*this, expression->getOperatorLoc());
  auto evaluate = [&] { return number(emitCondition(expression->getRHS())); };
  auto known = [&] { return number(boolean(!isAnd)); };
  if (std::optional<bool> constant = knownBool(a))
    return *constant == isAnd ? evaluate() : known();
  Branch second = buildBranch(evaluate);
  if (isFlat(second)) {
    splice(second);
    return number(combine(a, second.value.leaf));
  }
  Branch skipped = buildBranch(known);
  return isAnd ? merge(a, second, skipped) : merge(a, skipped, second);
}

std::pair<Tree, QualType>
Emitter::emitChoice(const clang::AbstractConditionalOperator *expression) {
  const Expr *condition = expression->getCond();
  QualType result = expression->getType();
  bool promotes = types.isBool(result) && computesWithBool(expression);
  auto emit = [&](const Expr *chosen) {
    if (!promotes)
      return emitValue(chosen);
    auto [value, type] = emitPromoted(chosen);
    std::tie(value, result) = promote(value, type);
    return value;
  };
  auto a = [&] { return emit(expression->getTrueExpr()); };
  auto b = [&] { return emit(expression->getFalseExpr()); };
  Tree made;
  if (types.widthOf(condition->getType()) > 1) {
    Value c = emitNumber(condition);
    Tree x = a(), y = b();
    At at(*this, expression->getExprLoc());
    QualType boolean =
        types.numberOf(ast.BoolTy, types.widthOf(condition->getType()));
    made.leaf =
        select(convert(c, condition->getType(), boolean), x.leaf, y.leaf);
    return {made, result};
  }
  Value c = emitCondition(condition);
  At at(*this, expression->getExprLoc());
  if (ast.getLangOpts().getHLSLVersion() < clang::LangOptions::HLSL_2021) {
    Tree x = a(), y = b();
    made = select(c, x, y);
  } else {
    made = branch(c, a, b, /*mayFlatten=*/true);
  }
  return {made, result};
}
