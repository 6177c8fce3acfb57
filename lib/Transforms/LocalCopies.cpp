//===- LocalCopies.cpp - Copies between local arrays ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalCopies.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

static bool isLocalArray(Value memory) {
  return memory.getDefiningOp<memref::AllocaOp>() != nullptr;
}

static bool isLocalLoad(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isLocalArray(load.getMemRef());
  auto load = dyn_cast<vector::LoadOp>(op);
  return load && isLocalArray(load.getBase());
}

/// The value that an operation stores to a local array, or null.
static Value getStoredLocally(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isLocalArray(store.getMemRef()) ? store.getValue() : Value();
  auto store = dyn_cast<vector::StoreOp>(op);
  return store && isLocalArray(store.getBase()) ? store.getValueToStore()
                                                : Value();
}

/// Whether the operation changes the form of its first operand, scalar by scalar. A
/// bool in memory is a number: a comparison with 0 loads it, and an extension stores it.
static bool isReformed(Operation *op) {
  if (isa<arith::BitcastOp>(op))
    return true;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compare.getPredicate() == arith::CmpIPredicate::ne &&
           matchPattern(compare.getRhs(), m_Zero());
  auto extension = dyn_cast<arith::ExtUIOp>(op);
  return extension && getElementTypeOrSelf(extension.getIn()).isInteger(1);
}

namespace {
enum class Fate : uint8_t { Unused, Copied, Used };
} // namespace

/// What the kernel does with a component of a value.
static Fate getFate(Value value, int64_t component) {
  Fate fate = Fate::Unused;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    Fate each = Fate::Used;
    if (auto extract = dyn_cast<vector::ExtractOp>(user);
        extract && !extract.hasDynamicPosition() &&
        extract.getStaticPosition().size() == 1)
      each = extract.getStaticPosition().front() == component
                 ? getFate(extract.getResult(), 0)
                 : Fate::Unused;
    else if (isa<vector::FromElementsOp>(user))
      each = getFate(user->getResult(0), use.getOperandNumber());
    else if (isReformed(user) && use.getOperandNumber() == 0)
      each = getFate(user->getResult(0), component);
    else if (getStoredLocally(user) == value)
      each = Fate::Copied;
    fate = std::max(fate, each);
    if (fate == Fate::Used)
      break;
  }
  return fate;
}

SmallVector<bool> wave::findCopiedScalars(Operation *load) {
  if (!isLocalLoad(load))
    return {};
  Value value = load->getResult(0);
  SmallVector<Fate> fates;
  for (int64_t i = 0; i < getNumComponents(value.getType()); ++i)
    fates.push_back(getFate(value, i));
  if (!llvm::is_contained(fates, Fate::Copied))
    return {};
  return llvm::to_vector(
      llvm::map_range(fates, [](Fate fate) { return fate != Fate::Used; }));
}

/// The loaded scalar that a component of a value is.
static LoadedScalar findLoaded(Value value, int64_t component) {
  while (Operation *op = value.getDefiningOp()) {
    if (isLocalLoad(op))
      return {op, component};
    if (auto extract = dyn_cast<vector::ExtractOp>(op);
        extract && !extract.hasDynamicPosition() &&
        extract.getStaticPosition().size() == 1) {
      component = extract.getStaticPosition().front();
      value = extract.getSource();
    } else if (isa<vector::FromElementsOp>(op)) {
      value = op->getOperand(component);
      component = 0;
    } else if (isReformed(op)) {
      value = op->getOperand(0);
    } else {
      break;
    }
  }
  return {};
}

SmallVector<LoadedScalar> wave::findCopySources(Operation *store) {
  Value value = getStoredLocally(store);
  if (!value)
    return {};
  SmallVector<LoadedScalar> sources;
  for (int64_t i = 0; i < getNumComponents(value.getType()); ++i)
    sources.push_back(findLoaded(value, i));
  if (llvm::none_of(sources, [](const LoadedScalar &source) {
        return source.load != nullptr;
      }))
    return {};
  return sources;
}
