//===- Pipelines.cpp - From wave IR to a target, by name ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All pipelines, from top to bottom.

#include "WaveDialect/Pipelines/Pipelines.h"
#include "WaveDialect/Pipelines/TargetDescription.h"

#include "WaveDialect/Conversion/NVVMLimits.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/DXIL/DXIL.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::wave;

/// Adds upstream's simplifications that respect operations across lanes.
static void addSimplifications(OpPassManager &manager, unsigned optLevel) {
  if (optLevel == 0)
    return;
  manager.addPass(createFoldTrips());
  // The default of the pass. A region of a kernel has one block: there is no
  // control flow between blocks to simplify.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Disabled);
  // wave-fold-trips counts correctly where this pattern does not; named as by
  // Clang and by GCC.
  manager.addPass(createCanonicalizerPass(
      config, {"(anonymous namespace)::SimplifyTrivialLoops",
               "{anonymous}::SimplifyTrivialLoops"}));
  manager.addPass(createCSEPass());
}

/// Simplifies a kernel with scalarized vectors, for a target without vectors.
/// Upstream creates vectors again, for example a broadcast of equal components,
/// so vectors are scalarized once more.
static void addScalarSimplifications(OpPassManager &manager, unsigned optLevel,
                                     const ScalarizeVectorsOptions &scalarize) {
  if (optLevel == 0)
    return;
  addSimplifications(manager, optLevel);
  manager.addPass(createScalarizeVectors(scalarize));
}

//===----------------------------------------------------------------------===//
// Optimizations
//===----------------------------------------------------------------------===//

/// In the order in which they run.
static constexpr Optimization kOptimizations[] = {
    {"simplify-uniform", 1},
    {"promote-groupshared", 1},
    {"aggregate-atomics", 2},
    {"hoist-uniform", 2},
    {"pipeline-waves", std::nullopt},
    {"broadcast-uniform-loads", std::nullopt},
    {"elide-barriers", 1},
    {"specialize", std::nullopt},
    {"coarsen-groups", std::nullopt},
    {"pack-groupshared", 2},
};

ArrayRef<Optimization> wave::getOptimizations() { return kOptimizations; }

/// The name in an element of `enable`, such as `specialize{max-growth=80}`.
static StringRef getName(StringRef given) {
  return given.take_until([](char c) { return c == '{'; });
}

namespace {
/// The optimizations that run.
struct Optimizations {
  template <typename Options>
  explicit Optimizations(const Options &options)
      : level(options.optLevel),
        enable(options.enable.begin(), options.enable.end()),
        disable(options.disable.begin(), options.disable.end()) {}
  Optimizations() = default;

  /// Returns the options in braces with which `name` is enabled.
  StringRef getOptions(StringRef name) const {
    for (StringRef given : enable)
      if (getName(given) == name)
        return given.drop_front(name.size()).trim("{}");
    return {};
  }

  /// Whether `enable` has `name`.
  bool isEnabled(StringRef name) const {
    return llvm::any_of(
        enable, [&](StringRef given) { return getName(given) == name; });
  }

  bool runs(StringRef name) const {
    const Optimization *found =
        llvm::find_if(kOptimizations, [&](const Optimization &optimization) {
          return optimization.name == name;
        });
    assert(found != std::end(kOptimizations) && "every one is in the table");
    if (llvm::is_contained(disable, name))
      return false;
    return isEnabled(name) || (found->level && level >= *found->level);
  }

