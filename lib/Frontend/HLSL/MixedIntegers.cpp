//===- MixedIntegers.cpp - Integers of two widths -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For dxc, the common type of two integers has the larger width, and no sign if one of them
// has none. In C, an unsigned type that is narrower does not matter. A cast of the last
// operand to the type without a sign has dxc's effect: `l / (uint64_t)n`. A pass finds these
// operands; the next one inserts the casts (LiteralOperators.h).

#include "MixedIntegers.h"

#include "Diagnostics.h"
#include "LiteralTypes.h"

#include "Syntax/LiteralOperators.h"
#include "Syntax/LiteralSuffixes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace mlir::wave;

namespace {
/// Of functions of templates, only what does not depend on their arguments.
class MixedIntegers final : public RecursiveASTVisitor<MixedIntegers> {
public:
  MixedIntegers(ASTContext &ast, const hlsl::LiteralUses &known,
                hlsl::LiteralUses &found)
      : ast(ast), known(known), found(found) {}

  bool VisitBinaryOperator(BinaryOperator *binary);
  bool VisitConditionalOperator(ConditionalOperator *choice);
  bool VisitCallExpr(CallExpr *call);

private:
  bool isLiteral(const Expr *operand) {
    return hlsl::hasUntypedLiterals(ast.getLangOpts()) &&
           hlsl::isLiteral(operand, ast, &known, &literals);
  }
  void cast(const Expr *operand, std::string type);
  void spread(const BinaryOperator *shift);
  void mix(ArrayRef<const Expr *> operands);

  ASTContext &ast;
  const hlsl::LiteralUses &known;
  hlsl::LiteralUses &found;
  hlsl::LiteralMemory literals;
};
} // namespace

static QualType elementOf(QualType type) {
  if (const auto *vector = type->getAs<VectorType>())
    type = vector->getElementType();
  return type.getCanonicalType().getUnqualifiedType();
}

static bool isInteger(QualType element) {
  return element->isBuiltinType() && element->isIntegerType();
}

/// The name of an integer, `uint64_t2` for a vector.
static std::string spellInteger(bool isUnsigned, uint64_t bits,
                                const VectorType *shape) {
  std::string name = isUnsigned ? "uint" : "int";
  if (bits != 32)
    name += std::to_string(bits) + "_t";
  return shape ? name + std::to_string(shape->getNumElements()) : name;
}

void MixedIntegers::cast(const Expr *operand, std::string type) {
  // Clang's conversions are not in the text.
  operand = operand->IgnoreImpCasts();
  if (!known.findCast(operand->getBeginLoc()))
    found.addCast(operand->getBeginLoc(),
                  {operand->getEndLoc(), std::move(type)});
}

/// Casts the last operand if C and HLSL have different common types.
void MixedIntegers::mix(ArrayRef<const Expr *> operands) {
  uint64_t widest = 0, widestUnsigned = 0;
  for (const Expr *operand : operands) {
    if (operand->isTypeDependent())
      return;
    // Literals take the type of the others.
    if (isLiteral(operand))
      continue;
    const QualType type = elementOf(hlsl::getOperandType(operand));
    if (!isInteger(type))
      return;
    if (type->isBooleanType())
      continue;
    const uint64_t bits = ast.getTypeSize(type);
    widest = std::max(widest, bits);
    if (type->isUnsignedIntegerType())
      widestUnsigned = std::max(widestUnsigned, bits);
  }
  if (widestUnsigned == 0 || widestUnsigned == widest)
    return;
  cast(
      operands.back(),
      spellInteger(/*isUnsigned=*/true, widest,
                   hlsl::getOperandType(operands.back())->getAs<VectorType>()));
}

/// In `i >> v` of a vector, Clang gives a scalar the type of the vector. HLSL keeps it, and
/// converts the vector.
void MixedIntegers::spread(const BinaryOperator *shift) {
  const Expr *left = shift->getLHS(), *right = shift->getRHS();
  if (shift->isAssignmentOp() || left->isTypeDependent() ||
      right->isTypeDependent())
    return;
  QualType type = hlsl::getOperandType(left);
  const auto *vector = hlsl::getOperandType(right)->getAs<VectorType>();
  if (!vector || !isInteger(type) || type->isBooleanType())
    return;
  const QualType element = elementOf(QualType(vector, 0));
  if (isLiteral(left)) {
    // Next to other types, the search for literals has given it that of the elements.
    if (ast.getTypeSize(element) == 32)
      return;
    type = ast.IntTy;
  }
  if (type == element)
    return;
  const std::string name = spellInteger(type->isUnsignedIntegerType(),
                                        ast.getTypeSize(type), vector);
  cast(left, name);
  if (ast.getTypeSize(type) != ast.getTypeSize(element))
    cast(right, name);
}

bool MixedIntegers::VisitBinaryOperator(BinaryOperator *binary) {
  const BinaryOperatorKind op =
      binary->isCompoundAssignmentOp()
          ? BinaryOperator::getOpForCompoundAssignment(binary->getOpcode())
          : binary->getOpcode();
  if (BinaryOperator::isShiftOp(op))
    spread(binary);
  else if (op != BO_Assign && op != BO_Comma &&
           !BinaryOperator::isLogicalOp(op))
    mix({binary->getLHS(), binary->getRHS()});
  return true;
}

bool MixedIntegers::VisitConditionalOperator(ConditionalOperator *choice) {
  const Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  // With -HV 202x, dxc has the rules of C for scalars.
  if (hlsl::hasUntypedLiterals(ast.getLangOpts()) ||
      hlsl::getOperandType(yes)->isVectorType() ||
      hlsl::getOperandType(no)->isVectorType())
    mix({yes, no});
  return true;
}

bool MixedIntegers::VisitCallExpr(CallExpr *call) {
  SmallVector<const Expr *> arguments = hlsl::getCommonArguments(call, ast);
  if (arguments.size() > 1)
    mix(arguments);
  return true;
}

void hlsl::findMixedIntegers(ASTContext &ast, const LiteralUses &known,
                             LiteralUses &found) {
  MixedIntegers integers(ast, known, found);
  for (Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (isInUserFile(ast.getSourceManager(), declaration->getLocation()))
      integers.TraverseDecl(declaration);
}
