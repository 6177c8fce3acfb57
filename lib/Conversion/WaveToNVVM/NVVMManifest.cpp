//===- NVVMManifest.cpp - How to launch a kernel by the CUDA driver ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelManifest.h"
#include "ResourceAccess.h"
#include "WaveDialect/IR/ExtraWaves.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

int64_t nvvm::countGroupsharedBytes(FuncOp kernel, StringRef sm) {
  const unsigned alignment =
      getArrayAlignment(findSwizzles(kernel, hasTensorMaps(sm)));
  int64_t bytes = 0;
  kernel.walk([&](GroupsharedOp array) {
    auto type = cast<MemRefType>(array.getType());
    bytes += llvm::alignTo(type.getNumElements() *
                               getScalarBytes(type.getElementType()),
                           alignment);
  });
  for (PipeOp pipe : kernel.getOps<PipeOp>())
    bytes += llvm::alignTo(2 * kBarrierBytes * pipe.getStages(), alignment);
  bytes += int64_t(alignment) * findSetsOfPartialWaves(kernel).size();
  return bytes;
}

/// Adds the alignment that the kernel's accesses rely on to each binding.
static ArrayAttr addAlignments(ArrayAttr bindings,
                               ArrayRef<uint64_t> alignments) {
  Builder b(bindings.getContext());
  SmallVector<Attribute> aligned;
  for (auto [described, alignment] : llvm::zip_equal(bindings, alignments)) {
    NamedAttrList list(cast<DictionaryAttr>(described));
    list.append("alignment",
                b.getI64IntegerAttr(static_cast<int64_t>(alignment)));
    aligned.push_back(list.getDictionary(b.getContext()));
  }
  return b.getArrayAttr(aligned);
}

/// Adds the tensor maps, and their places to the size of the constants.
static void addTensorMaps(KernelManifest &manifest,
                          const ArgumentLayout &layout,
                          ArrayRef<TensorMap> maps) {
  const TensorMapPlaces places(layout.constantBytes, maps.size());
  auto constants = cast<DictionaryAttr>(manifest.get().get("constants"));
  NamedAttrList withMaps(constants);
  withMaps.set("bytes", manifest.getNumber(places.getEnd()));
  manifest.add("constants", withMaps.getDictionary(constants.getContext()));
  SmallVector<Attribute> described;
  for (auto [number, map] : llvm::enumerate(maps)) {
    const auto getOffsets = [&](ArrayRef<unsigned> arguments) {
      return manifest.getNumbers(
          llvm::map_to_vector(arguments, [&](unsigned argument) {
            return static_cast<int32_t>(layout.getField(argument).offset);
          }));
    };
    SmallVector<int32_t> box = {static_cast<int32_t>(map.columns),
                                static_cast<int32_t>(map.rows)};
    box.resize(map.sizes.size(), 1);
    const auto resource =
        &layout.getResource(map.buffer) - layout.resources.begin();
    described.push_back(manifest.getDictionary(
        {{"binding", manifest.getNumber(resource)},
         {"element_bytes", manifest.getNumber(map.elementBytes)},
         {"sizes", getOffsets(map.sizes)},
         {"pitches", getOffsets(map.pitches)},
         {"box", manifest.getNumbers(box)},
         {"offset", manifest.getNumber(places.getMap(number))},
         {"made_offset", manifest.getNumber(places.getFlag(number))}}));
  }
  manifest.add("tensor_maps",
               ArrayAttr::get(constants.getContext(), described));
}

DictionaryAttr nvvm::describeNVVMKernel(FuncOp kernel,
                                        const ArgumentLayout &layout,
                                        ArrayRef<TensorMap> tensorMaps,
                                        StringRef sm) {
  const KernelDescription description = KernelDescription::get(kernel);
  const ManifestModule code{"ptx", "ptx",
                            description.numWaves ? "waves" : "threads"};
  KernelManifest manifest(kernel.getName(), code, description, layout,
                          countGroupsharedBytes(kernel, sm),
                          kernel.getContext());
  manifest.add("bindings",
               addAlignments(layout.describeBindings(kernel.getContext()),
                             getAlignments(kernel, layout)));
  int64_t threads = (description.numWaves + getExtraWaves(kernel)) * kWaveSize;
  if (!description.numWaves)
    threads = llvm::product_of(description.numThreads);
  manifest.add("launched_threads",
               manifest.getNumbers({static_cast<int32_t>(threads), 1, 1}));
  manifest.add("sm", manifest.getText(sm));
  if (!tensorMaps.empty())
    addTensorMaps(manifest, layout, tensorMaps);
  return manifest.get();
}
