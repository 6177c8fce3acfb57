//===- HostCPU.cpp - Names and registers of machines ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeTarget.h"

#include "WaveDialect/Target/CPU.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace mlir;
using namespace mlir::wave;

const llvm::Triple &wave::getHostTriple() {
  static const llvm::Triple triple(llvm::sys::getProcessTriple());
  return triple;
}

const llvm::Target *wave::getNativeTarget(std::string &error) {
  static const bool failed = llvm::InitializeNativeTarget() ||
                             llvm::InitializeNativeTargetAsmPrinter();
  if (failed) {
    error = "LLVM has no code generator for this machine";
    return nullptr;
  }
  return llvm::TargetRegistry::lookupTarget(getHostTriple(), error);
}

const CPU &wave::getHostCPU() {
  static const CPU host = [] {
    llvm::SubtargetFeatures features;
    for (const auto &[name, present] : llvm::sys::getHostCPUFeatures())
      features.AddFeature(name, present);
    return CPU{llvm::sys::getHostCPUName().str(), features.getString()};
  }();
  return host;
}

CPU wave::getTunedCPU(CPU cpu) {
  if (cpu.name != "x86-64-v3" || !getHostTriple().isX86())
    return cpu;
  cpu.features =
      cpu.features.empty() ? "+fast-gather" : "+fast-gather," + cpu.features;
  return cpu;
}

LogicalResult wave::checkCPU(const CPU &cpu, std::string &error) {
  const llvm::Target *target = getNativeTarget(error);
  if (!target)
    return failure();
  // LLVM itself would print a warning and continue.
  std::unique_ptr<llvm::MCSubtargetInfo> machine(
      target->createMCSubtargetInfo(getHostTriple(), "", ""));
  if (!machine->isCPUStringValid(cpu.name)) {
    error = "unknown processor '" + cpu.name + "' [unknown-cpu]";
    return failure();
  }
  for (StringRef feature : llvm::split(cpu.features, ',')) {
    if (feature.empty())
      continue;
    const StringRef name = llvm::SubtargetFeatures::StripFlag(feature);
    const auto *found =
        llvm::lower_bound(machine->getAllProcessorFeatures(), name);
    const bool known = llvm::SubtargetFeatures::hasFlag(feature) &&
                       found != machine->getAllProcessorFeatures().end() &&
                       found->Key == name;
    if (!known) {
      error = ("unknown processor feature '" + feature +
               "': write + or - and the name of a feature "
               "[unknown-cpu-feature]")
                  .str();
      return failure();
    }
  }
  return success();
}

unsigned wave::getVectorBits(const CPU &cpu) {
  std::string error;
  const llvm::Target *target = getNativeTarget(error);
  if (!target || !getHostTriple().isX86())
    return 128;
  std::unique_ptr<llvm::MCSubtargetInfo> machine(
      target->createMCSubtargetInfo(getHostTriple(), cpu.name, cpu.features));
  if (machine->checkFeatures("+avx512f,+avx512bw,+avx512dq,+avx512vl"))
    return 512;
  return machine->checkFeatures("+avx2") ? 256 : 128;
}
