//===- Statements.h - Questions about statements ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_STATEMENTS_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_STATEMENTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::wave::hlsl {

/// Whether the body of a loop has a `break` or a `continue` of this loop.
bool leavesLoop(const clang::Stmt *body, clang::Stmt::StmtClass kind);

/// The variable that a loop counts with: `for (T i = a; condition; increment)`; null for
/// a loop of another form.
const clang::VarDecl *getCounter(const clang::ForStmt *loop);

/// Whether an expression with bools in Clang's types may have other ints in HLSL.
bool computesWithBool(const clang::Expr *expression);

/// Whether an initializer states a value, which the constructor of a struct does not.
bool statesValue(const clang::Expr *init);

/// Whether there is a `return` at any depth.
bool holdsReturn(const clang::Stmt *body);

/// Whether lanes never get to the end of a statement of a `switch`.
bool endsSection(const clang::Stmt *statement);

/// The constant by which an expression increments a variable, if it does only that.
std::optional<unsigned> getStep(const clang::Expr *increment,
                                const clang::VarDecl *counter,
                                const clang::ASTContext &ast);

/// The variables that a statement and the functions that it calls may change.
class ChangedVariables {
public:
  explicit ChangedVariables(const clang::Stmt *statement);
  bool contains(const clang::VarDecl *variable) const {
    return changed.contains(variable);
  }
  /// Whether the value of an expression without effects is the same before and after
  /// the statement: it consists of constants and of variables that do not change.
  bool keeps(const clang::Expr *expression) const;

private:
  llvm::SmallPtrSet<const clang::VarDecl *, 8> changed;
};

/// The variables to whose resources a loop, or what it calls, assigns.
class AssignedResources {
public:
  explicit AssignedResources(const clang::Stmt *loop);
  bool contains(const clang::VarDecl *variable) const {
    return any || assigned.contains(variable);
  }

private:
  llvm::SmallPtrSet<const clang::VarDecl *, 4> assigned;
  /// Whether the variable of an assignment is not known.
  bool any = false;
};

/// Whether a statement, or what it calls, indexes an array of resources or wave matrices by
/// anything but a literal.
bool indexesOpaqueValues(const clang::Stmt *statement);

/// Whether a variable, or the numbers of a struct with resources, is in a `cbuffer`.
bool isInConstantBuffer(const clang::VarDecl *variable);

/// Whether Clang knows the value of the variable's initializer.
bool hasKnownValue(const clang::VarDecl *variable);

/// The variables of the file that a function and everything that it calls use.
class UsedVariables {
public:
  explicit UsedVariables(const clang::FunctionDecl *entry);
  /// The resources, constant buffers, groupshared variables and variables of a lane, in
  /// the order of the file. Constants that Clang knows are left out.
  llvm::SmallVector<const clang::NamedDecl *>
  inOrder(clang::ASTContext &ast) const;
  bool contains(const clang::VarDecl *variable) const {
    return used.contains(variable);
  }
  /// The static variables of functions, in the order of their uses.
  llvm::ArrayRef<const clang::VarDecl *> staticLocals() const { return locals; }
  /// Whether a variable is declared `precise`.
  bool hasPrecise() const { return precise; }

private:
  llvm::SmallPtrSet<const clang::VarDecl *, 16> used;
  llvm::SmallVector<const clang::VarDecl *> locals;
  bool precise = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_STATEMENTS_H
