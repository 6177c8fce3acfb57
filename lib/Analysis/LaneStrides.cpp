//===- LaneStrides.cpp - How values vary over the lanes of a wave -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/LaneStrides.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using Stride = std::optional<int64_t>;

//===----------------------------------------------------------------------===//
// Arithmetic of strides
//===----------------------------------------------------------------------===//

/// The number of significant bits of an integer or index; 0 for other types.
static unsigned getWidth(Type type) {
  if (type.isIndex())
    return 32;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() : 0;
}

/// Returns `stride` as a value of `type`; none if it is too large.
static Stride fit(int64_t stride, Type type) {
  if (stride <= -(int64_t(1) << 31) || stride >= int64_t(1) << 31)
    return std::nullopt;
  return llvm::SignExtend64(stride, getWidth(type));
}

static Stride scale(Stride stride, Value factor, bool isShift, Type type) {
  APInt constant;
  if (!stride || !matchPattern(factor, m_ConstantInt(&constant)))
    return std::nullopt;
  if (isShift && constant.uge(31))
    return std::nullopt;
  int64_t times =
      isShift ? int64_t(1) << constant.getZExtValue() : constant.getSExtValue();
  int64_t scaled;
  if (llvm::MulOverflow(*stride, times, scaled))
    return std::nullopt;
  return fit(scaled, type);
}

//===----------------------------------------------------------------------===//
// Transfer functions
//===----------------------------------------------------------------------===//

bool LaneStrides::areUniform(ValueRange values) const {
  return llvm::all_of(values, [&](Value value) { return isUniform(value); });
}

/// The stride of a thread's index in one dimension of its group, or of its
/// linear index if there is no `dimension`.
Stride LaneStrides::transferThread(std::optional<gpu::Dimension> dimension) {
  std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads();
  if (!threads)
    return std::nullopt;
  // The index increases every `inner` threads, and restarts `outer` times.
  int64_t inner = 1, extent = 1, outer = 1;
  for (auto [axis, count] : llvm::enumerate(*threads)) {
    unsigned wanted = dimension ? static_cast<unsigned>(*dimension) : axis;
    (axis < wanted ? inner : axis > wanted ? outer : extent) *= count;
  }
  if (extent == 1)
    return 0;
  if (placed)
    return std::nullopt;
  // A partial wave at the end of the group changes nothing: its lanes have the
  // same indices as in a full wave.
  if (inner % span == 0)
    return 0;
  if (inner == 1 && (outer == 1 || extent % span == 0))
    return 1;
  return std::nullopt;
}

static bool isMultipleOf(Value value, int64_t lanes) {
  APInt factor;
  if (matchPattern(value, m_ConstantInt(&factor)))
    return factor.urem(lanes) == 0;
  auto product = value.getDefiningOp<arith::MulIOp>();
  return product && matchPattern(product.getRhs(), m_ConstantInt(&factor)) &&
         factor.urem(lanes) == 0;
}

/// Whether lane l of a piece has a multiple of the piece size plus l.
bool LaneStrides::isAligned(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isAlignedInLoop(argument);
  Operation *op = value.getDefiningOp();
  if (isa<LaneIndexOp>(op))
    return true;
  if (isa<GroupIndexOp>(op))
    return !placed;
  auto sum = dyn_cast<arith::AddIOp>(op);
  if (!sum)
    return false;
  Value lhs = sum.getLhs(), rhs = sum.getRhs();
  return (isMultipleOf(rhs, span) && isAligned(lhs)) ||
         (isMultipleOf(lhs, span) && isAligned(rhs));
}

/// Whether a loop variable starts aligned and advances by a multiple of the
/// piece size.
bool LaneStrides::isAlignedInLoop(BlockArgument argument) const {
  unsigned number = argument.getArgNumber();
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return argument == loop.getInductionVar() &&
           isMultipleOf(loop.getStep(), span) &&
           isAligned(loop.getLowerBound());
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return false;
  scf::ConditionOp condition = loop.getConditionOp();
  if (argument.getOwner() == loop.getAfterBody()) {
    auto before = dyn_cast<BlockArgument>(condition.getArgs()[number]);
    return before && before.getOwner() == loop.getBeforeBody() &&
           isAlignedInLoop(before);
  }
  auto next =
      loop.getYieldOp().getOperand(number).getDefiningOp<arith::AddIOp>();
  auto after = next ? dyn_cast<BlockArgument>(next.getLhs()) : BlockArgument();
  return after && after.getOwner() == loop.getAfterBody() &&
         condition.getArgs()[after.getArgNumber()] == argument &&
         isMultipleOf(next.getRhs(), span) &&
         isAligned(loop.getInits()[number]);
}

