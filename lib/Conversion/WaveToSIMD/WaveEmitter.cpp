//===- WaveEmitter.cpp - Vector code of one wave --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveEmitter.h"

#include "WaveDialect/IR/CombiningKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const Lanes &WaveEmitter::get(Value value) const {
  if (auto it = values.find(value); it != values.end())
    return it->second;
  auto it = frame.values.find(value);
  assert(it != frame.values.end() && "a value is used before it is emitted");
  return it->second;
}

Value WaveEmitter::toVector(const LaneValue &lanes) const {
  if (lanes.isVector())
    return lanes.value;
  LaneBuilder at = lanesAt(lanes.value.getLoc());
  Value vector = at.splat(lanes.value);
  if (lanes.stride == 0)
    return vector;
  auto type = cast<VectorType>(vector.getType());
  SmallVector<Attribute> offsets;
  unsigned width = type.getElementTypeBitWidth();
  for (int64_t lane = 0; lane < frame.lanes; ++lane)
    offsets.push_back(IntegerAttr::get(
        type.getElementType(), APInt(64, lane * lanes.stride).trunc(width)));
  Value steps = arith::ConstantOp::create(
      builder, lanes.value.getLoc(), DenseElementsAttr::get(type, offsets));
  return arith::AddIOp::create(builder, lanes.value.getLoc(), vector, steps);
}

/// Index is represented as i32.
static Type getStorage(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 32) : type;
}

Type WaveEmitter::getCarriedType(Value value) const {
  Type scalar = getStorage(value.getType());
  if (frame.strides->get(value))
    return scalar;
  if (scalar.isInteger(1))
    return getMaskType();
  return VectorType::get({frame.lanes}, scalar);
}

Value WaveEmitter::getCarried(Value value, Value as) const {
  if (frame.strides->get(as))
    return getScalar(value);
  Value vector = getVector(value);
  return as.getType().isInteger(1) ? packMask(vector, value.getLoc()) : vector;
}

LaneValue WaveEmitter::fromCarried(Value carried, Value as) const {
  if (std::optional<int64_t> stride = frame.strides->get(as))
    return {carried, *stride};
  if (as.getType().isInteger(1))
    return {unpackMask(carried, as.getLoc())};
  return {carried};
}

SmallVector<Value> WaveEmitter::getCarried(ValueRange values,
                                           ValueRange as) const {
  SmallVector<Value> carried;
  for (auto [value, of] : llvm::zip_equal(values, as))
    carried.push_back(getCarried(value, of));
  return carried;
}

SmallVector<Type> WaveEmitter::getCarriedTypes(ValueRange values) const {
  return llvm::map_to_vector(
      values, [&](Value value) { return getCarriedType(value); });
}

void WaveEmitter::setCarried(ValueRange olds, ValueRange carried) {
  for (auto [old, value] : llvm::zip_equal(olds, carried))
    values[old] = {fromCarried(value, old)};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult WaveEmitter::emitBlock(Block &block, Value mask) {
  for (Operation &op : block.without_terminator())
    if (failed(emit(&op, mask)))
      return failure();
  return success();
}

LogicalResult WaveEmitter::emit(Operation *op, Value mask) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return emitIf(ifOp, mask);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return emitFor(forOp, mask);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return emitWhile(whileOp, mask);
  if (auto check = dyn_cast<CheckOp>(op))
    return emitCheck(check, mask);
  if (auto dispatch = dyn_cast<DispatchMeshOp>(op))
    return emitDispatchMesh(dispatch, mask);
  if (std::optional<LogicalResult> result = emitNumber(op))
    return *result;
  if (std::optional<LogicalResult> result = emitLaneOperation(op, mask))
    return *result;
  if (std::optional<LogicalResult> result = emitMemory(op, mask))
    return *result;
  if (std::optional<LogicalResult> result = emitPipe(op))
    return *result;
  if (std::optional<LogicalResult> result = emitMatrix(op, mask))
    return *result;
  if (std::optional<LogicalResult> result = emitVector(op))
    return *result;
  return emitElementwise(op);
}

