//===- ResourceMessages.h - Errors about resources and methods --*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_RESOURCEMESSAGES_H
#define WAVEDIALECT_FRONTEND_HLSL_RESOURCEMESSAGES_H

#include "clang/Basic/Diagnostic.h"

#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

struct Message;

/// The name of a class of the prelude, without the underscores of some; empty for other
/// contexts.
llvm::StringRef getClassName(const clang::DeclContext *context);

/// Returns the error for a write to a resource that is read-only; a message without text
/// for other diagnostics. `member` is the method that the resource does not have.
Message explainReadOnly(const clang::Diagnostic &info, llvm::StringRef member);

/// Returns the error for a call that writes a read-only argument; a message without text
/// for other diagnostics. Clang reports the error inside of the prelude. `end` is the place
/// that Clang has read up to: the end of the call, unless the call is in a macro.
Message explainReadOnlyArgument(const clang::Diagnostic &info,
                                const clang::SourceManager &sources,
                                clang::SourceLocation end);

/// Returns the error for a method that the class of a resource does not have, and another
/// class has, or nothing. `name` is that of the method.
std::string explainMethod(const clang::Diagnostic &info, llvm::StringRef name);

/// Returns the error for an element of a resource without operator `[]`, or nothing.
std::string explainSubscript(const clang::Diagnostic &info);

/// Returns the error for the value of an atomic, which has none, or nothing.
std::string explainAtomicValue(const clang::Diagnostic &info);

/// Returns the error for a method that is named and not called, or nothing.
std::string explainUncalledMethod(const clang::Diagnostic &info);

/// Returns the error for a type whose name HLSL or the shader has already, or nothing.
std::string explainRedefinition(const clang::Diagnostic &info,
                                llvm::StringRef name);

/// The error for a variable of a type that is not supported.
inline constexpr char kRefusedVariable[] = "%0 [hlsl-unsupported]";

/// Reports the global variables of types that are not supported, such as samplers. Returns
/// whether there are any.
bool reportRefusedVariables(clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_RESOURCEMESSAGES_H
