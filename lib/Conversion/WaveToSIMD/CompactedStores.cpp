//===- CompactedStores.cpp - Stores at counted indices ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Kernels that compact data store at `first + wave.prefix_count_bits(keep)`. If
// exactly the counted lanes store, they write one range of memory: the wave moves
// their values to the front of each register and stores registers. Any other set
// of lanes needs a scatter.

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// How far behind a range the processor fetches, in bytes. The next waves, on this thread
/// or another, will write there: without that, the atomic that makes room for them waits
/// until the stores before it have got their cache lines.
static constexpr int32_t kBytesBehind = 1024;

LogicalResult WaveEmitter::emitPrefixCount(PrefixCountBitsOp op, Value mask) {
  LaneBuilder at = lanesAt(op.getLoc());
  Value predicate = getVector(op.getPredicate());
  countedLanes[op] = at.getBits(at.andMask(predicate, mask));
  return finish(op, at.prefixCountBits(predicate, mask));
}

/// Returns the range of memory that the counted lanes write if `index` is the sum
/// of uniform values and one count.
std::optional<WaveEmitter::CompactedRange>
WaveEmitter::getCompactedRange(Value memory, Value index, Location loc) {
  // Machines below AVX2 have no shuffle by a vector of indices.
  if (!usesRanges || frame.machine.vectorBits < 256 || frame.lanes < 8)
    return std::nullopt;
  Value counted;
  SmallVector<Value> uniform, open = {index};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (contains(value) && get(value).front().isUniform())
      uniform.push_back(getScalar(value));
    else if (isa_and_nonnull<arith::IndexCastUIOp, arith::AddIOp>(op))
      llvm::append_range(open, op->getOperands());
    else if (countedLanes.contains(value.getDefiningOp()) && !counted)
      counted = value;
    else
      return std::nullopt;
  }
  if (!counted)
    return std::nullopt;
  Value first = lanesAt(loc).constant(builder.getI32Type(), 0);
  for (Value value : uniform)
    first = arith::AddIOp::create(builder, loc, first, value);
  return CompactedRange{first, countedLanes.lookup(counted.getDefiningOp()),
                        isa<BlockArgument>(memory)};
}

/// For each byte of mask bits the positions of the set bits, a byte each, lowest
/// first.
static LLVM::GlobalOp getPositionTable(OpBuilder &builder, Location loc) {
  constexpr StringLiteral name = "wave_kernel_set_bits";
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (auto global = module.lookupSymbol<LLVM::GlobalOp>(name))
    return global;
  SmallVector<int64_t> positions;
  for (unsigned bits = 0; bits < 256; ++bits) {
    uint64_t packed = 0;
    unsigned count = 0;
    for (uint64_t bit = 0; bit < 8; ++bit)
      if (bits & 1u << bit)
        packed |= bit << 8 * count++;
    positions.push_back(static_cast<int64_t>(packed));
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type i64 = builder.getI64Type();
  return LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i64, positions.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name,
      DenseElementsAttr::get(RankedTensorType::get({256}, i64),
                             ArrayRef<int64_t>(positions)),
      /*alignment=*/64);
}

/// Returns the elements of `piece` whose bits are set, at the front of a vector.
/// `bits` has as many bits as `piece` elements.
Value WaveEmitter::moveToFront(Value piece, Value bits, Location loc) {
  auto type = cast<VectorType>(piece.getType());
  if (frame.machine.vectorBits >= 512) {
    auto maskType = VectorType::get(type.getShape(), builder.getI1Type());
    Value mask = LLVM::BitcastOp::create(builder, loc, maskType, bits);
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    return LLVM::CallIntrinsicOp::create(
               builder, loc, type,
               builder.getStringAttr("llvm.experimental.vector.compress"),
               ValueRange{piece, mask, zero})
        .getResult(0);
  }
  Value table =
      LLVM::AddressOfOp::create(builder, loc, getPositionTable(builder, loc));
  auto bytes = VectorType::get({8}, builder.getI8Type());
  Value number =
      arith::ExtUIOp::create(builder, loc, builder.getI32Type(), bits);
  Value positions = LLVM::LoadOp::create(
      builder, loc, bytes,
      getPlace(builder, loc, table, builder.getI64Type(), number),
      /*alignment=*/8);
  auto words = VectorType::get({8}, builder.getI32Type());
  return LaneBuilder(builder, loc, 8)
      .permute(piece, arith::ExtUIOp::create(builder, loc, words, positions));
}

