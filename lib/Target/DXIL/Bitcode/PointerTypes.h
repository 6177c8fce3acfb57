//===- PointerTypes.h - Pointee types of opaque pointers ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_POINTERTYPES_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_POINTERTYPES_H

#include "Refusals.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::dxil::bitcode {

/// Null and undef have no single type: each use has its own type.
inline bool isTypeless(const Value &value) {
  return value.getType()->isPointerTy() &&
         llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(value);
}

/// Infers the pointee type of each pointer of a module. Variables, allocas and
/// address computations determine the type of their result, and accesses the
/// type of their operand. Phis, selects, calls and comparisons require one type
/// for the pointers that they connect. A pointer in memory is an i8*. To use a
/// pointer with a second type, a module must contain a bitcast from pointer to
/// pointer.
class PointerTypes {
public:
  PointerTypes(const Module &module, Refusals &refusals);

  /// Returns null if nothing determines the type.
  Type *getPointee(const Use &use) const { return find(getKey(use)); }
  /// `value` must not be typeless.
  Type *getPointee(const Value &value) const { return find(&value); }
  Type *getResultPointee(const Function &function) const {
    return find(&function);
  }

private:
  /// Identifies a pointer: a value, the use of a typeless value, or a function
  /// for its result (functions themselves are only called).
  using Key = const void *;
  /// Pointers of one type form a tree whose root has the type. The smaller tree
  /// is attached to the larger one, so that trees remain low.
  struct Cell {
    unsigned parent;
    unsigned size = 1;
    Type *pointee = nullptr;
  };

  static Key getKey(const Use &use) {
    return isTypeless(*use) ? static_cast<Key>(&use) : use.get();
  }
  Type *find(Key key) const;
  unsigned getRoot(unsigned cell) const;
  unsigned getRoot(Key key);
  void state(Key key, Type *pointee);
  void join(Key one, Key other);
  void refuseTwo(Type *one, Type *other);

  void stateMade(const Instruction &instruction);
  void stateUsed(const Instruction &instruction);
  void stateCall(const llvm::CallInst &call);
  void visitConstant(const Use &use);
  /// Like visitConstant, for a use that is not an operand of an instruction.
  void visitElement(const Use &use);

  Refusals &refusals;
  llvm::DenseMap<Key, unsigned> numbers;
  std::vector<Cell> cells;
  llvm::SmallPtrSet<const Constant *, 16> visited;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_POINTERTYPES_H
