//===- Barriers.cpp - The function Barrier of Shader Model 6.8 ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

// The flags, which Groups.hlsl declares for shaders.
static constexpr unsigned kUAVMemory = 1, kGroupSharedMemory = 2,
                          kNodeMemory = 4 | 8, kAllMemory = 15;
static constexpr unsigned kGroupSync = 1, kGroupScope = 2, kDeviceScope = 4,
                          kAllSemantics = 7;

std::optional<unsigned> Emitter::barrierFlags(const Expr *flags, unsigned valid,
                                              StringRef names) {
  Expr::EvalResult known;
  if (!flags->getType()->isIntegerType() || !flags->EvaluateAsInt(known, ast)) {
    fail(flags->getExprLoc(), "barrier-flags",
         "the flags of 'Barrier' must be constants: " + names);
    return std::nullopt;
  }
  llvm::APSInt value = known.Val.getInt();
  if (value.getActiveBits() > 32 ||
      (value.trunc(std::min(value.getBitWidth(), 32u)).getZExtValue() &
       ~valid)) {
    fail(flags->getExprLoc(), "barrier-flags",
         "the flags " + llvm::toString(value, 10) +
             " of 'Barrier' have no meaning: combine " + names + ", or use 0");
    return std::nullopt;
  }
  return value.getZExtValue();
}

/// The memory that the first argument of a `Barrier` names, or states by flags.
std::optional<unsigned> Emitter::barrierMemory(const Expr *argument) {
  const Expr *object = argument->IgnoreParenImpCasts();
  while (const auto *copy = dyn_cast<clang::CXXConstructExpr>(object)) {
    if (copy->getNumArgs() != 1)
      break;
    object = copy->getArg(0)->IgnoreParenImpCasts();
  }
  if (isResource(object->getType())) {
    const Resource *resource = resourceOf(object);
    if (!resource)
      return std::nullopt;
    if (resource->isWritable)
      return kUAVMemory;
    fail(argument->getExprLoc(), "barrier-flags",
         "'" + resource->source.name +
             "' is read-only, so that no barrier is needed: 'Barrier' takes a "
             "writable resource or a groupshared variable");
    return std::nullopt;
  }
  // A groupshared variable, or a part of one.
  const Expr *root = object;
  while (true) {
    root = root->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<clang::MemberExpr>(root))
      root = member->getBase();
    else if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(root))
      root = element->getBase();
    else
      break;
  }
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(root))
    if (hasAnnotation(name->getDecl(), "hlsl.groupshared"))
      return kGroupSharedMemory;
  if (!argument->getType()->isIntegerType()) {
    fail(argument->getExprLoc(), "barrier-flags",
         "'Barrier' takes flags of memory, a writable resource or a "
         "groupshared variable");
    return std::nullopt;
  }
  std::optional<unsigned> memory =
      barrierFlags(argument, kAllMemory, "UAV_MEMORY and GROUP_SHARED_MEMORY");
  if (memory && *memory != kAllMemory && (*memory & kNodeMemory)) {
    fail(argument->getExprLoc(), "barrier-flags",
         "NODE_INPUT_MEMORY and NODE_OUTPUT_MEMORY are for work graphs: use "
         "UAV_MEMORY and GROUP_SHARED_MEMORY");
    return std::nullopt;
  }
  return memory ? std::optional(*memory & ~kNodeMemory) : std::nullopt;
}

void Emitter::emitBarrier(const clang::CallExpr *call) {
  // Both, so that each has its error.
  std::optional<unsigned> memory = barrierMemory(call->getArg(0));
  std::optional<unsigned> semantics =
      barrierFlags(call->getArg(1), kAllSemantics,
                   "GROUP_SYNC, GROUP_SCOPE and DEVICE_SCOPE");
  if (!memory || !semantics)
    return;
  SourceLocation place = call->getArg(1)->getExprLoc();
  if ((*semantics & kDeviceScope) && !(*memory & kUAVMemory))
    return fail(place, "barrier-flags",
                "DEVICE_SCOPE needs memory of this scope: state UAV_MEMORY, or "
                "use GROUP_SCOPE");
  if ((*semantics & kGroupScope) && !*memory)
    return fail(place, "barrier-flags",
                "GROUP_SCOPE needs memory: state UAV_MEMORY or "
                "GROUP_SHARED_MEMORY");
  if (!*memory && !*semantics)
    return;
  At at(*this, call->getExprLoc());
  // The weakest barrier that orders this memory.
  StringRef scope = *memory == (kUAVMemory | kGroupSharedMemory) ? "all"
                    : *memory == kUAVMemory                      ? "device"
                                                                 : "group";
  buildOperation(("wave.barrier {scope = #wave<scope " + scope + ">" +
                  (*semantics & kGroupSync ? ", sync}" : "}"))
                     .str(),
                 {}, {});
}
