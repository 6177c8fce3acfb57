//===- CheckSites.cpp - The sites of calls to the checker -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckSites.h"

#include "WaveDialect/Analysis/AtomicResults.h"
#include "WaveDialect/Analysis/Derivations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/Transforms/UniformSlice.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the mnemonic with the attributes that distinguish operations:
/// `reduce.add`, `barrier.group.sync`.
static std::string getName(Operation *op) {
  std::string name = isa<WaveDialect>(op->getDialect())
                         ? op->getName().stripDialect().str()
                         : op->getName().getStringRef().str();
  TypeSwitch<Operation *>(op)
      .Case<ReduceOp, PrefixOp, InclusivePrefixOp, ClusterReduceOp,
            MultiPrefixOp, AtomicRMWOp, ImageAtomicRMWOp>([&](auto combine) {
        name += '.';
        name += gpu::stringifyAllReduceOperation(combine.getKind());
      })
      .Case([&](MatrixRowReduceOp reduce) {
        name += '.';
        name += stringifyMatrixReduction(reduce.getKind());
      })
      .Case([&](QuadReadAcrossOp read) {
        name += '.';
        name += stringifyQuadDirection(read.getDirection());
      })
      .Case([&](BarrierOp barrier) {
        name += '.';
        name += stringifyBarrierScope(barrier.getScope());
        if (barrier.getSync())
          name += ".sync";
      });
  return name;
}

/// Returns file, line and column; null without a location. The names of files may
/// hold any bytes.
static llvm::json::Value describePlace(FileLineColLoc place) {
  if (!place)
    return nullptr;
  return llvm::json::Array{llvm::json::fixUTF8(place.getFilename()),
                           int64_t(place.getLine()),
                           int64_t(place.getColumn())};
}

llvm::json::Array wave::describePlaces(Location location) {
  llvm::json::Array places;
  if (FileLineColLoc place = findSource(location))
    places.push_back(describePlace(place));
  for (FileLineColLoc caller : findCallers(location))
    places.push_back(describePlace(caller));
  return places;
}

static std::string getTypeName(Type type) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  type.print(stream);
  return name;
}

/// Whether values depend on nothing but constants, counts and the numbers of waves
/// and lanes. An induction variable does if the bounds of its loop do.
static bool areFixed(ValueRange values) {
  SmallVector<Value> open(values);
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument != loop.getInductionVar())
        return false;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (isa<GroupWaveIndexOp, GroupWaveCountOp, LaneIndexOp, LaneCountOp,
            gpu::SubgroupIdOp, gpu::SubgroupSizeOp>(op))
      continue;
    if (op->getNumRegions() != 0 || !isPure(op) ||
        (op->getNumOperands() == 0 && !op->hasTrait<OpTrait::ConstantLike>()))
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

/// Whether each wave executes the same steps of pipes, barriers and returns in every
/// launch.
static bool hasFixedSteps(FuncOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                auto barrier = dyn_cast<BarrierOp>(op);
                auto retire = dyn_cast<RetireIfOp>(op);
                if (!op->hasTrait<OrdersSomeWaves>() && !retire &&
                    !(barrier && barrier.synchronizesGroup()))
                  return WalkResult::advance();
                SmallVector<Value> values;
                if (retire)
                  values.push_back(retire.getCondition());
                for (Operation *around = op->getParentOp();
                     !isa<FuncOp>(around); around = around->getParentOp()) {
                  if (auto ifOp = dyn_cast<scf::IfOp>(around))
                    values.push_back(ifOp.getCondition());
                  else if (auto loop = dyn_cast<scf::ForOp>(around))
                    values.append({loop.getLowerBound(), loop.getUpperBound(),
                                   loop.getStep()});
                  else
                    return WalkResult::interrupt();
                }
                return areFixed(values) ? WalkResult::advance()
                                        : WalkResult::interrupt();
              })
              .wasInterrupted();
}