  unsigned level = 0;
  SmallVector<std::string> enable, disable;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {
/// What the common first steps depend on.
struct Legalization {
  TargetDescription target;
  Optimizations optimizations;
  bool guardWaveSize = false;
  /// A group with a different number of full waves retires.
  bool guardWaveCount = false;
  /// The kernel only runs in waves of `waveSize`.
  bool fixWaveSize = false;
  /// Lanes of a wave, if there is a binary for each size.
  int32_t waveSize = 0;
  /// `num_waves` becomes `num_threads`, and waves beyond the stated number
  /// retire.
  bool retireExtraWaves = false;
  /// One kernel with the threads that `num_waves` needs at its largest wave
  /// size.
  bool surplusForm = false;
  /// Waves are numbered by a counter in groupshared memory.
  bool emulateGroupIndex = false;
  /// The target's shader model, if it has one.
  StringRef shaderModel = "";
  /// False for executors that accept prints and assertions.
  bool lowersPrints = true;
  /// The host reads the records of prints and assertions; otherwise they are
  /// removed.
  bool records = false;
  /// Instruments the kernel for a checker, as "written" or as "optimized":
  /// barriers stay where they are, even in divergent control flow.
  StringRef instrument = "";
};
} // namespace

/// Adds an optimization if it runs, with the options that the user gave it.
static void addOptimization(OpPassManager &manager,
                            const Optimizations &optimizations, StringRef name,
                            std::unique_ptr<Pass> pass) {
  if (!optimizations.runs(name))
    return;
  // `verifyOptimizations` has rejected wrong options.
  [[maybe_unused]] const LogicalResult given = pass->initializeOptions(
      optimizations.getOptions(name), [](const Twine &) { return failure(); });
  assert(succeeded(given));
  manager.addPass(std::move(pass));
}

/// The launched groups that keep the largest GPUs busy: an H200 holds 4224 groups at
/// a time.
static constexpr unsigned kLeastLaunched = 16384;

/// From level 2 on, a cost model chooses how many groups are merged, where groups
/// have a cost.
static void addCoarsening(OpPassManager &manager, const Legalization &options,
                          bool inTurn) {
  static constexpr StringLiteral name = "coarsen-groups";
  // Prints and assertions report the groups of the program; checkers and counts are
  // about them.
  if (options.records || !options.instrument.empty())
    return;
  const Optimizations &optimizations = options.optimizations;
  CoarsenGroupsOptions merging;
  merging.inTurn = inTurn;
  merging.countsLaunched = options.target.countsLaunched;
  if (optimizations.isEnabled(name) || !options.target.mergesGroups ||
      optimizations.level < 2)
    return addOptimization(manager, optimizations, name,
                           createCoarsenGroups(merging));
  if (llvm::is_contained(optimizations.disable, name))
    return;
  merging.factor = 0;
  merging.leastLaunched = kLeastLaunched;
  manager.addPass(createCoarsenGroups(merging));
}

/// Adds the optimizations for all targets. They run before early returns are
/// removed, so that `wave-legalize-barriers` has fewer barriers to handle. Each
/// pass creates opportunities for the later ones.
static void addOptimizations(OpPassManager &manager,
                             const Legalization &options) {
  const auto add = [&](StringRef name, std::unique_ptr<Pass> pass) {
    addOptimization(manager, options.optimizations, name, std::move(pass));
  };
  add("simplify-uniform", createSimplifyUniform());
  add("promote-groupshared", createPromoteGroupshared());
  if (options.optimizations.runs("aggregate-atomics"))
    addCoarsening(manager, options, /*inTurn=*/true);
  add("aggregate-atomics", createAggregateAtomics());
  add("hoist-uniform", createHoistUniform());
  // Checkers and counts are about the waves of the program.
  if (options.instrument.empty()) {
    PipelineWavesOptions pipes;
    pipes.hasPipes = options.target.hasPipes;
    add("pipeline-waves", createPipelineWaves(pipes));
  }
  add("broadcast-uniform-loads", createBroadcastUniformLoads());
  add("elide-barriers", createElideBarriers({options.target.hasWaveBarriers}));
  add("specialize", createSpecialize());
}

/// The first steps of every target leave one kernel at a time, with known
/// counts, without early returns, and with barriers where all waves meet.
static void addLegalization(OpPassManager &manager,
                            const Legalization &options) {
  VerifyWaveOptions verify;
  verify.shaderModel = options.shaderModel.str();
  verify.emulateGroupIndex = options.emulateGroupIndex;
  verify.needsGPUModules = options.target.needsGPUModules;
  // All targets reject the same kernels: the rules see every wave size.
  manager.addPass(createVerifyWave(verify));
  manager.addPass(createFillPoison());
  // Before a pass changes the indices.
  if (options.instrument == "written")
    manager.addPass(createWatchDimensions());
  if (!options.target.hasSpecialization)
    manager.addPass(createFixSpecialization());
  if (options.fixWaveSize)
    manager.addPass(createFixWaveSize({options.waveSize}));
  manager.addPass(createInlineCalls());
  manager.addPass(createVerifyPipes());
  if (!options.target.hasPipes)
    manager.addPass(createPipesToBarriers());
  manager.addPass(createVerifyAsyncCopies());
  VerifyMatricesOptions matrices;
  matrices.hasMatrices = options.target.hasMatrices;
  matrices.shaderModel = options.shaderModel.str();
  manager.addPass(createVerifyMatrices(matrices));
  // First, so that no other pass sees bf16.
  manager.addPass(createExpandBFloat16(
      {options.target.roundsToBFloat16, options.target.hasBFloat16Matrices}));
  if (!options.target.hasAsyncCopies)
    manager.addPass(createExpandAsyncCopies());
  if (!options.target.placesQuads)
    manager.addPass(createPlaceQuads());
  // Before the optimizations, so that the code is that of a kernel without
  // prints. The checker sees the assertions.
  if (options.lowersPrints && !options.records && options.instrument.empty())
    manager.addPass(createLowerPrints());
  NumWavesToNumThreadsOptions threads;
  threads.surplus = options.surplusForm;
  threads.asksWaveSize = options.target.requiresWaveSize;
  threads.retireExtraWaves = options.retireExtraWaves;
  // If all waves are full, waves whose index is unused need not retire. A target
  // that numbers waves can do without this assumption at little cost.
  threads.fullWaves =
      !options.target.launchesWaves && !options.target.numbersWaves;
  if (options.retireExtraWaves || options.emulateGroupIndex)
    threads.waveSize = options.waveSize;
  manager.addPass(createNumWavesToNumThreads(threads));
  if (options.guardWaveSize)
    manager.addPass(createGuardWaveSize());
  manager.addPass(createFoldCounts({options.waveSize}));
  manager.addPass(createResolveGroupshared());
  if (options.instrument == "written")
    manager.addPass(createInstrument());
  addSimplifications(manager, options.optimizations.level);
  // The checker must see the kernel as written.
  if (options.instrument != "written")
    addOptimizations(manager, options);
  if (!options.instrument.empty()) {
    if (options.instrument != "written")
      manager.addPass(createInstrument());
    LegalizeBarriersOptions returns;
    returns.returnsOnly = true;
    manager.addPass(createLegalizeBarriers(returns));
    return;
  }
  // After the optimizations, which must not assume what the guard queries.
  if (options.guardWaveCount)
    manager.addPass(createGuardWaveCount());
  manager.addPass(createLegalizeBarriers());
  addCoarsening(manager, options, /*inTurn=*/false);
  addOptimization(manager, options.optimizations, "pack-groupshared",
                  createPackGroupshared());
  // Again, for the limit: counts of mesh groups may have been added.
  manager.addPass(createResolveGroupshared());
  verify.barriers = true;
  manager.addPass(createVerifyWave(verify));
  if (options.records)
    manager.addPass(createLowerPrints({/*records=*/true}));
  if (options.emulateGroupIndex) {
    manager.addPass(createEmulateGroupIndex());
    // Again, for the limit: the counter was added.
    manager.addPass(createResolveGroupshared());
  }
}

void wave::buildWaveToSPIRVPipeline(OpPassManager &manager,
                                    const WaveToSPIRVOptions &options) {
  if (!options.bindingShifts.empty())
    manager.addPass(
        createShiftBindings({llvm::to_vector(options.bindingShifts)}));
  Legalization legalization{describeSPIRV(), Optimizations(options)};
  legalization.guardWaveSize = options.guardWaveSize;
  legalization.records = options.records;
  legalization.waveSize = static_cast<int32_t>(options.fixedWaveSize);
  addLegalization(manager, legalization);
  manager.addPass(createExpandPartitions());
  manager.addPass(createExpandCombinations());
  // Before the guards, which test accesses of single elements.
  TileMatricesOptions tiles;
  tiles.unchecked = options.unchecked;
  tiles.tile = llvm::to_vector(options.matrixTile);
  manager.addPass(createTileMatrices(tiles));
  // Again, for the limit: scratch memory was added.
  manager.addPass(createResolveGroupshared());
  if (!options.unchecked) {
    GuardBuffersOptions guard;
    guard.hardware = true;
    manager.addPass(createGuardBuffers(guard));
  }
  // After the guards, which must not be in the loops.
  if (!legalization.target.hasFloatAtomics)
    manager.addPass(createExpandAtomics({options.unchecked}));
  if (options.optLevel > 0)
    manager.addPass(createFoldRanges());
  addSimplifications(manager, options.optLevel);
  manager.addPass(createScalarizeVectors());
  // No pass that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToGPU());
  manager.addPass(createConvertWaveToSPIRV({options.fixedWaveSize}));
}

void wave::buildWaveToDXILPipeline(OpPassManager &manager,
                                   const WaveToDXILOptions &options) {
  // `convert-wave-to-dxil` rejects an unknown model.
  const unsigned minor =
      dxil::parseShaderModel(options.shaderModel).value_or(0);
  const TargetDescription target = describeDXIL(minor);
  Legalization legalization{target, Optimizations(options)};
  legalization.waveSize = static_cast<int32_t>(options.waveSize);
  legalization.retireExtraWaves = !target.launchesWaves;
  legalization.surplusForm = !target.requiresWaveSize;
  legalization.emulateGroupIndex =
      !target.numbersWaves && options.emulateGroupIndex;
  legalization.guardWaveCount = options.guardWaveCount;
  legalization.shaderModel = options.shaderModel;
  addLegalization(manager, legalization);
  if (!target.hasPartitions)
    manager.addPass(createExpandPartitions());
  manager.addPass(createExpandCombinations({/*inclusive=*/true}));
  if (target.hasMatrices) {
    // Before the guards, which test accesses of single elements.
    TileMatricesOptions tiles;
    tiles.linAlg = true;
    manager.addPass(createTileMatrices(tiles));
    // Again, for the limit: scratch memory was added.
    manager.addPass(createResolveGroupshared());
  }
  GuardBuffersOptions guard;
  guard.apiChecks = true;
  manager.addPass(createGuardBuffers(guard));
  if (!target.hasFloatAtomics)
    manager.addPass(createExpandAtomics());
  if (options.optLevel > 0)
    manager.addPass(createFoldRanges());
  ScalarizeVectorsOptions scalarize;
  scalarize.arithmetic = true;
  scalarize.buffers = false;
  manager.addPass(createScalarizeVectors(scalarize));
  addScalarSimplifications(manager, options.optLevel, scalarize);
  // No pass that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToDXIL({options.shaderModel}));
}

void wave::buildWaveToSIMDPipeline(OpPassManager &manager,
                                   const WaveToSIMDOptions &options) {
  Legalization legalization{describeCPU(), Optimizations(options)};
  // The surplus form serves all sizes.
  if (!options.surplusForm)
    legalization.waveSize = static_cast<int32_t>(options.waveSize);
  legalization.retireExtraWaves = options.retireExtraWaves;
  legalization.surplusForm = options.surplusForm;
  legalization.emulateGroupIndex = options.emulateGroupIndex;
  legalization.instrument = options.instrument;
  legalization.records = options.records;
  legalization.fixWaveSize = !options.surplusForm;
  addLegalization(manager, legalization);
  manager.addPass(createExpandPartitions());
  if (!options.unchecked)
    manager.addPass(createGuardBuffers());
  ScalarizeVectorsOptions scalarize;
  scalarize.arithmetic = true;
  manager.addPass(createScalarizeVectors(scalarize));
  if (options.optLevel > 0)
    manager.addPass(createFoldRanges());
  addScalarSimplifications(manager, options.optLevel, scalarize);
  ConvertWaveToSIMDOptions convert;
  convert.waveSize = options.waveSize;
  convert.vectorBits = options.vectorBits;
  // The conversion knows the names of the vector library of x86 alone; other
  // processors call a function for each lane.
  convert.vectorMath = llvm::Triple(llvm::sys::getProcessTriple()).getArch() ==
                       llvm::Triple::x86_64;
  convert.placed = options.placed;
  if (options.optLevel == 0)
    convert.unrollCost = 0;
  manager.addPass(createConvertWaveToSIMD(convert));
}

/// The wave size of every GPU that runs PTX.
static constexpr int32_t kPTXWaveSize = 32;

void wave::buildWaveToPTXPipeline(OpPassManager &manager,
                                  const WaveToPTXOptions &options) {
  const TargetDescription target = describePTX();
  Legalization legalization{target, Optimizations(options)};
  legalization.waveSize = kPTXWaveSize;
  legalization.fixWaveSize = true;
  legalization.records = options.records;
  addLegalization(manager, legalization);
  if (!target.hasPartitions)
    manager.addPass(createExpandPartitions());
  // Before the guards, which test accesses of single elements.
  manager.addPass(createDistributeMatrices(
      {options.unchecked, nvvm::multipliesInMemory(options.sm),
       nvvm::hasTensorMaps(options.sm)}));
  if (!options.unchecked)
    manager.addPass(createGuardBuffers());
  // After the guards, which must not be in the loops.
  if (!target.hasFloatAtomics)
    manager.addPass(
        createExpandAtomics({options.unchecked, target.hasFloatSums}));
  if (options.optLevel > 0)
    manager.addPass(createFoldRanges());
  ScalarizeVectorsOptions scalarize;
  scalarize.arithmetic = true;
  scalarize.buffers = false;
  manager.addPass(createScalarizeVectors(scalarize));
  addScalarSimplifications(manager, options.optLevel, scalarize);
  // No pass that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToNVVM({options.sm}));
}

/// Fails for an unknown level, optimization or option, with the error on `stream`.
template <typename Options>
static LogicalResult verifyOptimizations(const Options &options,
                                         llvm::raw_ostream &stream) {
  if (options.optLevel > 2) {
    stream << "opt-level must be 0, 1 or 2, got " << options.optLevel;
    return failure();
  }
  for (const auto *names : {&options.enable, &options.disable})
    for (StringRef given : *names) {
      const StringRef name = getName(given);
      if (llvm::any_of(kOptimizations, [&](const Optimization &optimization) {
            return optimization.name == name;
          })) {
        if (name == given)
          continue;
        std::string message;
        llvm::raw_string_ostream details(message);
        OpPassManager passes;
        if (succeeded(
                parsePassPipeline(("wave-" + given).str(), passes, details)))
          continue;
        stream << "wrong options of the optimization '" << given
               << "': " << message;
        return failure();
      }
      stream << "unknown optimization '" << name << "'; there are ";
      llvm::interleaveComma(kOptimizations, stream,
                            [&](const Optimization &optimization) {
                              stream << optimization.name;
                            });
      return failure();
    }
  return success();
}

namespace {
/// Only the optimizations: otherwise `wave-legalize` is the same for all targets.
struct LegalizeOptions : OptimizingPipelineOptions<LegalizeOptions> {
  LegalizeOptions() { optLevel.setInitialValue(0); }
};
} // namespace

/// Like upstream's PassPipelineRegistration, but reports errors in the options
/// to the parser of the pipeline.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [build, name](OpPassManager &manager, StringRef text,
                    function_ref<LogicalResult(const Twine &)> report) {
        // Adding a module pass to functions would end the process.
        if (std::optional<StringRef> anchor = manager.getOpName();
            anchor && *anchor != ModuleOp::getOperationName())
          return report(name + " runs on builtin.module, not on " + *anchor);
        Options options;
        std::string message;
        llvm::raw_string_ostream stream(message);
        if (failed(options.parseFromString(text, stream)) ||
            failed(verifyOptimizations(options, stream)))
          return report(message);
        build(manager, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> describe) {
        describe(Options());
      });
}

