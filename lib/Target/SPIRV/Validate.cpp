//===- Validate.cpp - Khronos's validator and disassembler ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "Branches.h"
#include "Words.h"
#include "llvm/ADT/StringMap.h"

#include "spirv-tools/libspirv.hpp"

using namespace mlir;
using namespace mlir::wave;

/// Returns the oldest Vulkan version that accepts the binary's version.
static spv_target_env getEnvironment(ArrayRef<uint32_t> words) {
  constexpr uint32_t version13 = 0x00010300;
  bool isOld = words.size() > 1 && words[1] <= version13;
  return isOld ? SPV_ENV_VULKAN_1_1 : SPV_ENV_VULKAN_1_3;
}

namespace {
/// A capability that is newer than Debian 12's SPIRV-Tools.
struct NewCapability {
  uint32_t number;
  const char *name;
};
} // namespace

static constexpr NewCapability kNewCapabilities[] = {
    {5116, "BFloat16TypeKHR"},
    {5118, "BFloat16CooperativeMatrixKHR"},
    {6022, "CooperativeMatrixKHR"},
};

/// Returns a capability of the module that this SPIRV-Tools does not know, or
/// null. It knows those that it can assemble.
static const char *findUnknownCapability(ArrayRef<uint32_t> words) {
  const char *unknown = nullptr;
  forEachInstruction(words, [&](Instruction i) {
    if (getOpcode(i) != OpCapability || unknown)
      return;
    for (const NewCapability &capability : kNewCapabilities) {
      if (i[1] != capability.number)
        continue;
      spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
      tools.SetMessageConsumer([](spv_message_level_t, const char *,
                                  const spv_position_t &, const char *) {});
      std::vector<uint32_t> assembled;
      if (!tools.Assemble(std::string("OpCapability ") + capability.name,
                          &assembled))
        unknown = capability.name;
    }
  });
  return unknown;
}

/// Names of ids cost as much as the rest of the validation; only messages use
/// them.
static bool validate(ArrayRef<uint32_t> words, bool withNames,
                     std::string &message) {
  spvtools::SpirvTools tools(getEnvironment(words));
  tools.SetMessageConsumer([&](spv_message_level_t, const char *,
                               const spv_position_t &, const char *text) {
    message += (message.empty() ? "" : "\n") + std::string(text);
  });
  spvtools::ValidatorOptions options;
  options.SetFriendlyNames(withNames);
  return tools.Validate(words.data(), words.size(), options);
}

/// The validator takes minutes for thousands of branches. MLIR verifies
/// that these are structured and that definitions dominate their uses, so the
/// validator reads the instructions of such functions without the branches.
static bool hasValidInstructions(ArrayRef<uint32_t> words) {
  constexpr uint64_t mostSteps = 100'000'000; // About a second.
  constexpr unsigned mostNesting = 1023;      // The validator's own limit.
  BranchWork work = measureBranches(words);
  std::string message;
  return work.steps > mostSteps && work.nesting <= mostNesting &&
         validate(removeBranches(words), /*withNames=*/false, message);
}

LogicalResult wave::validateBinary(ArrayRef<uint32_t> words,
                                   std::string &message, bool *isComplete) {
  std::string nameless;
  // A validator that does not know an instruction cannot judge the module.
  const bool isPartial =
      findUnknownCapability(words) || hasValidInstructions(words);
  if (isComplete)
    *isComplete = !isPartial;
  if (isPartial)
    return success();
  if (validate(words, /*withNames=*/false, nameless))
    return success();
  return success(validate(words, /*withNames=*/true, message));
}

/// For each of several ids with one name, the disassembler tries all suffixes
/// from 0 on. If there are many, this adds the same suffixes beforehand.
static std::vector<uint32_t> numberNames(ArrayRef<uint32_t> words) {
  constexpr unsigned fewOfOneName = 64;
  if (words.size() < kHeaderWords)
    return {words.begin(), words.end()};
  llvm::StringMap<unsigned> seen;
  SmallVector<uint32_t> result(words.take_front(kHeaderWords));
  forEachInstruction(words, [&](Instruction i) {
    if (getOpcode(i) != OpName) {
      llvm::append_range(result, i);
      return;
    }
    StringRef name = getString(i, 2);
    const unsigned before = seen[name]++;
    if (before < fewOfOneName) {
      llvm::append_range(result, i);
      return;
    }
    SmallVector<uint32_t> operands = {i[1]};
    appendString(operands, (name + "_" + Twine(before - 1)).str());
    appendInstruction(result, OpName, operands);
  });
  return {result.begin(), result.end()};
}

std::string wave::disassembleBinary(ArrayRef<uint32_t> words) {
  if (const char *unknown = findUnknownCapability(words))
    return "; This version of SPIRV-Tools is too old for the capability " +
           std::string(unknown) + ".\n";
  spvtools::SpirvTools tools(getEnvironment(words));
  std::string text;
  std::vector<uint32_t> copy = numberNames(words);
  // A consumer prevents the library from printing.
  tools.SetMessageConsumer([](spv_message_level_t, const char *,
                              const spv_position_t &, const char *) {});
  tools.Disassemble(copy, &text,
                    SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES |
                        SPV_BINARY_TO_TEXT_OPTION_INDENT);
  return text;
}
