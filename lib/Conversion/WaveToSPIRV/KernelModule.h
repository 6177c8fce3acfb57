//===- KernelModule.h - The spirv.module of one kernel, while it is built ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H
#define WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H

#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/SPIRVNames.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {

/// One field of the push constants.
struct ConstantField {
  /// The argument's name; of the buffer for a length.
  std::string name;
  Type element;
  unsigned offset;
  bool isLength;
};

/// One storage buffer.
struct BufferBinding {
  std::string name;
  unsigned set, binding;
  BindingKind kind;
  Type element;
  /// The name of its variable, unlike any other's.
  std::string variable;
};

/// Makes the variables and constants of a kernel's module on demand.
class KernelModule {
public:
  KernelModule(gpu::GPUFuncOp kernel, KernelDescription description);

  /// Lays out buffers and push constants; reports rule `constants-limit`.
  LogicalResult layOutArguments();

  /// The address of buffer argument `index`, at `builder`'s place.
  Value getBuffer(OpBuilder &builder, Location loc, unsigned index);
  /// The value of scalar argument `index`.
  Value getScalar(OpBuilder &builder, Location loc, unsigned index);
  /// The length of buffer argument `index` in elements, an i32.
  Value getLength(OpBuilder &builder, Location loc, unsigned index);
  /// A built-in variable's value.
  Value getBuiltIn(OpBuilder &builder, Location loc, spirv::BuiltIn builtIn,
                   Type type);
  /// The specialisation constant of the wave's size, in lanes.
  Value getWaveSize(OpBuilder &builder, Location loc);
  /// The specialisation constant of a choice of the host.
  Value getSetting(OpBuilder &builder, Location loc, Setting setting);
  /// A variable of storage class Workgroup, at `loc`.
  Value getGroupshared(OpBuilder &builder, Location loc, MemRefType type);
  /// The function that stands for the first active lane's value.
  FlatSymbolRefAttr getBroadcastFirst(Type type);

  /// Appends entry point, execution modes, capabilities and manifest.
  void finish();

  spirv::ModuleOp module;
  spirv::FuncOp function;

private:
  spirv::GlobalVariableOp addVariable(Location loc, StringRef name, Type type,
                                      ArrayRef<NamedAttribute> attributes);
  unsigned findFreeBinding();
  std::string getSymbol(StringRef name);
  spirv::GlobalVariableOp findVariable(StringRef name) {
    return variables.lookup(getSymbol(name));
  }
  Value getSpecialization(OpBuilder &builder, Location loc, StringRef name,
                          TypedAttr initial, uint32_t id);
  Value loadConstantField(OpBuilder &builder, Location loc, unsigned field);
  void addDecorations();
  DictionaryAttr getManifest(ArrayRef<spirv::Capability> capabilities);

  gpu::GPUFuncOp kernel;
  KernelDescription description;
  SmallVector<BufferBinding> buffers;
  SmallVector<ConstantField> fields;
  /// Of each argument: its place in `buffers` or, for scalars, in `fields`; and the
  /// place of a buffer's length.
  SmallVector<unsigned> places, lengths;
  llvm::MapVector<StringRef, spirv::GlobalVariableOp> variables;
  unsigned constantBytes = 0;
  int64_t groupsharedBytes = 0;
  unsigned groupsharedCount = 0;
  /// The choices that the kernel depends on, in the order of their ids.
  llvm::SetVector<Setting> settings;
};

/// The capabilities that the module needs, without those that others imply.
SmallVector<spirv::Capability> getNeededCapabilities(spirv::ModuleOp module);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H
