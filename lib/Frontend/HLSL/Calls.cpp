//===- Calls.cpp - Helpers are inlined -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Statements.h"
#include "Uninitialized.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The most calls inside of calls.
static constexpr size_t kMostCalls = 256;

/// The most calls of an entry point. Functions that each call the next one twice have
/// exponentially many.
static constexpr size_t kMostInlinedCalls = 100'000;

Tree Emitter::emitCall(const clang::CallExpr *call) {
  SourceLocation location = call->getExprLoc();
  QualType type = call->getType();
  auto nothing = [&] { return type->isVoidType() ? Tree() : undefined(type); };
  const clang::FunctionDecl *function = call->getDirectCallee();
  if (!function) {
    unsupported(location, "this call");
    return nothing();
  }
  const auto *method = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (method && isResource(method->getImplicitObjectArgument()->getType()))
    return emitMethod(method);
  if (const clang::CallExpr *other = withInts(call); other != call)
    return other ? convertElements(emitCall(other), other->getType(), type)
                 : nothing();
  for (const auto *note : function->specific_attrs<clang::AnnotateAttr>())
    return emitIntrinsic(call, note->getAnnotation());
  const clang::FunctionDecl *definition = function->getDefinition();
  SmallVector<const Expr *> arguments(call->arguments());
  std::optional<Place> object;
  if (method) {
    object = placeOf(method->getImplicitObjectArgument());
  } else if (isa<clang::CXXOperatorCallExpr>(call) &&
             isa<clang::CXXMethodDecl>(function)) {
    object = placeOf(arguments.front());
    arguments.erase(arguments.begin());
    // The implicit assignment of a struct.
    if (cast<clang::CXXMethodDecl>(function)->isCopyAssignmentOperator() ||
        cast<clang::CXXMethodDecl>(function)->isMoveAssignmentOperator()) {
      Tree value = emitValue(arguments.front());
      store(*object, value, location);
      return value;
    }
  }
  if (!definition || !definition->hasBody()) {
    unsupported(location,
                "'" + function->getNameAsString() + "', which has no body,");
    return nothing();
  }
  return inlineCall(call, definition, object, arguments);
}

/// Clang has chosen a function of a template for a bool, where HLSL has an int, as
/// for the sum of bools: the call with ints. Null after an error.
const clang::CallExpr *Emitter::withInts(const clang::CallExpr *call) {
  if (auto known = intCalls.find(call); known != intCalls.end())
    return known->second;
  const clang::FunctionDecl *function = call->getDirectCallee();
  auto isSum = [&](const Expr *argument) {
    return types.isBool(argument->IgnoreImplicit()->getType()) &&
           computesWithBool(argument);
  };
  auto sum = llvm::find_if(call->arguments(), isSum);
  if (!function || !function->isTemplateInstantiation() ||
      hasAnnotation(function, "hlsl.elements") || sum == call->arg_end())
    return call;
  const auto *name =
      dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  // `f<bool>(a + b)` asks for a bool.
  if (name && name->hasExplicitTemplateArgs())
    return call;
  intCalls[call] = nullptr;
  if (!name || !function->getPrimaryTemplate()) {
    fail((*sum)->getExprLoc(), "hlsl-unsupported",
         "the sum of bools and the like is not supported as this argument: "
         "convert the bools to int before");
    return nullptr;
  }
  clang::Sema &sema = *options.sema;
  clang::LookupResult found(sema, name->getNameInfo(),
                            clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  sema.LookupQualifiedName(
      found,
      function->getPrimaryTemplate()->getDeclContext()->getRedeclContext());
  clang::Expr *callee = clang::UnresolvedLookupExpr::Create(
      ast, /*NamingClass=*/nullptr, clang::NestedNameSpecifierLoc(),
      name->getNameInfo(), /*RequiresADL=*/false, found.begin(), found.end(),
      /*KnownDependent=*/false, /*KnownInstantiationDependent=*/false);
  SmallVector<clang::Expr *> arguments;
  for (const Expr *argument : call->arguments()) {
    if (isa<clang::CXXDefaultArgExpr>(argument))
      break;
    if (const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument))
      argument = out->getArgLValue();
    auto *plain = const_cast<Expr *>(argument->IgnoreImplicit());
    if (isSum(argument)) {
      QualType type = promotedType(plain->getType());
      plain = clang::ImplicitCastExpr::Create(
          ast, type, clang::CK_IntegralCast, plain, /*BasePath=*/nullptr,
          clang::VK_PRValue, clang::FPOptionsOverride());
    }
    arguments.push_back(plain);
  }
  clang::ExprResult made =
      sema.BuildCallExpr(/*S=*/nullptr, callee, call->getExprLoc(), arguments,
                         call->getRParenLoc());
  sema.PerformPendingInstantiations();
  const auto *other =
      made.isInvalid()
          ? nullptr
          : dyn_cast<clang::CallExpr>(made.get()->IgnoreImplicit());
  failed |= !other;
  intCalls[call] = intCalls[other] = other;
  return other;
}

