//===- Prelude.h - The implicit header of every shader --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_PRELUDE_H
#define WAVEDIALECT_FRONTEND_HLSL_PRELUDE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::wave::hlsl {

/// Returns the parts of the prelude that shaders with these texts may use: those
/// with the names in the texts, and the parts that these parts use.
llvm::BitVector selectPreludeParts(llvm::ArrayRef<llvm::StringRef> texts);

llvm::BitVector getAllPreludeParts();

/// Returns the parts with the operators of matrices, which have no names.
llvm::BitVector selectMatrixOperators();

/// Whether shaders with these parts need Clang's builtin functions, which Clang itself
/// calls for some features.
bool usesBuiltins(const llvm::BitVector &parts);

/// Returns the names and texts of the files of lib/Frontend/HLSL/Prelude with
/// these parts. Every shader includes `Prelude.hlsl`.
std::vector<std::pair<llvm::StringRef, std::string>>
getPreludeFiles(const llvm::BitVector &parts);

/// Returns the function of HLSL that is an operation such as `wave.lane_index`; empty
/// if none is, or several are.
std::string findFunction(llvm::StringRef operation);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PRELUDE_H
