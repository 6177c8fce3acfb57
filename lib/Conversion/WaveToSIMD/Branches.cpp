//===- Branches.cpp - Branches of a wave ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Uniform control flow remains control flow. A divergent branch executes its
// sides one after the other under masks, each only if a lane takes it; sides
// that are cheaper than a branch always execute. The results are selected per
// lane.

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Masks that control flow carries
//===----------------------------------------------------------------------===//

/// Machines without mask registers carry a mask as a vector of 32-bit integers,
/// or 8-bit integers if 32 bits would need too many registers. A vector of i1
/// would be packed and unpacked at each block.
Type WaveEmitter::getMaskType() const {
  unsigned bits = 1;
  if (frame.machine.vectorBits < 512)
    bits = frame.lanes * 32 <= 4 * frame.machine.vectorBits ? 32 : 8;
  return VectorType::get({frame.lanes}, builder.getIntegerType(bits));
}

Value WaveEmitter::packMask(Value mask, Location loc) const {
  Type type = getMaskType();
  return type == mask.getType()
             ? mask
             : Value(arith::ExtSIOp::create(builder, loc, type, mask));
}

Value WaveEmitter::unpackMask(Value packed, Location loc) const {
  if (cast<VectorType>(packed.getType()).getElementType().isInteger(1))
    return packed;
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(packed.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, packed,
                               zero);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A branch costs about `kFlatCost` plain operations.
static constexpr int64_t kFlatCost = 12, kAccessCost = 4, kFunctionCost = 8;

/// Whether all lanes may execute `block` under a mask that may be empty, at a
/// cost within `budget`. Subtracts the cost from `budget`.
bool WaveEmitter::isCheap(Block &block, int64_t &budget) const {
  for (Operation &op : block.without_terminator()) {
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      for (Region *region : ifOp.getRegions())
        if (!region->empty() && !isCheap(region->front(), budget))
          return false;
    } else if (op.getNumRegions() || op.hasTrait<WholeWave>()) {
      return false;
    } else if (isa<memref::LoadOp, memref::StoreOp, ByteLoadOp, ByteStoreOp>(
                   op)) {
      // A uniform access executes once for the wave and needs at least one
      // active lane. A coherent access is a loop over the lanes.
      MemoryAccess access = *getMemoryAccess(&op);
      if (access.isCoherent || frame.strides->isUniform(access.indices.front()))
        return false;
      budget -= kAccessCost;
    } else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                   arith::RemUIOp>(op) ||
               isa<math::MathDialect>(op.getDialect())) {
      budget -= kFunctionCost;
    } else if (isPure(&op)) {
      --budget;
    } else {
      return false;
    }
    if (budget < 0)
      return false;
  }
  return true;
}

/// Returns the load if the then side of `op` is a single load of a buffer at a
/// uniform index and the else side yields a uniform value; else null.
Operation *WaveEmitter::getGuardedLoad(scf::IfOp op) const {
  if (maskMayBeEmpty || op.getNumResults() != 1 || op.getElseRegion().empty())
    return nullptr;
  Block &then = *op.thenBlock(), &otherwise = *op.elseBlock();
  if (!llvm::hasNItems(then.without_terminator(), 1) ||
      !otherwise.without_terminator().empty())
    return nullptr;
  Operation *load = &then.front();
  if (!isa<memref::LoadOp, ByteLoadOp>(load))
    return nullptr;
  MemoryAccess access = *getMemoryAccess(load);
  bool isBuffer = isa<BlockArgument>(access.memory) && !access.isCoherent &&
                  load->getResult(0) == op.thenYield().getOperand(0);
  if (!isBuffer || !get(access.indices.front()).front().isUniform() ||
      !get(op.elseYield().getOperand(0)).front().isUniform())
    return nullptr;
  return load;
}

