//===- CPU.cpp - Kernels on the CPU's cores, for Python -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"

#include "WaveDialect/Runtime/CPUKernel.h"
#include "WaveDialect/Target/CPU.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace nb::literals;
using mlir::wave::CPU;
using wave::runtime::CPUKernel;
using wave::runtime::CPULaunchResult;

Cells::Cells(const nb::list &cells) {
  values.reserve(cells.size());
  for (nb::handle cell : cells) {
    if (!PyLong_Check(cell.ptr())) {
      values.push_back(getAddress(cell));
      continue;
    }
    values.push_back(PyLong_AsUnsignedLongLong(cell.ptr()));
    if (PyErr_Occurred())
      throw nb::python_error();
  }
}

Cells::~Cells() {
  for (Py_buffer &view : views)
    PyBuffer_Release(&view);
}

uint64_t Cells::getAddress(nb::handle cell) {
  Py_buffer &view = views.emplace_back();
  if (PyObject_GetBuffer(cell.ptr(), &view, PyBUF_SIMPLE) != 0) {
    views.pop_back();
    throw nb::python_error();
  }
  return reinterpret_cast<uint64_t>(view.buf);
}

bool hasPendingSignal() {
  nb::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

void raiseInterrupt() {
  // Python runs its own handler only in the main thread.
  if (!PyErr_Occurred() && PyErr_CheckSignals() == 0)
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

namespace {

double launch(const CPUKernel &kernel, const nb::list &list, int64_t groups,
              int64_t waves, unsigned threads, nb::handle stop) {
  Cells cells(list);
  const auto *stopWord =
      stop.is_none()
          ? nullptr
          : reinterpret_cast<const uint32_t *>(cells.getAddress(stop));
  CPULaunchResult result;
  {
    nb::gil_scoped_release release;
    result = kernel.launch(cells.values, groups, waves, threads,
                           hasPendingSignal, stopWord);
  }
  if (result.interrupted)
    raiseInterrupt();
  return result.ns;
}

unsigned getVectorBits(const std::string &cpu, const std::string &features) {
  const CPU described{cpu, features};
  std::string error;
  if (failed(checkCPU(described, error)))
    throw nb::value_error(error.c_str());
  return mlir::wave::getVectorBits(described);
}

} // namespace

void bindPlainCPULaunch(nb::module_ &m);

void bindCPU(nb::module_ &m) {
  nb::register_exception_translator(
      [](const std::exception_ptr &error, void *) {
        try {
          std::rethrow_exception(error);
        } catch (const wave::runtime::CPULaunchError &failed) {
          PyErr_SetObject(PyExc_RuntimeError,
                          nb::make_tuple(failed.rule, failed.what()).ptr());
        }
      });
  m.def(
      "host_cpu",
      [] {
        const CPU &host = mlir::wave::getHostCPU();
        return nb::make_tuple(host.name, host.features,
                              mlir::wave::getVectorBits(host));
      },
      nb::sig("def host_cpu() -> tuple[str, str, int]"),
      "LLVM's name and features of this machine, and the width of its vector "
      "registers in bits.");
  m.def("vector_bits", &getVectorBits, "cpu"_a, "features"_a,
        "The width in bits of vector registers that all element types can "
        "use. ValueError for a CPU or feature that LLVM\ndoes not know.");

  nb::class_<CPUKernel>(m, "CPUKernel",
                        "The code of one kernel at one wave size. May be used "
                        "from several threads.")
      .def(
          "__init__",
          [](CPUKernel *self, nb::bytes object) {
            new (self) CPUKernel({object.c_str(), object.size()});
          },
          "object"_a,
          "Links an object of the target \"cpu\". ValueError where it is none "
          "for this machine.")
      .def_prop_ro(
          "groupshared_bytes",
          [](const CPUKernel &self) { return self.info().groupsharedBytes; },
          "Memory of each group under way, in bytes.")
      .def_prop_ro(
          "wave_bytes",
          [](const CPUKernel &self) { return self.info().waveBytes; },
          "Memory of each wave of such a group, beside that, in bytes.")
      .def_prop_ro(
          "stack_bytes", &CPUKernel::stackBytes,
          "The stack of each wave of such a group, in bytes; 0 if the waves "
          "use the stack of a thread.")
      .def_prop_ro("extra_waves", &CPUKernel::extraWaves,
                   "The waves of a group beyond those that the kernel states.")
      .def_prop_ro(
          "payload_bytes",
          [](const CPUKernel &self) { return self.info().payloadBytes; },
          "Of an amplification kernel: what each group hands to mesh groups, "
          "in "
          "bytes.")
      .def_prop_ro(
          "wave_size",
          [](const CPUKernel &self) { return self.info().waveSize; },
          "Lanes of a wave.")
      .def("launch", &launch, "cells"_a, "groups"_a, "waves"_a, "threads"_a = 0,
           "stop"_a = nb::none(),
           nb::sig("def launch(self, cells: list, groups: int, waves: int, "
                   "threads: int = 0, stop: object = None) -> float"),
           "Runs that many groups, each of so many waves, and returns the "
           "nanoseconds that it took. `cells` are what the\nkernel reads, an "
           "integer of 64 bits each; for an object with the buffer protocol "
           "its address is put. The\nnumber of waves and the address of the "
           "flag that stops a kernel are filled in. At most `threads` threads "
           "take\npart, 0: one a core. MemoryError, before anything has run, "
           "where there is no memory for the groups under way;\n"
           "KeyboardInterrupt after Ctrl-C, when not all groups have run. "
           "`stop` is "
           "memory: once its first 32 bits are not 0,\nno further group "
           "starts.");
  bindPlainCPULaunch(m);
}
