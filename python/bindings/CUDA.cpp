//===- CUDA.cpp - Python module of the CUDA runtime -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wavedialect._cuda: launches, copies, and the order of work. Devices, memory
// and code are cuda-core's, in Python.
//
//===----------------------------------------------------------------------===//

#include "CUDADevice.h"
#include "CUDAErrors.h"
#include "Contents.h"
#include "ForeignArrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::cuda;

void bindCUDALauncher(nb::module_ &m);
void bindPlainCUDALaunch(nb::module_ &m);

namespace {

using Numbers = std::vector<uint32_t>;
using NativeTensorMap = std::tuple<uint32_t, uint32_t, Numbers, Numbers,
                                   Numbers, uint32_t, uint32_t>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Returns the handle of a stream: the number 1 also names the default stream.
StreamHandle makeStream(uint64_t handle, nb::object owner) {
  return {handle == 1 ? nullptr : reinterpret_cast<Stream>(handle),
          std::move(owner)};
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The exception class; as long as the process.
nb::handle errorType;

/// Creates the exception class and translates the driver's errors to it.
void bindErrors(nb::module_ &m) {
  const auto name = nb::cast<std::string>(m.attr("__name__")) + ".CUDAError";
  nb::object type = nb::steal(PyErr_NewExceptionWithDoc(
      name.c_str(),
      "An error of CUDA's driver. `code` is its number, `name` CUDA's name of "
      "it; 0 and \"\" if there is no driver.",
      nullptr, nullptr));
  if (!type.is_valid())
    throw nb::python_error();
  type.attr("code") = 0;
  type.attr("name") = "";
  m.attr("CUDAError") = type;
  errorType = type.release();
  nb::register_exception_translator(
      [](const std::exception_ptr &error, void *) {
        try {
          std::rethrow_exception(error);
        } catch (const DriverError &failed) {
          PyErr_SetObject(errorType.ptr(), makeCUDAError(failed).ptr());
        }
      });
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void bindMemory(nb::module_ &m) {
  nb::class_<StreamHandle>(m, "Stream", "A stream of the caller.")
      .def(
          "__init__",
          [](StreamHandle *self, uint64_t handle, nb::object owner) {
            new (self) StreamHandle(makeStream(handle, std::move(owner)));
          },
          "handle"_a, "owner"_a.none() = nb::none(),
          "`owner` is kept alive as long as memory was last used on the "
          "stream.")
      .def_prop_ro("handle", [](const StreamHandle &self) {
        return reinterpret_cast<uint64_t>(self.stream);
      });

  nb::class_<Memory>(m, "Memory", "A part of the memory of a device.")
      .def_static(
          "allocated",
          [](Address address, uint64_t nbytes, int device, nb::object buffer,
             nb::object release) {
            Memory memory{address, nbytes, device, nullptr, {}, {}};
            memory.allocation = std::make_shared<Allocation>(
                std::move(buffer), std::move(release));
            return memory;
          },
          "address"_a, "nbytes"_a, "device"_a, "buffer"_a, "release"_a,
          "Memory of cuda-core's `buffer`. Its last part calls "
          "`release(buffer, stream, exported)` when it is dropped, with the\n"
          "stream of the last use, and whether another library may have used "
          "the memory.")
      .def_static(
          "foreign",
          [](Address address, uint64_t nbytes, int device, nb::object owner,
             const StreamHandle &stream, bool mustWait) {
            return Memory{address,          nbytes, device,  nullptr,
                          std::move(owner), stream, mustWait};
          },
          "address"_a, "nbytes"_a, "device"_a, "owner"_a, "stream"_a,
          "must_wait"_a,
          "Memory of another library, which uses it on `stream`. With "
          "`must_wait`, other streams wait for that one.")
      .def_ro("address", &Memory::address)
      .def_ro("nbytes", &Memory::bytes)
      .def_ro("device", &Memory::device)
      .def_ro("owner", &Memory::owner, "What keeps foreign memory alive.")
      .def_prop_ro(
          "stream",
          [](const Memory &self) {
            return reinterpret_cast<uint64_t>(self.stream().stream);
          },
          "The stream of the last use.")
      .def_prop_ro(
          "is_foreign", [](const Memory &self) { return !self.allocation; },
          "Whether it belongs to another library.")
      .def(
          "slice",
          [](const Memory &self, uint64_t offset, uint64_t nbytes) {
            if (offset > self.bytes || nbytes > self.bytes - offset)
              throw nb::index_error("the part is outside of the memory");
            Memory part = self;
            part.address += offset;
            part.bytes = nbytes;
            return part;
          },
          "offset"_a, "nbytes"_a,
          "A part of the memory, which keeps all of it alive.")
      .def("overlaps", &Memory::overlaps, "other"_a,
           "Whether both have a byte in common.")
      .def(
          "export",
          [](Memory &self) {
            if (self.allocation)
              self.allocation->isExported = true;
          },
          "Tells that another library gets the address.");

  nb::class_<LoadedKernel>(m, "Kernel", "A kernel and the size of its groups.")
      .def(
          "__init__",
          [](LoadedKernel *self, uint64_t kernel, uint32_t threads,
             uint32_t sharedBytes, int device,
             const std::vector<NativeTensorMap> &tensorMaps) {
            std::vector<TensorMap> maps;
            for (const auto &[binding, bytes, sizes, pitches, box, offset,
                              madeOffset] : tensorMaps)
              maps.push_back(
                  {binding, bytes, sizes, pitches, box, offset, madeOffset});
            new (self) LoadedKernel(reinterpret_cast<Kernel>(kernel), threads,
                                    sharedBytes, device, std::move(maps));
          },
          "handle"_a, "threads"_a, "shared_bytes"_a, "device"_a,
          "tensor_maps"_a,
          "`handle` is the driver's. `shared_bytes` is the dynamic shared "
          "memory of a group on the device with this index. A tensor map is\n"
          "(binding, element bytes, offsets of sizes, offsets of pitches, box, "
          "offset, offset of the word that says whether it is made), as in\n"
          "the manifest.");
  nb::class_<TimedLaunch>(m, "Launch", "One launch of a kernel.")
      .def("elapsed_ns", &TimedLaunch::elapsedNs,
           "Waits for the launch; its nanoseconds on the device.");
}

void bindDevice(nb::module_ &m) {
  nb::class_<Device>(
      m, "Device",
      "The primary context of a device. Launches and copies return at once.")
      .def(
          "__init__",
          [](Device *self, uint64_t context, int index) {
            driver();
            new (self) Device(reinterpret_cast<Context>(context), index);
          },
          "context"_a, "index"_a, "`context` is the driver's handle.")
      .def_ro("index", &Device::index)
      .def_rw("usable", &Device::isUsable,
              "Whether launches may still use the device.")
      .def(
          "upload",
          [](Device &self, const Memory &memory, nb::handle data) {
            Contents contents(data, /*writable=*/false);
            self.upload(memory, contents.bytes());
          },
          "memory"_a, "data"_a,
          "Copies any C-contiguous buffer-protocol object to the start of the "
          "memory.")
      .def(
          "download",
          [](Device &self, const Memory &memory, nb::handle data) {
            Contents contents(data, /*writable=*/true);
            self.download(memory, contents.bytes());
          },
          "memory"_a, "data"_a,
          "Copies the start of the memory into a writable C-contiguous "
          "buffer-protocol object.")
      .def("copy", &Device::copy, "source"_a, "target"_a,
           "Copies between two memories of the same size that do not overlap.")
      .def(
          "launch",
          [](Device &self, const LoadedKernel &kernel, nb::list memories,
             nb::bytes constants, std::array<uint32_t, 3> groups, bool isTimed,
             const StreamHandle &stream) -> nb::object {
            std::vector<Address> resources;
            std::vector<const Memory *> used;
            for (nb::handle item : memories) {
              used.push_back(nb::cast<const Memory *>(item));
              resources.push_back(used.back()->address);
            }
            const auto *begin =
                static_cast<const std::byte *>(constants.data());
            std::vector<std::byte> block(begin, begin + constants.size());
            auto launched = self.launch(kernel, resources, used, block, groups,
                                        stream, isTimed);
            return launched ? nb::cast(std::move(*launched)) : nb::none();
          },
          "kernel"_a, "memories"_a, "constants"_a, "groups"_a, "timed"_a,
          "stream"_a,
          nb::sig("def launch(self, kernel: Kernel, memories: "
                  "list[Memory], constants: bytes, groups: tuple[int, int, "
                  "int], timed: bool, stream: Stream) -> Launch | None"),
          "Starts a kernel, whose parameters are the addresses of `memories` "
          "and, if it is not empty, one block of constants. A launch that is\n"
          "not timed, or is recorded into a graph, gives None.")
      .def(
          "wait_for",
          [](Device &self, uint64_t stream, uint64_t earlier) {
            ContextScope scope(self.context);
            self.waitFor(reinterpret_cast<Stream>(stream),
                         reinterpret_cast<Stream>(earlier));
          },
          "stream"_a, "earlier"_a,
          "Has `stream` wait for the work that was submitted to `earlier`.")
      .def(
          "is_capturing",
          [](Device &self, uint64_t stream) {
            ContextScope scope(self.context);
            return self.isCapturing(reinterpret_cast<Stream>(stream));
          },
          "stream"_a, "Whether the stream records a graph.")
      .def("keep", &Device::keep, "stream"_a, "objects"_a,
           "Keeps objects until the work that was submitted to the stream has "
           "ended.")
      .def(
          "synchronize",
          [](Device &self, uint64_t stream) {
            self.synchronize(reinterpret_cast<Stream>(stream));
          },
          "stream"_a, "Waits for the work that was submitted to the stream.")
      .def("synchronize_all", &Device::synchronizeAll,
           "Waits for the work of all streams.");
}

/// What DLPack says of an array: the address, the shape, the strides in
/// elements, the type's code and bits, and the kind and number of the device.
nb::tuple readExchanged(nb::handle array) {
  using View = nb::ndarray<nb::ro>;
  auto view = std::make_unique<View>(nb::cast<View>(array));
  nb::list shape, strides;
  for (size_t axis = 0; axis < view->ndim(); ++axis) {
    shape.append(view->shape(axis));
    strides.append(view->stride(axis));
  }
  const nb::dlpack::dtype type = view->dtype();
  const auto address = reinterpret_cast<uint64_t>(view->data());
  const int kind = view->device_type();
  const int device = view->device_id();
  nb::capsule owner(view.release(), [](void *kept) noexcept {
    delete static_cast<View *>(kept);
  });
  return nb::make_tuple(address, nb::tuple(shape), nb::tuple(strides),
                        int(type.code), int(type.bits) * int(type.lanes), kind,
                        device, owner);
}

/// Returns a DLPack capsule of the memory.
nb::object makeExchanged(nb::handle owner, Address address,
                         const std::vector<size_t> &shape, uint8_t typeCode,
                         uint8_t typeBits, int device) {
  const nb::dlpack::dtype type = {typeCode, typeBits, 1};
  nb::ndarray<> made(reinterpret_cast<void *>(address), shape.size(),
                     shape.data(), owner, nullptr, type,
                     nb::device::cuda::value, device);
  return nb::cast(made);
}

} // namespace

nb::object wave::cuda::makeCUDAError(const DriverError &error) {
  nb::object made = errorType(error.what());
  made.attr("code") = error.code;
  made.attr("name") = error.name;
  return made;
}

NB_MODULE(_cuda, m) {
  m.doc() = "Runs kernels on NVIDIA's GPUs. The driver is opened at the first "
            "call that needs it.";
  // Devices live until the process ends.
  nb::set_leak_warnings(false);
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function([] { isExiting = true; }));
  bindErrors(m);
  bindMemory(m);
  bindDevice(m);
  bindPlainCUDALaunch(m);
  bindCUDALauncher(m);
  m.def(
      "driver_version",
      [] {
        int version = 0;
        driver().check(driver().driverGetVersion(&version),
                       "cuDriverGetVersion");
        return version;
      },
      "The version of CUDA that the driver supports: 13000 for 13.0.");
  m.def(
      "device_count",
      [] {
        int count = 0;
        driver().check(driver().deviceGetCount(&count), "cuDeviceGetCount");
        return count;
      },
      "The number of devices.");
  m.def(
      "link",
      [](nb::bytes ptx, bool keepLines) {
        std::vector<std::byte> code;
        {
          nb::gil_scoped_release release;
          code = linkPTX(ptx.c_str(), keepLines);
        }
        return nb::bytes(code.data(), code.size());
      },
      "ptx"_a, "keep_lines"_a,
      "Translates PTX to machine code for the device of this thread's "
      "context. With `keep_lines` the source lines of the PTX\nare beside the "
      "code, for profilers.");
  m.def(
      "device_of_address",
      [](Address address) {
        constexpr int ordinal = 9;
        int device = 0;
        driver().check(driver().pointerGetAttribute(&device, ordinal, address),
                       "cuPointerGetAttribute");
        return device;
      },
      "address"_a, "The number of the device that has the memory.");
  m.def(
      "synchronize_context",
      [] { driver().check(driver().ctxSynchronize(), "cuCtxSynchronize"); },
      nb::call_guard<nb::gil_scoped_release>(),
      "Waits for the work of all streams of this thread's context.");
  m.def(
      "current_context",
      [] {
        Context context = nullptr;
        driver().check(driver().ctxGetCurrent(&context), "cuCtxGetCurrent");
        return reinterpret_cast<uint64_t>(context);
      },
      "The handle of this thread's context, or 0.");
  m.def(
      "set_current_context",
      [](uint64_t context) {
        driver().check(
            driver().ctxSetCurrent(reinterpret_cast<Context>(context)),
            "cuCtxSetCurrent");
      },
      "context"_a, "Makes a context current to this thread; 0: none.");
  m.def(
      "array_device",
      [](nb::handle argument) {
        const ForeignClass *found = ForeignClass::find(argument);
        return found ? found->deviceOf(argument) : -1;
      },
      "argument"_a,
      "The number of the GPU that has an array of another library; -1 for "
      "other "
      "arguments.");
  m.def("read_exchanged", &readExchanged, "array"_a,
        nb::sig("def read_exchanged(array: object) -> tuple"),
        "What DLPack says of an array: the address, the shape, the strides in "
        "elements, the type's code and bits, the kind and number\nof the "
        "device, and an object that keeps the array.");
  m.def("make_exchanged", &makeExchanged, "owner"_a, "address"_a, "shape"_a,
        "type_code"_a, "type_bits"_a, "device"_a,
        "A DLPack capsule of a contiguous array, which keeps `owner` alive.");
}