/// Rows and columns of lanes: x % c and x / c, or the same by bits, if all
/// lanes of a piece are in one row.
Stride LaneStrides::transferRemainder(Operation &op) {
  APInt constant;
  if (!matchPattern(op.getOperand(1), m_ConstantInt(&constant)) ||
      get(op.getOperand(0)) != 1 || !isAligned(op.getOperand(0)))
    return std::nullopt;
  uint64_t row = constant.getZExtValue();
  if (isa<arith::AndIOp>(op))
    ++row;
  else if (isa<arith::ShRUIOp>(op))
    row = row < 31 ? uint64_t(1) << row : 0;
  bool isPower = llvm::isPowerOf2_64(row);
  if (row == 0 || row % span != 0 || (isa<arith::AndIOp>(op) && !isPower))
    return std::nullopt;
  return isa<arith::DivUIOp, arith::ShRUIOp>(op) ? 0 : 1;
}

/// A wave executes a uniform load once, regardless of who writes the memory;
/// but a lane's own array has a different location in each lane.
Stride LaneStrides::transferLoad(Operation &op) {
  // Inactive lanes of a piece load nothing.
  if (wave)
    return std::nullopt;
  MemoryAccess access = *getMemoryAccess(&op);
  // Each lane loads coherent memory itself.
  if (access.isCoherent)
    return std::nullopt;
  bool isOwn = access.memory.getDefiningOp<memref::AllocaOp>() != nullptr;
  return !isOwn && areUniform(access.indices) ? Stride(0) : std::nullopt;
}

/// Indices, counts and operations across lanes whose result is uniform for the
/// wave.
std::optional<Stride> LaneStrides::transferAcrossLanes(Operation &op) {
  auto getStep = [&](Value value) {
    return isUniform(value) ? UniformityStep::Wave : UniformityStep::Lane;
  };
  auto isWholeWave = [] { return false; };
  std::optional<UniformityStep> step =
      inferUniformity(&op, {getStep, /*hasOneWaveSize=*/true, isWholeWave});
  if (!step || *step == UniformityStep::Lane)
    return std::nullopt;
  // Inactive lanes of a piece get no result, and lanes of other pieces may be
  // read. A quad is within one piece, and all of its lanes are active.
  if (wave && op.hasTrait<ReadsLanes>() && !op.hasTrait<Quadwise>())
    return Stride();
  return Stride(0);
}

