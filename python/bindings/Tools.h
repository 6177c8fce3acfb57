//===- Tools.h - The command line tools for Python --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_TOOLS_H
#define WAVEDIALECT_PYTHON_BINDINGS_TOOLS_H

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "llvm/Support/raw_ostream.h"

/// Binds the main function of a tool. A process may call one of them once: LLVM
/// keeps the options of a command line in global objects.
inline void bindTool(nanobind::module_ &m, const char *name,
                     int (*run)(int argc, char **argv)) {
  m.def(
      name,
      [run](std::vector<std::string> arguments) {
        std::vector<char *> pointers;
        for (std::string &argument : arguments)
          pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        const int status =
            run(static_cast<int>(arguments.size()), pointers.data());
        llvm::outs().flush();
        return status;
      },
      nanobind::arg("arguments"),
      nanobind::call_guard<nanobind::gil_scoped_release>(),
      "Runs the tool on a command line, which begins with the tool's name; its "
      "exit status.");
}

#endif // WAVEDIALECT_PYTHON_BINDINGS_TOOLS_H
