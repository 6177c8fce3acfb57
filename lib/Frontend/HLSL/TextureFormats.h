//===- TextureFormats.h - What textures state about their texels -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_TEXTUREFORMATS_H
#define WAVEDIALECT_FRONTEND_HLSL_TEXTUREFORMATS_H

#include "mlir/Support/LLVM.h"
#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace mlir::wave::hlsl {

/// Returns the element of `StructuredBuffer<row_major float2x2>` with its
/// qualifiers, which the type of the class does not keep; for an array, that of its
/// elements.
clang::QualType getElementAsWritten(clang::QualType resource,
                                    const clang::ASTContext &ast);

/// Returns `unorm` or `snorm` if the elements of a resource have this qualifier,
/// otherwise an empty string.
StringRef getNormalization(clang::QualType resource,
                           const clang::ASTContext &ast);

/// A `[[vk::image_format("rgba16f")]]`.
struct StatedFormat {
  StringRef name;
  clang::SourceLocation location;
};

/// Returns the format that a declaration states.
std::optional<StatedFormat> getStatedFormat(const clang::Decl *declaration);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_TEXTUREFORMATS_H
