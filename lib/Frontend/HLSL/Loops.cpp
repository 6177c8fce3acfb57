//===- Loops.cpp - for, while and do -------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Carried variables
//===----------------------------------------------------------------------===//

SmallVector<Value> Emitter::carried() const {
  SmallVector<Value> values;
  for (const auto &[variable, value] : state.env)
    flatten(value, values);
  return values;
}

void Emitter::setCarried(ArrayRef<Value> values) {
  for (auto &[variable, value] : state.env) {
    replaceLeaves(value, values);
    nameValue(value, variable->name);
  }
}

/// Adds an argument for each value to a block.
static SmallVector<Value> addArguments(Block &block, ArrayRef<Value> values,
                                       Location location) {
  SmallVector<Value> made;
  for (Value value : values)
    made.push_back(block.addArgument(value.getType(), location));
  return made;
}

/// Replaces the arguments of a loop's blocks that the loop does not change by their first
/// values, which the end of an iteration may also state itself. `ends` are the operations that end the blocks, with the first operand that is
/// carried; the first block is that of the loop's own arguments.
static SmallVector<bool>
dropUnchanged(ArrayRef<Value> inits, MutableArrayRef<Block *> blocks,
              ArrayRef<unsigned> firstArguments,
              ArrayRef<std::pair<Operation *, unsigned>> ends) {
  SmallVector<bool> isDropped(inits.size(), false);
  for (size_t i = 0; i < inits.size(); ++i) {
    bool isSame = true;
    for (auto [block, first, end] : llvm::zip(blocks, firstArguments, ends)) {
      Value next = end.first->getOperand(end.second + i);
      isSame &= next == block->getArgument(first + i) || next == inits[i];
    }
    if (!isSame)
      continue;
    isDropped[i] = true;
    for (auto [block, first] : llvm::zip(blocks, firstArguments))
      block->getArgument(first + i).replaceAllUsesWith(inits[i]);
  }
  for (size_t i = inits.size(); i-- > 0;) {
    if (!isDropped[i])
      continue;
    for (auto [block, first, end] : llvm::zip(blocks, firstArguments, ends)) {
      end.first->eraseOperand(end.second + i);
      block->eraseArgument(first + i);
    }
  }
  return isDropped;
}

/// The values after a loop: its results, or the first values of what it does not change.
static SmallVector<Value>
getResults(ArrayRef<Value> inits, ArrayRef<bool> isDropped, Operation *loop) {
  SmallVector<Value> made;
  unsigned next = 0;
  for (auto [init, dropped] : llvm::zip(inits, isDropped))
    made.push_back(dropped ? init : Value(loop->getResult(next++)));
  return made;
}

static SmallVector<Value> getKept(ArrayRef<Value> inits,
                                  ArrayRef<bool> isDropped) {
  SmallVector<Value> made;
  for (auto [init, dropped] : llvm::zip(inits, isDropped))
    if (!dropped)
      made.push_back(init);
  return made;
}

//===----------------------------------------------------------------------===//
// Loops with a condition
//===----------------------------------------------------------------------===//

void Emitter::emitFor(const clang::ForStmt *statement) {
  Scope scope(*this);
  if (statement->getConditionVariable())
    return unsupported(statement->getBeginLoc(),
                       "a declaration in the condition of a loop");
  if (emitUnrolledLoop(statement) || emitCountedLoop(statement))
    return;
  emitStatement(statement->getInit());
  emitLoop(statement, statement->getCond(), statement->getBody(),
           statement->getInc());
}

