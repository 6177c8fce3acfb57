//===- PointerTypes.h - What opaque pointers point to ---------------------===//
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

/// Null and undef are of no one type: each use of them has its own.
inline bool isTypeless(const Value &value) {
  return value.getType()->isPointerTy() &&
         llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(value);
}

/// What each pointer of a module points to. Variables, allocas and address computations
/// state it of what they make, accesses of what they take; phis, selects, calls and
/// comparisons have one type for what they join. A pointer in memory is an i8*. A bitcast
/// from pointer to pointer is the way to use a pointer with a second type.
class PointerTypes {
public:
  PointerTypes(const Module &module, Refusals &refusals);

  /// Null where nothing tells.
  Type *getPointee(const Use &use) const { return find(getKey(use)); }
  /// Of what is not typeless.
  Type *getPointee(const Value &value) const { return find(&value); }
  Type *getResultPointee(const Function &function) const {
    return find(&function);
  }

private:
  /// A value; the use of a typeless one; a function for its result, because functions
  /// themselves are only called.
  using Key = const void *;
  /// Those with one type form a tree, low because the smaller tree is hung into the
  /// other. The root knows the type.
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
  /// The same of what is not an instruction's operand.
  void visitElement(const Use &use);

  Refusals &refusals;
  llvm::DenseMap<Key, unsigned> numbers;
  std::vector<Cell> cells;
  llvm::SmallPtrSet<const Constant *, 16> visited;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_POINTERTYPES_H
