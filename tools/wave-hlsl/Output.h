//===- Output.h - The files that wave-hlsl writes ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
#define WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::wave {

enum class Format { Wave, SPIRV, DXIL };

/// A number that SPIR-V adds to the registers of a kind, in one space or in all.
struct RegisterShift {
  BindingKind kind;
  unsigned number = 0;
  std::optional<unsigned> space;
};

struct OutputOptions {
  Format format = Format::Wave;
  /// A name that the front end accepts, for DXIL.
  std::string profile;
  /// For DXIL, the number of lanes that a container requires; 0: the kernel's.
  unsigned waveSize = 0;
  /// For SPIR-V.
  std::vector<RegisterShift> shifts;
};

/// Compiles the kernel and writes it to a file, `-` for the standard output.
LogicalResult writeOutput(ModuleOp module, const OutputOptions &options,
                          StringRef file);

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
