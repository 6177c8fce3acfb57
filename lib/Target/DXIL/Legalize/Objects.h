//===- Objects.h - Arrays in memory, and what accesses them --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_OBJECTS_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_OBJECTS_H

#include "Steps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace mlir::dxil::legalize {

/// The global or alloca that a pointer points into, through GEPs; else what it comes from.
llvm::Value *findObject(llvm::Value *pointer);

/// The type of a global's or an alloca's memory; null for what is neither.
llvm::Type *getObjectType(const llvm::Value *object);

/// The type of the scalars that a type consists of; null if they are of several.
llvm::Type *getScalarOf(llvm::Type *type);

/// Where in its object a pointer points: bytes, and variables by their strides in bytes.
struct Offset {
  int64_t constant = 0;
  llvm::SmallMapVector<llvm::Value *, int64_t, 4> variables;
  bool inBounds = true;

  /// The greatest power of two that divides it; 0 for no offset.
  uint64_t getDivisor() const;
};

Offset getOffset(llvm::Value *pointer, const llvm::DataLayout &layout);

/// An instruction that has a pointer into an object as an operand.
struct Access {
  llvm::Instruction *inst;
  unsigned operand;

  llvm::Value *getPointer() const { return inst->getOperand(operand); }
  /// What is read or written; null for a call.
  llvm::Type *getType() const;
  /// What the access itself says.
  llvm::Align getAlign() const;
  bool isAtomic() const {
    return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(inst);
  }
};

/// All accesses of an object in a function.
llvm::Error findAccesses(llvm::Value *object, llvm::Function &function,
                         llvm::SmallVectorImpl<Access> &accesses);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_OBJECTS_H
