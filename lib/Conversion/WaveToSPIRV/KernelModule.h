//===- KernelModule.h - The spirv.module of one kernel, while it is built ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H
#define WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H

#include "../ArgumentLayout.h"

#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/SPIRVNames.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {

/// Makes the variables and constants of a kernel's module on demand.
class KernelModule {
public:
  /// `fixedWaveSize` is 0 for a module that serves all wave sizes.
  KernelModule(gpu::GPUFuncOp kernel, KernelDescription description,
               ArgumentLayout layout, unsigned fixedWaveSize);

  /// The address of a buffer argument, at `builder`'s place.
  Value getBuffer(OpBuilder &builder, Location loc, BlockArgument buffer);
  /// The value of argument `index`, a scalar or a vector.
  Value getScalar(OpBuilder &builder, Location loc, unsigned index);
  /// The length of buffer argument `index` in scalars, an i32.
  Value getLength(OpBuilder &builder, Location loc, unsigned index);
  /// Image argument `index`, loaded.
  Value getImage(OpBuilder &builder, Location loc, unsigned index);
  const KernelDescription &getDescription() const { return description; }
  /// Whether the kernel may write an image.
  bool writesImages() const;
  /// A built-in variable's value.
  Value getBuiltIn(OpBuilder &builder, Location loc, spirv::BuiltIn builtIn,
                   Type type);
  /// The wave's size in lanes: a specialization constant, or fixed.
  Value getWaveSize(OpBuilder &builder, Location loc);
  /// The specialization constant of a choice of the host.
  Value getSetting(OpBuilder &builder, Location loc, Setting setting);
  /// A variable of storage class Workgroup, at `loc`.
  Value getGroupshared(OpBuilder &builder, Location loc, MemRefType type);
  /// The variable of storage class TaskPayloadWorkgroupEXT, at `loc`: a structure of one
  /// array, as the mesh shader declares it.
  Value getPayload(OpBuilder &builder, Location loc, MemRefType type);
  /// The function that stands for the first active lane's value.
  FlatSymbolRefAttr getBroadcastFirst(Type type);

  /// Appends entry point, execution modes, capabilities and manifest.
  void finish();

  spirv::ModuleOp module;
  spirv::FuncOp function;

private:
  spirv::GlobalVariableOp addVariable(Location loc, StringRef name, Type type,
                                      ArrayRef<NamedAttribute> attributes);
  spirv::GlobalVariableOp
  addResource(Location loc, const ResourceBinding &resource, Type type);
  std::string getSymbol(StringRef name);
  spirv::GlobalVariableOp findVariable(StringRef name) {
    return variables.lookup(getSymbol(name));
  }
  Value getSpecialization(OpBuilder &builder, Location loc, StringRef name,
                          TypedAttr initial, uint32_t id);
  /// One component of a field of the push constants.
  Value loadConstant(OpBuilder &builder, Location loc, unsigned member);
  /// Whether the group's size comes from a specialization constant.
  bool isSpecialized() const { return description.numWaves && !fixedWaveSize; }
  bool isAmplification() const {
    return description.stage == Stage::Amplification;
  }
  spirv::Version getVersion() const;
  /// Gives buffers that the kernel only reads a type of their own.
  void separateReadOnlyBuffers();
  void addDecorations();
  void addEntryPoint();
  DictionaryAttr getManifest(ArrayRef<spirv::Capability> capabilities);

  gpu::GPUFuncOp kernel;
  KernelDescription description;
  ArgumentLayout layout;
  unsigned fixedWaveSize;
  llvm::MapVector<StringRef, spirv::GlobalVariableOp> variables;
  int64_t groupsharedBytes = 0;
  /// What the group hands to mesh groups; null for nothing.
  MemRefType payload;
  unsigned groupsharedCount = 0;
  /// The choices that the kernel depends on, in the order of their ids.
  llvm::SetVector<Setting> settings;
};

/// How a choice of the host is a specialization constant. What a host that sets nothing
/// gets is right everywhere.
struct SettingConstant {
  Setting setting;
  uint32_t id;
  bool initial;
  /// For the manifest: what the host sets it to.
  StringRef equals;
};
const SettingConstant &getConstant(Setting setting);

/// The address of a buffer: a structure of one array without an end.
spirv::PointerType getBufferType(MemRefType buffer);

/// The capabilities that the module needs, without those that others imply.
SmallVector<spirv::Capability> getNeededCapabilities(spirv::ModuleOp module);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H
