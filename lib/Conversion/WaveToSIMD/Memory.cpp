//===- Memory.cpp - Loads and stores of a wave ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An access with a uniform index executes once for the wave, an access with
// contiguous indices is a vector access, and other accesses are gathers or
// scatters. Inactive lanes access nothing, or read element 0, which always
// exists. Indices are signed i32. No buffer has 2^31 elements, so an index from
// 2^31 on is out of bounds in any case, and lanes after a lane whose index
// wrapped around still address their own elements.

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Arithmetic on indices
//===----------------------------------------------------------------------===//

LaneValue WaveEmitter::add(LaneValue a, LaneValue b, Location loc) const {
  if (!a.isVector() && !b.isVector())
    return {arith::AddIOp::create(builder, loc, a.value, b.value),
            a.stride + b.stride};
  return {arith::AddIOp::create(builder, loc, toVector(a), toVector(b))};
}

LaneValue WaveEmitter::multiply(LaneValue a, Value factor, Location loc) const {
  if (a.isUniform())
    return {arith::MulIOp::create(builder, loc, a.value, factor)};
  return {arith::MulIOp::create(builder, loc, toVector(a),
                                lanesAt(loc).splat(factor))};
}

LaneValue WaveEmitter::multiply(LaneValue a, int64_t factor,
                                Location loc) const {
  if (factor == 1)
    return a;
  Value constant = lanesAt(loc).constant(builder.getI32Type(), factor);
  if (a.isVector())
    return multiply(a, constant, loc);
  return {arith::MulIOp::create(builder, loc, a.value, constant),
          a.stride * factor};
}

LaneValue WaveEmitter::addConstant(LaneValue a, int64_t number,
                                   Location loc) const {
  if (number == 0)
    return a;
  return add(a, {lanesAt(loc).constant(builder.getI32Type(), number)}, loc);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Value simd::getPlace(OpBuilder &builder, Location loc, Value pointer,
                     Type element, Value index) {
  Type type = pointer.getType();
  if (auto vector = dyn_cast<VectorType>(index.getType()))
    type = VectorType::get(vector.getShape(), type);
  return LLVM::GEPOp::create(builder, loc, type, element, pointer,
                             ArrayRef<LLVM::GEPArg>{index});
}

unsigned simd::getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

/// Whether the machine has masked loads of this type.
static bool hasMaskedLoads(const Machine &machine, Type type) {
  return machine.vectorBits >= 512 ||
         (machine.vectorBits >= 256 && getBytes(type) >= 4);
}

/// Whether LLVM knows that nothing writes the memory.
static bool isReadOnly(Value pointer) {
  auto argument = dyn_cast<BlockArgument>(pointer);
  if (!argument)
    return false;
  auto function =
      dyn_cast<LLVM::LLVMFuncOp>(argument.getOwner()->getParentOp());
  return function &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getReadonlyAttrName());
}

