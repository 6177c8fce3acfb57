//===- Statements.cpp - Questions about statements -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "ResourceStructs.h"
#include "Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;
using clang::Expr;
using clang::Stmt;
using clang::VarDecl;

const VarDecl *hlsl::getCounter(const clang::ForStmt *loop) {
  const auto *declaration = dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  if (!declaration || !declaration->isSingleDecl() || !loop->getCond() ||
      !loop->getInc())
    return nullptr;
  const auto *counter = dyn_cast<VarDecl>(declaration->getSingleDecl());
  return counter && counter->getInit() ? counter : nullptr;
}

bool hlsl::leavesLoop(const Stmt *body, Stmt::StmtClass kind) {
  if (!body || isa<Expr>(body))
    return false;
  if (body->getStmtClass() == kind)
    return true;
  if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(body) ||
      (isa<clang::SwitchStmt>(body) && kind == Stmt::BreakStmtClass))
    return false;
  return llvm::any_of(body->children(), [&](const Stmt *child) {
    return leavesLoop(child, kind);
  });
}

bool hlsl::statesValue(const Expr *init) {
  const auto *made = dyn_cast_or_null<clang::CXXConstructExpr>(
      init ? init->IgnoreImplicit() : init);
  return init && !(made && made->getNumArgs() == 0);
}

bool hlsl::holdsReturn(const Stmt *body) {
  if (!body || isa<Expr>(body))
    return false;
  return isa<clang::ReturnStmt>(body) ||
         llvm::any_of(body->children(), holdsReturn);
}

bool hlsl::endsSection(const Stmt *statement) {
  if (isa<clang::BreakStmt, clang::ReturnStmt, clang::ContinueStmt>(statement))
    return true;
  if (const auto *block = dyn_cast<clang::CompoundStmt>(statement))
    return !block->body_empty() && endsSection(block->body_back());
  if (const auto *branch = dyn_cast<clang::IfStmt>(statement))
    return branch->getElse() && endsSection(branch->getThen()) &&
           endsSection(branch->getElse());
  return false;
}

/// Whether a call of the prelude stands for elements of a matrix, `m._m00_m11`.
static bool isElements(const clang::CallExpr *call) {
  const clang::FunctionDecl *function = call->getDirectCallee();
  return function && hasAnnotation(function, "hlsl.elements");
}

bool hlsl::computesWithBool(const Expr *expression) {
  expression = expression->IgnoreImplicit()->IgnoreParens();
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->isBitwiseOp())
      return computesWithBool(binary->getLHS()) ||
             computesWithBool(binary->getRHS());
    return binary->isAdditiveOp() || binary->isMultiplicativeOp() ||
           binary->isShiftOp();
  }
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOpcode() == clang::UO_Minus ||
           unary->getOpcode() == clang::UO_Not;
  if (const auto *element = dyn_cast<clang::ExtVectorElementExpr>(expression))
    return computesWithBool(element->getBase());
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(expression))
    return computesWithBool(element->getBase());
  if (const auto *row = dyn_cast<clang::MatrixSingleSubscriptExpr>(expression))
    return computesWithBool(row->getBase());
  if (const auto *element = dyn_cast<clang::MatrixSubscriptExpr>(expression))
    return computesWithBool(element->getBase());
  if (const auto *call = dyn_cast<clang::CallExpr>(expression)) {
    if (isElements(call))
      return computesWithBool(call->getArg(0));
    // The result of a template for bools is that for ints.
    const clang::FunctionDecl *function = call->getDirectCallee();
    const auto *name =
        dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    return function && function->isTemplateInstantiation() && name &&
           !name->hasExplicitTemplateArgs() &&
           function->getReturnType()->hasBooleanRepresentation() &&
           llvm::any_of(call->arguments(), [](const Expr *argument) {
             return argument->IgnoreImplicit()
                        ->getType()
                        ->hasBooleanRepresentation() &&
                    computesWithBool(argument);
           });
  }
  const auto *choice = dyn_cast<clang::AbstractConditionalOperator>(expression);
  return choice && (computesWithBool(choice->getTrueExpr()) ||
                    computesWithBool(choice->getFalseExpr()));
}