/// Builds an `scf.while`. In a `do` loop the flag `keep` holds the condition, which is
/// evaluated at the end of the body.
void Emitter::emitLoop(const Stmt *statement, const Expr *condition,
                       const Stmt *body, const Expr *increment) {
  Scope scope(*this);
  bool isDo = isa<clang::DoStmt>(statement);
  // A loop that has no iterations may hold an index out of range, as with dxc.
  Expr::EvalResult known;
  if (condition && !isDo && condition->EvaluateAsInt(known, ast) &&
      known.Val.getInt().isZero())
    return;
  bool continues = leavesLoop(body, Stmt::ContinueStmtClass);
  bool breaks = leavesLoop(body, Stmt::BreakStmtClass);
  bool leaves = breaks || (!calls.empty() && holdsReturn(body));
  auto outerLeft = state.left;
  Frame *frame = pushFrame(Frame::Kind::Loop, continues || isDo);
  SmallVector<Value> inits = carried();
  Block *before = new Block, *after = new Block;
  auto beforeRegion = std::make_unique<Region>();
  auto afterRegion = std::make_unique<Region>();
  beforeRegion->push_back(before);
  afterRegion->push_back(after);
  SmallVector<Value> beforeArguments = addArguments(*before, inits, loc());
  SmallVector<Value> afterArguments = addArguments(*after, inits, loc());
  bool isEndless = !condition;
  {
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPointToEnd(before);
    setCarried(keepResources(inits, beforeArguments, statement));
    Value keep = state.env[frame->keep].leaf, wanted = keep;
    if (condition && !isDo) {
      auto test = [&] {
        Tree made;
        made.leaf = emitCondition(condition);
        return made;
      };
      if (leaves) {
        // Lanes that have left do not evaluate the user's condition.
        Branch tested = buildBranch(test);
        isEndless = knownBool(tested.value.leaf) == true && isFlat(tested);
        if (!isEndless) {
          Branch skipped = buildBranch([&] {
            Tree made;
            made.leaf = boolean(false);
            return made;
          });
          wanted = merge(keep, tested, skipped).leaf;
        }
      } else {
        wanted = test().leaf;
        isEndless = knownBool(wanted) == true;
      }
    } else if (!condition && !leaves) {
      wanted = boolean(true);
    }
    scf::ConditionOp::create(builder, loc(), wanted, carried());
  }
  {
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPointToEnd(after);
    setCarried(keepResources(inits, afterArguments, statement));
    setFlag(frame->active, true);
    setFlag(frame->keep, true);
    state.left.clear();
    state.done = false;
    {
      Scope inner(*this);
      emitStatement(body);
    }
    if (!state.done || continues) {
      state.done = false;
      state.left.erase(frame);
      auto next = [&] {
        if (increment)
          discard(increment);
        if (isDo) {
          Tree made;
          made.leaf = emitCondition(condition);
          state.env[frame->keep] = made;
        }
      };
      if (increment || isDo) {
        At at(*this,
              increment ? increment->getExprLoc() : condition->getExprLoc());
        guard(state.env[frame->keep].leaf, next);
      }
    }
    // The next iteration sets these flags.
    if (frame->active != frame->keep)
      state.env[frame->active].leaf =
          afterArguments[indexOfCarried(frame->active)];
    if (!leaves && !isDo)
      state.env[frame->keep].leaf = afterArguments[indexOfCarried(frame->keep)];
    scf::YieldOp::create(builder, loc(), carried());
  }
  if (isEndless && !isDo && !breaks && !holdsReturn(body))
    fail(
        statement->getBeginLoc(), "endless-loop",
        "this loop never ends: its condition is always true, and nothing in it "
        "leaves it");
  Block *blocks[] = {before, after};
  SmallVector<bool> isDropped = dropUnchanged(
      inits, blocks, {0, 0},
      {{before->getTerminator(), 1}, {after->getTerminator(), 0}});
  OperationState operation(loc(), scf::WhileOp::getOperationName());
  SmallVector<Value> kept = getKept(inits, isDropped);
  operation.addOperands(kept);
  for (Value init : kept)
    operation.addTypes(init.getType());
  operation.addRegion(std::move(beforeRegion));
  operation.addRegion(std::move(afterRegion));
  setCarried(getResults(inits, isDropped, builder.create(operation)));
  popFrame();
  state.left.insert(outerLeft.begin(), outerLeft.end());
  state.done = isEndless && !isDo && !breaks;
}

/// The place of a flag's value among the carried values.
unsigned Emitter::indexOfCarried(const Variable *variable) const {
  SmallVector<Value> values;
  for (const auto &[one, value] : state.env) {
    if (one == variable)
      break;
    flatten(value, values);
  }
  return values.size();
}

