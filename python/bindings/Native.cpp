//===- Native.cpp - The compiler for Python ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/Compiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir::wave::compiler;

/// What runs kernels on the CPU.
void bindCPU(nb::module_ &m);

/// What runs them watched.
void bindCheck(nb::module_ &m);

NB_MODULE(_native, m) {
  m.doc() = "MLIR text and a pipeline in, artifacts and diagnostics out.";
  // Threads that run at the end, or that a forked child has no longer, keep what
  // they hold; that is no leak to tell the user of.
  nb::set_leak_warnings(false);

  nb::class_<Diagnostic>(m, "Diagnostic")
      .def_ro("severity", &Diagnostic::severity)
      .def_ro("message", &Diagnostic::message)
      .def_ro("file", &Diagnostic::file)
      .def_ro("line", &Diagnostic::line)
      .def_ro("column", &Diagnostic::column)
      .def_ro("notes", &Diagnostic::notes);

  nb::class_<Result>(m, "Result")
      .def_ro("ok", &Result::ok)
      .def_ro("diagnostics", &Result::diagnostics)
      .def_ro("stages", &Result::stages)
      .def_prop_ro("files", [](const Result &result) {
        nb::list files;
        for (const auto &[name, bytes] : result.files)
          files.append(
              nb::make_tuple(name, nb::bytes(bytes.data(), bytes.size())));
        return files;
      });

  m.def("run_pipeline", &runPipeline, nb::arg("text"), nb::arg("pipeline"),
        nb::call_guard<nb::gil_scoped_release>(),
        "Runs a textual pass pipeline; one stage, 'result'.");
  m.def("compile_spirv", &compileToSPIRV, nb::arg("text"), nb::arg("pipeline"),
        nb::arg("maximal_reconvergence"), nb::arg("debug_info") = false,
        nb::call_guard<nb::gil_scoped_release>(),
        "Runs a pipeline that ends in SPIR-V and translates its one kernel.");
  m.def("compile_dxil", &compileToDXIL, nb::arg("text"), nb::arg("pipeline"),
        nb::arg("stages") = true, nb::call_guard<nb::gil_scoped_release>(),
        "Runs a pipeline that ends in DXIL and makes a container of its one "
        "kernel.");
  m.def("compile_cpu", &compileToCPU, nb::arg("text"), nb::arg("pipeline"),
        nb::arg("cpu"), nb::arg("features"), nb::arg("stages") = false,
        nb::arg("cache_directory") = "",
        nb::call_guard<nb::gil_scoped_release>(),
        "Runs a pipeline that ends in functions on vectors and makes an object "
        "of its one kernel, for a CPU by LLVM's\nname and features. With "
        "`stages` past the cache, else what was compiled before is taken from "
        "`cache_directory`,\nunless that is empty.");
  bindCPU(m);
  bindCheck(m);
}
