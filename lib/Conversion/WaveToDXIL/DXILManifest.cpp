//===- DXILManifest.cpp - Manifest for launching a kernel's containers ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelManifest.h"
#include "DXILKernel.h"

#include "WaveDialect/IR/KernelLaunch.h"

using namespace mlir;
using namespace mlir::wave;

/// How the kernel obtains the index of a wave in its group.
static StringRef getIndexSource(FuncOp kernel) {
  StringRef source = "unused";
  kernel.walk([&](Operation *op) {
    if (op->hasAttr("wave.counter")) // Set by wave-emulate-group-index.
      source = "emulated";
    else if (isa<GroupWaveIndexOp, GroupWaveCountOp, gpu::SubgroupIdOp>(op))
      source = "native";
  });
  return source;
}

/// Adds the stride to each binding: a view of a structured buffer must state
/// the bytes of an element. That of a raw buffer is 0.
static ArrayAttr addStrides(ArrayAttr bindings, FuncOp kernel,
                            const ArgumentLayout &layout) {
  Builder b(bindings.getContext());
  llvm::SmallPtrSet<const ResourceBinding *, 4> raw;
  for (BlockArgument argument : kernel.getArguments())
    if (hasWideAtomics(argument))
      raw.insert(&layout.getResource(argument.getArgNumber()));
  SmallVector<Attribute> withStrides;
  for (auto [described, resource] :
       llvm::zip_equal(bindings, layout.resources)) {
    NamedAttrList list(cast<DictionaryAttr>(described));
    const bool hasStride = resource.isBuffer() &&
                           !resource.isConstantBuffer() &&
                           !raw.contains(&resource);
    list.append("stride",
                b.getI64IntegerAttr(hasStride ? getStride(resource) : 0));
    withStrides.push_back(list.getDictionary(b.getContext()));
  }
  return b.getArrayAttr(withStrides);
}

/// What the kernel stated before it became one of threads.
static KernelDescription getStated(FuncOp kernel, bool oneASize) {
  KernelDescription stated = KernelDescription::get(kernel);
  if (std::optional<KernelLaunch> launch = KernelLaunch::get(kernel)) {
    stated.numWaves = launch->numWaves;
    if (!oneASize)
      stated.waveSizes = launch->waveSizes;
    stated.preferredWaveSize = launch->preferredWaveSize;
  }
  if (stated.preferredWaveSize &&
      !llvm::is_contained(stated.waveSizes, *stated.preferredWaveSize))
    stated.preferredWaveSize = std::nullopt;
  return stated;
}

static MemRefType findPayload(FuncOp kernel) {
  MemRefType payload;
  kernel.walk([&](DispatchMeshOp dispatch) {
    if (dispatch.getPayload())
      payload = cast<MemRefType>(dispatch.getPayload().getType());
  });
  return payload;
}

DictionaryAttr wave::describeDXILKernel(FuncOp kernel,
                                        const ArgumentLayout &layout,
                                        StringRef shaderModel) {
  const std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  const bool isSurplus = launch && launch->form == KernelLaunch::Form::Surplus;
  // A container that requires one wave size is one of several for the kernel.
  const bool oneASize =
      kernel.getWaveSize() && kernel.getWaveSizes().size() == 1;
  ManifestModule code{"dxil", "dxil",
                      !launch     ? "threads"
                      : isSurplus ? "surplus"
                                  : "exact"};
  if (oneASize)
    code.waveSize = kernel.getWaveSizes().front();
  KernelManifest manifest(kernel.getName(), code, getStated(kernel, oneASize),
                          layout, countGroupsharedBytes(kernel),
                          kernel.getContext());
  manifest.add("shader_model", manifest.getText(shaderModel));
  manifest.add("launched_threads",
               oneASize && launch
                   ? manifest.getNone()
                   : manifest.getNumbers(*kernel.getNumThreads()));
  manifest.add(
      "bindings",
      addStrides(layout.describeBindings(kernel.getContext()), kernel, layout));
  manifest.add(
      "root_constants",
      manifest.getDictionary(
          {{"register", manifest.getNumber(getRootConstantsRegister(layout))},
           {"space", manifest.getNumber(0)},
           {"num_32bit_values",
            manifest.getNumber(layout.constantBytes / 4)}}));
  manifest.add(
      "requires",
      manifest.getDictionary(
          {{"full_waves", manifest.getFlag(launch.has_value())},
           {"wave_size", manifest.getFlag(kernel.getWaveSize().has_value())}}));
  manifest.add("group_wave_index", manifest.getText(getIndexSource(kernel)));
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (kernel.getArgAttr(index, kGuardAttribute))
      manifest.add("guard", manifest.getText(layout.getResource(index).name));
  if (kernel.getStageOrDefault() == Stage::Amplification)
    manifest.addPayload(findPayload(kernel));
  return manifest.get();
}
