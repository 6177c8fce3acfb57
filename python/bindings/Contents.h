//===- Contents.h - Bytes of Python objects ---------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CONTENTS_H
#define WAVEDIALECT_PYTHON_BINDINGS_CONTENTS_H

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>

/// A C-contiguous object that supports Python's buffer protocol.
class Contents {
public:
  Contents(nanobind::handle object, bool writable) {
    const int flags = PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object.ptr(), &view, flags) != 0)
      throw nanobind::python_error();
  }
  ~Contents() { PyBuffer_Release(&view); }
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  std::span<std::byte> bytes() const {
    return {static_cast<std::byte *>(view.buf), static_cast<size_t>(view.len)};
  }

private:
  Py_buffer view;
};

#endif // WAVEDIALECT_PYTHON_BINDINGS_CONTENTS_H
