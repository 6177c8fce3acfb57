//===- RecordAccesses.cpp - Loads and stores of whole records --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// If all lanes are active, the wave accesses the records of its lanes as one
// range of memory, register by register, and shuffles the components. If a lane
// is inactive, each component is a gather or a scatter.

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Returns the lanes whose components fill one register each.
static int64_t getPieceLanes(const Frame &frame, Type type) {
  const unsigned bits = 8 * getBytes(type);
  return std::min<int64_t>(frame.lanes, frame.machine.vectorBits / bits);
}

/// Whether the records of the lanes are adjacent, and shuffles exist for them.
static bool isAdjacent(LaneValue first, int64_t stride) {
  return !first.isVector() && first.stride == stride && stride >= 2 &&
         stride <= 4;
}

/// The address of an element after `place`.
static Value getAddress(OpBuilder &builder, Location loc, Value place,
                        Type type, int64_t element) {
  return LLVM::GEPOp::create(
      builder, loc, place.getType(), type, place,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(element)});
}

SmallVector<Value, 4> WaveEmitter::loadWholeRecord(Type type, Value place,
                                                   int64_t stride,
                                                   ArrayRef<bool> isUsed,
                                                   Location loc) {
  const int64_t lanes = getPieceLanes(frame, type);
  auto piece = VectorType::get({lanes}, type);
  VectorType whole = lanesAt(loc).getVectorType(type);
  SmallVector<Value, 4> components(isUsed.size());
  if (lanes < frame.lanes)
    for (auto [component, used] : llvm::zip_equal(components, isUsed))
      if (used)
        component =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(whole));
  // Elements behind the last component that is used may not exist.
  const int64_t unused = stride - isUsed.size();
  for (int64_t lane = 0; lane < frame.lanes; lane += lanes) {
    SmallVector<Value, 4> registers;
    for (int64_t number = 0; number < stride; ++number) {
      Value address =
          getAddress(builder, loc, place, type, lane * stride + number * lanes);
      bool isLast = lane + lanes == frame.lanes && number + 1 == stride;
      if (!isLast || unused == 0) {
        registers.push_back(
            LLVM::LoadOp::create(builder, loc, piece, address, getBytes(type)));
        continue;
      }
      SmallVector<bool> exists(lanes, true);
      std::fill(exists.end() - unused, exists.end(), false);
      Value mask = arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(VectorType::get({lanes}, builder.getI1Type()),
                                 exists));
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(piece));
      registers.push_back(LLVM::MaskedLoadOp::create(
          builder, loc, piece, address, mask, zero, getBytes(type)));
    }
    SmallVector<Value, 4> split = splitRecords(builder, loc, registers);
    for (auto [number, component] : llvm::enumerate(components)) {
      if (!isUsed[number])
        continue;
      component = lanes == frame.lanes
                      ? split[number]
                      : Value(vector::InsertStridedSliceOp::create(
                            builder, loc, split[number], component,
                            ArrayRef<int64_t>{lane}, ArrayRef<int64_t>{1}));
    }
  }
  return components;
}

