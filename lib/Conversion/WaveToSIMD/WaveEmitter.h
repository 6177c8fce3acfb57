//===- WaveEmitter.h - Vector code of one wave ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the kernel's operations in program order with the mask of the active
// lanes, and emits scalars for uniform values and vectors for other values. At
// least one lane is always active: code that lanes may skip is under a test of
// the mask.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H

#include "Elementwise.h"
#include "LaneBuilder.h"
#include "LaneValue.h"
#include "MatrixStorage.h"
#include "Records.h"

#include "WaveDialect/Analysis/LaneStrides.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave::simd {

struct LoopTests;

/// The context for emitting a wave: the facts about the kernel, and the values
/// that the function computes before any wave runs.
struct Frame {
  /// Mutable because the accessors of FuncOp are not const.
  mutable FuncOp kernel;
  int64_t lanes = 0;
  bool placed = false;
  /// Whether the code reports to a checker.
  bool checked = false;
  /// The numbers of the kernel's pipes.
  DenseMap<Value, int64_t> pipes;
  Machine machine;
  const LaneStrides *strides = nullptr;
  /// The strides within pieces of a wave as long as a register; null if a wave
  /// is not longer than a register.
  const LaneStrides *pieceStrides = nullptr;
  int64_t pieceLanes = 0;
  /// Accesses of groupshared and local arrays and of tables that are proved to be
  /// in bounds.
  llvm::DenseSet<Operation *> inBounds;
  Records records;

  /// Scalar and vector arguments and constants of the whole launch.
  DenseMap<Value, Lanes> values;
  /// Pointers to the kernel's memory, including images, by argument or array; for
  /// a table of constants by the result of the lookup.
  DenseMap<Value, Value> pointers;
  /// The places of matrices, and the current wave's memory for them.
  MatrixStorage matrices;
  Value matrixMemory;
  /// Lengths of buffers, in scalars.
  DenseMap<Value, Value> lengths;
  /// The width and the height of each image, and the number of layers of an array.
  DenseMap<Value, SmallVector<Value, 3>> extents;
  std::array<Value, 3> groupId, groupCount;
  /// The number of waves to run, unless the launch determines it.
  std::optional<int64_t> knownWaves;
  /// The most instructions that unrolled waves or trips take.
  int64_t unrollCost = 0;
  /// The number of waves to run, and the number that the kernel reads.
  Value waves, waveCount;
  /// The threads by wave and lane, if the kernel is placed.
  Value waveTable;
  Value cancelFlag;
  /// The checker; null unless the run is checked.
  Value checker;
  /// The wave that a call runs, if `runsOneWave`; null otherwise.
  Value calledWave;
  /// The host's arrays for the dispatches of amplification groups, and the
  /// number of this group.
  Value meshCounts, meshPayload, groupNumber;
  /// The block that contains the stack slots.
  Block *entry = nullptr;
  /// The different sets of waves of barriers; the runtime numbers them after the
  /// pipes.
  SmallVector<SmallVector<int32_t>> sets;

  /// Whether each call runs one wave, on a stack of its own: waves that wait let
  /// others run.
  bool runsOneWave() const { return checked || hasWaits(); }
  /// Whether waves wait for some waves of the group.
  bool hasWaits() const { return !pipes.empty() || !sets.empty(); }
};

/// The line of an operation in the kernel's source file; 0 if it has none.
int64_t getLine(Operation *op);

/// Fetches the cache line that is `bytes` behind `address`, which need not be memory of
/// the program.
void prefetchBehind(OpBuilder &builder, Location loc, Value address,
                    int32_t bytes, bool toWrite);

/// Returns the address of an element, or a vector of addresses if `index` is a
/// vector.
Value getPlace(OpBuilder &builder, Location loc, Value pointer, Type element,
               Value index);
unsigned getBytes(Type type);
/// Returns `lanes` elements of a vector, starting at `first`; null for null.
Value takePiece(OpBuilder &builder, Location loc, Value vector, int64_t first,
                int64_t lanes);

class WaveEmitter {
public:
  WaveEmitter(const Frame &frame, OpBuilder &builder)
      : frame(frame), builder(builder) {}

  /// Sets a value that is known: a value of the group, or one from another
  /// stretch.
  void set(Value value, Lanes lanes) { values[value] = std::move(lanes); }
  const Lanes &get(Value value) const;
  bool contains(Value value) const {
    return values.contains(value) || frame.values.contains(value);
  }

  /// Starts a wave with its index in the group, and computes the mask of its
  /// lanes (null for all lanes).
  void enterWave(Value index);
  Value getEntryMask() const { return entryMask; }

  /// Emits one operation of the kernel and sets its results.
  LogicalResult emit(Operation *op, Value mask);
  LogicalResult emitBlock(Block &block, Value mask);

