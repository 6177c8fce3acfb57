//===- KernelManifest.cpp - What a host has to know to launch a kernel --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelManifest.h"

using namespace mlir;
using namespace mlir::wave;

KernelManifest::KernelManifest(StringRef kernel, const ManifestModule &module,
                               const KernelDescription &description,
                               const ArgumentLayout &layout,
                               int64_t groupsharedBytes, MLIRContext *context)
    : builder(context) {
  const bool isNumWaves = description.numWaves != 0;
  NamedAttrList lanes, modules;
  if (isNumWaves)
    for (int32_t size : description.waveSizes)
      lanes.append(std::to_string(size),
                   getNumber(description.numWaves * size));
  const std::string size = std::to_string(module.waveSize);
  if (module.waveSize)
    modules.append(size, getText(kernel + ".w" + size + "." + module.suffix));
  fields.append("version", getNumber(1));
  fields.append("kernel", getText(kernel));
  fields.append("target", getText(module.target));
  fields.append("form", getText(module.form));
  fields.append("module", module.waveSize
                              ? getNone()
                              : getText(kernel + "." + module.suffix));
  fields.append("modules", modules.getDictionary(context));
  fields.append("entry_point", getText(kernel));
  fields.append("stage", getText(stringifyStage(description.stage)));
  fields.append("num_waves",
                isNumWaves ? getNumber(description.numWaves) : getNone());
  fields.append("num_threads",
                isNumWaves ? getNone() : getNumbers(description.numThreads));
  fields.append("wave_sizes", getNumbers(description.waveSizes));
  fields.append("preferred_wave_size",
                description.preferredWaveSize
                    ? getNumber(*description.preferredWaveSize)
                    : getNone());
  fields.append("dropped_wave_sizes", description.droppedWaveSizes
                                          ? description.droppedWaveSizes
                                          : builder.getArrayAttr({}));
  fields.append("lanes_per_group", lanes.getDictionary(context));
  if (!description.coarsening.empty())
    fields.append("coarsening", getNumbers(description.coarsening));
  if (description.leastCoarsened)
    fields.append("coarsening_least", getNumber(*description.leastCoarsened));
  fields.append("bindings", layout.describeBindings(context));
  fields.append("constants", layout.describeConstants(context));
  fields.append("groupshared_bytes", getNumber(groupsharedBytes));
}

void KernelManifest::addPayload(MemRefType payload) {
  if (!payload)
    return add("payload", getNone());
  // Memory holds bits: the mesh shader knows whether an integer has a sign.
  Type element = payload.getElementType();
  const int64_t elements = payload.getNumElements();
  add("payload",
      getDictionary({{"bytes", getNumber(elements * getScalarBytes(element))},
                     {"element", getText(getElementName(element))},
                     {"elements", getNumber(elements)}}));
}

Attribute KernelManifest::getNumbers(ArrayRef<int32_t> values) {
  SmallVector<Attribute> list;
  for (int32_t value : values)
    list.push_back(getNumber(value));
  return builder.getArrayAttr(list);
}

DictionaryAttr KernelManifest::getDictionary(
    ArrayRef<std::pair<StringRef, Attribute>> entries) {
  NamedAttrList list;
  for (auto [name, value] : entries)
    list.append(name, value);
  return list.getDictionary(builder.getContext());
}

void KernelManifest::attachTo(Operation *module) {
  module->setAttr(kManifestName, get());
}
