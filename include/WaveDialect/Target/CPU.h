//===- CPU.h - From the LLVM dialect to object code -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_CPU_H
#define WAVEDIALECT_TARGET_CPU_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

#include <string>

namespace mlir::wave {

/// A machine by LLVM's name for it and LLVM's features, "+avx2,-avx512f,…". Code is
/// tuned for what the name says.
struct CPU {
  std::string name, features;
};

/// The machine that this process runs on.
const CPU &getHostCPU();

/// Says in `error` which name or feature LLVM does not know.
LogicalResult checkCPU(const CPU &cpu, std::string &error);

/// The width of a register that all element types can use: 512 where AVX-512 has F, BW,
/// DQ and VL, 256 for AVX2, else 128.
unsigned getVectorBits(const CPU &cpu);

/// Adds the LLVM dialect and its translation.
void registerCPUTarget(DialectRegistry &registry);

/// Translates a module of the LLVM dialect to a relocatable object for `cpu`. On request
/// gives what the optimiser leaves and its assembly as text.
LogicalResult translateToObject(ModuleOp module, const CPU &cpu,
                                SmallVectorImpl<char> &object,
                                std::string *llvmIR = nullptr,
                                std::string *assembly = nullptr);

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_CPU_H