static bool isName(const Expr *expression, const VarDecl *variable) {
  const auto *name =
      dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name && name->getDecl() == variable;
}

std::optional<unsigned> hlsl::getStep(const Expr *increment,
                                      const VarDecl *counter,
                                      const clang::ASTContext &ast) {
  increment = increment->IgnoreParens();
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(increment))
    return unary->isIncrementOp() && isName(unary->getSubExpr(), counter)
               ? std::optional(1u)
               : std::nullopt;
  const auto *binary = dyn_cast<clang::BinaryOperator>(increment);
  if (!binary || !isName(binary->getLHS(), counter))
    return std::nullopt;
  const Expr *amount = nullptr;
  if (binary->getOpcode() == clang::BO_AddAssign) {
    amount = binary->getRHS();
  } else if (binary->getOpcode() == clang::BO_Assign) {
    const auto *sum = dyn_cast<clang::BinaryOperator>(
        binary->getRHS()->IgnoreParenImpCasts());
    if (sum && sum->getOpcode() == clang::BO_Add &&
        isName(sum->getLHS(), counter))
      amount = sum->getRHS();
  }
  Expr::EvalResult known;
  if (!amount || !amount->getType()->isIntegerType() ||
      !amount->EvaluateAsInt(known, ast))
    return std::nullopt;
  llvm::APSInt value = known.Val.getInt().extend(128);
  if (!value.isStrictlyPositive() || value.getActiveBits() > 31)
    return std::nullopt;
  return value.getZExtValue();
}

//===----------------------------------------------------------------------===//
// Variables that change
//===----------------------------------------------------------------------===//

namespace {
/// Finds the variables that are used other than by reading their value.
struct ChangeFinder : clang::RecursiveASTVisitor<ChangeFinder> {
  explicit ChangeFinder(llvm::SmallPtrSetImpl<const VarDecl *> &changed)
      : changed(changed) {}

  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() != clang::CK_LValueToRValue &&
        cast->getCastKind() != clang::CK_HLSLArrayRValue)
      return RecursiveASTVisitor::TraverseImplicitCastExpr(cast);
    // Only the indices in what is read may change variables.
    Expr *read = cast->getSubExpr();
    while (true) {
      read = read->IgnoreParenImpCasts();
      if (auto *member = dyn_cast<clang::MemberExpr>(read)) {
        read = member->getBase();
      } else if (auto *vector = dyn_cast<clang::ExtVectorElementExpr>(read)) {
        read = vector->getBase();
      } else if (auto *element = dyn_cast<clang::ArraySubscriptExpr>(read)) {
        TraverseStmt(element->getIdx());
        read = element->getBase();
      } else {
        break;
      }
    }
    return isa<clang::DeclRefExpr>(read) || TraverseStmt(read);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    if (auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      changed.insert(variable);
    if (auto *function = dyn_cast<clang::FunctionDecl>(name->getDecl()))
      visitFunction(function);
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *call) {
    if (clang::FunctionDecl *function = call->getDirectCallee())
      visitFunction(function);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    // Elements of a matrix may be assigned to.
    if (isElements(call))
      TraverseStmt(call->getArg(0)->IgnoreParenImpCasts());
    return true;
  }
  bool VisitHLSLOutArgExpr(clang::HLSLOutArgExpr *argument) {
    TraverseStmt(argument->getArgLValue());
    return true;
  }
  void visitFunction(clang::FunctionDecl *function) {
    clang::FunctionDecl *definition = function->getDefinition();
    if (definition && definition->hasBody() &&
        visited.insert(definition).second)
      TraverseStmt(definition->getBody());
  }

  llvm::SmallPtrSetImpl<const VarDecl *> &changed;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> visited;
};
} // namespace

ChangedVariables::ChangedVariables(const Stmt *statement) {
  ChangeFinder(changed).TraverseStmt(const_cast<Stmt *>(statement));
}

