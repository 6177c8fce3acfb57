//===- Direct3D.h - The numbers of Direct3D 12 ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The values of DirectX-Headers. Only Direct3D.cpp includes these headers,
// which define many macros.

#ifndef WAVEDIALECT_DXIL_DIRECT3D_H
#define WAVEDIALECT_DXIL_DIRECT3D_H

#include <cstdint>

namespace mlir::dxil {

/// The maximum number of threads of a group: along x, y and z, and in all.
struct ThreadLimits {
  int64_t extents[3];
  int64_t group;
};
ThreadLimits getThreadLimits(bool isAmplification);

/// The limit of groupshared memory for a group that states none.
extern const int64_t kGroupsharedBytes;

/// The bytes of a row of a constant buffer.
extern const unsigned kConstantRowBytes;

/// Register spaces from here on are reserved for drivers and the runtime.
extern const uint32_t kFirstReservedSpace;

/// Containers with more read-write resources must declare it.
extern const unsigned kMostUAVsOfOldHardware;

/// Returns the number of the stage in a container.
uint8_t getStageNumber(bool isAmplification);

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_DIRECT3D_H
