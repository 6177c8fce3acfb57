//===- SourceLocation.h - The user's places in a location -------*- C++ -*-===//
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

/// The user's place in `location`, null where it has none; of a call site the callee's.
FileLineColLoc findSource(Location location);

/// The places of the calls through which `location` was inlined, the innermost first.
SmallVector<FileLineColLoc> findCallers(Location location);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_SOURCELOCATION_H
