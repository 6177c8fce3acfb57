//===- AtomicKinds.cpp - Kinds of atomics in LLVM -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicKinds.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

std::optional<LLVM::AtomicBinOp> wave::getAtomicBinOp(Kind kind, Type type) {
  const bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case Kind::ADD:
    return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
  case Kind::AND:
    return LLVM::AtomicBinOp::_and;
  case Kind::OR:
    return LLVM::AtomicBinOp::_or;
  case Kind::XOR:
    return LLVM::AtomicBinOp::_xor;
  case Kind::MINSI:
    return LLVM::AtomicBinOp::min;
  case Kind::MAXSI:
    return LLVM::AtomicBinOp::max;
  case Kind::MINUI:
    return LLVM::AtomicBinOp::umin;
  case Kind::MAXUI:
    return LLVM::AtomicBinOp::umax;
  default:
    return std::nullopt;
  }
}