Stride LaneStrides::transfer(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return 0;
  if (std::optional<Stride> stride = transferAcrossLanes(op))
    return *stride;
  // Equal operands give equal results.
  bool isFunction = isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
                    op.getNumOperands() > 0;
  if (isFunction && areUniform(op.getOperands()))
    return 0;
  Type type = op.getResult(0).getType();
  auto add = [&](Value lhs, Value rhs, int64_t sign) -> Stride {
    Stride left = get(lhs), right = get(rhs);
    return left && right ? fit(*left + sign * *right, type) : std::nullopt;
  };
  // Truncated bits do not matter, but an extension would have to know which
  // lanes wrapped around.
  auto narrow = [&](Value value) -> Stride {
    Stride stride = get(value);
    return stride && getWidth(type) <= getWidth(value.getType())
               ? fit(*stride, type)
               : std::nullopt;
  };
  return TypeSwitch<Operation *, Stride>(&op)
      .Case<LaneIndexOp>([](auto) { return 1; })
      .Case<GroupIndexOp>([&](auto) { return transferThread(std::nullopt); })
      .Case<GroupThreadIdOp, DispatchThreadIdOp>(
          [&](auto id) { return transferThread(id.getDimension()); })
      .Case<memref::LoadOp, vector::LoadOp, ByteLoadOp, ImageLoadOp>(
          [&](Operation *) { return transferLoad(op); })
      .Case<arith::AddIOp>(
          [&](auto sum) { return add(sum.getLhs(), sum.getRhs(), 1); })
      .Case<arith::SubIOp>([&](auto difference) {
        return add(difference.getLhs(), difference.getRhs(), -1);
      })
      .Case<arith::MulIOp>([&](auto product) {
        Value lhs = product.getLhs(), rhs = product.getRhs();
        Stride stride = scale(get(lhs), rhs, /*isShift=*/false, type);
        return stride ? stride : scale(get(rhs), lhs, /*isShift=*/false, type);
      })
      .Case<arith::ShLIOp>([&](auto shift) {
        return scale(get(shift.getLhs()), shift.getRhs(), /*isShift=*/true,
                     type);
      })
      .Case<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto cast) { return narrow(cast.getIn()); })
      .Case<arith::RemUIOp, arith::DivUIOp, arith::AndIOp, arith::ShRUIOp>(
          [&](Operation *) { return transferRemainder(op); })
      .Case<arith::SelectOp>([&](auto select) {
        Value chosen = select.getTrueValue(), other = select.getFalseValue();
        bool keeps = chosen == other || (isUniform(select.getCondition()) &&
                                         get(chosen) == get(other));
        return keeps ? get(chosen) : std::nullopt;
      })
      .Default([](auto) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// LaneStrides
//===----------------------------------------------------------------------===//

LaneStrides::LaneStrides(FuncOp kernel, int64_t waveSize, bool placed)
    : kernel(kernel), span(waveSize), placed(placed) {
  run();
}

LaneStrides::LaneStrides(const LaneStrides &wave, int64_t pieceSize)
    : kernel(wave.kernel), span(pieceSize), placed(wave.placed), wave(&wave) {
  run();
}

void LaneStrides::run() {
  for (Value argument : kernel.getArguments())
    update(argument, kernel.getKernel() ? Stride(0) : std::nullopt);
  // A stride is found and lost at most once, so this terminates.
  do {
    changed = false;
    visitBlock(kernel.getBody().front());
  } while (changed);
}

Stride LaneStrides::get(Value value) const { return strides.lookup(value); }

void LaneStrides::update(Value value, Stride stride) {
  // Strides of the wave also hold for its pieces.
  if (wave && wave->get(value))
    stride = wave->get(value);
  auto [it, inserted] = strides.try_emplace(value, stride);
  changed |= inserted;
  if (it->second && it->second != stride) {
    it->second = std::nullopt;
    changed = true;
  }
}

/// Values that a loop yields have not been visited in its first iteration, and
/// then have no effect.
void LaneStrides::merge(Value into, Value from) {
  if (auto it = strides.find(from); it != strides.end())
    update(into, Stride(it->second));
}

void LaneStrides::visitBlock(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void LaneStrides::visit(Operation &op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return visitIf(ifOp);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return visitFor(forOp);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return visitWhile(whileOp);
  // The region arguments of other operations are unknown.
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      for (Value argument : block.getArguments())
        update(argument, std::nullopt);
      visitBlock(block);
    }
  if (op.getNumResults() == 0)
    return;
  Stride stride = transfer(op);
  for (Value result : op.getResults())
    update(result, stride);
}

void LaneStrides::visitIf(scf::IfOp ifOp) {
  for (Region *region : ifOp.getRegions())
    for (Block &block : *region)
      visitBlock(block);
  for (OpResult result : ifOp.getResults()) {
    Value then = ifOp.thenYield().getOperand(result.getResultNumber());
    Value otherwise = ifOp.elseYield().getOperand(result.getResultNumber());
    // A value that is the same on both sides does not depend on the side.
    // Inactive lanes of a piece took an arbitrary side, unless the decision is
    // uniform for the wave.
    if (then != otherwise && !getWhole().isUniform(ifOp.getCondition())) {
      update(result, std::nullopt);
      continue;
    }
    merge(result, then);
    merge(result, otherwise);
  }
}

void LaneStrides::visitFor(scf::ForOp forOp) {
  // Lanes in the same iteration have advanced by the same steps.
  bool sameStep = isUniform(forOp.getStep());
  update(forOp.getInductionVar(),
         sameStep ? get(forOp.getLowerBound()) : std::nullopt);
  OperandRange yielded = forOp.getBody()->getTerminator()->getOperands();
  for (auto [argument, init, next] : llvm::zip_equal(
           forOp.getRegionIterArgs(), forOp.getInitArgs(), yielded)) {
    merge(argument, init);
    merge(argument, next);
  }
  visitBlock(*forOp.getBody());
  bool leaveTogether = getWhole().areUniform(
      {forOp.getLowerBound(), forOp.getUpperBound(), forOp.getStep()});
  for (auto [result, init, next] :
       llvm::zip_equal(forOp.getResults(), forOp.getInitArgs(), yielded)) {
    if (!leaveTogether && init != next) {
      update(result, std::nullopt);
      continue;
    }
    merge(result, init);
    merge(result, next);
  }
}

void LaneStrides::visitWhile(scf::WhileOp whileOp) {
  scf::ConditionOp condition = whileOp.getConditionOp();
  for (auto [argument, init, next] :
       llvm::zip_equal(whileOp.getBeforeArguments(), whileOp.getInits(),
                       whileOp.getYieldOp().getOperands())) {
    merge(argument, init);
    merge(argument, next);
  }
  visitBlock(*whileOp.getBeforeBody());
  for (auto [argument, result, passed] :
       llvm::zip_equal(whileOp.getAfterArguments(), whileOp.getResults(),
                       condition.getArgs())) {
    merge(argument, passed);
    // Results of lanes that leave in different iterations are uniform only if
    // the passed value is from before the loop.
    bool isSame = getWhole().isUniform(condition.getCondition()) ||
                  !whileOp.getBefore().isAncestor(passed.getParentRegion());
    update(result, isSame ? get(passed) : std::nullopt);
  }
  visitBlock(*whileOp.getAfterBody());
}