/// Runs `whole` if all lanes of `mask` are active, else `masked`.
ResultRange WaveEmitter::branchOnWhole(
    Value mask, TypeRange types, Location loc,
    function_ref<void(SmallVectorImpl<Value> &)> whole,
    function_ref<void(SmallVectorImpl<Value> &)> masked) {
  LaneBuilder at(builder, loc,
                 cast<VectorType>(mask.getType()).getNumElements());
  auto ifOp = scf::IfOp::create(builder, loc, types, at.all(mask, nullptr),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (Region *region : ifOp.getRegions()) {
    region->front().clear();
    builder.setInsertionPointToEnd(&region->front());
    SmallVector<Value> results;
    if (region == &ifOp.getThenRegion())
      whole(results);
    else
      masked(results);
    scf::YieldOp::create(builder, loc, results);
  }
  return ifOp.getResults();
}

Value simd::takePiece(OpBuilder &builder, Location loc, Value vector,
                      int64_t first, int64_t lanes) {
  if (!vector)
    return vector;
  return vector::ExtractStridedSliceOp::create(
      builder, loc, vector, ArrayRef<int64_t>{first}, ArrayRef<int64_t>{lanes},
      ArrayRef<int64_t>{1});
}

Value WaveEmitter::loadContiguous(VectorType type, Value pointer, Value index,
                                  Value mask, Location loc) {
  Type element = type.getElementType();
  unsigned alignment = getBytes(element);
  Value place = getPlace(builder, loc, pointer, element, index);
  auto loadWhole = [&]() -> Value {
    return LLVM::LoadOp::create(builder, loc, type, place, alignment);
  };
  auto loadMasked = [&]() -> Value {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    Value loaded = LLVM::MaskedLoadOp::create(builder, loc, type, place, mask,
                                              zero, alignment);
    if (isReadOnly(pointer))
      return loaded;
    // LLVM 22 folds a select by the same mask into the load, and so moves the
    // load behind stores (llvm/llvm-project#215453); not through a freeze.
    return LLVM::FreezeOp::create(builder, loc, loaded);
  };
  if (!mask)
    return loadWhole();
  if (hasMaskedLoads(frame.machine, element) || maskIsPartial)
    return loadMasked();
  return branchOnWhole(
      mask, TypeRange(type), loc,
      [&](SmallVectorImpl<Value> &results) { results.push_back(loadWhole()); },
      [&](SmallVectorImpl<Value> &results) {
        results.push_back(loadMasked());
      })[0];
}

void simd::prefetchBehind(OpBuilder &builder, Location loc, Value address,
                          int32_t bytes, bool toWrite) {
  constexpr int32_t keptLong = 3, data = 1;
  Value place =
      LLVM::GEPOp::create(builder, loc, address.getType(), builder.getI8Type(),
                          address, ArrayRef<LLVM::GEPArg>{bytes});
  LLVM::Prefetch::create(builder, loc, place, toWrite, keptLong, data);
}

/// How far behind the rows of a tile the processor fetches, in bytes: the next groups
/// will read there, and it does not follow so many rows itself.
static constexpr int32_t kBytesBehindRow = 512;

Value WaveEmitter::loadPieces(VectorType type, Value pointer, Value indices,
                              Value mask, Location loc) {
  int64_t lanes = frame.pieceLanes;
  auto pieceType = VectorType::get({lanes}, type.getElementType());
  Value whole =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  for (int64_t first = 0; first < frame.lanes; first += lanes) {
    Value index = vector::ExtractOp::create(builder, loc, indices,
                                            ArrayRef<int64_t>{first});
    if (isReadOnly(pointer))
      prefetchBehind(
          builder, loc,
          getPlace(builder, loc, pointer, type.getElementType(), index),
          kBytesBehindRow, /*toWrite=*/false);
    Value piece =
        loadContiguous(pieceType, pointer, index,
                       takePiece(builder, loc, mask, first, lanes), loc);
    whole = vector::InsertStridedSliceOp::create(builder, loc, piece, whole,
                                                 ArrayRef<int64_t>{first},
                                                 ArrayRef<int64_t>{1});
  }
  return whole;
}

LaneValue WaveEmitter::load(Type type, Value pointer, Place place, Value mask,
                            Location loc) {
  LaneBuilder at = lanesAt(loc);
  unsigned alignment = getBytes(type);
  VectorType vector = at.getVectorType(type);
  const LaneValue &index = place.index;
  // Uninitialized contents become some number.
  auto settle = [&](Value loaded) -> LaneValue {
    if (!pointer.getDefiningOp<LLVM::AllocaOp>())
      return {loaded};
    return {LLVM::FreezeOp::create(builder, loc, loaded)};
  };
  if (index.isUniform() && (!maskMayBeEmpty || place.isInBounds)) {
    Value address = getPlace(builder, loc, pointer, type, index.value);
    return settle(LLVM::LoadOp::create(builder, loc, type, address, alignment));
  }
  if (index.isContiguous())
    return settle(loadContiguous(vector, pointer, index.value, mask, loc));
  Value indices = toVector(index);
  if (place.isPiecewise)
    return settle(loadPieces(vector, pointer, indices, mask, loc));
  if (mask && frame.machine.vectorBits < 512) {
    // Without a mask the loads need no branches.
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(indices.getType()));
    indices = arith::SelectOp::create(builder, loc, mask, indices, zero);
    mask = nullptr;
  }
  if (!mask)
    mask = at.splat(at.constant(builder.getI1Type(), 1));
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  return settle(LLVM::masked_gather::create(
      builder, loc, vector, getPlace(builder, loc, pointer, type, indices),
      mask, ValueRange(zero), alignment));
}

