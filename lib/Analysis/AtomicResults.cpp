//===- AtomicResults.cpp - Values that depend on the results of atomics -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/AtomicResults.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::wave;

static bool isMemory(Value value) {
  return isa<BaseMemRefType, ImageType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Reached values
//===----------------------------------------------------------------------===//

bool AtomicResults::reachesAny(ValueRange values) const {
  return llvm::any_of(values, [&](Value value) { return reaches(value); });
}

/// If an operand is a memory, only its length is used as a value.
bool AtomicResults::reachesOperand(Operation &op) const {
  return llvm::any_of(op.getOperands(), [&](Value operand) {
    return !isMemory(operand) && reaches(operand);
  });
}

void AtomicResults::mark(ValueRange values) {
  for (Value value : values)
    changed |= reached.insert(value).second;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void AtomicResults::markMemory(Value memory, Operation *op) {
  mark(memory);
  changed |= writers[memory].insert(op).second;
}

/// Whether a lane may execute `first` before another lane of its group executes
/// `second`, with a barrier in between.
static bool mayComeBefore(Operation *first, Operation *second) {
  for (Operation *parent = first->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && parent->isAncestor(second))
      return true;
  for (Block *block = first->getBlock(); block;
       block = block->getParentOp()->getBlock()) {
    Operation *other = block->findAncestorOpInBlock(*second);
    if (!other)
      continue;
    Operation *own = block->findAncestorOpInBlock(*first);
    // The two sides of one condition count as well.
    return own == other || own->isBeforeInBlock(other);
  }
  return true;
}

bool AtomicResults::reachesLoad(Value memory, Operation *load) const {
  if (!reaches(memory))
    return false;
  // Arrays belong to one group.
  bool isArray = memory.getDefiningOp() != nullptr;
  return !isArray ||
         llvm::any_of(writers.lookup(memory), [&](Operation *writer) {
           return mayComeBefore(writer, load);
         });
}

namespace {
/// The set of indices `rest + n * modulus`; only `rest` if `modulus` is 0.
struct Residue {
  int64_t modulus = 1, rest = 0;

  bool mayEqual(Residue other) const {
    const int64_t common = std::gcd(modulus, other.modulus);
    const int64_t distance = rest - other.rest;
    return common == 0 ? distance == 0 : distance % common == 0;
  }
};
} // namespace

static Residue getResidue(Value index) {
  APInt number;
  if (matchPattern(index, m_ConstantInt(&number)))
    return {0, number.getSExtValue()};
  Operation *op = index.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return getResidue(op->getOperand(0));
  // The index of a field is -1, which no memory has, if that of its struct is
  // too large.
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op);
      select && matchPattern(select.getFalseValue(), m_ConstantInt(&number)) &&
      number.isAllOnes())
    return getResidue(select.getTrueValue());
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&number)))
    return {};
  if (number.getSignificantBits() > 32)
    return {};
  const int64_t constant = number.getSExtValue();
  if (isa<arith::MulIOp>(op))
    return {std::abs(constant), 0};
  Residue residue = getResidue(op->getOperand(0));
  return {residue.modulus, residue.rest + constant};
}

/// Whether two atomics may access one element.
static bool mayMeet(Operation *lhs, Operation *rhs) {
  auto residue = [](Operation *op) {
    return getResidue(getMemoryAccess(op)->indices.front());
  };
  MemoryAccess access = *getMemoryAccess(lhs);
  // Atomics on two elements meet others at different indices.
  return lhs == rhs || access.isImage() || isWideAtomic(lhs) ||
         isWideAtomic(rhs) || residue(lhs).mayEqual(residue(rhs));
}