/// The place that an `out` or `inout` argument names, or null. Clang marks those
/// of functions, but not those of operators.
static const Expr *outArgument(const clang::ParmVarDecl *parameter,
                               const Expr *argument) {
  if (const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument))
    return out->getArgLValue();
  const auto *modifier = parameter->getAttr<clang::HLSLParamModifierAttr>();
  return modifier && modifier->isAnyOut() ? argument : nullptr;
}

Tree Emitter::inlineCall(const clang::CallExpr *call,
                         const clang::FunctionDecl *function,
                         std::optional<Place> object,
                         ArrayRef<const Expr *> arguments) {
  SourceLocation location = call->getExprLoc();
  const bool isUnused = discarded == call;
  auto refuse = [&](StringRef rule, const Twine &what) {
    fail(location, rule, what);
    return function->getReturnType()->isVoidType()
               ? Tree()
               : undefined(function->getReturnType());
  };
  if (llvm::any_of(
          calls, [&](const Call &outer) { return outer.function == function; }))
    return refuse("recursion",
                  "'" + function->getNameAsString() +
                      "' calls itself: functions are inlined and cannot "
                      "recurse; use a loop");
  if (calls.size() > kMostCalls)
    return refuse("hlsl-nesting", "calls are nested more than " +
                                      Twine(kMostCalls) +
                                      " levels deep: use a loop");
  if (++inlinedCalls > kMostInlinedCalls) {
    // Ends the translation: each further call would do the same.
    if (!failed)
      fail(location, "hlsl-unsupported",
           "the entry point has more than " + Twine(kMostInlinedCalls) +
               " calls, which are inlined: use a loop");
    return function->getReturnType()->isVoidType()
               ? Tree()
               : undefined(function->getReturnType());
  }
  // The caller evaluates the arguments, and the places that `out` arguments go to.
  struct Argument {
    Tree value;
    std::optional<Place> out;
    QualType outType;
    bool hasValue = true;
  };
  // A number that is converted has a value where the number before has one.
  auto convertArgument = [&](const Tree &value, QualType from, QualType to) {
    Tree made = convertElements(value, from, to);
    if (types.isNumber(from) && types.isNumber(to) &&
        types.widthOf(from) == types.widthOf(to))
      made.written = value.written;
    return made;
  };
  std::vector<Argument> bound;
  for (auto [parameter, argument] :
       llvm::zip(function->parameters(), arguments)) {
    QualType type = types.plain(parameter->getType());
    Argument made;
    if (const Expr *out = outArgument(parameter, argument)) {
      made.out = placeOf(out);
      made.outType = out->getType();
      bool isInOut =
          parameter->getAttr<clang::HLSLParamModifierAttr>()->isInOut();
      made.value = isInOut
                       ? convertArgument(load(*made.out, location, Use::Copy),
                                         made.outType, type)
                       : undefined(type);
      made.hasValue = isInOut;
    } else {
      made.value = emitValue(argument);
    }
    bound.push_back(std::move(made));
  }

  Scope scope(*this);
  llvm::SaveAndRestore separate(shared, decltype(shared)(nullptr));
  bool isOfPrelude = isInPrelude(location) && !calls.empty();
  Call entered{function, locate(location),
               isOfPrelude ? calls.back().place : location};
  entered.firstVariable = variables.size();
  for (auto [parameter, argument] : llvm::zip(function->parameters(), bound))
    bindParameter(parameter, argument.value, argument.hasValue);
  QualType resultType = function->getReturnType();
  if (!resultType->isVoidType())
    entered.result =
        options.uninitialized->lacksResult(function)
            ? addTracked(function->getNameAsString() + "()", resultType,
                         undefined(resultType), function, /*written=*/false)
            : addVariable("", resultType, undefined(resultType));
  entered.object = std::move(object);
  entered.frame = frames.size();
  pushFrame(Frame::Kind::Function, /*hasContinue=*/false);
  calls.push_back(std::move(entered));
  auto outerLeft = state.left;
  emitStatement(function->getBody());
  Call finished = std::move(calls.back());
  calls.pop_back();
  popFrame();
  state.left = outerLeft;
  state.done = false;

  for (auto [parameter, argument] : llvm::zip(function->parameters(), bound)) {
    if (!argument.out)
      continue;
    Tree value =
        load(placeOfVariable(parameter, location), location, Use::Copy);
    store(*argument.out,
          convertArgument(value, types.plain(parameter->getType()),
                          argument.outType),
          location);
  }
  if (!finished.result)
    return Tree();
  Place result;
  result.kind = Place::Kind::Variable;
  result.variable = finished.result;
  result.type = result.root = finished.result->type;
  return load(result, location, isUnused ? Use::Copy : Use::Value);
}

/// Makes a parameter a variable of its own.
void Emitter::bindParameter(const clang::ParmVarDecl *parameter, Tree value,
                            bool hasValue) {
  QualType type = types.plain(parameter->getType());
  At at(*this, parameter->getLocation());
  places.erase(parameter);
  if (types.holdsArray(type)) {
    Place place = allocate(type, parameter->getName());
    storeWhole(place, value, parameter->getLocation());
    places[parameter] = place;
    return;
  }
  checkCoherence(parameter, value);
  named[parameter] = addLocal(parameter, std::move(value), hasValue);
}
