//===- MLIRTarget.cpp - Runs passes alone ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// No files. What the passes leave is the stage "result", even for a caller that
// wants no stages.

#include "WaveDialect/Compiler/Target.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

namespace {
struct MLIRTranslation final : Translation {
  LogicalResult write(ModuleOp module, Operation *, Output &output) override {
    std::string text;
    llvm::raw_string_ostream(text) << module << "\n";
    output.addStage("result", std::move(text));
    return success();
  }
};

struct MLIRTarget final : Target {
  MLIRTarget() : Target("mlir", {}) {}

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    if (failed(readOptions(options, {}, error)))
      return nullptr;
    return std::make_unique<MLIRTranslation>();
  }
};
} // namespace

WAVE_DEFINE_TARGET(MLIR)
