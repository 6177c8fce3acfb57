//===- KernelLaunch.cpp - The launch that a kernel stated in waves ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/KernelRules.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kName = "wave.launch", kForm = "form",
                               kNumWaves = "num_waves",
                               kWaveSizes = "wave_sizes",
                               kPreferred = "preferred_wave_size",
                               kRetires = "retires";
static constexpr StringLiteral kExact = "exact", kSurplus = "surplus";

bool wave::isWaveSize(int32_t size) {
  return size >= kMinWaveSize && size <= kMaxWaveSize &&
         llvm::isPowerOf2_32(size);
}

std::optional<KernelLaunch> KernelLaunch::get(FuncOp kernel) {
  auto dictionary = kernel->getAttrOfType<DictionaryAttr>(kName);
  if (!dictionary)
    return std::nullopt;
  auto form = dictionary.getAs<StringAttr>(kForm);
  auto waves = dictionary.getAs<IntegerAttr>(kNumWaves);
  auto sizes = dictionary.getAs<DenseI32ArrayAttr>(kWaveSizes);
  // Users may write this attribute by hand; an invalid one is ignored.
  if (!form || (form != kExact && form != kSurplus) || !waves || !sizes ||
      sizes.empty() || !waves.getType().isSignlessInteger(64))
    return std::nullopt;
  KernelLaunch launch;
  launch.form = form == kSurplus ? Form::Surplus : Form::Exact;
  launch.numWaves = waves.getInt();
  launch.waveSizes.assign(sizes.asArrayRef().begin(), sizes.asArrayRef().end());
  if (!llvm::isInt<32>(launch.numWaves) || launch.numWaves <= 0 ||
      !llvm::all_of(launch.waveSizes, isWaveSize) ||
      !llvm::is_sorted(launch.waveSizes))
    return std::nullopt;
  if (auto preferred = dictionary.getAs<IntegerAttr>(kPreferred);
      preferred && preferred.getType().isSignlessInteger(32))
    launch.preferredWaveSize = static_cast<int32_t>(preferred.getInt());
  launch.retires = dictionary.contains(kRetires);
  return launch;
}

void KernelLaunch::setOn(FuncOp kernel) const {
  Builder builder(kernel.getContext());
  NamedAttrList list;
  list.append(kForm,
              builder.getStringAttr(form == Form::Surplus ? kSurplus : kExact));
  list.append(kNumWaves, builder.getI64IntegerAttr(numWaves));
  list.append(kWaveSizes, builder.getDenseI32ArrayAttr(waveSizes));
  if (preferredWaveSize)
    list.append(kPreferred, builder.getI32IntegerAttr(*preferredWaveSize));
  if (retires)
    list.append(kRetires, builder.getUnitAttr());
  kernel->setAttr(kName, list.getDictionary(kernel.getContext()));
}

bool wave::hasSurplusForm(FuncOp kernel) {
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  return launch && launch->form == KernelLaunch::Form::Surplus;
}

bool wave::isSingleWave(FuncOp kernel) {
  if (kernel.getNumWavesAttr())
    return kernel.getNumWavesValue() == 1;
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  return launch && launch->numWaves == 1 && !launch->retires;
}
