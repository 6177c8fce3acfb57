//===- ExpandPartitions.cpp - Expands match and multi_prefix to loops ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop is uniform for the wave: its condition is computed from a ballot, and
// every lane that was active at the operation stays until no lane remains. The
// operations inside therefore see exactly those lanes. The leader, the lowest
// remaining lane, is in its own class for all values, so each iteration removes
// a lane.

#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EXPANDPARTITIONS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

/// A mask has this many words of this many lanes, lowest lanes first.
using Words = SmallVector<Value, 4>;

static constexpr unsigned kWordsOfMask = 4, kLanesOfWord = 32;

namespace {
/// The active lanes of each block, as computed for the first operation that
/// needs them. If lanes may retire in between, each operation computes them
/// again.
using ActiveLanes = DenseMap<Block *, Words>;

/// Expands one operation; builds before it.
class Expansion {
public:
  Expansion(Operation *op, ActiveLanes *known)
      : op(op), known(known), builder(op), loc(op->getLoc()),
        numWords(countWords(op)) {}

  void expand(MatchOp match);
  void expand(MultiPrefixOp scan);
  void expand(MultiPrefixCountBitsOp count);

private:
  static unsigned countWords(Operation *op);
  Value getI32(int64_t value);
  Value createNot(Value predicate);
  Value createSelect(Value condition, Value ifTrue, Value ifFalse);
  Value isAny(ArrayRef<Value> words);
  Value getLeader(ArrayRef<Value> words);
  Value isEqual(Value left, Value right);
  Words split(Value mask);
  Words createBallot(Value predicate);
  Words getActiveLanes();
  Words combine(ArrayRef<Value> left, ArrayRef<Value> right);
  Words getLanesBefore();
  Value countBitsBefore(ArrayRef<Value> mask, Value predicate);
  Value scanBits(Kind kind, ArrayRef<Value> mask, Value value);

  /// Visits each class: `body` gets the leader and the lane's carried values,
  /// returns whether the lane is in the leader's class, and updates the values.
  using Body =
      function_ref<Value(Value leader, SmallVectorImpl<Value> &carried)>;
  SmallVector<Value> forEachClass(ArrayRef<Value> active, ValueRange inits,
                                  Body body);

  Operation *op;
  ActiveLanes *known;
  OpBuilder builder;
  Location loc;
  unsigned numWords;
};
} // namespace

//===----------------------------------------------------------------------===//
// Words of masks
//===----------------------------------------------------------------------===//

/// The number of words for the lanes of the largest wave that may run `op`.
unsigned Expansion::countWords(Operation *op) {
  auto function = op->getParentOfType<FuncOp>();
  if (!function || !function.getKernel() || function.getWaveSizes().empty())
    return kWordsOfMask;
  return llvm::divideCeil(function.getWaveSizes().back(), kLanesOfWord);
}

