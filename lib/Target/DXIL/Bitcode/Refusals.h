//===- Refusals.h - What DXIL's bitcode has no form for -------------------===//
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

/// The first thing of a module that cannot be written. Who refuses goes on with whatever
/// is at hand; nothing of what comes out is used.
class Refusals {
public:
  /// What a refusal from now on names: an instruction or a global value.
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

/// Refuses instructions and properties of globals without a form. Types, constants,
/// metadata and pointers are left to those who write them.
void refuseFormless(const Module &module, Refusals &refusals);

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_REFUSALS_H
