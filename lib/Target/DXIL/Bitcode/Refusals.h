//===- Refusals.h - Constructs without a form in DXIL's bitcode -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_REFUSALS_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_REFUSALS_H

#include "Records.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::dxil::bitcode {

/// Records the first construct of a module that cannot be written. After a
/// refusal the writers continue with arbitrary values, and their output is
/// discarded.
class Refusals {
public:
  /// Sets the instruction or global value that the next refusals name.
  void setPlace(const Value &value) { place = &value, metadata = nullptr; }
  void setPlace(const llvm::NamedMDNode &node) { metadata = &node; }

  void refuse(const llvm::Twine &text);
  void refuseForm(const llvm::Twine &what) {
    refuse("DXIL, which is LLVM 3.7's bitcode, has no form for " + what);
  }
  bool any() const { return !first.empty(); }
  llvm::Error takeError();

private:
  const Value *place = nullptr;
  const llvm::NamedMDNode *metadata = nullptr;
  std::string first;
};

/// Refuses instructions and properties of globals that have no form. The
/// writers of types, constants, metadata and pointers check these themselves.
void refuseFormless(const Module &module, Refusals &refusals);

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_REFUSALS_H