/// Loads the used components of the record of each lane. `first` is the index of
/// the first component.
Lanes WaveEmitter::loadRecord(Type type, Value pointer, LaneValue first,
                              int64_t stride, ArrayRef<bool> isUsed, Value mask,
                              Location loc) {
  Lanes loaded(isUsed.size());
  if (!isAdjacent(first, stride)) {
    for (auto [number, used] : llvm::enumerate(isUsed))
      if (used)
        loaded[number] =
            load(type, pointer, {addConstant(first, number, loc)}, mask, loc);
    return loaded;
  }
  auto loadWhole = [&](SmallVectorImpl<Value> &results) {
    Value place = getPlace(builder, loc, pointer, type, first.value);
    for (Value component : loadWholeRecord(type, place, stride, isUsed, loc))
      if (component)
        results.push_back(component);
  };
  auto loadEach = [&](SmallVectorImpl<Value> &results) {
    for (auto [number, used] : llvm::enumerate(isUsed))
      if (used)
        results.push_back(toVector(
            load(type, pointer, {addConstant(first, number, loc)}, mask, loc)));
  };
  SmallVector<Value> results;
  if (!mask)
    loadWhole(results);
  else
    llvm::append_range(
        results,
        branchOnWhole(mask,
                      SmallVector<Type>(llvm::count(isUsed, true),
                                        lanesAt(loc).getVectorType(type)),
                      loc, loadWhole, loadEach));
  // Uninitialized contents become some number.
  const bool settles = pointer.getDefiningOp<LLVM::AllocaOp>() != nullptr;
  const auto *next = results.begin();
  for (auto [component, used] : llvm::zip_equal(loaded, isUsed)) {
    if (!used)
      continue;
    component = {settles ? Value(LLVM::FreezeOp::create(builder, loc, *next))
                         : *next};
    ++next;
  }
  return loaded;
}

void WaveEmitter::storeWholeRecord(ArrayRef<Value> components, Value place,
                                   Location loc) {
  Type type = getElementTypeOrSelf(components.front().getType());
  const int64_t lanes = getPieceLanes(frame, type);
  const int64_t stride = components.size();
  for (int64_t lane = 0; lane < frame.lanes; lane += lanes) {
    SmallVector<Value, 4> pieces;
    for (Value component : components)
      pieces.push_back(lanes == frame.lanes
                           ? component
                           : takePiece(builder, loc, component, lane, lanes));
    for (auto [number, joined] :
         llvm::enumerate(joinRecords(builder, loc, pieces)))
      LLVM::StoreOp::create(
          builder, loc, joined,
          getAddress(builder, loc, place, type, lane * stride + number * lanes),
          getBytes(type));
  }
}

/// Stores all components of the record of each lane.
void WaveEmitter::storeRecord(ArrayRef<LaneValue> components, Value pointer,
                              LaneValue first, Value mask, Location loc) {
  auto storeEach = [&](SmallVectorImpl<Value> &) {
    for (auto [number, component] : llvm::enumerate(components))
      store(component, pointer, {addConstant(first, number, loc)}, mask, loc);
  };
  SmallVector<Value> none;
  if (!isAdjacent(first, components.size()))
    return storeEach(none);
  auto storeWhole = [&](SmallVectorImpl<Value> &) {
    SmallVector<Value, 4> vectors;
    for (const LaneValue &component : components)
      vectors.push_back(toVector(component));
    Type type = getElementTypeOrSelf(vectors.front().getType());
    storeWholeRecord(vectors,
                     getPlace(builder, loc, pointer, type, first.value), loc);
  };
  if (!mask)
    storeWhole(none);
  else
    branchOnWhole(mask, TypeRange(), loc, storeWhole, storeEach);
}

LogicalResult WaveEmitter::emitRecord(const Record &record, Operation *op,
                                      Value mask) {
  if (op != record.place)
    return success();
  Location loc = op->getLoc();
  const MemoryAccess access = *getMemoryAccess(op);
  LaneValue first = addConstant(get(access.indices.front()).front(),
                                -record.getComponent(op), loc);
  Value pointer = frame.pointers.lookup(access.memory);
  if (!access.reads) {
    Lanes components;
    for (Operation *component : record.components)
      components.push_back(get(component->getOperand(0)).front());
    storeRecord(components, pointer, first, mask, loc);
    return success();
  }
  SmallVector<bool> isUsed;
  for (Operation *component : record.components)
    isUsed.push_back(component != nullptr);
  Lanes loaded = loadRecord(getStoredType(access.memory), pointer, first,
                            record.stride, isUsed, mask, loc);
  for (auto [component, lanes] : llvm::zip_equal(record.components, loaded))
    if (component)
      values[component->getResult(0)] = {lanes};
  return success();
}