Value Expansion::getI32(int64_t value) {
  return arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value Expansion::createNot(Value predicate) {
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return arith::XOrIOp::create(builder, loc, predicate, yes);
}

Words Expansion::split(Value mask) {
  Words words;
  for (unsigned word = 0; word < numWords; ++word)
    words.push_back(vector::ExtractOp::create(builder, loc, mask, word));
  return words;
}

Words Expansion::createBallot(Value predicate) {
  Type type = VectorType::get({kWordsOfMask}, builder.getI32Type());
  return split(BallotOp::create(builder, loc, type, predicate));
}

Words Expansion::getActiveLanes() {
  Words fresh;
  Words &words = known ? (*known)[op->getBlock()] : fresh;
  if (words.empty())
    words = createBallot(
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
  return words;
}

Words Expansion::combine(ArrayRef<Value> left, ArrayRef<Value> right) {
  Words words;
  for (auto [a, b] : llvm::zip_equal(left, right))
    words.push_back(arith::AndIOp::create(builder, loc, a, b));
  return words;
}

Value Expansion::isAny(ArrayRef<Value> words) {
  Value all = words.front();
  for (Value word : words.drop_front())
    all = arith::OrIOp::create(builder, loc, all, word);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, all,
                               getI32(0));
}

/// The lowest lane in a mask that is not empty.
Value Expansion::getLeader(ArrayRef<Value> words) {
  Value leader;
  for (unsigned word = words.size(); word-- > 0;) {
    Value lane = math::CountTrailingZerosOp::create(builder, loc, words[word]);
    if (word > 0)
      lane = arith::AddIOp::create(builder, loc, lane,
                                   getI32(word * kLanesOfWord));
    leader = leader ? createSelect(isAny(words[word]), lane, leader) : lane;
  }
  return leader;
}

/// The mask of all lanes with a smaller index than this one.
Words Expansion::getLanesBefore() {
  Value lane = LaneIndexOp::create(builder, loc, builder.getI32Type());
  Value bit =
      arith::AndIOp::create(builder, loc, lane, getI32(kLanesOfWord - 1));
  Value own = arith::ShLIOp::create(builder, loc, getI32(1), bit);
  Value lower = arith::SubIOp::create(builder, loc, own, getI32(1));
  if (numWords == 1)
    return {lower};
  Value ownWord = arith::ShRUIOp::create(builder, loc, lane, getI32(5));
  Value all = getI32(-1);
  Value none = getI32(0);
  Words words;
  for (unsigned word = 0; word < numWords; ++word) {
    auto compare = [&](arith::CmpIPredicate predicate) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, ownWord,
                                   getI32(word));
    };
    Value rest = createSelect(compare(arith::CmpIPredicate::ugt), all, none);
    words.push_back(
        createSelect(compare(arith::CmpIPredicate::eq), lower, rest));
  }
  return words;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Broadcasts the condition for vectors: some targets have no scalar condition
/// for them.
Value Expansion::createSelect(Value condition, Value ifTrue, Value ifFalse) {
  if (isa<VectorType>(ifTrue.getType()))
    condition = vector::BroadcastOp::create(
        builder, loc, getBoolType(ifTrue.getType()), condition);
  return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
}

/// Whether two values are equal in all components; a NaN equals nothing.
Value Expansion::isEqual(Value left, Value right) {
  Value equal;
  if (isa<FloatType>(getScalarType(left.getType())))
    equal = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, left,
                                  right);
  else
    equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, left,
                                  right);
  if (!isa<VectorType>(left.getType()))
    return equal;
  Value all;
  for (int64_t i = 0; i < getNumComponents(left.getType()); ++i) {
    Value component = vector::ExtractOp::create(builder, loc, equal, i);
    all = all ? arith::AndIOp::create(builder, loc, all, component) : component;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> Expansion::forEachClass(ArrayRef<Value> active,
                                           ValueRange carriedInits, Body body) {
  SmallVector<Value> inits(active);
  llvm::append_range(inits, carriedInits);
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::WhileOp::create(builder, loc, types, inits);

  Block *before = builder.createBlock(&loop.getBefore(), {}, types, locs);
  Words remaining(before->getArguments().take_front(numWords));
  scf::ConditionOp::create(builder, loc, isAny(remaining),
                           before->getArguments());

  Block *after = builder.createBlock(&loop.getAfter(), {}, types, locs);
  remaining.assign(after->args_begin(), after->args_begin() + numWords);
  SmallVector<Value> carried(after->getArguments().drop_front(numWords));
  Value isMember = body(getLeader(remaining), carried);
  // Remove the lanes of this class.
  SmallVector<Value> yielded;
  for (auto [word, others] :
       llvm::zip_equal(remaining, createBallot(createNot(isMember))))
    yielded.push_back(arith::AndIOp::create(builder, loc, word, others));
  llvm::append_range(yielded, carried);
  scf::YieldOp::create(builder, loc, yielded);
  return SmallVector<Value>(loop.getResults().drop_front(numWords));
}

void Expansion::expand(MatchOp match) {
  Value value = match.getValue();
  Value zero = getI32(0);
  Value lane = LaneIndexOp::create(builder, loc, builder.getI32Type());
  Words words(numWords, zero);
  SmallVector<Value> masks = forEachClass(
      getActiveLanes(), words,
      [&](Value leader, SmallVectorImpl<Value> &carried) {
        Value leaders = ReadLaneOp::create(builder, loc, value, leader);
        Value isMember = isEqual(value, leaders);
        if (isa<FloatType>(getScalarType(value.getType()))) {
          // A NaN is alone in its class, which its own lane leads.
          Value isLeader = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq, lane, leader);
          isMember = arith::OrIOp::create(builder, loc, isMember, isLeader);
        }
        for (auto [mask, word] :
             llvm::zip_equal(carried, createBallot(isMember)))
          mask = createSelect(isMember, word, mask);
        return isMember;
      });
  masks.resize(kWordsOfMask, zero);
  op->replaceAllUsesWith(vector::FromElementsOp::create(
      builder, loc, match.getResult().getType(), masks));
}

