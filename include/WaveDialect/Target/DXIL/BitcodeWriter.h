//===- BitcodeWriter.h - LLVM 3.7's bitcode -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODEWRITER_H
#define WAVEDIALECT_TARGET_DXIL_BITCODEWRITER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace mlir::dxil {

/// Writes a legal module as LLVM 3.7 did, with typed pointers. It makes no
/// decisions; an error names the construct that LLVM 3.7 cannot express.
llvm::Error writeBitcode(const llvm::Module &module,
                         llvm::SmallVectorImpl<char> &bitcode);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_BITCODEWRITER_H
