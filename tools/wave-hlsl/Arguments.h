//===- Arguments.h - The arguments of dxc -----------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_WAVEHLSL_ARGUMENTS_H
#define WAVEDIALECT_TOOLS_WAVEHLSL_ARGUMENTS_H

#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::wave {

/// Returns the arguments without those of dxc that change nothing here, with
/// `-T` for `/T`. Prints an error and returns nothing for an option of dxc that
/// is not supported. The options of the tool must be registered.
std::optional<std::vector<std::string>> readArguments(int argc, char **argv);

/// Whether the arguments of -fvk-b-shift and the like are pairs of a number and a
/// space. Prints an error otherwise.
bool checkShifts(const char *option, const llvm::cl::list<std::string> &values);

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_WAVEHLSL_ARGUMENTS_H
