//===- NVVMManifest.cpp - How to launch a kernel with the CUDA driver ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelManifest.h"
#include "NVVMKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

static int64_t countGroupsharedBytes(FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](GroupsharedOp array) {
    auto type = cast<MemRefType>(array.getType());
    bytes += type.getNumElements() * getScalarBytes(type.getElementType());
  });
  return bytes;
}

DictionaryAttr nvvm::describeNVVMKernel(FuncOp kernel,
                                        const ArgumentLayout &layout) {
  KernelDescription description = KernelDescription::get(kernel);
  const ManifestModule code{"ptx", "ptx", "fixed"};
  KernelManifest manifest(kernel.getName(), code, description, layout,
                          countGroupsharedBytes(kernel), kernel.getContext());
  int64_t threads = description.numWaves * kWaveSize;
  if (!description.numWaves)
    threads = llvm::product_of(description.numThreads);
  manifest.add("launched_threads",
               manifest.getNumbers({static_cast<int32_t>(threads), 1, 1}));
  return manifest.get();
}
