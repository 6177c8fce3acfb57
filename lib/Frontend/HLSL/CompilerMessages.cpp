//===- CompilerMessages.cpp - Messages of passes for authors of HLSL ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"
#include "WaveDialect/Frontend/HLSL.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::wave;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {
struct Phrase {
  StringLiteral ours;
  StringLiteral other;
};
} // namespace

static constexpr Phrase kPhrases[] = {
    {"'wave.func' op ", "the entry point "},
    {"'wave.dispatch_mesh' op launches", "DispatchMesh launches"},
    {"state stage(amplification)", "compile with -T as_6_5 or newer"},
    {", or state group_shared_limit", ""},
    {"has a container a wave size: give wave-size, ",
     "needs a wave size in a DXIL container: write [WaveSize(L)], or give "
     "-wave-size L where L is "},
    {"run wave-fix-wave-size first",
     "compile with -T cs_6_8 or newer, or write [WaveSize(L)] with one size"},
    {": if they do, say so with group_uniform(...)",
     ": make sure that they do"},
    {"Target Shader Model 6.10 for the machine's own; with "
     "emulate-group-index=false a target without them is refused",
     "Compile with -T cs_6_10 for the machine's own"},
    {"state one with wave_size", "state one, [WaveSize(N)]"},
};

/// Operations that are no function of the prelude alone.
static constexpr Phrase kOperations[] = {
    {"wave.dispatch_thread_id", "SV_DispatchThreadID"},
    {"wave.group_thread_id", "SV_GroupThreadID"},
    {"wave.group_id", "SV_GroupID"},
    {"wave.group_index", "SV_GroupIndex"},
    {"wave.barrier group sync", "GroupMemoryBarrierWithGroupSync"},
    {"wave.barrier group", "GroupMemoryBarrier"},
    {"wave.barrier device sync", "DeviceMemoryBarrierWithGroupSync"},
    {"wave.barrier device", "DeviceMemoryBarrier"},
    {"wave.barrier all sync", "AllMemoryBarrierWithGroupSync"},
    {"wave.barrier all", "AllMemoryBarrier"},
    {"wave.barrier", "GroupMemoryBarrierWithGroupSync"},
};

static std::string spellOperation(StringRef name) {
  for (const Phrase &operation : kOperations)
    if (name == operation.ours)
      return operation.other.str();
  if (name.starts_with("wave.atomic_rmw"))
    return "the atomic";
  std::string function = hlsl::findFunction(name);
  // Operators and accesses have no name.
  return function.empty() ? "this line" : function;
}

/// Replaces the names of operations, which have a dialect: `'wave.lane_index' op`.
static std::string spellOperations(StringRef text) {
  static constexpr StringLiteral kDialects[] = {"'wave.",   "'arith.", "'math.",
                                                "'memref.", "'scf.",   "'ub.",
                                                "'vector.", "'gpu."};
  std::string made;
  while (!text.empty()) {
    bool isName = llvm::any_of(kDialects, [&](StringRef dialect) {
      return text.starts_with(dialect);
    });
    if (!isName) {
      made += text.front();
      text = text.drop_front();
      continue;
    }
    auto [name, rest] = text.drop_front().split('\'');
    rest.consume_front(" op");
    made += spellOperation(name);
    // "because of 'arith.addi' here".
    if (StringRef(made).ends_with("this line"))
      rest.consume_front(" here");
    text = rest;
  }
  return made;
}

bool hlsl::hasRule(StringRef message, llvm::ArrayRef<std::string> rules) {
  return message.consume_back("]") &&
         llvm::is_contained(rules, message.rsplit('[').second);
}

std::string hlsl::spellMessage(StringRef message) {
  std::string text = message.str();
  for (const Phrase &phrase : kPhrases)
    if (size_t place = text.find(phrase.ours); place != std::string::npos)
      text.replace(place, phrase.ours.size(), phrase.other);
  return spellOperations(text);
}
