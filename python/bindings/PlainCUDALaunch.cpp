//===- PlainCUDALaunch.cpp - Launches with plain arguments on a GPU -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainCUDALaunch.h"
#include "ForeignArrays.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory_resource>
#include <stdexcept>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::cuda;

/// The arguments that were read so far. The usual launch allocates nothing.
struct PlainCUDALaunch::Read {
  explicit Read(size_t count, size_t constantsBytes) {
    resources.reserve(count);
    memories.reserve(count);
    foreign.reserve(count);
    parts.reserve(count);
    constants.resize(constantsBytes);
  }

  /// The bytes of each resource, to compare them.
  struct Part {
    uint64_t begin;
    uint64_t end;
    bool isWritten;
  };

  std::array<std::byte, 4096> room;
  std::pmr::monotonic_buffer_resource pool{room.data(), room.size()};
  std::pmr::vector<Address> resources{&pool};
  std::pmr::vector<const Memory *> memories{&pool};
  /// Memory of other libraries that launches wait for.
  std::pmr::vector<Memory> foreign{&pool};
  std::pmr::vector<Part> parts{&pool};
  std::pmr::vector<std::byte> constants{&pool};
  /// Arrays that must live until the launch ends.
  std::vector<nb::object> kept;
  /// The stream of the first library that does not use the default stream.
  uint64_t stream = 0;
  const ForeignClass *asked = nullptr;
};

/// Writes `size` bytes at `offset`, if it is not -1.
static void putConstant(std::span<std::byte> constants, int64_t offset,
                        const void *value, size_t size) {
  if (offset >= 0)
    std::memcpy(constants.data() + offset, value, size);
}

PlainCUDALaunch::PlainCUDALaunch(Device &device, const LoadedKernel &kernel,
                                 uint32_t constantsBytes,
                                 std::array<uint32_t, 3> mostGroups,
                                 const nb::list &parameters,
                                 std::vector<uint64_t> alignments,
                                 nb::object deviceArray, const Memory &empty,
                                 const PlainGroups &groups)
    : device(device), kernel(kernel), constantsBytes(constantsBytes),
      mostGroups(mostGroups), parameters(parameters, std::move(deviceArray)),
      groups(groups), alignments(std::move(alignments)), empty(empty),
      memoryType(nb::type<Memory>()) {
  this->parameters.checkPlaces(constantsBytes);
  groups.checkPlace(constantsBytes);
  size_t arrays = 0;
  for (size_t index = 0; index < this->parameters.size(); ++index)
    arrays += this->parameters[index].isArray ? 1 : 0;
  if (arrays != this->alignments.size() ||
      std::find(this->alignments.begin(), this->alignments.end(), 0) !=
          this->alignments.end())
    throw std::invalid_argument("each array has an alignment");
}

bool PlainCUDALaunch::addArray(const PlainParameter &parameter,
                               uint64_t address, uint64_t elements,
                               const PlainExtents &extents, Read &read) const {
  // Arrays of other libraries may have more elements.
  if (elements > PlainArguments::kMostElements ||
      address % alignments[read.resources.size()] != 0)
    return false;
  const Read::Part part = {address, address + elements * parameter.bytes,
                           parameter.writable};
  for (const Read::Part &other : read.parts)
    if ((other.isWritten || part.isWritten) && part.begin < other.end &&
        other.begin < part.end)
      return false;
  read.parts.push_back(part);
  read.resources.push_back(elements != 0 ? address : empty.address);
  const auto length = static_cast<uint32_t>(elements);
  putConstant(read.constants, parameter.offset, &length, sizeof(length));
  putConstant(read.constants, parameter.extentsOffset, extents.begin(),
              sizeof(uint32_t) * extents.size());
  return true;
}

bool PlainCUDALaunch::readArray(const PlainParameter &parameter,
                                nb::handle argument, const Options &options,
                                Read &read) const {
  const auto found = parameters.readDeviceArray(parameter, argument);
  if (!found)
    return readForeign(parameter, argument, options, read);
  if (!found->handle.type().is(memoryType) ||
      (options.device && !found->device.is(options.device)))
    return false;
  const Memory &memory = *nb::inst_ptr<Memory>(found->handle);
  if (memory.device != device.index)
    return false;
  // The array keeps its handle.
  read.memories.push_back(&memory);
  return addArray(parameter, memory.address, found->elements, found->extents,
                  read);
}

bool PlainCUDALaunch::readForeign(const PlainParameter &parameter,
                                  nb::handle argument, const Options &options,
                                  Read &read) const {
  const ForeignClass *type = ForeignClass::find(argument);
  if (!type)
    return false;
  const auto array = type->read(parameter, argument, device.index);
  if (!array)
    return false;
  if (!options.stream && read.stream == 0) {
    read.stream = array->stream;
    if (type->hasCurrentStream() && read.asked != type) {
      read.stream = type->currentStream(device.index);
      read.asked = type;
    }
  }
  if (array->mustKeep)
    read.kept.push_back(nb::borrow(argument));
  if (array->mustWait) {
    read.foreign.push_back({array->address,
                            array->elements * parameter.bytes,
                            device.index,
                            nullptr,
                            {},
                            {reinterpret_cast<Stream>(array->stream), {}},
                            /*mustWait=*/true});
    // The room for all arrays is reserved.
    read.memories.push_back(&read.foreign.back());
  }
  return addArray(parameter, array->address, array->elements, array->extents,
                  read);
}

