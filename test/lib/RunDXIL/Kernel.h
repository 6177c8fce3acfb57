//===- Kernel.h - What a module's metadata says -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_KERNEL_H
#define WAVEDIALECT_TEST_RUNDXIL_KERNEL_H

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <vector>

namespace rundxil {

enum class ResourceClass : uint8_t { SRV, UAV, CBV, Sampler };
llvm::StringRef nameOf(ResourceClass resourceClass);

/// Of DXIL's kinds those that a kernel of this project may declare.
enum ResourceKind : unsigned {
  Texture2D = 2,
  Texture2DArray = 7,
  TypedBuffer = 10,
  RawBuffer = 11,
  StructuredBuffer = 12,
  ConstantBuffer = 13
};

/// A record of dx.resources.
struct Resource {
  ResourceClass resourceClass;
  unsigned id, space, lower, upper;
  unsigned kind;
  /// Of structured buffers.
  unsigned stride = 0;
  /// Of typed buffers and textures.
  unsigned componentType = 0;
  /// Of constant buffers.
  unsigned bytes = 0;
  bool coherent = false, counter = false, rasterOrdered = false;
};

struct Kernel {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function *entry = nullptr;
  bool isAmplification = false;
  unsigned minor = 0;
  std::array<unsigned, 3> threads{};
  /// 0 where the module leaves the wave size to the machine.
  unsigned leastLanes = 0, mostLanes = 0;
  unsigned payloadBytes = 0;
  uint64_t flags = 0;
  std::vector<Resource> resources;

  /// Whether half and i16 take two bytes in memory.
  bool hasNativeLowPrecision() const { return flags & 0x800000; }
  unsigned threadsPerGroup() const {
    return threads[0] * threads[1] * threads[2];
  }
};

/// Reads a container, bitcode or text; what they contradict each other in is
/// an error.
llvm::Expected<Kernel> readKernel(llvm::StringRef path);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_KERNEL_H