/// Returns the mask of the first `count` lanes.
static Value getFirstLanes(LaneBuilder &at, OpBuilder &builder, Location loc,
                           Value count) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               at.laneNumbers(builder.getI32Type()),
                               at.splat(count));
}

/// Masked stores are slow before AVX-512, so the pieces are put together on the
/// stack first: a piece overwrites what the one before it stored beyond its count.
void WaveEmitter::storeCompacted(Value vector, Value pointer,
                                 const CompactedRange &range, Location loc) {
  Type type = getElementTypeOrSelf(vector.getType());
  Type i32 = builder.getI32Type();
  const int64_t lanes =
      std::min<int64_t>(frame.lanes, frame.machine.vectorBits / 32);
  const bool usesStack = lanes < frame.lanes && frame.machine.vectorBits < 512;
  LaneBuilder at(builder, loc, lanes);
  Type pieceBits = builder.getIntegerType(lanes);
  Value buffer;
  if (usesStack)
    buffer = createSlot(type, frame.lanes + lanes, loc);
  Value place = usesStack ? at.constant(i32, 0) : range.first;
  Value rest = range.lanes;
  for (int64_t lane = 0; lane < frame.lanes; lane += lanes) {
    Value bits = rest;
    if (lanes < frame.lanes) {
      bits = arith::TruncIOp::create(builder, loc, pieceBits, rest);
      Value width = lanesAt(loc).constant(rest.getType(), lanes);
      rest = arith::ShRUIOp::create(builder, loc, rest, width);
    }
    Value moved =
        moveToFront(takePiece(builder, loc, vector, lane, lanes), bits, loc);
    Value count = LLVM::CtPopOp::create(
        builder, loc, i32, arith::ExtUIOp::create(builder, loc, i32, bits));
    Value address =
        getPlace(builder, loc, usesStack ? buffer : pointer, type, place);
    if (!usesStack && range.isInBuffer)
      prefetchBehind(builder, loc, address, kBytesBehind, /*toWrite=*/true);
    if (usesStack)
      LLVM::StoreOp::create(builder, loc, moved, address, getBytes(type));
    else
      LLVM::MaskedStoreOp::create(builder, loc, moved, address,
                                  getFirstLanes(at, builder, loc, count),
                                  getBytes(type));
    place = arith::AddIOp::create(builder, loc, place, count);
  }
  if (!usesStack)
    return;

  VectorType piece = at.getVectorType(type);
  auto copy = [&](Value done, function_ref<void(Value, Value)> store) {
    Value loaded = LLVM::LoadOp::create(
        builder, loc, piece, getPlace(builder, loc, buffer, type, done),
        getBytes(type));
    Value index = arith::AddIOp::create(builder, loc, range.first, done);
    Value address = getPlace(builder, loc, pointer, type, index);
    if (range.isInBuffer)
      prefetchBehind(builder, loc, address, kBytesBehind, /*toWrite=*/true);
    store(loaded, address);
  };
  Value whole =
      arith::AndIOp::create(builder, loc, place, at.constant(i32, -lanes));
  auto loop = scf::ForOp::create(builder, loc, at.constant(i32, 0), whole,
                                 at.constant(i32, lanes));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    copy(loop.getInductionVar(), [&](Value loaded, Value address) {
      LLVM::StoreOp::create(builder, loc, loaded, address, getBytes(type));
    });
  }
  copy(whole, [&](Value loaded, Value address) {
    Value left = arith::SubIOp::create(builder, loc, place, whole);
    LLVM::MaskedStoreOp::create(builder, loc, loaded, address,
                                getFirstLanes(at, builder, loc, left),
                                getBytes(type));
  });
}

