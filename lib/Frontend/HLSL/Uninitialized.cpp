//===- Uninitialized.cpp - Local variables without a value ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A forward analysis of a function's control flow graph, for each scalar of its local
// variables and `out` parameters. Clang's own analysis knows neither components, fields
// nor `out` arguments. A copy of a struct is no use: the copy has the same scalars.
// Variables with arrays are left out: they are in memory, where an instrumented run
// watches each element.

#include "Uninitialized.h"

#include "Diagnostics.h"
#include "Statements.h"
#include "VariableParts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"
#include "clang/Analysis/FlowSensitive/DataflowWorklist.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace mlir::wave;
using mlir::wave::hlsl::countScalars;
using mlir::wave::hlsl::getCopied;
using mlir::wave::hlsl::isCounted;
using mlir::wave::hlsl::nameScalar;
using mlir::wave::hlsl::statesValue;
using mlir::wave::hlsl::Types;
using mlir::wave::hlsl::UninitializedVariables;
using mlir::wave::hlsl::VariablePart;
using mlir::wave::hlsl::VariableParts;
using mlir::wave::hlsl::WrittenScalars;

namespace {
/// The scalars of all variables that have a value at a point.
struct Values {
  /// On every path; on every path, if calls write what some path of them writes; on
  /// some path.
  llvm::BitVector always, likely, sometimes;

  void resize(unsigned size, bool isReached) {
    always.resize(size, !isReached);
    likely.resize(size, !isReached);
    sometimes.resize(size, false);
  }
  bool join(const Values &other) {
    Values before = *this;
    always &= other.always;
    likely &= other.likely;
    sometimes |= other.sometimes;
    return before.always != always || before.likely != likely ||
           before.sometimes != sometimes;
  }
};

/// What a value has of its scalars.
struct Source {
  llvm::BitVector always, likely, sometimes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

namespace {
/// Collects the local variables, and expressions whose casts to a value are no uses.
struct SyntaxFinder : RecursiveASTVisitor<SyntaxFinder> {
  bool VisitVarDecl(VarDecl *variable) {
    if (variable->isLocalVarDecl() && !variable->isStaticLocal())
      locals.push_back(variable);
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *function = call->getDirectCallee();
    if (!function || call->getNumArgs() == 0)
      return true;
    const Expr *first = call->getArg(0);
    if (function->getIdentifier() &&
        (function->getName() == "WaveReadLaneFirst" ||
         function->getName() == "WaveReadLaneAt"))
      broadcasts.insert(first->IgnoreParenImpCasts());
    // The call of `m._m00` has the whole matrix as its argument.
    if (mlir::wave::hlsl::hasAnnotation(function, "hlsl.elements"))
      skipped.insert(first->IgnoreParens());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->getOpcode() == BO_Assign)
      skipped.insert(binary->getLHS()->IgnoreParens());
    return true;
  }
  bool VisitHLSLOutArgExpr(HLSLOutArgExpr *argument) {
    skipped.insert(argument->getArgLValue()->IgnoreParens());
    return TraverseStmt(const_cast<Expr *>(argument->getArgLValue()));
  }

  llvm::SmallVector<const VarDecl *> locals;
  llvm::DenseSet<const Expr *> broadcasts;
  llvm::SmallPtrSet<const Expr *, 8> skipped;
};
} // namespace

//===----------------------------------------------------------------------===//
// The analysis of a function
//===----------------------------------------------------------------------===//

namespace mlir::wave::hlsl {
class FunctionAnalysis {
public:
  FunctionAnalysis(UninitializedVariables &all, const FunctionDecl *function)
      : all(all), types(all.types), function(function),
        ast(function->getASTContext()), parts(types, ast) {}

  void run();

private:
  void solve(const CFG &graph, AnalysisDeclContext &context);
  void visit(const CFGBlock &block, Values &values);
  void visit(const Stmt *statement, Values &values);
  void visitCall(const CallExpr *call, Values &values);
  void finish(const CFG &graph);
  void report();

