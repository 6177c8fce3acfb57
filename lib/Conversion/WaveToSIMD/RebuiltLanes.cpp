//===- RebuiltLanes.cpp - Operands of a lane, read where they come from ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An atomic runs lane by lane. A lane's operands would come from a vector that is
// written to the stack and read back, which costs more than the atomic itself. If they
// are computed from a buffer in a few operations, each lane reads its own element of the
// buffer instead and repeats the operations.
//
// The element is the same as when the vector was loaded: no thread writes a read-only
// buffer. All lanes are active, and a test before the loop finds that all elements are in
// bounds; otherwise the vector is used.

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// More operations take longer than reading the result from the stack.
static constexpr unsigned kMostRebuilt = 4;

/// Whether the kernel only reads the buffer.
static bool isReadOnly(Value memory) {
  return isa<BlockArgument>(memory) && isa<MemRefType>(memory.getType()) &&
         llvm::all_of(memory.getUsers(), [&](Operation *user) {
           std::optional<MemoryAccess> access = getMemoryAccess(user);
           return isa<memref::DimOp>(user) ||
                  (access && access->reads && !access->writes);
         });
}

/// Returns the load if `value` is loaded, or loaded if an index is in bounds.
static memref::LoadOp getLoad(Value value) {
  auto guard = value.getDefiningOp<scf::IfOp>();
  if (!guard)
    return value.getDefiningOp<memref::LoadOp>();
  const unsigned number = cast<OpResult>(value).getResultNumber();
  auto load =
      guard.thenYield().getOperand(number).getDefiningOp<memref::LoadOp>();
  auto test = guard.getCondition().getDefiningOp<arith::CmpIOp>();
  const bool isGuarded = load && test &&
                         load->getBlock() == guard.thenBlock() &&
                         test.getPredicate() == arith::CmpIPredicate::ult &&
                         test.getLhs() == load.getIndices().front();
  return isGuarded ? load : nullptr;
}

/// Whether each lane can compute `value` itself. Adds the guards of its loads to
/// `guards`, and decreases `left` by the operations.
bool WaveEmitter::canRebuild(Value value, SmallVectorImpl<scf::IfOp> &guards,
                             unsigned &left) const {
  if (frame.strides->get(value))
    return contains(value);
  Operation *op = value.getDefiningOp();
  if (!op || left == 0)
    return false;
  --left;
  if (memref::LoadOp load = getLoad(value)) {
    Value index = load.getIndices().front();
    if (!isReadOnly(load.getMemRef()) || !contains(index) ||
        !get(index).front().isContiguous() ||
        getStoredType(load.getMemRef()) != load.getType())
      return false;
    auto guard = dyn_cast<scf::IfOp>(op);
    if (!guard)
      return true;
    Value bound = guard.getCondition().getDefiningOp<arith::CmpIOp>().getRhs();
    guards.push_back(guard);
    return contains(bound) && get(bound).front().isUniform();
  }
  // Divisions by constants become other operations.
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) &&
      !matchPattern(op->getOperand(1), m_Constant()))
    return false;
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRUIOp,
             arith::DivUIOp, arith::RemUIOp, arith::IndexCastOp,
             arith::IndexCastUIOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return canRebuild(operand, guards, left);
         });
}

/// Computes `value` in one lane; the lane's number is an i64.
Value WaveEmitter::rebuild(Value value, Value lane, Location loc) {
  LaneBuilder at = lanesAt(loc);
  if (frame.strides->get(value)) {
    const LaneValue known = get(value).front();
    if (known.isUniform())
      return known.value;
    Type type = known.value.getType();
    Value number = lane;
    if (!type.isInteger(64))
      number = arith::TruncIOp::create(builder, loc, type, lane);
    Value distance = arith::MulIOp::create(builder, loc, number,
                                           at.constant(type, known.stride));
    return arith::AddIOp::create(builder, loc, known.value, distance);
  }
  if (memref::LoadOp load = getLoad(value)) {
    Type stored = load.getType();
    Value first =
        getPlace(builder, loc, frame.pointers.lookup(load.getMemRef()), stored,
                 getScalar(load.getIndices().front()));
    return LLVM::LoadOp::create(
        builder, loc, stored, getPlace(builder, loc, first, stored, lane),
        /*alignment=*/stored.getIntOrFloatBitWidth() / 8);
  }
  Operation *op = value.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(rebuild(operand, lane, loc));
  return simd::emitElementwise(builder, op, operands, frame.lanes,
                               frame.machine)
      .front();
}

/// Executes `execute` for all lanes with the `operands` that each computes itself, if
/// that is possible and some of them are loaded, and else emits `otherwise`.
void WaveEmitter::executeRebuilt(ArrayRef<Value> operands, Location loc,
                                 int64_t lanesPerTrip,
                                 function_ref<void(ValueRange)> execute,
                                 function_ref<void()> otherwise) {
  SmallVector<scf::IfOp> guards;
  unsigned left = kMostRebuilt;
  const bool canRebuildAll = llvm::all_of(operands, [&](Value operand) {
    return canRebuild(operand, guards, left);
  });
  if (!canRebuildAll || left == kMostRebuilt)
    return otherwise();
  auto executeAll = [&] {
    forEachLane(
        nullptr, loc,
        [&](Value lane, bool areTwo) {
          for (int64_t number = 0; number < (areTwo ? 2 : 1); ++number) {
            Value own = lane;
            if (number > 0)
              own = arith::AddIOp::create(
                  builder, loc, lane,
                  lanesAt(loc).constant(builder.getI64Type(), number));
            SmallVector<Value> rebuilt;
            for (Value operand : operands)
              rebuilt.push_back(rebuild(operand, own, loc));
            execute(rebuilt);
          }
        },
        lanesPerTrip);
  };
  if (guards.empty())
    return executeAll();
  Value areInside;
  for (scf::IfOp guard : guards) {
    // The index grows by 1 per lane, so that the last lane decides.
    Value isInside = isWhole(guard.getCondition(), /*condition=*/nullptr,
                             /*mask=*/nullptr, loc);
    areInside = areInside
                    ? arith::AndIOp::create(builder, loc, areInside, isInside)
                    : isInside;
  }
  auto ifOp = scf::IfOp::create(builder, loc, areInside,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  executeAll();
  builder.setInsertionPoint(ifOp.elseBlock()->getTerminator());
  otherwise();
}
