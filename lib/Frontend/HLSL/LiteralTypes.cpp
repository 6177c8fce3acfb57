//===- LiteralTypes.cpp - Types that literals take ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For dxc, a literal without a suffix and operators of such literals have 64 bits, until
// they meet an operand with a type, which they take. In Clang, a literal has the type of C.
// A pass knows the types; the next one rewrites the literals (LiteralOperators.h).

#include "LiteralTypes.h"

#include "Diagnostics.h"
#include "LiteralValues.h"
#include "TypeNames.h"

#include "Syntax/LiteralOperators.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <limits>
#include <optional>

using namespace clang;
using namespace mlir::wave;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// Whether the text of a literal has no suffix.
static bool isWithoutSuffix(const Expr *literal, const ASTContext &ast) {
  SmallString<32> buffer;
  const SourceManager &sources = ast.getSourceManager();
  StringRef text =
      Lexer::getSpelling(sources.getSpellingLoc(literal->getBeginLoc()), buffer,
                         sources, ast.getLangOpts());
  const bool isHexadecimal = text.starts_with_insensitive("0x");
  return !text.empty() &&
         !StringRef(isa<IntegerLiteral>(literal) || isHexadecimal ? "uUlL"
                                                                  : "fFhHlL")
              .contains(text.back());
}

/// Without brackets and Clang's conversions. `IgnoreParens` would drop `_Generic` as well.
static const Expr *dropBrackets(const Expr *expression) {
  expression = expression->IgnoreImplicit();
  while (const auto *brackets = dyn_cast<ParenExpr>(expression))
    expression = brackets->getSubExpr()->IgnoreImplicit();
  return expression;
}

/// What an expression of literals consists of.
namespace {
struct LiteralParts {
  /// The expression is one literal, without operands.
  bool isOne = false;
  SmallVector<const Expr *, 2> operands;
};
} // namespace

/// The parts of an expression without brackets, or nothing if it is neither a literal nor an
/// operator whose result is a literal if its operands are.
static std::optional<LiteralParts>
getLiteralParts(const Expr *expression, const ASTContext &ast,
                const hlsl::LiteralUses *known) {
  auto partsIf = [](bool isLiteral,
                    std::initializer_list<const Expr *> operands) {
    return isLiteral
               ? std::optional(LiteralParts{operands.size() == 0, {operands}})
               : std::nullopt;
  };
  if (isa<IntegerLiteral, FloatingLiteral>(expression))
    return partsIf(isWithoutSuffix(expression, ast), {});
  if (isa<GenericSelectionExpr>(expression))
    return partsIf(known && known->find(expression->getBeginLoc()) &&
                       !expression->getType()->isBooleanType(),
                   {});
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return partsIf(unary->isArithmeticOp() && unary->getOpcode() != UO_LNot,
                   {unary->getSubExpr()});
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return partsIf((binary->isMultiplicativeOp() || binary->isAdditiveOp() ||
                    binary->isShiftOp() || binary->isBitwiseOp()) &&
                       !binary->isAssignmentOp(),
                   {binary->getLHS(), binary->getRHS()});
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression))
    return partsIf(true, {choice->getTrueExpr(), choice->getFalseExpr()});
  return std::nullopt;
}

bool hlsl::isLiteral(const Expr *expression, const ASTContext &ast,
                     const LiteralUses *known, LiteralMemory *memory) {
  expression = dropBrackets(expression);
  if (memory)
    if (auto seen = memory->find(expression); seen != memory->end())
      return seen->second;
  const auto parts = getLiteralParts(expression, ast, known);
  const bool is =
      parts && llvm::all_of(parts->operands, [&](const Expr *operand) {
        return isLiteral(operand, ast, known, memory);
      });
  if (memory)
    memory->try_emplace(expression, is);
  return is;
}

