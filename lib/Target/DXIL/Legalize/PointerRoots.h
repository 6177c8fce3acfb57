//===- PointerRoots.h - What pointers point into -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_POINTERROOTS_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_POINTERROOTS_H

#include "Steps.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <variant>

namespace mlir::dxil::legalize {

/// Whether it is a phi or a select of pointers or of handles.
bool isChoice(const llvm::Value *value);

/// The pointer that GEPs start from.
llvm::Value *stripOffsets(llvm::Value *value);

/// Numbers what pointers and handles come from: a global or an alloca, or the calls that
/// made a handle.
class PointerRoots {
public:
  using Numbers = llvm::SmallSetVector<unsigned, 4>;

  explicit PointerRoots(const DataLayout &layout) : layout(layout) {}

  /// Adds the number of a value's root; none for a choice. An error names the choice that
  /// has the value.
  llvm::Error add(llvm::Instruction *choice, Value *value, Numbers &found);

  /// The bytes that divide the offset of every value that was added.
  int64_t getUnit() const;

  /// The index in its range that a handle was made with; null for a pointer.
  static Value *findHandleIndex(Value *value);

  /// A pointer at an offset in units, or a handle from the calls that make it.
  Value *create(llvm::IRBuilderBase &builder, unsigned number,
                Value *offset) const;

private:
  /// The calls that made a handle, without the index.
  struct Handle {
    llvm::CallInst *annotate = nullptr;
    llvm::CallInst *create = nullptr;
    /// The literal index of all handles that are otherwise made like this, or null.
    llvm::Constant *index = nullptr;

    unsigned getIndexOperand() const;
    unsigned getNonUniformOperand() const { return create->arg_size() - 1; }
    bool isMadeLike(const Handle &other) const;
  };

  static bool findHandle(Value *value, Handle &handle);
  unsigned numberOf(const Handle &handle);
  void measure(llvm::GEPOperator *gep);

  const DataLayout &layout;
  llvm::SmallVector<std::variant<Value *, Handle>> roots;
  /// The greatest common divisor of all offsets.
  uint64_t divisor = 0;
};

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_POINTERROOTS_H
