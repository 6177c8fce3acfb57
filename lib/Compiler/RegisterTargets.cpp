//===- RegisterTargets.cpp - The targets whose folders CMake found --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/Target.h"

#define WAVE_TARGET(Name)                                                      \
  const mlir::wave::compiler::Target *getWave##Name##Target();
#include "Targets.def"
#undef WAVE_TARGET

void mlir::wave::compiler::registerAllTargets() {
#define WAVE_TARGET(Name) registerTarget(*getWave##Name##Target());
#include "Targets.def"
#undef WAVE_TARGET
}