/// Calls a function for each literal of an expression of literals.
static void forEachLiteral(const Expr *expression, const ASTContext &ast,
                           const hlsl::LiteralUses *known,
                           llvm::function_ref<void(const Expr *)> each) {
  expression = dropBrackets(expression);
  const auto parts = getLiteralParts(expression, ast, known);
  if (!parts)
    return;
  if (parts->isOne)
    each(expression);
  for (const Expr *operand : parts->operands)
    forEachLiteral(operand, ast, known, each);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

QualType hlsl::getOperandType(const Expr *operand) {
  return operand->IgnoreParenImpCasts()
      ->getType()
      .getNonReferenceType()
      .getCanonicalType()
      .getUnqualifiedType();
}

/// The type of the elements of a number; null for other types.
static QualType elementOf(QualType type) {
  if (const auto *vector = type->getAs<VectorType>())
    type = vector->getElementType();
  else if (const auto *matrix = type->getAs<MatrixType>())
    type = matrix->getElementType();
  type = type.getCanonicalType().getUnqualifiedType();
  return type->isArithmeticType() || type->isUnscopedEnumerationType()
             ? type
             : QualType();
}

/// Whether the value of the literal does not change, nor the result of an operator with it,
/// if Clang's type of the literal stays.
static bool keepsType(QualType has, QualType takes, const ASTContext &ast) {
  if (has->isFloatingType())
    return takes != ast.HalfTy || !ast.getLangOpts().NativeHalfType;
  const uint64_t bits = ast.getTypeSize(has);
  const bool isUnsigned = has->isUnsignedIntegerType();
  if (!takes->isIntegerType())
    return bits < 64 || !isUnsigned;
  const uint64_t wanted = ast.getTypeSize(takes);
  if (wanted < bits)
    return false;
  return wanted > bits || !isUnsigned || !takes->isSignedIntegerType();
}

/// The keywords of a type to which literals are converted.
static std::string spellKeywords(QualType type, const ASTContext &ast) {
  if (type == ast.HalfTy)
    return "half";
  const uint64_t bits = ast.getTypeSize(type);
  return std::string(type->isUnsignedIntegerType() ? "unsigned " : "") +
         (bits == 16   ? "short"
          : bits == 32 ? "int"
                       : "long");
}

static bool isShort(QualType type, const ASTContext &ast) {
  return !type.isNull() && type->isIntegerType() && !type->isBooleanType() &&
         ast.getTypeSize(type) <= 32;
}

static BinaryOperatorKind getOperator(const BinaryOperator *binary) {
  return binary->isCompoundAssignmentOp()
             ? BinaryOperator::getOpForCompoundAssignment(binary->getOpcode())
             : binary->getOpcode();
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
class LiteralTypes final : public RecursiveASTVisitor<LiteralTypes> {
  using Base = RecursiveASTVisitor<LiteralTypes>;

public:
  LiteralTypes(ASTContext &ast, const hlsl::LiteralUses &known,
               hlsl::LiteralUses &found)
      : ast(ast), known(known), found(found) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseStmt(Stmt *statement) {
    if (!statement)
      return true;
    parents.push_back(statement);
    const bool goesOn = Base::TraverseStmt(statement);
    parents.pop_back();
    return goesOn;
  }
  /// The value is known.
  bool TraverseGenericSelectionExpr(GenericSelectionExpr *) { return true; }
  bool TraverseFunctionDecl(FunctionDecl *function) {
    llvm::SaveAndRestore inside(
        isInInstance, function->isTemplateInstantiation() || isInInstance);
    return Base::TraverseFunctionDecl(function);
  }

  bool VisitBinaryOperator(BinaryOperator *binary);
  bool VisitConditionalOperator(ConditionalOperator *choice);
  bool VisitCallExpr(CallExpr *call);
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call);
  bool VisitCastExpr(CastExpr *cast);
  bool VisitCStyleCastExpr(CStyleCastExpr *cast);

  /// Drops the types in which two functions of a template differ.
  void end() {
    for (const auto &[place, bits] : widths)
      if (bits == kMixed)
        found.removeCast(place);
  }

private:
  bool isLiteral(const Expr *expression) {
    return !expression->isTypeDependent() &&
           hlsl::isLiteral(expression, ast, &known, &literals);
  }
  /// The statement around one of the open ones, without brackets.
  size_t above(size_t index) const;
  bool needsType(size_t index) const;
  bool needsWidth(size_t index);
  bool isCut(size_t index);
  void widen(const Expr *expression);
  void take(const Expr *literal, QualType type);
  void takeTypeOf(const Expr *literal, QualType element);

  ASTContext &ast;
  const hlsl::LiteralUses &known;
  hlsl::LiteralUses &found;
  SmallVector<Stmt *> parents;
  hlsl::LiteralMemory literals;
  bool isInInstance = false;
  /// In functions of templates, the bits of the integers that literals meet; 0 for floats.
  llvm::DenseMap<SourceLocation, uint64_t> widths;
  static constexpr uint64_t kMixed = 1;
};
} // namespace

