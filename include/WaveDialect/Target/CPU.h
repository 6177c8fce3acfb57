//===- CPU.h - From the LLVM dialect to object code -----------------------===//
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

/// A CPU, by LLVM's name and features, "+avx2,-avx512f,…". Code is tuned for
/// the named CPU.
struct CPU {
  std::string name, features;
};

/// Returns the CPU that runs this process.
const CPU &getHostCPU();

/// Fails, with the name or feature that LLVM does not know in `error`.
LogicalResult checkCPU(const CPU &cpu, std::string &error);

/// Adds gathers to the code for the level x86-64-v3. LLVM tunes this level for the
/// first CPUs with AVX2, on which single loads were as fast. A feature that the
/// user states comes first.
CPU getTunedCPU(CPU cpu);

/// Returns the width of a register that all element types can use: 512 if
/// AVX-512 has F, BW, DQ and VL, 256 for AVX2, otherwise 128.
unsigned getVectorBits(const CPU &cpu);

/// Adds the LLVM dialect and its translation.
void registerCPUTarget(DialectRegistry &registry);

/// Translates a module of the LLVM dialect to a relocatable object for `cpu`.
/// On request, also returns the optimized LLVM IR and its assembly as text.
LogicalResult translateToObject(ModuleOp module, const CPU &cpu,
                                SmallVectorImpl<char> &object,
                                std::string *llvmIR = nullptr,
                                std::string *assembly = nullptr);

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_CPU_H
