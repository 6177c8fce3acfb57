//===- Diagnostics.h - Clang's diagnostics as the compiler's --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_DIAGNOSTICS_H
#define WAVEDIALECT_FRONTEND_HLSL_DIAGNOSTICS_H

#include "WaveDialect/Compiler/Compiler.h"

#include "Syntax/LiteralOperators.h"
#include "Syntax/MatrixConversions.h"
#include "Syntax/MatrixElements.h"
#include "Syntax/MatrixOperators.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

/// The folder of the virtual files that the user did not write.
inline constexpr llvm::StringLiteral kVirtualFolder = "/<hlsl>";

/// Whether the user wrote the code at a position of a file: it is neither in
/// the prelude nor on the command line.
bool isInUserFile(const clang::SourceManager &sources,
                  clang::SourceLocation location);

/// Collects diagnostics with positions in the user's files only.
class DiagnosticCollector final : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticCollector(std::vector<compiler::Diagnostic> &diagnostics)
      : diagnostics(diagnostics) {}

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *parser) override {
    language = &options;
    preprocessor = parser;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  /// The declarations, where there are some.
  void setContext(clang::ASTContext *used) { ast = used; }

  /// Where an error is.
  struct Origin {
    clang::SourceLocation location;
    /// Whether the error is about a feature that this project does not have.
    bool isUnsupported = false;
    /// Whether it is about an expression that must be a constant.
    bool needsConstant = false;
    /// The index of the diagnostic.
    size_t index = 0;
  };

  llvm::ArrayRef<Origin> getErrors() const { return errors; }

  /// Whether an error was reported; Clang only counts its own.
  bool hasErrors() const { return !errors.empty(); }

  /// Removes the errors for which the function returns true, which it is asked in their
  /// order.
  void eraseErrors(llvm::function_ref<bool(const Origin &)> isErased);

  /// Removes the warnings at a place, about which an error follows.
  void dropWarnings(const clang::SourceManager &sources,
                    clang::SourceLocation location);

  /// Whether there is an error about the number of threads of a group.
  bool hasGroupSizeError() const { return groupSizeError; }

  /// Ends the last diagnostic, which has no more notes.
  void endNotes();

  /// Uses of elements of several rows that this pass has to know.
  ElementUses knownElements;
  /// The uses that it has found, which are no errors yet.
  ElementUses foundElements;
  /// The same for operators of matrices.
  OperatorUses knownOperators, foundOperators;
  /// The same for conversions between vectors and matrices.
  ConversionUses knownConversions, foundConversions;
  /// The same for expressions of literals.
  LiteralUses knownLiterals, foundLiterals;

  /// The place of the first use that it has found; a line of 0 if there is none.
  compiler::Diagnostic firstFound;

  /// Whether this pass has found uses that the next one has to know.
  bool hasFoundUses() const {
    return !foundElements.isEmpty() || !foundOperators.isEmpty() ||
           !foundConversions.isEmpty() || !foundLiterals.isEmpty();
  }
  /// Takes the uses that another pass knew, and has found.
  void addUses(const DiagnosticCollector &other) {
    knownElements = other.knownElements;
    knownElements.add(other.foundElements);
    knownOperators = other.knownOperators;
    knownOperators.add(other.foundOperators);
    knownConversions = other.knownConversions;
    knownConversions.add(other.foundConversions);
    knownLiterals = other.knownLiterals;
    knownLiterals.add(other.foundLiterals);
  }

private:
  void addNote(const clang::Diagnostic &info);
  bool isOnLineOfError(const clang::Diagnostic &info) const;
  bool isOnEndedLine(const clang::Diagnostic &info) const;

  std::vector<compiler::Diagnostic> &diagnostics;
  const clang::LangOptions *language = nullptr;
  const clang::Preprocessor *preprocessor = nullptr;
  clang::ASTContext *ast = nullptr;
  std::vector<Origin> errors;
  /// The last diagnostic is not for users, nor are its notes.
  bool dropsNotes = false;
  /// The line of an error from which the later ones of this line follow.
  clang::SourceLocation endedLine;
  bool groupSizeError = false;
  /// The conversions of arguments without which the last call has no function, and the
  /// number of functions that it could mean.
  ConversionUses argumentConversions;
  unsigned candidates = 0;
  /// The last diagnostic is inside of the prelude; its place is where Clang reads.
  bool isPlaceGuessed = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_DIAGNOSTICS_H
