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

/// Vectors have from two to four components.
constexpr int64_t kMinComponents = 2, kMaxComponents = 4;

/// Whether this is `i1 i16 i32 i64 f16 bf16 f32 f64`.
bool isScalarType(Type type);

/// Whether values of this type may be passed, computed and read across lanes: a
/// scalar, or a vector of two to four scalars.
bool isElementType(Type type);

/// Whether memory may hold this type: a scalar, but not `i1`.
bool isMemoryElementType(Type type);

/// Whether this is an 8-bit integer of any sign. Buffers and images hold bytes;
/// values have 32 bits.
bool isByteType(Type type);

/// The type itself, or the component type of a vector.
Type getScalarType(Type type);

/// The number of components of a vector; 1 for every other type.
int64_t getNumComponents(Type type);

/// The type with this many components of this scalar type: a scalar for one
/// component, otherwise a vector.
Type getTypeOfComponents(Type scalar, int64_t components);

/// `i1`, or a vector of `i1` with as many components as `type` has.
Type getBoolType(Type type);

/// The size of a scalar in memory, in bytes.
unsigned getScalarBytes(Type scalar);

/// The type in memory of a binding's signed element (`ui32` -> `i32`, `ui8` ->
/// `i8`, `i1` -> `i32`); for a vector, the type of one component. None if the type is not an
/// element.
Type getStorageType(Type element);

/// The type of a value with this signed element (`ui32` -> `i32`,
/// `vector<3xsi16>` -> `vector<3xi16>`, `i1` -> `i1`); none if the type is not
/// an element.
Type getValueType(Type element);

/// The element as HLSL and NumPy users write it: `u8`, `u32`, `i32`, `f32`, `bool`;
/// for a vector, the name of one component.
StringRef getElementName(Type element);

/// Reports rule `element-type` on `op` unless `type` is an element type.
LogicalResult verifyElementType(Operation *op, Type type);

/// Reports rule `predicate-not-bool` on `op` unless `type` is an `i1`.
LogicalResult verifyPredicate(Operation *op, Type type);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_ELEMENTTYPE_H