/// No statement.
static constexpr size_t kNone = std::numeric_limits<size_t>::max();

size_t LiteralTypes::above(size_t index) const {
  while (index != 0 && index != kNone)
    if (!isa<ParenExpr>(parents[--index]))
      return index;
  return kNone;
}

/// Whether it matters that an expression of 32 bits is signed or not.
bool LiteralTypes::needsType(size_t index) const {
  const size_t next = above(index);
  if (next == kNone)
    return true;
  const Stmt *parent = parents[next];
  if (const auto *cast = dyn_cast<CastExpr>(parent))
    return cast->getCastKind() != CK_IntegralCast ||
           !isShort(cast->getType(), ast);
  if (const auto *binary = dyn_cast<BinaryOperator>(parent)) {
    if (binary->isAssignmentOp())
      return !isShort(hlsl::getOperandType(binary->getLHS()), ast) ||
             (binary->isCompoundAssignmentOp() &&
              !hlsl::keepsLowBits(getOperator(binary)));
    return !hlsl::keepsLowBits(binary->getOpcode()) ||
           !isShort(binary->getType(), ast) || needsType(next);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(parent))
    return !unary->isArithmeticOp() || unary->getOpcode() == UO_LNot ||
           needsType(next);
  if (const auto *declaration = dyn_cast<DeclStmt>(parent))
    return llvm::any_of(declaration->decls(), [](const Decl *each) {
      const auto *variable = dyn_cast<VarDecl>(each);
      return !variable || variable->getType()->getContainedAutoType();
    });
  return !isa<ReturnStmt>(parent);
}

/// Whether it matters that a literal has 64 bits, which the next operator or conversion
/// does not cut.
bool LiteralTypes::needsWidth(size_t index) {
  const size_t next = above(index);
  if (next == kNone)
    return false;
  const auto *self = cast<Expr>(parents[index]);
  const Stmt *parent = parents[next];
  if (const auto *cast = dyn_cast<CastExpr>(parent)) {
    const bool isImplicit = isa<ImplicitCastExpr>(cast);
    // A conversion of Clang between two literals, or to the other operand.
    if (isImplicit && above(next) != kNone)
      if (const auto *binary = dyn_cast<BinaryOperator>(parents[above(next)]);
          binary && !binary->isAssignmentOp())
        return needsWidth(next);
    return !isShort(elementOf(hlsl::getOperandType(cast->getSubExpr())), ast) ||
           !isShort(elementOf(cast->getType()), ast);
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(parent);
      binary && !binary->isAssignmentOp() && !binary->isLogicalOp()) {
    const Expr *left = binary->getLHS(), *right = binary->getRHS();
    if (binary->isShiftOp())
      return false;
    const Expr *other =
        left->IgnoreParenImpCasts() == self->IgnoreParenImpCasts() ? right
                                                                   : left;
    const QualType element = elementOf(hlsl::getOperandType(other));
    return isLiteral(other) || (!element.isNull() && !isShort(element, ast) &&
                                !element->isBooleanType());
  }
  return false;
}

