//===- ReduceOps.cpp - Reductions and scans ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

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
    return isBitwise(kind);
  }
}

static bool isFloatKind(Kind kind) {
  return kind == Kind::ADD || kind == Kind::MUL || isFloatMinOrMax(kind);
}

static InFlightDiagnostic emitBitsOfFloat(Operation *op, Type type, Kind kind) {
  return op->emitOpError("cannot combine ")
         << type << " by '" << gpu::stringifyAllReduceOperation(kind)
         << "': bit reductions take integers, reinterpret the bits first "
            "[reduce-bits-of-float]";
}

/// Checks the kind of a combination that may be a minimum or a maximum.
static LogicalResult verifyKind(Operation *op, Type type, Kind kind,
                                bool takesBool) {
  bool isFloat = isa<FloatType>(getScalarType(type));
  if (isFloat && isBitwise(kind)) // C1
    return emitBitsOfFloat(op, type, kind);
  if (getScalarType(type).isInteger(1) && !(takesBool && isBitwise(kind))) // C2
    return op->emitOpError("cannot combine ")
           << type << " by '" << gpu::stringifyAllReduceOperation(kind)
           << "': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert "
              "to i32 first [reduce-arithmetic-of-bool]";
  if (isFloat ? !isFloatKind(kind) : !isIntegerKind(kind)) // C3
    return op->emitOpError("cannot combine ")
           << type << " by '" << gpu::stringifyAllReduceOperation(kind)
           << (isFloat
                   ? "': floats take add, mul, minnumf and maxnumf "
                   : "': integers take add, mul, minsi, minui, maxsi, maxui, "
                     "and, or and xor ")
           << "[reduce-kind]";
  return success();
}

LogicalResult ReduceOp::verify() {
  return verifyKind(*this, getType(), getKind(), /*takesBool=*/true);
}

LogicalResult InclusivePrefixOp::verify() {
  return verifyKind(*this, getType(), getKind(), /*takesBool=*/false);
}

LogicalResult ClusterReduceOp::verify() {
  const auto size = static_cast<int32_t>(getClusterSize());
  if (size < 2 || size > kMaxWaveSize || !llvm::isPowerOf2_32(size)) // C5
    return emitOpError("has clusters of ")
           << size << " lanes; the size must be a power of two from 2 to "
           << kMaxWaveSize << " [cluster-size]";
  return verifyKind(*this, getType(), getKind(), /*takesBool=*/false);
}

/// Sums and products depend on the number of combined lanes; float sums and
/// products also depend on the order.
UniformityStep ReduceOp::inferUniformity(const UniformityQuery &query) {
  if (isIdempotent(getKind()))
    return query.inferOncePerWave(*this);
  const bool isFloat = isa<FloatType>(getScalarType(getType()));
  return isFloat ? UniformityStep::Wave : query.inferCount(*this);
}

static bool isScanKind(Kind kind) {
  return kind == Kind::ADD || kind == Kind::MUL || isBitwise(kind);
}

/// Checks rules of scans whose kind is valid; `count` names the operation that
/// counts bits.
template <typename Op>
static LogicalResult verifyScan(Op op, StringRef count) {
  Type type = op.getValue().getType();
  Kind kind = op.getKind();
  if (getScalarType(type).isInteger(1) && !isBitwise(kind)) // C2
    return op.emitOpError("cannot scan ")
           << type << " by '" << gpu::stringifyAllReduceOperation(kind)
           << "': use '" << count
           << "', or convert to i32 first [reduce-arithmetic-of-bool]";
  if (isa<FloatType>(getScalarType(type)) && isBitwise(kind)) // C4
    return emitBitsOfFloat(op, type, kind);
  return success();
}

LogicalResult PrefixOp::verify() {
  if (!isScanKind(getKind())) // C1
    return emitOpError("scans by 'add', 'mul', 'and', 'or' or 'xor', got '")
           << gpu::stringifyAllReduceOperation(getKind()) << "' [prefix-kind]";
  return verifyScan(*this, "wave.prefix_count_bits");
}

LogicalResult MultiPrefixOp::verify() {
  if (!isScanKind(getKind())) // C1
    return emitOpError("scans by 'add', 'mul', 'and', 'or' or 'xor', got '")
           << gpu::stringifyAllReduceOperation(getKind())
           << "' [multi-prefix-kind]";
  return verifyScan(*this, "wave.multi_prefix_count_bits");
}