/// Computes on scalars if all operands are uniform or the result has a known
/// stride; else on vectors.
LogicalResult WaveEmitter::emitElementwise(Operation *op) {
  // A select between a value and itself keeps the stride, even if the condition
  // varies.
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && select.getTrueValue() == select.getFalseValue()) {
    share(select, select.getTrueValue());
    return success();
  }
  const auto refuse = [&] {
    return op->emitOpError("has no form for a CPU: run wave-verify and the "
                           "pipeline wave-to-simd [operation-not-supported]");
  };
  // Memory is no value of a lane.
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return refuse();
  std::optional<int64_t> stride;
  if (op->getNumResults() == 1)
    stride = frame.strides->get(op->getResult(0));
  bool scalar =
      stride.has_value() || llvm::all_of(op->getOperands(), [&](Value operand) {
        const Lanes &lanes = get(operand);
        return lanes.size() == 1 && lanes.front().isUniform();
      });
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(scalar ? getScalar(operand) : getVector(operand));
  SmallVector<Value> results =
      simd::emitElementwise(builder, op, operands, frame.lanes, frame.machine);
  if (results.empty())
    return refuse();
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results))
    values[old] = {LaneValue{result, stride.value_or(0)}};
  return success();
}

/// Operations that create or split the kernel's vectors move components.
std::optional<LogicalResult> WaveEmitter::emitVector(Operation *op) {
  if (isa<ub::PoisonOp>(op))
    // Any number is valid and, unlike poison, does not spread.
    return finish(
        op, arith::ConstantOp::create(
                builder, op->getLoc(),
                builder.getZeroAttr(getStorage(op->getResult(0).getType()))));
  if (auto elements = dyn_cast<vector::FromElementsOp>(op)) {
    Lanes lanes;
    for (Value element : elements.getElements())
      lanes.push_back(get(element).front());
    values[elements] = lanes;
    return success();
  }
  // Position -1 is upstream's representation of poison.
  if (auto extract = dyn_cast<vector::ExtractOp>(op);
      extract && extract.getStaticPosition().size() == 1 &&
      extract.getDynamicPosition().empty() &&
      extract.getStaticPosition().front() >= 0) {
    LaneValue component =
        get(extract.getSource())[extract.getStaticPosition().front()];
    values[extract] = {component};
    return success();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ids of groups, waves, lanes and threads
//===----------------------------------------------------------------------===//

void WaveEmitter::enterWave(Value index) {
  waveIndex = index;
  Location loc = frame.kernel.getLoc();
  if (frame.kernel.getNumThreads())
    placeThreads(loc);
  if (!frame.checker)
    return;
  auto [low, high] = getMaskWords(entryMask, loc);
  callChecker("wave_check_enter", {low, high}, loc);
}

/// Computes the threads of a wave, and the mask of the lanes that have a
/// thread.
void WaveEmitter::placeThreads(Location loc) {
  LaneBuilder at = lanesAt(loc);
  Value index = waveIndex;
  Value size = at.constant(builder.getI32Type(), frame.lanes);
  Value first = arith::MulIOp::create(builder, loc, index, size);
  if (frame.placed) {
    Value place = LLVM::GEPOp::create(builder, loc, frame.waveTable.getType(),
                                      builder.getI32Type(), frame.waveTable,
                                      ArrayRef<LLVM::GEPArg>{first});
    threads = LLVM::LoadOp::create(
        builder, loc, at.getVectorType(builder.getI32Type()), place,
        /*alignment=*/4);
    Value none = at.splat(at.constant(builder.getI32Type(), 0));
    entryMask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                      threads, none);
    return;
  }
  ArrayRef<int32_t> extent = *frame.kernel.getNumThreads();
  int64_t count = int64_t(extent[0]) * extent[1] * extent[2];
  if (count % frame.lanes == 0)
    return;
  Value numbers = toVector({first, 1});
  Value end = at.splat(at.constant(builder.getI32Type(), count));
  entryMask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                    numbers, end);
}

