//===- RegisterShares.cpp - Registers moved to waves that multiply --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a block have equally many registers when it starts. Where some waves only
// bring data and others keep large matrices, the former give registers back, and the
// latter take them, by `setmaxnreg`.
//
// Four consecutive waves get or give back registers together: all four must execute the
// instruction. A wave that takes registers waits until enough are free. So the waves that
// give registers back must not wait for that wave first.
//
//===----------------------------------------------------------------------===//

#include "NVVMKernel.h"

#include "WaveDialect/Analysis/WaveNumbers.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The waves that get registers together.
static constexpr unsigned kWavesOfShare = 4;

/// Registers of a multiprocessor, of a lane at most, and the step of their number.
static constexpr unsigned kAllRegisters = 64 << 10, kMostRegisters = 255,
                          kStep = 8;

/// What a lane keeps that only brings data: enough for addresses of two tiles.
static constexpr unsigned kFewRegisters = 64;

/// What a lane takes at most.
static constexpr unsigned kManyRegisters = 240;

/// A loop that carries so many registers of a lane profits by more than its share.
static constexpr unsigned kManyCarried = 96;

static unsigned roundDown(unsigned registers) {
  return registers / kStep * kStep;
}

static bool carriesMany(Region &region) {
  return region
      .walk([](scf::ForOp loop) {
        unsigned bits = 0;
        for (Type type : loop.getResultTypes()) {
          Type element = getElementTypeOrSelf(type);
          auto vector = dyn_cast<VectorType>(type);
          if (element.isIntOrFloat())
            bits += element.getIntOrFloatBitWidth() *
                    (vector ? vector.getNumElements() : 1);
        }
        return bits >= 32 * kManyCarried ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether lanes may wait there, or inside, for other waves.
static bool waits(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return waitsForWaves(nested) ? WalkResult::interrupt()
                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// A region of an `scf.if` in the body of the kernel, whose waves their index decides.
struct Part {
  Region *region;
  WaveSet waves;
};
} // namespace

static SmallVector<Part> findParts(FuncOp kernel, const WaveNumbers &numbers) {
  SmallVector<Part> parts;
  for (auto branch : kernel.getBody().front().getOps<scf::IfOp>()) {
    if (!numbers.isDecision(branch))
      continue;
    for (Region &region : branch->getRegions())
      if (!region.empty())
        parts.push_back(
            {&region, numbers.getEntering(region, numbers.getAll())});
  }
  return parts;
}

static bool hasWholeShares(const WaveSet &waves) {
  for (unsigned wave = 0; wave < waves.size(); ++wave)
    if (waves[wave] != waves[wave / kWavesOfShare * kWavesOfShare])
      return false;
  return waves.size() % kWavesOfShare == 0;
}

/// Whether no wave waits for others between the branches of two parts.
static bool areAdjacent(const Part &one, const Part &other) {
  Operation *first = one.region->getParentOp();
  Operation *last = other.region->getParentOp();
  if (last->isBeforeInBlock(first))
    std::swap(first, last);
  for (Operation *op = first; op != last; op = op->getNextNode())
    if (op != first && waits(op))
      return false;
  return true;
}

static void setRegisters(const Part &part, unsigned registers,
                         NVVM::SetMaxRegisterAction action) {
  OpBuilder builder(&part.region->front(), part.region->front().begin());
  NVVM::SetMaxRegisterOp::create(
      builder, part.region->getParentOp()->getLoc(),
      builder.getI32IntegerAttr(registers),
      NVVM::SetMaxRegisterActionAttr::get(builder.getContext(), action));
}

unsigned nvvm::shareRegisters(FuncOp kernel, StringRef sm) {
  const bool returnsEarly =
      kernel.walk([](RetireIfOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!movesRegisters(sm) || !kernel.getNumWavesAttr() || returnsEarly)
    return 0;
  const WaveNumbers numbers(kernel);
  const unsigned shares = numbers.size() / kWavesOfShare;
  const unsigned lanes = numbers.size() * kWaveSize;
  const unsigned equal = roundDown(kAllRegisters / lanes);
  if (numbers.isOpen() || equal >= kMostRegisters || equal <= kFewRegisters)
    return 0;
  SmallVector<Part> parts = findParts(kernel, numbers);
  Part *many = llvm::find_if(
      parts, [](Part &part) { return carriesMany(*part.region); });
  if (many == parts.end() || !hasWholeShares(many->waves))
    return 0;
  WaveSet others = many->waves;
  others.flip();
  Part *few = llvm::find_if(parts, [&](Part &part) {
    return part.waves == others && !carriesMany(*part.region) &&
           areAdjacent(part, *many);
  });
  if (few == parts.end() || others.none())
    return 0;
  const unsigned givers = others.count() / kWavesOfShare;
  const unsigned taken = std::min(
      roundDown((equal * shares - kFewRegisters * givers) / (shares - givers)),
      kManyRegisters);
  setRegisters(*few, kFewRegisters, NVVM::SetMaxRegisterAction::decrease);
  setRegisters(*many, taken, NVVM::SetMaxRegisterAction::increase);
  return equal;
}
