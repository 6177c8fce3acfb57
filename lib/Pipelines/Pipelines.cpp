//===- Pipelines.cpp - From wave IR to a target, by name --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All pipelines, to be read from top to bottom.

#include "WaveDialect/Pipelines/Pipelines.h"

#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/DXIL/DXIL.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::wave;

/// Runs it on functions wherever they stand: with modules around them or without.
static void addToFunctions(OpPassManager &manager,
                           std::unique_ptr<Pass> (*create)()) {
  manager.addNestedPass<FuncOp>(create());
  manager.nest<gpu::GPUModuleOp>().addNestedPass<FuncOp>(create());
}

/// Upstream's simplifications that respect operations across lanes.
static void addSimplifications(OpPassManager &manager, unsigned optLevel) {
  if (optLevel == 0)
    return;
  addToFunctions(manager, createFoldTrips);
  // The defaults of the pass, which are not those of the driver.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Normal);
  // wave-fold-trips counts right what this one counts wrongly; by Clang's name and GCC's.
  manager.addPass(createCanonicalizerPass(
      config, {"(anonymous namespace)::SimplifyTrivialLoops",
               "{anonymous}::SimplifyTrivialLoops"}));
  manager.addPass(createCSEPass());
}

/// What the ranges of integers decide. They are found in one function at a time: the
/// analysis of a module looks for calls first.
static void addRangeOptimizations(OpPassManager &manager, unsigned optLevel) {
  if (optLevel == 0)
    return;
  addToFunctions(manager, createFoldRanges);
}

/// Simplifies a kernel whose vectors are taken apart, for a target that has none.
/// Upstream makes vectors again, a broadcast of equal components for example, so they
/// are taken apart once more.
static void addScalarSimplifications(OpPassManager &manager, unsigned optLevel,
                                     const ScalarizeVectorsOptions &scalarize) {
  if (optLevel == 0)
    return;
  addSimplifications(manager, optLevel);
  manager.addPass(createScalarizeVectors(scalarize));
}

//===----------------------------------------------------------------------===//
// Optimisations
//===----------------------------------------------------------------------===//

/// In the order in which they run.
static constexpr Optimization kOptimizations[] = {
    {"simplify-uniform", 1},
    {"promote-groupshared", 1},
    {"aggregate-atomics", 2},
    {"hoist-uniform", 2},
    {"broadcast-uniform-loads", std::nullopt},
    {"elide-barriers", 1},
    {"specialize", std::nullopt},
    {"pack-groupshared", 2},
};

ArrayRef<Optimization> wave::getOptimizations() { return kOptimizations; }

namespace {
/// Which optimisations run.
struct Optimizations {
  template <typename Options>
  explicit Optimizations(const Options &options)
      : level(options.optLevel),
        enable(options.enable.begin(), options.enable.end()),
        disable(options.disable.begin(), options.disable.end()) {}
  Optimizations() = default;

  bool runs(StringRef name) const {
    const Optimization *found =
        llvm::find_if(kOptimizations, [&](const Optimization &optimization) {
          return optimization.name == name;
        });
    assert(found != std::end(kOptimizations) && "every one is in the table");
    if (llvm::is_contained(disable, name))
      return false;
    return llvm::is_contained(enable, name) ||
           (found->level && level >= *found->level);
  }

