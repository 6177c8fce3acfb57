//===- ScalarizeVectors.cpp - Splits operations on vectors into scalars ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The pass first splits operations across lanes; with `arithmetic` also all
// other operations, in one walk that records the components of each vector.
// Operations that create or use whole vectors (ballots, masks, texels,
// arguments of functions, and without `buffers` loads and stores of buffers)
// stay.

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_SCALARIZEVECTORS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The components of a value; a scalar is its own component.
using Components = SmallVector<Value, 4>;

//===----------------------------------------------------------------------===//
// Operations across lanes
//===----------------------------------------------------------------------===//

static void scalarizeLaneOperation(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value vector = op->getOperand(0);
  Components results;
  for (int64_t i = 0; i < getNumComponents(vector.getType()); ++i) {
    Value component = vector::ExtractOp::create(builder, loc, vector, i);
    Operation *copy = op->clone();
    copy->setOperand(0, component);
    if (!isa<MatchOp>(op))
      copy->getResult(0).setType(getScalarType(op->getResult(0).getType()));
    builder.insert(copy);
    results.push_back(copy->getResult(0));
  }
  Value result;
  if (isa<MatchOp>(op)) {
    // Lanes match if all components match.
    for (Value mask : results)
      result =
          result ? arith::AndIOp::create(builder, loc, result, mask) : mask;
  } else {
    result = vector::FromElementsOp::create(
        builder, loc, cast<VectorType>(op->getResult(0).getType()), results);
  }
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
}

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

namespace {
/// Scalarizes the vectors of one function, in program order.
class Scalarizer {
public:
  explicit Scalarizer(bool buffers) : buffers(buffers) {}

  void run(FuncOp function) {
    Block &block = function.getBody().front();
    auto builder = OpBuilder::atBlockBegin(&block);
    for (BlockArgument argument : block.getArguments())
      keepWhole(builder, argument);
    processBlock(block);
    for (Operation *op : llvm::reverse(dead))
      op->erase();
    for (BlockArgument argument : deadArguments)
      argument.getOwner()->eraseArgument(argument.getArgNumber());
  }

private:
  void processBlock(Block &block);
  void process(Operation *op);
  void processElementwise(Operation *op);
  bool processVector(Operation *op);
  void processControlFlow(Operation *op);
  void processWhole(Operation *op);
  void flattenArguments(Block &block);
  void flattenOperands(Operation *op);
  void flattenRegion(Region &from, Region &to);
  void replace(Operation *op, ArrayRef<Value> flat);

  /// Extracts, at the position of `builder`, the components of a vector that
  /// stays whole.
  void keepWhole(OpBuilder &builder, Value value) {
    if (!isa<VectorType>(value.getType()) || value.use_empty())
      return;
    Components extracted;
    for (int64_t i = 0; i < getNumComponents(value.getType()); ++i)
      extracted.push_back(
          vector::ExtractOp::create(builder, value.getLoc(), value, i));
    components[value] = extracted;
  }

  Components get(Value value) const {
    if (!isa<VectorType>(value.getType()))
      return {value};
    return components.lookup(value);
  }

  void finish(Operation *op, ArrayRef<Value> results) {
    components[op->getResult(0)] = Components(results);
    dead.push_back(op);
  }

  /// Whether vectors in buffers are split as well.
  const bool buffers;
  DenseMap<Value, Components> components;
  SmallVector<Operation *> dead;
  SmallVector<BlockArgument> deadArguments;
};
} // namespace

static bool hasVector(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<VectorType>);
}

static SmallVector<Type> flatten(TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types)
    flat.append(getNumComponents(type), getScalarType(type));
  return flat;
}

void Scalarizer::processBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    process(&op);
}

void Scalarizer::process(Operation *op) {
  if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
    return processControlFlow(op);
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return flattenOperands(op);
  if (!hasVector(op->getOperandTypes()) && !hasVector(op->getResultTypes()))
    return;
  if (processVector(op))
    return;
  if (op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() > 0)
    return processElementwise(op);
  processWhole(op);
}

void Scalarizer::processElementwise(Operation *op) {
  SmallVector<Components> results(op->getNumResults());
  OpBuilder builder(op);
  for (int64_t i = 0; i < getNumComponents(op->getResult(0).getType()); ++i) {
    Operation *copy = op->clone();
    for (OpOperand &operand : copy->getOpOperands())
      if (isa<VectorType>(operand.get().getType()))
        operand.set(get(operand.get())[i]);
    for (auto [result, parts] : llvm::zip_equal(copy->getResults(), results)) {
      result.setType(getScalarType(result.getType()));
      parts.push_back(result);
    }
    builder.insert(copy);
  }
  for (auto [result, parts] : llvm::zip_equal(op->getResults(), results))
    components[result] = parts;
  dead.push_back(op);
}

