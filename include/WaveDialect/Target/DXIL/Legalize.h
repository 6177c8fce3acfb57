//===- Legalize.h - From LLVM IR to DXIL's subset -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_LEGALIZE_H
#define WAVEDIALECT_TARGET_DXIL_LEGALIZE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

namespace llvm {
class DILocation;
class Module;
class PassBuilder;
} // namespace llvm

namespace mlir::dxil {

/// LLVM IR that the pipeline `wave-to-dxil` does not make, and that has no form
/// here: an edited `dxil.module` may cause it. The message ends in an id.
class UnsupportedInputError : public llvm::ErrorInfo<UnsupportedInputError> {
public:
  UnsupportedInputError(const llvm::Twine &message,
                        const llvm::DILocation *location);
  void log(llvm::raw_ostream &stream) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  static char ID; // NOLINT(readability-identifier-naming): LLVM's name

  std::string message;
  /// The place in the source; line 0 if that is not known.
  llvm::SmallString<64> file;
  unsigned line = 0, column = 0;
};

/// A loop without an exit: an error that a kernel's author may cause, unlike
/// all other rejections here.
class EndlessLoopError : public llvm::ErrorInfo<EndlessLoopError> {
public:
  explicit EndlessLoopError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &stream) const override { stream << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  static char ID; // NOLINT(readability-identifier-naming): LLVM's name

private:
  std::string text;
};

/// Converts a module to the subset that DXIL can express, or names the first
/// instruction that has no form there.
llvm::Error legalizeForDXIL(llvm::Module &module);

/// The same, and calls `beforeStrip` before dropping information that DXIL
/// cannot represent, such as source lines. Later steps remove instructions but
/// add none.
llvm::Error legalizeForDXIL(llvm::Module &module,
                            llvm::function_ref<void()> beforeStrip);

/// Registers each step as a pass, and all of them as `dxil-legalize`.
void registerDXILPasses(llvm::PassBuilder &builder);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_LEGALIZE_H
