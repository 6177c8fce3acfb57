//===- DXILManifest.cpp - Manifest for launching a kernel's containers ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DXILKernel.h"

#include "WaveDialect/Conversion/KernelDescription.h"
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
/// the bytes of an element.
static ArrayAttr describeBindings(const ArgumentLayout &layout,
                                  MLIRContext *context) {
  Builder b(context);
  SmallVector<Attribute> bindings;
  for (auto [described, resource] :
       llvm::zip_equal(layout.describeBindings(context), layout.resources)) {
    NamedAttrList list(cast<DictionaryAttr>(described));
    int64_t stride = 0;
    if (auto memory = dyn_cast<MemRefType>(resource.type))
      stride = resource.components * getScalarBytes(memory.getElementType());
    list.append("stride", b.getI64IntegerAttr(stride));
    bindings.push_back(list.getDictionary(context));
  }
  return b.getArrayAttr(bindings);
}

DictionaryAttr wave::describeDXILKernel(FuncOp kernel,
                                        const ArgumentLayout &layout,
                                        StringRef shaderModel) {
  Builder b(kernel.getContext());
  auto number = [&](int64_t value) { return b.getI64IntegerAttr(value); };
  auto text = [&](const Twine &value) { return b.getStringAttr(value); };
  auto numbers = [&](ArrayRef<int32_t> values) -> Attribute {
    SmallVector<Attribute> list;
    for (int32_t value : values)
      list.push_back(number(value));
    return b.getArrayAttr(list);
  };
  auto makeDictionary = [&](ArrayRef<std::pair<StringRef, Attribute>> entries) {
    NamedAttrList list;
    for (auto [key, value] : entries)
      list.append(key, value);
    return list.getDictionary(b.getContext());
  };
  const Attribute none = b.getUnitAttr(); // JSON's null.
  const std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  const KernelDescription stated = KernelDescription::get(kernel);
  const ArrayRef<int32_t> threads = *kernel.getNumThreads();
  const std::string name = kernel.getName().str();

  // A container that requires one wave size is one of several for the kernel.
  const bool oneASize =
      kernel.getWaveSize() && kernel.getWaveSizes().size() == 1;
  const ArrayRef<int32_t> sizes = launch && !oneASize
                                      ? ArrayRef<int32_t>(launch->waveSizes)
                                      : stated.waveSizes;
  std::optional<int32_t> preferred =
      launch ? launch->preferredWaveSize : stated.preferredWaveSize;
  if (preferred && !llvm::is_contained(sizes, *preferred))
    preferred = std::nullopt;
  NamedAttrList modules, lanes;
  if (oneASize) {
    const std::string size = std::to_string(kernel.getWaveSizes().front());
    modules.append(size, text(name + ".w" + size + ".dxil"));
  }
  if (launch)
    for (int32_t size : sizes)
      lanes.append(std::to_string(size), number(launch->numWaves * size));
  const bool isSurplus = launch && launch->form == KernelLaunch::Form::Surplus;

  const std::pair<StringRef, Attribute> entries[] = {
      {"version", number(1)},
      {"kernel", text(name)},
      {"target", text("dxil")},
      {"shader_model", text(shaderModel)},
      {"form", text(!launch     ? "threads"
                    : isSurplus ? "surplus"
                                : "exact")},
      {"module", oneASize ? none : Attribute(text(name + ".dxil"))},
      {"modules", modules.getDictionary(b.getContext())},
      {"entry_point", text(name)},
      {"stage", text(stringifyStage(kernel.getStageOrDefault()))},
      {"num_waves", launch ? Attribute(number(launch->numWaves)) : none},
      {"num_threads", launch ? none : numbers(threads)},
      {"launched_threads", oneASize && launch ? none : numbers(threads)},
      {"wave_sizes", numbers(sizes)},
      {"preferred_wave_size", preferred ? Attribute(number(*preferred)) : none},
      {"dropped_wave_sizes",
       stated.droppedWaveSizes ? stated.droppedWaveSizes : b.getArrayAttr({})},
      {"lanes_per_group", lanes.getDictionary(b.getContext())},
      {"bindings", describeBindings(layout, b.getContext())},
      {"constants", layout.describeConstants(b.getContext())},
      {"root_constants", makeDictionary({{"register", number(0)},
                                         {"space", number(0)},
                                         {"num_32bit_values",
                                          number(layout.constantBytes / 4)}})},
      {"requires",
       makeDictionary(
           {{"full_waves", b.getBoolAttr(launch.has_value())},
            {"wave_size", b.getBoolAttr(kernel.getWaveSize().has_value())}})},
      {"groupshared_bytes", number(countGroupsharedBytes(kernel))},
      {"group_wave_index", text(getIndexSource(kernel))},
  };
  NamedAttrList list(makeDictionary(entries));
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (kernel.getArgAttr(index, kGuardAttribute))
      list.append("guard", text(layout.getResource(index).name));
  if (kernel.getStageOrDefault() == Stage::Amplification) {
    Attribute payload = none;
    kernel.walk([&](DispatchMeshOp dispatch) {
      if (!dispatch.getPayload())
        return;
      auto type = cast<MemRefType>(dispatch.getPayload().getType());
      payload = makeDictionary(
          {{"bytes", number(dispatch.getPayloadBytes())},
           {"element", text(getElementName(type.getElementType()))},
           {"elements", number(type.getNumElements())}});
    });
    list.append("payload", payload);
  }
  return list.getDictionary(b.getContext());
}