//===----------------------------------------------------------------------===//
// Counted loops
//===----------------------------------------------------------------------===//

/// `for (uint i = a; i < b; i += c)` whose body changes neither `i` nor `b`, and which
/// lanes leave only at its end, is an `scf.for`.
bool Emitter::emitCountedLoop(const clang::ForStmt *statement) {
  const VarDecl *counter = getCounter(statement);
  QualType type = counter ? types.plain(counter->getType()) : QualType();
  if (!counter || !types.isNumber(type) ||
      types.valueOf(type) != builder.getI32Type())
    return false;
  const Stmt *body = statement->getBody();
  if (leavesLoop(body, Stmt::BreakStmtClass) ||
      (!calls.empty() && holdsReturn(body)))
    return false;
  const auto *test =
      dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParens());
  if (!test ||
      (test->getOpcode() != clang::BO_LT && test->getOpcode() != clang::BO_LE))
    return false;
  const auto *name =
      dyn_cast<clang::DeclRefExpr>(test->getLHS()->IgnoreParenImpCasts());
  if (!name || name->getDecl() != counter ||
      types.valueOf(test->getLHS()->getType()) != builder.getI32Type())
    return false;
  std::optional<unsigned> step = getStep(statement->getInc(), counter, ast);
  if (!step)
    return false;
  ChangedVariables changed(body);
  if (changed.contains(counter) || !changed.keeps(test->getRHS()))
    return false;
  bool isSigned = types.isSigned(test->getLHS()->getType());
  // `i <= n` is `i < n + 1` only if this does not wrap around.
  bool isInclusive = test->getOpcode() == clang::BO_LE;
  Expr::EvalResult known;
  if (isInclusive && (!test->getRHS()->EvaluateAsInt(known, ast) ||
                      (isSigned ? known.Val.getInt().isMaxSignedValue()
                                : known.Val.getInt().isMaxValue())))
    return false;
  Value lower = emitNumber(counter->getInit());
  Value upper = emitNumber(test->getRHS());
  if (isInclusive)
    upper = builder.createOrFold<arith::AddIOp>(loc(), upper, integer(1));
  Value stride = integer(*step);
  Scope scope(*this);
  bool continues = leavesLoop(body, Stmt::ContinueStmtClass);
  auto outerLeft = state.left;
  SmallVector<Value> inits = carried();
  Block *block = new Block;
  auto region = std::make_unique<Region>();
  region->push_back(block);
  Value index =
      block->addArgument(builder.getI32Type(),
                         NameLoc::get(builder.getStringAttr(counter->getName()),
                                      locate(counter->getLocation())));
  SmallVector<Value> arguments = addArguments(*block, inits, loc());
  {
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPointToEnd(block);
    setCarried(keepResources(inits, arguments, statement));
    state.left.clear();
    state.done = false;
    {
      Scope inner(*this);
      if (continues)
        pushFrame(Frame::Kind::Loop, /*hasContinue=*/false);
      Tree value;
      value.leaf = index;
      named[counter] = addVariable("", type, value);
      emitStatement(body);
      if (continues)
        popFrame();
    }
    state.done = false;
    scf::YieldOp::create(builder, loc(), carried());
  }
  Block *blocks[] = {block};
  SmallVector<bool> isDropped =
      dropUnchanged(inits, blocks, {1}, {{block->getTerminator(), 0}});
  OperationState operation(loc(), scf::ForOp::getOperationName());
  operation.addOperands({lower, upper, stride});
  SmallVector<Value> kept = getKept(inits, isDropped);
  operation.addOperands(kept);
  for (Value init : kept)
    operation.addTypes(init.getType());
  operation.addRegion(std::move(region));
  if (!isSigned)
    operation.addAttribute("unsignedCmp", builder.getUnitAttr());
  setCarried(getResults(inits, isDropped, builder.create(operation)));
  state.left.insert(outerLeft.begin(), outerLeft.end());
  state.done = false;
  return true;
}