/// Whether the lanes of `mask` are the counted ones and the range ends before
/// `length`, an i32; null if each index is in bounds.
Value WaveEmitter::isCompacted(const CompactedRange &range, Value mask,
                               Value length, Location loc) {
  LaneBuilder at = lanesAt(loc);
  Value isRange = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        at.getActiveBits(mask), range.lanes);
  if (!length)
    return isRange;
  // In 64 bits the sum cannot wrap around.
  Type i64 = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value count =
      LLVM::CtPopOp::create(builder, loc, range.lanes.getType(), range.lanes);
  if (frame.lanes < 64)
    count = widen(count);
  else if (frame.lanes > 64)
    count = arith::TruncIOp::create(builder, loc, i64, count);
  Value end = arith::AddIOp::create(builder, loc, widen(range.first), count);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ule, end, widen(length));
  return arith::AndIOp::create(builder, loc, isRange, isInside);
}

/// Stores the range if `isRange`; else calls `otherwise`.
LogicalResult
WaveEmitter::branchOnRange(Value isRange, Value vector, Value pointer,
                           const CompactedRange &range, Location loc,
                           function_ref<LogicalResult()> otherwise) {
  auto ifOp = scf::IfOp::create(builder, loc, TypeRange(), isRange,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  storeCompacted(vector, pointer, range, loc);
  scf::YieldOp::create(builder, loc);
  builder.setInsertionPointToStart(ifOp.elseBlock());
  if (failed(otherwise()))
    return failure();
  scf::YieldOp::create(builder, loc);
  return success();
}

/// Stores the range if the active lanes are the counted ones and the range is in
/// the kernel's array; else calls `scatter`.
void WaveEmitter::storeCompactedOrScatter(Value vector, Value pointer,
                                          const CompactedRange &range,
                                          Value mask, Location loc,
                                          function_ref<void()> scatter) {
  Value length;
  if (range.length)
    length = lanesAt(loc).constant(builder.getI32Type(), range.length);
  (void)branchOnRange(isCompacted(range, mask, length, loc), vector, pointer,
                      range, loc, [&] {
                        scatter();
                        return success();
                      });
}

/// Emits `op` if it tests the bounds of one store at a counted index. The range
/// has one test, of scalars; the indices of the lanes are only computed if it
/// fails. Returns nothing for other branches.
std::optional<LogicalResult>
WaveEmitter::emitGuardedCompactedStore(scf::IfOp op, Value condition,
                                       Value mask) {
  Block &then = *op.thenBlock();
  auto test = op.getCondition().getDefiningOp<arith::CmpIOp>();
  if (op.getNumResults() || !op.getElseRegion().empty() || !test ||
      test.getPredicate() != arith::CmpIPredicate::ult ||
      !llvm::hasNItems(then.without_terminator(), 1))
    return std::nullopt;
  auto store = dyn_cast<memref::StoreOp>(then.front());
  if (!store || !isa<BlockArgument>(store.getMemref()) ||
      getMemoryAccess(store)->isCoherent ||
      store.getIndices().front() != test.getLhs() ||
      store.getValueToStore().getType().getIntOrFloatBitWidth() != 32 ||
      !contains(test.getRhs()) || !get(test.getRhs()).front().isUniform())
    return std::nullopt;
  Location loc = store.getLoc();
  std::optional<CompactedRange> range =
      getCompactedRange(store.getMemref(), store.getIndices().front(), loc);
  if (!range)
    return std::nullopt;
  Value isRange = isCompacted(*range, mask, getScalar(test.getRhs()), loc);
  return branchOnRange(isRange, getVector(store.getValueToStore()),
                       frame.pointers.lookup(store.getMemref()), *range, loc,
                       [&] {
                         llvm::SaveAndRestore noRange(usesRanges, false);
                         return emitFlatIf(op, condition, mask);
                       });
}
