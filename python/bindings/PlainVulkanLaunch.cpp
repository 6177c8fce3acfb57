//===- PlainVulkanLaunch.cpp - Launches with plain arguments --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainArguments.h"
#include "VulkanHandles.h"

#include <nanobind/stl/array.h>

#include <cstring>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::runtime;

namespace {

/// A pipeline for launches with plain arguments.
class PlainVulkanLaunch {
public:
  PlainVulkanLaunch(const DeviceHandle &device, const PipelineHandle &pipeline,
                    uint32_t constantsBytes, const nb::list &parameters,
                    nb::object deviceArray,
                    const std::array<uint32_t, 3> &coarsening,
                    uint64_t leastCoarsened, int64_t groupCount)
      : device(device.device), pipeline(pipeline.pipeline),
        constantsBytes(constantsBytes),
        parameters(parameters, std::move(deviceArray)),
        groups(coarsening, leastCoarsened, groupCount),
        bufferType(nb::type<BufferHandle>()) {
    this->parameters.checkPlaces(constantsBytes);
    groups.checkPlace(constantsBytes);
  }

  /// Returns the launch, or None without starting it if an argument is not
  /// plain or the number of groups exceeds a limit of the device.
  nb::object launch(const nb::tuple &arguments, const nb::tuple &count,
                    bool timed) const;

private:
  /// Binds the buffer of an array on this device; returns false if it is not
  /// plain.
  bool readArray(const PlainParameter &parameter, nb::handle argument,
                 std::vector<BoundBuffer> &bound,
                 std::vector<std::byte> &constants) const;

  std::shared_ptr<Device> device;
  std::shared_ptr<Pipeline> pipeline;
  uint32_t constantsBytes;
  PlainArguments parameters;
  PlainGroups groups;
  /// Python's class Buffer.
  nb::handle bufferType;
};

/// Writes `size` bytes at `offset`, if it is not -1.
void putConstant(std::vector<std::byte> &constants, int64_t offset,
                 const void *value, size_t size) {
  if (offset >= 0)
    std::memcpy(constants.data() + offset, value, size);
}

bool PlainVulkanLaunch::readArray(const PlainParameter &parameter,
                                  nb::handle argument,
                                  std::vector<BoundBuffer> &bound,
                                  std::vector<std::byte> &constants) const {
  const auto found = parameters.readDeviceArray(parameter, argument);
  if (!found || !found->handle.type().is(bufferType))
    return false;
  const auto &handle = *nb::inst_ptr<BufferHandle>(found->handle);
  if (handle.buffer->device != device || !handle.buffer->isAligned())
    return false;
  const auto length = static_cast<uint32_t>(found->elements);
  putConstant(constants, parameter.offset, &length, sizeof(length));
  putConstant(constants, parameter.extentsOffset, found->extents.begin(),
              sizeof(uint32_t) * found->extents.size());
  bound.push_back({handle.buffer, {}});
  return true;
}

nb::object PlainVulkanLaunch::launch(const nb::tuple &arguments,
                                     const nb::tuple &count, bool timed) const {
  const auto extent = PlainArguments::readGroups(count);
  if (!extent || arguments.size() != parameters.size())
    return nb::none();
  const std::array<uint32_t, 3> launchedGroups = groups.getLaunched(*extent);
  for (size_t axis = 0; axis < launchedGroups.size(); ++axis)
    if (launchedGroups[axis] > device->properties().maxGroupCount[axis])
      return nb::none();

  std::vector<BoundBuffer> bound;
  bound.reserve(parameters.size());
  std::vector<const PlainParameter *> arrays;
  arrays.reserve(parameters.size());
  std::vector<std::byte> constants(constantsBytes);
  groups.putCount(*extent, constants.data());
  for (size_t index = 0; index < parameters.size(); ++index) {
    const PlainParameter &parameter = parameters[index];
    nb::handle argument = arguments[index];
    if (!parameter.isArray) {
      const auto bits = PlainArguments::readNumber(parameter, argument);
      if (!bits)
        return nb::none();
      putConstant(constants, parameter.offset, &*bits, parameter.bytes);
      continue;
    }
    if (!readArray(parameter, argument, bound, constants))
      return nb::none();
    arrays.push_back(&parameter);
    for (size_t other = 0; other + 1 < bound.size(); ++other)
      if (bound[other].buffer->overlaps(*bound.back().buffer) &&
          (arrays[other]->writable || parameter.writable))
        return nb::none();
  }

  LaunchHandle launched;
  {
    nb::gil_scoped_release release;
    launched.launch = device->launch(pipeline, bound, constants, launchedGroups,
                                     timed, pollSignals);
  }
  return nb::cast(std::move(launched));
}

} // namespace

void bindPlainVulkanLaunch(nb::module_ &m) {
  nb::class_<PlainVulkanLaunch>(
      m, "PlainLaunch",
      "A kernel that the driver has compiled, for launches whose arguments are "
      "arrays of the device and numbers in range.")
      .def(
          nb::init<const DeviceHandle &, const PipelineHandle &, uint32_t,
                   const nb::list &, nb::object,
                   const std::array<uint32_t, 3> &, uint64_t, int64_t>(),
          "device"_a, "pipeline"_a, "constants_bytes"_a, "parameters"_a,
          "device_array"_a, "coarsening"_a, "coarsening_least"_a,
          "group_count"_a,
          nb::sig(
              "def __init__(self, device: Device, pipeline: Pipeline, "
              "constants_bytes: int, parameters: list, device_array: "
              "type, coarsening: tuple[int, int, int], coarsening_least: int, "
              "group_count: int) -> None"),
          "`parameters`: of each whether it is an array, its dtype, a number's "
          "kind, the bytes of one, whether it is written,\nthe components of "
          "an element or 0, its dimensions, and where the constants have it or "
          "its length, and its extents, else -1. `coarsening`: the groups of "
          "the program that a launched group runs,\nif there are at least "
          "`coarsening_least`; `group_count`: where the "
          "constants have the number of groups, or -1.")
      .def("launch", &PlainVulkanLaunch::launch, "arguments"_a, "groups"_a,
           "timed"_a,
           nb::sig("def launch(self, arguments: tuple, groups: tuple[int, int, "
                   "int], timed: bool) -> Launch | None"),
           "Starts the kernel as Device.launch does; None, before anything has "
           "started, where an argument is not plain.");
}