CheckSites::CheckSites(FuncOp kernel) : kernel(kernel) {
  for (PipeOp pipe : kernel.getOps<PipeOp>())
    pipes.try_emplace(pipe.getPipe(), pipes.size());
  kernel.walk([&](WavesBarrierOp barrier) {
    SmallVector<int32_t> set = barrier.getSet();
    if (!llvm::is_contained(sets, set))
      sets.push_back(std::move(set));
  });
  areStepsFixed = ordersSomeWaves(kernel) && hasFixedSteps(kernel);
  // Before operations are added, which the analyses would not know.
  describeControl();
  kernel.walk([&](Operation *op) {
    if (SmallVector<bool> scalars = findCopiedScalars(op); !scalars.empty())
      copied[op] = std::move(scalars);
    if (SmallVector<LoadedScalar> sources = findCopySources(op);
        !sources.empty())
      copySources[op] = std::move(sources);
    if (Operation *load = findUpdatedLoad(op))
      updates[op] = {load, getMemoryAccess(op)->isCoherent && !awaitsValue(op)};
  });
  for (BlockArgument argument : kernel.getArguments()) {
    if (auto image = dyn_cast<ImageType>(argument.getType())) {
      auto binding = kernel.getArgAttrOfType<BindingAttr>(
          argument.getArgNumber(), "wave.binding");
      addMemory(argument, "image", argument.getArgNumber(), 0,
                getStorageType(binding.getElement()), image.getChannels());
    } else if (auto buffer = dyn_cast<MemRefType>(argument.getType())) {
      addMemory(argument, "buffer", argument.getArgNumber(), 0,
                buffer.getElementType());
    }
  }
  kernel.walk([&](Operation *op) {
    if (auto lookup = dyn_cast<LookupOp>(op)) {
      addMemory(lookup.getResult(), "table", -1, lookup.getLength(),
                lookup.getType());
      if (StringAttr indexed = getIndexedPart(lookup))
        memories.back().getAsObject()->try_emplace("indexed",
                                                   indexed.getValue());
    }
    if (!isa<GroupsharedOp, memref::AllocaOp>(op))
      return;
    auto type = cast<MemRefType>(op->getResult(0).getType());
    addMemory(op->getResult(0),
              isa<GroupsharedOp>(op) ? "groupshared" : "local", -1,
              type.getNumElements(), type.getElementType());
  });
}

void CheckSites::addMemory(Value memory, StringRef kind, int64_t argument,
                           int64_t elements, Type element, int64_t channels) {
  bool written = false;
  kernel.walk(
      [&](Operation *op) { written |= getWrittenMemory(op) == memory; });
  auto name = memory.getLoc()->findInstanceOf<NameLoc>();
  numbers[memory] = static_cast<int64_t>(memories.size());
  memories.push_back(llvm::json::Object{
      {"kind", kind},
      {"argument", argument},
      {"elements", elements},
      {"element", getTypeName(element)},
      {"channels", channels},
      {"written", written},
      {"location", describePlace(findSource(memory.getLoc()))},
      {"name", name ? llvm::json::fixUTF8(name.getName()) : ""},
  });
}

llvm::json::Object &CheckSites::addSite(StringRef kind, Operation *op) {
  sites.push_back(llvm::json::Object{
      {"kind", kind},
      {"rule", ""},
      {"operation", getName(op)},
      {"memory", -1},
      {"locations", describePlaces(op->getLoc())},
  });
  return *sites.back().getAsObject();
}

void CheckSites::describeControl() {
  UniformityAnalysis uniformity(kernel);
  // The numbers of loops, and of regions of conditions.
  DenseMap<void *, int64_t> numbered;
  kernel.walk([&](Operation *op) {
    if (!getMemoryAccess(op) && !isa<BarrierOp>(op))
      return;
    SmallVector<Decision> decisions = uniformity.getDecisions(op);
    for (const Decision &decision : llvm::reverse(decisions)) {
      void *key = decision.op;
      if (isa<scf::IfOp>(decision.op))
        for (Region *region = op->getParentRegion(); region;
             region = region->getParentRegion())
          if (region->getParentOp() == decision.op)
            key = region;
      const auto next = static_cast<int64_t>(numbered.size());
      control[op].push_back(
          llvm::json::Array{numbered.try_emplace(key, next).first->second,
                            static_cast<int64_t>(decision.uniformity.step),
                            describePlace(findSource(decision.op->getLoc()))});
    }
  });
}

/// Describes the work of an operation on matrices: the runs of elements that are adjacent
/// in memory, or the products of a multiply-add.
static void describeMatrix(Operation *op, llvm::json::Object &site) {
  auto describeRuns = [&](MatrixLayout layout, MatrixType type) {
    const bool isRowMajor = layout == MatrixLayout::RowMajor;
    site["runs"] = isRowMajor ? type.getRows() : type.getColumns();
    site["run_length"] = isRowMajor ? type.getColumns() : type.getRows();
  };
  TypeSwitch<Operation *>(op)
      .Case([&](MatrixLoadOp load) {
        describeRuns(load.getLayout(), cast<MatrixType>(load.getType()));
      })
      .Case([&](MatrixStoreOp store) {
        describeRuns(store.getLayout(),
                     cast<MatrixType>(store.getValue().getType()));
      })
      .Case([&](MatrixMultiplyAddOp multiply) {
        auto left = cast<MatrixType>(multiply.getA().getType());
        auto sum = cast<MatrixType>(multiply.getType());
        site["multiply_adds"] =
            left.getColumns() * sum.getRows() * sum.getColumns();
      });
}