/// Returns the value that an exchange or a compare-and-swap stores; null for
/// other operations.
static Value getStored(Operation *op) {
  if (auto exchange = dyn_cast<AtomicExchangeOp>(op))
    return exchange.getValue();
  if (auto cas = dyn_cast<AtomicCASOp>(op))
    return cas.getValue();
  if (auto exchange = dyn_cast<ImageAtomicExchangeOp>(op))
    return exchange.getValue();
  if (auto cas = dyn_cast<ImageAtomicCASOp>(op))
    return cas.getValue();
  return nullptr;
}

/// The kind of a combination with memory.
static std::optional<gpu::AllReduceOperation> getKind(Operation *op) {
  if (auto rmw = dyn_cast<AtomicRMWOp>(op))
    return rmw.getKind();
  if (auto rmw = dyn_cast<ImageAtomicRMWOp>(op))
    return rmw.getKind();
  return std::nullopt;
}

/// Whether two atomics on one element, which may be one operation in two lanes,
/// leave the same contents in any order. Loads do, additions do, those of floats up to
/// rounding, and so do maxima, but not both on one element; exchanges and
/// compare-and-swaps do if all of them store one value.
static bool commute(Operation *lhs, Operation *rhs) {
  auto isLoad = [](Operation *op) {
    return isa<CoherentLoadOp, ByteLoadOp, ImageLoadOp>(op);
  };
  if (isLoad(lhs) || isLoad(rhs))
    return true;
  auto first = getKind(lhs), second = getKind(rhs);
  if (first && second)
    return *first == *second;
  Value value = getStored(lhs), other = getStored(rhs);
  if (!value || !other)
    return false;
  Attribute constant, otherConstant;
  if (matchPattern(value, m_Constant(&constant)))
    return matchPattern(other, m_Constant(&otherConstant)) &&
           constant == otherConstant;
  auto argument = dyn_cast<BlockArgument>(value);
  return value == other && argument &&
         isa<FuncOp>(argument.getOwner()->getParentOp());
}

void AtomicResults::markOrderedAtomics(FuncOp kernel) {
  llvm::MapVector<Value, SmallVector<Operation *>> atomics;
  kernel.walk([&](Operation *op) {
    if (auto access = getMemoryAccess(op); access && access->isAtomic())
      atomics[access->memory].push_back(op);
  });
  for (auto &[memory, operations] : atomics)
    for (Operation *lhs : operations)
      for (Operation *rhs : operations)
        if (!commute(lhs, rhs) && mayMeet(lhs, rhs))
          markMemory(memory, lhs);
}

void AtomicResults::visitAccess(Operation &op, const MemoryAccess &access,
                                bool decided) {
  if (access.writes && (decided || reachesOperand(op)))
    markMemory(access.memory, &op);
  if (access.isAtomic() || reachesLoad(access.memory, &op) ||
      reachesOperand(op))
    mark(op.getResults());
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

AtomicResults::AtomicResults(FuncOp kernel) {
  markOrderedAtomics(kernel);
  // Reached values stay reached, so this terminates.
  do {
    changed = false;
    visitBlock(kernel.getBody().front(), /*decided=*/false);
  } while (changed);
}

/// If an atomic's result decided which lanes return, it decides all later
/// operations.
bool AtomicResults::visitBlock(Block &block, bool decided) {
  bool returns = false;
  for (Operation &op : block)
    returns |= visit(op, decided || returns);
  return returns;
}

bool AtomicResults::visit(Operation &op, bool decided) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return visitIf(ifOp, decided);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return visitFor(forOp, decided);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return visitWhile(whileOp, decided);
  if (auto retire = dyn_cast<RetireIfOp>(op))
    return decided || reaches(retire.getCondition());
  if (std::optional<MemoryAccess> access = getMemoryAccess(&op)) {
    visitAccess(op, *access, decided);
    return false;
  }
  // An array is reached by writes to it, not by its allocation.
  if (isa<GroupsharedOp, memref::AllocaOp>(op))
    return false;
  // The body of a map of matrices computes from its operands alone.
  if (isa<CallOp>(op) || (op.getNumRegions() != 0 && !isa<MatrixMapOp>(op))) {
    visitUnknown(op);
    // Helpers cannot return from the kernel.
    return !isa<CallOp>(op);
  }
  // Operations across lanes depend on the active lanes.
  if (reachesOperand(op) || (decided && !isMemoryEffectFree(&op)))
    mark(op.getResults());
  return false;
}

