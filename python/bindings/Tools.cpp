//===- Tools.cpp - The tools that need no Clang, for Python ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

// tools/CMakeLists.txt gives these names to the main functions.
int wave_opt_main(int argc, char **argv);
int wave_translate_main(int argc, char **argv);
int wave_lsp_server_main(int argc, char **argv);

void bindTools(nanobind::module_ &m) {
  bindTool(m, "wave_opt", wave_opt_main);
  bindTool(m, "wave_translate", wave_translate_main);
  bindTool(m, "wave_lsp_server", wave_lsp_server_main);
}
