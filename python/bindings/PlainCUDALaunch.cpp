//===- PlainCUDALaunch.cpp - Launches with plain arguments on a GPU -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDADevice.h"
#include "TensorArguments.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::cuda;

namespace {

/// A loaded kernel for launches with plain arguments.
class PlainCUDALaunch {
public:
  PlainCUDALaunch(Device &device, uint64_t kernel, uint32_t threads,
                  uint32_t constantsBytes, std::array<uint32_t, 3> mostGroups,
                  const nb::list &parameters, std::vector<uint64_t> alignments,
                  nb::object deviceArray, const Memory &empty)
      : device(device), kernel{reinterpret_cast<Kernel>(kernel), threads},
        constantsBytes(constantsBytes), mostGroups(mostGroups),
        parameters(parameters, std::move(deviceArray)),
        alignments(std::move(alignments)), empty(empty),
        memoryType(nb::type<Memory>()) {
    this->parameters.checkPlaces(constantsBytes);
    size_t arrays = 0;
    for (size_t index = 0; index < this->parameters.size(); ++index)
      arrays += this->parameters[index].isArray ? 1 : 0;
    if (arrays != this->alignments.size() ||
        std::find(this->alignments.begin(), this->alignments.end(), 0) !=
            this->alignments.end())
      throw std::invalid_argument("each array has an alignment");
  }

  /// Returns None without starting the kernel if an argument is not plain or
  /// there are too many groups; else the launch if it is timed, else True.
  nb::object launch(const nb::tuple &arguments, const nb::tuple &groups,
                    bool isTimed, const StreamHandle *stream) const;

private:
  /// The arguments that were read so far.
  struct Read {
    std::vector<Address> resources;
    std::vector<const Memory *> memories;
    std::vector<std::byte> constants;
    /// The bytes of each resource, to compare them.
    struct Part {
      uint64_t begin;
      uint64_t end;
      bool isWritten;
    };
    std::vector<Part> parts;
    const TensorClass *tensors = nullptr;
  };

  bool readArray(const PlainParameter &parameter, nb::handle argument,
                 Read &read) const;

  Device &device;
  LoadedKernel kernel;
  uint32_t constantsBytes;
  std::array<uint32_t, 3> mostGroups;
  PlainArguments parameters;
  /// The alignment in bytes that the code assumes of each array.
  std::vector<uint64_t> alignments;
  /// In place of an array without elements, which may have no address.
  Memory empty;
  /// Python's class Memory.
  nb::handle memoryType;
};

/// Writes `size` bytes at `offset`, if it is not -1.
void putConstant(std::vector<std::byte> &constants, int64_t offset,
                 const void *value, size_t size) {
  if (offset >= 0)
    std::memcpy(constants.data() + offset, value, size);
}

bool PlainCUDALaunch::readArray(const PlainParameter &parameter,
                                nb::handle argument, Read &read) const {
  uint64_t address = 0;
  uint64_t elements = 0;
  PlainExtents extents;
  if (const auto found = parameters.readDeviceArray(parameter, argument)) {
    if (!found->handle.type().is(memoryType))
      return false;
    const Memory &memory = *nb::inst_ptr<Memory>(found->handle);
    if (memory.device != device.index)
      return false;
    address = memory.address;
    elements = found->elements;
    extents = found->extents;
    // The array keeps its handle.
    read.memories.push_back(&memory);
  } else {
    const TensorClass *tensors = TensorClass::find(argument);
    if (!tensors)
      return false;
    const auto tensor = tensors->read(parameter, argument, device.index);
    if (!tensor)
      return false;
    address = tensor->address;
    elements = tensor->elements;
    extents = tensor->extents;
    read.tensors = tensors;
  }
  // Kernels count scalars in 32 bits.
  if (elements > UINT32_MAX || address % alignments[read.resources.size()] != 0)
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

nb::object PlainCUDALaunch::launch(const nb::tuple &arguments,
                                   const nb::tuple &groups, bool isTimed,
                                   const StreamHandle *stream) const {
  const auto extent = PlainArguments::readGroups(groups);
  if (!extent || arguments.size() != parameters.size())
    return nb::none();
  for (size_t axis = 0; axis < extent->size(); ++axis)
    if ((*extent)[axis] > mostGroups[axis])
      return nb::none();

  Read read;
  read.resources.reserve(parameters.size());
  read.memories.reserve(parameters.size());
  read.parts.reserve(parameters.size());
  read.constants.resize(constantsBytes);
  for (size_t index = 0; index < parameters.size(); ++index) {
    const PlainParameter &parameter = parameters[index];
    nb::handle argument = arguments[index];
    if (parameter.isArray) {
      if (!readArray(parameter, argument, read))
        return nb::none();
      continue;
    }
    const auto bits = PlainArguments::readNumber(parameter, argument);
    if (!bits)
      return nb::none();
    putConstant(read.constants, parameter.offset, &*bits, parameter.bytes);
  }

  StreamHandle chosen;
  if (stream)
    chosen = *stream;
  else if (read.tensors)
    chosen.stream =
        reinterpret_cast<Stream>(read.tensors->currentStream(device.index));
  auto launched = device.launch(kernel, read.resources, read.memories,
                                read.constants, *extent, chosen, isTimed);
  if (!launched)
    return nb::bool_(true);
  return nb::cast(std::move(*launched));
}

} // namespace

void bindPlainCUDALaunch(nb::module_ &m) {
  nb::class_<PlainCUDALaunch>(
      m, "PlainLaunch",
      "A loaded kernel, for launches whose arguments are arrays of the device, "
      "tensors of PyTorch on it, and numbers in range.")
      .def(nb::init<Device &, uint64_t, uint32_t, uint32_t,
                    std::array<uint32_t, 3>, const nb::list &,
                    std::vector<uint64_t>, nb::object, const Memory &>(),
           "device"_a, "kernel"_a, "threads"_a, "constants_bytes"_a,
           "most_groups"_a, "parameters"_a, "alignments"_a, "device_array"_a,
           "empty"_a, nb::keep_alive<1, 2>(),
           nb::sig("def __init__(self, device: Device, kernel: int, threads: "
                   "int, constants_bytes: int, most_groups: tuple[int, int, "
                   "int], parameters: list, alignments: list[int], "
                   "device_array: type, empty: Memory) -> None"),
           "`kernel` is the driver's handle. `parameters` are those of "
           "wavedialect._vulkan.PlainLaunch, and `alignments` are those of\n"
           "the arrays among them, in bytes. `empty` is 32 bytes of memory, in "
           "place of arrays without elements.")
      .def("launch", &PlainCUDALaunch::launch, "arguments"_a, "groups"_a,
           "timed"_a, "stream"_a.none() = nb::none(),
           nb::sig("def launch(self, arguments: tuple, groups: tuple[int, int, "
                   "int], timed: bool, stream: Stream | None = None) -> Launch "
                   "| bool | None"),
           "Starts the kernel on a stream, by default on the current stream of "
           "the library whose tensors it receives. Returns\nNone before "
           "anything has started if an argument is not plain; else the launch "
           "if it is timed, else True.");
}
