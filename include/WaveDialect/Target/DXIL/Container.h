//===- Container.h - The DXContainer of a module --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_CONTAINER_H
#define WAVEDIALECT_TARGET_DXIL_CONTAINER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::dxil {

/// Puts `bitcode`, the bitcode of `module`, into a signed container. The
/// contents of the other parts are read from the module's metadata and globals.
llvm::Error writeContainer(const llvm::Module &module,
                           llvm::ArrayRef<char> bitcode,
                           llvm::SmallVectorImpl<char> &container);

/// Describes the parts of a container, for human readers.
std::string listContainer(llvm::ArrayRef<char> container);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_CONTAINER_H
