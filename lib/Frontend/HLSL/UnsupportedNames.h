//===- UnsupportedNames.h - Names of HLSL that are not supported ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_UNSUPPORTEDNAMES_H
#define WAVEDIALECT_FRONTEND_HLSL_UNSUPPORTEDNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::wave::hlsl {

/// Returns the error for a name of HLSL whose feature WaveDialect does not
/// support, or nothing for any other name.
std::string explainUnsupportedName(llvm::StringRef name);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_UNSUPPORTEDNAMES_H
