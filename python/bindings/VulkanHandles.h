//===- VulkanHandles.h - Python's handles to the runtime -------*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_VULKANHANDLES_H
#define WAVEDIALECT_PYTHON_BINDINGS_VULKANHANDLES_H

#include "WaveDialect/Runtime/VulkanDevice.h"

#include <nanobind/nanobind.h>

#include <memory>

struct BufferHandle {
  std::shared_ptr<wave::runtime::Buffer> buffer;
};

struct PipelineHandle {
  std::shared_ptr<wave::runtime::Pipeline> pipeline;
};

struct LaunchHandle {
  std::shared_ptr<wave::runtime::Launch> launch;
};

/// Closes the device with the last reference to this handle: until then buffers
/// of launches in progress refer to the device, and the device to them.
struct DeviceHandle {
  explicit DeviceHandle(std::shared_ptr<wave::runtime::Device> device)
      : device(std::move(device)) {}
  DeviceHandle(const DeviceHandle &) = delete;
  DeviceHandle &operator=(const DeviceHandle &) = delete;
  ~DeviceHandle() {
    nanobind::gil_scoped_release release;
    device->close();
  }

  std::shared_ptr<wave::runtime::Device> device;
};

/// Allows Ctrl-C to end a wait; called without the GIL.
void pollSignals();

#endif // WAVEDIALECT_PYTHON_BINDINGS_VULKANHANDLES_H