  /// Returns the uniform scalar, or the scalar of lane 0.
  Value getScalar(Value value) const { return get(value).front().value; }
  /// The value that all active lanes have: a condition that only retired lanes leave
  /// makes a vector of it.
  Value getOfWave(Value value, Value mask, Location loc);
  Value getVector(Value value) const { return toVector(get(value).front()); }
  Value toVector(const LaneValue &lanes) const;
  /// Returns `value` in the representation that the analysis fixes for `as`.
  Value getCarried(Value value, Value as) const;
  SmallVector<Value> getCarried(ValueRange values, ValueRange as) const;
  /// Returns the type of that representation of `value`.
  Type getCarriedType(Value value) const;
  SmallVector<Type> getCarriedTypes(ValueRange values) const;
  LaneValue fromCarried(Value carried, Value as) const;
  /// Sets each of `olds` to the value carried for it.
  void setCarried(ValueRange olds, ValueRange carried);

  /// Returns `condition` and not the launch's cancel flag.
  Value isGoingOn(Value condition, Location loc);

private:
  /// The memory that counted lanes write, one element after the other.
  struct CompactedRange {
    /// The index of the first element.
    Value first;
    /// The bits of the counted lanes.
    Value lanes;
    /// Whether the range is in a buffer, and not in an array of the kernel.
    bool isInBuffer;
    /// The number of elements of the array; 0 if each index is in bounds.
    int64_t length = 0;
  };
  /// An index, and whether the lanes of each piece are contiguous.
  struct Place {
    LaneValue index;
    bool isPiecewise = false;
    /// Whether the element exists even if no lane is active.
    bool isInBounds = false;
    /// For stores at counted indices.
    std::optional<CompactedRange> range;
  };

