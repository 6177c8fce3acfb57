//===- runtime_vulkan.cpp - A loop of launches by our runtime's classes ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "submission.h"

#include "WaveDialect/Runtime/VulkanDevice.h"

#include <cstdio>

using namespace wave::runtime;

namespace {

/// A kernel with its buffers and constants.
struct Kernel {
  std::shared_ptr<Pipeline> pipeline;
  std::vector<BoundBuffer> buffers;
  std::span<const std::byte> constants;
  bool timed = false;

  Kernel(Device &device, const Submission &given);
  void launch(Device &device) const;
};

struct Loop {
  std::shared_ptr<Device> device;
  Kernel kernel;
};

Kernel::Kernel(Device &device, const Submission &given)
    : constants(static_cast<const std::byte *>(given.constants),
                given.constantsBytes),
      timed(given.timed != 0) {
  PipelineDescription desc;
  desc.spirv.assign(given.code, given.code + given.codeWords);
  desc.entryPoint = given.entryPoint;
  for (uint64_t i = 0; i < given.buffers; ++i) {
    Binding &binding = desc.bindings.emplace_back();
    binding.set = given.places[2 * i];
    binding.binding = given.places[2 * i + 1];
    buffers.push_back({device.alloc(given.bytes[i]), {}});
  }
  desc.constantsBytes = static_cast<uint32_t>(given.constantsBytes);
  for (uint64_t i = 0; i < given.specializations; ++i)
    desc.specialization.emplace_back(given.specialization[2 * i],
                                     given.specialization[2 * i + 1]);
  desc.requiredSubgroupSize = given.requiredSubgroupSize;
  desc.fullSubgroups = given.fullSubgroups != 0;
  pipeline = device.load(desc);
}

void Kernel::launch(Device &device) const {
  device.launch(pipeline, buffers, constants, {1, 1, 1}, timed);
}

} // namespace

/// Null, and a line on the standard error output, where it cannot be opened.
extern "C" Loop *openLoop(const Submission *given) try {
  std::shared_ptr<Device> device =
      Device::open(given->device, /*validation=*/false);
  return new Loop{device, Kernel(*device, *given)};
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return nullptr;
}

/// Nanoseconds until `count` launches are submitted.
extern "C" double launchMany(Loop *loop, uint64_t count) {
  const double start = readClockNs();
  for (uint64_t i = 0; i < count; ++i)
    loop->kernel.launch(*loop->device);
  return readClockNs() - start;
}

extern "C" void waitForAll(Loop *loop) { loop->device->wait(); }

extern "C" void closeLoop(Loop *loop) {
  loop->device->close();
  delete loop;
}
