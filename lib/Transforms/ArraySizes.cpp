//===- ArraySizes.cpp - Sizes of arrays as numbers --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArraySizes.h"

#include "WaveDialect/Transforms/CallGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

ArrayKind wave::getArrayKind(Operation *memory) {
  if (isa<GroupsharedOp>(memory))
    return {"groupshared memory", /*isLocal=*/false};
  return {"a local array", /*isLocal=*/true};
}

Value wave::getLengthOperand(Operation *memory) {
  return memory->getNumOperands() ? memory->getOperand(0) : Value();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

SizeEvaluator &SizeEvaluator::enter(CallOp call) {
  std::unique_ptr<SizeEvaluator> &callee = callees[call];
  if (!callee) {
    callee = std::make_unique<SizeEvaluator>(kernel, laneCount, graph);
    callee->caller = this;
    callee->call = call;
  }
  return *callee;
}

/// A helper's parameter corresponds to the operand of the call, and the result
/// of a call to the value that the helper returns.
std::optional<SizeEvaluator::Elsewhere>
SizeEvaluator::findElsewhere(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!caller || !isa<FuncOp>(argument.getOwner()->getParentOp()))
      return std::nullopt;
    return Elsewhere{caller, call.getOperands()[argument.getArgNumber()]};
  }
  auto inner = value.getDefiningOp<CallOp>();
  FuncOp callee = inner && graph ? graph->getCallee(inner) : FuncOp();
  if (!callee || callee.isExternal())
    return std::nullopt;
  Operation *end = callee.getBody().front().getTerminator();
  unsigned number = cast<OpResult>(value).getResultNumber();
  return Elsewhere{&enter(inner), end->getOperand(number)};
}

template <typename Result>
Result SizeEvaluator::ask(const Elsewhere &elsewhere,
                          Result (SizeEvaluator::*question)(Value)) {
  SizeEvaluator &other = *elsewhere.evaluator;
  Result answer = (other.*question)(elsewhere.value);
  usesLaneCount |= other.usesLaneCount;
  if (other.wrapped)
    wrapped = other.wrapped;
  if (other.culprit)
    culprit = other.culprit;
  return answer;
}

bool SizeEvaluator::isLiteral(Value value) {
  if (std::optional<Elsewhere> elsewhere = findElsewhere(value))
    return ask(*elsewhere, &SizeEvaluator::isLiteral);
  return matchPattern(value, m_Constant());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Attribute SizeEvaluator::evaluate(Value value) {
  auto [it, inserted] = known.try_emplace(value);
  if (!inserted)
    return it->second;
  Attribute result = compute(value);
  return known[value] = result;
}

Attribute SizeEvaluator::compute(Value value) {
  if (std::optional<Elsewhere> elsewhere = findElsewhere(value))
    return ask(*elsewhere, &SizeEvaluator::evaluate);
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  auto getI32 = [&](int64_t number) {
    return IntegerAttr::get(IntegerType::get(value.getContext(), 32), number);
  };
  const std::optional<int64_t> waves = kernel.getNumWavesValue();
  if (isa_and_nonnull<GroupWaveCountOp>(op) && waves)
    return getI32(*waves);
  if (isa_and_nonnull<GroupWaveIndexOp>(op) && waves == 1)
    return getI32(0);
  if (isa_and_nonnull<LaneCountOp>(op)) {
    usesLaneCount = true;
    return getI32(laneCount);
  }
  culprit = value;
  if (!op || !isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                              vector::VectorDialect>(op->getDialect()))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> results;
  culprit = value;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return {};
  if (auto attribute = dyn_cast<Attribute>(results.front()))
    return attribute;
  return evaluate(cast<Value>(results.front()));
}

//===----------------------------------------------------------------------===//
// Numbers without wrapping around
//===----------------------------------------------------------------------===//

/// Integers are signless: a value fits if it fits the width as a signed or as
/// an unsigned number.
std::optional<int64_t> SizeEvaluator::keepIn(Type type,
                                             std::optional<int64_t> number) {
  if (!number)
    return std::nullopt;
  const unsigned width = type.isIndex() ? 32 : type.getIntOrFloatBitWidth();
  if (width >= 64 || llvm::isIntN(width, *number) ||
      (*number >= 0 && llvm::isUIntN(width, *number)))
    return number;
  wrapped = number;
  return std::nullopt;
}

/// Whether the operation reads its operands as unsigned numbers.
static bool isUnsigned(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp, arith::ShRUIOp, arith::MinUIOp,
             arith::MaxUIOp, arith::ExtUIOp>(op);
}

std::optional<int64_t> SizeEvaluator::getOperand(Operation *op,
                                                 unsigned place) {
  Value operand = op->getOperand(place);
  std::optional<int64_t> number = getNumber(operand);
  if (!number || *number >= 0 || !isUnsigned(op))
    return number;
  // A constant may stand for a large unsigned number; a computed value fell
  // below 0.
  auto constant = dyn_cast_or_null<IntegerAttr>(evaluate(operand));
  if (constant && isLiteral(operand))
    return constant.getValue().getZExtValue();
  wrapped = number;
  return std::nullopt;
}

std::optional<int64_t> SizeEvaluator::getNumber(Value value) {
  auto [it, inserted] = numbers.try_emplace(value);
  if (!inserted)
    return it->second;
  std::optional<int64_t> number = computeNumber(value);
  return numbers[value] = number;
}

std::optional<int64_t> SizeEvaluator::computeNumber(Value value) {
  if (std::optional<Elsewhere> elsewhere = findElsewhere(value))
    return ask(*elsewhere, &SizeEvaluator::getNumber);
  auto machine = dyn_cast_or_null<IntegerAttr>(evaluate(value));
  if (!machine)
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  // An index has the value of the integer that was cast.
  if (isa_and_nonnull<arith::IndexCastUIOp, arith::IndexCastOp>(op))
    return getNumber(op->getOperand(0));
  if (!op || !isa<arith::ArithDialect>(op->getDialect()) ||
      op->getNumOperands() == 0 || machine.getType().isInteger(1))
    return machine.getType().isInteger(1) ? machine.getValue().getZExtValue()
                                          : machine.getValue().getSExtValue();
  SmallVector<int64_t, 3> operands;
  for (unsigned place = 0; place < op->getNumOperands(); ++place) {
    std::optional<int64_t> operand = getOperand(op, place);
    if (!operand)
      return std::nullopt;
    operands.push_back(*operand);
  }
  // A value beyond 64 bits exceeds every type.
  int64_t result = 0;
  bool overflows = false;
  if (isa<arith::AddIOp>(op))
    overflows = llvm::AddOverflow(operands[0], operands[1], result);
  else if (isa<arith::SubIOp>(op))
    overflows = llvm::SubOverflow(operands[0], operands[1], result);
  else if (isa<arith::MulIOp>(op))
    overflows = llvm::MulOverflow(operands[0], operands[1], result);
  else if (isa<arith::ShLIOp>(op) && operands[1] >= 0 && operands[1] < 63)
    overflows =
        llvm::MulOverflow(operands[0], int64_t(1) << operands[1], result);
  else
    return isUnsigned(op) ? machine.getValue().getZExtValue()
                          : machine.getValue().getSExtValue();
  if (overflows) {
    wrapped = std::numeric_limits<int64_t>::max();
    return std::nullopt;
  }
  return keepIn(value.getType(), result);
}
