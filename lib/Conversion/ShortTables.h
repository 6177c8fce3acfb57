//===- ShortTables.h - Tables of a few constants -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_SHORTTABLES_H
#define WAVEDIALECT_LIB_CONVERSION_SHORTTABLES_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Replaces lookups in tables of at most `length` constants by selects, which
/// take less time than an access to memory.
void selectFromShortTables(Operation *function, int64_t length);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_CONVERSION_SHORTTABLES_H