void WaveEmitter::storeContiguous(Value vector, Value pointer, Value index,
                                  Value mask, Location loc) {
  Type element = cast<VectorType>(vector.getType()).getElementType();
  unsigned alignment = getBytes(element);
  Value place = getPlace(builder, loc, pointer, element, index);
  auto storeWhole = [&](SmallVectorImpl<Value> &) {
    LLVM::StoreOp::create(builder, loc, vector, place, alignment);
  };
  auto storeMasked = [&](SmallVectorImpl<Value> &) {
    LLVM::MaskedStoreOp::create(builder, loc, vector, place, mask, alignment);
  };
  SmallVector<Value> none;
  if (!mask)
    storeWhole(none);
  else if (frame.machine.vectorBits >= 512 || maskIsPartial)
    storeMasked(none);
  else
    branchOnWhole(mask, TypeRange(), loc, storeWhole, storeMasked);
}

void WaveEmitter::storePieces(Value vector, Value pointer, Value indices,
                              Value mask, Location loc) {
  int64_t lanes = frame.pieceLanes;
  for (int64_t first = 0; first < frame.lanes; first += lanes) {
    Value index = vector::ExtractOp::create(builder, loc, indices,
                                            ArrayRef<int64_t>{first});
    storeContiguous(takePiece(builder, loc, vector, first, lanes), pointer,
                    index, takePiece(builder, loc, mask, first, lanes), loc);
  }
}

void WaveEmitter::store(LaneValue value, Value pointer, Place place, Value mask,
                        Location loc) {
  LaneBuilder at = lanesAt(loc);
  Type type = getElementTypeOrSelf(value.value.getType());
  unsigned alignment = getBytes(type);
  const LaneValue &index = place.index;
  if (index.isUniform() && !maskMayBeEmpty) {
    // Lanes that store different values to one element race, so any of them may
    // win.
    Value stored =
        value.isUniform() ? value.value : at.readFirst(toVector(value), mask);
    Value address = getPlace(builder, loc, pointer, type, index.value);
    LLVM::StoreOp::create(builder, loc, stored, address, alignment);
    return;
  }
  Value stored = toVector(value);
  if (index.isContiguous())
    return storeContiguous(stored, pointer, index.value, mask, loc);
  Value indices = toVector(index);
  if (place.isPiecewise)
    return storePieces(stored, pointer, indices, mask, loc);
  auto scatter = [&] {
    Value lanes = mask ? mask : at.splat(at.constant(builder.getI1Type(), 1));
    LLVM::masked_scatter::create(builder, loc, stored,
                                 getPlace(builder, loc, pointer, type, indices),
                                 lanes, alignment);
  };
  if (place.range && type.getIntOrFloatBitWidth() == 32)
    storeCompactedOrScatter(stored, pointer, *place.range, mask, loc, scatter);
  else
    scatter();
}