/// Whether an operator with a choice of literals computes with 32 bits: it has 64 bits only
/// next to literals, in comparisons, and where the result has 64 bits.
bool LiteralTypes::isCut(size_t index) {
  const auto *self = cast<Expr>(parents[index]);
  if (isa<ConditionalOperator>(dropBrackets(self)))
    return false;
  auto isLong = [&](QualType type) {
    const QualType element = elementOf(type);
    return element.isNull() ||
           (element->isIntegerType() && ast.getTypeSize(element) == 64);
  };
  for (size_t next = above(index); next != kNone; next = above(next)) {
    const Stmt *parent = parents[next];
    if (const auto *binary = dyn_cast<BinaryOperator>(parent)) {
      if (binary->isAssignmentOp())
        return !isLong(hlsl::getOperandType(binary->getLHS()));
      const bool isLeft = dropBrackets(binary->getLHS()) == dropBrackets(self);
      const Expr *other = isLeft ? binary->getRHS() : binary->getLHS();
      return !isLiteral(other) && !isLong(hlsl::getOperandType(other));
    }
    const auto *cast = dyn_cast<CastExpr>(parent);
    if (!cast)
      return isa<DeclStmt, ReturnStmt>(parent);
    const size_t outer = above(next);
    const bool isOperand =
        isa<ImplicitCastExpr>(cast) && outer != kNone &&
        isa<BinaryOperator, ImplicitCastExpr>(parents[outer]);
    if (!isOperand)
      return !isLong(cast->getType());
  }
  return false;
}

/// Gives the literals of an expression 64 bits.
void LiteralTypes::widen(const Expr *expression) {
  const bool isFloat = hlsl::getOperandType(expression)->isFloatingType();
  forEachLiteral(expression, ast, &known, [&](const Expr *literal) {
    if (literal->getType()->isFloatingType() == isFloat &&
        !known.isWide(literal->getBeginLoc()))
      found.addWide(literal->getBeginLoc());
  });
}

void LiteralTypes::take(const Expr *literal, QualType type) {
  // Clang's conversions are not in the text.
  literal = literal->IgnoreImpCasts();
  const SourceLocation first = literal->getBeginLoc();
  if (!known.findCast(first))
    found.addCast(first, {literal->getEndLoc(), spellKeywords(type, ast)});
}

/// A literal meets an operand with a type.
void LiteralTypes::takeTypeOf(const Expr *literal, QualType element) {
  if (element.isNull())
    return;
  const QualType has = hlsl::getOperandType(literal);
  QualType type = element;
  if (!has->isFloatingType()) {
    if (type->isBooleanType() || type->isEnumeralType())
      type = ast.IntTy;
    else if (type->isFloatingType())
      type = keepsType(has, type, ast) ? has : ast.LongTy;
  }
  const bool isOther =
      has != type && !(has->isFloatingType() && type->isIntegerType());
  if (isOther && !keepsType(has, type, ast))
    take(literal, type);
  if (!isInInstance)
    return;
  const uint64_t bits = type->isIntegerType() ? ast.getTypeSize(type) : 0;
  auto [entry, isNew] =
      widths.try_emplace(literal->IgnoreImpCasts()->getBeginLoc(), bits);
  if (!isNew && entry->second != bits)
    entry->second = kMixed;
}

