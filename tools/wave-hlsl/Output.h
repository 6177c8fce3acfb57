//===- Output.h - The files that wave-hlsl writes ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
#define WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::wave {

enum class Format { Wave, SPIRV, DXIL };

struct OutputOptions {
  Format format = Format::Wave;
  /// A name that the front end accepts, for DXIL.
  std::string profile;
  /// For DXIL, the number of lanes that a container requires; 0: the kernel's.
  unsigned waveSize = 0;
  /// For DXIL.
  bool optimize = true;
  /// For SPIR-V, what the pass wave-shift-bindings adds to the registers.
  std::vector<std::string> shifts;
  /// For SPIR-V, require maximal reconvergence from the device.
  bool maximalReconvergence = false;
};

/// The bytes of a compiled kernel and, of SPIR-V and DXIL, its manifest.
struct Output {
  std::string bytes, manifest;
};

/// Compiles the kernel. Nothing after an error.
std::optional<Output> compileOutput(ModuleOp module,
                                    const OutputOptions &options);

/// Writes a file, `-` for the standard output. Beside a file of SPIR-V or DXIL is its
/// manifest, `shader.spv.json` for `shader.spv`.
LogicalResult writeOutput(MLIRContext &context, const Output &output,
                          StringRef file);

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
