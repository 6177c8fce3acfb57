//===- NVVMKernel.h - A kernel during its lowering to NVVM --- -*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMKERNEL_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMKERNEL_H

#include "../ArgumentLayout.h"

#include "WaveDialect/Analysis/GroupsharedOrder.h"
#include "WaveDialect/Analysis/TensorMaps.h"
#include "WaveDialect/Conversion/NVVMLimits.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::wave::nvvm {

/// The lanes of every wave of an NVIDIA GPU.
constexpr int32_t kWaveSize = 32;
/// The most threads of a block.
constexpr int64_t kMaxThreads = 1024;

/// The address spaces of LLVM's NVPTX target.
enum class AddressSpace : unsigned { Generic = 0, Global = 1, Shared = 3 };

/// The places of tensor maps in the constants, behind all other fields: the maps, which
/// have the alignment of their own, and for each a word that is 0 where the host has not
/// made it.
struct TensorMapPlaces {
  static constexpr unsigned kBytes = 128, kAlignment = 64;

  TensorMapPlaces(unsigned constantBytes, size_t count)
      : start(llvm::alignTo(constantBytes, kAlignment)), count(count) {}
  unsigned getMap(size_t number) const { return start + kBytes * number; }
  unsigned getFlag(size_t number) const { return getMap(count) + 4 * number; }
  unsigned getEnd() const { return getFlag(count); }

  unsigned start;
  size_t count;
};

/// The `llvm.func` that a kernel becomes, with the values that it computes once at its
/// entry: arguments, addresses, numbers of the machine, and constants. They dominate
/// all uses.
class NVVMKernel {
public:
  /// Creates the module of the kernel and, in it, the function without the body. No
  /// operation of `function` may have been lowered yet.
  NVVMKernel(FuncOp function, ArgumentLayout layout,
             SmallVector<TensorMap> tensorMaps, StringRef sm);

  /// The value of a scalar or vector argument.
  Value getScalar(unsigned argument);
  /// The address of memory: a resource, a groupshared array or a local array.
  Value getPointer(Value memory);
  /// The order of the elements of an array; null for the usual one.
  const Swizzle *getSwizzle(Value memory) const {
    auto found = swizzles.find(memory);
    return found == swizzles.end() ? nullptr : &found->second;
  }
  /// The length of memory in scalars, an i32: that of a buffer from the constants, all
  /// others are known.
  Value getLength(Value memory);
  /// The number of groups that the host has passed, an i32.
  Value getGroupCount(gpu::Dimension dimension);
  /// The width (0) or the height (1) of an image, an i32.
  Value getExtent(Value image, unsigned dimension);
  /// A copy that the machine makes as a whole: the number of its tensor map, the pipe
  /// whose stage the wave commits next, and which operand of the product that is the base
  /// numbers the layer.
  struct TensorCopy {
    size_t map;
    Value pipe;
    std::optional<unsigned> layerOperand;
  };
  /// Returns null for other copies.
  const TensorCopy *getTensorCopy(AsyncCopyOp copy) const {
    auto found = tensorCopies.find(copy);
    return found == tensorCopies.end() ? nullptr : &found->second;
  }
  /// The number of the tensor map by which tiles are copied to an array; none if there may
  /// be other copies.
  std::optional<size_t> getTensorMapOf(Value array) const {
    auto found = mapsOfArrays.find(array);
    if (found == mapsOfArrays.end())
      return std::nullopt;
    return found->second;
  }
  /// The address of a tensor map, and whether the host has made it, an i32.
  Value getTensorMap(size_t number);
  Value getTensorMapFlag(size_t number);
  const ResourceBinding &getResource(Value argument) const {
    return layout.getResource(cast<BlockArgument>(argument).getArgNumber());
  }
  /// The alignment in bytes that the host guarantees for a resource.
  uint64_t getAlignment(Value argument) const;
  /// The address of a table of constants.
  Value getTable(ElementsAttr table);

  /// A special register of the machine, an i32.
  template <typename OpT>
  Value getRegister() {
    Value &value = registers[TypeID::get<OpT>()];
    if (!value) {
      OpBuilder builder = getEntryBuilder();
      value = OpT::create(builder, function.getLoc(), builder.getI32Type());
    }
    return value;
  }
  /// CUDA numbers the lanes of a wave, and the waves of a block, in the order of its
  /// threads. Of an index that is computed, the compilers know more than of a register.
  Value getLaneIndex();
  /// The thread's linear index: blocks are launched in one dimension.
  Value getThread() { return getRegister<NVVM::ThreadIdXOp>(); }
  /// The lanes before this one, one bit each.
  Value getEarlierLanes() { return getRegister<NVVM::LaneMaskLtOp>(); }
  /// The index of the wave in its group.
  Value getWaveIndex();

