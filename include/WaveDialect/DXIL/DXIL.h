//===- DXIL.h - The dialect of DXIL's functions ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_DXIL_H
#define WAVEDIALECT_DXIL_DXIL_H

#include "WaveDialect/DXIL/MatrixTypes.h"
#include "WaveDialect/DXIL/Operations.h"
#include "WaveDialect/DXIL/ShaderModels.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::dxil {

/// Marks a call that must not be computed with less precision than written.
constexpr StringLiteral kPreciseName = "dxil.precise";

/// Returns the minor number of "6.n"; none for any other text.
std::optional<unsigned> parseShaderModel(StringRef text);

/// Returns the fields of an aggregate result, a type of this dialect.
SmallVector<Type> getFields(Type aggregate);

/// Checks overload, shader model and stage against the module around `op`.
LogicalResult verifyCall(Operation *op);

/// Returns the overload of a function with an operand or result of this type.
Type getOverloadOf(Type type);

} // namespace mlir::dxil

#include "WaveDialect/DXIL/DXILDialect.h.inc"
#include "WaveDialect/DXIL/DXILEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "WaveDialect/DXIL/DXILAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "WaveDialect/DXIL/DXILTypes.h.inc"

#include "WaveDialect/DXIL/DXILInterfaces.h.inc"

#define GET_OP_CLASSES
#include "WaveDialect/DXIL/DXILOps.h.inc"

#define GET_OP_CLASSES
#include "WaveDialect/DXIL/DXILCalls.h.inc"

#endif // WAVEDIALECT_DXIL_DXIL_H
