//===- FirstPass.h - What Clang's first pass assumes ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_FIRSTPASS_H
#define WAVEDIALECT_FRONTEND_HLSL_FIRSTPASS_H

#include "WaveDialect/Frontend/HLSL.h"

#include "llvm/ADT/BitVector.h"

#include <cstdint>
#include <optional>

namespace mlir::wave::hlsl {

/// Returns the number in the text's first `numWaves(4)`, or `numWaves(N)` with a
/// macro. It is most often that of the entry point and then saves a pass.
std::optional<int64_t> guessWaves(const Options &options);

/// Returns the parts of the prelude whose names the shader, its macros and its
/// included files contain.
llvm::BitVector guessPreludeParts(const Options &options);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_FIRSTPASS_H