  /// All lanes, as a mask.
  Value getAllLanes() { return getConstant(int32_t(-1)); }
  /// The mask of the lanes that exist in this wave: the last wave of a `num_threads`
  /// kernel may be partial.
  Value getEntryMask();

  Value getConstant(int32_t value);
  Value getConstant(TypedAttr value);

  /// A pipe: barriers of the machine for each stage, and what each lane counts.
  struct Pipe {
    int32_t stages = 0;
    /// The addresses of arrays with a barrier for each stage: a phase of a barrier ends
    /// when all producers have committed the stage, or all consumers have released it.
    Value full, empty;
    /// The addresses of the lane's numbers: of the use that its wave enters next, modulo
    /// twice the stages, and of the one that it leaves next, modulo the stages. The
    /// second is null for one stage.
    Value entered, left;
    /// Whether waves that arrive there may have asynchronous copies: then each of their
    /// lanes arrives when its copies end, in addition to the wave.
    bool fullHasCopies = false, emptyHasCopies = false;
  };
  /// Creates the barriers and numbers of all pipes. The first thread initializes the
  /// barriers at the entry, and the group waits for it there.
  void createPipes();
  const Pipe &getPipe(Value pipe) const { return pipes.find(pipe)->second; }

  /// The barriers of one set of waves.
  struct WavesBarrier {
    /// The number of the machine's barrier, and the threads that wait there; 0 if lanes
    /// of a wave may be missing: then a barrier in groupshared memory counts waves.
    int32_t number = 0, threads = 0;
    /// The addresses of this barrier, and of the parity that the lane waits for next.
    Value memory, parity;
  };
  /// Creates the barriers of sets of waves that are in groupshared memory, as
  /// `createPipes` does.
  void createWavesBarriers();
  const WavesBarrier &getWavesBarrier(WavesBarrierOp op) const;

  /// Creates a number of the lane, with the value 0; LLVM turns it into a value.
  Value createNumber(OpBuilder &builder, Location loc);

  /// Whether waves start asynchronous copies.
  bool hasCopies() const { return copiers.any(); }

  /// The threads of a block.
  int64_t countThreads();
  int64_t countWaves();

  /// One step of a `LaneChain`: whether the lane to read exists, and its index
  /// or any other lane's.
  using ChainStep = std::pair<Value, Value>;
  /// The steps of a chain, which cost shuffles, and where they were computed.
  struct Chain {
    Block *block = nullptr;
    SmallVector<ChainStep> steps;
  };
  /// The chains by the mask of their lanes.
  DenseMap<Value, Chain> chains;
  /// The ballots by their mask and predicate.
  DenseMap<std::pair<Value, Value>, Value> ballots;

  /// Code at the kernel's entry.
  OpBuilder getEntryBuilder();

  /// States the registers with which each lane starts.
  void setRegisters(unsigned registers);

  /// Moves the lowered body into the new function and erases the old one.
  ModuleOp finish();

  /// The bytes of groupshared memory whose size the launch states.
  int64_t getDynamicBytes() const { return dynamicBytes; }

  FuncOp function;
  const ArgumentLayout layout;
  /// The oldest GPU that runs the code.
  const StringRef sm;

private:
  void createFunction();
  DenseMap<Operation *, TensorCopy> findTensorCopies();
  /// The address `offset` bytes behind the start of the constants.
  Value getConstantPlace(OpBuilder &builder, unsigned offset);
  /// Loads a scalar of the constants, `offset` bytes from their start.
  Value loadConstant(unsigned offset, Type type);
  Value loadField(const ConstantField &field, unsigned component);
  LLVM::GlobalOp addGlobal(StringRef prefix, LLVM::LLVMArrayType type,
                           AddressSpace space, unsigned alignment);
  Value createArray(Operation *memory);
  /// Memory of the group, aligned as its arrays are: a variable, or a part of the
  /// dynamic memory.
  Value createShared(Location loc, StringRef prefix, LLVM::LLVMArrayType type,
                     int64_t bytes);
  Pipe createPipe(PipeOp op);
  bool startsCopies(ArrayRef<int32_t> waves) const;

