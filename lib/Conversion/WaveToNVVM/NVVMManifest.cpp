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

int64_t nvvm::countGroupsharedBytes(FuncOp kernel) {
  const unsigned alignment = getArrayAlignment(findSwizzles(kernel));
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

DictionaryAttr nvvm::describeNVVMKernel(FuncOp kernel,
                                        const ArgumentLayout &layout,
                                        StringRef sm) {
  const KernelDescription description = KernelDescription::get(kernel);
  const ManifestModule code{"ptx", "ptx",
                            description.numWaves ? "waves" : "threads"};
  KernelManifest manifest(kernel.getName(), code, description, layout,
                          countGroupsharedBytes(kernel), kernel.getContext());
  manifest.add("bindings",
               addAlignments(layout.describeBindings(kernel.getContext()),
                             getAlignments(kernel, layout)));
  int64_t threads = (description.numWaves + getExtraWaves(kernel)) * kWaveSize;
  if (!description.numWaves)
    threads = llvm::product_of(description.numThreads);
  manifest.add("launched_threads",
               manifest.getNumbers({static_cast<int32_t>(threads), 1, 1}));
  manifest.add("sm", manifest.getText(sm));
  return manifest.get();
}
