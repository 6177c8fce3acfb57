//===- ExpandAsyncCopies.cpp - Asynchronous copies as loads and stores ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The loops are uniform for the wave. Adjacent lanes copy adjacent elements, and
// all of them stay in the loop until the last element is copied.

#include "CheckSites.h"

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EXPANDASYNCCOPIES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Rows with fewer elements than this leave too many lanes of a wave without one: the
/// lanes then share the elements of the tile.
static constexpr uint64_t kShortRow = 32;

namespace {
/// Expands one copy; builds before it.
class Expansion {
public:
  Expansion(AsyncCopyOp copy, bool isWholeWave)
      : copy(copy), b(copy.getLoc(), copy), type(getElement(copy)) {
    if (isWholeWave) {
      rank = LaneIndexOp::create(b, b.getI32Type());
      lanes = LaneCountOp::create(b, b.getI32Type());
      return;
    }
    // Lanes that have retired or do not exist copy nothing.
    Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
    rank = PrefixCountBitsOp::create(b, b.getI32Type(), yes);
    lanes = CountBitsOp::create(b, b.getI32Type(), yes);
  }

  void expand() {
    Value zero = getNumber(0);
    const bool hasOneRow = matchPattern(copy.getRows(), m_One());
    APInt columns;
    if (!hasOneRow &&
        matchPattern(copy.getColumns(), m_ConstantInt(&columns)) &&
        columns.ult(kShortRow)) {
      if (columns.isZero())
        return;
      forShared(multiply(copy.getRows(), copy.getColumns()), [&](Value place) {
        Value row = arith::DivUIOp::create(b, place, copy.getColumns());
        Value column = arith::RemUIOp::create(b, place, copy.getColumns());
        copyElement(row, column);
      });
      return;
    }
    if (hasOneRow) {
      copyRow(zero);
      return;
    }
    forEach(zero, copy.getRows(), getNumber(1),
            [&](Value row) { copyRow(row); });
  }

private:
  static Type getElement(AsyncCopyOp copy) {
    return getTypeOfComponents(
        cast<MemRefType>(copy.getArray().getType()).getElementType(),
        copy.getComponents());
  }
  Value getNumber(int32_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value multiply(Value x, Value y) { return arith::MulIOp::create(b, x, y); }
  Value isBelow(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
  }

  /// Runs `body` for each number, which is unsigned.
  void forEach(Value first, Value end, Value step,
               function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, first, end, step, ValueRange(), nullptr,
                                   /*unsignedCmp=*/true);
    if (loop->getBlock() == copy->getBlock())
      mark(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }
  /// Runs `body` for the numbers below `count` that this lane has.
  void forShared(Value count, function_ref<void(Value)> body) {
    forEach(getNumber(0), count, lanes, [&](Value first) {
      Value number = add(first, rank);
      auto branch = scf::IfOp::create(b, isBelow(number, count));
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      body(number);
    });
  }

  void copyRow(Value row) {
    forShared(copy.getColumns(),
              [&](Value column) { copyElement(row, column); });
  }
  void copyElement(Value row, Value column);
  Value loadElement(Value row, Value column);
  /// The index of the first scalar of an element.
  Value getIndex(Value element) {
    if (copy.getComponents() > 1)
      element = multiply(element, getNumber(copy.getComponents()));
    return arith::IndexCastUIOp::create(b, b.getIndexType(), element);
  }
  /// The checker knows the copy by this attribute.
  void mark(Operation *op) { op->setAttr(kAsyncAttribute, b.getUnitAttr()); }

  AsyncCopyOp copy;
  ImplicitLocOpBuilder b;
  Type type;
  Value rank, lanes;
};
} // namespace

/// The row and the column exist.
Value Expansion::loadElement(Value row, Value column) {
  Value place =
      add(add(copy.getBase(), multiply(row, copy.getPitch())), column);
  Value index = getIndex(place);
  Operation *load = nullptr;
  if (auto vector = dyn_cast<VectorType>(type))
    load = vector::LoadOp::create(b, vector, copy.getBuffer(), index);
  else
    load = memref::LoadOp::create(b, copy.getBuffer(), index);
  load->setAttr("wave.in_bounds", b.getUnitAttr());
  mark(load);
  return load->getResult(0);
}

void Expansion::copyElement(Value row, Value column) {
  Value sourceRow = add(copy.getRow(), row);
  Value sourceColumn = add(copy.getColumn(), column);
  Value exists =
      arith::AndIOp::create(b, isBelow(sourceRow, copy.getRowBound()),
                            isBelow(sourceColumn, copy.getColumnBound()));
  auto branch = scf::IfOp::create(b, type, exists, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, loadElement(sourceRow, sourceColumn));
    b.setInsertionPointToStart(branch.elseBlock());
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
    scf::YieldOp::create(b, zero);
  }
  Value place =
      add(add(copy.getStart(), multiply(row, copy.getStride())), column);
  Value index = getIndex(place);
  if (isa<VectorType>(type))
    mark(vector::StoreOp::create(b, branch.getResult(0), copy.getArray(),
                                 index));
  else
    mark(memref::StoreOp::create(b, branch.getResult(0), copy.getArray(),
                                 index));
}

namespace {
struct ExpandAsyncCopies final
    : wave::impl::ExpandAsyncCopiesBase<ExpandAsyncCopies> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp function) { expand(function); });
  }

  static void expand(FuncOp function) {
    SmallVector<AsyncCopyOp> copies;
    function.walk([&](AsyncCopyOp copy) { copies.push_back(copy); });
    if (copies.empty())
      return;
    // Before the function changes.
    const UniformityAnalysis uniformity(function);
    const ActiveLanes active(function, uniformity);
    SmallVector<bool> areWhole;
    for (AsyncCopyOp copy : copies)
      areWhole.push_back(active.isWholeWave(copy));
    for (auto [copy, isWhole] : llvm::zip_equal(copies, areWhole)) {
      Expansion(copy, isWhole).expand();
      copy.erase();
    }
  }
};
} // namespace
