//===- Cells.h - The arguments of a launch on the CPU -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CELLS_H
#define WAVEDIALECT_PYTHON_BINDINGS_CELLS_H

#include <nanobind/nanobind.h>

#include <vector>

/// The cells of a launch. Holds the arrays among them until the launch is over.
class Cells {
public:
  explicit Cells(const nanobind::list &cells);
  ~Cells();
  Cells(const Cells &) = delete;
  Cells &operator=(const Cells &) = delete;

  /// Returns the address of an object with the buffer protocol, and holds it.
  uint64_t getAddress(nanobind::handle cell);

  std::vector<uint64_t> values;

private:
  std::vector<Py_buffer> views;
};

/// Whether a signal is pending that Python has not raised yet, for instance a
/// Ctrl-C during the compile.
bool hasPendingSignal();

/// Throws Python's KeyboardInterrupt.
[[noreturn]] void raiseInterrupt();

#endif // WAVEDIALECT_PYTHON_BINDINGS_CELLS_H
