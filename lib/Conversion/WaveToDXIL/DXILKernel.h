//===- DXILKernel.h - A kernel during its lowering to DXIL ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H
#define WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H

#include "../ArgumentLayout.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/DXIL/DXIL.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::wave {

/// Creates the handles, constants and arrays of a kernel on demand. It creates
/// these values at the kernel's entry, so that they dominate all uses.
class DXILKernel {
public:
  /// `minor` is the n of Shader Model 6.n. No operation of the function may
  /// have been lowered yet.
  DXILKernel(FuncOp function, ArgumentLayout layout, unsigned minor)
      : function(function), layout(std::move(layout)), minor(minor) {
    markExactIndices();
    for (BlockArgument argument : function.getArguments())
      if (hasWideAtomics(argument))
        rawBuffers.insert(argument.getArgNumber());
  }

  /// Whether the target's shader model has the feature.
  bool has(dxil::Feature feature) const {
    return dxil::hasFeature(minor, feature);
  }
  /// Reports that the target lacks `what`, for example "16-bit types".
  InFlightDiagnostic refuse(Operation *op, const Twine &what,
                            dxil::Feature feature) const;
  /// The same for an error that begins with its subject.
  InFlightDiagnostic refuse(InFlightDiagnostic error, const Twine &what,
                            dxil::Feature feature) const;

  /// Returns the handle of a buffer or image, which is an argument of the
  /// kernel.
  Value getHandle(Value argument);
  const ResourceBinding &getResource(Value argument) const {
    return layout.getResource(cast<BlockArgument>(argument).getArgNumber());
  }
  /// Whether a buffer has byte addresses instead of elements: atomics on two
  /// elements would not be within one element.
  bool isRaw(Value buffer) const {
    return rawBuffers.contains(cast<BlockArgument>(buffer).getArgNumber());
  }
  /// Returns the value of a scalar or vector argument from the root constants.
  Value getScalar(unsigned argument);
  /// Returns the length of memory in scalars, an i32: that of a buffer from the
  /// root constants, all others are known.
  Value getLength(Value memory);
  /// Loads a scalar of a constant buffer, `offset` bytes from its start, at the
  /// entry. Scalars of one row share a load.
  Value loadFixed(Value handle, unsigned offset, Type type);
  /// Returns the number of groups of the dispatch, an i32, from the root
  /// constants.
  Value getGroupCount(unsigned dimension);
  Value getUndef(Type type);
  Value getConstant(int32_t value);
  Value getConstant(TypedAttr value);

  /// Adds a groupshared variable and returns its address, an `!llvm.ptr<3>`.
  Value addGroupshared(Location loc, Type type, unsigned alignment);
  /// Adds a thread-local array and returns its address, an `!llvm.ptr`.
  Value addLocal(Location loc, Type element, int64_t length);

  /// Returns the address of a table of constants, an `!llvm.ptr`.
  Value getTable(Location loc, ElementsAttr table);

  /// The array that replaces groupshared or local memory.
  struct Array {
    Value address;
    LLVM::LLVMArrayType type;
    /// The structure around the array of a payload; null for other arrays.
    LLVM::LLVMStructType payload = {};
  };
  /// Accesses of `memory` use the array; `finish` erases the operation that
  /// defines `memory`.
  void setArray(Value memory, Array array) { arrays[memory] = array; }
  const Array &getArray(Value memory) const {
    return arrays.find(memory)->second;
  }

  /// Notes that 64-bit atomics use the buffer of this argument.
  void note64BitAtomics(Value argument);

  /// Moves the body into a new `dxil.module` and erases the function. The
  /// module is placed before the module that contains the function, or before
  /// the function if that module is the outermost one. The whole body must be
  /// lowered.
  dxil::ModuleOp finish();