LogicalResult wave::runPasses(PassManager &manager, Operation *op) {
  manager.enableVerifier(false);
  return success(succeeded(manager.run(op)) && succeeded(verify(op)));
}

void wave::registerWavePipelines() {
  registerPipeline<LegalizeOptions>(
      "wave-legalize",
      "The first steps of every target: verify, inline, fold counts, size "
      "groupshared memory and legalize barriers",
      [](OpPassManager &manager, const LegalizeOptions &options) {
        TargetDescription target = describeSPIRV();
        target.needsGPUModules = false;
        target.hasPipes = true;
        target.hasAsyncCopies = true;
        target.hasMatrices = true;
        Legalization legalization{target, Optimizations(options)};
        legalization.lowersPrints = false;
        addLegalization(manager, legalization);
      });
  registerPipeline<WaveToSPIRVOptions>(
      "wave-to-spirv",
      "Lowers wave kernels to SPIR-V modules for Vulkan 1.3, one a kernel",
      buildWaveToSPIRVPipeline);
  registerPipeline<WaveToDXILOptions>(
      "wave-to-dxil",
      "Lowers wave kernels to DXIL modules for one shader model, one a kernel",
      buildWaveToDXILPipeline);
  registerPipeline<WaveToSIMDOptions>(
      "wave-to-simd",
      "Lowers a wave kernel to code for a CPU that runs a wave as vectors",
      buildWaveToSIMDPipeline);
  registerPipeline<WaveToPTXOptions>(
      "wave-to-ptx",
      "Lowers wave kernels to nvvm operations for CUDA, one module a kernel",
      buildWaveToPTXPipeline);
}
