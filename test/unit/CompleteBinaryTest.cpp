//===- CompleteBinaryTest.cpp - Completion of SPIR-V binaries -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "spirv-tools/libspirv.hpp"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
using Words = SmallVector<uint32_t>;

/// The serializer's output for a num_waves kernel: a specialization constant
/// for the wave size, and an imported function for the first active lane's
/// value.
constexpr const char *kNumWaves = R"(
  OpCapability Shader
  OpCapability GroupNonUniformBallot
  OpCapability Linkage
  OpMemoryModel Logical GLSL450
  OpEntryPoint GLCompute %kernel "kernel" %lane
  OpName %kernel "kernel"
  OpName %first "wave_broadcast_first_i32"
  OpDecorate %size SpecId 0
  OpDecorate %lane BuiltIn SubgroupLocalInvocationId
  OpDecorate %first LinkageAttributes "wave_broadcast_first_i32" Import
  %void = OpTypeVoid
  %uint = OpTypeInt 32 0
  %pointer = OpTypePointer Input %uint
  %kernel_type = OpTypeFunction %void
  %first_type = OpTypeFunction %uint %uint
  %lane = OpVariable %pointer Input
  %size = OpSpecConstant %uint 32
  %first = OpFunction %uint None %first_type
  %value = OpFunctionParameter %uint
  OpFunctionEnd
  %kernel = OpFunction %void None %kernel_type
  %entry = OpLabel
  %number = OpLoad %uint %lane
  %same = OpFunctionCall %uint %first %number
  OpReturn
  OpFunctionEnd
)";

/// The serializer's output for a num_threads kernel, which has a fixed size and
/// needs no completion.
constexpr const char *kNumThreads = R"(
  OpCapability Shader
  OpMemoryModel Logical GLSL450
  OpEntryPoint GLCompute %kernel "kernel"
  OpExecutionMode %kernel LocalSize 8 1 1
  %void = OpTypeVoid
  %kernel_type = OpTypeFunction %void
  %kernel = OpFunction %void None %kernel_type
  %entry = OpLabel
  OpReturn
  OpFunctionEnd
)";

/// Assembles the text and keeps its ids.
Words assemble(const std::string &text) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  std::vector<uint32_t> words;
  std::string message;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *,
                               const spv_position_t &,
                               const char *text) { message += text; });
  EXPECT_TRUE(tools.Assemble(text, &words)) << message;
  return Words(words.begin(), words.end());
}

/// Returns the offsets of instructions with this opcode.
SmallVector<size_t> findAll(const Words &words, uint32_t opcode) {
  SmallVector<size_t> places;
  for (size_t place = 5; place < words.size(); place += words[place] >> 16)
    if ((words[place] & 0xffff) == opcode)
      places.push_back(place);
  return places;
}

enum : uint32_t {
  OpExtension = 10,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpConstant = 43,
  OpSpecConstant = 50,
  OpSpecConstantOp = 52,
  OpFunction = 54,
  OpFunctionCall = 57,
  OpExecutionModeId = 331,
  OpGroupNonUniformBroadcastFirst = 338
};
constexpr uint32_t kCapabilityLinkage = 5, kModeLocalSizeId = 38,
                   kModeMaximallyReconverges = 6023, kSubgroup = 3,
                   kMultiply = 132;
} // namespace

TEST(CompleteBinary, GroupSizeIsWavesTimesTheSpecializationConstant) {
  Words words = assemble(kNumWaves);
  std::string error;
  ASSERT_TRUE(succeeded(completeBinary(words, 4, /*waveSizeId=*/0, error)))
      << error;
  SmallVector<size_t> modes = findAll(words, OpExecutionModeId);
  ASSERT_EQ(modes.size(), 1u);
  const uint32_t *mode = &words[modes.front()];
  EXPECT_EQ(mode[0] >> 16, 6u);
  EXPECT_EQ(mode[1], words[findAll(words, OpEntryPoint).front() + 2]);
  EXPECT_EQ(mode[2], kModeLocalSizeId);
  EXPECT_EQ(mode[4], mode[5]);

  SmallVector<size_t> products = findAll(words, OpSpecConstantOp);
  ASSERT_EQ(products.size(), 1u);
  const uint32_t *product = &words[products.front()];
  EXPECT_EQ(product[2], mode[3]);
  EXPECT_EQ(product[3], kMultiply);
  EXPECT_EQ(product[4], words[findAll(words, OpSpecConstant).front() + 2]);
  bool foundWaves = false, foundOne = false;
  for (size_t place : findAll(words, OpConstant)) {
    foundWaves |= words[place + 2] == product[5] && words[place + 3] == 4;
    foundOne |= words[place + 2] == mode[4] && words[place + 3] == 1;
  }
  EXPECT_TRUE(foundWaves);
  EXPECT_TRUE(foundOne);
  std::string message;
  bool isComplete = false;
  EXPECT_TRUE(succeeded(validateBinary(words, message, &isComplete)))
      << message;
  EXPECT_TRUE(isComplete);
}

TEST(CompleteBinary, AnUnknownCapabilityLeavesTheBinaryToMLIR) {
  // BFloat16TypeKHR alone, which is not a valid module; only a validator that does
  // not know the capability accepts it.
  const uint32_t words[] = {0x07230203, 0x00010600,   0,   1,
                            0,          2 << 16 | 17, 5116};
  std::string message;
  bool isComplete = false;
  const bool isAccepted =
      succeeded(validateBinary(words, message, &isComplete));
  EXPECT_NE(isAccepted, isComplete);
}

