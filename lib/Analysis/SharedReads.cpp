//===- SharedReads.cpp - The elements of groupshared memory that are read ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/SharedReads.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// The first and the last element of a range.
using Elements = std::pair<uint64_t, uint64_t>;

/// The maximum number of elements of an array to analyze: more than any target
/// supports.
static constexpr int64_t kMostElements = 1 << 20;

/// Returns the integer; none if it is unknown or negative.
static std::optional<uint64_t> getNumber(TypedAttr attribute) {
  auto number = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!number || number.getValue().isNegative())
    return std::nullopt;
  return number.getValue().getLimitedValue(UINT32_MAX);
}

/// Returns the elements that an access touches in one wave: a single index, or
/// the range of a loop with known bounds, such as a loop over waves.
static std::optional<Elements> getTouched(const MemoryAccess &access,
                                          const WaveNumbers &numbers,
                                          unsigned wave) {
  Value index = access.indices.front();
  const uint64_t more = access.components - 1;
  if (std::optional<uint64_t> number = getNumber(numbers.get(index, wave)))
    return Elements(*number, *number + more);
  while (isa_and_nonnull<arith::IndexCastUIOp, arith::IndexCastOp>(
      index.getDefiningOp()))
    index = index.getDefiningOp()->getOperand(0);
  scf::ForOp loop = scf::getForInductionVarOwner(index);
  if (!loop)
    return std::nullopt;
  auto lower = getNumber(numbers.get(loop.getLowerBound(), wave));
  auto upper = getNumber(numbers.get(loop.getUpperBound(), wave));
  // Without an iteration nothing is accessed; an additional element is still
  // correct.
  if (!lower || !upper)
    return std::nullopt;
  return Elements(*lower, std::max(*lower + 1, *upper) - 1 + more);
}

SharedReads::SharedReads(FuncOp kernel, const WaveNumbers &numbers)
    : numbers(numbers) {
  kernel.walk([&](GroupsharedOp memory) {
    if (memory.getType().hasStaticShape() &&
        memory.getType().getNumElements() <= kMostElements)
      read[memory] = llvm::BitVector(memory.getType().getNumElements());
  });
  for (Value memory : llvm::to_vector(llvm::make_first_range(read))) {
    llvm::BitVector &elements = read[memory];
    auto add = [&](std::optional<Elements> range) {
      const uint64_t end = elements.size();
      const auto [first, last] = range.value_or(Elements(0, end));
      // Out-of-bounds accesses are undefined.
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
      const WaveSet reaching = numbers.getReaching(user);
      for (unsigned wave : reaching.set_bits())
        add(getTouched(*access, numbers, wave));
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
    std::optional<Elements> range = getTouched(*access, numbers, wave);
    return range && range->second < found->second.size() &&
           found->second.find_first_in(range->first, range->second + 1) < 0;
  });
}
