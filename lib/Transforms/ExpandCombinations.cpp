//===- ExpandCombinations.cpp - Expands cluster_reduce, inclusive_prefix --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// If all lanes of the wave are active, lanes read each other. Otherwise a loop
// that is uniform for the wave combines the active lanes, so that no inactive
// lane is read.

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EXPANDCOMBINATIONS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

namespace {
/// Creates code in front of an operation.
class Expansion {
public:
  Expansion(Operation *op, Kind kind, Value value, bool isWholeWave);

  Value expandClusters(int32_t size);
  Value expandInclusive();

private:
  Value getI32(int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  template <typename OpT>
  Value createQuery() {
    return OpT::create(builder, loc, builder.getI32Type());
  }
  template <typename OpT>
  Value createCount() {
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    return OpT::create(builder, loc, builder.getI32Type(), yes);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value createSelect(Value condition, Value ifTrue, Value ifFalse);
  Value combine(Value a, Value b) {
    return vector::makeArithReduction(builder, loc,
                                      gpu::convertReductionKind(kind), a, b);
  }
  Value read(Value of, Value from) {
    return ReadLaneOp::create(builder, loc, of.getType(), of, from);
  }
  /// Reduces the values of the lanes for which the condition is true.
  Value reduceWhere(Value condition) {
    return ReduceOp::create(builder, loc, value.getType(), kind,
                            createSelect(condition, value, identity()));
  }
  Value identity() {
    return arith::ConstantOp::create(builder, loc,
                                     getIdentity(kind, value.getType()));
  }
  Value choose(function_ref<Value()> ofWholeWave, function_ref<Value()> ofAny);
  Value loop(Value trips, Value init,
             function_ref<Value(Value trip, Value carried)> body);

  Value exchangeInClusters(int32_t size);
  Value visitClusters(int32_t size);
  Value exchangeWithEarlierLanes();
  Value visitLanes();

  Kind kind;
  Value value;
  bool isWholeWave;
  int32_t smallestWave = kMinWaveSize, largestWave = kMaxWaveSize;
  OpBuilder builder;
  Location loc;
};
} // namespace

Expansion::Expansion(Operation *op, Kind kind, Value value, bool isWholeWave)
    : kind(kind), value(value), isWholeWave(isWholeWave), builder(op),
      loc(op->getLoc()) {
  SmallVector<int32_t> sizes = op->getParentOfType<FuncOp>().getWaveSizes();
  if (sizes.empty())
    return;
  smallestWave = sizes.front();
  largestWave = sizes.back();
}

/// Broadcasts the condition for vectors: some targets have no scalar condition
/// for them.
Value Expansion::createSelect(Value condition, Value ifTrue, Value ifFalse) {
  if (isa<VectorType>(ifTrue.getType()))
    condition = vector::BroadcastOp::create(
        builder, loc, getBoolType(ifTrue.getType()), condition);
  return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
}

Value Expansion::choose(function_ref<Value()> ofWholeWave,
                        function_ref<Value()> ofAny) {
  if (isWholeWave)
    return ofWholeWave();
  Value isWhole = compare(arith::CmpIPredicate::eq, createCount<CountBitsOp>(),
                          createQuery<LaneCountOp>());
  auto ifOp = scf::IfOp::create(builder, loc, value.getType(), isWhole,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(builder, loc, ofWholeWave());
  builder.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(builder, loc, ofAny());
  return ifOp.getResult(0);
}

Value Expansion::loop(Value trips, Value init,
                      function_ref<Value(Value trip, Value carried)> body) {
  auto loop =
      scf::ForOp::create(builder, loc, getI32(0), trips, getI32(1), init);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(builder, loc,
                       body(loop.getInductionVar(), loop.getRegionIterArg(0)));
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// In each step, a lane combines its value with that of the lane whose index
/// differs in one bit. In a wave that is smaller than the cluster, steps whose
/// lanes do not exist have no effect.
Value Expansion::exchangeInClusters(int32_t size) {
  Value lane = createQuery<LaneIndexOp>();
  Value result = value;
  for (int32_t distance = 1; distance < size; distance *= 2) {
    Value from = arith::XOrIOp::create(builder, loc, lane, getI32(distance));
    if (distance < smallestWave) {
      result = combine(result, read(result, from));
      continue;
    }
    Value exists = compare(arith::CmpIPredicate::ugt,
                           createQuery<LaneCountOp>(), getI32(distance));
    from = arith::SelectOp::create(builder, loc, exists, from, lane);
    Value combined = combine(result, read(result, from));
    result = createSelect(exists, combined, result);
  }
  return result;
}

/// Reduces one cluster after the other.
Value Expansion::visitClusters(int32_t size) {
  Value bits = getI32(static_cast<int32_t>(llvm::Log2_32(size)));
  Value own =
      arith::ShRUIOp::create(builder, loc, createQuery<LaneIndexOp>(), bits);
  Value rounded = arith::AddIOp::create(
      builder, loc, createQuery<LaneCountOp>(), getI32(size - 1));
  Value clusters = arith::ShRUIOp::create(builder, loc, rounded, bits);
  return loop(clusters, value, [&](Value cluster, Value carried) {
    Value isOwn = compare(arith::CmpIPredicate::eq, own, cluster);
    return createSelect(isOwn, reduceWhere(isOwn), carried);
  });
}

Value Expansion::expandClusters(int32_t size) {
  return choose([&] { return exchangeInClusters(size); },
                [&] { return visitClusters(size); });
}

//===----------------------------------------------------------------------===//
// Inclusive scans
//===----------------------------------------------------------------------===//

/// The minimum of a value and itself is the value, so a lane without an earlier
/// lane at some distance may read itself.
Value Expansion::exchangeWithEarlierLanes() {
  Value lane = createQuery<LaneIndexOp>();
  Value result = value;
  for (int32_t distance = 1; distance < largestWave; distance *= 2) {
    Value exists = compare(arith::CmpIPredicate::uge, lane, getI32(distance));
    Value earlier = arith::SubIOp::create(builder, loc, lane, getI32(distance));
    Value from = arith::SelectOp::create(builder, loc, exists, earlier, lane);
    result = combine(result, read(result, from));
  }
  return result;
}

/// Each active lane in turn passes its value to the active lanes after it.
Value Expansion::visitLanes() {
  Value place = createCount<PrefixCountBitsOp>();
  return loop(createCount<CountBitsOp>(), value,
              [&](Value turn, Value carried) {
                Value given =
                    reduceWhere(compare(arith::CmpIPredicate::eq, place, turn));
                Value isLater = compare(arith::CmpIPredicate::ugt, place, turn);
                return createSelect(isLater, combine(carried, given), carried);
              });
}

Value Expansion::expandInclusive() {
  if (isBitwise(kind) || !isIdempotent(kind)) {
    Value before = PrefixOp::create(builder, loc, value.getType(), kind, value);
    return combine(before, value);
  }
  return choose([&] { return exchangeWithEarlierLanes(); },
                [&] { return visitLanes(); });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExpandCombinations final
    : wave::impl::ExpandCombinationsBase<ExpandCombinations> {
  using ExpandCombinationsBase::ExpandCombinationsBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) { expand(function); });
  }

  void expand(FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (isa<ClusterReduceOp>(op) || (inclusive && isa<InclusivePrefixOp>(op)))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    UniformityAnalysis uniformity(function);
    ActiveLanes active(function, uniformity);
    // The analyses describe the code before the first expansion.
    SmallVector<bool> areWhole;
    for (Operation *op : ops)
      areWhole.push_back(active.isWholeWave(op));
    for (auto [op, isWhole] : llvm::zip_equal(ops, areWhole)) {
      Value result;
      if (auto reduce = dyn_cast<ClusterReduceOp>(op))
        result =
            Expansion(op, reduce.getKind(), reduce.getValue(), isWhole)
                .expandClusters(static_cast<int32_t>(reduce.getClusterSize()));
      else if (auto scan = dyn_cast<InclusivePrefixOp>(op))
        result = Expansion(op, scan.getKind(), scan.getValue(), isWhole)
                     .expandInclusive();
      op->replaceAllUsesWith(ValueRange{result});
      op->erase();
    }
  }
};
} // namespace
