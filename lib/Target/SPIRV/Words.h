//===- Words.h - Instructions of a SPIR-V binary --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_SPIRV_WORDS_H
#define WAVEDIALECT_TARGET_SPIRV_WORDS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstring>

// A module is a header of five words and a list of instructions. Each starts
// with its length in words and its opcode. Source: the SPIR-V specification,
// sections 2.3 and 2.4 (layout), 3.6 (execution modes), 3.20 (decorations).

namespace mlir::wave {

enum Opcode : uint32_t {
  OpUndef = 1,
  OpName = 5,
  OpMemberName = 6,
  OpString = 7,
  OpLine = 8,
  OpExtension = 10,
  OpExtInst = 12,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpTypeInt = 21,
  OpTypePointer = 32,
  OpConstant = 43,
  OpSpecConstant = 50,
  OpSpecConstantOp = 52,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpImageTexelPointer = 60,
  OpDecorate = 71,
  OpImageFetch = 95,
  OpImageQuerySizeLod = 103,
  OpIMul = 132,
  OpPhi = 245,
  OpLoopMerge = 246,
  OpSelectionMerge = 247,
  OpLabel = 248,
  OpBranch = 249,
  OpBranchConditional = 250,
  OpSwitch = 251,
  OpReturn = 253,
  OpReturnValue = 254,
  OpUnreachable = 255,
  OpNoLine = 317,
  OpExecutionModeId = 331,
  OpGroupNonUniformBroadcastFirst = 338,
  OpEmitMeshTasksEXT = 5294,
};

constexpr uint32_t kHeaderWords = 5, kBoundWord = 3;

/// One instruction of a module.
using Instruction = ArrayRef<uint32_t>;

inline uint32_t getOpcode(Instruction instruction) {
  return instruction[0] & 0xffff;
}

inline uint32_t makeFirstWord(uint32_t opcode, uint32_t length) {
  return length << 16 | opcode;
}

template <typename FunctionT>
void forEachInstruction(ArrayRef<uint32_t> words, FunctionT function) {
  for (size_t place = kHeaderWords; place < words.size();
       place += words[place] >> 16)
    function(words.slice(place, words[place] >> 16));
}

inline void appendInstruction(SmallVectorImpl<uint32_t> &words, uint32_t opcode,
                              ArrayRef<uint32_t> operands) {
  words.push_back(makeFirstWord(opcode, operands.size() + 1));
  words.append(operands.begin(), operands.end());
}

/// A literal string: UTF-8, zero-terminated, four bytes per word.
inline StringRef getString(Instruction instruction, unsigned word) {
  return StringRef(reinterpret_cast<const char *>(instruction.data() + word));
}

/// A literal string ends at a zero byte, and an instruction has at most 65535
/// words: longer names are truncated.
inline void appendString(SmallVectorImpl<uint32_t> &operands, StringRef text) {
  constexpr size_t kMostBytes = 60000;
  text = text.take_until([](char c) { return c == 0; });
  if (text.size() > kMostBytes) {
    size_t end = kMostBytes;
    while (end > 0 && (text[end] & 0xc0) == 0x80) // Inside a UTF-8 character.
      --end;
    text = text.take_front(end);
  }
  size_t place = operands.size();
  operands.resize(place + text.size() / 4 + 1, 0);
  memcpy(operands.data() + place, text.data(), text.size());
}

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SPIRV_WORDS_H
