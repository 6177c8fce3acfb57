//===- GroupEmitter.h - A group's waves, from barrier to barrier ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread runs a group. Between two barriers all waves run one after the other: a
// loop over the waves. What lives across a barrier is kept for each wave in memory;
// what is the same for the group, and control flow around barriers, stands outside of
// these loops.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::wave::simd {

class GroupEmitter {
public:
  /// `slots` is the memory that each wave has for itself; `waveBytes` a constant that
  /// takes its size for one wave in the end.
  GroupEmitter(Frame &frame, OpBuilder &builder, Value slots,
               LLVM::ConstantOp waveBytes);

  /// Emits the kernel's body for one group.
  LogicalResult emitBlock(Block &block);

  /// Gives each local array its memory, before the first block.
  void placeLocalArrays();

  /// Sets the size of a wave's own memory, and returns it in bytes.
  int64_t finish();

private:
  /// A value's memory in that of each wave.
  struct Slot {
    int64_t offset;
    /// None for a vector.
    std::optional<int64_t> stride;
    Type scalar;
  };
  /// A value, and the slots that it goes to.
  using Transfer = std::pair<Value, Value>;

  bool isGroupLevel(Operation *op) const;
  LogicalResult emitAtGroupLevel(Operation *op);
  LogicalResult emitStretch(ArrayRef<Operation *> ops);
  LogicalResult
  emitWaves(llvm::function_ref<LogicalResult(WaveEmitter &)> emit);
  void bringIn(WaveEmitter &wave, Value value);
  void transfer(ArrayRef<Transfer> transfers);

  LogicalResult emitBarrierOrRegion(Operation *op);
  LogicalResult emitDispatchMesh(DispatchMeshOp op);
  LogicalResult emitIf(scf::IfOp op);
  LogicalResult emitFor(scf::ForOp op);
  LogicalResult emitWhile(scf::WhileOp op);

  /// Whether loops and branches around barriers carry the value as one number, which
  /// waves have as one.
  bool isGroupValue(Value value) const {
    return uniformity.get(value).isGroupUniform() &&
           frame.strides->isUniform(value);
  }
  /// The number that all waves have, or that of the first wave.
  Value getGroupScalar(Value value);
  void setGroupScalar(Value value, Value scalar) {
    frame.values[value] = {LaneValue{scalar}};
  }

  void addSlot(Value value);
  /// `value` is kept where `other` is. Copied first: a new entry may move the others.
  void shareSlots(Value value, Value other) {
    SmallVector<Slot, 1> shared = slots.find(other)->second;
    slots[value] = std::move(shared);
  }
  Type getSlotType(const Slot &slot) const;
  Value getSlotPlace(int64_t offset);
  Lanes loadSlots(Value value);
  void storeSlots(const WaveEmitter &wave, const Lanes &lanes, Value as);

  Frame &frame;
  OpBuilder &builder;
  Value slotBase;
  LLVM::ConstantOp waveBytes;
  UniformityAnalysis uniformity;
  llvm::DenseSet<Value> written;
  DenseMap<Value, SmallVector<Slot, 1>> slots;
  SmallVector<std::pair<Value, int64_t>> localArrays;
  int64_t size = 0;
  /// The memory of the wave that runs; null outside of waves, which means the first.
  Value waveMemory;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H