  std::optional<VariablePart> resolve(const Expr *expression) const {
    return parts.resolve(expression);
  }
  /// The scalars of the result that a return statement sets.
  Source getSource(const Expr *value, const Values &values);
  Source getAll(QualType type, bool written = true) const;
  Source getPart(const VariablePart &part, const Values &values) const;
  void use(const VariablePart &part, const Expr *place, const Values &values);
  /// A copy: variables without a value are tracked, but no warning is due.
  void copy(const Expr *value, const Values &values);
  void set(const VariablePart &part, const Source &source, Values &values);
  void set(const VariablePart &part, Values &values) {
    set(part, getAll(part.type), values);
  }

  UninitializedVariables &all;
  const Types &types;
  const FunctionDecl *function;
  ASTContext &ast;
  SyntaxFinder syntax;
  VariableParts parts;
  /// The variables that are written at an index that is not a constant, or by a call:
  /// their warnings are only those that are certain.
  llvm::DenseSet<const VarDecl *> guessed;
  /// Whether uses are recorded: in the last visit, when the values are known.
  bool isLast = false;
  std::vector<Values> atStart;
  std::vector<bool> isReached;

  struct Use {
    const Expr *place;
    std::string name;
    bool isCertain;
  };
  llvm::MapVector<const VarDecl *, Use> uses;
  WrittenScalars result;
};
} // namespace mlir::wave::hlsl

using mlir::wave::hlsl::FunctionAnalysis;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Source FunctionAnalysis::getAll(QualType type, bool written) const {
  llvm::BitVector all(isCounted(types, type) ? countScalars(types, type) : 0,
                      written);
  return {all, all, all};
}

Source FunctionAnalysis::getPart(const VariablePart &part,
                                 const Values &values) const {
  Source made = getAll(part.type, false);
  unsigned begin = parts.getFirst(part.variable);
  for (unsigned i = 0; i < made.always.size() && i < part.scalars.size(); ++i) {
    unsigned scalar = begin + part.scalars[i];
    made.always[i] = values.always[scalar];
    made.likely[i] = values.likely[scalar];
    made.sometimes[i] = values.sometimes[scalar];
  }
  return made;
}

static void append(llvm::BitVector &bits, const llvm::BitVector &more) {
  unsigned size = bits.size();
  bits.resize(size + more.size());
  for (unsigned bit : more.set_bits())
    bits.set(size + bit);
}

Source FunctionAnalysis::getSource(const Expr *value, const Values &values) {
  QualType type = value->getType();
  value = getCopied(value);
  // A number that is read has a value, or a warning of its own.
  if (types.isNumber(type) || types.isMatrix(type) || !isCounted(types, type))
    return getAll(type);
  if (std::optional<VariablePart> part = resolve(value); part && !part->isOneOf)
    return getPart(*part, values);
  if (const auto *list = dyn_cast<InitListExpr>(value);
      list && list->getNumInits() == types.partsOf(type).size()) {
    Source made;
    for (const Expr *init : list->inits()) {
      Source each = getSource(init, values);
      append(made.always, each.always);
      append(made.likely, each.likely);
      append(made.sometimes, each.sometimes);
    }
    if (made.always.size() == countScalars(types, type))
      return made;
  }
  if (const auto *call = dyn_cast<CallExpr>(value))
    if (const FunctionDecl *callee = call->getDirectCallee())
      if (const WrittenScalars *written = all.getWritten(callee, nullptr);
          written && written->always.size() == countScalars(types, type))
        return {written->always, written->sometimes, written->sometimes};
  return getAll(type);
}

void FunctionAnalysis::set(const VariablePart &part, const Source &source,
                           Values &values) {
  unsigned begin = parts.getFirst(part.variable);
  for (auto [i, scalar] : llvm::enumerate(part.scalars)) {
    unsigned place = begin + scalar;
    if (part.isOneOf) {
      // One of them: a loop may write all.
      guessed.insert(part.variable);
      values.likely.set(place);
      values.sometimes.set(place);
      continue;
    }
    bool isKnown = i < source.always.size();
    values.always[place] = !isKnown || source.always[i];
    values.likely[place] = !isKnown || source.likely[i];
    values.sometimes[place] = !isKnown || source.sometimes[i];
  }
}

void FunctionAnalysis::use(const VariablePart &part, const Expr *place,
                           const Values &values) {
  if (!isLast || syntax.broadcasts.contains(place->IgnoreParenImpCasts()))
    return;
  unsigned begin = parts.getFirst(part.variable);
  std::optional<unsigned> unwritten;
  bool isTracked = false, anyLikely = false, anySometimes = false;
  for (unsigned scalar : part.scalars) {
    isTracked |= !values.always[begin + scalar];
    anyLikely |= values.likely[begin + scalar];
    anySometimes |= values.sometimes[begin + scalar];
    if (!values.sometimes[begin + scalar] && !unwritten)
      unwritten = scalar;
  }
  if (!isTracked)
    return;
  all.variables.insert(part.variable);
  Use made{place, part.variable->getNameAsString(), true};
  if (part.isOneOf ? !anySometimes : unwritten.has_value()) {
    if (anySometimes || !part.isWhole(types))
      if (!part.isOneOf)
        made.name += nameScalar(types, part.variable->getType(), *unwritten);
  } else if (types.isNumber(part.variable->getType()) && !anyLikely &&
             !guessed.contains(part.variable)) {
    made.isCertain = false;
    if (!part.isWhole(types) && !part.isOneOf)
      made.name +=
          nameScalar(types, part.variable->getType(), part.scalars.front());
  } else {
    return;
  }
  auto [known, isNew] = uses.try_emplace(part.variable, made);
  if (!isNew && ast.getSourceManager().isBeforeInTranslationUnit(
                    place->getBeginLoc(), known->second.place->getBeginLoc()))
    known->second = made;
}

void FunctionAnalysis::copy(const Expr *value, const Values &values) {
  std::optional<VariablePart> part = resolve(getCopied(value));
  if (!isLast || !part)
    return;
  unsigned begin = parts.getFirst(part->variable);
  for (unsigned scalar : part->scalars)
    if (!values.always[begin + scalar])
      all.variables.insert(part->variable);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionAnalysis::visitCall(const CallExpr *call, Values &values) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return;
  if (mlir::wave::hlsl::hasAnnotation(callee, "hlsl.elements")) {
    if (!syntax.skipped.contains(call))
      if (std::optional<VariablePart> part = resolve(call))
        use(*part, call, values);
    return;
  }
  llvm::SmallVector<const Expr *> arguments(call->arguments());
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    // A method may use and write all of its object.
    const Expr *object = member->getImplicitObjectArgument();
    copy(object, values);
    if (std::optional<VariablePart> part = resolve(object))
      set(*part, values);
  } else if (isa<CXXOperatorCallExpr>(call) && method && !arguments.empty()) {
    std::optional<VariablePart> object = resolve(arguments.front());
    if (method->isCopyAssignmentOperator() ||
        method->isMoveAssignmentOperator()) {
      if (object) {
        set(*object, getSource(arguments.back(), values), values);
        copy(arguments.back(), values);
      } else if (std::optional<VariablePart> stored =
                     resolve(getCopied(arguments.back()))) {
        use(*stored, arguments.back(), values);
      }
      return;
    }
    copy(arguments.front(), values);
    if (object)
      set(*object, values);
    arguments.erase(arguments.begin());
  }
  for (auto [parameter, argument] :
       llvm::zip(callee->parameters(), arguments)) {
    const auto *modifier = parameter->getAttr<HLSLParamModifierAttr>();
    if (!modifier || !modifier->isAnyOut()) {
      copy(argument, values);
      continue;
    }
    const auto *out = dyn_cast<HLSLOutArgExpr>(argument);
    std::optional<VariablePart> part =
        resolve(out ? out->getArgLValue() : argument);
    if (!part)
      continue;
    if (modifier->isInOut())
      copy(out ? out->getArgLValue() : argument, values);
    guessed.insert(part->variable);
    const WrittenScalars *written =
        modifier->isInOut() ? nullptr : all.getWritten(callee, parameter);
    if (written && written->always.size() == countScalars(types, part->type))
      set(*part, {written->always, written->sometimes, written->sometimes},
          values);
    else
      set(*part, values);
  }
}

