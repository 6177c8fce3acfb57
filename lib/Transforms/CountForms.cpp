//===- CountForms.cpp - Alternative forms of votes and counts ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountForms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Comparisons of counts
//===----------------------------------------------------------------------===//

namespace {
/// The vote that is equivalent to a comparison of a count.
struct Vote {
  bool isAll;
  bool isNegated;
};
} // namespace

/// Exchanges the operands if `exchanged`, and makes the predicate unsigned:
/// counts are never negative.
static Predicate normalize(Predicate predicate, bool exchanged) {
  switch (predicate) {
  case Predicate::slt:
  case Predicate::ult:
    return exchanged ? Predicate::ugt : Predicate::ult;
  case Predicate::sle:
  case Predicate::ule:
    return exchanged ? Predicate::uge : Predicate::ule;
  case Predicate::sgt:
  case Predicate::ugt:
    return exchanged ? Predicate::ult : Predicate::ugt;
  case Predicate::sge:
  case Predicate::uge:
    return exchanged ? Predicate::ule : Predicate::uge;
  default:
    return predicate;
  }
}

static std::optional<Vote> getVote(arith::CmpIOp compare, CountBitsOp count,
                                   LaneCounts &counts) {
  bool exchanged = compare.getRhs() == count.getResult();
  Value other = exchanged ? compare.getLhs() : compare.getRhs();
  Predicate predicate = normalize(compare.getPredicate(), exchanged);
  APInt number;
  if (matchPattern(other, m_ConstantInt(&number))) {
    if (number.isZero() && predicate == Predicate::eq)
      return Vote{/*isAll=*/false, /*isNegated=*/true};
    if (number.isZero() && predicate == Predicate::ule)
      return Vote{/*isAll=*/false, /*isNegated=*/true};
    if (number.isOne() && predicate == Predicate::ult)
      return Vote{/*isAll=*/false, /*isNegated=*/true};
    if (number.isZero() && predicate == Predicate::ne)
      return Vote{/*isAll=*/false, /*isNegated=*/false};
    if (number.isZero() && predicate == Predicate::ugt)
      return Vote{/*isAll=*/false, /*isNegated=*/false};
    if (number.isOne() && predicate == Predicate::uge)
      return Vote{/*isAll=*/false, /*isNegated=*/false};
  }
  if (other == count.getResult() || !counts.isActiveCount(other, count))
    return std::nullopt;
  if (predicate == Predicate::eq || predicate == Predicate::uge)
    return Vote{/*isAll=*/true, /*isNegated=*/false};
  if (predicate == Predicate::ne || predicate == Predicate::ult)
    return Vote{/*isAll=*/true, /*isNegated=*/true};
  return std::nullopt;
}

SmallVector<Replacement>
wave::createVotes(OpBuilder &builder, LaneCounts &counts, CountBitsOp count) {
  SmallVector<std::pair<arith::CmpIOp, Vote>> votes;
  for (Operation *user : count->getUsers()) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    std::optional<Vote> vote =
        compare ? getVote(compare, count, counts) : std::nullopt;
    if (!vote || (!votes.empty() && vote->isAll != votes[0].second.isAll))
      return {};
    votes.emplace_back(compare, *vote);
  }
  if (votes.empty())
    return {};
  Location loc = count.getLoc();
  Type i1 = builder.getI1Type();
  Value holds, fails;
  if (votes[0].second.isAll)
    holds = AllOp::create(builder, loc, i1, count.getPredicate());
  else
    holds = AnyOp::create(builder, loc, i1, count.getPredicate());
  SmallVector<Replacement> replacements;
  for (auto [compare, vote] : votes) {
    if (vote.isNegated && !fails) {
      Value yes =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
      fails = arith::XOrIOp::create(builder, loc, holds, yes);
    }
    replacements.emplace_back(compare, vote.isNegated ? fails : holds);
  }
  return replacements;
}

//===----------------------------------------------------------------------===//
// Counted ballots
//===----------------------------------------------------------------------===//

/// Returns the component that `extract` takes, if it is a constant and a
/// scalar.
static std::optional<int64_t> getComponent(vector::ExtractOp extract) {
  ArrayRef<int64_t> position = extract.getStaticPosition();
  if (position.size() != 1 || ShapedType::isDynamic(position[0]))
    return std::nullopt;
  return position[0];
}

/// Returns the user of `value` if it has a single use, by an `OpT`.
template <typename OpT>
static OpT getOnlyUser(Value value) {
  return value.hasOneUse() ? dyn_cast<OpT>(*value.user_begin()) : OpT();
}

namespace {
/// A component of a ballot, and its bit count if that is its only use.
struct Word {
  int64_t number;
  vector::ExtractOp extract;
  Value bits;
};
} // namespace

/// Returns all uses of a ballot; none if a use does not extract a constant
/// component.
static SmallVector<Word> getWords(BallotOp ballot) {
  SmallVector<Word> words;
  Value mask = ballot.getResult();
  // The program counts bits in the whole mask, or in its words.
  auto counted = getOnlyUser<math::CtPopOp>(mask);
  for (Operation *user : (counted ? counted.getResult() : mask).getUsers()) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    std::optional<int64_t> number =
        extract ? getComponent(extract) : std::nullopt;
    if (!number)
      return {};
    Value bits = extract.getResult();
    if (!counted) {
      auto count = getOnlyUser<math::CtPopOp>(bits);
      bits = count ? count.getResult() : Value();
    }
    words.push_back({*number, extract, bits});
  }
  return words;
}

/// Returns the sum of exactly these values, if the program adds them, in any
/// order.
static Value findSum(SmallVector<Value> addends) {
  while (addends.size() > 1) {
    auto isSum = [&](Value addend) {
      auto add = getOnlyUser<arith::AddIOp>(addend);
      return add && llvm::is_contained(addends, add.getLhs()) &&
             llvm::is_contained(addends, add.getRhs());
    };
    auto *first = llvm::find_if(addends, isSum);
    if (first == addends.end())
      return {};
    auto add = getOnlyUser<arith::AddIOp>(*first);
    if (add.getLhs() == add.getRhs())
      return {};
    llvm::erase(addends, add.getLhs());
    llvm::erase(addends, add.getRhs());
    addends.push_back(add.getResult());
  }
  return addends.front();
}

SmallVector<Replacement> wave::createCountOfBallot(OpBuilder &builder,
                                                   LaneCounts &counts,
                                                   BallotOp ballot) {
  SmallVector<Word> words = getWords(ballot);
  int64_t numWords = counts.getNumWords();
  Location loc = ballot.getLoc();

  SmallVector<Value> addends;
  llvm::SmallDenseSet<int64_t> numbers;
  bool allCounted = !words.empty();
  for (const Word &word : words) {
    allCounted &= word.bits && numbers.insert(word.number).second;
    addends.push_back(word.bits);
  }
  for (int64_t number = 0; number < numWords; ++number)
    allCounted &= numbers.contains(number);
  if (Value sum = allCounted ? findSum(addends) : Value())
    return {{sum, CountBitsOp::create(builder, loc, builder.getI32Type(),
                                      ballot.getPredicate())}};

  SmallVector<Replacement> replacements;
  for (Operation *user : ballot->getUsers()) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || getComponent(extract).value_or(0) < numWords)
      continue;
    replacements.emplace_back(
        extract,
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0)));
  }
  return replacements;
}
