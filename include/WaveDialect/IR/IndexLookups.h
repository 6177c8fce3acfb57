//===- IndexLookups.h - Lookups that stand for an index ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_INDEXLOOKUPS_H
#define WAVEDIALECT_IR_INDEXLOOKUPS_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// The attribute of a lookup that stands for an index of a vector, a matrix or an array:
/// what it counts, "component", "row", "column" or "element".
inline constexpr llvm::StringLiteral kIndexedName = "wave.indexed";

/// The attribute of a lookup that an instrumented run does not check, because such
/// lookups check the indices that make up its index; and of the conversion of an index in
/// memory that holds the index of a component.
inline constexpr llvm::StringLiteral kWatchedName = "wave.watched";

/// Returns what a lookup counts; null if it is a plain one.
inline StringAttr getIndexedPart(LookupOp lookup) {
  return lookup->getAttrOfType<StringAttr>(kIndexedName);
}

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_INDEXLOOKUPS_H
