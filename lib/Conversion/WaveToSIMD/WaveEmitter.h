//===- WaveEmitter.h - Vector code for what one wave executes ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the kernel's operations in program order with the mask of the lanes that are
// active there, and emits scalars for what is the same for the wave and vectors for the
// rest. At least one lane is always active: what lanes may skip stands under a test.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H

#include "Elementwise.h"
#include "LaneBuilder.h"
#include "LaneValue.h"

#include "WaveDialect/Analysis/LaneStrides.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave::simd {

/// What code of a wave refers to: the kernel's facts, and what stands in the function
/// before any wave runs.
struct Frame {
  /// Its accessors are not const.
  mutable FuncOp kernel;
  int64_t lanes = 0;
  bool placed = false;
  /// The code tells a checker what it does, and a call runs one wave.
  bool checked = false;
  Machine machine;
  const LaneStrides *strides = nullptr;
  /// The same for pieces of a wave as long as a register; null where a wave is no longer.
  const LaneStrides *pieceStrides = nullptr;
  int64_t pieceLanes = 0;
  /// Accesses of groupshared and local arrays that are proved to be in bounds.
  llvm::DenseSet<Operation *> inBounds;

  /// Scalars and vectors among the arguments, constants of the whole launch.
  DenseMap<Value, Lanes> values;
  /// Memory of the kernel, images included, by argument or array.
  DenseMap<Value, Value> pointers;
  /// Of buffers, in scalars.
  DenseMap<Value, Value> lengths;
  /// Width and height of images.
  DenseMap<Value, std::array<Value, 2>> extents;
  std::array<Value, 3> groupId, groupCount;
  /// How many waves are run, where the launch does not decide it.
  std::optional<int64_t> knownWaves;
  /// The waves that are run, and what the kernel sees as their count.
  Value waves, waveCount;
  /// Threads by wave and lane, where the kernel is placed.
  Value waveTable;
  Value cancelFlag;
  /// The checker of a checked run, and the one wave that a call runs; null elsewhere.
  Value checker, checkedWave;
  /// The host's arrays of what amplification groups launch, and this group's number.
  Value meshCounts, meshPayload, groupNumber;
  /// Where stack slots are made.
  Block *entry = nullptr;
};

class WaveEmitter {
public:
  WaveEmitter(const Frame &frame, OpBuilder &builder)
      : frame(frame), builder(builder) {}

  /// Values that are known: of the group, or brought from other stretches.
  void set(Value value, Lanes lanes) { values[value] = std::move(lanes); }
  const Lanes &get(Value value) const;
  bool contains(Value value) const {
    return values.contains(value) || frame.values.contains(value);
  }

  /// Starts a wave: its index in the group, and the mask of its lanes (null for all).
  void enterWave(Value index);
  Value getEntryMask() const { return entryMask; }

  /// Emits one operation of the kernel, and what it gives becomes known.
  LogicalResult emit(Operation *op, Value mask);
  LogicalResult emitBlock(Block &block, Value mask);

  /// One number, or that of lane 0.
  Value getScalar(Value value) const { return get(value).front().value; }
  Value getVector(Value value) const { return toVector(get(value).front()); }
  Value toVector(const LaneValue &lanes) const;
  /// As `value` must be handed on where its kind is fixed by the analysis.
  Value getCarried(Value value, Value as) const;
  /// The type in which a value of this kind is handed on.
  Type getCarriedType(Value value) const;
  LaneValue fromCarried(Value carried, Value as) const;

  /// `condition`, and nobody has asked the launch to stop.
  Value isGoingOn(Value condition, Location loc);

private:
  /// An index, and whether lanes of each piece lie side by side.
  struct Place {
    LaneValue index;
    bool isPiecewise = false;
  };

