//===- EntryPoints.h - The entry points of a file and their rules ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_ENTRYPOINTS_H
#define WAVEDIALECT_FRONTEND_HLSL_ENTRYPOINTS_H

#include "Profile.h"

#include "clang/AST/Decl.h"

namespace mlir::wave::hlsl {

/// The most levels of nested code: more than any person writes. The stack of a parse
/// suffices for it.
inline constexpr unsigned kMostLevels = 1500;

/// The error for code with more levels.
std::string nestingText();

/// Returns the functions that state the size of a group or a stage, in order.
llvm::SmallVector<clang::FunctionDecl *>
findEntryPoints(clang::ASTContext &ast);

/// Returns the entry points that state the size of a group; if none does, all of them.
/// Others are of graphics stages.
llvm::SmallVector<clang::FunctionDecl *>
findGroups(ArrayRef<clang::FunctionDecl *> entries);

/// Returns the entry point of this name; for an empty name, the only one or
/// `main`. Null after an error. `hasGroupSizeError`: Clang has dropped a numthreads after an
/// error, so that no other one follows.
clang::FunctionDecl *chooseEntryPoint(clang::ASTContext &ast,
                                      ArrayRef<clang::FunctionDecl *> entries,
                                      StringRef name, bool hasGroupSizeError);

/// Checks what HLSL's proposals rule for an entry point. False after errors.
bool checkEntryPoint(clang::FunctionDecl *entry, const Profile &profile,
                     bool hasGroupSizeError);

/// Returns the functions of the user's files that have a body.
llvm::SmallVector<clang::FunctionDecl *> findFunctions(clang::ASTContext &ast);

/// Checks that no code is nested so deeply that later steps exhaust the stack.
/// False after an error.
bool checkNesting(clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_ENTRYPOINTS_H
