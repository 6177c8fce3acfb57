//===- SharedLoads.cpp - Loads that are uniform in each iteration of a loop -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoads.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Bindings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

/// With fewer iterations, the reads of lanes cost as much as the loads.
static constexpr uint64_t kFewestTrips = 4;

static constexpr StringLiteral kUnderCondition =
    "it stands under a condition, and a lane may not load for a trip in which "
    "the condition is false";

//===----------------------------------------------------------------------===//
// Values and memory
//===----------------------------------------------------------------------===//

/// Whether a value depends on the lane's own index, so that a test for
/// uniformity would fail. A division may map the indices of a tile to a single
/// value.
static bool isLaneNumber(Value value, unsigned depth = 0) {
  static constexpr unsigned kDeepest = 8;
  Operation *op = value.getDefiningOp();
  if (!op || depth == kDeepest)
    return false;
  if (isa<LaneIndexOp, GroupIndexOp, PrefixOp, InclusivePrefixOp,
          PrefixCountBitsOp, IsFirstLaneOp>(op))
    return true;
  if (auto id = dyn_cast<DispatchThreadIdOp>(op))
    return id.getDimension() == gpu::Dimension::x;
  if (auto id = dyn_cast<GroupThreadIdOp>(op))
    return id.getDimension() == gpu::Dimension::x;
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::ShRUIOp, arith::ShRSIOp>(op))
    return false;
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isLaneNumber(operand, depth + 1);
         });
}

/// Whether lanes can compare the value bitwise: `wave.all_equal` treats zeros
/// of both signs as equal.
static bool isComparable(Value value) {
  return isa<IntegerType>(getScalarType(value.getType()));
}

/// Whether the memory is an argument of the kernel.
static bool isKernelBuffer(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && isa<FuncOp>(argument.getOwner()->getParentOp());
}

bool wave::isShareable(const MemoryAccess &access) {
  return !access.writes && !access.isMatrix && isKernelBuffer(access.memory) &&
         !isConstantBuffer(access.memory);
}

/// A lane's own arrays have different contents in each lane.
static bool isCommonMemory(Value memory) {
  return isKernelBuffer(memory) || memory.getDefiningOp<GroupsharedOp>();
}

/// Whether no operation in the loop writes the memory. Races do not matter, but
/// if the loop has an atomic, it may order another wave's write before a load.
bool SharedLoads::isUnchanged(Value memory) const {
  return llvm::none_of(memory.getUsers(),
                       [&](Operation *user) {
                         bool writes = getWrittenMemory(user) == memory ||
                                       isa<CallOp>(user);
                         return writes &&
                                (holdsAtomic || loop->isAncestor(user));
                       }) &&
         !(holdsAtomic && !isKernelBuffer(memory));
}

/// Whether a condition that depends on the load is uniform for the wave even if
/// races occur.
bool SharedLoads::isSameAsCondition(const MemoryAccess &access,
                                    Operation *load) const {
  bool isWritten = llvm::any_of(access.memory.getUsers(), [&](Operation *user) {
    return getWrittenMemory(user) == access.memory || isa<CallOp>(user);
  });
  return !isWritten || uniformity.get(load->getResult(0)).isWaveUniform();
}

bool SharedLoads::isSameAddress(const MemoryAccess &access) const {
  return llvm::all_of(access.indices, [&](Value index) {
    return uniformity.get(index).isWaveUniform();
  });
}

bool SharedLoads::isInvariant(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return false;
  auto [it, inserted] = invariants.try_emplace(value, false);
  if (!inserted)
    return it->second;
  bool result = isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
                llvm::all_of(op->getOperands(), [&](Value operand) {
                  return isInvariant(operand);
                });
  return invariants[value] = result;
}

/// Whether an invariant may be computed before the loop even if it has no
/// iterations. Converting a float outside the range of an integer is undefined.
bool SharedLoads::isComputedEarly(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  return isSpeculatable(op) && !isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isComputedEarly(operand); });
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void SharedLoads::addWithOperands(Address &address, Value value) {
  Operation *op = value.getDefiningOp();
  if (loop.isDefinedOutsideOfLoop(value) || address.slice.contains(op))
    return;
  for (Value operand : op->getOperands())
    addWithOperands(address, operand);
  address.slice.insert(op);
}

void SharedLoads::visitInvariant(Address &address, Value value) {
  if (uniformity.get(value).isWaveUniform())
    return addWithOperands(address, value);
  Operation *op = value.getDefiningOp();
  if (isLaneNumber(value)) {
    address.reason = "its address differs between the lanes";
  } else if (isComparable(value) && isComputedEarly(value)) {
    address.unproven.insert(value);
  } else if (op && loop->isAncestor(op)) {
    visitOperation(address, op);
  } else if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    visitInvariant(address, op->getOperand(0));
    address.casts.insert(op);
  } else {
    address.reason = "its address may differ between the lanes";
  }
}

