//===- Program.h - A kernel made ready to run -------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_PROGRAM_H
#define WAVEDIALECT_TEST_RUNDXIL_PROGRAM_H

#include "Kernel.h"
#include "Operations.h"
#include "llvm/IR/Instructions.h"

namespace rundxil {

/// A register holds one scalar of every lane. Structs take one a field.
using Register = unsigned;

/// An instruction with everything looked up.
struct Step {
  const llvm::Instruction *source;
  /// LLVM's number.
  unsigned opcode;
  /// Of the first operand, or of a dx.op call's overload.
  Scalar type = Scalar::I32;
  Scalar resultType = Scalar::I32;
  Register result = 0;
  /// A phi's are in the order of the block's predecessors; those of a dx.op
  /// call leave the opcode out.
  llvm::SmallVector<Register, 4> operands;
  /// Of a dx.op call.
  const Operation *operation = nullptr;
  /// Fields of a dx.op call's result that hold data.
  unsigned fields = 0;
  /// Of an address: each operand behind the first is multiplied and added.
  llvm::SmallVector<int64_t, 2> scales;
  /// Of an address: what is constant of it. Of an access: the alignment. Of a
  /// dispatch: the bytes of the payload.
  int64_t offset = 0;
  /// Of a branch: the blocks; a switch's default is the last.
  llvm::SmallVector<unsigned, 2> targets;
  /// Of a switch.
  llvm::SmallVector<uint64_t, 2> cases;
};

struct Block {
  const llvm::BasicBlock *source;
  llvm::SmallVector<unsigned, 4> predecessors;
  std::vector<Step> phis;
  /// The terminator is the last.
  std::vector<Step> instructions;
};

/// Something that pointers point into.
struct Object {
  enum Kind : uint8_t { Shared, Local, Constant };
  Kind kind;
  std::string name;
  uint64_t bytes;
  /// Where it starts among the objects of its kind.
  uint64_t start;
};

/// The number of registers, and what the constant ones hold.
struct ConstantRegister {
  Register index;
  uint64_t value;
  bool undefined;
};

struct Program {
  std::vector<Block> blocks;
  unsigned registers = 0;
  std::vector<ConstantRegister> constants;
  std::vector<Object> objects;
  uint64_t sharedBytes = 0, localBytes = 0;
  /// The bytes of constant objects, and which of them are defined.
  std::vector<uint8_t> constantBytes, constantDefined;
};

/// A pointer's payload.
inline uint64_t pointerTo(unsigned object, int64_t offset) {
  return (uint64_t(object) << 32) | static_cast<uint32_t>(offset);
}

/// Fails for what DXIL does not allow, or what is not run here.
llvm::Expected<Program> makeProgram(const Kernel &kernel);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_PROGRAM_H
