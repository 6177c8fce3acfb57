//===- Wave.h - A wave that runs --------------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_WAVE_H
#define WAVEDIALECT_TEST_RUNDXIL_WAVE_H

#include "Launch.h"
#include "Matrices.h"
#include "Schedule.h"

namespace rundxil {

/// What the waves of a group have in common.
struct Group {
  const Kernel &kernel;
  const Program &program;
  Launch &launch;
  std::array<unsigned, 3> id{};
  /// Groupshared memory, and which bytes of it were written.
  std::vector<uint8_t> shared, sharedDefined;
};

/// What an amplification kernel dispatches.
struct MeshDispatch {
  uint32_t counts[3];
  std::vector<uint8_t> payload;
};

/// Runs its lanes together, each instruction for all active ones, until all
/// wait at a barrier or have returned.
class Wave {
public:
  Wave(Group &group, const ControlFlow &flow, Reconvergence reconvergence,
       unsigned index, uint64_t mostBlocks);

  enum class State { Ready, AtBarrier, Ended, Failed };

  /// Begins the kernel anew.
  void start();
  State run();

  State state() const { return current; }
  /// Where it waits.
  const Step *barrier() const { return waiting; }
  /// Of the wave that waits at a dispatch.
  const MeshDispatch &dispatch() const { return mesh; }
  const std::string &error() const { return message; }
  /// Whether lanes of it have returned while others have not.
  bool isPartlyDone() const { return alive.any() && !(alive == launched); }
  bool hasThreads() const { return launched.any(); }

private:
  //===--------------------------------------------------------------------===//
  // Registers: Wave.cpp
  //===--------------------------------------------------------------------===//

  uint64_t *values(Register place) { return &registers[place * waveSize]; }
  LaneMask &undefined(Register place) { return undefinedLanes[place]; }
  uint64_t *result(const Step &made) { return values(made.result); }
  uint64_t *operand(const Step &made, unsigned index) {
    return values(made.operands[index]);
  }
  bool isUndefined(const Step &made, unsigned index, unsigned lane) {
    return undefined(made.operands[index]).test(lane);
  }
  /// Of an operand that is a constant.
  uint64_t immediate(const Step &made, unsigned index) {
    return operand(made, index)[0];
  }
  /// Whether all lanes have no value for it: `undef` in the module.
  bool isAbsent(const Step &made, unsigned index) {
    return undefined(made.operands[index]) == LaneMask::firstLanes(waveSize);
  }
  void setUndefined(Register place, LaneMask lanes) {
    undefined(place) = (undefined(place) - active) | (lanes & active);
  }
  /// The result is undefined where an operand is, and where `more` says so.
  void spreadUndefined(const Step &made, LaneMask more = {});
  LaneMask undefinedOperands(const Step &made);
  /// Calls `body` with each active lane.
  template <typename Body>
  void eachLane(Body body) {
    for (unsigned lane : activeLanes)
      body(lane);
  }

  /// Stops the wave; false, so that a check can be returned.
  bool fail(const Step &made, const llvm::Twine &what);
  bool needDefined(const Step &made, unsigned index, llvm::StringRef what);
  bool failed() const { return current == State::Failed; }

  //===--------------------------------------------------------------------===//
  // LLVM's instructions: Wave.cpp, Arithmetic.cpp, Accesses.cpp
  //===--------------------------------------------------------------------===//

  void enterBlock(const Block &block);
  void leaveBlock(const Step &made);
  void execute(const Step &made);
  void executePhis(const Block &block);
  void executeSelect(const Step &made);
  void executeCall(const Step &made);

  bool executeArithmetic(const Step &made);
  bool executeInteger(const Step &made);
  bool executeFloat(const Step &made);
  bool executeCompare(const Step &made);
  bool executeCast(const Step &made);

  /// A place in memory, and which of its bytes are defined.
  struct Place {
    uint8_t *bytes = nullptr;
    uint8_t *defined = nullptr;
    bool isConstant = false;
  };
  Place find(const Step &made, unsigned lane, uint64_t pointer, unsigned bytes,
             uint64_t alignment);
  bool executeMemory(const Step &made);
  void executeAddress(const Step &made);
  void executeLoad(const Step &made);
  void executeStore(const Step &made);
  void executeAtomic(const Step &made);
  void executeCompareExchange(const Step &made);