void SharedLoads::visitOperation(Address &address, Operation *op) {
  if (address.slice.contains(op))
    return;
  if (op->getNumRegions()) {
    address.reason = "its address is computed under a condition or in a loop";
  } else if (std::optional<MemoryAccess> access = getMemoryAccess(op)) {
    if (access->writes || !isCommonMemory(access->memory))
      address.reason = "its address comes from memory that is the lane's own";
    else if (!isUnchanged(access->memory))
      address.reason = "its address comes from memory that the loop may change";
    else if (address.isCondition && !isSameAsCondition(*access, op))
      address.reason = kUnderCondition;
  } else if (!isMemoryEffectFree(op)) {
    address.reason = "its address depends on an operation across the lanes";
  }
  for (Value operand : op->getOperands())
    if (address.reason.empty() && !isCommonMemory(operand))
      visit(address, operand);
  address.slice.insert(op);
}

void SharedLoads::visit(Address &address, Value value) {
  if (value == loop.getInductionVar())
    address.followsTrip = true;
  else if (isInvariant(value))
    visitInvariant(address, value);
  else if (isa<BlockArgument>(value))
    address.reason = "its address depends on a value that the loop carries";
  else
    visitOperation(address, value.getDefiningOp());
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Returns why the lanes must execute the iterations one after the other,
/// regardless of their loads; empty if they need not.
StringRef SharedLoads::findLoopReason() {
  StringRef reason;
  loop.getBody()->walk([&](Operation *op) {
    if (isa<RetireIfOp>(op))
      reason = "lanes may return in the loop";
    else if (op->hasTrait<OrdersAccesses>())
      reason = isa<PipeStepInterface>(op) ? "waves wait at a pipe in the loop"
                                          : "a barrier is in the loop";
    else if (auto access = getMemoryAccess(op); access && access->isAtomic())
      holdsAtomic = true;
    else if (isa<CallOp>(op) ||
             !isa<MemoryEffectOpInterface, RegionBranchOpInterface,
                  RegionBranchTerminatorOpInterface>(op))
      reason = "the loop holds an operation of which nothing is known";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (reason.empty() && trips && trips->ult(kFewestTrips))
    reason = "the loop has few trips";
  return reason;
}

void SharedLoads::merge(const Address &address) {
  slice.insert_range(address.slice);
  casts.insert_range(address.casts);
  unproven.insert_range(address.unproven);
}

/// `conditions` describes the conditions around the load in the loop.
void SharedLoads::visitLoad(Operation *load, const MemoryAccess &access,
                            const Address &conditions) {
  Address address;
  address.reason = conditions.reason;
  for (Value index : access.indices)
    if (address.reason.empty())
      visit(address, index);
  if (!address.reason.empty()) {
    if (isSameAddress(access) &&
        (conditions.reason.empty() ||
         !llvm::all_of(access.indices,
                       [&](Value index) { return isInvariant(index); })))
      obstacles.push_back({load, address.reason});
  } else if (!address.followsTrip) {
    // The address is the same in each iteration; this pass does not handle it.
  } else if (!isUnchanged(access.memory)) {
    obstacles.push_back({load, "the loop may change what it loads"});
  } else {
    merge(conditions);
    address.slice.insert(load);
    loads.insert(load);
    merge(address);
  }
}

/// Visits the loads of one block. Loads in inner loops belong to these loops.
void SharedLoads::visitLoads(Block &block, const Address &conditions) {
  for (Operation &op : block) {
    std::optional<MemoryAccess> access = getMemoryAccess(&op);
    if (access && isShareable(*access) && !op.use_empty())
      visitLoad(&op, *access, conditions);
  }
}

/// Visits loads under a condition that each lane can compute for every
/// iteration. `conditions` describes the conditions around it. All its unproven
/// values must be in `known`, which are tested in any case: an additional test
/// that fails would also cost the other loads of the loop.
void SharedLoads::visitIf(scf::IfOp ifOp, Address conditions,
                          const Address &known) {
  conditions.isCondition = true;
  if (conditions.reason.empty())
    visit(conditions, ifOp.getCondition());
  bool isTested = llvm::all_of(conditions.unproven, [&](Value value) {
    return known.unproven.contains(value);
  });
  if (!conditions.reason.empty() || !isTested)
    conditions.reason = kUnderCondition;
  for (Region &region : ifOp->getRegions())
    for (Block &block : region) {
      visitLoads(block, conditions);
      for (auto nested : block.getOps<scf::IfOp>())
        visitIf(nested, conditions, known);
    }
}

SharedLoads::SharedLoads(scf::ForOp loop, const UniformityAnalysis &uniformity)
    : loop(loop), uniformity(uniformity) {
  StringRef reason = findLoopReason();
  Address bounds;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (bounds.reason.empty())
      visitInvariant(bounds, bound);
  if (reason.empty() && !bounds.reason.empty())
    reason = "lanes of a wave may leave the loop in different iterations";
  visitLoads(*loop.getBody(), /*conditions=*/{});
  Address known;
  known.unproven.insert_range(unproven);
  known.unproven.insert_range(bounds.unproven);
  for (auto ifOp : loop.getBody()->getOps<scf::IfOp>())
    visitIf(ifOp, /*conditions=*/{}, known);
  if (loads.empty())
    return;
  if (reason.empty()) {
    merge(bounds);
    return;
  }
  for (Operation *load : loads)
    obstacles.push_back({load, reason});
  loads.clear();
}
