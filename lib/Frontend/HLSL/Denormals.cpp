//===- Denormals.cpp - The option -denorm ftz -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Executors differ in how they treat denormal floats, and have modes for it that
// also concern doubles (x86) or are optional (Vulkan). Operations on the bits are
// the same everywhere.

#include "Denormals.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr int64_t kSign = 0x80000000, kExponent = 0x7f800000;

/// Whether Direct3D counts the operation as arithmetic, and not as one that moves
/// or converts a value.
static bool isArithmetic(Operation *op) {
  if (isa<ReduceOp, PrefixOp, InclusivePrefixOp, MultiPrefixOp>(op))
    return true;
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return false;
  return !isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
              arith::NegFOp, arith::ExtFOp, arith::TruncFOp, arith::FPToSIOp,
              arith::FPToUIOp, arith::SIToFPOp, arith::UIToFPOp, math::AbsFOp,
              math::CopySignOp>(op);
}

static bool isFloat(Value value) {
  return getScalarType(value.getType()).isF32();
}

/// Creates the value with zeros for its denormal components.
static Value createFlushed(OpBuilder &builder, Location loc, Value value) {
  Type bitsType = getTypeOfComponents(builder.getI32Type(),
                                      getNumComponents(value.getType()));
  auto constant = [&](int64_t number) -> Value {
    TypedAttr scalar =
        builder.getIntegerAttr(builder.getI32Type(), APInt(32, number));
    if (auto vector = dyn_cast<VectorType>(bitsType))
      scalar = DenseElementsAttr::get(vector, scalar);
    return arith::ConstantOp::create(builder, loc, scalar);
  };
  Value bits = arith::BitcastOp::create(builder, loc, bitsType, value);
  Value exponent =
      arith::AndIOp::create(builder, loc, bits, constant(kExponent));
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        exponent, constant(0));
  Value zero = arith::AndIOp::create(builder, loc, bits, constant(kSign));
  Value flushed = arith::SelectOp::create(builder, loc, isSmall, zero, bits);
  return arith::BitcastOp::create(builder, loc, value.getType(), flushed);
}

void hlsl::flushDenormals(FuncOp kernel) {
  SmallVector<Operation *> arithmetic;
  kernel.walk([&](Operation *op) {
    if (isArithmetic(op) && (llvm::any_of(op->getOperands(), isFloat) ||
                             llvm::any_of(op->getResults(), isFloat)))
      arithmetic.push_back(op);
  });
  // Results of arithmetic are flushed already where others read them.
  llvm::DenseSet<Value> flushed;
  for (Operation *op : arithmetic) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isFloat(operand.get()) && !flushed.contains(operand.get()))
        operand.set(createFlushed(builder, op->getLoc(), operand.get()));
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      if (!isFloat(result))
        continue;
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          result.getUses(), [](OpOperand &use) { return &use; });
      Value zeros = createFlushed(builder, op->getLoc(), result);
      for (OpOperand *use : uses)
        use->set(zeros);
      flushed.insert(zeros);
    }
  }
}