  //===--------------------------------------------------------------------===//
  // dx.op functions
  //===--------------------------------------------------------------------===//

  /// ThreadOperations.cpp
  void executeThread(const Step &made);
  void executeBarrier(const Step &made);
  void executeDispatch(const Step &made);

  /// LaneOperations.cpp
  void executeLane(const Step &made);
  void executeVote(const Step &made);
  void executeRead(const Step &made);
  void executeReduction(const Step &made);
  void executePrefix(const Step &made);
  void executeMatch(const Step &made);
  void executeMultiPrefix(const Step &made);
  void executeQuad(const Step &made);
  void setAll(const Step &made, uint64_t value);

  /// MathOperations.cpp and BitOperations.cpp
  void executeMath(const Step &made);
  bool executeFloatMath(const Step &made);
  bool executeIntegerMath(const Step &made);
  bool executeConversion(const Step &made);
  void executeDot(const Step &made);

  /// Matrices.cpp
  void executeMatrix(const Step &made);
  void executeElement(const Step &made);
  void fillMatrix(const Step &made);
  void multiplyMatrices(const Step &made);
  void loadMatrix(const Step &made);
  void storeMatrix(const Step &made);
  /// All elements of an operand, row by row.
  std::vector<uint64_t> gatherMatrix(const Step &made, unsigned index);
  void scatterMatrix(const Step &made, llvm::ArrayRef<uint64_t> elements);
  /// Memory, offset, stride and layout are operands from `first` on.
  bool checkMatrixAccess(const Step &made, const MatrixShape &shape,
                         unsigned first);
  uint8_t *matrixPlace(const Step &made, const MatrixShape &shape,
                       unsigned first, unsigned element, bool writes);
  bool needSame(const Step &made, unsigned index, llvm::StringRef what);

  /// Handles.cpp
  struct Bound {
    const Resource *resource = nullptr;
    Memory *memory = nullptr;
  };
  void executeResource(const Step &made);
  void createHandle(const Step &made);
  void annotateHandle(const Step &made);
  /// What the lane's handle stands for; fails where the operation does not fit
  /// it.
  Bound boundTo(const Step &made, unsigned lane, bool writes);

  /// Buffers.cpp
  /// Where an access lies; absent out of bounds.
  std::optional<uint64_t> elementPlace(const Step &made, unsigned lane,
                                       const Bound &bound, unsigned index,
                                       unsigned bytes, uint64_t alignment);
  void loadBuffer(const Step &made);
  void storeBuffer(const Step &made);
  void loadRow(const Step &made);
  void executeBufferAtomic(const Step &made);
  void getDimensions(const Step &made);
  uint64_t loadElement(const Memory &memory, uint64_t place, Scalar type);
  void storeElement(Memory &memory, uint64_t place, Scalar type,
                    uint64_t value);
  unsigned elementBytes(const Step &made) const;

  /// Images.cpp
  void loadImage(const Step &made);
  void storeImage(const Step &made);
  bool checkComponent(const Step &made, const Bound &bound);
  bool checkLayer(const Step &made, const Bound &bound, unsigned index);
  std::optional<uint64_t> texelPlace(const Step &made, unsigned lane,
                                     const Memory &image, unsigned first);

  Group &group;
  const Program &program;
  unsigned waveSize;
  unsigned index;
  uint64_t mostBlocks, blocksLeft = 0;
  std::unique_ptr<Schedule> schedule;

  std::vector<uint64_t> registers;
  std::vector<LaneMask> undefinedLanes;
  /// Local memory lane by lane.
  std::vector<uint8_t> local, localDefined;
  /// The elements that a lane has of a matrix; values of matrices are indices into it.
  std::vector<std::vector<uint64_t>> matrixParts;

  LaneMask launched, alive, active;
  llvm::SmallVector<uint8_t, mostLanes> activeLanes;
  unsigned previousBlocks[mostLanes] = {};
  unsigned targets[mostLanes] = {};

  State current = State::Ready;
  /// Where it goes on.
  unsigned block = 0, position = 0;
  bool isInBlock = false;
  const Step *waiting = nullptr;
  MeshDispatch mesh{};
  std::string message;
};

/// `a op b` as atomics have it, by the numbers of LLVM's atomicrmw.
uint64_t atomicResult(unsigned operation, Scalar type, uint64_t before,
                      uint64_t value);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_WAVE_H
