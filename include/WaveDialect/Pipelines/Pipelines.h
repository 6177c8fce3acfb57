//===- Pipelines.h - Pipelines from wave IR to the targets ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PIPELINES_PIPELINES_H
#define WAVEDIALECT_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::wave {

/// A pass that makes kernels faster, and on which nothing else relies.
struct Optimization {
  /// Its flag without `wave-`.
  llvm::StringLiteral name;
  /// The lowest level that enables the pass; none for a pass that only runs on
  /// request.
  std::optional<unsigned> level;
};

/// Returns all optimizations, in the order in which they run.
llvm::ArrayRef<Optimization> getOptimizations();

/// The options of every pipeline: which optimizations run.
template <typename Options>
struct OptimizingPipelineOptions : PassPipelineOptions<Options> {
  mlir::detail::PassOptions::Option<unsigned> optLevel{
      *this, "opt-level",
      llvm::cl::desc(
          "0: legalize only; 1: also fold, simplify and remove provably "
          "unnecessary operations; 2: also move and combine operations"),
      llvm::cl::init(1)};
  mlir::detail::PassOptions::ListOption<std::string> enable{
      *this, "enable",
      llvm::cl::desc("Optimizations that run at every level, by their flags "
                     "without `wave-`, and options of them in braces: "
                     "`specialize{max-growth=80}`")};
  mlir::detail::PassOptions::ListOption<std::string> disable{
      *this, "disable", llvm::cl::desc("Optimizations that run at no level")};
};

/// The options of `wave-to-spirv`; Python uses the same names.
struct WaveToSPIRVOptions : OptimizingPipelineOptions<WaveToSPIRVOptions> {
  Option<bool> guardWaveSize{
      *this, "guard-wave-size",
      llvm::cl::desc("Groups retire if their wave size differs from the size "
                     "that the pipeline was created for"),
      llvm::cl::init(false)};
  Option<unsigned> fixedWaveSize{
      *this, "fixed-wave-size",
      llvm::cl::desc("Lanes of a wave, for modules of one wave size; 0: one "
                     "module for all"),
      llvm::cl::init(0)};
  Option<bool> records{
      *this, "records",
      llvm::cl::desc("Record prints and assertions in a buffer that the host "
                     "reads; if false, remove them"),
      llvm::cl::init(false)};
  Option<bool> unchecked{
      *this, "unchecked",
      llvm::cl::desc("Assume that buffer accesses are in bounds"),
      llvm::cl::init(false)};
  mlir::detail::PassOptions::ListOption<int64_t> matrixTile{
      *this, "matrix-tile",
      llvm::cl::desc("The products of the device's cooperative matrices: M, N, "
                     "K, and K for i8; 16, 16, 16 and 32 if not stated")};
  mlir::detail::PassOptions::ListOption<std::string> bindingShifts{
      *this, "binding-shifts",
      llvm::cl::desc("What is added to the binding numbers of a kind, such as "
                     "t:16, or t:16:1 for set 1")};
};

/// Lowers wave IR to `spirv.module`s that `wave-translate --wave-to-spirv`
/// completes.
void buildWaveToSPIRVPipeline(OpPassManager &manager,
                              const WaveToSPIRVOptions &options);

/// The options of `wave-to-dxil`; Python uses the same names.
struct WaveToDXILOptions : OptimizingPipelineOptions<WaveToDXILOptions> {
  Option<std::string> shaderModel{
      *this, "shader-model",
      llvm::cl::desc("The target's shader model, from 6.0 to 6.10"),
      llvm::cl::init("6.6")};
  Option<unsigned> waveSize{
      *this, "wave-size",
      llvm::cl::desc("Lanes of a wave, if each size has its own container; 0: "
                     "the kernel's only size, or one container for all"),
      llvm::cl::init(0)};
  Option<bool> emulateGroupIndex{
      *this, "emulate-group-index",
      llvm::cl::desc("Below Shader Model 6.10, number waves by a counter in "
                     "groupshared memory; if false, reject wave indices there"),
      llvm::cl::init(true)};
  Option<bool> guardWaveCount{
      *this, "guard-wave-count",
      llvm::cl::desc("Groups with another number of full waves than stated "
                     "retire, and increment a counter in a hidden buffer"),
      llvm::cl::init(false)};
};