bool LiteralTypes::VisitBinaryOperator(BinaryOperator *binary) {
  const BinaryOperatorKind op = getOperator(binary);
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  if (binary->isTypeDependent() || left->isTypeDependent() ||
      right->isTypeDependent() || op == BO_Assign || op == BO_Comma ||
      binary->isLogicalOp())
    return true;
  const bool isLeft = isLiteral(left);
  if (isLeft == isLiteral(right))
    return true;
  const bool isShift = BinaryOperator::isShiftOp(op);
  const Expr *literal = isLeft ? left : right;
  const QualType element =
      elementOf(hlsl::getOperandType(isLeft ? right : left));
  if (!isShift) {
    takeTypeOf(literal, element);
    return true;
  }
  const QualType has = hlsl::getOperandType(left);
  if (!isLeft || element.isNull() || !has->isIntegerType())
    return true;
  const QualType type =
      element == ast.UnsignedIntTy ? ast.UnsignedIntTy : QualType(ast.IntTy);
  // The sign of `1 >> n` does not matter, nor that of `uint x = 1 << n`.
  const bool isOther =
      ast.getTypeSize(has) != 32 ||
      (op == BO_Shr && (has->isUnsignedIntegerType() ||
                        !isa<IntegerLiteral>(left->IgnoreParenImpCasts())));
  if (has != type && (isOther || needsType(parents.size() - 1)))
    take(left, type);
  return true;
}

bool LiteralTypes::VisitConditionalOperator(ConditionalOperator *choice) {
  const Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  if (choice->isTypeDependent() || yes->isTypeDependent() ||
      no->isTypeDependent())
    return true;
  const bool isYes = isLiteral(yes);
  if (isYes != isLiteral(no)) {
    takeTypeOf(isYes ? yes : no,
               elementOf(hlsl::getOperandType(isYes ? no : yes)));
    return true;
  }
  if (!isYes)
    return true;
  // The largest expression of literals with this one.
  size_t whole = parents.size() - 1;
  for (size_t next = whole; next-- != 0;) {
    const auto *outer = dyn_cast<Expr>(parents[next]);
    if (!outer || !isLiteral(outer))
      break;
    if (!isa<ImplicitCastExpr>(outer))
      whole = next;
  }
  const auto *expression = cast<Expr>(parents[whole]);
  bool exceeds = false, keepsBits = true;
  if (!hlsl::findValues(expression, exceeds, keepsBits, ast) || !exceeds ||
      (keepsBits && !needsWidth(whole)))
    return true;
  if (isCut(whole))
    take(choice, ast.IntTy);
  else
    widen(expression);
  return true;
}

SmallVector<const Expr *> hlsl::getCommonArguments(const CallExpr *call,
                                                   const ASTContext &ast) {
  const FunctionDecl *function = call->getDirectCallee();
  const auto *written =
      function ? function->getTemplateInstantiationPattern() : nullptr;
  if (!written || isa<CXXOperatorCallExpr, CXXMemberCallExpr>(call) ||
      isInUserFile(ast.getSourceManager(), written->getLocation()))
    return {};
  const bool isSelect = written->getName() == "select";
  if (!isSelect &&
      !StringRef(written->getReturnType().getAsString()).contains("__common"))
    return {};
  SmallVector<const Expr *> arguments;
  for (unsigned index = isSelect ? 1 : 0;
       index < std::min(call->getNumArgs(), written->getNumParams()); ++index)
    if (written->getParamDecl(index)->getType()->isTemplateTypeParmType())
      arguments.push_back(call->getArg(index));
  return arguments;
}

bool LiteralTypes::VisitCallExpr(CallExpr *call) {
  SmallVector<const Expr *> literals;
  QualType common;
  for (const Expr *argument : hlsl::getCommonArguments(call, ast)) {
    if (isLiteral(argument)) {
      literals.push_back(argument);
      continue;
    }
    const QualType type = elementOf(hlsl::getOperandType(argument));
    if (type.isNull())
      return true;
    if (common.isNull() || common->isBooleanType())
      common = type;
    else if (type->isFloatingType() != common->isFloatingType())
      common = type->isFloatingType() ? type : common;
    else if (!type->isBooleanType())
      common =
          type->isFloatingType()
              ? (ast.getFloatingTypeOrder(type, common) > 0 ? type : common)
              : (ast.getIntegerTypeOrder(type, common) > 0 ? type : common);
  }
  if (common.isNull())
    return true;
  for (const Expr *literal : literals)
    if (common == ast.DoubleTy &&
        hlsl::getOperandType(literal)->isFloatingType())
      widen(literal);
    else
      takeTypeOf(literal, common);
  return true;
}

