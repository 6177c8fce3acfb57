//===- WaveNumbers.cpp - Values that the wave index determines --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/WaveNumbers.h"

#include "WaveDialect/IR/KernelLaunch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// Waves of a kernel of threads are distinguished by constants below this.
static constexpr uint64_t kLargestBound = 64;

/// No target has larger groups: the maximum number of threads, in waves of the
/// smallest size.
static int64_t getMostWaves() {
  return getThreadLimit(Stage::Compute) / kMinWaveSize;
}

std::string wave::describe(const WaveSet &waves, bool open) {
  std::string text;
  const int end = static_cast<int>(waves.size());
  for (int first = waves.find_first(); first >= 0;) {
    int last = first;
    while (last + 1 < end && waves.test(last + 1))
      ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (open && last + 1 == end)
      text += " and up";
    else if (last > first)
      text += (last == first + 1 ? ", " : " to ") + std::to_string(last);
    first = waves.find_next(last);
  }
  return text;
}

/// Returns the constant with which `op` compares the wave index; none if it
/// does not.
static std::optional<uint64_t> getComparedNumber(arith::CmpIOp op) {
  for (auto [index, number] : {std::pair(op.getLhs(), op.getRhs()),
                               std::pair(op.getRhs(), op.getLhs())}) {
    APInt constant;
    if (index.getDefiningOp<GroupWaveIndexOp>() &&
        matchPattern(number, m_ConstantInt(&constant)))
      return constant.getLimitedValue();
  }
  return std::nullopt;
}

WaveNumbers::WaveNumbers(FuncOp kernel, unsigned mostVisited)
    : mostVisited(mostVisited) {
  std::optional<int64_t> waves = kernel.getNumWavesValue();
  // Waves from that index on have retired.
  if (std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
      launch && !waves)
    waves = launch->numWaves;
  // Targets reject larger numbers of waves; here they would cost time and
  // memory.
  if (waves && *waves > getMostWaves())
    waves = std::nullopt;
  open = !waves;
  numWaves = waves.value_or(1);
  if (!open)
    return;
  kernel.walk([&](arith::CmpIOp op) {
    std::optional<uint64_t> number = getComparedNumber(op);
    if (number && *number < kLargestBound)
      numWaves = std::max<unsigned>(numWaves, *number + 2);
  });
}

/// Folds an operation on integers for these operands; null if that fails.
static TypedAttr foldNumbers(Operation *op, ArrayRef<Attribute> operands) {
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return nullptr;
  if (auto attribute = dyn_cast<Attribute>(results.front()))
    return dyn_cast<IntegerAttr>(attribute);
  // The result is one of the operands.
  for (auto [value, attribute] : llvm::zip(op->getOperands(), operands))
    if (value == cast<Value>(results.front()))
      return dyn_cast_or_null<IntegerAttr>(attribute);
  return nullptr;
}

/// Whether folding `op` with constant operands gives a constant without
/// changing `op`.
static bool isFoldable(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivUIOp,
             arith::DivSIOp, arith::RemUIOp, arith::RemSIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRUIOp,
             arith::ShRSIOp, arith::CmpIOp, arith::ExtUIOp, arith::ExtSIOp,
             arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp,
             arith::MinUIOp, arith::MaxUIOp, arith::MinSIOp, arith::MaxSIOp>(
      op);
}

static bool isBoolean(TypedAttr attribute, bool wanted) {
  auto number = dyn_cast_or_null<IntegerAttr>(attribute);
  return number && number.getType().isInteger(1) &&
         number.getValue().getBoolValue() == wanted;
}

TypedAttr WaveNumbers::get(Value value, unsigned wave, unsigned &budget) const {
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || budget == 0)
    return nullptr;
  --budget;
  const bool isManyWaves = open && wave + 1 == numWaves;
  if (isa<GroupWaveIndexOp>(op))
    return isManyWaves ? nullptr : IntegerAttr::get(value.getType(), wave);
  // A comparison with a smaller constant has the same result for all waves from
  // here on.
  if (auto compare = dyn_cast<arith::CmpIOp>(op); compare && isManyWaves) {
    std::optional<uint64_t> number = getComparedNumber(compare);
    if (number && *number < wave) {
      auto getOperand = [&](Value operand) -> Attribute {
        if (operand.getDefiningOp<GroupWaveIndexOp>())
          return IntegerAttr::get(operand.getType(), wave);
        return get(operand, wave, budget);
      };
      return foldNumbers(
          op, {getOperand(compare.getLhs()), getOperand(compare.getRhs())});
    }
  }
  auto choose = [&](Value condition, Value yes, Value no) -> TypedAttr {
    TypedAttr decided = get(condition, wave, budget);
    if (isBoolean(decided, true))
      return get(yes, wave, budget);
    return isBoolean(decided, false) ? get(no, wave, budget) : nullptr;
  };
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!select.getCondition().getType().isInteger(1))
      return nullptr;
    return choose(select.getCondition(), select.getTrueValue(),
                  select.getFalseValue());
  }
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    const unsigned number = cast<OpResult>(value).getResultNumber();
    return choose(ifOp.getCondition(), ifOp.thenYield().getOperand(number),
                  ifOp.elseYield().getOperand(number));
  }
  if (!isFoldable(op))
    return nullptr;
  SmallVector<Attribute, 2> operands;
  for (Value operand : op->getOperands()) {
    TypedAttr number = get(operand, wave, budget);
    // One operand is sufficient for these.
    if ((isa<arith::AndIOp>(op) && isBoolean(number, false)) ||
        (isa<arith::OrIOp>(op) && isBoolean(number, true)))
      return number;
    operands.push_back(number);
  }
  if (llvm::is_contained(operands, Attribute()))
    return nullptr;
  return foldNumbers(op, operands);
}

TypedAttr WaveNumbers::get(Value value, unsigned wave) const {
  if (!value.getType().isIntOrIndex())
    return nullptr;
  unsigned budget = mostVisited;
  return get(value, wave, budget);
}

TypedAttr WaveNumbers::get(Value value, const WaveSet &waves) const {
  TypedAttr result;
  for (unsigned wave : waves.set_bits()) {
    TypedAttr number = get(value, wave);
    if (!number || (result && result != number))
      return nullptr;
    result = number;
  }
  return result;
}

WaveSet WaveNumbers::getEntering(Region &region, const WaveSet &waves) const {
  WaveSet entering = waves;
  auto ifOp = dyn_cast<scf::IfOp>(region.getParentOp());
  if (!ifOp)
    return entering;
  const bool isThen = &region == &ifOp.getThenRegion();
  for (unsigned wave : waves.set_bits())
    if (isBoolean(get(ifOp.getCondition(), wave), !isThen))
      entering.reset(wave);
  return entering;
}

WaveSet WaveNumbers::getReaching(Operation *op) const {
  WaveSet waves = getAll();
  for (Region *region = op->getParentRegion();
       region && !isa<FuncOp>(region->getParentOp());
       region = region->getParentRegion())
    waves = getEntering(*region, waves);
  return waves;
}

bool WaveNumbers::isDecision(Operation *op) const {
  auto ifOp = dyn_cast<scf::IfOp>(op);
  if (!ifOp)
    return false;
  bool some = false, others = false;
  const WaveSet reaching = getReaching(op);
  for (unsigned wave : reaching.set_bits()) {
    TypedAttr decided = get(ifOp.getCondition(), wave);
    if (!decided)
      return false;
    (isBoolean(decided, true) ? some : others) = true;
  }
  return some && others;
}
