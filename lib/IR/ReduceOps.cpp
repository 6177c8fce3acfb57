//===- ReduceOps.cpp - Reductions and scans ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

static bool isBitKind(Kind kind) {
  return kind == Kind::AND || kind == Kind::OR || kind == Kind::XOR;
}

static bool isIntegerKind(Kind kind) {
  switch (kind) {
  case Kind::ADD:
  case Kind::MUL:
  case Kind::MINSI:
  case Kind::MINUI:
  case Kind::MAXSI:
  case Kind::MAXUI:
    return true;
  default:
    return isBitKind(kind);
  }
}

static bool isFloatKind(Kind kind) {
  return kind == Kind::ADD || kind == Kind::MUL || kind == Kind::MINNUMF ||
         kind == Kind::MAXNUMF;
}

static InFlightDiagnostic emitArithmeticOfBool(Operation *op, Kind kind) {
  return op->emitOpError("cannot combine i1 by '")
         << gpu::stringifyAllReduceOperation(kind)
         << "': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to "
            "i32 first [reduce-arithmetic-of-bool]";
}

LogicalResult ReduceOp::verify() {
  Type type = getValue().getType();
  if (failed(verifyElementType(*this, type))) // C4
    return failure();
  Kind kind = getKind();
  if (isa<FloatType>(type) && isBitKind(kind)) // C1
    return emitOpError("cannot combine ")
           << type << " by '" << gpu::stringifyAllReduceOperation(kind)
           << "': bit reductions take integers, reinterpret the bits first "
              "[reduce-bits-of-float]";
  if (type.isInteger(1) && !isBitKind(kind)) // C2
    return emitArithmeticOfBool(*this, kind);
  if (isa<FloatType>(type) ? !isFloatKind(kind) : !isIntegerKind(kind)) // C3
    return emitOpError("cannot combine ")
           << type << " by '" << gpu::stringifyAllReduceOperation(kind)
           << (isa<FloatType>(type)
                   ? "': floats take add, mul, minnumf and maxnumf "
                   : "': integers take add, mul, minsi, minui, maxsi, maxui, "
                     "and, or and xor ")
           << "[reduce-kind]";
  return success();
}

LogicalResult PrefixOp::verify() {
  Type type = getValue().getType();
  if (failed(verifyElementType(*this, type))) // C3
    return failure();
  Kind kind = getKind();
  if (kind != Kind::ADD && kind != Kind::MUL) // C1
    return emitOpError("scans by 'add' or 'mul', got '")
           << gpu::stringifyAllReduceOperation(kind) << "' [prefix-kind]";
  if (type.isInteger(1)) // C2
    return emitOpError("cannot scan i1: use 'wave.prefix_count_bits', or "
                       "convert to i32 first [reduce-arithmetic-of-bool]");
  return success();
}