/// The operand of an operator of matrices, which is `left op __operand op right`.
static const Expr *getMatrixOperand(const Expr *left) {
  left = left->IgnoreUnlessSpelledInSource();
  const auto *call = dyn_cast<CXXOperatorCallExpr>(left);
  if (!call || call->getNumArgs() != 2)
    return nullptr;
  const auto *mark = call->getArg(1)->getType()->getAsCXXRecordDecl();
  return mark && mark->getDeclName().isIdentifier() &&
                 mark->getName() == "__Operand"
             ? call->getArg(0)
             : nullptr;
}

bool LiteralTypes::VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
  if (call->getNumArgs() != 2 || call->getOperator() == OO_LessLess ||
      call->getOperator() == OO_GreaterGreater)
    return true;
  const Expr *left = getMatrixOperand(call->getArg(0)),
             *right = call->getArg(1);
  if (!left || left->isTypeDependent() || right->isTypeDependent())
    return true;
  if (const bool isLeft = isLiteral(left); isLeft != isLiteral(right))
    takeTypeOf(isLeft ? left : right,
               elementOf(hlsl::getOperandType(isLeft ? right : left)));
  return true;
}

/// A double has all digits of a literal. dxc converts a literal to an integer from a double.
bool LiteralTypes::VisitCastExpr(CastExpr *cast) {
  const Expr *operand = cast->getSubExpr();
  // Operators that run would need doubles.
  const bool isInteger = cast->getCastKind() == CK_FloatingToIntegral &&
                         !operand->isValueDependent() &&
                         operand->isEvaluatable(ast);
  if (!isInteger && (cast->getCastKind() != CK_FloatingCast ||
                     elementOf(cast->getType()) != ast.DoubleTy))
    return true;
  if (isLiteral(operand) && hlsl::getOperandType(operand)->isFloatingType())
    widen(operand);
  return true;
}

static void warn(DiagnosticsEngine &diagnostics, SourceLocation place,
                 StringRef id, const std::string &message) {
  diagnostics.Report(
      place, diagnostics.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [%1]"))
      << message << id;
}

/// Warns of a value that a type has cut.
bool LiteralTypes::VisitCStyleCastExpr(CStyleCastExpr *cast) {
  const Expr *literal = cast->getSubExpr();
  if (!known.findCast(cast->getBeginLoc()) || !isLiteral(literal) ||
      !isShort(cast->getType(), ast))
    return true;
  bool exceeds = false, keepsBits = true;
  const auto values = hlsl::findValues(literal, exceeds, keepsBits, ast);
  if (!values)
    return true;
  const unsigned bits = ast.getTypeSize(cast->getType());
  const auto *cut = llvm::find_if(*values, [&](int64_t value) {
    return !llvm::isIntN(bits, value) &&
           (value < 0 || !llvm::isUIntN(bits, value));
  });
  if (cut == values->end())
    return true;
  const llvm::APInt rest =
      llvm::APInt(64, static_cast<uint64_t>(*cut)).trunc(bits);
  warn(ast.getDiagnostics(), literal->getExprLoc(), "literal-cut",
       "the literal " + std::to_string(*cut) + " becomes " +
           llvm::toString(rest, 10, cast->getType()->isSignedIntegerType()) +
           ", because HLSL converts it to '" +
           hlsl::spellType(cast->getType(), ast) +
           "' here: the suffix LL gives it 64 bits");
  return true;
}

void hlsl::findLiteralTypes(ASTContext &ast, const LiteralUses &known,
                            LiteralUses &found) {
  LiteralTypes types(ast, known, found);
  for (Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (isInUserFile(ast.getSourceManager(), declaration->getLocation()))
      types.TraverseDecl(declaration);
  types.end();
}
