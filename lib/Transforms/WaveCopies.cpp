//===- WaveCopies.cpp - Copies of a stretch for sets of waves ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/WaveCopies.h"
#include "UnusedValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

unsigned WaveLink::getCost() const {
  switch (test) {
  case Test::None:
    return 0;
  case Test::Range:
    return 2;
  case Test::Bits:
    return 3;
  default:
    return 1;
  }
}

/// Returns the cheapest test that separates `waves` from `others`; none if
/// there is none.
static std::optional<WaveLink> findTest(const WaveSet &waves,
                                        const WaveSet &others,
                                        const WaveNumbers &numbers) {
  using Test = WaveLink::Test;
  const unsigned first = waves.find_first(), last = waves.find_last();
  // Whether the set is a single wave, which does not stand for several.
  auto isOne = [&](const WaveSet &set) {
    return set.count() == 1 &&
           !(numbers.isOpen() && set.test(numbers.size() - 1));
  };
  WaveLink link = {waves};
  auto make = [&](Test test, unsigned number, unsigned count = 0) {
    link.test = test;
    link.first = number;
    link.count = count;
    return link;
  };
  if (others.none())
    return link;
  const unsigned firstOther = others.find_first(),
                 lastOther = others.find_last();
  if (isOne(waves))
    return make(Test::Equal, first);
  if (last < firstOther)
    return make(Test::Below, last + 1);
  if (first > lastOther)
    return make(Test::From, first);
  if (isOne(others))
    return make(Test::NotEqual, firstOther);
  const int between = others.find_next(first);
  if (between < 0 || static_cast<unsigned>(between) > last)
    return make(Test::Range, first, last - first + 1);
  if (numbers.size() <= 32 && !numbers.isOpen())
    return make(Test::Bits, 0);
  return std::nullopt;
}

std::optional<SmallVector<WaveLink>>
wave::orderChain(ArrayRef<WaveSet> sets, const WaveNumbers &numbers) {
  SmallVector<WaveSet> left(sets);
  SmallVector<WaveLink> chain;
  while (!left.empty()) {
    std::optional<WaveLink> best;
    size_t place = 0;
    for (auto [number, waves] : llvm::enumerate(left)) {
      WaveSet others(numbers.size());
      for (const WaveSet &other : left)
        if (other != waves)
          others |= other;
      std::optional<WaveLink> link = findTest(waves, others, numbers);
      // Of two sets, the one with the first wave is tested.
      const bool isBetter =
          link && (!best || link->getCost() < best->getCost() ||
                   (link->getCost() == best->getCost() && left.size() > 2 &&
                    waves.count() > best->waves.count()));
      if (isBetter) {
        best = link;
        place = number;
      }
    }
    if (!best)
      return std::nullopt;
    chain.push_back(*best);
    left.erase(left.begin() + place);
  }
  return chain;
}

/// Creates the test of a link on the wave index.
static Value createTest(OpBuilder &builder, Location loc, const WaveLink &link,
                        Value index) {
  using Test = WaveLink::Test;
  using Predicate = arith::CmpIPredicate;
  auto constant = [&](uint32_t number) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(number)));
  };
  auto compare = [&](Predicate predicate, Value value, uint32_t number) {
    Value bound = constant(number);
    return arith::CmpIOp::create(builder, loc, predicate, value, bound)
        .getResult();
  };
  switch (link.test) {
  case Test::Equal:
    return compare(Predicate::eq, index, link.first);
  case Test::NotEqual:
    return compare(Predicate::ne, index, link.first);
  case Test::Below:
    return compare(Predicate::ult, index, link.first);
  case Test::From:
    return compare(Predicate::uge, index, link.first);
  case Test::Range: {
    Value start = constant(link.first);
    Value distance = arith::SubIOp::create(builder, loc, index, start);
    return compare(Predicate::ult, distance, link.count);
  }
  case Test::Bits: {
    uint32_t bits = 0;
    for (unsigned wave : link.waves.set_bits())
      bits |= 1U << wave;
    Value mask = constant(bits);
    Value shifted = arith::ShRUIOp::create(builder, loc, mask, index);
    return arith::TruncIOp::create(builder, loc, builder.getI1Type(), shifted);
  }
  case Test::None:
    break;
  }
  llvm_unreachable("the last link has no test");
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// A value that is used after a stretch, and the waves that reach a use.
struct CarriedValue {
  Value value;
  WaveSet waves;
};

