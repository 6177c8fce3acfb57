//===- SeparateBranches.cpp - Branches that no driver may join --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOperations.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave {
#define GEN_PASS_DEF_SEPARATEBRANCHES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// What a condition depends on: a value, memory, or an operation that has no
/// operands, by its name. Null is anything.
using Source = const void *;
using Sources = SmallVector<Source, 4>;

/// The number of values that the search of one condition may visit.
static constexpr unsigned kMaxVisited = 128;

static bool isArgumentOfKernel(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<FuncOp>(argument.getOwner()->getParentOp());
}

/// Adds the sources of `value`.
static void addSources(Value value, llvm::DenseSet<Value> &visited,
                       Sources &sources) {
  if (matchPattern(value, m_Constant()) || !visited.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  if (isArgumentOfKernel(value)) {
    sources.push_back(value.getAsOpaquePointer());
  } else if (!op || op->getNumRegions() || visited.size() > kMaxVisited) {
    sources.push_back(nullptr);
  } else if (!op->getNumOperands()) {
    sources.push_back(op->getName().getAsOpaquePointer());
  } else if (isLaneOperation(op) || isMemoryEffectFree(op)) {
    for (Value operand : op->getOperands())
      addSources(operand, visited, sources);
  } else if (hasSingleEffect<MemoryEffects::Read>(op)) {
    // A driver may take two loads of the same memory for equal.
    sources.push_back(op->getOperand(0).getAsOpaquePointer());
  } else {
    sources.push_back(op);
  }
}

namespace {
/// An `scf.if`, or a loop on which the lanes of a wave may disagree, at its
/// position in the kernel's operations, in the order of the text.
struct Branch {
  Operation *op;
  unsigned begin, end;
  Sources sources;
};

/// Branches by their sources. Two may depend on each other if they have a source
/// in common, or if one of them has an unknown source.
class BranchesBySource {
public:
  void add(const Branch &branch) {
    for (Source source : branch.sources) {
      auto [known, isNew] = bySource.try_emplace(source, Group{});
      known->second.add(branch.end);
    }
    all.add(branch.end);
  }

  /// The earliest end of the branches on which `branch` may depend; the largest
  /// number if there are none.
  unsigned getEarliestEnd(const Branch &branch) const {
    unsigned end = lookUp(nullptr).earliestEnd;
    for (Source source : branch.sources)
      end = std::min(end, (source ? lookUp(source) : all).earliestEnd);
    return end;
  }

  /// Whether `branch`, which is among them, may depend on another one.
  bool hasOther(const Branch &branch) const {
    const bool isUnknown = llvm::is_contained(branch.sources, nullptr);
    if (isUnknown ? all.count > 1 : lookUp(nullptr).count > 0)
      return true;
    return llvm::any_of(branch.sources, [&](Source source) {
      return lookUp(source).count > 1;
    });
  }

private:
  struct Group {
    unsigned count = 0, earliestEnd = ~0U;
    void add(unsigned end) {
      ++count;
      earliestEnd = std::min(earliestEnd, end);
    }
  };
  Group lookUp(Source source) const { return bySource.lookup(source); }

  llvm::DenseMap<Source, Group> bySource;
  Group all;
};

/// Separates the branches of one kernel.
class Separation {
public:
  explicit Separation(FuncOp kernel) : kernel(kernel) {}

  void run() {
    number(kernel);
    if (convergent.empty() || candidates.empty())
      return;
    uniformity.emplace(kernel);
    for (Branch &branch : candidates) {
      // Drivers also join an `if` on which all lanes agree, but no such loop was
      // seen.
      if (!isa<scf::IfOp>(branch.op) &&
          llvm::all_of(getDecision(branch.op), [&](Value value) {
            return uniformity->get(value).isWaveUniform();
          }))
        continue;
      llvm::DenseSet<Value> visited;
      for (Value decision : getDecision(branch.op))
        addSources(decision, visited, branch.sources);
      llvm::sort(branch.sources);
      branch.sources.erase(llvm::unique(branch.sources), branch.sources.end());
      if (!branch.sources.empty())
        branches.push_back(std::move(branch));
    }
    for (const Branch &branch : branches)
      for (Loop *loop : getLoopsAround(branch))
        loop->branches.add(branch);
    BranchesBySource before;
    for (const Branch &branch : branches) {
      // Behind the other branch, and before or inside this.
      const unsigned end = before.getEarliestEnd(branch);
      if ((end != ~0U && hasConvergent(end, branch.end)) || sharesLoop(branch))
        separated.push_back(branch.op);
      before.add(branch);
    }
    for (Operation *op : separated)
      separate(op);
  }

private:
  struct Loop {
    Operation *op = nullptr;
    BranchesBySource branches;
  };

  static SmallVector<Value> getDecision(Operation *op) {
    if (auto ifOp = dyn_cast<scf::IfOp>(op))
      return {ifOp.getCondition()};
    if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      return {whileOp.getConditionOp().getCondition()};
    auto forOp = cast<scf::ForOp>(op);
    return {forOp.getLowerBound(), forOp.getUpperBound(), forOp.getStep()};
  }

  /// Numbers convergent operations, branches and loops.
  void number(Operation *op) {
    const unsigned begin = position++;
    if (isLaneOperation(op) || op->hasTrait<OrdersAccesses>())
      convergent.push_back(begin);
    const size_t index = candidates.size();
    const bool decides = isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op);
    if (decides)
      candidates.push_back({op, begin, 0, {}});
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          number(&inner);
    if (decides)
      candidates[index].end = position;
    if (isa<scf::ForOp, scf::WhileOp>(op) && hasConvergent(begin, position))
      loops[op].op = op;
  }

  bool hasConvergent(unsigned begin, unsigned end) const {
    const auto *next = llvm::lower_bound(convergent, begin);
    return next != convergent.end() && *next < end;
  }

  /// The loops around `branch` that contain a convergent operation.
  SmallVector<Loop *> getLoopsAround(const Branch &branch) {
    SmallVector<Loop *> around;
    for (Operation *parent = branch.op->getParentOp(); parent != kernel;
         parent = parent->getParentOp())
      if (auto loop = loops.find(parent); loop != loops.end())
        around.push_back(&loop->second);
    return around;
  }

  /// Whether the branch may depend on one of an earlier iteration, with a
  /// convergent operation between them.
  bool sharesLoop(const Branch &branch) {
    return llvm::any_of(getLoopsAround(branch), [&](Loop *loop) {
      return loop->branches.hasOther(branch) ||
             llvm::any_of(getDecision(branch.op), [&](Value value) {
               return !loop->op->isAncestor(
                   value.getParentBlock()->getParentOp());
             });
    });
  }

  /// A number that no compiler knows, and that is never above the largest i32: the
  /// length of a buffer, or the number of groups.
  Value createUnknown(OpBuilder &builder, Location loc) {
    for (Value argument : kernel.getArguments()) {
      auto buffer = dyn_cast<MemRefType>(argument.getType());
      if (!buffer || !buffer.getRank() || !buffer.isDynamicDim(0))
        continue;
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value length = memref::DimOp::create(builder, loc, argument, zero);
      return arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                        length);
    }
    return GroupCountOp::create(builder, loc, builder.getI32Type(),
                                gpu::Dimension::x);
  }

  /// Returns `value`, an i1 or i32, in a form that no compiler can relate to others:
  /// exclusive or with a comparison that is false, but not known to be.
  Value disguise(OpBuilder &builder, Value value) {
    Location loc = value.getLoc();
    OpBuilder entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
    if (!unknown)
      unknown = createUnknown(entry, kernel.getLoc());
    Value number =
        arith::ConstantIntOp::create(builder, loc, builder.getI32Type(),
                                     -1 - static_cast<int64_t>(disguised++));
    Value isNumber = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, unknown, number);
    if (!value.getType().isInteger(1))
      isNumber =
          arith::ExtUIOp::create(builder, loc, value.getType(), isNumber);
    return arith::XOrIOp::create(builder, loc, value, isNumber);
  }

  void separate(Operation *op) {
    OpBuilder builder(op);
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      ifOp.getConditionMutable().assign(disguise(builder, ifOp.getCondition()));
    } else if (auto whileOp = dyn_cast<scf::WhileOp>(op)) {
      scf::ConditionOp condition = whileOp.getConditionOp();
      builder.setInsertionPoint(condition);
      condition.getConditionMutable().assign(
          disguise(builder, condition.getCondition()));
    } else {
      auto forOp = cast<scf::ForOp>(op);
      Value bound = forOp.getUpperBound();
      if (bound.getType().isIndex()) {
        Location loc = op->getLoc();
        Value narrow = arith::IndexCastOp::create(builder, loc,
                                                  builder.getI32Type(), bound);
        forOp.setUpperBound(arith::IndexCastOp::create(
            builder, loc, bound.getType(), disguise(builder, narrow)));
      } else {
        forOp.setUpperBound(disguise(builder, bound));
      }
    }
  }

  FuncOp kernel;
  std::optional<UniformityAnalysis> uniformity;
  unsigned position = 0;
  /// Lane operations and barriers.
  SmallVector<unsigned> convergent;
  SmallVector<Branch> candidates, branches;
  /// Loops that contain a convergent operation.
  llvm::DenseMap<Operation *, Loop> loops;
  SmallVector<Operation *> separated;
  Value unknown;
  unsigned disguised = 0;
};

struct SeparateBranches final
    : wave::impl::SeparateBranchesBase<SeparateBranches> {
  using SeparateBranchesBase::SeparateBranchesBase;

  void runOnWaveIR() override {
    getOperation().walk([](FuncOp function) {
      if (function.getKernel())
        Separation(function).run();
      return WalkResult::skip();
    });
  }
};
} // namespace
