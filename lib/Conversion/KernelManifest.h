//===- KernelManifest.h - What a host has to know to launch a kernel ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_KERNELMANIFEST_H
#define WAVEDIALECT_CONVERSION_KERNELMANIFEST_H

#include "ArgumentLayout.h"

#include "WaveDialect/Conversion/KernelDescription.h"
#include "mlir/IR/Builders.h"

namespace mlir::wave {

/// The code that a manifest describes.
struct ManifestModule {
  StringRef target;
  /// The suffix of the kernel's file.
  StringRef suffix;
  /// How the kernel is launched, by the target's own names.
  StringRef form;
  /// The wave size if each wave size has its own module, otherwise 0. The driver joins
  /// the manifests of these modules.
  int32_t waveSize = 0;
};

/// Builds the manifest of a kernel: its constructor adds the fields that all targets
/// have, and a target adds its own. The fields are described in docs/vulkan.md,
/// docs/dxil.md and docs/cuda.md, and in the schemas beside the driver in Python.
class KernelManifest {
public:
  KernelManifest(StringRef kernel, const ManifestModule &module,
                 const KernelDescription &description,
                 const ArgumentLayout &layout, int64_t groupsharedBytes,
                 MLIRContext *context);

  /// Adds a field, or replaces it.
  void add(StringRef name, Attribute value) { fields.set(name, value); }
  /// Adds what an amplification kernel hands to mesh groups; null for nothing.
  void addPayload(MemRefType payload);

  Attribute getNumber(int64_t value) {
    return builder.getI64IntegerAttr(value);
  }
  Attribute getText(const Twine &value) { return builder.getStringAttr(value); }
  Attribute getFlag(bool value) { return builder.getBoolAttr(value); }
  Attribute getNumbers(ArrayRef<int32_t> values);
  /// JSON's null.
  Attribute getNone() { return builder.getUnitAttr(); }
  DictionaryAttr
  getDictionary(ArrayRef<std::pair<StringRef, Attribute>> entries);

  /// Attaches the manifest to the operation that the kernel became.
  void attachTo(Operation *module);
  DictionaryAttr get() { return fields.getDictionary(builder.getContext()); }

private:
  Builder builder;
  NamedAttrList fields;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_KERNELMANIFEST_H