bool ChangedVariables::keeps(const Expr *expression) const {
  expression = expression->IgnoreParens();
  if (isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr,
          clang::FloatingLiteral>(expression))
    return true;
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable)
      return isa<clang::EnumConstantDecl>(name->getDecl());
    // Memory that waves share may change at any time.
    return !contains(variable) && (!variable->hasGlobalStorage() ||
                                   variable->getType().isConstQualified() ||
                                   isInConstantBuffer(variable));
  }
  if (!isa<clang::CastExpr, clang::BinaryOperator, clang::UnaryOperator,
           clang::ExtVectorElementExpr, clang::MemberExpr,
           clang::SubstNonTypeTemplateParmExpr, clang::ConstantExpr>(
          expression))
    return false;
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression);
      binary &&
      (binary->isAssignmentOp() || binary->getOpcode() == clang::BO_Comma))
    return false;
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp())
    return false;
  return llvm::all_of(expression->children(), [&](const Stmt *child) {
    return keeps(cast<Expr>(child));
  });
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

namespace {
/// Visits a statement and the bodies of the functions that it calls.
template <typename Derived>
struct CallVisitor : clang::RecursiveASTVisitor<Derived> {
  // NOLINTBEGIN(readability-identifier-naming): Clang calls them by these names.
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    return visitFunction(dyn_cast<clang::FunctionDecl>(name->getDecl()));
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    return visitFunction(
        dyn_cast<clang::FunctionDecl>(member->getMemberDecl()));
  }
  // NOLINTEND(readability-identifier-naming)
  bool visitFunction(clang::FunctionDecl *function) {
    clang::FunctionDecl *definition =
        function ? function->getDefinition() : nullptr;
    return !definition || !definition->hasBody() ||
           !visited.insert(definition).second ||
           this->TraverseStmt(definition->getBody());
  }

  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> visited;
};

struct AssignmentFinder : CallVisitor<AssignmentFinder> {
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) {
    if (call->getOperator() == clang::OO_Equal)
      assign(call->getArg(0));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *binary) {
    if (binary->isAssignmentOp())
      assign(binary->getLHS());
    return true;
  }
  bool VisitHLSLOutArgExpr(clang::HLSLOutArgExpr *argument) {
    assign(argument->getArgLValue());
    return TraverseStmt(argument->getArgLValue());
  }
  void assign(const Expr *target) {
    if (!target->getType()->isHLSLIntangibleType())
      return;
    while (true) {
      target = target->IgnoreParenImpCasts();
      if (const auto *member = dyn_cast<clang::MemberExpr>(target))
        target = member->getBase();
      else if (const auto *element =
                   dyn_cast<clang::ArraySubscriptExpr>(target))
        target = element->getBase();
      else
        break;
    }
    const auto *name = dyn_cast<clang::DeclRefExpr>(target);
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (variable)
      assigned.insert(variable);
    else
      any = true;
  }

  llvm::SmallPtrSet<const VarDecl *, 4> assigned;
  bool any = false;
};

struct IndexFinder : CallVisitor<IndexFinder> {
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    const clang::QualType type(element->getType()->getBaseElementTypeUnsafe(),
                               0);
    found |=
        (element->getType()->isHLSLIntangibleType() ||
         getClassAnnotation(type) == kWaveMatrixAnnotation) &&
        !isa<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts());
    return !found;
  }

  bool found = false;
};
} // namespace

AssignedResources::AssignedResources(const Stmt *loop) {
  AssignmentFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(loop));
  assigned = std::move(finder.assigned);
  any = finder.any;
}

bool hlsl::indexesOpaqueValues(const Stmt *statement) {
  IndexFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(statement));
  return finder.found;
}

//===----------------------------------------------------------------------===//
// Variables that are used
//===----------------------------------------------------------------------===//

bool hlsl::isInConstantBuffer(const VarDecl *variable) {
  if (hasAnnotation(variable, kConstantOfGlobals))
    return true;
  return !variable->getType()->isHLSLIntangibleType() &&
         (variable->getType().getAddressSpace() ==
              clang::LangAS::hlsl_constant ||
          variable->hasAttr<clang::HLSLVkPushConstantAttr>());
}

