//===- Arithmetic.h - Arithmetic from plain instructions -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_ARITHMETIC_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_ARITHMETIC_H

#include "Steps.h"

#include "llvm/IR/IRBuilder.h"

namespace mlir::dxil::legalize {

/// The upper half of the product of two unsigned integers of one even width.
llvm::Value *createMulHigh(llvm::IRBuilderBase &builder, llvm::Value *a,
                           llvm::Value *b);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_ARITHMETIC_H
