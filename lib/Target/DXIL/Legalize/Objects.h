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

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace mlir::dxil::legalize {

/// The type of a global's or an alloca's memory; null for what is neither, and
/// for an alloca of several.
llvm::Type *getObjectType(const llvm::Value *object);

/// An instruction that has a pointer into an object as an operand.
struct Access {
  llvm::Instruction *inst;
  unsigned operand;

  llvm::Value *getPointer() const { return inst->getOperand(operand); }
  /// What is read or written; null for a call, unless it takes an array.
  llvm::Type *getType() const;
};

/// All accesses of an object.
llvm::Error findAccesses(llvm::Value *object,
                         llvm::SmallVectorImpl<Access> &accesses);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_OBJECTS_H
