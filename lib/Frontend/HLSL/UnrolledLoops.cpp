//===- UnrolledLoops.cpp - Loops over resources or wave matrices ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop that indexes resources is unrolled if its counter is known: each access then
// has one resource, and needs no branches over them. So is one that indexes matrices of a
// wave, between which no operation selects.

#include "Emitter.h"
#include "Statements.h"

#include "mlir/IR/Matchers.h"
#include "clang/AST/Attr.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The most iterations of a loop that is unrolled, and of all of them.
static constexpr unsigned kMostIterations = 256, kMostInKernel = 4096;

/// The counter's values in all iterations, if they are known.
std::optional<SmallVector<APInt>>
Emitter::countIterations(const clang::ForStmt *statement,
                         const VarDecl *counter) {
  SmallVector<APInt> values;
  bool isKnown = false;
  // Only the values count: the operations, which must have no effect, are dropped.
  Branch counting = buildBranch([&] {
    Scope scope(*this);
    declare(counter);
    while (values.size() <= kMostIterations && !failed) {
      std::optional<bool> goesOn =
          knownBool(emitCondition(statement->getCond()));
      isKnown = goesOn == false;
      APInt value;
      if (!goesOn || !*goesOn ||
          !matchPattern(state.env[named[counter]].leaf, m_ConstantInt(&value)))
        break;
      values.push_back(value);
      discard(statement->getInc());
    }
    return Tree();
  });
  if (!isKnown || !isFlat(counting) ||
      unrolledIterations + values.size() > kMostInKernel)
    return std::nullopt;
  unrolledIterations += values.size();
  return values;
}

/// Warns about `[unroll]` if the values that the first iteration depends on are unknown:
/// the loop stays a loop, as other loops do, and dxc refuses it.
void Emitter::checkUnroll(const clang::AttributedStmt *attributed) {
  const auto *loop = dyn_cast<clang::ForStmt>(attributed->getSubStmt());
  if (!loop || !loop->getCond() || loop->getConditionVariable())
    return;
  for (const clang::Attr *attribute : attributed->getAttrs()) {
    const auto *hint = dyn_cast<clang::HLSLLoopHintAttr>(attribute);
    if (!hint || hint->getSpellingListIndex() !=
                     clang::HLSLLoopHintAttr::Microsoft_unroll)
      continue;
    // With a number, dxc unrolls so many iterations of any loop.
    if (hint->getDirective() != 0)
      continue;
    std::optional<bool> goesOn;
    // The operations are dropped.
    buildBranch([&] {
      Scope scope(*this);
      emitStatement(loop->getInit());
      goesOn = knownBool(emitCondition(loop->getCond()));
      return Tree();
    });
    if (!goesOn && !failed)
      warn(hint->getLocation(), "unroll-not-constant",
           "this loop cannot be unrolled: its number of iterations is not a "
           "constant");
  }
}

bool Emitter::emitUnrolledLoop(const clang::ForStmt *statement) {
  const VarDecl *counter = getCounter(statement);
  const Stmt *body = statement->getBody();
  if (!counter || counter->isStaticLocal() ||
      !counter->getType()->isIntegerType() ||
      types.isBool(counter->getType()) || !indexesOpaqueValues(body) ||
      ChangedVariables(body).contains(counter))
    return false;
  std::optional<SmallVector<APInt>> values =
      countIterations(statement, counter);
  if (!values)
    return false;

  QualType type = types.plain(counter->getType());
  auto outerLeft = state.left;
  Scope scope(*this);
  Frame *frame =
      pushFrame(Frame::Kind::Loop, leavesLoop(body, Stmt::ContinueStmtClass));
  bool hasReturned = false;
  for (const APInt &number : *values) {
    Value keep = state.env[frame->keep].leaf;
    if (failed || knownBool(keep) == false)
      break;
    guard(keep, [&] {
      Scope inner(*this);
      if (frame->active != frame->keep)
        setFlag(frame->active, true);
      Tree value;
      value.leaf = constant(types.valueOf(type), number);
      named[counter] = addVariable("", type, value);
      emitStatement(body);
    });
    // All lanes may have left the kernel.
    hasReturned = state.done && !state.left.contains(frame);
    if (hasReturned)
      break;
    state.done = false;
  }
  popFrame();
  state.left.insert(outerLeft.begin(), outerLeft.end());
  state.done = hasReturned;
  return true;
}