std::optional<PlainCUDALaunch::Started>
PlainCUDALaunch::launch(std::span<PyObject *const> arguments,
                        const std::array<uint32_t, 3> &count,
                        const Options &options) const {
  if (arguments.size() != parameters.size())
    return std::nullopt;
  const std::array<uint32_t, 3> launched = groups.getLaunched(count);
  for (size_t axis = 0; axis < launched.size(); ++axis)
    if (launched[axis] > mostGroups[axis])
      return std::nullopt;

  Read read(parameters.size(), constantsBytes);
  groups.putCount(count, read.constants.data());
  for (size_t index = 0; index < parameters.size(); ++index) {
    const PlainParameter &parameter = parameters[index];
    nb::handle argument = arguments[index];
    if (parameter.isArray) {
      if (!readArray(parameter, argument, options, read))
        return std::nullopt;
      continue;
    }
    const auto bits = PlainArguments::readNumber(parameter, argument);
    if (!bits)
      return std::nullopt;
    putConstant(read.constants, parameter.offset, &*bits, parameter.bytes);
  }
  if (options.needsArrays && read.parts.empty())
    return std::nullopt;

  StreamHandle chosen;
  if (options.stream)
    chosen = *options.stream;
  else
    chosen.stream = reinterpret_cast<Stream>(read.stream);
  std::optional<TimedLaunch> timed =
      device.launch(kernel, read.resources, read.memories, read.constants,
                    launched, chosen, options.isTimed);
  if (!read.kept.empty())
    device.keep(chosen, nb::cast(read.kept));
  return Started{std::move(timed)};
}

/// The method of Python's class.
static nb::object launchPlain(const PlainCUDALaunch &self,
                              const nb::tuple &arguments,
                              const nb::tuple &groups, bool isTimed,
                              const StreamHandle *stream, nb::handle device) {
  const auto extent = PlainArguments::readGroups(groups);
  if (!extent)
    return nb::none();
  PlainCUDALaunch::Options options;
  options.isTimed = isTimed;
  options.stream = stream;
  if (!device.is_none())
    options.device = device;
  std::vector<PyObject *> items;
  for (nb::handle item : arguments)
    items.push_back(item.ptr());
  auto started = self.launch(items, *extent, options);
  if (!started)
    return nb::none();
  if (!started->timed)
    return nb::bool_(true);
  return nb::cast(std::move(*started->timed));
}

void bindPlainCUDALaunch(nb::module_ &m) {
  nb::class_<PlainCUDALaunch>(
      m, "PlainLaunch",
      "A loaded kernel, for launches whose arguments are arrays of the device, "
      "arrays of other libraries on it, and numbers in range.")
      .def(
          "__init__",
          [](PlainCUDALaunch *self, Device &device, const LoadedKernel &kernel,
             uint32_t constantsBytes, std::array<uint32_t, 3> mostGroups,
             const nb::list &parameters, std::vector<uint64_t> alignments,
             nb::object deviceArray, const Memory &empty,
             const std::array<uint32_t, 3> &coarsening, uint64_t leastCoarsened,
             int64_t groupCount) {
            new (self) PlainCUDALaunch(
                device, kernel, constantsBytes, mostGroups, parameters,
                std::move(alignments), std::move(deviceArray), empty,
                PlainGroups(coarsening, leastCoarsened, groupCount));
          },
          "device"_a, "kernel"_a, "constants_bytes"_a, "most_groups"_a,
          "parameters"_a, "alignments"_a, "device_array"_a, "empty"_a,
          "coarsening"_a, "coarsening_least"_a, "group_count"_a,
          nb::keep_alive<1, 2>(),
          nb::sig(
              "def __init__(self, device: Device, kernel: Kernel, "
              "constants_bytes: int, most_groups: tuple[int, int, "
              "int], parameters: list, alignments: list[int], "
              "device_array: type, empty: Memory, coarsening: tuple[int, "
              "int, int], coarsening_least: int, group_count: int) -> None"),
          "`parameters` and those from `coarsening` on are those of "
          "wavedialect._vulkan.PlainLaunch, and `alignments` are those of\n"
          "the arrays among them, in bytes. `empty` is 32 bytes of memory, in "
          "place of arrays without elements.")
      .def(
          "launch", &launchPlain, "arguments"_a, "groups"_a, "timed"_a,
          "stream"_a.none() = nb::none(), "device"_a.none() = nb::none(),
          nb::sig(
              "def launch(self, arguments: tuple, groups: tuple[int, int, "
              "int], timed: bool, stream: Stream | None = None, device: object "
              "= None) -> Launch | bool | None"),
          "Starts the kernel on a stream, by default on the stream of the "
          "library whose arrays it receives. Returns None before\nanything "
          "has started if an argument is not plain, or if `device` is given "
          "and an array of this package is not on it;\notherwise the launch "
          "if it is timed, and True if it is not.");
}