bool AtomicResults::visitIf(scf::IfOp ifOp, bool decided) {
  bool isChoice = reaches(ifOp.getCondition());
  bool returns = false;
  for (Region *region : ifOp.getRegions())
    for (Block &block : *region)
      returns |= visitBlock(block, decided || isChoice);
  for (OpResult result : ifOp.getResults()) {
    Value then = ifOp.thenYield().getOperand(result.getResultNumber());
    Value otherwise = ifOp.elseYield().getOperand(result.getResultNumber());
    // A value that is the same on both sides does not depend on the condition.
    markIf(reaches(then) || reaches(otherwise) ||
               (isChoice && then != otherwise),
           result);
  }
  return returns;
}

bool AtomicResults::visitTrip(Operation *loop, Block &block, bool decided) {
  bool returns = visitBlock(block, decided || left.contains(loop));
  if (returns)
    changed |= left.insert(loop).second;
  return returns;
}

bool AtomicResults::visitFor(scf::ForOp forOp, bool decided) {
  Value lower = forOp.getLowerBound(), step = forOp.getStep();
  markIf(reachesAny({lower, step}), forOp.getInductionVar());
  OperandRange yielded = forOp.getBody()->getTerminator()->getOperands();
  for (auto [argument, init, next] :
       llvm::zip_equal(forOp.getRegionIterArgs(), forOp.getInitArgs(), yielded))
    markIf(reachesAny({init, next}), argument);
  bool isChoice = reachesAny({lower, forOp.getUpperBound(), step});
  bool returns = visitTrip(forOp, *forOp.getBody(), decided || isChoice);
  for (auto [result, argument, init, next] :
       llvm::zip_equal(forOp.getResults(), forOp.getRegionIterArgs(),
                       forOp.getInitArgs(), yielded)) {
    // Values that no iteration changes do not depend on the number of
    // iterations.
    bool isSame = next == init || next == argument;
    markIf(reachesAny({init, next}) || (isChoice && !isSame), result);
  }
  return returns;
}

bool AtomicResults::visitWhile(scf::WhileOp whileOp, bool decided) {
  scf::ConditionOp condition = whileOp.getConditionOp();
  for (auto [argument, init, next] :
       llvm::zip_equal(whileOp.getBeforeArguments(), whileOp.getInits(),
                       whileOp.getYieldOp().getOperands()))
    markIf(reachesAny({init, next}), argument);
  bool isChoice = reaches(condition.getCondition());
  bool returns =
      visitTrip(whileOp, *whileOp.getBeforeBody(), decided || isChoice);
  for (auto [argument, result, passed] :
       llvm::zip_equal(whileOp.getAfterArguments(), whileOp.getResults(),
                       condition.getArgs())) {
    markIf(reaches(passed), argument);
    // Values from before the loop do not depend on the iteration that leaves
    // it.
    bool isOfTrip = whileOp.getBefore().isAncestor(passed.getParentRegion());
    markIf(reaches(passed) || (isChoice && isOfTrip), result);
  }
  returns |= visitTrip(whileOp, *whileOp.getAfterBody(),
                       decided || isChoice || returns);
  return returns;
}

/// A call that was not inlined, or an operation with unknown regions, may
/// affect all its memory and results.
void AtomicResults::visitUnknown(Operation &op) {
  for (Value operand : op.getOperands())
    if (isMemory(operand))
      markMemory(operand, &op);
  mark(op.getResults());
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      mark(block.getArguments());
      visitBlock(block, /*decided=*/true);
    }
}