/// Returns the index of an access in its memory. Accesses of the kernel's
/// arrays that are not proved to be in bounds never leave the array: an index
/// out of bounds is clamped to the last element, because any element is valid.
/// If the indices of a groupshared array are contiguous, lanes out of bounds
/// are removed from `mask`.
WaveEmitter::Place WaveEmitter::getIndex(Operation *op, Value memory,
                                         Value index, Value &mask) {
  LaneValue place = get(index).front();
  bool isPiecewise = frame.pieceStrides && frame.pieceStrides->get(index) == 1;
  auto type = cast<MemRefType>(memory.getType());
  Location loc = op->getLoc();
  std::optional<CompactedRange> range;
  if (isa<memref::StoreOp>(op) && place.isVector())
    range = getCompactedRange(memory, index, loc);
  if (isa<BlockArgument>(memory))
    return {place, isPiecewise, frame.inBounds.contains(op), range};
  LaneBuilder at = lanesAt(loc);
  bool isLocal = memory.getDefiningOp<memref::AllocaOp>() != nullptr;
  Type i32 = builder.getI32Type();
  if (!frame.inBounds.contains(op)) {
    isPiecewise = false;
    if (range)
      range->length = type.getDimSize(0);
    Value last = at.constant(i32, type.getDimSize(0) - 1);
    if (place.isUniform()) {
      place = {arith::MinUIOp::create(builder, loc, place.value, last)};
    } else if (place.isContiguous() && !isLocal) {
      Value isInside =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                toVector(place), at.splat(last));
      mask = at.andMask(mask, isInside);
    } else {
      place = {arith::MinUIOp::create(builder, loc, toVector(place),
                                      at.splat(last))};
    }
  }
  if (!isLocal)
    return {place, isPiecewise, /*isInBounds=*/false, range};
  // In a local array, the same element of all lanes is contiguous.
  LaneValue lane = {at.constant(i32, 0), 1};
  return {add(multiply(place, frame.lanes, loc), lane, loc)};
}

/// Returns the signed element of an image.
Type WaveEmitter::getTexelElement(Value image) const {
  return frame.kernel
      .getArgAttrOfType<BindingAttr>(cast<BlockArgument>(image).getArgNumber(),
                                     "wave.binding")
      .getElement();
}

/// Returns the type of a scalar in a buffer, an array or an image.
Type WaveEmitter::getStoredType(Value memory) const {
  if (auto type = dyn_cast<MemRefType>(memory.getType()))
    return type.getElementType();
  return getStorageType(getTexelElement(memory));
}

/// Returns the low bytes of the values if memory stores bytes.
LaneValue WaveEmitter::narrow(LaneValue value, Type stored,
                              Location loc) const {
  if (!isByteType(stored))
    return value;
  if (value.isUniform())
    return {arith::TruncIOp::create(builder, loc, stored, value.value)};
  return {arith::TruncIOp::create(
      builder, loc, lanesAt(loc).getVectorType(stored), toVector(value))};
}

/// Returns bytes as 32-bit values.
LaneValue WaveEmitter::widen(LaneValue bytes, bool isSigned,
                             Location loc) const {
  Type type = builder.getI32Type();
  if (bytes.isVector())
    type = lanesAt(loc).getVectorType(type);
  if (isSigned)
    return {arith::ExtSIOp::create(builder, loc, type, bytes.value)};
  return {arith::ExtUIOp::create(builder, loc, type, bytes.value)};
}

LaneValue WaveEmitter::loadElement(Operation *op, Place place, Value mask) {
  Location loc = op->getLoc();
  Value memory = getMemoryAccess(op)->memory;
  LaneValue loaded = load(getStoredType(memory), frame.pointers.lookup(memory),
                          place, mask, loc);
  auto bytes = dyn_cast<ByteLoadOp>(op);
  return bytes ? widen(loaded, bytes.getIsSigned(), loc) : loaded;
}

