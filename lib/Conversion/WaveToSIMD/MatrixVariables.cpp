//===- MatrixVariables.cpp - Matrices that control flow carries -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A matrix is in memory of its wave, so loops and branches need not carry it:
// they assign it to a variable instead.

#include "MatrixStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::wave;

static bool isMatrix(Value value) { return isa<MatrixType>(value.getType()); }

namespace {
class Variables {
public:
  explicit Variables(FuncOp kernel) : kernel(kernel) {}

  void run();

private:
  int32_t create() { return count++; }
  static void set(OpBuilder &builder, int32_t variable, Value value);
  static Value get(OpBuilder &builder, int32_t variable, Value like);
  /// The arguments of a block that are matrices become variables, which the
  /// block reads at its start.
  SmallVector<int32_t> readArguments(Block &block, unsigned first);
  /// Assigns the operands of a loop or a terminator that are matrices, and
  /// removes them.
  static void assignOperands(Operation *op, unsigned first,
                             ArrayRef<int32_t> variables);
  static void removeCarried(Operation *op, ArrayRef<int32_t> results);
  void replace(arith::SelectOp select);
  void replace(scf::IfOp op);
  void replace(scf::ForOp op);
  void replace(scf::WhileOp op);

  FuncOp kernel;
  int32_t count = 0;
};
} // namespace

void Variables::set(OpBuilder &builder, int32_t variable, Value value) {
  if (!value.getDefiningOp<ub::PoisonOp>())
    MatrixSetOp::create(builder, value.getLoc(),
                        builder.getI32IntegerAttr(variable), value);
}

Value Variables::get(OpBuilder &builder, int32_t variable, Value like) {
  return MatrixGetOp::create(builder, like.getLoc(), like.getType(),
                             builder.getI32IntegerAttr(variable));
}

SmallVector<int32_t> Variables::readArguments(Block &block, unsigned first) {
  SmallVector<int32_t> variables;
  auto builder = OpBuilder::atBlockBegin(&block);
  for (BlockArgument argument : block.getArguments().drop_front(first)) {
    if (!isMatrix(argument))
      continue;
    variables.push_back(create());
    argument.replaceAllUsesWith(get(builder, variables.back(), argument));
  }
  block.eraseArguments(
      [](BlockArgument argument) { return isMatrix(argument); });
  return variables;
}

void Variables::assignOperands(Operation *op, unsigned first,
                               ArrayRef<int32_t> variables) {
  OpBuilder builder(op);
  SmallVector<Value> kept(op->getOperands().take_front(first));
  for (Value operand : op->getOperands().drop_front(first)) {
    if (!isMatrix(operand)) {
      kept.push_back(operand);
      continue;
    }
    set(builder, variables.front(), operand);
    variables = variables.drop_front();
  }
  op->setOperands(kept);
}

/// Replaces `op` by one without the results that are matrices; these are read
/// from the variables.
void Variables::removeCarried(Operation *op, ArrayRef<int32_t> variables) {
  OpBuilder builder(op);
  SmallVector<Type> types;
  for (Value result : op->getResults())
    if (!isMatrix(result))
      types.push_back(result.getType());
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *made = builder.create(state);
  auto rest = made->getResults();
  for (Value result : op->getResults()) {
    if (isMatrix(result)) {
      Value read = get(builder, variables.front(), result);
      result.replaceAllUsesWith(read);
      variables = variables.drop_front();
      continue;
    }
    result.replaceAllUsesWith(rest.front());
    rest = rest.drop_front();
  }
  op->erase();
}

void Variables::replace(arith::SelectOp select) {
  OpBuilder builder(select);
  const int32_t variable = create();
  auto ifOp = scf::IfOp::create(builder, select.getLoc(), TypeRange(),
                                select.getCondition(),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [block, value] :
       {std::pair(ifOp.thenBlock(), select.getTrueValue()),
        std::pair(ifOp.elseBlock(), select.getFalseValue())}) {
    block->clear();
    auto inside = OpBuilder::atBlockEnd(block);
    set(inside, variable, value);
    scf::YieldOp::create(inside, select.getLoc());
  }
  select.replaceAllUsesWith(get(builder, variable, select));
  select.erase();
}

void Variables::replace(scf::IfOp op) {
  SmallVector<int32_t> variables;
  for (Value result : op.getResults())
    if (isMatrix(result))
      variables.push_back(create());
  for (Region &region : op->getRegions())
    if (!region.empty())
      assignOperands(region.front().getTerminator(), 0, variables);
  removeCarried(op, variables);
}

void Variables::replace(scf::ForOp op) {
  SmallVector<int32_t> variables = readArguments(*op.getBody(), 1);
  assignOperands(op.getBody()->getTerminator(), 0, variables);
  assignOperands(op, 3, variables);
  removeCarried(op, variables);
}

void Variables::replace(scf::WhileOp op) {
  SmallVector<int32_t> before = readArguments(*op.getBeforeBody(), 0);
  SmallVector<int32_t> after = readArguments(*op.getAfterBody(), 0);
  assignOperands(op.getConditionOp(), 1, after);
  assignOperands(op.getYieldOp(), 0, before);
  assignOperands(op, 0, before);
  removeCarried(op, after);
}

void Variables::run() {
  SmallVector<Operation *> found;
  // Inner operations first.
  kernel.walk([&](Operation *op) {
    auto carries = [](auto values) { return llvm::any_of(values, isMatrix); };
    if (isa<arith::SelectOp>(op) && isMatrix(op->getResult(0)))
      found.push_back(op);
    else if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) &&
             (carries(op->getResults()) || carries(op->getOperands())))
      found.push_back(op);
  });
  for (Operation *op : found) {
    if (auto select = dyn_cast<arith::SelectOp>(op))
      replace(select);
    else if (auto ifOp = dyn_cast<scf::IfOp>(op))
      replace(ifOp);
    else if (auto forOp = dyn_cast<scf::ForOp>(op))
      replace(forOp);
    else if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      replace(whileOp);
  }
  // Other undefined matrices are read from variables without values.
  kernel.walk([&](ub::PoisonOp poison) {
    if (!isMatrix(poison))
      return;
    OpBuilder builder(poison);
    poison.replaceAllUsesWith(get(builder, create(), poison));
    poison.erase();
  });
}

void simd::carryMatricesInVariables(FuncOp kernel) { Variables(kernel).run(); }
