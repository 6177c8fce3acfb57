//===- ScalarLists.cpp - int i = {1} for int i = (1) ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// When the parser asks for the token after `=`, it has declared the variable, whose
// type Clang knows.

#include "Syntax/ScalarLists.h"

#include "Types.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::ScalarLists::ScalarLists(CompilerInstance &instance, MLIRContext &context)
    : TokenRule(instance.getPreprocessor()), instance(instance),
      context(context) {}

bool hlsl::ScalarLists::apply(Token &token) {
  Read read = {token.getKind(),
               token.is(tok::identifier) ? token.getIdentifierInfo() : nullptr,
               token.getLocation()};
  Bracket *inner = brackets.empty() ? nullptr : &brackets.back();
  if (inner)
    ++inner->tokens;
  Read name;
  switch (read.kind) {
  case tok::l_brace:
  case tok::l_paren:
  case tok::l_square:
    open(token);
    break;
  case tok::r_square:
    if (inner) {
      name = inner->name;
      name.isElement = true;
    }
    [[fallthrough]];
  case tok::r_brace:
  case tok::r_paren:
    close(token);
    break;
  case tok::comma:
    if (inner)
      ++inner->commas;
    break;
  case tok::equal:
    name = named;
    break;
  case tok::less:
    templateName = last.name;
    break;
  case tok::greater:
    read.name = templateName;
    break;
  case tok::identifier:
    // `Struct::name` is declared in another scope.
    if (last.kind != tok::coloncolon)
      name = read;
    name.isMember = last.kind == tok::period;
    break;
  default:
    break;
  }
  named = name;
  if (read.kind != tok::r_paren)
    isAfterType = false;
  beforeLast = last;
  last = read;
  return false;
}

void hlsl::ScalarLists::open(Token &token) {
  Bracket bracket = {token.getKind(), last.kind, named};
  bracket.location = token.getLocation();
  if (token.is(tok::l_brace)) {
    bracket.isChanged = isOfScalar();
    const bool isArgument =
        !brackets.empty() && brackets.back().kind == tok::l_paren &&
        (last.kind == tok::l_paren || last.kind == tok::comma);
    if (isArgument || isAssigned()) {
      report(token.getLocation(), "a list in braces can only initialize a "
                                  "variable: declare one with the list "
                                  "[hlsl-type]");
      bracket.isChanged = true;
    }
    // Clang has an error for an empty list.
    std::optional<Token> next = Lexer::findNextToken(
        token.getLocation(), preprocessor.getSourceManager(),
        preprocessor.getLangOpts());
    if (next && next->is(tok::r_brace))
      bracket.isChanged = false;
    if (bracket.isChanged)
      token.setKind(tok::l_paren);
  }
  brackets.push_back(bracket);
}

void hlsl::ScalarLists::close(Token &token) {
  if (brackets.empty())
    return;
  const Bracket bracket = brackets.pop_back_val();
  isAfterType = token.is(tok::r_paren) && bracket.tokens == 2 &&
                bracket.before != tok::identifier && namesScalar(last);
  if (!bracket.isChanged || token.isNot(tok::r_brace))
    return;
  token.setKind(tok::r_paren);
  if (bracket.commas)
    report(bracket.location,
           "too many initializers in list (expected 1 but found " +
               std::to_string(bracket.commas + 1) + ") [hlsl-type]");
}

/// Whether a brace that is read now begins a list for a member or an element that is
/// not declared here.
bool hlsl::ScalarLists::isAssigned() const {
  if (last.kind != tok::equal || !(named.isMember || named.isElement))
    return false;
  const NamedDecl *found = find(named);
  return named.isMember || (found && found->getLocation() != named.location);
}

/// Whether a brace that is read now begins a list for a scalar or a resource.
bool hlsl::ScalarLists::isOfScalar() const {
  switch (last.kind) {
  case tok::l_brace:
    return !brackets.empty() && brackets.back().isChanged;
  case tok::equal:
    if (auto *value = dyn_cast_or_null<ValueDecl>(find(named)))
      return isScalar(value->getType());
    return false;
  case tok::kw_return: {
    const FunctionDecl *function = instance.getSema().getCurFunctionDecl();
    return function && isScalar(function->getReturnType());
  }
  case tok::r_paren:
    return isAfterType;
  case tok::identifier:
    if (namesScalar(beforeLast))
      return true;
    [[fallthrough]];
  default:
    // `enum Name : uint {` has the type of the enumerators.
    return beforeLast.kind != tok::colon && beforeLast.kind != tok::kw_enum &&
           beforeLast.kind != tok::kw_class &&
           beforeLast.kind != tok::kw_struct && namesScalar(last);
  }
}

bool hlsl::ScalarLists::isScalar(QualType type) const {
  return !type->isDependentType() &&
         (type->isScalarType() ||
          Types(instance.getASTContext(), context).isResource(type));
}

/// Whether the token is, or ends, the name of a type that is a scalar or a resource.
bool hlsl::ScalarLists::namesScalar(const Read &token) const {
  switch (token.kind) {
  case tok::kw_bool:
  case tok::kw_int:
  case tok::kw_float:
  case tok::kw_double:
  case tok::kw_half:
  case tok::kw_unsigned:
  case tok::kw_long:
  case tok::kw_short:
    return true;
  default:
    break;
  }
  ASTContext &ast = instance.getASTContext();
  const NamedDecl *found = find(token);
  if (const auto *list = dyn_cast_or_null<ClassTemplateDecl>(found))
    return Types(ast, context)
        .isResource(ast.getCanonicalTagType(list->getTemplatedDecl()));
  const auto *type = dyn_cast_or_null<TypeDecl>(found);
  return type && isScalar(ast.getTypeDeclType(type));
}

NamedDecl *hlsl::ScalarLists::find(const Read &token) const {
  if (!token.name || !instance.hasSema())
    return nullptr;
  Sema &sema = instance.getSema();
  Scope *scope = sema.getCurScope();
  if (!scope)
    return nullptr;
  LookupResult result(sema, token.name, token.location,
                      Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  sema.LookupName(result, scope);
  return result.isSingleResult() ? result.getFoundDecl()->getUnderlyingDecl()
                                 : nullptr;
}

void hlsl::ScalarLists::report(SourceLocation location,
                               llvm::StringRef message) {
  DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
  diagnostics.Report(
      location, diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << message;
}