void FunctionAnalysis::visit(const Stmt *statement, Values &values) {
  if (const auto *declaration = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *each : declaration->decls()) {
      const auto *variable = dyn_cast<VarDecl>(each);
      if (!variable || !parts.contains(variable))
        continue;
      const VariablePart whole = parts.getWhole(variable);
      const Expr *init = variable->getInit();
      if (statesValue(init))
        copy(init, values);
      set(whole,
          statesValue(init) ? getSource(init, values)
                            : getAll(whole.type, false),
          values);
    }
  } else if (const auto *binary = dyn_cast<BinaryOperator>(statement);
             binary && binary->isAssignmentOp()) {
    std::optional<VariablePart> part = resolve(binary->getLHS());
    if (!part)
      return;
    if (binary->isCompoundAssignmentOp())
      use(*part, binary->getLHS(), values);
    set(*part, values);
  } else if (const auto *unary = dyn_cast<UnaryOperator>(statement);
             unary && unary->isIncrementDecrementOp()) {
    if (std::optional<VariablePart> part = resolve(unary->getSubExpr())) {
      use(*part, unary->getSubExpr(), values);
      set(*part, values);
    }
  } else if (const auto *cast = dyn_cast<ImplicitCastExpr>(statement)) {
    if ((cast->getCastKind() == CK_LValueToRValue ||
         cast->getCastKind() == CK_HLSLArrayRValue) &&
        !syntax.skipped.contains(cast))
      if (std::optional<VariablePart> part = resolve(cast->getSubExpr()))
        use(*part, cast->getSubExpr(), values);
  } else if (const auto *call = dyn_cast<CallExpr>(statement)) {
    visitCall(call, values);
  } else if (const auto *leave = dyn_cast<ReturnStmt>(statement)) {
    const Expr *value = leave->getRetValue();
    if (!value || !isLast)
      return;
    copy(value, values);
    Source source = getSource(value, values);
    if (source.always.size() == result.always.size()) {
      result.always &= source.always;
      result.sometimes |= source.sometimes;
    }
  }
}

