//===- Direct3D.h - The numbers of Direct3D 12 ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// As DirectX-Headers define them. Only Direct3D.cpp includes those, which are full of
// macros.

#ifndef WAVEDIALECT_DXIL_DIRECT3D_H
#define WAVEDIALECT_DXIL_DIRECT3D_H

#include <cstdint>

namespace mlir::dxil {

/// The most threads of a group: along x, y and z, and in all.
struct ThreadLimits {
  int64_t extents[3];
  int64_t group;
};
ThreadLimits getThreadLimits(bool isAmplification);

/// Groupshared memory of a group that states no limit of its own.
extern const int64_t kGroupsharedBytes;

/// The bytes of a row of a constant buffer.
extern const unsigned kConstantRowBytes;

/// Drivers and the runtime keep the register spaces from here on for themselves.
extern const uint32_t kFirstReservedSpace;

/// Containers with more read-write resources say so.
extern const unsigned kMostUAVsOfOldHardware;

/// The stage in a container.
uint8_t getStageNumber(bool isAmplification);

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_DIRECT3D_H
