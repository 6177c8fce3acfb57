//===- Vulkan.cpp - Python module of the Vulkan runtime -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wavedialect._vulkan. Python objects are handles to the runtime's objects, so
// that no thread of the runtime needs the interpreter to release one. Every
// call that may wait or that takes a lock of the runtime releases the GIL.
//
//===----------------------------------------------------------------------===//

#include "Contents.h"
#include "VulkanHandles.h"

#include <algorithm>
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::runtime;

void bindPlainVulkanLaunch(nb::module_ &m);

void pollSignals() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0)
    throw nb::python_error();
}

namespace {

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

nb::tuple triple(const std::array<uint32_t, 3> &values) {
  return nb::make_tuple(values[0], values[1], values[2]);
}

/// Returns the 32 bits of a specialization constant: a bool, or a signed or
/// unsigned integer.
uint32_t specializationBits(nb::handle value, uint32_t id) {
  if (PyBool_Check(value.ptr()))
    return value.is(Py_True) ? VK_TRUE : VK_FALSE;
  int64_t number;
  if (!nb::try_cast(value, number) || number < INT32_MIN || number > UINT32_MAX)
    throw nb::value_error(("specialization constant " + std::to_string(id) +
                           " must be a bool or an integer of 32 bits")
                              .c_str());
  return static_cast<uint32_t>(number);
}

/// Converts (set, binding) of a buffer, (set, binding, bytes) of a constant
/// buffer, or (set, binding, format, writable) of an image, with a fifth element
/// that is true for an array of images.
Binding bindingOf(nb::handle item) {
  Binding binding;
  std::tuple<uint32_t, uint32_t, std::string, bool> image;
  std::tuple<uint32_t, uint32_t, std::string, bool, bool> images;
  std::tuple<uint32_t, uint32_t, uint32_t> constants;
  std::pair<uint32_t, uint32_t> buffer;
  if (nb::try_cast(item, buffer)) {
    std::tie(binding.set, binding.binding) = buffer;
    return binding;
  }
  if (nb::try_cast(item, constants)) {
    std::tie(binding.set, binding.binding, binding.constantBufferBytes) =
        constants;
    return binding;
  }
  std::string format;
  if (nb::try_cast(item, images))
    std::tie(binding.set, binding.binding, format, binding.writable,
             binding.isArray) = images;
  else if (nb::try_cast(item, image))
    std::tie(binding.set, binding.binding, format, binding.writable) = image;
  else
    throw nb::type_error("bindings must be a list of (set, binding) for "
                         "buffers, (set, binding, bytes) for constant buffers "
                         "and (set, binding, format, writable) for images");
  binding.image = findImageFormat(format);
  if (!binding.image)
    throw nb::value_error(
        ("images cannot have the format '" + format + "'").c_str());
  return binding;
}

/// Converts a Buffer, or (Buffer, width, height) for an image, or (Buffer, width,
/// height, layers) for an array of images.
BoundBuffer boundBufferOf(nb::handle item) {
  const BufferHandle *buffer = nullptr;
  if (nb::try_cast(item, buffer) && buffer)
    return {buffer->buffer, {}};
  BoundBuffer bound;
  const size_t length = nb::isinstance<nb::tuple>(item) ? nb::len(item) : 0;
  if ((length == 3 || length == 4) && nb::try_cast(item[0], buffer) && buffer &&
      nb::try_cast(item[1], bound.extent.width) &&
      nb::try_cast(item[2], bound.extent.height) &&
      (length == 3 || nb::try_cast(item[3], bound.extent.layers))) {
    bound.buffer = buffer->buffer;
    return bound;
  }
  throw nb::type_error(
      "buffers must be a list of Buffer, and (Buffer, width, height) for "
      "images");
}

PipelineDescription describe(nb::bytes spirv, std::string entryPoint,
                             nb::list bindings, uint32_t constantsBytes,
                             nb::dict specialization,
                             uint32_t requiredSubgroupSize,
                             bool fullSubgroups) {
  if (spirv.size() % sizeof(uint32_t) != 0)
    throw nb::value_error("spirv must be whole words of four bytes");
  PipelineDescription desc;
  desc.spirv.resize(spirv.size() / sizeof(uint32_t));
  // Empty bytes may have a null address, which memcpy does not accept.
  std::copy_n(spirv.c_str(), spirv.size(),
              reinterpret_cast<char *>(desc.spirv.data()));
  desc.entryPoint = std::move(entryPoint);
  desc.bindings.reserve(bindings.size());
  for (nb::handle item : bindings)
    desc.bindings.push_back(bindingOf(item));
  desc.constantsBytes = constantsBytes;
  for (auto [key, value] : specialization) {
    uint32_t id;
    if (!nb::try_cast(key, id))
      throw nb::value_error("specialization must map ids to values");
    desc.specialization.emplace_back(id, specializationBits(value, id));
  }
  desc.requiredSubgroupSize = requiredSubgroupSize;
  desc.fullSubgroups = fullSubgroups;
  return desc;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Creates the exception class and translates the runtime's errors to it.
void bindErrors(nb::module_ &m) {
  auto name = nb::cast<std::string>(m.attr("__name__")) + ".VulkanError";
  nb::object type = nb::steal(PyErr_NewExceptionWithDoc(
      name.c_str(),
      "An error of the Vulkan runtime. `kind` is one of \"no-driver\", "
      "\"no-device\", \"unsupported\",\n\"limit\", \"out-of-memory\", "
      "\"device-lost\", \"closed\", \"validation\", \"forked\", \"other\".",
      nullptr, nullptr));
  if (!type.is_valid())
    throw nb::python_error();
  type.attr("kind") = "other";
  m.attr("VulkanError") = type;
  nb::register_exception_translator(
      [](const std::exception_ptr &error, void *payload) {
        try {
          std::rethrow_exception(error);
        } catch (const VulkanError &vulkan) {
          nb::handle type(static_cast<PyObject *>(payload));
          nb::object made = type(vulkan.what());
          made.attr("kind") = errorKindName(vulkan.kind);
          PyErr_SetObject(type.ptr(), made.ptr());
        }
      },
      type.ptr());
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void bindProperties(nb::module_ &m) {
  using Properties = DeviceProperties;
  nb::class_<Properties>(m, "DeviceProperties",
                         "What a Vulkan device is and can do.")
      .def_ro("name", &Properties::name)
      .def_ro(
          "kind", &Properties::kind,
          "\"cpu\", \"integrated\", \"discrete\", \"virtual\" or \"other\".")
      .def_ro("api_version", &Properties::apiVersion)
      .def_ro("driver", &Properties::driver, "The driver's name and version.")
      .def_ro("driver_id", &Properties::driverId,
              "The VkDriverId of the driver; 0 before Vulkan 1.3.")
      .def_ro("refusal", &Properties::refusal,
              "Why Device() refuses the device; empty when it does not.")
      .def_ro("subgroup_size", &Properties::subgroupSize,
              "Lanes of a wave unless another size is required.")
      .def_ro("min_subgroup_size", &Properties::minSubgroupSize)
      .def_ro("max_subgroup_size", &Properties::maxSubgroupSize)
      .def_ro("subgroup_operations", &Properties::subgroupOperations,
              "Families that compute kernels may use: \"basic\", \"vote\", "
              "\"arithmetic\", \"ballot\", \"shuffle\",\n"
              "\"shuffle_relative\", \"clustered\", \"quad\".")
      .def_ro("max_group_lanes", &Properties::maxGroupLanes)
      .def_prop_ro(
          "max_group_count",
          [](const Properties &p) { return triple(p.maxGroupCount); },
          nb::sig("def max_group_count(self) -> tuple[int, int, int]"))
      .def_prop_ro(
          "max_group_size",
          [](const Properties &p) { return triple(p.maxGroupSize); },
          nb::sig("def max_group_size(self) -> tuple[int, int, int]"))
      .def_ro("max_waves_per_group", &Properties::maxWavesPerGroup)
      .def_ro("max_groupshared_bytes", &Properties::maxGroupsharedBytes)
      .def_ro("max_constants_bytes", &Properties::maxConstantsBytes)
      .def_ro("max_buffer_bytes", &Properties::maxBufferBytes)
      .def_ro("max_constant_buffer_bytes", &Properties::maxConstantBufferBytes)
      .def_ro("max_image_extent", &Properties::maxImageExtent,
              "Texels of an image in x, and in y.")
      .def_ro("max_image_layers", &Properties::maxImageLayers,
              "Layers of an image that is an array.")
      .def_ro("timestamp_period_ns", &Properties::timestampPeriodNs)
      .def_prop_ro(
          "matrix_products",
          [](const Properties &p) {
            nb::list products;
            for (const wave::runtime::MatrixProduct &one : p.matrixProducts)
              products.append(nb::make_tuple(one.rows, one.columns, one.depth,
                                             one.element, one.sum));
            return products;
          },
          nb::sig("def matrix_products(self) -> "
                  "list[tuple[int, int, int, str, str]]"),
          "The products of cooperative matrices of a wave: M, N, K, the "
          "element of the factors and that of the sum.")
      .def_ro("features", &Properties::features,
              "By name, whether the device has it; all of them are switched "
              "on when it is opened.")
      .def("__repr__", [](const Properties &p) {
        return "<DeviceProperties '" + p.name + "' " + p.kind + " Vulkan " +
               p.apiVersion + ">";
      });
}

void bindResources(nb::module_ &m) {
  nb::class_<BufferHandle>(m, "Buffer", "A storage buffer of a device.")
      .def_prop_ro("nbytes",
                   [](const BufferHandle &self) { return self.buffer->bytes; })
      .def(
          "slice",
          [](const BufferHandle &self, uint64_t offset, uint64_t nbytes) {
            return BufferHandle{Buffer::slice(self.buffer, offset, nbytes)};
          },
          "offset"_a, "nbytes"_a,
          "A part of the buffer, which keeps the whole buffer alive.")
      .def(
          "overlaps",
          [](const BufferHandle &self, const BufferHandle &other) {
            return self.buffer->overlaps(*other.buffer);
          },
          "other"_a, "Whether both have a byte in common.")
      .def(
          "is_aligned",
          [](const BufferHandle &self, uint32_t texelBytes) {
            return self.buffer->isAligned(texelBytes);
          },
          "texel_bytes"_a = 0,
          "Whether kernels can use it: as a storage buffer, or as an image "
          "whose texels have so many bytes.");
  nb::class_<PipelineHandle>(m, "Pipeline",
                             "A kernel that the driver has compiled.");
  nb::class_<LaunchHandle>(m, "Launch", "One launch of a kernel.")
      .def(
          "elapsed_ns",
          [](const LaunchHandle &self) {
            return self.launch->elapsedNs(pollSignals);
          },
          nb::call_guard<nb::gil_scoped_release>(),
          "Waits for the launch; its nanoseconds by the device's own clock, "
          "None where the queue has none, or the launch was not timed.");
}

void bindDevice(nb::module_ &m) {
  nb::class_<DeviceHandle>(
      m, "Device",
      "An open device. Launches return at once and run in their order; uploads "
      "and downloads keep to that\norder too. May be used from several "
      "threads.")
      .def(
          "__init__",
          [](DeviceHandle *self, uint32_t index, bool validation, bool staging,
             const std::vector<std::string> &without,
             const std::string &pipelineCache) {
            std::shared_ptr<Device> device;
            {
              nb::gil_scoped_release release;
              device = Device::open(index, validation, staging, without,
                                    pipelineCache);
            }
            new (self) DeviceHandle(std::move(device));
          },
          "index"_a, "validation"_a = false, "staging"_a = false,
          "without"_a = nb::make_tuple(), "pipeline_cache"_a = "",
          nb::sig("def __init__(self, index: int, validation: bool = False, "
                  "staging: bool = False, without: list[str] | tuple[str, ...] "
                  "= (), pipeline_cache: str = '') -> None"),
          "Opens the device with that number in enumerate()'s list. "
          "`validation` switches the validation layer on\n(see messages()); "
          "`staging` copies through staging buffers even where the host could "
          "reach the memory; `without` names\nfeatures and subgroup operations "
          "that are taken for missing, and stay off; in the folder "
          "`pipeline_cache` compiled\npipelines are kept, unless it is empty.")
      .def_prop_ro(
          "properties",
          [](const DeviceHandle &self) -> const DeviceProperties & {
            return self.device->properties();
          },
          nb::rv_policy::reference_internal)
      .def_prop_ro(
          "found_pipeline_bytes",
          [](const DeviceHandle &self) {
            return self.device->foundPipelineBytes();
          },
          "The bytes of compiled pipelines that were found when it was opened.")
      .def_prop_ro(
          "usable",
          [](const DeviceHandle &self) { return self.device->isUsable(); },
          "False once it is closed or lost, and what it held is gone.")
      .def(
          "require_usable",
          [](const DeviceHandle &self) { self.device->requireUsable(); },
          "Raises what any use would raise of a device that is closed or lost.")
      .def(
          "save_pipelines",
          [](DeviceHandle &self) { self.device->savePipelines(); },
          nb::call_guard<nb::gil_scoped_release>(),
          "Writes compiled pipelines that are new to the folder; close does "
          "that too.")
      .def(
          "alloc",
          [](DeviceHandle &self, uint64_t nbytes) {
            return BufferHandle{self.device->alloc(nbytes, pollSignals)};
          },
          "nbytes"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Makes a storage buffer, of undefined contents; nbytes may be 0.")
      .def(
          "upload",
          [](DeviceHandle &self, const BufferHandle &buffer, nb::handle data) {
            Contents contents(data, /*writable=*/false);
            nb::gil_scoped_release release;
            self.device->upload(buffer.buffer, contents.bytes(), pollSignals);
          },
          "buffer"_a, "data"_a,
          "Copies any C-contiguous buffer-protocol object to the start of the "
          "buffer.")
      .def(
          "download",
          [](DeviceHandle &self, const BufferHandle &buffer, nb::handle data) {
            Contents contents(data, /*writable=*/true);
            nb::gil_scoped_release release;
            self.device->download(buffer.buffer, contents.bytes(), pollSignals);
          },
          "buffer"_a, "data"_a,
          "Copies the start of the buffer into a writable C-contiguous "
          "buffer-protocol object, after what was\nlaunched before.")
      .def(
          "copy",
          [](DeviceHandle &self, const BufferHandle &from,
             const BufferHandle &to) {
            self.device->copy(from.buffer, to.buffer, pollSignals);
          },
          "source"_a, "target"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Copies between two buffers of the same size that do not overlap, in "
          "order with the launches, and returns at once.")
      .def(
          "load",
          [](DeviceHandle &self, nb::bytes spirv, std::string entryPoint,
             nb::list bindings, uint32_t constantsBytes,
             nb::dict specialization, uint32_t requiredSubgroupSize,
             bool fullSubgroups) {
            PipelineDescription desc = describe(
                std::move(spirv), std::move(entryPoint), std::move(bindings),
                constantsBytes, std::move(specialization), requiredSubgroupSize,
                fullSubgroups);
            nb::gil_scoped_release release;
            return PipelineHandle{self.device->load(desc)};
          },
          "spirv"_a, "entry_point"_a, "bindings"_a, "constants_bytes"_a,
          "specialization"_a, "required_subgroup_size"_a, "full_subgroups"_a,
          nb::sig("def load(self, spirv: bytes, entry_point: str, bindings: "
                  "list[tuple[int, int] | tuple[int, int, str, bool]], "
                  "constants_bytes: int, "
                  "specialization: dict[int, int | bool], "
                  "required_subgroup_size: int, full_subgroups: bool) -> "
                  "Pipeline"),
          "Compiles a kernel. `bindings` are (set, binding) of a storage "
          "buffer and (set, binding, format, writable) of\nan image, which is "
          "a "
          "storage image if it is writable, else a sampled image. The format "
          "is "
          "the name of a VkFormat or\none in `vk::image_format`: "
          "\"VK_FORMAT_R32_SFLOAT\" or \"r32f\". The order is that in which "
          "launch takes\nthem; required_subgroup_size 0 requires none.")
      .def(
          "launch",
          [](DeviceHandle &self, const PipelineHandle &pipeline,
             nb::list buffers, nb::bytes constants,
             std::tuple<uint32_t, uint32_t, uint32_t> groups, bool timed) {
            std::vector<BoundBuffer> bound;
            bound.reserve(buffers.size());
            for (nb::handle item : buffers)
              bound.push_back(boundBufferOf(item));
            std::span constantBytes(
                static_cast<const std::byte *>(constants.data()),
                constants.size());
            auto [x, y, z] = groups;
            nb::gil_scoped_release release;
            return LaunchHandle{self.device->launch(pipeline.pipeline, bound,
                                                    constantBytes, {x, y, z},
                                                    timed, pollSignals)};
          },
          "pipeline"_a, "buffers"_a, "constants"_a, "groups"_a,
          "timed"_a = true,
          nb::sig("def launch(self, pipeline: Pipeline, buffers: list[Buffer | "
                  "tuple[Buffer, int, int]], constants: bytes, groups: "
                  "tuple[int, int, int], timed: bool = True) -> Launch"),
          "Starts a kernel and returns at once (a loop of launches gets ahead "
          "of the device by a bounded number).\nFor an image, `buffers` has "
          "(Buffer, width, height): the texels row by row, which are copied "
          "into an image and,\nwhere the kernel writes it, back, with the "
          "launch. Without `timed` it has no elapsed_ns and costs less: on\n"
          "lavapipe, half.")
      .def(
          "wait", [](DeviceHandle &self) { self.device->wait(pollSignals); },
          nb::call_guard<nb::gil_scoped_release>(),
          "Waits for everything launched so far.")
      .def(
          "close", [](DeviceHandle &self) { self.device->close(pollSignals); },
          nb::call_guard<nb::gil_scoped_release>(),
          "Waits, then frees everything the device made. Closing twice is "
          "fine; using it afterwards is a VulkanError.");
}

} // namespace

NB_MODULE(_vulkan, m) {
  m.doc() =
      "Runs SPIR-V kernels on Vulkan devices. The Vulkan loader is opened "
      "at the first call that needs it.";
  bindErrors(m);
  bindProperties(m);
  bindResources(m);
  bindDevice(m);
  bindPlainVulkanLaunch(m);
  m.def("enumerate", &enumerateDevices,
        nb::call_guard<nb::gil_scoped_release>(),
        "Lists all Vulkan devices of this machine, those that Device() refuses "
        "too.");
  m.def("messages", &takeValidationMessages,
        "What the validation layer said since the last call, oldest first.");
}