  // Operations by concern; these return nothing if `op` is not of that concern.
  std::optional<LogicalResult> emitNumber(Operation *op);
  std::optional<LogicalResult> emitLaneOperation(Operation *op, Value mask);
  std::optional<LogicalResult> emitVector(Operation *op);
  std::optional<LogicalResult> emitMemory(Operation *op, Value mask);
  LogicalResult emitElementwise(Operation *op);
  // Control flow.
  LogicalResult emitIf(scf::IfOp op, Value mask);
  LogicalResult emitUniformIf(scf::IfOp op, Value condition, Value mask);
  Operation *getGuardedLoad(scf::IfOp op) const;
  LogicalResult emitGuardedLoad(scf::IfOp op, Operation *load, Value condition,
                                Value mask);
  LogicalResult emitFlatIf(scf::IfOp op, Value condition, Value mask);
  LogicalResult emitSides(scf::IfOp op, Value condition, Value mask);
  LogicalResult emitWholeIf(scf::IfOp op, Value condition, Value mask,
                            bool isCheap);
  arith::CmpIOp getRangeTest(Value decision) const;
  Value isWhole(Value decision, Value condition, Value mask, Location loc);
  LogicalResult emitFor(scf::ForOp op, Value mask);
  LogicalResult emitUnrolled(scf::ForOp op, int64_t trips, Value mask);
  LogicalResult emitTrips(scf::ForOp op, Value mask);
  Value emitLoopTests(scf::ForOp op, const LoopTests &found);
  LogicalResult emitTestedFor(scf::ForOp op, const LoopTests &found,
                              Value mask);
  LogicalResult emitProvedIf(scf::IfOp op, Value mask);
  LogicalResult emitWhile(scf::WhileOp op, Value mask);
  LogicalResult emitUniformWhile(scf::WhileOp op, Value mask);
  LogicalResult emitDivergentWhile(scf::WhileOp op, Value mask);
  FailureOr<scf::WhileOp> emitJointTrips(scf::WhileOp op, ArrayRef<Value> inits,
                                         Value mask, bool returnsCarried,
                                         function_ref<Value(Value)> stays);
  FailureOr<SmallVector<Value>> emitWholeTrips(scf::WhileOp op,
                                               ArrayRef<Value> inits);
  bool isCheap(Block &block, int64_t &budget) const;
  // Masks that loops carry.
  Type getMaskType() const;
  Value packMask(Value mask, Location loc) const;
  Value unpackMask(Value packed, Location loc) const;
  // Ids of threads.
  void placeThreads(Location loc);
  Lanes getThreadNumber(Operation *op, gpu::Dimension dimension);
  // Memory.
  ResultRange
  branchOnWhole(Value mask, TypeRange types, Location loc,
                function_ref<void(SmallVectorImpl<Value> &)> whole,
                function_ref<void(SmallVectorImpl<Value> &)> masked);
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
  // Stores at counted indices.
  LogicalResult emitPrefixCount(PrefixCountBitsOp op, Value mask);
  std::optional<CompactedRange> getCompactedRange(Value memory, Value index,
                                                  Location loc);
  Value moveToFront(Value piece, Value bits, Location loc);
  void storeCompacted(Value vector, Value pointer, const CompactedRange &range,
                      Location loc);
  Value isCompacted(const CompactedRange &range, Value mask, Value length,
                    Location loc);
  LogicalResult branchOnRange(Value isRange, Value vector, Value pointer,
                              const CompactedRange &range, Location loc,
                              function_ref<LogicalResult()> otherwise);
  std::optional<LogicalResult>
  emitGuardedCompactedStore(scf::IfOp op, Value condition, Value mask);
  void storeCompactedOrScatter(Value vector, Value pointer,
                               const CompactedRange &range, Value mask,
                               Location loc, function_ref<void()> scatter);
  // Memory that holds records.
  LogicalResult emitRecord(const Record &record, Operation *op, Value mask);
  Lanes loadRecord(Type type, Value pointer, LaneValue first, int64_t stride,
                   ArrayRef<bool> isUsed, Value mask, Location loc);
  SmallVector<Value, 4> loadWholeRecord(Type type, Value place, int64_t stride,
                                        ArrayRef<bool> isUsed, Location loc);
  void storeRecord(ArrayRef<LaneValue> components, Value pointer,
                   LaneValue first, Value mask, Location loc);
  void storeWholeRecord(ArrayRef<Value> components, Value place, Location loc);
  LogicalResult emitAtomic(Operation *op, Value mask);
  LogicalResult emitCoherent(Operation *op, Value mask);
  Value executeForLanes(
      ArrayRef<LaneValue> operands, Type result, Value mask, Location loc,
      llvm::function_ref<Value(Value place, ValueRange values)> execute,
      Value memory);
  void forEachLane(Value mask, Location loc,
                   llvm::function_ref<void(Value, bool)> execute,
                   int64_t lanesPerTrip = 1);
  // Operands that each lane computes itself.
  bool canRebuild(Value value, SmallVectorImpl<scf::IfOp> &guards,
                  unsigned &left) const;
  Value rebuild(Value value, Value lane, Location loc);
  void executeRebuilt(ArrayRef<Value> operands, Location loc,
                      int64_t lanesPerTrip,
                      function_ref<void(ValueRange)> execute,
                      function_ref<void()> otherwise);
  LogicalResult emitLookup(LookupOp op);
  LaneValue loadElement(Operation *op, Place place, Value mask);
  Type getTexelElement(Value image) const;
  Type getStoredType(Value memory) const;
  LaneValue narrow(LaneValue value, Type stored, Location loc) const;
  LaneValue widen(LaneValue bytes, bool isSigned, Location loc) const;
  LogicalResult emitImage(Operation *op, Value mask);
  LaneValue getTexel(Value image, ValueRange coordinates, Location loc);
  // Dispatch of mesh groups.
  LogicalResult emitDispatchMesh(DispatchMeshOp op, Value mask);
  Value getMeshCount(Value count, Value mask, Location loc);
  // Matrices.
  std::optional<LogicalResult> emitMatrix(Operation *op, Value mask);
  Value getMatrix(int64_t offset, Location loc);
  // Pipes.
  std::optional<LogicalResult> emitPipe(Operation *op);
  void emitMeeting(BarrierOp barrier);
  // Calls of the checker.
  LogicalResult emitCheck(CheckOp op, Value mask);
  LogicalResult emitAccessCheck(CheckOp op, Value mask);
  LogicalResult emitUniformCheck(CheckOp op, Value mask);
  std::array<Value, 2> getMaskWords(Value mask, Location loc);
  Value spill(Value vector, Value &slot, Location loc);
  Value spillStored(Value value, Type stored, Location loc);
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

  /// Gives `value` the lanes of `other`. Copies them first, because inserting
  /// an entry may move the others.
  void share(Value value, Value other) {
    Lanes lanes = get(other);
    values[value] = std::move(lanes);
  }

  const Frame &frame;
  OpBuilder &builder;
  DenseMap<Value, Lanes> values;
  /// The lanes that each count of this stretch counts, as bits.
  DenseMap<Operation *, Value> countedLanes;
  Value waveIndex, entryMask;
  /// Branches whose condition is true for all lanes.
  llvm::DenseSet<Operation *> provedTests;
  /// Bounds tests in the copy of a loop that runs if not all accesses are in bounds. That
  /// is seldom, so their branches have no second way without masks.
  llvm::DenseSet<Operation *> openTests;
  /// Cleared where stores at counted indices are scatters.
  bool usesRanges = true;
  /// Set in branches that execute even if no lane takes them.
  bool maskMayBeEmpty = false;
  /// Set in branches that execute only if not all lanes take them.
  bool maskIsPartial = false;
  /// The linear thread numbers of a placed wave.
  Value threads;
  /// Memory that the checker reads during a call.
  Value indexSlot, valueSlot;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVEEMITTER_H
