//===- SharedReads.cpp - Which elements of groupshared memory are read ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/SharedReads.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlowFramework.h"

using namespace mlir;
using namespace mlir::wave;

/// Elements from the first number to the second one.
using Elements = std::pair<uint64_t, uint64_t>;

/// The elements that an access from `index` on touches in one wave.
static std::optional<Elements> getTouched(const MemoryAccess &access,
                                          TypedAttr index) {
  auto number = dyn_cast_or_null<IntegerAttr>(index);
  if (!number || number.getValue().isNegative())
    return std::nullopt;
  const uint64_t first = number.getValue().getLimitedValue(UINT32_MAX);
  return Elements(first, first + access.components - 1);
}

SharedReads::SharedReads(FuncOp kernel, const WaveNumbers &numbers)
    : numbers(numbers) {
  kernel.walk([&](GroupsharedOp memory) {
    if (memory.getType().hasStaticShape())
      read[memory] = llvm::BitVector(memory.getType().getNumElements());
  });
  if (read.empty())
    return;
  // Ranges are for loops, in which an index runs over the waves.
  DataFlowSolver solver;
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<dataflow::IntegerRangeAnalysis>();
  if (failed(solver.initializeAndRun(kernel))) {
    read.clear();
    return;
  }
  auto getRange = [&](const MemoryAccess &access) -> std::optional<Elements> {
    const auto *state = solver.lookupState<dataflow::IntegerValueRangeLattice>(
        access.indices.front());
    if (!state || state->getValue().isUninitialized())
      return std::nullopt;
    const ConstantIntRanges &range = state->getValue().getValue();
    return Elements(range.umin().getLimitedValue(UINT32_MAX),
                    range.umax().getLimitedValue(UINT32_MAX) +
                        access.components - 1);
  };

  for (Value memory : llvm::to_vector(llvm::make_first_range(read))) {
    llvm::BitVector &elements = read[memory];
    auto add = [&](std::optional<Elements> range) {
      const uint64_t end = elements.size();
      const auto [first, last] = range.value_or(Elements(0, end));
      // What is out of bounds is undefined.
      elements.set(std::min(first, end), std::min(last + 1, end));
    };
    for (Operation *user : memory.getUsers()) {
      std::optional<MemoryAccess> access = getMemoryAccess(user);
      if (!access || access->memory != memory || isa<CallOp>(user)) {
        read.erase(memory);
        break;
      }
      if (!access->reads)
        continue;
      for (unsigned wave : numbers.getReaching(user).set_bits()) {
        std::optional<Elements> range =
            getTouched(*access, numbers.get(access->indices.front(), wave));
        add(range ? range : getRange(*access));
      }
    }
  }
}

bool SharedReads::isDeadStore(Operation *store, const WaveSet &waves) const {
  std::optional<MemoryAccess> access = getMemoryAccess(store);
  if (!access || access->reads || store->getNumResults() != 0)
    return false;
  auto found = read.find(access->memory);
  if (found == read.end())
    return false;
  return llvm::all_of(waves.set_bits(), [&](unsigned wave) {
    std::optional<Elements> range =
        getTouched(*access, numbers.get(access->indices.front(), wave));
    return range && range->second < found->second.size() &&
           found->second.find_first_in(range->first, range->second + 1) < 0;
  });
}