/// Operations that create, split, load or store vectors.
bool Scalarizer::processVector(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Components result;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    for (Attribute value :
         cast<DenseElementsAttr>(constant.getValue()).getValues<Attribute>())
      result.push_back(
          arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value)));
  } else if (isa<ub::PoisonOp>(op)) {
    Type type = op->getResult(0).getType();
    for (int64_t i = 0; i < getNumComponents(type); ++i)
      result.push_back(ub::PoisonOp::create(builder, loc, getScalarType(type)));
  } else if (isa<vector::FromElementsOp>(op)) {
    result.assign(op->operand_begin(), op->operand_end());
  } else if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    result = isa<VectorType>(broadcast.getSource().getType())
                 ? get(broadcast.getSource())
                 : Components(getNumComponents(broadcast.getType()),
                              broadcast.getSource());
  } else if (auto insert = dyn_cast<vector::InsertOp>(op)) {
    // The position -1 replaces nothing.
    result = get(insert.getDest());
    if (int64_t position = insert.getStaticPosition().front(); position >= 0)
      result[position] = insert.getValueToStore();
  } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
    Components both = get(shuffle.getV1());
    llvm::append_range(both, get(shuffle.getV2()));
    for (int64_t place : shuffle.getMask())
      result.push_back(both[std::max<int64_t>(place, 0)]);
  } else if (auto interleave = dyn_cast<vector::InterleaveOp>(op)) {
    for (auto [left, right] :
         llvm::zip_equal(get(interleave.getLhs()), get(interleave.getRhs())))
      result.append({left, right});
  } else if (auto extract = dyn_cast<vector::ExtractOp>(op);
             extract && extract.getStaticPosition().empty()) {
    result = get(extract.getSource());
  } else if (extract) {
    int64_t position = extract.getStaticPosition().front();
    Value component =
        position >= 0 ? get(extract.getSource())[position]
                      : ub::PoisonOp::create(builder, loc, extract.getType());
    // For a vector that stays whole, the component is the result of this
    // operation itself.
    if (component != extract.getResult()) {
      op->replaceAllUsesWith(ValueRange{component});
      dead.push_back(op);
    }
    return true;
  } else if (isa<vector::LoadOp, vector::StoreOp>(op)) {
    auto load = dyn_cast<vector::LoadOp>(op);
    auto store = dyn_cast<vector::StoreOp>(op);
    Value memory = load ? load.getBase() : store.getBase();
    if (!buffers && isa<BlockArgument>(memory))
      return false;
    Value first = load ? load.getIndices().front() : store.getIndices().front();
    int64_t size = getNumComponents(load ? load.getType()
                                         : store.getValueToStore().getType());
    APInt known;
    const bool isKnown = matchPattern(first, m_ConstantInt(&known));
    for (int64_t i = 0; i < size; ++i) {
      // An index has 32 bits, so the sum wraps around.
      Value offset = arith::ConstantIndexOp::create(
          builder, loc,
          isKnown ? static_cast<uint32_t>(known.getZExtValue() + i) : i);
      Value place =
          isKnown ? offset : arith::AddIOp::create(builder, loc, first, offset);
      if (load)
        result.push_back(memref::LoadOp::create(builder, loc, memory, place));
      else
        memref::StoreOp::create(builder, loc, get(store.getValueToStore())[i],
                                memory, place);
    }
    if (store) {
      dead.push_back(op);
      return true;
    }
  } else {
    return false;
  }
  finish(op, result);
  return true;
}

/// The operation uses and returns whole vectors.
void Scalarizer::processWhole(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<VectorType>(operand.get().getType()))
      operand.set(vector::FromElementsOp::create(builder, op->getLoc(), type,
                                                 get(operand.get())));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    keepWhole(builder, result);
}

void Scalarizer::flattenOperands(Operation *op) {
  SmallVector<Value> flat;
  for (Value operand : op->getOperands())
    llvm::append_range(flat, get(operand));
  op->setOperands(flat);
}

/// Replaces each vector argument by one argument for each component.
void Scalarizer::flattenArguments(Block &block) {
  for (unsigned index = 0; index < block.getNumArguments(); ++index) {
    BlockArgument vector = block.getArgument(index);
    if (!isa<VectorType>(vector.getType()))
      continue;
    Components parts;
    for (int64_t i = 0; i < getNumComponents(vector.getType()); ++i)
      parts.push_back(block.insertArgument(
          index + 1 + i, getScalarType(vector.getType()), vector.getLoc()));
    components[vector] = parts;
    deadArguments.push_back(vector);
    index += parts.size();
  }
}

/// Moves a region; its vector arguments remain until their users are erased.
void Scalarizer::flattenRegion(Region &from, Region &to) {
  to.takeBody(from);
  if (to.empty())
    return;
  flattenArguments(to.front());
  processBlock(to.front());
}

/// Replaces the results of `op` by `flat`, which has one value for each
/// component, in order.
void Scalarizer::replace(Operation *op, ArrayRef<Value> flat) {
  for (Value result : op->getResults()) {
    size_t size = getNumComponents(result.getType());
    if (isa<VectorType>(result.getType()))
      components[result] = Components(flat.take_front(size));
    else
      result.replaceAllUsesWith(flat.front());
    flat = flat.drop_front(size);
  }
  dead.push_back(op);
}

/// Rebuilds control flow that carries vectors, with one value for each
/// component.
void Scalarizer::processControlFlow(Operation *op) {
  flattenOperands(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(flatten(op->getResultTypes()));
  state.addAttributes(op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  OpBuilder builder(op);
  Operation *flat = builder.create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), flat->getRegions()))
    flattenRegion(from, to);
  replace(op, SmallVector<Value>(flat->getResults()));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ScalarizeVectors final
    : wave::impl::ScalarizeVectorsBase<ScalarizeVectors> {
  using ScalarizeVectorsBase::ScalarizeVectorsBase;

  void runOnWaveIR() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isComponentwiseOnVector(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      scalarizeLaneOperation(op);
    if (arithmetic)
      getOperation().walk(
          [&](FuncOp function) { Scalarizer(buffers).run(function); });
  }
};
} // namespace
