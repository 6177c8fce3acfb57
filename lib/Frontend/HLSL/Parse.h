//===- Parse.h - One pass of Clang over a shader -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_PARSE_H
#define WAVEDIALECT_FRONTEND_HLSL_PARSE_H

#include "Diagnostics.h"
#include "Profile.h"
#include "Syntax/MatrixOrder.h"

#include "WaveDialect/Compiler/Diagnostics.h"
#include "WaveDialect/Frontend/HLSL.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "llvm/ADT/BitVector.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class FrontendAction;
} // namespace clang

namespace mlir::wave::hlsl {

struct OperatorTokens;

/// What a pass of Clang yields.
struct Parse {
  Parse(const Options &options, const Profile &profile, llvm::BitVector parts)
      : options(options), profile(profile), parts(parts),
        collector(diagnostics), matrixOrder(options.rowMajor),
        wantedParts(std::move(parts)) {}

  const Options &options;
  const Profile &profile;
  /// The parts of the prelude that Clang reads.
  llvm::BitVector parts;
  /// The number of waves that GetGroupWaveCount() returns; none if it is not a
  /// constant.
  std::optional<int64_t> knownWaves;

  std::vector<compiler::Diagnostic> diagnostics;
  DiagnosticCollector collector;
  MatrixOrder matrixOrder;
  clang::DiagnosticOptions diagnosticOptions;
  std::vector<std::string> files;
  std::vector<std::string> entries;
  OwningOpRef<ModuleOp> module;
  /// Whether another pass has to know another number of waves, and which.
  bool wantsWaves = false;
  std::optional<int64_t> wantedWaves;
  /// Parts that were missing, if any: a second pass has to read them.
  llvm::BitVector wantedParts;
  /// Whether the shader has bit-fields.
  bool hasBitFields = false;
  /// Whether a file's text is not accepted.
  bool textErrors = false;
  /// The entry point that is emitted, for internal errors.
  compiler::Diagnostic place;
  /// What a pass notes after a crash, to find its reason.
  OperatorTokens *operators = nullptr;
};

/// Returns the action that reads the shader and emits the kernel into `parse`.
std::unique_ptr<clang::FrontendAction> makeAction(Parse &parse,
                                                  MLIRContext &context);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PARSE_H
