//===- DXILKernel.h - A kernel on its way to DXIL -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H
#define WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H

#include "../ArgumentLayout.h"

#include "WaveDialect/DXIL/DXIL.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::wave {

/// Makes the handles, constants and arrays of a kernel on demand. Its values are made at
/// the kernel's entry, so that they can be used everywhere.
class DXILKernel {
public:
  /// `minor` is n of Shader Model 6.n. Nothing of the function is lowered yet.
  DXILKernel(FuncOp function, ArgumentLayout layout, unsigned minor)
      : function(function), layout(std::move(layout)), minor(minor) {
    markExactIndices();
  }

  /// Whether the target has what came with Shader Model 6.n.
  bool has(unsigned n) const { return minor >= n; }
  /// Reports that `what`, "16-bit types" say, came with Shader Model 6.n.
  InFlightDiagnostic refuse(Operation *op, const Twine &what, unsigned n) const;

  /// The handle of a buffer or image, an argument of the kernel.
  Value getHandle(Value argument);
  const ResourceBinding &getResource(Value argument) const {
    return layout.getResource(cast<BlockArgument>(argument).getArgNumber());
  }
  /// The value of an argument that is a scalar or vector, from the root constants.
  Value getScalar(unsigned argument);
  /// The length of a buffer in scalars, an i32, from the root constants.
  Value getLength(Value argument);
  /// The groups of the dispatch, an i32, from the root constants.
  Value getGroupCount(unsigned dimension);
  Value getUndef(Type type);
  Value getConstant(int32_t value);
  Value getConstant(TypedAttr value);

  /// A groupshared variable: its address, an `!llvm.ptr<3>`.
  Value addGroupshared(Location loc, Type type, unsigned alignment);
  /// One of a thread: its address, an `!llvm.ptr`.
  Value addLocal(Location loc, Type element, int64_t length);

  /// What groupshared or local memory became.
  struct Array {
    Value address;
    LLVM::LLVMArrayType type;
    /// The structure around the array of a payload; null for others.
    LLVM::LLVMStructType payload = {};
  };
  /// The operation that made `memory` goes in the end: accesses ask for the array.
  void setArray(Value memory, Array array) { arrays[memory] = array; }
  const Array &getArray(Value memory) const {
    return arrays.find(memory)->second;
  }

  /// The buffer of this argument is used by 64-bit atomics.
  void note64BitAtomics(Value argument);

  /// Moves the body into a `dxil.module` before `function`'s module, and takes the
  /// function away. All lowering must be done.
  dxil::ModuleOp finish();

  FuncOp function;
  const ArgumentLayout layout;
  const unsigned minor;

private:
  /// Marks the arithmetic of indices into buffers of vectors that does not wrap around
  /// (nuw): accesses take the element's number from it.
  void markExactIndices();
  OpBuilder getEntryBuilder();
  /// One scalar of the root constants, `offset` bytes from their start.
  Value loadConstant(unsigned offset, Type type);
  Value makeHandle(dxil::ResourceAttr resource);
  dxil::ResourceAttr describeConstants();
  /// Number `id` of its class.
  dxil::ResourceAttr describeResource(unsigned argument, unsigned id,
                                      bool coherent);
  /// The resources that are used, in order; their handles are told.
  ArrayAttr finishResources();
  void addGlobals(OpBuilder &builder);

  /// Marks the end of what is made at entry.
  Operation *entryEnd = nullptr;
  /// By argument.
  DenseMap<unsigned, Value> handles;
  Value constantsHandle;
  /// Of the root constants, by number and type.
  DenseMap<std::pair<unsigned, Type>, Value> rows;
  DenseMap<Attribute, Value> constants;
  DenseMap<Type, Value> undefs;
  llvm::SmallDenseSet<unsigned> usedBy64BitAtomics;
  llvm::MapVector<Value, Array> arrays;
  /// Those in groupshared memory, by number.
  struct Global {
    Location loc;
    Type type;
    unsigned alignment;
  };
  SmallVector<Global> globals;
};

/// The components of a vector that `vector.from_elements` or a constant makes, or that
/// nobody wrote: what lowering gives for a vector is a `vector.from_elements`, and the
/// pass replaces the `vector.extract`s behind it.
SmallVector<Value> getComponents(Value vector, DXILKernel &kernel);

/// Replaces `op` if it is of the family: true. False for any other operation; failure
/// after an error. Operands may still be of `index`: an `arith.index_castui` to i32 makes
/// an i32 of one, and disappears later.
FailureOr<bool> lowerLaneOperation(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMath(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMemoryAccess(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerAtomic(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerImage(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMeshDispatch(Operation *op, DXILKernel &kernel);

/// The structure that a payload of this array is to DXIL.
LLVM::LLVMStructType getPayloadType(LLVM::LLVMArrayType array);
/// What DXIL is told of the payload's size; it wants one of every amplification kernel.
unsigned getPayloadBytes(FuncOp kernel);

/// Reports what the validator or Direct3D would refuse, before the body is lowered.
LogicalResult verifyDXILLimits(FuncOp kernel, const ArgumentLayout &layout,
                               unsigned minor);
/// Groupshared memory in bytes, what passes added with it.
int64_t countGroupsharedBytes(FuncOp kernel);

/// The manifest of what the kernel becomes, before its body is lowered.
DictionaryAttr describeDXILKernel(FuncOp kernel, const ArgumentLayout &layout,
                                  StringRef shaderModel);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H
