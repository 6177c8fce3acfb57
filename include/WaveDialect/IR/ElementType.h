//===- ElementType.h - The element types of the dialect ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_ELEMENTTYPE_H
#define WAVEDIALECT_IR_ELEMENTTYPE_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Whether a value of this type may be passed, computed and read across lanes.
bool isElementType(Type type);

/// Whether memory may hold this type: as `isElementType`, without `i1`.
bool isMemoryElementType(Type type);

/// The type that memory and constants hold for a signed element of a binding
/// (`ui32` -> `i32`, `i1` -> `i32`), none where there is no such element.
Type getStorageType(Type element);

/// The element as HLSL and NumPy users write it: `u32`, `i32`, `f32`, `bool`.
StringRef getElementName(Type element);

/// Reports rule `element-type` on `op` unless `type` is an element type.
LogicalResult verifyElementType(Operation *op, Type type);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_ELEMENTTYPE_H
