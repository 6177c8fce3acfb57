//===- MatrixStorage.cpp - Memory for the matrices of a wave ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixStorage.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

MatrixShape::MatrixShape(MatrixType type, int64_t vectorBits)
    : rows(type.getRows()), columns(type.getColumns()) {
  const auto needed =
      static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(columns)));
  lanes = std::min(vectorBits / 32, std::max<int64_t>(needed, 4));
  pitch = llvm::alignTo(columns, lanes);
}

namespace {
class Planner {
public:
  explicit Planner(int64_t vectorBits) : vectorBits(vectorBits) {}

  void plan(Block &block);
  MatrixStorage storage;

private:
  int64_t getBytes(Value matrix) const {
    return MatrixShape(cast<MatrixType>(matrix.getType()), vectorBits)
        .getBytes();
  }
  int64_t allocate(int64_t bytes);
  void planResult(Operation &op, Value result);
  bool planInPlace(Operation &op, Value result, Value operand);
  bool isUntouched(Operation &from, Value value, int32_t variable);
  int64_t getVariable(int32_t variable, Value like);

  int64_t vectorBits;
  /// Free memory by size.
  llvm::DenseMap<int64_t, SmallVector<int64_t>> free;
  /// Matrices that own their memory, which is free after their last use.
  llvm::DenseSet<Value> owners;
  /// The variable in whose memory a matrix is.
  llvm::DenseMap<Value, int32_t> shared;
};
} // namespace

/// The vectors of a matrix are aligned to a cache line.
static constexpr int64_t kAlignment = 64;

int64_t Planner::allocate(int64_t bytes) {
  SmallVector<int64_t> &known = free[bytes];
  if (!known.empty())
    return known.pop_back_val();
  const int64_t offset = storage.bytes;
  storage.bytes += static_cast<int64_t>(llvm::alignTo(
      static_cast<uint64_t>(bytes), static_cast<uint64_t>(kAlignment)));
  return offset;
}

int64_t Planner::getVariable(int32_t variable, Value like) {
  auto [it, isNew] = storage.variables.try_emplace(variable, 0);
  // Free memory may be in use where another assignment is.
  if (isNew) {
    it->second = storage.bytes;
    storage.bytes += static_cast<int64_t>(
        llvm::alignTo(static_cast<uint64_t>(getBytes(like)),
                      static_cast<uint64_t>(kAlignment)));
  }
  return it->second;
}

/// The last operation of the block that uses the value, itself or in a region;
/// null if a use is elsewhere.
static Operation *getLastUse(Value value, Block *block) {
  Operation *last = value.getDefiningOp();
  for (Operation *user : value.getUsers()) {
    Operation *place = block->findAncestorOpInBlock(*user);
    if (!place)
      return nullptr;
    if (last->isBeforeInBlock(place))
      last = place;
  }
  return last;
}

static bool accessesVariable(Operation *op, int32_t variable, bool gets) {
  return op
      ->walk([&](Operation *nested) {
        auto set = dyn_cast<MatrixSetOp>(nested);
        auto get = dyn_cast<MatrixGetOp>(nested);
        const bool isFound =
            (set && set.getVariable() == static_cast<uint32_t>(variable)) ||
            (gets && get &&
             get.getVariable() == static_cast<uint32_t>(variable));
        return isFound ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether all uses of the value, which is defined at `from`, precede the next
/// assignment of the variable, or are this assignment.
bool Planner::isUntouched(Operation &from, Value value, int32_t variable) {
  Operation *last = getLastUse(value, from.getBlock());
  if (!last)
    return false;
  for (Operation *op = from.getNextNode(); op; op = op->getNextNode()) {
    if (accessesVariable(op, variable, /*gets=*/false))
      return op == last ? isa<MatrixSetOp>(op) : last->isBeforeInBlock(op);
    if (op == last)
      return true;
  }
  return true;
}

/// Computes the result in the memory of an operand that is not needed later.
bool Planner::planInPlace(Operation &op, Value result, Value operand) {
  if (operand.getDefiningOp() == nullptr ||
      operand.getDefiningOp()->getBlock() != op.getBlock() ||
      getLastUse(operand, op.getBlock()) != &op ||
      getBytes(operand) != getBytes(result))
    return false;
  const int64_t offset = storage.offsets.lookup(operand);
  if (owners.erase(operand)) {
    owners.insert(result);
    storage.offsets[result] = offset;
    return true;
  }
  auto it = shared.find(operand);
  if (it == shared.end())
    return false;
  // The variable must be assigned before it is read again, also in the next trip.
  const int32_t variable = it->second;
  for (Operation *next = op.getNextNode(); next; next = next->getNextNode()) {
    if (!accessesVariable(next, variable, /*gets=*/true))
      continue;
    if (!isa<MatrixSetOp>(next) || !isUntouched(op, result, variable))
      return false;
    // Another matrix that shares the memory would change.
    for (auto [other, otherVariable] : shared)
      if (otherVariable == variable && other != operand &&
          other.getParentBlock() == op.getBlock()) {
        Operation *last = getLastUse(other, op.getBlock());
        if (!last || op.isBeforeInBlock(last))
          return false;
      }
    shared[result] = variable;
    storage.offsets[result] = offset;
    return true;
  }
  return false;
}

void Planner::planResult(Operation &op, Value result) {
  if (auto get = dyn_cast<MatrixGetOp>(op)) {
    const auto variable = static_cast<int32_t>(get.getVariable());
    const int64_t offset = getVariable(variable, result);
    if (isUntouched(op, result, variable)) {
      shared[result] = variable;
      storage.offsets[result] = offset;
      return;
    }
  } else if (auto multiply = dyn_cast<MatrixMultiplyAddOp>(op)) {
    if (planInPlace(op, result, multiply.getC()))
      return;
  } else if (isa<MatrixMapOp, MatrixConvertOp, MatrixRowReduceOp>(op)) {
    // Each element or row is read before it is written.
    for (Value operand : op.getOperands())
      if (isa<MatrixType>(operand.getType()) &&
          planInPlace(op, result, operand))
        return;
  }
  storage.offsets[result] = allocate(getBytes(result));
  owners.insert(result);
}

void Planner::plan(Block &block) {
  llvm::DenseMap<Operation *, SmallVector<Value>> ending;
  SmallVector<Value> own;
  for (Operation &op : block) {
    for (Region &region : op.getRegions())
      if (!isa<MatrixMapOp>(op))
        for (Block &nested : region)
          plan(nested);
    if (auto set = dyn_cast<MatrixSetOp>(op))
      (void)getVariable(static_cast<int32_t>(set.getVariable()),
                        set.getValue());
    for (Value result : op.getResults()) {
      if (!isa<MatrixType>(result.getType()))
        continue;
      planResult(op, result);
      if (Operation *last = getLastUse(result, &block))
        ending[last].push_back(result);
      own.push_back(result);
    }
    for (Value value : ending.lookup(&op))
      if (owners.erase(value))
        free[getBytes(value)].push_back(storage.offsets.lookup(value));
  }
  for (Value value : own)
    if (owners.erase(value))
      free[getBytes(value)].push_back(storage.offsets.lookup(value));
}

MatrixStorage simd::placeMatrices(FuncOp kernel, int64_t vectorBits) {
  Planner planner(vectorBits);
  planner.plan(kernel.getBody().front());
  return std::move(planner.storage);
}