/// Computes one component of the thread's id in its group; x varies fastest.
Lanes WaveEmitter::getThreadNumber(Operation *op, gpu::Dimension dimension) {
  ArrayRef<int32_t> extent = *frame.kernel.getNumThreads();
  unsigned number = static_cast<unsigned>(dimension);
  Location loc = op->getLoc();
  LaneBuilder at = lanesAt(loc);
  Type i32 = builder.getI32Type();
  if (extent[number] == 1)
    return {{at.constant(i32, 0)}};
  int64_t below = 1;
  for (unsigned i = 0; i < number; ++i)
    below *= extent[i];
  LaneValue thread = {threads};
  int64_t stride = 0;
  if (!frame.placed) {
    Value first = arith::MulIOp::create(builder, loc, waveIndex,
                                        at.constant(i32, frame.lanes));
    // A known stride implies that all lanes are in one row, or in one slice.
    std::optional<int64_t> known = frame.strides->get(op->getResult(0));
    stride = known.value_or(0);
    thread = known ? LaneValue{first, 0} : LaneValue{toVector({first, 1})};
  }
  Value result = thread.value;
  auto getConstant = [&](int64_t value) {
    Value constant = at.constant(i32, value);
    return thread.isVector() ? at.splat(constant) : constant;
  };
  if (below > 1)
    result = arith::DivUIOp::create(builder, loc, result, getConstant(below));
  // The highest dimension needs no remainder.
  bool highest = llvm::all_of(extent.drop_front(number + 1),
                              [](int32_t size) { return size == 1; });
  if (!highest)
    result = arith::RemUIOp::create(builder, loc, result,
                                    getConstant(extent[number]));
  return {{result, stride}};
}

std::optional<LogicalResult> WaveEmitter::emitNumber(Operation *op) {
  Location loc = op->getLoc();
  LaneBuilder at = lanesAt(loc);
  Type i32 = builder.getI32Type();
  auto getExtent = [&](gpu::Dimension dimension) {
    return at.constant(
        i32, (*frame.kernel.getNumThreads())[static_cast<unsigned>(dimension)]);
  };
  if (isa<LaneIndexOp>(op))
    return finish(op, at.constant(i32, 0), 1);
  if (isa<LaneCountOp, gpu::SubgroupSizeOp>(op))
    return finish(op, at.constant(i32, frame.lanes));
  if (isa<GroupWaveIndexOp, gpu::SubgroupIdOp>(op))
    return finish(op, waveIndex);
  if (isa<GroupWaveCountOp>(op))
    return finish(op, frame.waveCount);
  if (auto id = dyn_cast<GroupIdOp>(op))
    return finish(op, frame.groupId[static_cast<unsigned>(id.getDimension())]);
  if (auto count = dyn_cast<GroupCountOp>(op))
    return finish(
        op, frame.groupCount[static_cast<unsigned>(count.getDimension())]);
  if (isa<GroupIndexOp>(op)) {
    // The group has a single thread.
    if (frame.strides->isUniform(op->getResult(0)))
      return finish(op, at.constant(i32, 0));
    if (frame.placed)
      return finish(op, threads);
    return finish(op,
                  arith::MulIOp::create(builder, loc, waveIndex,
                                        at.constant(i32, frame.lanes)),
                  1);
  }
  if (auto id = dyn_cast<GroupThreadIdOp>(op)) {
    values[id] = getThreadNumber(op, id.getDimension());
    return success();
  }
  if (auto id = dyn_cast<DispatchThreadIdOp>(op)) {
    Lanes inGroup = getThreadNumber(op, id.getDimension());
    Value first = arith::MulIOp::create(
        builder, loc, frame.groupId[static_cast<unsigned>(id.getDimension())],
        getExtent(id.getDimension()));
    values[id] = {add(inGroup.front(), {first}, loc)};
    return success();
  }
  if (auto size = dyn_cast<ImageSizeOp>(op))
    return finish(
        op, frame.extents.lookup(
                size.getImage())[static_cast<unsigned>(size.getDimension())]);
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    auto type = cast<MemRefType>(dim.getSource().getType());
    return finish(op, type.hasStaticShape()
                          ? at.constant(i32, type.getDimSize(0))
                          : frame.lengths.lookup(dim.getSource()));
  }
  // No host chooses settings for a CPU; 0 makes the kernel check accesses of
  // buffers.
  if (isa<SettingOp>(op))
    return finish(op, at.constant(builder.getI1Type(), 0));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operations across lanes
//===----------------------------------------------------------------------===//