  // Operations, by concern; none where `op` is not of that concern.
  std::optional<LogicalResult> emitNumber(Operation *op);
  std::optional<LogicalResult> emitLaneOperation(Operation *op, Value mask);
  std::optional<LogicalResult> emitVector(Operation *op);
  std::optional<LogicalResult> emitMemory(Operation *op, Value mask);
  LogicalResult emitElementwise(Operation *op);
  // Control flow.
  LogicalResult emitIf(scf::IfOp op, Value mask);
  LogicalResult emitUniformIf(scf::IfOp op, Value condition, Value mask);
  memref::LoadOp getGuardedLoad(scf::IfOp op) const;
  LogicalResult emitGuardedLoad(scf::IfOp op, memref::LoadOp load,
                                Value condition, Value mask);
  LogicalResult emitFlatIf(scf::IfOp op, Value condition, Value mask);
  LogicalResult emitWholeIf(scf::IfOp op, Value condition, Value mask);
  Value isWhole(Value decision, Value condition, Value mask, Location loc);
  LogicalResult emitFor(scf::ForOp op, Value mask);
  LogicalResult emitWhile(scf::WhileOp op, Value mask);
  LogicalResult emitUniformWhile(scf::WhileOp op, Value mask);
  LogicalResult emitDivergentWhile(scf::WhileOp op, Value mask);
  bool isCheap(Block &block, int64_t &budget) const;
  // Masks that loops carry.
  Type getMaskType() const;
  Value packMask(Value mask, Location loc) const;
  Value unpackMask(Value packed, Location loc) const;
  // Numbers of threads.
  void placeThreads(Location loc);
  Lanes getThreadNumber(Operation *op, gpu::Dimension dimension);
  // Memory.
  Place getIndex(Operation *op, Value memory, Value index, Value &mask);
  LaneValue load(Type type, Value pointer, Place place, Value mask,
                 Location loc);
  Value loadContiguous(VectorType type, Value pointer, Value index, Value mask,
                       Location loc);
  Value loadPieces(VectorType type, Value pointer, Value indices, Value mask,
                   Location loc);
  void store(LaneValue value, Value pointer, Place place, Value mask,
             Location loc);
  void storeContiguous(Value vector, Value pointer, Value index, Value mask,
                       Location loc);
  void storePieces(Value vector, Value pointer, Value indices, Value mask,
                   Location loc);
  LogicalResult emitAtomic(Operation *op, Value mask);
  void forEachLane(Value mask, Location loc,
                   llvm::function_ref<void(Value)> execute);
  LogicalResult emitImage(Operation *op, Value mask);
  LaneValue getTexel(Value image, Value x, Value y, Location loc);
  // The launch of mesh groups.
  LogicalResult emitDispatchMesh(DispatchMeshOp op, Value mask);
  Value getMeshCount(Value count, Value mask, Location loc);
  // What a checked run is told.
  LogicalResult emitCheck(CheckOp op, Value mask);
  LogicalResult emitAccessCheck(CheckOp op, Value mask);
  LogicalResult emitUniformCheck(CheckOp op, Value mask);
  std::array<Value, 2> getMaskWords(Value mask, Location loc);
  Value spill(Value vector, Value &slot, Location loc);
  Value spillStored(Value value, Location loc);
  void callChecker(StringRef name, ValueRange operands, Location loc);
  Value createSlot(Type type, int64_t count, Location loc) const;
  LaneValue add(LaneValue a, LaneValue b, Location loc) const;
  LaneValue multiply(LaneValue a, Value factor, Location loc) const;
  LaneValue multiply(LaneValue a, int64_t factor, Location loc) const;
  LaneValue addConstant(LaneValue a, int64_t number, Location loc) const;

  LaneBuilder lanesAt(Location loc) const {
    return LaneBuilder(builder, loc, frame.lanes);
  }
  LogicalResult finish(Operation *op, Value result, int64_t stride = 0) {
    values[op->getResult(0)] = {LaneValue{result, stride}};
    return success();
  }

  /// `value` is what `other` is. Copied first: a new entry may move the others.
  void share(Value value, Value other) {
    Lanes lanes = get(other);
    values[value] = std::move(lanes);
  }

  const Frame &frame;
  OpBuilder &builder;
  DenseMap<Value, Lanes> values;
  Value waveIndex, entryMask;
  /// Inside of branches that run even if no lane takes them.
  bool maskMayBeEmpty = false;
  /// The linear thread numbers of a placed wave.
  Value threads;
  /// Memory for what the checker reads during a call.
  Value indexSlot, valueSlot;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H