class ChainBuilder {
public:
  ChainBuilder(const Stretch &stretch, const WaveNumbers &numbers)
      : stretch(stretch), numbers(numbers) {
    for (Operation &op : stretch.getOperations())
      inside.insert(&op);
  }

  LogicalResult findCarried();
  SmallVector<WaveCopy> build(ArrayRef<WaveLink> chain);

private:
  bool isInside(Operation *op) const {
    Operation *place = stretch.first->getBlock()->findAncestorOpInBlock(*op);
    return place && inside.contains(place);
  }
  void copy(const WaveLink &link, Block *block);

  const Stretch &stretch;
  const WaveNumbers &numbers;
  llvm::DenseSet<Operation *> inside;
  SmallVector<CarriedValue> carried;
};
} // namespace

LogicalResult ChainBuilder::findCarried() {
  for (Operation &op : stretch.getOperations())
    for (Value result : op.getResults()) {
      WaveSet waves(numbers.size());
      bool isUsed = false;
      for (Operation *user : result.getUsers())
        if (!isInside(user)) {
          isUsed = true;
          waves |= numbers.getReaching(user);
        }
      if (!isUsed)
        continue;
      if (!getElementTypeOrSelf(result.getType()).isIntOrIndexOrFloat() ||
          isa<MemRefType>(result.getType()))
        return failure();
      carried.push_back({result, waves});
    }
  return success();
}

/// Copies the stretch to the end of `block`.
void ChainBuilder::copy(const WaveLink &link, Block *block) {
  auto builder = OpBuilder::atBlockEnd(block);
  IRMapping mapping;
  for (Operation &op : stretch.getOperations())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (const CarriedValue &value : carried) {
    if (value.waves.anyCommon(link.waves))
      results.push_back(mapping.lookup(value.value));
    else
      results.push_back(createUnusedValue(builder, value.value.getLoc(),
                                          value.value.getType()));
  }
  scf::YieldOp::create(builder, stretch.last->getLoc(), results);
}

SmallVector<WaveCopy> ChainBuilder::build(ArrayRef<WaveLink> chain) {
  Location loc = stretch.first->getLoc();
  OpBuilder builder(stretch.first);
  SmallVector<Type> types;
  for (const CarriedValue &value : carried)
    types.push_back(value.value.getType());
  Value index = GroupWaveIndexOp::create(builder, loc, builder.getI32Type());
  SmallVector<WaveCopy> copies;
  scf::IfOp outer;
  for (const WaveLink &link : chain.drop_back()) {
    Value test = createTest(builder, loc, link, index);
    auto ifOp = scf::IfOp::create(builder, loc, types, test,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    ifOp.thenBlock()->clear();
    ifOp.elseBlock()->clear();
    if (outer)
      scf::YieldOp::create(builder, loc, ifOp.getResults());
    else
      outer = ifOp;
    copy(link, ifOp.thenBlock());
    copies.push_back({link.waves, ifOp.thenBlock()});
    builder.setInsertionPointToEnd(ifOp.elseBlock());
  }
  copy(chain.back(), builder.getBlock());
  copies.push_back({chain.back().waves, builder.getBlock()});

  for (auto [value, result] : llvm::zip(carried, outer.getResults()))
    value.value.replaceUsesWithIf(
        result, [&](OpOperand &use) { return !isInside(use.getOwner()); });
  SmallVector<Operation *> originals;
  for (Operation &op : stretch.getOperations())
    originals.push_back(&op);
  for (Operation *op : llvm::reverse(originals))
    op->erase();
  return copies;
}

FailureOr<SmallVector<WaveCopy>>
wave::cloneForWaves(const Stretch &stretch, ArrayRef<WaveLink> chain,
                    const WaveNumbers &numbers) {
  assert(chain.size() > 1 && "a chain tells waves apart");
  ChainBuilder builder(stretch, numbers);
  if (failed(builder.findCarried()))
    return failure();
  return builder.build(chain);
}