void Expansion::expand(MultiPrefixOp scan) {
  Value value = scan.getValue();
  Type type = value.getType();
  Kind kind = scan.getKind();
  if (getScalarType(type).isInteger(1)) {
    Words mask = split(scan.getMask());
    if (!isa<VectorType>(type)) {
      op->replaceAllUsesWith(ValueRange{scanBits(kind, mask, value)});
      return;
    }
    SmallVector<Value> components;
    for (int64_t i = 0; i < getNumComponents(type); ++i)
      components.push_back(scanBits(
          kind, mask, vector::ExtractOp::create(builder, loc, value, i)));
    op->replaceAllUsesWith(
        vector::FromElementsOp::create(builder, loc, type, components));
    return;
  }
  Words active = getActiveLanes();
  // Bits of inactive lanes do not distinguish masks.
  Words mask = combine(split(scan.getMask()), active);
  Value identity =
      arith::ConstantOp::create(builder, loc, getIdentity(kind, type));
  SmallVector<Value> results = forEachClass(
      active, identity, [&](Value leader, SmallVectorImpl<Value> &carried) {
        Value isMember;
        for (Value word : mask) {
          Value leaders = ReadLaneOp::create(builder, loc, word, leader);
          Value equal = isEqual(word, leaders);
          isMember = isMember
                         ? arith::AndIOp::create(builder, loc, isMember, equal)
                         : equal;
        }
        Value operand = createSelect(isMember, value, identity);
        Value scanned = PrefixOp::create(builder, loc, type, kind, operand);
        carried.front() = createSelect(isMember, scanned, carried.front());
        return isMember;
      });
  op->replaceAllUsesWith(results);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value Expansion::countBitsBefore(ArrayRef<Value> mask, Value predicate) {
  Words before = combine(mask, getLanesBefore());
  Words counted = combine(before, createBallot(predicate));
  Value count;
  for (Value word : counted) {
    Value bits = math::CtPopOp::create(builder, loc, word);
    count = count ? arith::AddIOp::create(builder, loc, count, bits) : bits;
  }
  return count;
}

/// A scan of `i1`: the ballot of the values that decide the result.
Value Expansion::scanBits(Kind kind, ArrayRef<Value> mask, Value value) {
  if (kind == Kind::XOR) {
    Value count = countBitsBefore(mask, value);
    Value odd = arith::AndIOp::create(builder, loc, count, getI32(1));
    return isAny(odd);
  }
  bool isAnd = kind == Kind::AND;
  Words before = combine(mask, getLanesBefore());
  Value any =
      isAny(combine(before, createBallot(isAnd ? createNot(value) : value)));
  return isAnd ? createNot(any) : any;
}

void Expansion::expand(MultiPrefixCountBitsOp count) {
  Value bits = countBitsBefore(split(count.getMask()), count.getPredicate());
  op->replaceAllUsesWith(ValueRange{bits});
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExpandPartitions final
    : wave::impl::ExpandPartitionsBase<ExpandPartitions> {
  void runOnWaveIR() override {
    SmallVector<Operation *> ops;
    bool retires = false;
    getOperation().walk([&](Operation *op) {
      retires |= isa<RetireIfOp>(op);
      if (op->hasTrait<UsesPartition>())
        ops.push_back(op);
    });
    ActiveLanes active;
    for (Operation *op : ops) {
      TypeSwitch<Operation *>(op)
          .Case<MatchOp, MultiPrefixOp, MultiPrefixCountBitsOp>(
              [&](auto partition) {
                Expansion(op, retires ? nullptr : &active).expand(partition);
              });
      op->erase();
    }
  }
};
} // namespace
