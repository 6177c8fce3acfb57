//===- CompileInput.cpp - Fuzzer input to a compile -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileInput.h"

#include "WaveDialect/Compiler/Compiler.h"
#include "WaveDialect/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::wave;
using llvm::StringRef;

/// Returns `enable=` for the optimizations whose bit is set, in the order of
/// their table.
static std::string listOptimizations(uint8_t bits) {
  llvm::SmallVector<StringRef> names;
  for (auto [index, optimization] : llvm::enumerate(getOptimizations()))
    if (bits >> (index % 8) & 1)
      names.push_back(optimization.name);
  return names.empty() ? "" : " enable=" + llvm::join(names, ",");
}

void fuzz::compileInput(StringRef input) {
  if (input.size() < kHeaderBytes)
    return;
  const auto byte = [&](size_t index) {
    return static_cast<uint8_t>(input[index]);
  };
  compiler::registerAllTargets();
  compiler::Input given;
  given.text = input.drop_front(kHeaderBytes).str();
  std::string options = "opt-level=" + std::to_string(byte(0) / 3 % 3) +
                        listOptimizations(byte(1));
  const int waveSize = 4 << byte(2) % 6;
  const uint8_t flags = byte(3);
  const auto makePipeline = [&](StringRef name) {
    return ("builtin.module(" + name + "{" + options + "})").str();
  };
  switch (byte(0) % 3) {
  case 0:
    options += flags & 1 ? " guard-wave-size=true" : "";
    options += flags & 2 ? " unchecked=true" : "";
    options += flags & 4 ? " fixed-wave-size=" + std::to_string(waveSize) : "";
    given.pipeline = makePipeline("wave-to-spirv");
    compiler::compile(given, "spirv",
                      {{"maximal_reconvergence", bool(flags & 8)},
                       {"debug_info", bool(flags & 16)}},
                      /*stages=*/flags & 32);
    return;
  case 1:
    options += " shader-model=6." + std::to_string((flags >> 4) % 11);
    options += flags & 1 ? " emulate-group-index=false" : "";
    options += flags & 2 ? " wave-size=" + std::to_string(waveSize) : "";
    given.pipeline = makePipeline("wave-to-dxil");
    compiler::compile(given, "dxil", {{"optimize", bool(flags & 4)}},
                      /*stages=*/flags & 8);
    return;
  default:
    options += " wave-size=" + std::to_string(waveSize);
    options += flags & 1 ? " placed=true" : "";
    options += flags & 2 ? " retire-extra-waves=true" : "";
    options += flags & 4 ? " surplus-form=true" : "";
    options += flags & 8 ? " unchecked=true" : "";
    options += flags & 16 ? " instrument=written" : "";
    options += flags & 32 ? " emulate-group-index=true" : "";
    given.pipeline = makePipeline("wave-to-simd");
    // LLVM's code generator is not ours and takes most of the time, so only
    // some inputs run it.
    if (flags & 64)
      compiler::compile(given, "cpu", {{"cpu", "x86-64-v3"}},
                        /*stages=*/flags & 128);
    else
      compiler::compile(given, "mlir", {}, /*stages=*/flags & 128);
  }
}
