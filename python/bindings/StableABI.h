//===- StableABI.h - Parts of Python's interface that differ ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module for the stable ABI calls functions where a module for one version of
// Python reads the fields of objects.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_STABLEABI_H
#define WAVEDIALECT_PYTHON_BINDINGS_STABLEABI_H

#include <nanobind/nanobind.h>

#ifdef Py_LIMITED_API
#define PyTuple_GET_SIZE PyTuple_Size
#define PyTuple_GET_ITEM PyTuple_GetItem
#define PyList_GET_SIZE PyList_Size
#define PyList_GET_ITEM PyList_GetItem
#define PyBytes_AS_STRING PyBytes_AsString
#define PyBytes_GET_SIZE PyBytes_Size
#define PyFloat_AS_DOUBLE PyFloat_AsDouble
#endif

/// Whether the object is a function that Python code defines.
inline bool isPythonFunction(nanobind::handle object) {
#ifdef Py_LIMITED_API
  static const nanobind::handle type =
      nanobind::object(nanobind::module_::import_("types").attr("FunctionType"))
          .release();
  return object.type().is(type);
#else
  return PyFunction_Check(object.ptr());
#endif
}

/// Returns the object in a cell of a closure; null if the cell is empty.
inline PyObject *findContents(PyObject *cell) {
#ifdef Py_LIMITED_API
  PyObject *found = PyObject_GetAttrString(cell, "cell_contents");
  // The cell keeps the object.
  if (found)
    Py_DECREF(found);
  else
    PyErr_Clear();
  return found;
#else
  return PyCell_GET(cell);
#endif
}

#endif // WAVEDIALECT_PYTHON_BINDINGS_STABLEABI_H