void FunctionAnalysis::visit(const CFGBlock &block, Values &values) {
  for (const CFGElement &element : block)
    if (std::optional<CFGStmt> statement = element.getAs<CFGStmt>())
      visit(statement->getStmt(), values);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void FunctionAnalysis::solve(const CFG &graph, AnalysisDeclContext &context) {
  atStart.resize(graph.getNumBlockIDs());
  isReached.resize(graph.getNumBlockIDs());
  for (Values &each : atStart)
    each.resize(parts.countAll(), /*isReached=*/false);
  const CFGBlock &entry = graph.getEntry();
  atStart[entry.getBlockID()] = Values();
  atStart[entry.getBlockID()].resize(parts.countAll(), /*isReached=*/true);
  isReached[entry.getBlockID()] = true;
  ForwardDataflowWorklist worklist(graph, context);
  worklist.enqueueBlock(&entry);
  while (const CFGBlock *block = worklist.dequeue()) {
    Values values = atStart[block->getBlockID()];
    visit(*block, values);
    for (const CFGBlock::AdjacentBlock &next : block->succs()) {
      if (!next.isReachable())
        continue;
      unsigned number = next->getBlockID();
      bool isChanged = atStart[number].join(values);
      if (isChanged || !isReached[number])
        worklist.enqueueBlock(next);
      isReached[number] = true;
    }
  }
}

void FunctionAnalysis::finish(const CFG &graph) {
  const Values &values = atStart[graph.getExit().getBlockID()];
  const bool ends = isReached[graph.getExit().getBlockID()];
  for (const ParmVarDecl *parameter : function->parameters()) {
    if (!parts.contains(parameter))
      continue;
    const unsigned begin = parts.getFirst(parameter);
    unsigned size = countScalars(types, parameter->getType());
    WrittenScalars made;
    made.always.resize(size, true);
    made.sometimes.resize(size, true);
    std::optional<unsigned> unwritten;
    for (unsigned i = 0; ends && i < size; ++i) {
      made.always[i] = values.always[begin + i];
      made.sometimes[i] = values.sometimes[begin + i];
      if (!made.sometimes[i] && !unwritten)
        unwritten = i;
    }
    if (!made.always.all())
      all.variables.insert(parameter);
    std::string name = parameter->getNameAsString();
    if (unwritten && !uses.contains(parameter)) {
      if (made.sometimes.any())
        name += nameScalar(types, parameter->getType(), *unwritten);
      uses.try_emplace(parameter, Use{nullptr, name, true});
    } else if (ends && types.isNumber(parameter->getType()) &&
               !guessed.contains(parameter) &&
               llvm::none_of(llvm::seq(begin, begin + size),
                             [&](unsigned i) { return values.likely[i]; })) {
      uses.try_emplace(parameter, Use{nullptr, name, false});
    }
    all.written[parameter] = std::move(made);
  }
  // A path to the end without a `return`.
  bool isOpen = false;
  for (const CFGBlock::AdjacentBlock &last : graph.getExit().preds())
    if (last.isReachable() && isReached[last->getBlockID()])
      isOpen |= last->empty() || !last->back().getAs<CFGStmt>() ||
                !isa<ReturnStmt>(last->back().castAs<CFGStmt>().getStmt());
  if (function->getReturnType()->isVoidType() ||
      types.holdsResource(function->getReturnType()))
    return;
  if (isOpen)
    result.always.reset();
  if (isOpen || !result.always.all())
    all.withoutResult.insert(function);
  if (ends)
    all.written[function] = result;
}

static void warn(DiagnosticsEngine &diagnostics, SourceLocation place,
                 llvm::StringRef id, const std::string &message) {
  diagnostics.Report(
      place, diagnostics.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [%1]"))
      << message << id;
}

void FunctionAnalysis::report() {
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  for (const auto &[variable, use] : uses) {
    std::string message;
    SourceLocation place = variable->getLocation();
    if (use.place) {
      place = use.place->getBeginLoc();
      message = "'" + use.name + "' " + (use.isCertain ? "has" : "may have") +
                " no value here: give it one where it is declared";
      if (use.name != variable->getName())
        message = "'" + use.name + "' " + (use.isCertain ? "has" : "may have") +
                  " no value here: give '" + variable->getNameAsString() +
                  "' one where it is declared, or write this part before";
    } else {
      message = "'" + use.name + "' " + (use.isCertain ? "has" : "may have") +
                " no value when '" + function->getNameAsString() +
                "' ends: an `out` parameter must be written" +
                (use.isCertain ? "" : " on every path");
    }
    warn(diagnostics, place, "uninitialized-variable", message);
    if (use.place)
      diagnostics.Report(variable->getLocation(),
                         diagnostics.getCustomDiagID(DiagnosticsEngine::Note,
                                                     "'%0' is declared here"))
          << variable->getName();
  }
}

void FunctionAnalysis::run() {
  AnalysisDeclContext context(nullptr, function);
  CFG::BuildOptions &options = context.getCFGBuildOptions();
  options.PruneTriviallyFalseEdges = true;
  options.setAllAlwaysAdd();
  const CFG *graph = context.getCFG();
  if (!graph)
    return;
  syntax.TraverseStmt(function->getBody());
  for (const VarDecl *variable : syntax.locals)
    parts.add(variable);
  for (const ParmVarDecl *parameter : function->parameters())
    if (const auto *modifier = parameter->getAttr<HLSLParamModifierAttr>();
        modifier && modifier->isOut() && !modifier->isInOut())
      parts.add(parameter);
  all.broadcasts.insert(syntax.broadcasts.begin(), syntax.broadcasts.end());
  QualType type = function->getReturnType();
  Source whole = getAll(type);
  result.always = whole.always;
  result.sometimes = getAll(type, false).sometimes;
  solve(*graph, context);
  isLast = true;
  for (const CFGBlock *block : *graph)
    if (isReached[block->getBlockID()]) {
      Values values = atStart[block->getBlockID()];
      visit(*block, values);
    }
  finish(*graph);
  report();
}

void UninitializedVariables::find(const FunctionDecl *function) {
  function = function->getDefinition();
  if (!function || function->isDependentContext() || !function->getBody() ||
      !isInUserFile(function->getASTContext().getSourceManager(),
                    function->getLocation()) ||
      !analyzed.insert(function).second)
    return;
  FunctionAnalysis(*this, function).run();
}

const WrittenScalars *
UninitializedVariables::getWritten(const FunctionDecl *function,
                                   const ParmVarDecl *parameter) {
  const FunctionDecl *definition = function->getDefinition();
  if (!definition)
    return nullptr;
  // A function that calls itself is an error later, and not analyzed yet here.
  find(definition);
  const Decl *key = definition;
  if (parameter)
    key = definition->getParamDecl(parameter->getFunctionScopeIndex());
  auto known = written.find(key);
  return known == written.end() ? nullptr : &known->second;
}
