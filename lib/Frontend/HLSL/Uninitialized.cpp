//===- Uninitialized.cpp - Local variables without a value ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang's own analysis. Its warnings are not used, because they do not know that a
// call writes its `out` arguments: such variables are left out.

#include "Uninitialized.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/UninitializedValues.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace mlir::wave;

namespace {
/// Collects the first use of each variable.
struct UseCollector final : UninitVariablesHandler {
  UseCollector(const SourceManager &sources,
               const llvm::DenseSet<const Expr *> &broadcasts)
      : sources(sources), broadcasts(broadcasts) {}

  void handleUseOfUninitVariable(const VarDecl *variable,
                                 const UninitUse &use) override {
    if (broadcasts.contains(use.getUser()->IgnoreParenImpCasts()))
      return;
    auto [known, isNew] =
        uses.try_emplace(variable, use.getUser(), use.getKind());
    if (!isNew &&
        sources.isBeforeInTranslationUnit(use.getUser()->getBeginLoc(),
                                          known->second.first->getBeginLoc()))
      known->second = {use.getUser(), use.getKind()};
  }
  void handleSelfInit(const VarDecl *variable) override {
    const Expr *init = variable->getInit();
    uses.try_emplace(variable, init, UninitUse::Always);
  }

  const SourceManager &sources;
  const llvm::DenseSet<const Expr *> &broadcasts;
  llvm::MapVector<const VarDecl *, std::pair<const Expr *, UninitUse::Kind>>
      uses;
};

/// Collects the variables that are `out` and `inout` arguments, and the uses from
/// which lanes read the value of another lane: `WaveReadLaneFirst(x)` reads the `x` of
/// one lane, which alone has to write it.
struct ArgumentFinder : RecursiveASTVisitor<ArgumentFinder> {
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *function = call->getDirectCallee();
    if (function && function->getIdentifier() && call->getNumArgs() != 0 &&
        (function->getName() == "WaveReadLaneFirst" ||
         function->getName() == "WaveReadLaneAt"))
      broadcasts.insert(call->getArg(0)->IgnoreParenImpCasts());
    return true;
  }
  bool VisitHLSLOutArgExpr(HLSLOutArgExpr *argument) {
    const Expr *place = argument->getArgLValue()->IgnoreParenImpCasts();
    if (const auto *name = dyn_cast<DeclRefExpr>(place))
      outputs.insert(name->getDecl());
    return true;
  }

  llvm::DenseSet<const ValueDecl *> outputs;
  llvm::DenseSet<const Expr *> broadcasts;
};
} // namespace

static void warn(DiagnosticsEngine &diagnostics, SourceLocation place,
                 StringRef id, const llvm::Twine &message) {
  diagnostics.Report(
      place, diagnostics.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [%1]"))
      << message.str() << id;
}

void hlsl::UninitializedVariables::find(const FunctionDecl *function) {
  if (function->isDependentContext() || !function->getBody())
    return;
  ASTContext &ast = function->getASTContext();
  AnalysisDeclContext context(nullptr, function);
  CFG::BuildOptions &options = context.getCFGBuildOptions();
  options.PruneTriviallyFalseEdges = true;
  options.setAllAlwaysAdd();
  CFG *graph = context.getCFG();
  if (!graph)
    return;
  ArgumentFinder finder;
  finder.TraverseStmt(function->getBody());
  UseCollector collector(ast.getSourceManager(), finder.broadcasts);
  UninitVariablesAnalysisStats stats = {};
  runUninitializedVariablesAnalysis(*function, *graph, context, collector,
                                    stats);
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  for (const auto &[variable, use] : collector.uses) {
    if (finder.outputs.contains(variable))
      continue;
    variables.insert(variable);
    StringRef verb = use.second == UninitUse::Always ? "has" : "may have";
    warn(diagnostics, use.first->getBeginLoc(), "uninitialized-variable",
         "'" + variable->getName() + "' " + verb +
             " no value here: give it one where it is declared");
    diagnostics.Report(variable->getLocation(),
                       diagnostics.getCustomDiagID(DiagnosticsEngine::Note,
                                                   "'%0' is declared here"))
        << variable->getName();
  }
}