  unsigned level = 0;
  SmallVector<std::string> enable, disable;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {
/// How what every target does first differs between them.
struct Legalization {
  Optimizations optimizations;
  bool guardWaveSize = false;
  /// A group of another number of full waves retires.
  bool guardWaveCount = false;
  /// The kernel runs in waves of `waveSize` alone.
  bool fixWaveSize = false;
  /// Lanes of a wave, where there is a binary for each size.
  int32_t waveSize = 0;
  /// `num_waves` becomes `num_threads`, and waves beyond the stated number retire.
  bool retireExtraWaves = false;
  /// One kernel of as many threads as `num_waves` needs at its largest wave size.
  bool surplusForm = false;
  /// Containers ask for one wave size, in compute kernels, and `num_waves` assumes that
  /// all waves are full.
  bool asksWaveSize = false;
  bool assumesFullWaves = false;
  /// The target numbers no waves: they are counted in groupshared memory.
  bool emulateGroupIndex = false;
  /// The target's shader model, where it has one.
  StringRef shaderModel = "";
  /// A checker is told what the kernel does, "written" or "optimized": barriers stay
  /// where they are, whoever reaches them.
  StringRef instrument = "";
};
} // namespace

/// What makes kernels faster, and is the same for all targets. Early returns are still
/// there, so that fewer barriers mean less for `wave-legalize-barriers`; of the passes
/// each leaves more for those after it.
static void addOptimizations(OpPassManager &manager,
                             const Optimizations &optimizations,
                             bool hasWaveBarriers) {
  if (optimizations.runs("simplify-uniform"))
    manager.addPass(createSimplifyUniform());
  if (optimizations.runs("promote-groupshared"))
    manager.addPass(createPromoteGroupshared());
  if (optimizations.runs("aggregate-atomics"))
    manager.addPass(createAggregateAtomics());
  if (optimizations.runs("hoist-uniform"))
    manager.addPass(createHoistUniform());
  if (optimizations.runs("broadcast-uniform-loads"))
    manager.addPass(createBroadcastUniformLoads());
  if (optimizations.runs("elide-barriers"))
    manager.addPass(createElideBarriers({hasWaveBarriers}));
  if (optimizations.runs("specialize"))
    manager.addPass(createSpecialize());
}

/// What every target does first: one kernel at a time, its counts known, its early
/// returns gone, its barriers where all waves meet.
static void addLegalization(OpPassManager &manager,
                            const Legalization &options) {
  VerifyWaveOptions verify;
  verify.shaderModel = options.shaderModel.str();
  verify.emulateGroupIndex = options.emulateGroupIndex;
  // All targets refuse the same kernels: the rules see every wave size.
  manager.addPass(createVerifyWave(verify));
  if (options.fixWaveSize)
    manager.addPass(createFixWaveSize({options.waveSize}));
  manager.addPass(createInlineCalls());
  NumWavesToNumThreadsOptions threads;
  threads.surplus = options.surplusForm;
  threads.asksWaveSize = options.asksWaveSize;
  threads.retireExtraWaves = options.retireExtraWaves;
  // Waves that nobody can tell apart need not retire where all of them are full.
  threads.fullWaves = options.assumesFullWaves;
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
  // A checker is to see what was written.
  if (options.instrument != "written")
    // DXIL has no barrier for which the lanes of a wave wait.
    addOptimizations(manager, options.optimizations,
                     /*hasWaveBarriers=*/options.shaderModel.empty());
  if (!options.instrument.empty()) {
    if (options.instrument != "written")
      manager.addPass(createInstrument());
    LegalizeBarriersOptions returns;
    returns.returnsOnly = true;
    manager.addPass(createLegalizeBarriers(returns));
    return;
  }
  // No optimization may take what it asks of the machine for granted.
  if (options.guardWaveCount)
    manager.addPass(createGuardWaveCount());
  manager.addPass(createLegalizeBarriers());
  if (options.optimizations.runs("pack-groupshared"))
    manager.addPass(createPackGroupshared());
  // Once more, for the limit: counts of mesh groups may have come.
  manager.addPass(createResolveGroupshared());
  verify.barriers = true;
  manager.addPass(createVerifyWave(verify));
  if (options.emulateGroupIndex) {
    manager.addPass(createEmulateGroupIndex());
    // Once more, for the limit: the counter has come.
    manager.addPass(createResolveGroupshared());
  }
}

void wave::buildWaveToSPIRVPipeline(OpPassManager &manager,
                                    const WaveToSPIRVOptions &options) {
  Legalization legalization;
  legalization.optimizations = Optimizations(options);
  legalization.guardWaveSize = options.guardWaveSize;
  legalization.waveSize = static_cast<int32_t>(options.fixedWaveSize);
  addLegalization(manager, legalization);
  manager.addPass(createExpandPartitions());
  if (!options.unchecked) {
    GuardBuffersOptions guard;
    guard.hardware = true;
    manager.addPass(createGuardBuffers(guard));
  }
  addRangeOptimizations(manager, options.optLevel);
  addSimplifications(manager, options.optLevel);
  manager.addPass(createScalarizeVectors());
  // Nothing that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToGPU());
  manager.addPass(createConvertWaveToSPIRV({options.fixedWaveSize}));
}

/// The first shader models with wave sizes, with partitions, with numbers of waves.
static constexpr unsigned kWaveSizeMinor = 6, kPartitionMinor = 5,
                          kGroupIndexMinor = 10;

void wave::buildWaveToDXILPipeline(OpPassManager &manager,
                                   const WaveToDXILOptions &options) {
  // `convert-wave-to-dxil` refuses a model that does not exist.
  const unsigned minor =
      dxil::parseShaderModel(options.shaderModel).value_or(0);
  Legalization legalization;
  legalization.optimizations = Optimizations(options);
  legalization.waveSize = static_cast<int32_t>(options.waveSize);
  legalization.retireExtraWaves = true;
  legalization.surplusForm = minor < kWaveSizeMinor;
  legalization.asksWaveSize = minor >= kWaveSizeMinor;
  // Where the machine numbers waves it costs little not to rely on it.
  legalization.assumesFullWaves = minor < kGroupIndexMinor;
  legalization.emulateGroupIndex =
      minor < kGroupIndexMinor && options.emulateGroupIndex;
  legalization.guardWaveCount = options.guardWaveCount;
  legalization.shaderModel = options.shaderModel;
  addLegalization(manager, legalization);
  if (minor < kPartitionMinor)
    manager.addPass(createExpandPartitions());
  addRangeOptimizations(manager, options.optLevel);
  ScalarizeVectorsOptions scalarize;
  scalarize.arithmetic = true;
  scalarize.buffers = false;
  manager.addPass(createScalarizeVectors(scalarize));
  addScalarSimplifications(manager, options.optLevel, scalarize);
  // Nothing that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToDXIL({options.shaderModel}));
}

void wave::buildWaveToSIMDPipeline(OpPassManager &manager,
                                   const WaveToSIMDOptions &options) {
  Legalization legalization;
  legalization.optimizations = Optimizations(options);
  // The surplus form is for all sizes.
  if (!options.surplusForm)
    legalization.waveSize = static_cast<int32_t>(options.waveSize);
  legalization.retireExtraWaves = options.retireExtraWaves;
  legalization.surplusForm = options.surplusForm;
  legalization.emulateGroupIndex = options.emulateGroupIndex;
  legalization.instrument = options.instrument;
  legalization.fixWaveSize = !options.surplusForm;
  addLegalization(manager, legalization);
  manager.addPass(createExpandPartitions());
  if (!options.unchecked)
    manager.addPass(createGuardBuffers());
  ScalarizeVectorsOptions scalarize;
  scalarize.arithmetic = true;
  manager.addPass(createScalarizeVectors(scalarize));
  addRangeOptimizations(manager, options.optLevel);
  addScalarSimplifications(manager, options.optLevel, scalarize);
  ConvertWaveToSIMDOptions convert;
  convert.waveSize = options.waveSize;
  convert.vectorBits = options.vectorBits;
  convert.placed = options.placed;
  manager.addPass(createConvertWaveToSIMD(convert));
}

/// Says on `stream` which of the optimisations asked for there are not.
template <typename Options>
static LogicalResult verifyOptimizations(const Options &options,
                                         llvm::raw_ostream &stream) {
  if (options.optLevel > 2) {
    stream << "opt-level is 0, 1 or 2, got " << options.optLevel;
    return failure();
  }
  for (const auto *names : {&options.enable, &options.disable})
    for (StringRef name : *names) {
      if (llvm::any_of(kOptimizations, [&](const Optimization &optimization) {
            return optimization.name == name;
          }))
        continue;
      stream << "there is no optimisation '" << name << "'; there are ";
      llvm::interleaveComma(kOptimizations, stream,
                            [&](const Optimization &optimization) {
                              stream << optimization.name;
                            });
      return failure();
    }
  return success();
}

namespace {
/// None: what `wave-legalize` does is the same for all targets.
struct LegalizeOptions : PassPipelineOptions<LegalizeOptions> {};
} // namespace

static LogicalResult verifyOptimizations(const LegalizeOptions &,
                                         llvm::raw_ostream &) {
  return success();
}

/// Like upstream's PassPipelineRegistration, but whoever parses a pipeline is told what
/// is wrong with its options.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [build, name](OpPassManager &manager, StringRef text,
                    function_ref<LogicalResult(const Twine &)> report) {
        // Adding a pass of modules to functions would end the process.
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
      [](OpPassManager &manager, const LegalizeOptions &) {
        addLegalization(manager, Legalization());
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
}
