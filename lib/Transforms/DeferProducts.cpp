//===- DeferProducts.cpp - Products that the next trip of a loop awaits ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Matrix units that read groupshared memory work while their waves go on. A loop that adds
// up products of the stages of a pipe releases a stage one trip later, so that the units
// have the next product before they end this one:
//
//   scf.for iter_args(%sum = %zero) {      scf.for iter_args(%sum = %zero, %p = false) {
//     %stage = wave.pipe_wait                %stage = wave.pipe_wait
//     %next = matrix_multiply_memory   ->    %next = matrix_multiply_memory pending
//     wave.pipe_release                      scf.if %p { wave.pipe_release }
//     scf.yield %next                        scf.yield %next, true
//   }                                      }
//                                          wave.matrix_wait
//                                          scf.if %p { wave.pipe_release }
//
// No wave waits longer for another than before, apart from the producers of the pipe, which
// get a stage back only when they have committed the next one. So the pipe has two stages or
// more, and a producer waits for nothing else, neither from the acquisition of a stage to
// its commit nor in the loops around them.

#include "MatrixFragments.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether the operation may write memory, apart from what nested ones do.
static bool writes(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isMemoryEffectFree(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || !effects.onlyHasEffect<MemoryEffects::Read>();
}

/// The only step of this kind; null if the pipe has none or several.
template <typename OpT>
static OpT findOnly(PipeOp pipe) {
  auto steps = llvm::make_filter_range(pipe->getUsers(), llvm::IsaPred<OpT>);
  return llvm::hasSingleElement(steps) ? cast<OpT>(*steps.begin()) : OpT();
}

/// Whether each producer's way from a commit of the pipe to the next is its acquisition of
/// the next stage alone.
static bool producesSteadily(PipeOp pipe) {
  auto acquire = findOnly<PipeAcquireOp>(pipe);
  auto commit = findOnly<PipeCommitOp>(pipe);
  if (!acquire || !commit || acquire->getBlock() != commit->getBlock() ||
      !acquire->isBeforeInBlock(commit))
    return false;
  Operation *outermost = nullptr;
  for (Operation *parent = acquire->getParentOp();
       parent && !isa<FuncOp>(parent); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      outermost = parent;
  auto waitsForOthers = [&](Operation &root) {
    return root
        .walk([&](Operation *op) {
          const bool isOther = op != acquire && op != commit;
          return isOther && waitsForWaves(op) ? WalkResult::interrupt()
                                              : WalkResult::advance();
        })
        .wasInterrupted();
  };
  if (outermost)
    return !waitsForOthers(*outermost);
  return llvm::none_of(
      llvm::make_range(acquire->getIterator(), commit->getIterator()),
      waitsForOthers);
}

namespace {
/// A loop that can go on before its product has ended.
struct Loop {
  scf::ForOp loop;
  MatrixMultiplyMemoryOp product;
  PipeReleaseOp release;
};
} // namespace

/// Whether the product adds to sums that the loop carries, and that nothing else uses.
static bool addsToCarried(MatrixMultiplyMemoryOp product, scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [before, after] :
       llvm::zip_equal(product.getC(), product.getSums())) {
    auto carried = dyn_cast<BlockArgument>(before);
    if (!carried || carried.getOwner() != loop.getBody() ||
        carried.getArgNumber() == 0 || !carried.hasOneUse() ||
        !after.hasOneUse())
      return false;
    OpOperand &use = *after.use_begin();
    if (use.getOwner() != yield ||
        use.getOperandNumber() != carried.getArgNumber() - 1)
      return false;
  }
  return true;
}

static std::optional<Loop> findLoop(scf::ForOp loop) {
  MatrixMultiplyMemoryOp product;
  PipeWaitOp wait;
  PipeReleaseOp release;
  bool isOther = false;
  auto takeOne = [&](auto &place, auto op) {
    isOther |= place != nullptr || op->getBlock() != loop.getBody();
    place = op;
  };
  loop.getBody()->walk([&](Operation *op) {
    if (auto one = dyn_cast<MatrixMultiplyMemoryOp>(op))
      takeOne(product, one);
    else if (auto one = dyn_cast<PipeWaitOp>(op))
      takeOne(wait, one);
    else if (auto one = dyn_cast<PipeReleaseOp>(op))
      takeOne(release, one);
    else // A product may still read what a store overwrites.
      isOther |= waitsForWaves(op) || writes(op);
  });
  if (isOther || !product || !wait || !release ||
      wait.getPipe() != release.getPipe() || !product.getLeft() ||
      !wait->isBeforeInBlock(product) || !product->isBeforeInBlock(release) ||
      !addsToCarried(product, loop))
    return std::nullopt;
  for (Operation *op = product->getNextNode(); op; op = op->getNextNode())
    if (op != release && !isMemoryEffectFree(op))
      return std::nullopt;
  auto pipe = wait.getPipe().getDefiningOp<PipeOp>();
  if (!pipe || pipe.getStages() < 2 || !producesSteadily(pipe))
    return std::nullopt;
  return Loop{loop, product, release};
}

static void createRelease(OpBuilder &builder, PipeReleaseOp release,
                          Value isPending) {
  auto branch = scf::IfOp::create(builder, release.getLoc(), isPending);
  OpBuilder inside = branch.getThenBodyBuilder();
  inside.clone(*release);
}

static void defer(Loop found) {
  IRRewriter rewriter(found.loop);
  Location loc = found.loop.getLoc();
  const unsigned sums = found.product.getC().size();
  SmallVector<unsigned> numbers;
  for (Value value : found.product.getC())
    numbers.push_back(cast<BlockArgument>(value).getArgNumber() - 1);
  auto flag = [&](bool value) -> Value {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getBoolAttr(value));
  };
  Value no = flag(false), yes = flag(true);
  auto changed = found.loop.replaceWithAdditionalYields(
      rewriter, no, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{yes};
      });
  auto loop = cast<scf::ForOp>((*changed).getOperation());
  found.product.setPending(true);
  rewriter.setInsertionPoint(found.release);
  createRelease(rewriter, found.release, loop.getRegionIterArgs().back());
  rewriter.setInsertionPointAfter(loop);
  SmallVector<Value> pending;
  for (unsigned number : numbers)
    pending.push_back(loop.getResult(number));
  auto wait = MatrixWaitOp::create(rewriter, loc,
                                   ValueRange(pending).getTypes(), pending);
  for (unsigned i = 0; i < sums; ++i)
    pending[i].replaceAllUsesExcept(wait.getSums()[i], wait);
  createRelease(rewriter, found.release, loop.getResults().back());
  rewriter.eraseOp(found.release);
}

void wave::deferProducts(FuncOp kernel) {
  SmallVector<Loop> loops;
  kernel.walk([&](scf::ForOp loop) {
    if (std::optional<Loop> found = findLoop(loop))
      loops.push_back(*found);
  });
  for (const Loop &loop : loops)
    defer(loop);
}