std::optional<LogicalResult> WaveEmitter::emitLaneOperation(Operation *op,
                                                            Value mask) {
  LaneBuilder at = lanesAt(op->getLoc());
  using Result = std::optional<LogicalResult>;
  auto isUniform = [&](Value value) { return get(value).front().isUniform(); };
  if (op->hasTrait<KeepsUniformValue>() && isUniform(op->getOperand(0)))
    return finish(op, getScalar(op->getOperand(0)));
  if (op->hasTrait<UsesPartition>())
    return op->emitOpError("has no form of its own on a CPU: run "
                           "wave-expand-partitions first "
                           "[partition-not-expanded]");
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](IsFirstLaneOp) { return finish(op, at.isFirstLane(mask)); })
      .Case([&](AnyOp any) {
        return finish(op, at.any(getVector(any.getPredicate()), mask));
      })
      .Case([&](AllOp all) {
        return finish(op, at.all(getVector(all.getPredicate()), mask));
      })
      .Case([&](AllEqualOp equal) {
        return finish(op, at.allEqual(getVector(equal.getValue()), mask));
      })
      .Case([&](BallotOp ballot) {
        Lanes words;
        for (Value word : at.ballot(getVector(ballot.getPredicate()), mask))
          words.push_back({word});
        values[ballot] = words;
        return success();
      })
      .Case([&](CountBitsOp count) {
        return finish(op, at.countBits(getVector(count.getPredicate()), mask));
      })
      .Case(
          [&](PrefixCountBitsOp count) { return emitPrefixCount(count, mask); })
      .Case([&](ReduceOp reduce) {
        Value value = reduce.getValue();
        if (isUniform(value) && isIdempotent(reduce.getKind()))
          return finish(op, getScalar(value));
        return finish(op, at.reduce(reduce.getKind(), getVector(value), mask));
      })
      .Case([&](PrefixOp prefix) {
        return finish(op, at.prefix(prefix.getKind(),
                                    getVector(prefix.getValue()), mask));
      })
      .Case([&](InclusivePrefixOp prefix) {
        Value value = prefix.getValue();
        if (isUniform(value) && isIdempotent(prefix.getKind()))
          return finish(op, getScalar(value));
        return finish(
            op, at.inclusivePrefix(prefix.getKind(), getVector(value), mask));
      })
      .Case([&](ClusterReduceOp reduce) {
        Value value = reduce.getValue();
        const auto size = static_cast<int64_t>(reduce.getClusterSize());
        if (isUniform(value) && isIdempotent(reduce.getKind()))
          return finish(op, getScalar(value));
        if (size >= frame.lanes)
          return finish(op,
                        at.reduce(reduce.getKind(), getVector(value), mask));
        return finish(op, at.clusterReduce(reduce.getKind(), size,
                                           getVector(value), mask));
      })
      .Case([&](ReadFirstLaneOp read) {
        return finish(op, at.readFirst(getVector(read.getValue()), mask));
      })
      .Case([&](AssumeUniformOp assume) {
        Value value = assume.getValue();
        return finish(op, isUniform(value)
                              ? getScalar(value)
                              : at.readFirst(getVector(value), mask));
      })
      .Case([&](ReadLaneOp read) {
        Value value = read.getValue(), lane = read.getLane();
        if (isUniform(lane))
          return finish(op, at.readLane(getVector(value), getScalar(lane)));
        return finish(op, at.permute(getVector(value), getVector(lane)));
      })
      .Case([&](QuadReadAcrossOp read) {
        return finish(op, at.quadReadAcross(read.getDirection(),
                                            getVector(read.getValue())));
      })
      .Case([&](QuadReadLaneOp read) {
        Value lane = read.getLane();
        return finish(op, at.quadReadLane(getVector(read.getValue()),
                                          isUniform(lane) ? getScalar(lane)
                                                          : getVector(lane)));
      })
      .Case([&](QuadAnyOp any) {
        return finish(op, at.quadAny(getVector(any.getPredicate())));
      })
      .Case([&](QuadAllOp all) {
        return finish(op, at.quadAll(getVector(all.getPredicate())));
      })
      .Default([](Operation *) { return std::nullopt; });
}
