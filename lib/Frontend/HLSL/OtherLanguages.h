//===- OtherLanguages.h - Names of GLSL, CUDA and Metal ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_OTHERLANGUAGES_H
#define WAVEDIALECT_FRONTEND_HLSL_OTHERLANGUAGES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::wave::hlsl {

/// Returns the error for a name that Clang does not know, with what HLSL has in its
/// place; empty for names of no other language. `isInLayout` states whether the name
/// follows GLSL's `layout(`: some names are words that shaders use otherwise.
std::string explainOtherLanguage(llvm::StringRef name, bool isInLayout);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_OTHERLANGUAGES_H
