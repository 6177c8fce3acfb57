//===- Manifest.cpp - The manifest as JSON --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "../ManifestText.h"

using namespace mlir;
using namespace mlir::wave;

std::string wave::getManifestText(spirv::ModuleOp module) {
  return printManifest(getManifest(module));
}

std::string wave::getFileName(spirv::ModuleOp module) {
  return getModuleFileName(getManifest(module));
}
