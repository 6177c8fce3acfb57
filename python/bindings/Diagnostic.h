//===- Diagnostic.h - Diagnostics for Python --------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_DIAGNOSTIC_H
#define WAVEDIALECT_PYTHON_BINDINGS_DIAGNOSTIC_H

#include "WaveDialect/Compiler/Compiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

/// Binds the diagnostics of the compiler. Each module has a type of its own, because
/// it has a nanobind domain of its own.
inline void bindDiagnostic(nanobind::module_ &m) {
  using mlir::wave::compiler::Diagnostic;
  nanobind::class_<Diagnostic>(m, "Diagnostic")
      .def_ro("severity", &Diagnostic::severity)
      .def_ro("message", &Diagnostic::message)
      .def_ro("file", &Diagnostic::file)
      .def_ro("line", &Diagnostic::line)
      .def_ro("column", &Diagnostic::column)
      .def_ro("notes", &Diagnostic::notes);
}

#endif // WAVEDIALECT_PYTHON_BINDINGS_DIAGNOSTIC_H
