//===- Encodings.h - Numeric encodings of LLVM 3.7 ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_ENCODINGS_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_ENCODINGS_H

#include "Records.h"

#include <optional>

// The numbers that bitcode of LLVM 3.7 uses for enumerators of LLVM IR; nothing
// for enumerators that LLVM 3.7 lacks.

namespace mlir::dxil::bitcode {

/// The binary logarithm of the largest alignment.
constexpr unsigned kMostAlignment = 29;

std::optional<unsigned> getCastCode(unsigned opcode);
std::optional<unsigned> getBinaryCode(unsigned opcode);
std::optional<unsigned> getAtomicCode(llvm::AtomicRMWInst::BinOp operation);
unsigned getOrderingCode(llvm::AtomicOrdering ordering);
/// Returns the flags of an instruction or constant expression: no wrap, exact,
/// or fast-math flags.
unsigned getFlags(const Value &value);
unsigned getLinkageCode(llvm::GlobalValue::LinkageTypes linkage);
bool isKnownCallingConvention(unsigned convention);
/// Returns 0 if there is no alignment.
unsigned getAlignmentCode(llvm::MaybeAlign alignment);
/// Moves the sign of an integer to the lowest bit.
uint64_t rotateSign(int64_t value);

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_ENCODINGS_H
