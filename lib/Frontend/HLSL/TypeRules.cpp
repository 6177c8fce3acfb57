//===- TypeRules.cpp - HLSL's rules on vectors, matrices and bools --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRules.h"

#include "Diagnostics.h"
#include "TypeNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace mlir::wave;
using llvm::StringRef;

namespace {
class TypeRules final : public RecursiveASTVisitor<TypeRules> {
public:
  TypeRules(ASTContext &ast, hlsl::DiagnosticCollector &collector)
      : ast(ast), collector(collector) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitConditionalOperator(ConditionalOperator *choice) {
    const Expr *condition = choice->getCond();
    if (isMany(condition, 0))
      report(condition, "the condition of ?: is a scalar, not a '" +
                            spell(condition) +
                            "': select(condition, a, b) chooses each component "
                            "[vector-condition]");
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) {
    return checkCondition(statement->getCond());
  }
  bool VisitWhileStmt(WhileStmt *statement) {
    return checkCondition(statement->getCond());
  }
  bool VisitDoStmt(DoStmt *statement) {
    return checkCondition(statement->getCond());
  }
  bool VisitForStmt(ForStmt *statement) {
    return checkCondition(statement->getCond());
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *assignment) {
    const Expr *left = assignment->getLHS();
    if (!BinaryOperator::isBitwiseOp(BinaryOperator::getOpForCompoundAssignment(
            assignment->getOpcode())) &&
        scalarOf(left)->isBooleanType())
      report(left, "'" + assignment->getOpcodeStr() + "' does not take a '" +
                       spell(left) + "' [arithmetic-on-bool]");
    return true;
  }
  bool VisitCStyleCastExpr(CStyleCastExpr *cast) {
    return checkCast(cast, /*isConstructor=*/false);
  }
  bool VisitCXXFunctionalCastExpr(CXXFunctionalCastExpr *cast) {
    return checkCast(cast, /*isConstructor=*/true);
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *function = call->getDirectCallee();
    if (!function || !function->getDeclName().isIdentifier() ||
        !isOfPrelude(function))
      return true;
    if (function->getName() == "mul" && call->getNumArgs() == 2)
      checkProduct(call->getArg(0), call->getArg(1));
    else
      checkCommonType(call, function);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    const auto *method =
        dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (method && call->getOperator() == OO_Subscript && isOfPrelude(method))
      checkIndex(call->getArg(1));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getDeclName().isIdentifier() ||
        call->getNumArgs() == 0 || !isOfPrelude(method) ||
        !call->getArg(0)->getType()->isIntegerType())
      return true;
    // As dxc, which cuts the vector only for `Load` of typed buffers.
    const StringRef name = method->getName();
    StringRef type = method->getParent()->getName();
    type.consume_front("__");
    if (name.starts_with("Interlocked") || name.starts_with("Store") ||
        (name.starts_with("Load") && type != "Buffer" && type != "RWBuffer"))
      checkIndex(call->getArg(0));
    return true;
  }
  bool VisitHLSLOutArgExpr(HLSLOutArgExpr *argument) {
    return TraverseStmt(const_cast<Expr *>(argument->getArgLValue()));
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_VectorSplat)
      checkComma(cast);
    return true;
  }

