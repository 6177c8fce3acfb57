//===- GlobalConstants.cpp - Global variables that are constants ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalConstants.h"

#include "Diagnostics.h"
#include "ResourceStructs.h"
#include "Statements.h"
#include "TypeNames.h"
#include "Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallVector;
using llvm::StringRef;

static DiagnosticBuilder report(const VarDecl *variable,
                                DiagnosticIDs::Level level, StringRef text) {
  DiagnosticsEngine &diagnostics = variable->getASTContext().getDiagnostics();
  return diagnostics.Report(
      variable->getLocation(),
      diagnostics.getDiagnosticIDs()->getCustomDiagID(level, text));
}

namespace {
struct Globals {
  void visit(DeclContext *context, bool isInNamespace);
  void visit(VarDecl *variable, bool isInNamespace);

  ASTContext &ast;
  /// The buffer that Clang has made.
  HLSLBufferDecl *buffer = nullptr;
  /// Variables of namespaces.
  SmallVector<Decl *> missing;
};
} // namespace

void Globals::visit(DeclContext *context, bool isInNamespace) {
  for (Decl *each : context->decls()) {
    if (auto *found = dyn_cast<HLSLBufferDecl>(each);
        found && found->isImplicit())
      buffer = found;
    if (!hlsl::isInUserFile(ast.getSourceManager(), each->getLocation()))
      continue;
    if (auto *space = dyn_cast<NamespaceDecl>(each))
      visit(space, true);
    else if (auto *variable = dyn_cast<VarDecl>(each))
      visit(variable, isInNamespace);
  }
}

void Globals::visit(VarDecl *variable, bool isInNamespace) {
  const QualType type = variable->getType();
  if (variable->hasAttr<HLSLVkPushConstantAttr>()) {
    if (!type->isRecordType())
      report(variable, DiagnosticIDs::Error,
             "a push constant must be a struct or a ConstantBuffer, and '%0' "
             "is of type '%1': make it the field of a struct [hlsl-type]")
          << variable->getName() << hlsl::spellType(type, ast);
  } else if (variable->getStorageClass() == SC_Static ||
             variable->hasAttr<HLSLVkConstantIdAttr>() ||
             variable->isInvalidDecl() || type->isDependentType()) {
    return;
  }
  if (type->isHLSLIntangibleType()) {
    if (!isInNamespace || !hlsl::holdsNumbers(type))
      return;
  } else if (variable->hasInit() && !variable->getInit()->containsErrors() &&
             !type->isRecordType()) {
    report(variable, DiagnosticIDs::Warning,
           "the initial value of '%0' is ignored: a global variable is a "
           "constant that the host sets; declare it `static%1` [hlsl-type]")
        << variable->getName() << (type.isConstQualified() ? " const" : "");
  }
  if (!isInNamespace)
    return;
  variable->addAttr(
      AnnotateAttr::CreateImplicit(ast, hlsl::kConstantOfGlobals, nullptr, 0));
  missing.push_back(variable);
}

void hlsl::completeGlobalConstants(ASTContext &ast) {
  TranslationUnitDecl *unit = ast.getTranslationUnitDecl();
  Globals globals{ast, nullptr, {}};
  globals.visit(unit, /*isInNamespace=*/false);
  if (globals.missing.empty())
    return;
  SmallVector<Decl *> all = globals.missing;
  if (globals.buffer) {
    for (Decl *each : globals.buffer->buffer_decls())
      if (isa<VarDecl>(each))
        all.push_back(each);
    unit->removeDecl(globals.buffer);
  }
  llvm::sort(all, [&](const Decl *a, const Decl *b) {
    return ast.getSourceManager().isBeforeInTranslationUnit(a->getLocation(),
                                                            b->getLocation());
  });
  unit->addDecl(HLSLBufferDecl::CreateDefaultCBuffer(ast, unit, all));
}
