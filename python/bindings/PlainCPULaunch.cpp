//===- PlainCPULaunch.cpp - Launches with plain arguments -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "PlainArguments.h"

#include "WaveDialect/Runtime/CPUKernel.h"

#include <algorithm>

namespace nb = nanobind;
using namespace nb::literals;
using wave::runtime::CPUKernel;
using wave::runtime::CPULaunchResult;

namespace {

/// The memory of the arrays of one launch, which it holds until the launch is
/// over.
class HeldMemory {
public:
  explicit HeldMemory(size_t arrays) { views.reserve(arrays); }
  HeldMemory(const HeldMemory &) = delete;
  HeldMemory &operator=(const HeldMemory &) = delete;
  ~HeldMemory() {
    for (Range &range : views)
      PyBuffer_Release(&range.view);
  }

  /// Returns the memory of an object; null if it has no memory of this kind.
  const Py_buffer *hold(nb::handle object, int flags, bool writable) {
    Range &range = views.emplace_back();
    if (PyObject_GetBuffer(object.ptr(), &range.view, flags) != 0) {
      PyErr_Clear();
      views.pop_back();
      return nullptr;
    }
    range.writable = writable;
    return &range.view;
  }

  /// Whether written memory overlaps with other memory.
  bool hasOverlap() const {
    for (const Range &first : views)
      for (const Range &second : views)
        if (&first < &second && (first.writable || second.writable) &&
            first.begin() < second.end() && second.begin() < first.end())
          return true;
    return false;
  }

private:
  struct Range {
    Py_buffer view;
    bool writable;

    uintptr_t begin() const { return reinterpret_cast<uintptr_t>(view.buf); }
    uintptr_t end() const { return begin() + static_cast<size_t>(view.len); }
  };
  std::vector<Range> views;
};

/// A kernel at one wave size for launches with plain arguments.
class PlainCPULaunch {
public:
  PlainCPULaunch(nb::object kernel, int64_t waves, unsigned threads,
                 const nb::list &parameters, nb::object deviceArray,
                 nb::object numpyArray, nb::object device)
      : kernelObject(std::move(kernel)),
        kernel(nb::cast<const CPUKernel &>(kernelObject)), waves(waves),
        threads(threads), parameters(parameters, std::move(deviceArray)),
        numpyArray(std::move(numpyArray)), device(std::move(device)) {}

  /// Returns nanoseconds, or None without running if an argument is not plain.
  nb::object launch(const nb::tuple &arguments, const nb::tuple &groups) const;

private:
  /// Appends the array's address, number of elements and extents to `cells`;
  /// returns false if it is not plain.
  bool readArray(const PlainParameter &parameter, nb::handle argument,
                 HeldMemory &memory, std::vector<uint64_t> &cells) const;

  nb::object kernelObject;
  const CPUKernel &kernel;
  int64_t waves;
  unsigned threads;
  PlainArguments parameters;
  nb::object numpyArray;
  nb::object device;
};

bool PlainCPULaunch::readArray(const PlainParameter &parameter,
                               nb::handle argument, HeldMemory &memory,
                               std::vector<uint64_t> &cells) const {
  const Py_buffer *view = nullptr;
  uint64_t elements = 0;
  std::optional<PlainExtents> extents;
  if (argument.type().ptr() == numpyArray.ptr()) {
    view = memory.hold(argument,
                       PyBUF_C_CONTIGUOUS | PyBUF_FORMAT |
                           (parameter.writable ? PyBUF_WRITABLE : 0),
                       parameter.writable);
    if (!view || view->itemsize != static_cast<Py_ssize_t>(parameter.bytes) ||
        !view->format || view->format[0] == '\0' || view->format[1] != '\0' ||
        parameter.letters.find(view->format[0]) == std::string::npos)
      return false;
    static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
    extents = PlainArguments::readShape(
        parameter, {view->shape, static_cast<size_t>(view->ndim)});
    elements = static_cast<uint64_t>(view->len) / parameter.bytes;
  } else {
    auto found = parameters.readDeviceArray(parameter, argument);
    if (!found || !found->device.is(device))
      return false;
    view = memory.hold(found->handle, PyBUF_SIMPLE, parameter.writable);
    elements = found->elements;
    extents = found->extents;
  }
  const auto address = reinterpret_cast<uint64_t>(view ? view->buf : nullptr);
  if (!view || !extents || address % parameter.bytes != 0 ||
      elements > PlainArguments::kMostElements)
    return false;
  cells.push_back(address);
  cells.push_back(elements);
  cells.insert(cells.end(), extents->begin(), extents->end());
  return true;
}

nb::object PlainCPULaunch::launch(const nb::tuple &arguments,
                                  const nb::tuple &groups) const {
  const auto extent = PlainArguments::readGroups(groups);
  if (!extent || arguments.size() != parameters.size())
    return nb::none();
  const auto [x, y, z] = *extent;
  int64_t count = 0;
  if (__builtin_mul_overflow(uint64_t(x) * y, uint64_t(z), &count))
    return nb::none();

  // The cells of the launch block; launch() fills in the others.
  std::vector<uint64_t> cells;
  cells.reserve(wave::runtime::firstArgument + 2 * parameters.size());
  cells.assign({x, y, z, 0, 0, 0, static_cast<uint64_t>(waves), 0});
  HeldMemory memory(parameters.size());
  for (size_t index = 0; index < parameters.size(); ++index) {
    const PlainParameter &parameter = parameters[index];
    nb::handle argument = arguments[index];
    if (parameter.isArray) {
      if (!readArray(parameter, argument, memory, cells))
        return nb::none();
      continue;
    }
    const auto bits = PlainArguments::readNumber(parameter, argument);
    if (!bits)
      return nb::none();
    cells.push_back(*bits);
  }
  if (memory.hasOverlap())
    return nb::none();

  CPULaunchResult result;
  {
    nb::gil_scoped_release release;
    result = kernel.launch(cells, count, waves, threads, hasPendingSignal);
  }
  if (result.interrupted)
    raiseInterrupt();
  return nb::float_(result.ns);
}

} // namespace

void bindPlainCPULaunch(nb::module_ &m) {
  nb::class_<PlainCPULaunch>(
      m, "PlainCPULaunch",
      "A kernel at one wave size, for launches whose arguments are arrays of "
      "the right type and numbers in range.")
      .def(
          nb::init<nb::object, int64_t, unsigned, const nb::list &, nb::object,
                   nb::object, nb::object>(),
          "kernel"_a, "waves"_a, "threads"_a, "parameters"_a, "device_array"_a,
          "numpy_array"_a, "device"_a,
          nb::sig("def __init__(self, kernel: CPUKernel, waves: int, threads: "
                  "int, parameters: list, device_array: type, numpy_array: "
                  "type, device: object) -> None"),
          "`parameters`: of each whether it is an array, its dtype, the "
          "letters of its elements in the buffer protocol or\na number's "
          "kind, the bytes of one, whether it is written, the components of an "
          "element or 0, its dimensions, and twice -1.")
      .def("launch", &PlainCPULaunch::launch, "arguments"_a, "groups"_a,
           nb::sig("def launch(self, arguments: tuple, groups: tuple[int, int, "
                   "int]) -> float | None"),
           "Runs the groups and returns the nanoseconds that it took, as "
           "CPUKernel.launch does; None, before anything has\nrun, where an "
           "argument is not plain.");
}