/// Lowers wave IR to `dxil.module`s that `wave-translate --wave-to-dxil`
/// writes.
void buildWaveToDXILPipeline(OpPassManager &manager,
                             const WaveToDXILOptions &options);

/// The options of `wave-to-simd`; Python uses the same names.
struct WaveToSIMDOptions : OptimizingPipelineOptions<WaveToSIMDOptions> {
  Option<unsigned> waveSize{*this, "wave-size",
                            llvm::cl::desc("Lanes of a wave; must be given"),
                            llvm::cl::init(0)};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("The width of the CPU's vector registers, in bits"),
      llvm::cl::init(128)};
  Option<bool> placed{
      *this, "placed",
      llvm::cl::desc("A table of the launch maps lanes to threads"),
      llvm::cl::init(false)};
  Option<bool> retireExtraWaves{
      *this, "retire-extra-waves",
      llvm::cl::desc(
          "Convert num_waves to num_threads; waves beyond the stated "
          "number retire at entry"),
      llvm::cl::init(false)};
  Option<bool> surplusForm{
      *this, "surplus-form",
      llvm::cl::desc(
          "Convert num_waves to the threads of as many waves of the largest "
          "size; the kernel reads the wave size. Waves beyond the stated "
          "number retire at entry, as do groups with a size out of range"),
      llvm::cl::init(false)};
  Option<bool> emulateGroupIndex{
      *this, "emulate-group-index",
      llvm::cl::desc("Number waves by a counter in groupshared memory, as for "
                     "targets without wave indices"),
      llvm::cl::init(false)};
  Option<std::string> instrument{
      *this, "instrument",
      llvm::cl::desc("Insert calls of the checker: \"written\" into the kernel "
                     "as written, \"optimized\" into the optimized kernel"),
      llvm::cl::init("")};
  Option<bool> records{
      *this, "records",
      llvm::cl::desc("Record prints and assertions in a buffer that the host "
                     "reads; if false, remove them"),
      llvm::cl::init(false)};
  Option<bool> unchecked{
      *this, "unchecked",
      llvm::cl::desc("Assume that buffer accesses are in bounds"),
      llvm::cl::init(false)};
};

/// Lowers wave IR to functions on vectors that `convert-simd-to-llvm` accepts.
void buildWaveToSIMDPipeline(OpPassManager &manager,
                             const WaveToSIMDOptions &options);

/// The options of `wave-to-ptx`; Python uses the same names.
struct WaveToPTXOptions : OptimizingPipelineOptions<WaveToPTXOptions> {
  Option<std::string> sm{
      *this, "sm",
      llvm::cl::desc("The oldest GPU that runs the code, from sm_80 to "
                     "sm_100a"),
      llvm::cl::init("sm_80")};
  Option<bool> records{
      *this, "records",
      llvm::cl::desc("Record prints and assertions in a buffer that the host "
                     "reads; if false, remove them"),
      llvm::cl::init(false)};
  Option<bool> unchecked{
      *this, "unchecked",
      llvm::cl::desc("Assume that buffer accesses are in bounds"),
      llvm::cl::init(false)};
};

/// Lowers wave IR to modules that `wave-translate --wave-to-ptx` translates.
void buildWaveToPTXPipeline(OpPassManager &manager,
                            const WaveToPTXOptions &options);

/// Runs the passes and verifies their result. Verifying the IR after each pass,
/// which identifies the faulty pass, takes a fifth of a compile: `wave-opt`
/// does it.
LogicalResult runPasses(PassManager &manager, Operation *op);

/// Registers `wave-to-spirv`, `wave-to-dxil`, `wave-to-simd`, `wave-to-ptx`, and
/// `wave-legalize` for executors that accept wave IR.
void registerWavePipelines();

} // namespace mlir::wave

#endif // WAVEDIALECT_PIPELINES_PIPELINES_H
