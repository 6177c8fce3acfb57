//===- SPIRV.cpp - The validator of SPIR-V, for Python ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstring>

namespace nb = nanobind;
using namespace mlir;

void bindSPIRV(nb::module_ &m) {
  m.def(
      "validate_spirv",
      [](nb::bytes module) {
        SmallVector<uint32_t> words(module.size() / sizeof(uint32_t));
        std::memcpy(words.data(), module.c_str(),
                    words.size() * sizeof(uint32_t));
        std::string message;
        return succeeded(wave::validateBinary(words, message)) ? std::string()
                                                               : message;
      },
      nb::arg("module"),
      "The validator's message on a SPIR-V module, empty where it has none.");
}
