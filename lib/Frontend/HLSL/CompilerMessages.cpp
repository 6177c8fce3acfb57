//===- CompilerMessages.cpp - Messages of passes for authors of HLSL ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Frontend/HLSL.h"

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
    {"state one with wave_size", "state one, [WaveSize(N)]"},
};

std::string hlsl::spellMessage(StringRef message) {
  std::string text = message.str();
  for (const Phrase &phrase : kPhrases)
    if (size_t place = text.find(phrase.ours); place != std::string::npos)
      text.replace(place, phrase.ours.size(), phrase.other);
  return text;
}
