//===- ToolHelp.h - The --help of a tool ------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_TOOLHELP_H
#define WAVEDIALECT_TOOLS_TOOLHELP_H

#include "llvm/Support/CommandLine.h"

namespace mlir::wave {

/// Moves options that only exist because LLVM is linked, for example those of
/// its code generators, to --help-hidden; with ReallyHidden no help and no
/// suggestion names them. Call this before a tool adds its own options.
inline void
hideLinkedOptions(llvm::cl::OptionHidden hidden = llvm::cl::Hidden) {
  for (auto &entry : llvm::cl::getRegisteredOptions()) {
    llvm::cl::Option *option = entry.second;
    const bool general = llvm::is_contained(
        {"help", "help-list", "version", "color"}, option->ArgStr);
    if (!general && option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(hidden);
  }
}

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_TOOLHELP_H
