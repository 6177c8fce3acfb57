//===- AtomicKinds.h - Kinds of atomics in LLVM ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_ATOMICKINDS_H
#define WAVEDIALECT_CONVERSION_ATOMICKINDS_H

#include "WaveDialect/IR/CombiningKind.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::wave {

/// LLVM's atomic of a kind; none for minima and maxima of floats, which LLVM has with
/// other results for NaN and -0.
std::optional<LLVM::AtomicBinOp> getAtomicBinOp(CombiningKind kind, Type type);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_ATOMICKINDS_H