/// Whether `op` accesses memory in its then side and its other side is empty.
/// On machines without masks such accesses are faster if all lanes execute
/// them.
static bool guardsMemory(scf::IfOp op) {
  if (!op.getElseRegion().empty() &&
      !op.elseBlock()->without_terminator().empty())
    return false;
  return op.getThenRegion()
      .walk([](Operation *nested) {
        return getMemoryAccess(nested) ? WalkResult::interrupt()
                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A branch of more operations is not emitted twice.
static constexpr int64_t kMostTwofoldOps = 100;

/// Whether the branch may be emitted twice: it is short, and executes often.
static bool isShortInLoop(scf::IfOp op) {
  if (!op->getParentOfType<scf::ForOp>() &&
      !op->getParentOfType<scf::WhileOp>())
    return false;
  int64_t count = 0;
  return !op.walk([&](Operation *nested) {
              return isa<scf::ForOp, scf::WhileOp>(nested) ||
                             ++count > kMostTwofoldOps
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

LogicalResult WaveEmitter::emitIf(scf::IfOp op, Value mask) {
  if (provedTests.contains(op))
    return emitProvedIf(op, mask);
  LaneValue decision = get(op.getCondition()).front();
  if (decision.isUniform()) {
    if (Operation *load = getGuardedLoad(op))
      return emitGuardedLoad(op, load, decision.value, mask);
    return emitUniformIf(op, decision.value, mask);
  }
  Value condition = toVector(decision);
  if (std::optional<LogicalResult> result =
          emitGuardedCompactedStore(op, condition, mask))
    return *result;
  int64_t budget = kFlatCost;
  if (isCheap(*op.thenBlock(), budget) &&
      (op.getElseRegion().empty() || isCheap(*op.elseBlock(), budget))) {
    if (!maskMayBeEmpty && !maskIsPartial && !openTests.contains(op) &&
        guardsMemory(op))
      return emitWholeIf(op, condition, mask, /*isCheap=*/true);
    return emitFlatIf(op, condition, mask);
  }

  if (!mask && !maskMayBeEmpty && !openTests.contains(op) && guardsMemory(op) &&
      getRangeTest(op.getCondition()) && isShortInLoop(op))
    return emitWholeIf(op, condition, mask, /*isCheap=*/false);
  return emitSides(op, condition, mask);
}

/// Executes the sides one after the other, each only if a lane takes it.
LogicalResult WaveEmitter::emitSides(scf::IfOp op, Value condition,
                                     Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  // A result is independent of the side if both sides yield the same value.
  SmallVector<OpResult> merged;
  for (OpResult result : op.getResults()) {
    unsigned number = result.getResultNumber();
    Value then = op.thenYield().getOperand(number);
    if (then == op.elseYield().getOperand(number))
      share(result, then);
    else
      merged.push_back(result);
  }
  SmallVector<Type> types;
  for (OpResult result : merged)
    types.push_back(result.getType().isInteger(1)
                        ? getMaskType()
                        : at.getVectorType(result.getType().isIndex()
                                               ? builder.getI32Type()
                                               : result.getType()));
  auto handOn = [&](Value value) {
    Value vector = getVector(value);
    return value.getType().isInteger(1) ? packMask(vector, loc) : vector;
  };

  auto emitSide = [&](Region &region, Value sideMask,
                      SmallVectorImpl<Value> &results) -> LogicalResult {
    if (region.empty())
      return success();
    Block &block = region.front();
    Operation *yield = block.getTerminator();
    if (block.without_terminator().empty()) {
      for (OpResult result : merged)
        results.push_back(handOn(yield->getOperand(result.getResultNumber())));
      return success();
    }
    auto skip = scf::IfOp::create(builder, loc, types, at.isAnySet(sideMask),
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/!types.empty());
    OpBuilder::InsertionGuard guard(builder);
    skip.thenBlock()->clear();
    builder.setInsertionPointToEnd(skip.thenBlock());
    if (failed(emitBlock(block, sideMask)))
      return failure();
    SmallVector<Value> yielded;
    for (OpResult result : merged)
      yielded.push_back(handOn(yield->getOperand(result.getResultNumber())));
    scf::YieldOp::create(builder, loc, yielded);
    if (!types.empty()) {
      skip.elseBlock()->clear();
      builder.setInsertionPointToEnd(skip.elseBlock());
      SmallVector<Value> zeros;
      for (Type type : types)
        zeros.push_back(
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
      scf::YieldOp::create(builder, loc, zeros);
    }
    llvm::append_range(results, skip.getResults());
    return success();
  };

  SmallVector<Value> then, otherwise;
  if (failed(emitSide(op.getThenRegion(), at.andMask(mask, condition), then)) ||
      failed(emitSide(op.getElseRegion(), at.andNotMask(mask, condition),
                      otherwise)))
    return failure();
  for (auto [result, a, b] : llvm::zip_equal(merged, then, otherwise)) {
    bool isMask = result.getType().isInteger(1);
    Value selected = arith::SelectOp::create(builder, loc, condition,
                                             isMask ? unpackMask(a, loc) : a,
                                             isMask ? unpackMask(b, loc) : b);
    values[result] = {{selected}};
  }
  return success();
}

LogicalResult WaveEmitter::emitUniformIf(scf::IfOp op, Value condition,
                                         Value mask) {
  SmallVector<Type> types = getCarriedTypes(op.getResults());
  bool hasElse = !op.getElseRegion().empty();
  auto ifOp = scf::IfOp::create(builder, op.getLoc(), types, condition,
                                /*addThenBlock=*/true, hasElse);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), ifOp.getRegions())) {
    if (from->empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    to->front().clear();
    builder.setInsertionPointToEnd(&to->front());
    if (failed(emitBlock(from->front(), mask)))
      return failure();
    scf::YieldOp::create(
        builder, op.getLoc(),
        getCarried(from->front().getTerminator()->getOperands(),
                   op.getResults()));
  }
  setCarried(op.getResults(), ifOp.getResults());
  return success();
}

/// Replaces the branch by a select of the index: out of bounds, the load reads
/// element 0, which always exists.
LogicalResult WaveEmitter::emitGuardedLoad(scf::IfOp op, Operation *load,
                                           Value condition, Value mask) {
  Location loc = load->getLoc();
  Value index = getScalar(getMemoryAccess(load)->indices.front());
  Value zero = lanesAt(loc).constant(builder.getI32Type(), 0);
  Value place = arith::SelectOp::create(builder, loc, condition, index, zero);
  LaneValue loaded = loadElement(load, {LaneValue{place}}, mask);
  Value otherwise = getScalar(op.elseYield().getOperand(0));
  return finish(op, arith::SelectOp::create(builder, loc, condition,
                                            loaded.value, otherwise));
}

/// Returns the test if it compares numbers that grow by 1 per lane with a bound
/// that is the same for all lanes; else null.
arith::CmpIOp WaveEmitter::getRangeTest(Value decision) const {
  auto test = decision.getDefiningOp<arith::CmpIOp>();
  if (test && test.getPredicate() == arith::CmpIPredicate::ult &&
      contains(test.getLhs()) && contains(test.getRhs()) &&
      get(test.getLhs()).front().isContiguous() &&
      get(test.getRhs()).front().isUniform())
    return test;
  return nullptr;
}

/// Whether all lanes of the wave are active and the condition holds for them. In
/// a test of a range the last lane is enough.
Value WaveEmitter::isWhole(Value decision, Value condition, Value mask,
                           Location loc) {
  LaneBuilder at = lanesAt(loc);
  arith::CmpIOp test = getRangeTest(decision);
  if (mask || !test)
    return at.all(at.andMask(mask, condition), nullptr);
  Value number = getScalar(test.getLhs());
  // Twice the width, so that the sum cannot wrap around.
  Type wide =
      builder.getIntegerType(number.getType().getIntOrFloatBitWidth() * 2);
  Value first = arith::ExtUIOp::create(builder, loc, wide, number);
  Value end =
      arith::ExtUIOp::create(builder, loc, wide, getScalar(test.getRhs()));
  Value last = arith::AddIOp::create(builder, loc, first,
                                     at.constant(wide, frame.lanes - 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, last,
                               end);
}

/// For most bounds tests all lanes are in bounds; this version needs no mask. In
/// the other one, `isCheap` sides execute even if no lane takes them.
LogicalResult WaveEmitter::emitWholeIf(scf::IfOp op, Value condition,
                                       Value mask, bool isCheap) {
  Location loc = op.getLoc();
  SmallVector<Type> types = getCarriedTypes(op.getResults());
  auto ifOp = scf::IfOp::create(
      builder, loc, types, isWhole(op.getCondition(), condition, mask, loc),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto yield = [&](ValueRange values) {
    scf::YieldOp::create(builder, loc, getCarried(values, op.getResults()));
  };
  ifOp.thenBlock()->clear();
  builder.setInsertionPointToEnd(ifOp.thenBlock());
  if (failed(emitBlock(*op.thenBlock(), nullptr)))
    return failure();
  yield(op.thenYield().getOperands());
  ifOp.elseBlock()->clear();
  builder.setInsertionPointToEnd(ifOp.elseBlock());
  {
    llvm::SaveAndRestore partial(maskIsPartial, true);
    if (failed(isCheap ? emitFlatIf(op, condition, mask)
                       : emitSides(op, condition, mask)))
      return failure();
  }
  yield(op.getResults());
  builder.setInsertionPointAfter(ifOp);
  setCarried(op.getResults(), ifOp.getResults());
  return success();
}

LogicalResult WaveEmitter::emitFlatIf(scf::IfOp op, Value condition,
                                      Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  llvm::SaveAndRestore flat(maskMayBeEmpty, true);
  if (failed(emitBlock(*op.thenBlock(), at.andMask(mask, condition))))
    return failure();
  if (!op.getElseRegion().empty() &&
      failed(emitBlock(*op.elseBlock(), at.andNotMask(mask, condition))))
    return failure();
  for (OpResult result : op.getResults()) {
    Value then = op.thenYield().getOperand(result.getResultNumber());
    Value otherwise = op.elseYield().getOperand(result.getResultNumber());
    if (then == otherwise) {
      share(result, then);
      continue;
    }
    Value a = getVector(then), b = getVector(otherwise);
    values[result] = {{arith::SelectOp::create(builder, loc, condition, a, b)}};
  }
  return success();
}