std::optional<LogicalResult> WaveEmitter::emitMemory(Operation *op,
                                                     Value mask) {
  Location loc = op->getLoc();
  // Memory is allocated before any wave runs.
  if (isa<GroupsharedOp, memref::AllocaOp>(op))
    return success();
  const std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (access && access->isCoherent)
    return emitCoherent(op, mask);
  if (const Record *record = frame.records.get(op))
    return emitRecord(*record, op, mask);
  if (isa<memref::LoadOp, memref::StoreOp, ByteLoadOp, ByteStoreOp>(op)) {
    Place place = getIndex(op, access->memory, access->indices.front(), mask);
    if (access->reads)
      return finish(op, loadElement(op, place, mask).value);
    LaneValue stored = narrow(get(op->getOperand(0)).front(),
                              getStoredType(access->memory), loc);
    store(stored, frame.pointers.lookup(access->memory), place, mask, loc);
    return success();
  }
  if (auto lookup = dyn_cast<LookupOp>(op))
    return emitLookup(lookup);
  if (access && access->isAtomic())
    return emitAtomic(op, mask);
  if (isa<ImageLoadOp, ImageStoreOp>(op))
    return emitImage(op, mask);
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    // In a checked run, the wave meets the others in the checker's call.
    if (frame.hasWaits() && !frame.checked && barrier.synchronizesGroup())
      emitMeeting(barrier);
    // One thread runs a group, so only other groups can observe the order.
    if (barrier.getScope() == BarrierScope::Device ||
        barrier.getScope() == BarrierScope::All)
      LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::acq_rel);
    return success();
  }
  return std::nullopt;
}

/// The index of each lane is valid, even of an inactive one, so no mask is needed.
LogicalResult WaveEmitter::emitLookup(LookupOp op) {
  Location loc = op.getLoc();
  LaneValue index = get(op.getIndex()).front();
  if (!frame.inBounds.contains(op)) {
    LaneBuilder at = lanesAt(loc);
    Value last = at.constant(builder.getI32Type(), op.getLength() - 1);
    index =
        index.isUniform()
            ? LaneValue{arith::MinUIOp::create(builder, loc, index.value, last)}
            : LaneValue{arith::MinUIOp::create(builder, loc, toVector(index),
                                               at.splat(last))};
  }
  Value table = frame.pointers.lookup(op.getResult());
  if (!index.isUniform())
    return finish(op, load(op.getType(), table, {index}, nullptr, loc).value);
  Value place = getPlace(builder, loc, table, op.getType(), index.value);
  return finish(op, LLVM::LoadOp::create(builder, loc, op.getType(), place,
                                         getBytes(op.getType())));
}

/// Returns the number of a texel: layer by layer, and row by row in each.
LaneValue WaveEmitter::getTexel(Value image, ValueRange coordinates,
                                Location loc) {
  SmallVector<Value, 3> extents = frame.extents.lookup(image);
  LaneValue texel = get(coordinates.back()).front();
  for (size_t i = coordinates.size() - 1; i-- > 0;)
    texel =
        add(multiply(texel, extents[i], loc), get(coordinates[i]).front(), loc);
  return texel;
}

/// An image stores its texels row by row; the channels of a texel are adjacent.
LogicalResult WaveEmitter::emitImage(Operation *op, Value mask) {
  Location loc = op->getLoc();
  MemoryAccess access = *getMemoryAccess(op);
  auto type = cast<ImageType>(access.memory.getType());
  LaneValue texel = getTexel(access.memory, access.indices, loc);
  LaneValue first = multiply(texel, type.getChannels(), loc);
  Value pointer = frame.pointers.lookup(access.memory);
  Type stored = getStoredType(access.memory);
  if (auto store = dyn_cast<ImageStoreOp>(op)) {
    Lanes channels;
    for (LaneValue value : get(store.getValue()))
      channels.push_back(narrow(value, stored, loc));
    storeRecord(channels, pointer, first, mask, loc);
    return success();
  }
  const SmallVector<bool> isUsed(type.getChannels(), true);
  Lanes channels;
  for (LaneValue loaded :
       loadRecord(stored, pointer, first, isUsed.size(), isUsed, mask, loc))
    channels.push_back(
        isByteType(stored)
            ? widen(loaded, getTexelElement(access.memory).isSignedInteger(),
                    loc)
            : loaded);
  values[op->getResult(0)] = channels;
  return success();
}
