//===- CompleteBinary.cpp - Completes the serializer's binary -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "Words.h"

#include "WaveDialect/Conversion/SPIRVNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
constexpr uint32_t kDecorationSpecId = 1, kDecorationLinkageAttributes = 41,
                   kDecorationNoContraction = 42;
// Of GLSL.std.450.
constexpr uint32_t kFMin = 37, kFMax = 40, kNMin = 79, kNMax = 80;
constexpr uint32_t kModeLocalSizeId = 38, kModeMaximallyReconverges = 6023;
constexpr uint32_t kCapabilityLinkage = 5, kScopeSubgroup = 3,
                   kImageOperandLod = 2;

/// The parts that must be found before any change.
struct Parts {
  uint32_t entryPoint = 0;
  /// The specialization constant of the wave size, and its type.
  uint32_t waveSize = 0, waveSizeType = 0;
  /// The imported functions that represent OpGroupNonUniformBroadcastFirst.
  llvm::DenseSet<uint32_t> broadcastFirst;
  /// The imported functions that represent OpImageTexelPointer,
  /// OpImageQuerySizeLod and OpImageFetch.
  llvm::DenseSet<uint32_t> texelPointer, imageSize, imageFetch;
  bool isImport(uint32_t function) const {
    return broadcastFirst.contains(function) ||
           texelPointer.contains(function) || imageSize.contains(function) ||
           imageFetch.contains(function);
  }
  /// The results of FMin and FMax that represent NMin and NMax.
  llvm::DenseSet<uint32_t> numbers;
};
} // namespace

/// Whether every instruction has a length and ends within the binary.
static bool isWellFormed(ArrayRef<uint32_t> words) {
  if (words.size() < kHeaderWords)
    return false;
  size_t place = kHeaderWords;
  while (place < words.size()) {
    uint32_t length = words[place] >> 16;
    if (length == 0 || length > words.size() - place)
      return false;
    place += length;
  }
  return true;
}

static Parts findParts(ArrayRef<uint32_t> words,
                       uint32_t waveSizeId = kWaveSizeSpecId) {
  Parts parts;
  llvm::DenseMap<uint32_t, uint32_t> types;
  llvm::DenseSet<uint32_t> marked;
  forEachInstruction(words, [&](Instruction i) {
    switch (getOpcode(i)) {
    case OpEntryPoint:
      parts.entryPoint = i[2];
      break;
    case OpDecorate:
      if (i[2] == kDecorationSpecId && i[3] == waveSizeId)
        parts.waveSize = i[1];
      if (i[2] == kDecorationLinkageAttributes)
        for (auto [prefix, functions] :
             {std::pair(kBroadcastFirstPrefix, &parts.broadcastFirst),
              std::pair(kTexelPointerPrefix, &parts.texelPointer),
              std::pair(kImageSizePrefix, &parts.imageSize),
              std::pair(kImageFetchPrefix, &parts.imageFetch)})
          if (getString(i, 3).starts_with(prefix))
            functions->insert(i[1]);
      if (i[2] == kDecorationNoContraction)
        marked.insert(i[1]);
      break;
    case OpExtInst:
      if ((i[4] == kFMin || i[4] == kFMax) && marked.contains(i[2]))
        parts.numbers.insert(i[2]);
      break;
    case OpConstant:
    case OpSpecConstant:
      types[i[2]] = i[1];
      break;
    default:
      break;
    }
  });
  parts.waveSizeType = types.lookup(parts.waveSize);
  return parts;
}

