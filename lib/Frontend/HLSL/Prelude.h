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
#include "llvm/ADT/StringRef.h"

namespace mlir::wave::hlsl {

struct PreludeFile {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};

/// Returns the files of lib/Frontend/HLSL/Prelude. Every shader includes
/// `Prelude.hlsl`.
llvm::ArrayRef<PreludeFile> getPreludeFiles();

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PRELUDE_H
