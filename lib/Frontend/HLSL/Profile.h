//===- Profile.h - Stages and shader models by dxc's names ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_PROFILE_H
#define WAVEDIALECT_FRONTEND_HLSL_PROFILE_H

#include "WaveDialect/IR/Wave.h"

#include <optional>
#include <string>

namespace mlir::wave::hlsl {

struct Profile {
  Stage stage = Stage::Compute;
  /// The shader model is 6.`minor`.
  unsigned minor = 8;
};

/// Reads "cs_6_8"; empty text is the default. On failure, `error` says why and
/// ends in a rule id.
std::optional<Profile> parseProfile(llvm::StringRef text, std::string &error);

/// Returns `hlsl2021` for "2021"; on failure, `error` says why and ends in a
/// rule id.
std::optional<std::string> parseLanguageVersion(llvm::StringRef text,
                                                std::string &error);

/// Whether two neighboring letters are exchanged, the usual typing mistake of short names.
bool isExchanged(llvm::StringRef one, llvm::StringRef other);

/// Returns ": did you mean 'x'?" for the closest of the names, or nothing.
std::string suggestName(llvm::StringRef name, ArrayRef<StringRef> names);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PROFILE_H
