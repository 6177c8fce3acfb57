//===- SourceLocation.h - Source positions of a location -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_SOURCELOCATION_H
#define WAVEDIALECT_IR_SOURCELOCATION_H

#include "mlir/IR/Location.h"

namespace mlir::wave {

/// Returns the source position of `location`, null if it has none; for a call
/// site, the position in the callee.
FileLineColLoc findSource(Location location);

/// Returns the positions of the calls through which `location` was inlined,
/// innermost first.
SmallVector<FileLineColLoc> findCallers(Location location);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_SOURCELOCATION_H