  /// The waves that may start asynchronous copies; the last one may represent those
  /// behind it.
  const llvm::SmallBitVector copiers;
  const SmallVector<TensorMap> tensorMaps;
  const TensorMapPlaces mapPlaces;
  const DenseMap<Value, Swizzle> swizzles;
  DenseMap<Value, size_t> mapsOfArrays;
  const DenseMap<Operation *, TensorCopy> tensorCopies;
  const unsigned arrayAlignment;
  /// By the index of the resource.
  const SmallVector<uint64_t> alignments;
  ModuleOp module;
  LLVM::LLVMFuncOp kernel;
  /// The parameter that holds the constants; null if there are none.
  Value constantsBlock;
  Value laneIndex, waveIndex, entryMask;
  DenseMap<unsigned, Value> scalars;
  DenseMap<Value, Value> pointers;
  DenseMap<Value, Pipe> pipes;
  /// By the set, as an attribute.
  llvm::MapVector<Attribute, WavesBarrier> wavesBarriers;
  DenseMap<std::pair<unsigned, Type>, Value> loaded;
  DenseMap<TypeID, Value> registers;
  DenseMap<Attribute, Value> constants;
  llvm::MapVector<ElementsAttr, Value> tables;
  unsigned globals = 0;
  /// Whether the launch states the size of the group's memory.
  const bool hasDynamicShared;
  /// The start of this memory, and how many of its bytes have an owner.
  Value dynamicShared;
  int64_t dynamicBytes = 0;
};

/// Each function lowers one family of operations under the mask of the active lanes
/// (null if no operation needs it). It returns true if it replaced `op`, false if `op`
/// is not of the family, and failure after an error.
FailureOr<bool> lowerNumber(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerLaneOperation(Operation *op, NVVMKernel &kernel,
                                   Value mask);
FailureOr<bool> lowerMemoryAccess(Operation *op, NVVMKernel &kernel,
                                  Value mask);
FailureOr<bool> lowerAtomic(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerAsyncCopy(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerPipe(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerWavesBarrier(Operation *op, NVVMKernel &kernel,
                                  Value mask);
FailureOr<bool> lowerImage(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerMatrix(Operation *op, NVVMKernel &kernel, Value mask);
FailureOr<bool> lowerMath(Operation *op, NVVMKernel &kernel, Value mask);

/// Lowers the operations of the kernel's body and computes the masks of its control
/// flow.
LogicalResult lowerBody(NVVMKernel &kernel);

/// Replaces loops that cannot stay: those whose induction variable may wrap around, and
/// those with operations on lanes that lanes leave in different iterations.
void replaceLoops(FuncOp kernel);

/// Rounds the elements of pairs of f16 or bf16 together. Must run after the body is lowered.
void packRoundings(Operation *root);

/// Returns the manifest of the kernel; must run before the body is lowered.
DictionaryAttr describeNVVMKernel(FuncOp kernel, const ArgumentLayout &layout,
                                  ArrayRef<TensorMap> tensorMaps, StringRef sm);

/// Returns for each resource the alignment in bytes that the host guarantees: the largest
/// power of two that divides the size of an element, at most that of the widest access.
/// Atomics of 64 bits on elements of 32 need 8. Must run before the body is lowered.
SmallVector<uint64_t> getAlignments(FuncOp kernel,
                                    const ArgumentLayout &layout);

/// The alignment in bytes of the groupshared arrays of a kernel with these orders.
unsigned getArrayAlignment(const DenseMap<Value, Swizzle> &swizzles);

/// Whether the machine reduces floats of a wave.
bool hasFloatReductions(StringRef sm);

/// Whether the machine lets lanes sleep that wait for a barrier in memory; otherwise they
/// test it.
bool hasWaitsForBarriers(StringRef sm);

/// Whether the machine moves registers between waves.
bool movesRegisters(StringRef sm);

/// Moves registers from waves that bring data to waves that keep large matrices. Returns
/// the registers with which a lane must start, or 0 where none are moved. Must run before
/// the body is lowered.
unsigned shareRegisters(FuncOp kernel, StringRef sm);

/// The bytes of a barrier in groupshared memory.
inline constexpr unsigned kBarrierBytes = 8;

/// The alignment in bytes of local arrays and tables, and of groupshared arrays without a
/// swizzle.
inline constexpr unsigned kArrayAlignment = 16;

/// The sets of waves with a barrier that lanes of a wave may not reach, because they have
/// returned. The machine waits for all lanes of a wave at its own barriers, so theirs are
/// in groupshared memory.
llvm::SmallSetVector<Attribute, 4> findSetsOfPartialWaves(FuncOp kernel);

/// The bytes of all groupshared arrays and of barriers in groupshared memory, each
/// aligned.
int64_t countGroupsharedBytes(FuncOp kernel, StringRef sm);

/// Reports a GPU that no code can be made for.
LogicalResult verifyGPU(FuncOp kernel, StringRef sm);
/// Reports more groupshared memory than a block of the GPU has.
LogicalResult verifyGroupshared(FuncOp kernel, StringRef sm);
/// Whether the groupshared memory is more than variables may have.
bool hasDynamicGroupshared(FuncOp kernel, StringRef sm);

} // namespace mlir::wave::nvvm

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMKERNEL_H