namespace {
struct UseFinder : clang::RecursiveASTVisitor<UseFinder> {
  UseFinder(llvm::SmallPtrSetImpl<const VarDecl *> &used,
            SmallVectorImpl<const VarDecl *> &locals)
      : used(used), locals(locals) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    visitDeclaration(name->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    visitDeclaration(member->getMemberDecl());
    return true;
  }
  bool VisitHLSLOutArgExpr(clang::HLSLOutArgExpr *argument) {
    return TraverseStmt(argument->getArgLValue());
  }
  bool VisitOpaqueValueExpr(clang::OpaqueValueExpr *value) {
    return !value->getSourceExpr() || TraverseStmt(value->getSourceExpr());
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) {
    return TraverseStmt(argument->getExpr());
  }
  bool VisitVarDecl(VarDecl *variable) {
    // Also if it is not read: its initializer may have effects.
    if (variable->isStaticLocal())
      visitDeclaration(variable);
    precise |= hasAnnotation(variable, "hlsl.precise");
    return true;
  }
  void visitDeclaration(clang::ValueDecl *declaration) {
    if (auto *variable = dyn_cast<VarDecl>(declaration)) {
      if (!variable->hasGlobalStorage() || !used.insert(variable).second)
        return;
      precise |= hasAnnotation(variable, "hlsl.precise");
      if (variable->isStaticLocal())
        locals.push_back(variable);
      if (Expr *init = const_cast<Expr *>(variable->getAnyInitializer()))
        TraverseStmt(init);
    }
    if (auto *field = dyn_cast<clang::FieldDecl>(declaration))
      precise |= hasAnnotation(field, "hlsl.precise");
    auto *function = dyn_cast<clang::FunctionDecl>(declaration);
    clang::FunctionDecl *definition =
        function ? function->getDefinition() : nullptr;
    if (definition && definition->hasBody() &&
        visited.insert(definition).second) {
      precise |= hasAnnotation(definition, "hlsl.precise");
      for (clang::ParmVarDecl *parameter : definition->parameters())
        precise |= hasAnnotation(parameter, "hlsl.precise");
      TraverseStmt(definition->getBody());
    }
  }

  llvm::SmallPtrSetImpl<const VarDecl *> &used;
  SmallVectorImpl<const VarDecl *> &locals;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> visited;
  bool precise = false;
};
} // namespace

bool wave::hlsl::hasKnownValue(const VarDecl *variable) {
  const VarDecl *initialized = nullptr;
  return variable->getAnyInitializer(initialized) &&
         initialized->evaluateValue();
}

UsedVariables::UsedVariables(const clang::FunctionDecl *entry) {
  UseFinder finder(used, locals);
  finder.visitDeclaration(const_cast<clang::FunctionDecl *>(entry));
  precise = finder.precise;
}

SmallVector<const clang::NamedDecl *>
UsedVariables::inOrder(clang::ASTContext &ast) const {
  SmallVector<const clang::NamedDecl *> made;
  std::function<void(const clang::DeclContext *)> visit =
      [&](const clang::DeclContext *context) {
        for (const clang::Decl *one : context->decls()) {
          if (const auto *buffer = dyn_cast<clang::HLSLBufferDecl>(one)) {
            if (llvm::any_of(buffer->buffer_decls(),
                             [&](const clang::Decl *inner) {
                               const auto *variable = dyn_cast<VarDecl>(inner);
                               return variable && used.contains(variable) &&
                                      isInConstantBuffer(variable);
                             }))
              made.push_back(buffer);
          }
          if (const auto *inner = dyn_cast<clang::DeclContext>(one);
              inner && !isa<clang::FunctionDecl>(one))
            visit(inner);
          const auto *variable = dyn_cast<VarDecl>(one);
          if (!variable || !used.contains(variable) ||
              (isInConstantBuffer(variable) &&
               !variable->getType()->isHLSLIntangibleType()) ||
              (variable->getType().isConstQualified() &&
               !variable->getType()->isRecordType() &&
               !variable->getType()->isHLSLIntangibleType() &&
               (hasKnownValue(variable) ||
                variable->hasAttr<clang::HLSLVkConstantIdAttr>())))
            continue;
          made.push_back(variable);
        }
      };
  visit(ast.getTranslationUnitDecl());
  return made;
}