TEST(CompleteBinary, ImportedFunctionBecomesBroadcastFirst) {
  Words words = assemble(kNumWaves);
  std::string error;
  ASSERT_TRUE(succeeded(completeBinary(words, 1, /*waveSizeId=*/0, error)))
      << error;
  SmallVector<size_t> reads = findAll(words, OpGroupNonUniformBroadcastFirst);
  ASSERT_EQ(reads.size(), 1u);
  uint32_t scope = words[reads.front() + 3];
  bool isSubgroup = false;
  for (size_t place : findAll(words, OpConstant))
    isSubgroup |= words[place + 2] == scope && words[place + 3] == kSubgroup;
  EXPECT_TRUE(isSubgroup);
  EXPECT_TRUE(findAll(words, OpFunctionCall).empty());
  EXPECT_EQ(findAll(words, OpFunction).size(), 1u);
  for (size_t place : findAll(words, OpCapability))
    EXPECT_NE(words[place + 1], kCapabilityLinkage);
  EXPECT_EQ(disassembleBinary(words).find("wave_broadcast_first"),
            std::string::npos);
}

TEST(CompleteBinary, EveryNumberIsBelowTheBound) {
  Words words = assemble(kNumWaves);
  std::string error;
  ASSERT_TRUE(succeeded(completeBinary(words, 2, /*waveSizeId=*/0, error)))
      << error;
  for (uint32_t opcode : {OpConstant, OpSpecConstantOp})
    for (size_t place : findAll(words, opcode))
      EXPECT_LT(words[place + 2], words[3]);
}

TEST(CompleteBinary, FixedSizeNeedsNothing) {
  Words words = assemble(kNumThreads), before = words;
  std::string error;
  ASSERT_TRUE(succeeded(completeBinary(words, 0, /*waveSizeId=*/0, error)))
      << error;
  EXPECT_TRUE(findAll(words, OpExecutionModeId).empty());
  EXPECT_TRUE(findAll(words, OpSpecConstantOp).empty());
  EXPECT_EQ(words.size(), before.size());
}

TEST(CompleteBinary, RefusesABinaryWithoutEntryPoint) {
  Words words =
      assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n");
  Words before = words;
  std::string error;
  EXPECT_TRUE(failed(completeBinary(words, 4, /*waveSizeId=*/0, error)));
  EXPECT_EQ(error, "the binary has no entry point");
  EXPECT_EQ(words, before);
}

TEST(CompleteBinary, RefusesWavesWithoutTheirSize) {
  Words words = assemble(kNumThreads);
  std::string error;
  EXPECT_TRUE(failed(completeBinary(words, 4, /*waveSizeId=*/0, error)));
  EXPECT_EQ(error,
            "the binary has no specialization constant for the wave size");
}

TEST(CompleteBinary, RefusesAHeaderThatIsCutOff) {
  Words words = {0x07230203, 0x00010600};
  std::string error;
  EXPECT_TRUE(failed(completeBinary(words, 4, /*waveSizeId=*/0, error)));
  EXPECT_FALSE(error.empty());
}

TEST(CompleteBinary, RefusesAnInstructionOfNoLength) {
  Words words = assemble(kNumThreads);
  words.push_back(0);
  std::string error;
  EXPECT_TRUE(failed(completeBinary(words, 0, /*waveSizeId=*/0, error)));
  EXPECT_FALSE(error.empty());
}

TEST(CompleteBinary, RefusesAnInstructionThatEndsBeyondTheBinary) {
  Words words = assemble(kNumThreads);
  words.push_back(9 << 16 | OpConstant);
  std::string error;
  EXPECT_TRUE(failed(completeBinary(words, 0, /*waveSizeId=*/0, error)));
  EXPECT_FALSE(error.empty());
}

TEST(MaximalReconvergence, AddsExtensionAndModeAtTheirPlaces) {
  Words words = assemble(kNumThreads);
  size_t before = words.size();
  addMaximalReconvergence(words);
  SmallVector<size_t> extensions = findAll(words, OpExtension);
  ASSERT_EQ(extensions.size(), 1u);
  EXPECT_STREQ(reinterpret_cast<const char *>(&words[extensions.front() + 1]),
               "SPV_KHR_maximal_reconvergence");
  // After the only capability, of two words.
  EXPECT_EQ(extensions.front(), 7u);
  SmallVector<size_t> modes = findAll(words, OpExecutionMode);
  ASSERT_EQ(modes.size(), 2u);
  bool found = false;
  for (size_t place : modes)
    if (words[place + 2] == kModeMaximallyReconverges) {
      found = true;
      EXPECT_EQ(words[place] >> 16, 3u);
      EXPECT_EQ(words[place + 1],
                words[findAll(words, OpEntryPoint).front() + 2]);
      EXPECT_GT(place, findAll(words, OpEntryPoint).front());
    }
  EXPECT_TRUE(found);
  // The name has 29 characters: eight words with the terminator, after one word
  // of opcode and length.
  EXPECT_EQ(words.size(), before + 9 + 3);
}

TEST(MaximalReconvergence, StandsAfterCompletingToo) {
  Words words = assemble(kNumWaves);
  std::string error;
  ASSERT_TRUE(succeeded(completeBinary(words, 2, /*waveSizeId=*/0, error)))
      << error;
  addMaximalReconvergence(words);
  EXPECT_EQ(findAll(words, OpExecutionMode).size(), 1u);
  EXPECT_EQ(findAll(words, OpExecutionModeId).size(), 1u);
}
