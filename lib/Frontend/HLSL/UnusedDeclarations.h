//===- UnusedDeclarations.h - What an entry point does not use --*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of an engine has shaders of several stages. Clang reports names and
// semantics of other stages as errors in all of them, but those of declarations that
// the entry point does not use must not stop its compilation.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_UNUSEDDECLARATIONS_H
#define WAVEDIALECT_FRONTEND_HLSL_UNUSEDDECLARATIONS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
class Preprocessor;
class Sema;
} // namespace clang

namespace mlir::wave::hlsl {

class DiagnosticCollector;

/// Removes errors about unsupported features in declarations that the entry point does
/// not use, with all other errors of these declarations; and the errors that follow from
/// one about an unsupported feature in a variable. Without an entry point, every
/// declaration is used. Returns the text of the declarations with removed errors, which
/// are not complete. `missing` is a function that is not a constant in this pass, if
/// any; errors about constants that need it are like those about unsupported features.
llvm::SmallVector<clang::SourceRange>
dropUnusedErrors(clang::Sema &sema, const clang::FunctionDecl *entry,
                 DiagnosticCollector &collector, llvm::StringRef missing);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_UNUSEDDECLARATIONS_H
