//===- PackRoundings.cpp - Two numbers rounded by one instruction ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine rounds two f32 to a word with two f16 or bf16 as fast as an addition; a single
// one takes four times as long. Words of matrices consist of such pairs.
//
//===----------------------------------------------------------------------===//

#include "NVVMKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kRoundToBF16 = "llvm.nvvm.f2bf16.rn";

/// The f32 that is rounded to this element, or to one whose bits it has, and the intrinsic
/// that rounds two.
static std::pair<Value, StringRef> findRounding(Value element) {
  if (auto bits = element.getDefiningOp<arith::BitcastOp>())
    element = bits.getIn();
  if (auto call = element.getDefiningOp<LLVM::CallIntrinsicOp>();
      call && call.getIntrin() == kRoundToBF16)
    return {call.getArgs().front(), "llvm.nvvm.ff2bf16x2.rn"};
  if (auto rounding = element.getDefiningOp<arith::TruncFOp>();
      rounding && rounding.getType().isF16() &&
      rounding.getIn().getType().isF32())
    return {rounding.getIn(), "llvm.nvvm.ff2f16x2.rn"};
  return {};
}

/// Replaces an operation that makes a pair of two numbers.
static void pack(Operation *op, Value lowElement, Value highElement) {
  auto [low, name] = findRounding(lowElement);
  auto [high, other] = findRounding(highElement);
  if (!low || !high || name != other)
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Type element = name.contains("bf16") ? Type(b.getBF16Type()) : b.getF16Type();
  Value rounded = LLVM::CallIntrinsicOp::create(
                      b, VectorType::get({2}, element), b.getStringAttr(name),
                      ValueRange{high, low})
                      .getResult(0);
  Type type = op->getResult(0).getType();
  if (rounded.getType() != type)
    rounded = LLVM::BitcastOp::create(b, type, rounded);
  op->getResult(0).replaceAllUsesWith(rounded);
  op->erase();
}

/// The half of a word whose other half is zero.
static Value findHalf(Value word, bool isHigh) {
  if (isHigh) {
    constexpr unsigned halfBits = 16;
    auto shift = word.getDefiningOp<arith::ShLIOp>();
    APInt distance;
    if (!shift || !matchPattern(shift.getRhs(), m_ConstantInt(&distance)) ||
        distance != halfBits)
      return {};
    word = shift.getLhs();
  }
  auto half = word.getDefiningOp<arith::ExtUIOp>();
  return half && half.getIn().getType().isInteger(16) ? half.getIn() : Value();
}

void nvvm::packRoundings(Operation *root) {
  root->walk([](Operation *op) {
    if (auto pair = dyn_cast<vector::FromElementsOp>(op)) {
      if (pair.getElements().size() == 2)
        pack(op, pair.getElements()[0], pair.getElements()[1]);
    } else if (auto word = dyn_cast<arith::OrIOp>(op)) {
      Value low = findHalf(word.getLhs(), /*isHigh=*/false);
      Value high = findHalf(word.getRhs(), /*isHigh=*/true);
      if (low && high)
        pack(op, low, high);
    }
  });
}
