//===- PartNames.h - Names of the scalars of variables in memory -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_PARTNAMES_H
#define WAVEDIALECT_FRONTEND_HLSL_PARTNAMES_H

#include "Types.h"

#include <string>

namespace mlir::wave::hlsl {

/// The attribute of an array in memory with the names of its scalars, for reports. An
/// array of scalars has none: its index says enough.
inline constexpr llvm::StringLiteral kPartsAttribute = "wave.parts";

/// For each scalar of a type, that of all elements of an array at once, the number of its
/// first word and its name: `3 .ok[2*1]` is the field `ok` at the third word, an array of
/// two elements whose distance is one word. Empty for arrays of scalars.
SmallVector<std::string> namePartsOf(const Types &types, const Layouts &layouts,
                                     QualType type, unsigned wordBytes,
                                     bool rowMajor);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_PARTNAMES_H