int32_t CheckSites::add(StringRef kind, Operation *op, Value memory) {
  llvm::json::Object &site = addSite(kind, op);
  describeMatrix(op, site);
  if (memory) {
    site["memory"] = numbers.lookup(memory);
    site["control"] = control.lookup(op);
    const auto number = static_cast<int64_t>(sites.size() - 1);
    accesses[op] = number;
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    site["is_of_copy"] = op->hasAttr(kAsyncAttribute);
    site["loads_coherent"] =
        access && access->isCoherent && op->getNumResults() != 0;
    if (auto scalars = copied.find(op); scalars != copied.end())
      site["copied"] = llvm::json::Array(scalars->second);
    if (auto sources = copySources.find(op); sources != copySources.end()) {
      llvm::json::Array places;
      for (const LoadedScalar &source : sources->second)
        places.push_back(llvm::json::Array{
            source.load ? accesses.lookup(source.load) : -1, source.component});
      site["copies"] = std::move(places);
    }
    if (auto update = updates.find(op); update != updates.end()) {
      // The load precedes the store, so it has a site.
      site["updates"] = accesses.lookup(update->second.load);
      site["may_lose_update"] = update->second.mayBeLost;
      site["update_kind"] = getUpdateKind(op, update->second.load);
    }
  }
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    site["control"] = control.lookup(op);
    BarrierScope scope = barrier.getScope();
    // If a group is one wave, its lanes are all lanes of the group.
    bool isForGroup = scope == BarrierScope::Wave && isSingleWave(kernel);
    site["orders_groupshared"] = scope == BarrierScope::Group ||
                                 scope == BarrierScope::All || isForGroup;
    site["orders_buffers"] =
        scope == BarrierScope::Device || scope == BarrierScope::All;
    site["synchronizes"] =
        barrier.getSync() && (barrier.synchronizesGroup() || isForGroup);
    site["synchronizes_wave"] = barrier.synchronizesWave() && !isForGroup;
  } else if (auto pipe = dyn_cast<PipeOp>(op)) {
    site["pipe"] = pipes.lookup(pipe.getPipe());
    site["stages"] = pipe.getStages();
    site["producers"] = llvm::json::Array(pipe.getProducers());
    site["consumers"] = llvm::json::Array(pipe.getConsumers());
  } else if (auto step = dyn_cast<PipeStepInterface>(op)) {
    site["pipe"] = pipes.lookup(step.getPipe());
  } else if (auto barrier = dyn_cast<WavesBarrierOp>(op);
             barrier && kind == "step") {
    const SmallVector<int32_t> set = barrier.getSet();
    // The runtime numbers the sets after the pipes.
    site["pipe"] = static_cast<int64_t>(pipes.size()) +
                   (llvm::find(sets, set) - sets.begin());
    site["waves"] = llvm::json::Array(set);
  } else if (kind == "copy") {
    site["operation"] = "async_copy";
  } else if (kind == "branch") {
    site["synchronizes_wave"] = !holdsGroupBarrier(op);
  } else if (isa<DispatchMeshOp>(op) && kind == "barrier") {
    site["orders_groupshared"] = true;
    site["orders_buffers"] = false;
    site["synchronizes"] = true;
  }
  return static_cast<int32_t>(sites.size() - 1);
}

int32_t CheckSites::addUndefined(StringRef rule, Operation *op) {
  llvm::json::Object &site = addSite("undefined", op);
  site["rule"] = rule;
  if (auto assertion = dyn_cast<AssertOp>(op))
    site["text"] = llvm::json::fixUTF8(assertion.getText());
  if (auto lookup = dyn_cast<LookupOp>(op)) {
    site["memory"] = numbers.lookup(lookup.getResult());
    if (getIndexedPart(lookup))
      site["operation"] = "index";
  }
  return static_cast<int32_t>(sites.size() - 1);
}

std::string CheckSites::describe() {
  AtomicResults results(kernel);
  llvm::json::Array reached;
  for (BlockArgument argument : kernel.getArguments())
    if (isa<MemRefType, ImageType>(argument.getType()) &&
        results.reaches(argument))
      reached.push_back(int64_t(argument.getArgNumber()));
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{
      {"sites", std::move(sites)},
      {"memories", std::move(memories)},
      {"atomic_results_reach", std::move(reached)},
      {"steps_are_fixed", areStepsFixed},
  });
  return text;
}