LogicalResult wave::completeBinary(SmallVectorImpl<uint32_t> &words,
                                   int64_t numWaves, uint32_t waveSizeId,
                                   std::string &error) {
  if (!isWellFormed(words)) {
    error = "the binary ends within an instruction";
    return failure();
  }
  Parts parts = findParts(words, waveSizeId);
  if (!parts.entryPoint) {
    error = "the binary has no entry point";
    return failure();
  }
  if (numWaves && !parts.waveSizeType) {
    error = "the binary has no specialization constant for the wave size";
    return failure();
  }
  uint32_t bound = words[kBoundWord];
  uint32_t waves = bound++, one = bound++, threads = bound++;
  // An integer type for the scope constant: the type of the wave size, or the
  // first one defined.
  uint32_t scope = 0, scopeType = parts.waveSizeType;
  if (!parts.broadcastFirst.empty())
    scope = bound++;

  SmallVector<uint32_t> result(words.begin(), words.begin() + kHeaderWords);
  auto emit = [&](uint32_t opcode, ArrayRef<uint32_t> operands) {
    appendInstruction(result, opcode, operands);
  };
  bool scopeDone = scope == 0, inImport = false;
  forEachInstruction(words, [&](Instruction i) {
    uint32_t opcode = getOpcode(i);
    // Remove imported functions, their names and their linkage.
    if (opcode == OpFunction)
      inImport = parts.isImport(i[2]);
    if (inImport) {
      inImport = opcode != OpFunctionEnd;
      return;
    }
    if ((opcode == OpName || opcode == OpDecorate) && parts.isImport(i[1]))
      return;
    if (opcode == OpCapability && i[1] == kCapabilityLinkage)
      return;
    if (opcode == OpFunctionCall && parts.broadcastFirst.contains(i[3])) {
      emit(OpGroupNonUniformBroadcastFirst, {i[1], i[2], scope, i[4]});
      return;
    }
    if (opcode == OpFunctionCall && parts.texelPointer.contains(i[3])) {
      emit(OpImageTexelPointer, {i[1], i[2], i[4], i[5], i[6]});
      return;
    }
    if (opcode == OpFunctionCall && parts.imageSize.contains(i[3])) {
      emit(OpImageQuerySizeLod, {i[1], i[2], i[4], i[5]});
      return;
    }
    if (opcode == OpFunctionCall && parts.imageFetch.contains(i[3])) {
      emit(OpImageFetch, {i[1], i[2], i[4], i[5], kImageOperandLod, i[6]});
      return;
    }
    if (opcode == OpDecorate && i[2] == kDecorationNoContraction &&
        parts.numbers.contains(i[1]))
      return;
    llvm::append_range(result, i);
    if (opcode == OpExtInst && parts.numbers.contains(i[2])) {
      uint32_t &function = result[result.size() - i.size() + 4];
      function = function == kFMin ? kNMin : kNMax;
    }
    if (opcode == OpEntryPoint && numWaves)
      emit(OpExecutionModeId,
           {parts.entryPoint, kModeLocalSizeId, threads, one, one});
    if (!scopeDone && opcode == OpTypeInt && i[2] == 32 &&
        (!scopeType || i[1] == scopeType)) {
      emit(OpConstant, {i[1], scope, kScopeSubgroup});
      scopeDone = true;
    }
    if (opcode == OpSpecConstant && i[2] == parts.waveSize && numWaves) {
      uint32_t type = parts.waveSizeType;
      emit(OpConstant, {type, waves, static_cast<uint32_t>(numWaves)});
      emit(OpConstant, {type, one, 1});
      emit(OpSpecConstantOp, {type, threads, OpIMul, parts.waveSize, waves});
    }
  });
  if (!scopeDone) {
    error = "the binary has no 32-bit integer type for a scope";
    return failure();
  }
  result[kBoundWord] = bound;
  words = std::move(result);
  return success();
}

void wave::addMaximalReconvergence(SmallVectorImpl<uint32_t> &words) {
  if (!isWellFormed(words))
    return; // The validator reports such a binary.
  uint32_t entryPoint = findParts(words).entryPoint;
  SmallVector<uint32_t> name;
  appendString(name, "SPV_KHR_maximal_reconvergence");
  SmallVector<uint32_t> result(words.begin(), words.begin() + kHeaderWords);
  bool extensionDone = false, modeDone = false, afterEntryPoint = false;
  forEachInstruction(words, [&](Instruction i) {
    uint32_t opcode = getOpcode(i);
    // Extensions follow the capabilities; modes follow the entry point.
    if (!extensionDone && opcode != OpCapability) {
      appendInstruction(result, OpExtension, name);
      extensionDone = true;
    }
    if (!modeDone && afterEntryPoint) {
      appendInstruction(result, OpExecutionMode,
                        {entryPoint, kModeMaximallyReconverges});
      modeDone = true;
    }
    afterEntryPoint |= opcode == OpEntryPoint;
    llvm::append_range(result, i);
  });
  words = std::move(result);
}
