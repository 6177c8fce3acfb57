//===- SourceLines.h - Source lines of LLVM's instructions ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_SOURCELINES_H
#define WAVEDIALECT_TARGET_SOURCELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::wave {

/// How code has its source lines: as tables beside it, or as directives in its text.
enum class LineForm { Tables, Directives };

/// Gives the instructions that LLVM IR will have their source lines; `module` is in the
/// LLVM dialect.
LogicalResult addSourceLines(ModuleOp module, LineForm form);

/// The option `--debug-info` of the translation tool.
const llvm::cl::opt<bool> &getDebugInfoOption();

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SOURCELINES_H
