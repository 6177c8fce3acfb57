//===- RegisterPressure.cpp - The registers of merged groups --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPressure.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

/// The registers of a value of the type; none for conditions and memory.
static int64_t getWords(Type type) {
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(type))
    count = vector.getNumElements();
  const Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return count;
  if (!element.isIntOrFloat() || element.isInteger(1))
    return 0;
  return count * llvm::divideCeil(element.getIntOrFloatBitWidth(), 32);
}

/// Whether the result has the registers of the operand.
static bool isRenaming(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::BitcastOp>(op);
}

namespace {
/// The places of operations in a walk.
struct Places {
  DenseMap<Operation *, unsigned> first, last;

  /// Where `value` is used for the last time.
  unsigned getEnd(Value value) const;
};
} // namespace

unsigned Places::getEnd(Value value) const {
  Region *home = value.getParentRegion();
  unsigned end = 0;
  for (Operation *user : value.getUsers()) {
    unsigned place = first.lookup(user);
    // A loop uses a value from outside again in its next iteration.
    for (Operation *parent = user->getParentOp();
         parent && home->isAncestor(parent->getParentRegion());
         parent = parent->getParentOp())
      if (isa<scf::ForOp, scf::WhileOp>(parent))
        place = last.lookup(parent);
    if (isRenaming(user))
      place = std::max(place, getEnd(user->getResult(0)));
    end = std::max(end, place);
  }
  return end;
}

RegisterPressure::RegisterPressure(FuncOp kernel,
                                   const GroupVariance &variance) {
  Places places;
  unsigned count = 0;
  kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { places.first[op] = count++; });
  kernel.getBody().walk<WalkOrder::PostOrder>([&](Operation *op) {
    unsigned &last = places.last[op] = places.first[op];
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          last = std::max(last, places.last.lookup(&block.back()));
  });
  alive.resize(count + 1);
  const auto add = [&](Value value, unsigned from) {
    const int64_t words = getWords(value.getType());
    if (!words || value.use_empty())
      return;
    const auto change = [&](unsigned place, int64_t by) {
      auto &[differing, shared] = alive[place];
      (variance.differs(value) ? differing : shared) += by;
    };
    change(from, words);
    change(std::max(from, places.getEnd(value)) + 1, -words);
  };
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto array = dyn_cast<memref::AllocaOp>(op))
      arrays +=
          array.getType().getNumElements() *
          std::max<int64_t>(1, getWords(array.getType().getElementType()));
    // A constant is part of the instructions that use it.
    if (!op->hasTrait<OpTrait::ConstantLike>() && !isRenaming(op))
      for (Value result : op->getResults())
        add(result, places.last[op]);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument, places.first[op]);
  });
  int64_t differing = 0, shared = 0;
  for (auto &[ofGroup, ofAll] : alive) {
    ofGroup = differing += ofGroup;
    ofAll = shared += ofAll;
  }
}

int64_t RegisterPressure::get(unsigned groups) const {
  int64_t most = 0;
  for (auto [differing, shared] : alive)
    most = std::max(most, groups * (differing + arrays) + shared);
  return most;
}
