//===- ManifestText.h - A manifest's attributes as JSON -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_MANIFESTTEXT_H
#define WAVEDIALECT_LIB_TARGET_MANIFESTTEXT_H

#include "WaveDialect/Conversion/KernelDescription.h"

#include <string>

namespace mlir::wave {

/// The manifest that a conversion attached to a kernel's module, or null.
inline DictionaryAttr getManifest(Operation *module) {
  return module->getAttrOfType<DictionaryAttr>(kManifestName);
}

/// Whether the module has a manifest, and the manifest names the module's file.
bool hasManifest(Operation *module);

/// JSON with sorted keys; unit is null.
std::string printManifest(DictionaryAttr manifest);

/// The bundle's file for the code that the manifest describes.
std::string getModuleFileName(DictionaryAttr manifest);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TARGET_MANIFESTTEXT_H
