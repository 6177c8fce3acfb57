//===- PackMatrix.h - #pragma pack_matrix -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_PACKMATRIX_H
#define WAVEDIALECT_FRONTEND_HLSL_PACKMATRIX_H

namespace clang {
class Preprocessor;
} // namespace clang

namespace mlir::wave::hlsl {

/// Makes `#pragma pack_matrix(row_major)`, which Clang ignores, an error. Call it
/// before parsing.
void refuseRowMajorByDefault(clang::Preprocessor &preprocessor);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PACKMATRIX_H
