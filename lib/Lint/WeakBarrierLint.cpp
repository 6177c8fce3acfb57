//===- WeakBarrierLint.cpp - Barriers that do not order exchanged data ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "UnorderedAccesses.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// The memory through which waves exchange data across a barrier, and one such
/// pair.
struct Exchange {
  const UnorderedPair *pair;
  bool ofGroupshared = false, ofBuffers = false;
};
} // namespace

/// Whether the kernel writes a buffer that it also reads.
static bool exchangesBuffers(FuncOp kernel) {
  SmallVector<Value> read, written;
  kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || access->memory.getDefiningOp())
      return;
    if (access->reads)
      read.push_back(access->memory);
    if (access->writes)
      written.push_back(access->memory);
  });
  return llvm::any_of(
      written, [&](Value each) { return llvm::is_contained(read, each); });
}

/// Returns the memory that the barrier should order: the exchanged memory, and
/// memory that it already orders, if the kernel has such memory.
static BarrierScope getScope(BarrierOp barrier, const Exchange &exchange,
                             FuncOp kernel) {
  const BarrierScope scope = barrier.getScope();
  if (scope == BarrierScope::All)
    return scope;
  const bool ordersGroupshared =
      exchange.ofGroupshared ||
      (scope == BarrierScope::Group &&
       !kernel.getBody().getOps<GroupsharedOp>().empty());
  const bool ordersBuffers =
      exchange.ofBuffers ||
      (scope == BarrierScope::Device && exchangesBuffers(kernel));
  if (!ordersBuffers)
    return BarrierScope::Group;
  return ordersGroupshared ? BarrierScope::All : BarrierScope::Device;
}

static std::string getMessage(BarrierOp barrier, const Exchange &exchange) {
  const BarrierScope scope = barrier.getScope();
  if ((!exchange.ofGroupshared ||
       ordersMemory(scope, ExchangeMemory::Groupshared)) &&
      (!exchange.ofBuffers || ordersMemory(scope, ExchangeMemory::Buffers)))
    return "this barrier does not wait for the other waves of the group, whose "
           "data is read after it";
  return llvm::formatv(
      "this barrier orders only {0}{1}, and waves of the group exchange data "
      "through {2} across it",
      scope == BarrierScope::Group ? "groupshared memory"
                                   : "buffers and images",
      barrier.getSync() ? "" : " and does not wait for other waves",
      exchange.ofGroupshared ? "groupshared memory" : "a buffer");
}

void wave::lintWeakBarrier(LintedKernel &kernel, LintReport report) {
  const SmallVector<UnorderedPair> ofGroupshared = findUnorderedPairs(
                                       kernel, ExchangeMemory::Groupshared),
                                   ofBuffers = findUnorderedPairs(
                                       kernel, ExchangeMemory::Buffers);
  llvm::MapVector<Operation *, Exchange> exchanges;
  for (const auto *pairs : {&ofGroupshared, &ofBuffers})
    for (const UnorderedPair &pair : *pairs)
      for (BarrierOp barrier : pair.weak) {
        Exchange &exchange =
            exchanges.insert({barrier, Exchange{&pair}}).first->second;
        (pairs == &ofBuffers ? exchange.ofBuffers : exchange.ofGroupshared) =
            true;
      }
  for (auto &[op, exchange] : exchanges) {
    auto barrier = cast<BarrierOp>(op);
    BarrierScope scope = getScope(barrier, exchange, kernel.kernel);
    const std::string wanted =
        llvm::formatv("'wave.barrier {0} sync'", stringifyBarrierScope(scope));
    report({barrier,
            getMessage(barrier, exchange),
            "use " + wanted,
            {{exchange.pair->write, "it is written here"},
             {exchange.pair->other, "another wave accesses it here"}},
            wanted});
  }
}
