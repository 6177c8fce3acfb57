//===- ShaderModels.h - What came with which shader model -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_SHADERMODELS_H
#define WAVEDIALECT_DXIL_SHADERMODELS_H

#include <string>

namespace mlir::dxil {

/// The newest shader model is 6.10.
constexpr unsigned kNewestMinor = 10;
/// The newest shader model whose containers have the retail digest is 6.9.
constexpr unsigned kLastReleasedMinor = 9;

/// A feature of shader models. Its value is n of the first Shader Model 6.n
/// that has it. DXILCalls.td has the first model of each function.
enum class Feature : unsigned {
  /// Types of 16 bits.
  NativeLowPrecision = 2,
  /// Functions that access a buffer with a mask and an alignment, and those on
  /// 64 bits.
  RawBufferAccess = 2,
  RawBufferAccess64 = 3,
  Amplification = 5,
  /// Operations on classes of lanes.
  Partitions = 5,
  /// A container may require a wave size.
  WaveSize = 6,
  /// A container may state a range of wave sizes.
  WaveSizeRange = 8,
  Atomics64 = 6,
  /// Four consecutive lanes are 2 x 2 threads of a group with even sides.
  QuadsOfThreads = 6,
  /// Handles come from bindings, and are annotated.
  HandlesFromBindings = 6,
  /// Functions of quads in amplification kernels.
  AmplificationQuads = 6,
  QuadVotes = 7,
  /// Resources that may alias need a flag to be absent.
  ResourcesMayNotAlias = 7,
  /// Values that are vectors.
  Vectors = 9,
  /// The index of a wave in its group, and the number of waves.
  GroupWaveNumbers = 10,
  /// A kernel may state a limit of groupshared memory.
  GroupSharedLimit = 10,
  /// Matrices that a wave computes with.
  Matrices = 10,
};

/// Returns n of the first Shader Model 6.n with the feature.
constexpr unsigned getFirstMinor(Feature feature) {
  return static_cast<unsigned>(feature);
}

/// Returns the first shader model with the feature: "6.6".
inline std::string getFirstModel(Feature feature) {
  return "6." + std::to_string(getFirstMinor(feature));
}

/// Whether Shader Model 6.`minor` has the feature.
constexpr bool hasFeature(unsigned minor, Feature feature) {
  return minor >= getFirstMinor(feature);
}

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_SHADERMODELS_H
