//===- ClangMessages.h - The texts of Clang's diagnostics -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_CLANGMESSAGES_H
#define WAVEDIALECT_FRONTEND_HLSL_CLANGMESSAGES_H

#include "clang/Basic/Diagnostic.h"

#include <string>

namespace mlir::wave::hlsl {

struct Message {
  /// Ends in a rule id, unless it is a note; empty for a diagnostic that is not
  /// for users.
  std::string text;
  /// Whether the diagnostic is an error although Clang only warns.
  bool isError = false;
  /// Whether the diagnostic is about a feature that this project does not have.
  bool isUnsupported = false;
  /// Whether the diagnostic is about an expression that must be a constant.
  bool needsConstant = false;
  /// Whether the line's later errors are left out: they follow from this one.
  bool endsLine = false;
  /// The place, if it is not the diagnostic's.
  clang::SourceLocation place = {};
};

/// The note about a use of GetGroupWaveCount() where a constant is needed.
inline constexpr llvm::StringLiteral kNotConstant =
    "GetGroupWaveCount() is a constant only under numWaves";

/// What is wrong with an entry point that has no numWaves and no numthreads.
inline constexpr llvm::StringLiteral kNoGroupSize =
    "states neither numWaves nor numthreads: an entry point needs one of them "
    "[no-group-size]";

/// Whether a diagnostic is about an attribute whose name is nearly `numthreads` or `numWaves`.
bool isMisspelledGroupSize(const clang::Diagnostic &info);

/// Returns the text of a diagnostic in the terms of HLSL and of this project.
Message getMessage(const clang::Diagnostic &info,
                   const clang::LangOptions *language);

/// Returns the text of a note; empty for a note that is not for users.
std::string getNote(const clang::Diagnostic &info);

/// Whether a note is about a function that a call could mean.
bool isCandidate(const clang::Diagnostic &note);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_CLANGMESSAGES_H
