//===- NullTarget.cpp - Prints the module ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The smallest target with a file, to prove that a folder is enough to add one.
// File: module.txt. `comment` is its first line.

#include "WaveDialect/Compiler/Target.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::wave::compiler;

namespace {
struct NullTranslation final : Translation {
  LogicalResult write(ModuleOp module, Operation *, Output &output) override {
    std::string text;
    llvm::raw_string_ostream(text) << "// " << comment << "\n" << module;
    output.addFile("module.txt", std::move(text));
    return success();
  }

  std::string comment;
};

struct NullTarget final : Target {
  NullTarget() : Target("null", {"gpu.module", "one gpu.module", "text"}) {}

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<NullTranslation>();
    if (failed(
            readOptions(options, {{"comment", &translation->comment}}, error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(Null)
