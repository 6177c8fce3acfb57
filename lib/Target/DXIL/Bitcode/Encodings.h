//===- Encodings.h - Numbers of LLVM 3.7 ----------------------------------===//
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

// The numbers that LLVM 3.7's bitcode gives to enumerators of LLVM's IR; none for what
// it did not know.

namespace mlir::dxil::bitcode {

/// The power of two of the largest alignment.
constexpr unsigned kMostAlignment = 29;

std::optional<unsigned> getCastCode(unsigned opcode);
std::optional<unsigned> getBinaryCode(unsigned opcode);
std::optional<unsigned> getAtomicCode(llvm::AtomicRMWInst::BinOp operation);
unsigned getOrderingCode(llvm::AtomicOrdering ordering);
/// Of an instruction or a constant expression: what may not wrap or lose bits, or the
/// freedoms of its floating-point arithmetic.
unsigned getFlags(const Value &value);
unsigned getLinkageCode(llvm::GlobalValue::LinkageTypes linkage);
bool isKnownCallingConvention(unsigned convention);
/// 0 for none.
unsigned getAlignmentCode(llvm::MaybeAlign alignment);
/// Integers have the sign in their lowest bit.
uint64_t rotateSign(int64_t value);

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_ENCODINGS_H
