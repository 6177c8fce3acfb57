//===- MeshDispatch.cpp - Launches of mesh groups ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/MeshDispatch.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/Transforms/UniformSlice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

DispatchMeshOp wave::findDispatchMesh(FuncOp kernel) {
  // The verifier allows it only in this block.
  auto dispatches = kernel.getBody().front().getOps<DispatchMeshOp>();
  return dispatches.empty() ? nullptr : *dispatches.begin();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

LogicalResult wave::verifyMeshDispatchCount(FuncOp kernel) {
  if (kernel.getStageOrDefault() != Stage::Amplification)
    return success();
  SmallVector<DispatchMeshOp> dispatches(
      kernel.getBody().front().getOps<DispatchMeshOp>());
  if (dispatches.size() == 1)
    return success();
  if (dispatches.empty())
    return kernel.emitOpError(
        "is for amplification and launches no mesh groups: end it with one "
        "'wave.dispatch_mesh', with a count of 0 for none "
        "[dispatch-mesh-count]");
  InFlightDiagnostic error = dispatches[1].emitOpError(
      "is a second launch of mesh groups, and a kernel may have one: compute "
      "its counts before [dispatch-mesh-count]");
  error.attachNote(dispatches[0].getLoc()) << "the first one is here";
  return error;
}

/// Whether `op` or an operation inside it writes `memory`.
static bool writes(Operation *op, Value memory) {
  return op
      ->walk([&](Operation *nested) {
        return getWrittenMemory(nested) == memory ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// If a group is one wave, the barrier of a wave is sufficient.
static bool isMeeting(Operation *op) {
  auto barrier = dyn_cast<BarrierOp>(op);
  if (!barrier || !barrier.getSync() ||
      barrier.getScope() == BarrierScope::Device)
    return isa<DispatchMeshOp>(op);
  return barrier.synchronizesGroup() ||
         isSingleWave(barrier->getParentOfType<FuncOp>());
}

/// Whether no operation writes the groupshared memory that `load` reads between
/// the last barrier before the load and the next one after it.
static bool readsSettledMemory(Operation *load, Value memory) {
  if (!memory.getDefiningOp<GroupsharedOp>())
    return false;
  // Find the innermost operation around the load with a barrier before it.
  Operation *part = load, *first = nullptr;
  while (!first) {
    for (Operation *op = part->getPrevNode(); op && !first;
         op = op->getPrevNode())
      if (isMeeting(op))
        first = op;
    if (first)
      break;
    part = part->getParentOp();
    if (!part || isa<FunctionOpInterface>(part))
      return false;
  }
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode()) {
    if (isMeeting(op) && !op->isBeforeInBlock(part))
      return true;
    if (writes(op, memory))
      return false;
  }
  // Code after the block is not checked.
  return isa<FunctionOpInterface>(first->getParentOp());
}

namespace {
/// Values that are the same for all lanes of the group that compute them,
/// including loads from groupshared memory after a barrier.
class GroupValues {
public:
  explicit GroupValues(const UniformityAnalysis &uniformity)
      : uniformity(uniformity) {}

  bool contains(Value value);

private:
  bool containsCarried(scf::ForOp loop, unsigned number) {
    return contains(loop.getLowerBound()) && contains(loop.getUpperBound()) &&
           contains(loop.getStep()) && contains(loop.getInitArgs()[number]) &&
           contains(loop.getYieldedValues()[number]);
  }

  const UniformityAnalysis &uniformity;
  /// Visited values. Loop-carried values are assumed to be the same until
  /// another operation disproves it.
  llvm::DenseSet<Value> seen;
};
} // namespace

bool GroupValues::contains(Value value) {
  if (uniformity.get(value).isGroupUniform() || !seen.insert(value).second)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument.getArgNumber() > 0 &&
           containsCarried(loop, argument.getArgNumber() - 1);
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return containsCarried(loop, number);
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return contains(ifOp.getCondition()) &&
           contains(ifOp.thenYield().getOperand(number)) &&
           contains(ifOp.elseYield().getOperand(number));
  auto isSame = [&](Value operand) { return contains(operand); };
  if (std::optional<MemoryAccess> access = getMemoryAccess(op))
    return !access->writes && llvm::all_of(access->indices, isSame) &&
           readsSettledMemory(op, access->memory);
  return op->getNumRegions() == 0 && op->getNumOperands() > 0 &&
         isMemoryEffectFree(op) && llvm::all_of(op->getOperands(), isSame);
}

LogicalResult wave::verifyMeshCounts(FuncOp kernel,
                                     const UniformityAnalysis &uniformity) {
  DispatchMeshOp dispatch = findDispatchMesh(kernel);
  if (!dispatch)
    return success();
  for (Value count : {dispatch.getX(), dispatch.getY(), dispatch.getZ()}) {
    if (GroupValues(uniformity).contains(count))
      continue;
    Uniformity decision = uniformity.get(count);
    InFlightDiagnostic diagnostic =
        decision.fromMemory
            ? dispatch.emitWarning(
                  "whether all waves of the group launch as many mesh groups "
                  "depends on memory: if they do, say so with "
                  "group_uniform(...) [dispatch-mesh-unknown]")
            : dispatch.emitError(
                  "the waves of the group launch different numbers of mesh "
                  "groups, but a group launches once: combine the numbers in "
                  "groupshared memory [dispatch-mesh-divergent]");
    if (Operation *origin = decision.origin)
      diagnostic.attachNote(origin->getLoc())
          << "because of '" << origin->getName() << "' here";
    return decision.fromMemory ? success() : failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Counts for returned lanes
//===----------------------------------------------------------------------===//

static bool isWaveNumber(Value value) {
  // The device's own index, in guards that passes insert.
  if (auto cast = value.getDefiningOp<arith::IndexCastUIOp>())
    return cast.getIn().getDefiningOp<gpu::SubgroupIdOp>() != nullptr;
  return value.getDefiningOp<GroupWaveIndexOp>() != nullptr;
}

bool wave::keepsFirstWave(FuncOp kernel) {
  using Predicate = arith::CmpIPredicate;
  WalkResult result = kernel.walk([](RetireIfOp retire) {
    auto compare = retire.getCondition().getDefiningOp<arith::CmpIOp>();
    APInt bound;
    if (!compare || !isWaveNumber(compare.getLhs()) ||
        !matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
      return WalkResult::interrupt();
    Predicate predicate = compare.getPredicate();
    bool keeps = predicate == Predicate::ugt ||
                 (predicate == Predicate::ne && bound.isZero()) ||
                 (predicate == Predicate::uge && !bound.isZero()) ||
                 (predicate == Predicate::eq && !bound.isZero());
    return keeps ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Whether this lane is the group's first thread or, without threads, the first
/// lane of its first wave.
static Value isFirstOfGroup(OpBuilder &builder, FuncOp kernel) {
  Location loc = kernel.getLoc();
  Type i32 = builder.getI32Type();
  Value number;
  // Threads have indices only if their number is stated.
  if (kernel.getNumThreads())
    number = GroupIndexOp::create(builder, loc, i32);
  else
    number = GroupWaveIndexOp::create(builder, loc, i32);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        number, zero);
  if (kernel.getNumThreads())
    return isFirst;
  Value isFirstLane = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  return arith::AndIOp::create(builder, loc, isFirst, isFirstLane);
}

void wave::shareMeshCounts(FuncOp kernel) {
  DispatchMeshOp dispatch = findDispatchMesh(kernel);
  if (!dispatch)
    return;
  // A group with a count of 0 in x launches nothing, so this count must be
  // shared, for groups without a remaining lane.
  SmallVector<OpOperand *> shared;
  for (OpOperand &count : dispatch->getOpOperands().take_front(3))
    if (count.getOperandNumber() == 0 ||
        !matchPattern(count.get(), m_Constant()))
      shared.push_back(&count);

  Location loc = dispatch.getLoc();
  auto start = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Type i32 = start.getI32Type();
  auto type = MemRefType::get(
      {static_cast<int64_t>(shared.size())}, i32, MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(kernel.getContext(),
                                 gpu::AddressSpace::Workgroup));
  Value memory = GroupsharedOp::create(start, loc, type, /*size=*/Value());
  auto isFirst = scf::IfOp::create(start, loc, isFirstOfGroup(start, kernel));
  OpBuilder initial = isFirst.getThenBodyBuilder();
  Value zero =
      arith::ConstantOp::create(initial, loc, initial.getI32IntegerAttr(0));
  for (size_t i = 0; i < shared.size(); ++i)
    memref::StoreOp::create(
        initial, loc, zero, memory,
        arith::ConstantIndexOp::create(initial, loc, i).getResult());
  // One barrier anywhere before the launch is sufficient.
  if (llvm::none_of(kernel.getBody().front(), [](Operation &op) {
        return isMeeting(&op) && !isa<DispatchMeshOp>(op);
      }))
    BarrierOp::create(start, loc, BarrierScope::Group, /*sync=*/true);

  OpBuilder builder(dispatch);
  Value isFirstLane = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  auto ofWave = scf::IfOp::create(builder, loc, isFirstLane);
  OpBuilder inside = ofWave.getThenBodyBuilder();
  for (auto [i, count] : llvm::enumerate(shared))
    AtomicRMWOp::create(
        inside, loc, gpu::AllReduceOperation::MAXUI, count->get(), memory,
        arith::ConstantIndexOp::create(inside, loc, i).getResult());
  BarrierOp::create(builder, loc, BarrierScope::Group, /*sync=*/true);
  for (auto [i, count] : llvm::enumerate(shared)) {
    Value place = arith::ConstantIndexOp::create(builder, loc, i);
    count->set(memref::LoadOp::create(builder, loc, memory, place));
  }
}
