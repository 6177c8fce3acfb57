//===- LoopArrayLint.cpp - Loops that leave an array ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (i = 0; i <= 16; i++)` with `a[i]`, where `a` has 16 elements: the last
// iteration is out of bounds. Only loops whose bounds are known, with accesses that
// the iteration certainly executes.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "WaveDialect/Transforms/WatchDimensions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// An index in an iteration.
struct Overrun {
  int64_t index, size;
  /// The dimension; -1 for an array of one.
  int64_t dimension;
  bool isOfLastTrip;
};

/// What an operation indexes: a groupshared or local array, or what a lookup stands for.
struct Indexed {
  SmallVector<DimensionIndex> dimensions;
  Value index;
  int64_t components, length;
  /// "component", "row", "column" or "element".
  StringRef part;
};
} // namespace

/// Returns the number of elements of a groupshared or local array; none for other
/// memories and for a number that is not known.
static std::optional<int64_t> getLength(Value memory) {
  Operation *array = memory.getDefiningOp();
  if (!isa_and_nonnull<GroupsharedOp, memref::AllocaOp>(array))
    return std::nullopt;
  auto type = cast<MemRefType>(memory.getType());
  if (type.hasStaticShape())
    return type.getNumElements();
  LaneNumbers numbers;
  return NumberEvaluator(numbers).get(array->getOperand(0));
}

/// Sets the induction variable to that of the first or the last iteration. Returns
/// whether the loop certainly has one.
static bool enter(scf::ForOp loop, bool isLast, NumberEvaluator &trip) {
  std::optional<int64_t> lower = trip.get(loop.getLowerBound()),
                         upper = trip.get(loop.getUpperBound()),
                         step = trip.get(loop.getStep());
  if (!lower || !upper || !step || *step <= 0 || *lower >= *upper ||
      (loop.getUnsignedCmp() && *lower < 0))
    return false;
  const int64_t trips = (*upper - *lower - 1) / *step;
  trip.set(loop.getInductionVar(), *lower + (isLast ? trips * *step : 0));
  return true;
}

/// Whether the iteration of `loops` certainly executes `op`; none of them may end early.
static bool executes(Operation *op, ArrayRef<scf::ForOp> loops,
                     NumberEvaluator &trip) {
  for (Operation *around = op->getParentOp(); around != loops.front();
       op = around, around = around->getParentOp()) {
    if (isa<scf::ForOp>(around))
      continue;
    auto ifOp = dyn_cast<scf::IfOp>(around);
    std::optional<int64_t> condition =
        ifOp ? trip.get(ifOp.getCondition()) : std::nullopt;
    if (!condition || (*condition != 0) != (op->getBlock() == ifOp.thenBlock()))
      return false;
  }
  return true;
}

/// Returns what an operation indexes; none if the length is not known.
static std::optional<Indexed> getIndexed(Operation *op) {
  if (auto lookup = dyn_cast<LookupOp>(op)) {
    StringAttr part = getIndexedPart(lookup);
    if (!part)
      return std::nullopt;
    return Indexed{{}, lookup.getIndex(), 1, lookup.getLength(), part};
  }
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access || access->isImage() || access->isMatrix ||
      access->indices.size() != 1)
    return std::nullopt;
  std::optional<int64_t> length = getLength(access->memory);
  if (!length)
    return std::nullopt;
  return Indexed{getDimensionIndices(*access), access->indices.front(),
                 access->components, *length, "element"};
}

static std::optional<Overrun> findOverrun(const Indexed &indexed,
                                          NumberEvaluator &trip) {
  for (auto [axis, index] : llvm::enumerate(indexed.dimensions))
    if (std::optional<int64_t> known =
            index.value ? trip.get(index.value) : std::nullopt;
        known && (*known < 0 || *known >= index.size))
      return Overrun{*known, index.size, static_cast<int64_t>(axis), false};
  std::optional<int64_t> index = trip.get(indexed.index);
  if (!index || (*index >= 0 && *index + indexed.components <= indexed.length))
    return std::nullopt;
  return Overrun{*index, indexed.length, -1, false};
}

/// Returns the access out of bounds in the first or last iteration of the loops around
/// `op`, as many of the innermost ones as its index needs.
static std::optional<Overrun> findOverrun(Operation *op, const Indexed &indexed,
                                          scf::ForOp &loop) {
  SmallVector<scf::ForOp> loops;
  for (Operation *around = op->getParentOp(); around && !isa<FuncOp>(around);
       around = around->getParentOp()) {
    auto each = dyn_cast<scf::ForOp>(around);
    if (!each)
      continue;
    loops.insert(loops.begin(), each);
    // A lane that has returned executes no later iteration.
    if (each->walk([](RetireIfOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return std::nullopt;
    for (bool isLast : {true, false}) {
      LaneNumbers numbers;
      NumberEvaluator trip(numbers);
      if (!llvm::all_of(loops, [&](scf::ForOp entered) {
            return enter(entered, isLast, trip);
          }))
        continue;
      std::optional<Overrun> overrun = findOverrun(indexed, trip);
      if (!overrun || !executes(op, loops, trip))
        continue;
      overrun->isOfLastTrip = isLast;
      loop = loops.back();
      return overrun;
    }
  }
  return std::nullopt;
}

void wave::lintLoopBeyondArray(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](Operation *op) {
    std::optional<Indexed> indexed = getIndexed(op);
    scf::ForOp loop;
    std::optional<Overrun> overrun =
        indexed ? findOverrun(op, *indexed, loop) : std::nullopt;
    // A lane that has returned executes no later iteration.
    if (!overrun ||
        loop->walk([](RetireIfOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    const bool isArray = indexed->part == "element";
    std::string of = llvm::formatv("{0} of {1} {2}s",
                                   isArray                        ? "an array"
                                   : indexed->part == "component" ? "a vector"
                                                                  : "a matrix",
                                   overrun->size, indexed->part);
    if (overrun->dimension >= 0)
      of = llvm::formatv("dimension {0}, whose size is {1}", overrun->dimension,
                         overrun->size);
    std::string help = "end the loop one iteration earlier";
    if (!overrun->isOfLastTrip || overrun->index != overrun->size)
      help = llvm::formatv("keep the index from 0 to {0}", overrun->size - 1);
    if (isArray)
      help += ", or make the array longer";
    report({op,
            llvm::formatv("the {0} iteration of the loop accesses index {1} of "
                          "{2}",
                          overrun->isOfLastTrip ? "last" : "first",
                          overrun->index, of),
            help,
            {{loop, "the loop"}}});
  });
}
