//===- Modules.cpp - Kernels in MLIR text for Python ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/ModuleReader.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir::wave::compiler;

void bindModules(nb::module_ &m) {
  nb::class_<ModuleReading>(
      m, "ModuleReading", "A kernel of a module and the helpers that it calls.")
      .def_ro("ok", &ModuleReading::ok)
      .def_ro("diagnostics", &ModuleReading::diagnostics)
      .def_ro("kernels", &ModuleReading::kernels,
              "The names of all kernels of the module.")
      .def_ro("text", &ModuleReading::text,
              "The module with this kernel alone, with locations; \"\" if the "
              "kernel was not found.")
      .def_ro(
          "functions", &ModuleReading::functions,
          "The functions as JSON, callees first; ModuleReader.h describes it.");
  m.def("read_module", &readModule, nb::arg("text"), nb::arg("file"),
        nb::arg("kernel") = "", nb::arg("operations") = true,
        nb::call_guard<nb::gil_scoped_release>(),
        "Parses and verifies MLIR text, and reads the kernel of this name, or "
        "the "
        "only one.");
}