  FuncOp function;
  const ArgumentLayout layout;
  const unsigned minor;

private:
  /// Marks arithmetic without wrap-around (nuw) in the indices into buffers of
  /// vectors; the lowering of accesses derives the element's number from it.
  void markExactIndices();
  OpBuilder getEntryBuilder();
  /// Loads one scalar of the root constants, `offset` bytes from their start.
  Value loadConstant(unsigned offset, Type type);
  Value makeHandle(dxil::ResourceAttr resource);
  dxil::ResourceAttr describeConstants();
  /// `id` is the number of the resource within its class.
  dxil::ResourceAttr describeResource(unsigned argument, unsigned id,
                                      bool coherent);
  /// Returns the used resources in the order of their classes and ids, and
  /// completes their handles.
  ArrayAttr finishResources();
  void addGlobals(OpBuilder &builder);

  /// Marks the end of the values created at the entry.
  Operation *entryEnd = nullptr;
  /// Handles by argument.
  DenseMap<unsigned, Value> handles;
  Value constantsHandle;
  /// Rows of constant buffers that `loadFixed` loaded, by handle, number and
  /// type.
  DenseMap<std::tuple<Value, unsigned, Type>, Value> rows;
  DenseMap<Attribute, Value> constants;
  DenseMap<Type, Value> undefs;
  llvm::SmallDenseSet<unsigned> usedBy64BitAtomics, rawBuffers;
  llvm::MapVector<Value, Array> arrays;
  /// Groupshared variables by number.
  struct Global {
    Location loc;
    Type type;
    unsigned alignment;
  };
  SmallVector<Global> globals;
  /// Tables of constants by contents, with their addresses.
  llvm::MapVector<ElementsAttr, Value> tables;
};

/// A buffer of bytes is a structured buffer of words of this many bytes.
constexpr uint32_t kByteWord = 4;

/// Returns the stride of a structured buffer, in bytes.
uint32_t getStride(const ResourceBinding &buffer);

/// Returns the components of a vector that a `vector.from_elements`, a constant
/// or an `llvm.mlir.undef` defines, and nothing for other vectors. Lowerings
/// create their vector results as `vector.from_elements`, and the pass replaces
/// `vector.extract` by the components.
SmallVector<Value> getComponents(Value vector, DXILKernel &kernel);

/// Each function lowers one family of operations. It returns true if it
/// replaced `op`, false if `op` is not of the family, and failure after an
/// error. Operands may still be of type `index`: an `arith.index_castui` to i32
/// converts them and disappears in `convert-dxil-to-llvm`.
FailureOr<bool> lowerLaneOperation(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMath(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMemoryAccess(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerByteAccess(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerAtomic(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerImage(Operation *op, DXILKernel &kernel);
FailureOr<bool> lowerMatrix(Operation *op, DXILKernel &kernel);

/// Gives all tiles of matrices their types in DXIL, before the body is lowered.
void convertMatrixTypes(FuncOp kernel);

/// Returns the three coordinates of a texel that DXIL's functions take; those
/// that the image lacks are undefined.
SmallVector<Value, 3> getTexelCoordinates(OpBuilder &builder,
                                          DXILKernel &kernel,
                                          ValueRange coordinates);
FailureOr<bool> lowerMeshDispatch(Operation *op, DXILKernel &kernel);

/// The structure that DXIL uses for a payload with this array.
LLVM::LLVMStructType getPayloadType(LLVM::LLVMArrayType array);
/// The payload size that DXIL records. It requires a payload in every
/// amplification kernel, so a kernel without one has an unused payload.
unsigned getPayloadBytes(FuncOp kernel);

/// The `b` register of the root constants in space 0: the first that no
/// constant buffer has.
unsigned getRootConstantsRegister(const ArgumentLayout &layout);

/// Reports violations of limits of the validator and Direct3D, before the body
/// is lowered.
LogicalResult verifyDXILLimits(FuncOp kernel, const ArgumentLayout &layout,
                               unsigned minor);
/// Returns the size of groupshared memory in bytes, including memory that
/// passes added.
int64_t countGroupsharedBytes(FuncOp kernel);

/// Returns the manifest of the container; must run before the body is lowered.
DictionaryAttr describeDXILKernel(FuncOp kernel, const ArgumentLayout &layout,
                                  StringRef shaderModel);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_DXILKERNEL_H
