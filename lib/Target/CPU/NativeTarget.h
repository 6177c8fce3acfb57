//===- NativeTarget.h - LLVM's code generator for this machine ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_CPU_NATIVETARGET_H
#define WAVEDIALECT_LIB_TARGET_CPU_NATIVETARGET_H

#include "llvm/TargetParser/Triple.h"

#include <string>

namespace llvm {
class Target;
}

namespace mlir::wave {

/// Returns the triple of this process.
const llvm::Triple &getHostTriple();

/// Returns its code generator, registered at the first call. Null, with a
/// reason in `error`, if LLVM was built without it.
const llvm::Target *getNativeTarget(std::string &error);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TARGET_CPU_NATIVETARGET_H
