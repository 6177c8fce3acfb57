//===- KernelModule.h - Builder for the spirv.module of one kernel --------===//
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
#include "WaveDialect/IR/ImageFormat.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace mlir::wave {

/// A specialization constant that the kernel states.
struct SpecializationConstant {
  std::string name;
  /// The type with its sign.
  Type element;
};

/// Creates the variables and constants of a kernel's module on demand.
class KernelModule {
public:
  /// `fixedWaveSize` is 0 for a module that supports all wave sizes.
  KernelModule(gpu::GPUFuncOp kernel, KernelDescription description,
               ArgumentLayout layout, unsigned fixedWaveSize);

  /// Returns the address of a buffer argument, at the insertion point of
  /// `builder`.
  Value getBuffer(OpBuilder &builder, Location loc, BlockArgument buffer);
  /// Returns the address of a buffer of i32 as one of i64, for atomics on two
  /// elements: a second variable at the same binding.
  Value getPairs(OpBuilder &builder, Location loc, BlockArgument buffer);
  /// Returns the value of argument `index`, a scalar or a vector.
  Value getScalar(OpBuilder &builder, Location loc, unsigned index);
  /// Returns the length of buffer argument `index` in scalars, an i32.
  Value getLength(OpBuilder &builder, Location loc, unsigned index);
  /// Returns the number of groups that the host has passed, an i32.
  Value getGroupCount(OpBuilder &builder, Location loc, unsigned dimension);
  /// Loads image argument `index`.
  Value getImage(OpBuilder &builder, Location loc, unsigned index);
  /// Returns the address of the variable of image argument `index`.
  Value getImageAddress(OpBuilder &builder, Location loc, unsigned index);
  const KernelDescription &getDescription() const { return description; }
  /// Whether the kernel may write an image.
  bool writesImages() const;
  /// Returns the value of a built-in variable.
  Value getBuiltIn(OpBuilder &builder, Location loc, spirv::BuiltIn builtIn,
                   Type type);
  /// Returns the wave size in lanes: a specialization constant or a fixed
  /// number.
  Value getWaveSize(OpBuilder &builder, Location loc);
  /// Returns the specialization constant of a setting that the host chooses.
  Value getSetting(OpBuilder &builder, Location loc, Setting setting);
  /// Returns a specialization constant of the kernel.
  Value getSpecialization(OpBuilder &builder,
                          SpecializationConstantOp constant);
  /// Creates a variable of storage class Workgroup at `loc`.
  Value getGroupshared(OpBuilder &builder, Location loc, MemRefType type);
  /// Returns the variable of each invocation that holds a table of constants.
  Value getTable(Location loc, ElementsAttr table);
  /// Returns the variable of each invocation for cooperative matrices of `type`.
  Value getMatrixVariable(Location loc, uint32_t number, Type type);
  /// Creates the variable of storage class TaskPayloadWorkgroupEXT at `loc`. It
  /// is a structure of one array, because mesh shaders declare it so.
  Value getPayload(OpBuilder &builder, Location loc, MemRefType type);
  /// Returns the imported function that represents
  /// OpGroupNonUniformBroadcastFirst.
  FlatSymbolRefAttr getBroadcastFirst(Type type);
  /// Returns the imported function that represents an instruction: a prefix of
  /// SPIRVNames.h.
  FlatSymbolRefAttr getImageFunction(StringRef prefix, FunctionType type);

  /// Appends the entry point, execution modes, capabilities and manifest.
  void finish();

  spirv::ModuleOp module;
  spirv::FuncOp function;

private:
  spirv::GlobalVariableOp addVariable(Location loc, StringRef name, Type type,
                                      ArrayRef<NamedAttribute> attributes);
  spirv::GlobalVariableOp
  addResource(Location loc, const ResourceBinding &resource, Type type);
  std::string getSymbol(StringRef name);
  FlatSymbolRefAttr getImport(std::string name, FunctionType type);
  spirv::GlobalVariableOp findVariable(StringRef name) {
    return variables.lookup(getSymbol(name));
  }
  Value getSpecialization(OpBuilder &builder, Location loc, StringRef name,
                          TypedAttr initial, uint32_t id);
  /// Returns the address of a member of the push constants: of the block, or of
  /// one component of a field.
  Value getConstantPointer(OpBuilder &builder, Location loc, unsigned member);
  /// Loads one component of a field of the push constants.
  Value loadConstant(OpBuilder &builder, Location loc, unsigned member);
  /// The number of one of this compiler's specialization constants: `id`, or a
  /// later one if the kernel has constants of its own.
  uint32_t getFreeSpecId(uint32_t id) const;
  /// Whether the size of the group comes from a specialization constant.
  bool isSpecialized() const { return description.numWaves && !fixedWaveSize; }
  bool isAmplification() const {
    return description.stage == Stage::Amplification;
  }
  /// The type of an image: a sampled image, whose format the host chooses, if the
  /// kernel only loads from it, otherwise a storage image.
  spirv::ImageType getImageType(const ResourceBinding &resource) const;
  /// Describes the bindings for the manifest.
  ArrayAttr describeBindings() const;
  spirv::Version getVersion() const;
  /// Gives read-only buffers a separate type.
  void separateReadOnlyBuffers();
  void addDecorations();
  bool hasMatrices();
  void useVulkanMemoryModel();
  void addEntryPoint();
  void attachManifest(ArrayRef<spirv::Capability> capabilities);

  gpu::GPUFuncOp kernel;
  KernelDescription description;
  ArgumentLayout layout;
  unsigned fixedWaveSize;
  /// The formats of read-write images by their variables; null for one that the host
  /// chooses.
  llvm::StringMap<const ImageFormat *> imageFormats;
  llvm::MapVector<StringRef, spirv::GlobalVariableOp> variables;
  int64_t groupsharedBytes = 0;
  /// The type of the payload for mesh groups; null if there is none.
  MemRefType payload;
  unsigned groupsharedCount = 0;
  DenseMap<Attribute, Value> tables;
  DenseMap<uint32_t, Value> matrixVariables;
  /// The numbers of the functions that `getImageFunction` returns.
  DenseMap<Type, unsigned> imageFunctions;
  /// The kernel's own specialization constants by their numbers.
  std::map<uint32_t, SpecializationConstant> specialization;
  /// The settings that the kernel reads, in the order of their ids.
  llvm::SetVector<Setting> settings;
};

/// The specialization constant of a setting that the host chooses. The default
/// `initial` is correct on all devices with a conforming driver.
struct SettingConstant {
  Setting setting;
  uint32_t id;
  bool initial;
  /// The value to which the host sets it, for the manifest.
  StringRef equals;
};
const SettingConstant &getConstant(Setting setting);

/// The components of a row of a constant buffer.
constexpr int64_t kWordsOfRow = 4;

/// The pointer type of a buffer: a structure of one runtime array, or of one
/// array of rows for a constant buffer.
spirv::PointerType getBufferType(MemRefType buffer);

/// The type of the words of a constant buffer that is among the push constants.
spirv::ArrayType getPushConstantsArray(MemRefType block);

/// Returns the capabilities that the module needs, without implied
/// capabilities.
SmallVector<spirv::Capability> getNeededCapabilities(spirv::ModuleOp module);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_KERNELMODULE_H