private:
  static QualType typeOf(const Expr *expression) {
    return expression->IgnoreParenImpCasts()
        ->getType()
        .getNonReferenceType()
        .getCanonicalType();
  }
  static QualType scalarOf(const Expr *expression) {
    const QualType type = typeOf(expression);
    if (const auto *vector = type->getAs<VectorType>())
      return vector->getElementType();
    if (const auto *matrix = type->getAs<MatrixType>())
      return matrix->getElementType();
    return type;
  }
  std::string spell(const Expr *expression) const {
    expression = expression->IgnoreParenImpCasts();
    const QualType type = expression->getType().getNonReferenceType();
    // Clang's type of a comparison of vectors has integers.
    const auto *binary = dyn_cast<BinaryOperator>(expression);
    if (const auto *vector = type->getAs<VectorType>();
        vector && binary && binary->isComparisonOp())
      return "bool" + std::to_string(vector->getNumElements());
    return hlsl::spellType(type, ast);
  }
  /// Whether the expression is a vector or a matrix of more elements.
  static bool isMany(const Expr *expression, unsigned more) {
    const QualType type = typeOf(expression);
    if (const auto *vector = type->getAs<VectorType>())
      return vector->getNumElements() > more;
    if (const auto *matrix = type->getAs<ConstantMatrixType>())
      return matrix->getNumElementsFlattened() > more;
    return false;
  }
  bool checkCondition(const Expr *condition) {
    if (condition && isMany(condition, 1))
      report(condition, "a condition is a scalar, not a '" + spell(condition) +
                            "': use any() or all() [vector-condition]");
    return true;
  }
  bool checkCast(const ExplicitCastExpr *cast, bool isConstructor) {
    const auto *vector = cast->getType()->getAs<VectorType>();
    const auto *matrix =
        typeOf(cast->getSubExpr())->getAs<ConstantMatrixType>();
    if (!vector || !matrix)
      return true;
    const unsigned has = matrix->getNumElementsFlattened(),
                   wanted = vector->getNumElements();
    const bool isLine =
        matrix->getNumRows() == 1 || matrix->getNumColumns() == 1;
    if (has == wanted ||
        (!isConstructor && (wanted == 1 || (isLine && wanted < has))))
      return true;
    report(cast,
           "a '" + spell(cast->getSubExpr()) + "' cannot be converted to a '" +
               hlsl::spellType(cast->getType(), ast) +
               "': take its elements, such as m[0] or m._m00_m01 [hlsl-type]");
    return true;
  }
  bool isOfPrelude(const Decl *declaration) const {
    return !hlsl::isInUserFile(ast.getSourceManager(),
                               declaration->getLocation());
  }
  /// Refuses an index with more components than the access has indices.
  void checkIndex(const Expr *index) {
    const auto *vector = index->getType()->getAs<VectorType>();
    const unsigned count = vector ? vector->getNumElements() : 1;
    if (!isMany(index, count))
      return;
    if (count == 1)
      report(index, "the index is one integer, not a '" + spell(index) +
                        "': select a component, such as `id.x` [hlsl-type]");
    else
      report(index, "a texel has " + Twine(count) + " coordinates, not a '" +
                        spell(index) + "': select them, such as `id." +
                        StringRef("xyz").take_front(count) + "` [hlsl-type]");
  }
  /// Warns if mul() takes a part of an operand.
  void checkProduct(const Expr *left, const Expr *right) {
    const QualType a = typeOf(left), b = typeOf(right);
    const auto *first = a->getAs<ConstantMatrixType>();
    const auto *second = b->getAs<ConstantMatrixType>();
    const auto *row = a->getAs<VectorType>(), *column = b->getAs<VectorType>();
    if ((!first && !row) || (!second && !column))
      return;
    const unsigned columns =
                       first ? first->getNumColumns() : row->getNumElements(),
                   rows =
                       second ? second->getNumRows() : column->getNumElements();
    if (columns == rows)
      return;
    const bool isLeft = columns > rows;
    const unsigned taken = std::min(columns, rows);
    const Expr *cut = isLeft ? left : right;
    QualType part;
    if (const auto *matrix = isLeft ? first : second)
      part = ast.getConstantMatrixType(
          matrix->getElementType(), isLeft ? matrix->getNumRows() : taken,
          isLeft ? taken : matrix->getNumColumns());
    else
      part = ast.getExtVectorType((isLeft ? row : column)->getElementType(),
                                  taken);
    warn(cut, Twine("implicit conversion truncates ") +
                  ((isLeft ? first : second) ? "matrix" : "vector") + ": '" +
                  spell(cut) + "' to '" + hlsl::spellType(part, ast) +
                  "' [hlsl-type]");
  }
  /// Warns if a function such as max() takes a part of an argument, because another one
  /// has fewer components.
  void checkCommonType(const CallExpr *call, const FunctionDecl *function) {
    const FunctionTemplateDecl *pattern = function->getPrimaryTemplate();
    if (!pattern)
      return;
    constexpr unsigned kMost = 4;
    unsigned size = kMost, rows = kMost, columns = kMost;
    llvm::SmallVector<const Expr *, 4> arguments;
    for (auto [parameter, argument] : llvm::zip(
             pattern->getTemplatedDecl()->parameters(), call->arguments())) {
      if (!parameter->getType()->isTemplateTypeParmType() ||
          !isMany(argument, 1))
        continue;
      const QualType type = typeOf(argument);
      arguments.push_back(argument);
      if (const auto *matrix = type->getAs<ConstantMatrixType>()) {
        rows = std::min(rows, matrix->getNumRows());
        columns = std::min(columns, matrix->getNumColumns());
      } else {
        size = std::min(size, type->getAs<VectorType>()->getNumElements());
      }
    }
    for (const Expr *argument : arguments) {
      const QualType type = typeOf(argument);
      const auto *matrix = type->getAs<ConstantMatrixType>();
      if (matrix ? matrix->getNumRows() == rows &&
                       matrix->getNumColumns() == columns
                 : type->getAs<VectorType>()->getNumElements() == size)
        continue;
      const QualType part =
          matrix ? ast.getConstantMatrixType(matrix->getElementType(), rows,
                                             columns)
                 : ast.getExtVectorType(scalarOf(argument), size);
      warn(argument, Twine("implicit conversion truncates ") +
                         (matrix ? "matrix" : "vector") + ": '" +
                         spell(argument) + "' to '" +
                         hlsl::spellType(part, ast) + "' [hlsl-type]");
    }
  }
  /// Warns of `float4 q = (1, 2, 3, 4)`, which is 4.
  void checkComma(const ImplicitCastExpr *cast) {
    const auto *brackets =
        dyn_cast<ParenExpr>(cast->getSubExpr()->IgnoreImpCasts());
    const auto *vector = cast->getType()->getAs<VectorType>();
    if (!brackets || !vector)
      return;
    const auto *comma = dyn_cast<BinaryOperator>(brackets->getSubExpr());
    if (!comma || comma->getOpcode() != BO_Comma)
      return;
    const Expr *first = comma;
    for (const auto *each = comma; each && each->getOpcode() == BO_Comma;
         each = dyn_cast<BinaryOperator>(first)) {
      first = each->getLHS();
      collector.dropWarnings(ast.getSourceManager(), first->getExprLoc());
      collector.dropWarnings(ast.getSourceManager(), first->getBeginLoc());
      if (const auto *inner = dyn_cast<BinaryOperator>(first);
          inner && inner->getOpcode() == BO_Comma)
        collector.dropWarnings(ast.getSourceManager(),
                               inner->getRHS()->getExprLoc());
    }
    const StringRef written = Lexer::getSourceText(
        CharSourceRange::getTokenRange(brackets->getSourceRange()),
        ast.getSourceManager(), ast.getLangOpts());
    const std::string type =
        hlsl::spellType(ast.getExtVectorType(vector->getElementType(),
                                             vector->getNumElements()),
                        ast);
    warn(brackets, "each component is the last value in the brackets: write '" +
                       type + (written.empty() ? "(...)" : written) +
                       "' for a vector of them [hlsl-type]");
  }
  void warn(const Expr *expression, const Twine &text) {
    // A function of a template is visited for each of its types.
    if (!warned.insert(expression->getExprLoc()).second)
      return;
    DiagnosticsEngine &diagnostics = ast.getDiagnostics();
    diagnostics.Report(expression->getExprLoc(),
                       diagnostics.getDiagnosticIDs()->getCustomDiagID(
                           DiagnosticIDs::Warning, "%0"))
        << text.str();
  }
  void report(const Expr *expression, const Twine &text) {
    // Clang warns of the conversion to a scalar.
    expression = expression->IgnoreParenImpCasts();
    collector.dropWarnings(ast.getSourceManager(), expression->getExprLoc());
    DiagnosticsEngine &diagnostics = ast.getDiagnostics();
    diagnostics.Report(expression->getExprLoc(),
                       diagnostics.getDiagnosticIDs()->getCustomDiagID(
                           DiagnosticIDs::Error, "%0"))
        << text.str();
  }

  ASTContext &ast;
  hlsl::DiagnosticCollector &collector;
  llvm::DenseSet<SourceLocation> warned;
};
} // namespace

void hlsl::checkTypeRules(ASTContext &ast, DiagnosticCollector &collector) {
  TypeRules rules(ast, collector);
  for (Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (isInUserFile(ast.getSourceManager(), declaration->getLocation()))
      rules.TraverseDecl(declaration);
}
