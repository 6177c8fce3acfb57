//===- KernelModule.cpp - Builder for the spirv.module of one kernel ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the format of a read-write image: the stated one, else the one that
/// stores all values unchanged; null for one that the host chooses.
static const ImageFormat *getFormat(gpu::GPUFuncOp kernel,
                                    BlockArgument argument,
                                    const ResourceBinding &image) {
  if (auto name = kernel.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      kImageFormatAttribute))
    return findImageFormat(name);
  return &getExactFormat(image.element, image.components);
}

KernelModule::KernelModule(gpu::GPUFuncOp kernel, KernelDescription description,
                           ArgumentLayout layout, unsigned fixedWaveSize)
    : kernel(kernel), description(std::move(description)),
      layout(std::move(layout)), fixedWaveSize(fixedWaveSize) {
  OpBuilder builder(kernel->getParentOfType<gpu::GPUModuleOp>());
  Location loc = kernel.getLoc();
  module = spirv::ModuleOp::create(
      builder, loc, spirv::AddressingModel::Logical,
      spirv::MemoryModel::GLSL450, std::nullopt, StringRef(kernel.getName()));
  builder.setInsertionPointToStart(module.getBody());
  function = spirv::FuncOp::create(builder, loc, kernel.getName(),
                                   builder.getFunctionType({}, {}));
  for (BlockArgument argument : kernel.getArguments())
    if (isa<ImageType>(argument.getType())) {
      const ResourceBinding &image =
          this->layout.getResource(argument.getArgNumber());
      if (image.kind == BindingKind::UAV)
        imageFormats[image.variable] = getFormat(kernel, argument, image);
    }
  kernel.walk([&](SpecializationConstantOp constant) {
    specialization.try_emplace(constant.getId(),
                               SpecializationConstant{constant.getName().str(),
                                                      constant.getElement()});
  });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

spirv::GlobalVariableOp
KernelModule::addVariable(Location loc, StringRef name, Type type,
                          ArrayRef<NamedAttribute> attributes) {
  OpBuilder builder(function);
  auto variable = spirv::GlobalVariableOp::create(
      builder, loc, TypeAttr::get(type), builder.getStringAttr(getSymbol(name)),
      FlatSymbolRefAttr());
  for (NamedAttribute attribute : attributes)
    variable->setAttr(attribute.getName(), attribute.getValue());
  variables[variable.getSymName()] = variable;
  return variable;
}

spirv::ArrayType wave::getPushConstantsArray(MemRefType block) {
  Type word = block.getElementType();
  return spirv::ArrayType::get(word, block.getNumElements(),
                               getScalarBytes(word));
}

spirv::PointerType wave::getBufferType(MemRefType buffer) {
  Type element = buffer.getElementType();
  if (buffer.hasStaticShape()) {
    // The arrays of a uniform block have a stride of 16 bytes at least.
    auto row = VectorType::get({kWordsOfRow}, element);
    auto rows = spirv::ArrayType::get(
        row, llvm::divideCeil(buffer.getNumElements(), kWordsOfRow),
        kWordsOfRow * getScalarBytes(element));
    return spirv::PointerType::get(spirv::StructType::get({rows}, {0}),
                                   spirv::StorageClass::Uniform);
  }
  auto array = spirv::RuntimeArrayType::get(
      element,
      getScalarBytes(getScalarType(element)) * getNumComponents(element));
  return spirv::PointerType::get(spirv::StructType::get({array}, {0}),
                                 spirv::StorageClass::StorageBuffer);
}

Value KernelModule::getBuffer(OpBuilder &builder, Location loc,
                              BlockArgument buffer) {
  if (layout.block && layout.block->argument == buffer.getArgNumber())
    return getConstantPointer(builder, loc, /*member=*/0);
  const ResourceBinding &resource = layout.getResource(buffer.getArgNumber());
  spirv::GlobalVariableOp variable = findVariable(resource.variable);
  if (!variable)
    variable = addResource(loc, resource,
                           getBufferType(cast<MemRefType>(buffer.getType())));
  return spirv::AddressOfOp::create(builder, loc, variable);
}

/// The name of the variable that `getPairs` returns.
static std::string getPairsName(const ResourceBinding &resource) {
  return resource.variable + ".pairs";
}

Value KernelModule::getPairs(OpBuilder &builder, Location loc,
                             BlockArgument buffer) {
  const ResourceBinding &resource = layout.getResource(buffer.getArgNumber());
  spirv::GlobalVariableOp variable = findVariable(getPairsName(resource));
  if (!variable) {
    ResourceBinding pairs = resource;
    pairs.variable = getPairsName(resource);
    variable = addResource(loc, pairs,
                           getBufferType(MemRefType::get(
                               {ShapedType::kDynamic}, builder.getI64Type())));
  }
  return spirv::AddressOfOp::create(builder, loc, variable);
}

spirv::ImageType
KernelModule::getImageType(const ResourceBinding &resource) const {
  Type element = resource.element;
  // MLIR's SPIR-V dialect uses signless integers for unsigned components.
  const ChannelKind kind = getChannelKind(element);
  if (kind != ChannelKind::Float)
    element =
        IntegerType::get(element.getContext(), 32,
                         kind == ChannelKind::Unsigned ? IntegerType::Signless
                                                       : IntegerType::Signed);
  const bool isArray = cast<wave::ImageType>(resource.type).isArray();
  const ImageFormat *format = imageFormats.lookup(resource.variable);
  return spirv::ImageType::get(
      element, spirv::Dim::Dim2D, spirv::ImageDepthInfo::NoDepth,
      isArray ? spirv::ImageArrayedInfo::Arrayed
              : spirv::ImageArrayedInfo::NonArrayed,
      spirv::ImageSamplingInfo::SingleSampled,
      resource.kind == BindingKind::SRV
          ? spirv::ImageSamplerUseInfo::NeedSampler
          : spirv::ImageSamplerUseInfo::NoSampler,
      format ? *spirv::symbolizeImageFormat(format->spirv)
             : spirv::ImageFormat::Unknown);
}

Value KernelModule::getImage(OpBuilder &builder, Location loc, unsigned index) {
  return spirv::LoadOp::create(builder, loc,
                               getImageAddress(builder, loc, index));
}

Value KernelModule::getImageAddress(OpBuilder &builder, Location loc,
                                    unsigned index) {
  const ResourceBinding &resource = layout.getResource(index);
  spirv::GlobalVariableOp variable = findVariable(resource.variable);
  if (!variable)
    variable = addResource(
        loc, resource,
        spirv::PointerType::get(getImageType(resource),
                                spirv::StorageClass::UniformConstant));
  return spirv::AddressOfOp::create(builder, loc, variable);
}

bool KernelModule::writesImages() const {
  return llvm::any_of(layout.resources, [](const ResourceBinding &resource) {
    return !resource.isBuffer() && resource.kind == BindingKind::UAV;
  });
}

spirv::GlobalVariableOp
KernelModule::addResource(Location loc, const ResourceBinding &resource,
                          Type type) {
  Builder builder(module.getContext());
  return addVariable(
      loc, resource.variable, type,
      {builder.getNamedAttr("descriptor_set",
                            builder.getI32IntegerAttr(resource.set)),
       builder.getNamedAttr("binding",
                            builder.getI32IntegerAttr(resource.binding))});
}

Value KernelModule::getConstantPointer(OpBuilder &builder, Location loc,
                                       unsigned member) {
  StringRef name = "constants";
  spirv::GlobalVariableOp variable = findVariable(name);
  if (!variable) {
    SmallVector<Type> types;
    SmallVector<spirv::StructType::OffsetInfo> offsets;
    if (layout.block) {
      types.push_back(getPushConstantsArray(layout.block->type));
      offsets.push_back(0);
    }
    for (const ConstantField &field : layout.fields) {
      Type type = getConstantType(field.element);
      unsigned bytes = type.getIntOrFloatBitWidth() / 8;
      for (unsigned component = 0; component < field.components; ++component) {
        types.push_back(type);
        offsets.push_back(field.offset + component * bytes);
      }
    }
    variable = addVariable(
        loc, name,
        spirv::PointerType::get(spirv::StructType::get(types, offsets),
                                spirv::StorageClass::PushConstant),
        {});
  }
  Value address = spirv::AddressOfOp::create(builder, loc, variable);
  Value place = spirv::ConstantOp::create(builder, loc, builder.getI32Type(),
                                          builder.getI32IntegerAttr(member));
  return spirv::AccessChainOp::create(builder, loc, address, place);
}

Value KernelModule::loadConstant(OpBuilder &builder, Location loc,
                                 unsigned member) {
  return spirv::LoadOp::create(builder, loc,
                               getConstantPointer(builder, loc, member));
}

/// Converts a value that was widened in the constants back to `type`.
static Value narrowConstant(OpBuilder &builder, Location loc, Type type,
                            Value value) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return spirv::FConvertOp::create(builder, loc, type, value);
  if (!type.isInteger(1))
    return spirv::SConvertOp::create(builder, loc, type, value);
  Value zero = spirv::ConstantOp::getZero(value.getType(), loc, builder);
  return spirv::INotEqualOp::create(builder, loc, value, zero);
}

Value KernelModule::getScalar(OpBuilder &builder, Location loc,
                              unsigned index) {
  const ConstantField &field = layout.getField(index);
  Type type = kernel.getArgument(index).getType();
  SmallVector<Value> components;
  for (unsigned component = 0; component < field.components; ++component)
    components.push_back(narrowConstant(
        builder, loc, getElementTypeOrSelf(type),
        loadConstant(builder, loc, field.firstMember + component)));
  if (!isa<VectorType>(type))
    return components.front();
  return spirv::CompositeConstructOp::create(builder, loc, type, components);
}

Value KernelModule::getLength(OpBuilder &builder, Location loc,
                              unsigned index) {
  if (auto type = cast<MemRefType>(kernel.getArgument(index).getType());
      type.hasStaticShape())
    return spirv::ConstantOp::create(
        builder, loc, builder.getI32Type(),
        builder.getI32IntegerAttr(type.getNumElements()));
  return loadConstant(builder, loc, layout.getLengthField(index).firstMember);
}

Value KernelModule::getGroupCount(OpBuilder &builder, Location loc,
                                  unsigned dimension) {
  return loadConstant(builder, loc,
                      layout.getGroupCountField().firstMember + dimension);
}

//===----------------------------------------------------------------------===//
// Built-ins and specialization constants
//===----------------------------------------------------------------------===//

Value KernelModule::getBuiltIn(OpBuilder &builder, Location loc,
                               spirv::BuiltIn builtIn, Type type) {
  StringRef builtInName = spirv::stringifyBuiltIn(builtIn);
  std::string name = ("builtin_" + builtInName).str();
  spirv::GlobalVariableOp variable = findVariable(name);
  if (!variable)
    variable = addVariable(
        loc, name, spirv::PointerType::get(type, spirv::StorageClass::Input),
        builder.getNamedAttr("built_in", builder.getStringAttr(builtInName)));
  Value address = spirv::AddressOfOp::create(builder, loc, variable);
  return spirv::LoadOp::create(builder, loc, address);
}

/// The entry point has the name of the kernel, so no other symbol may have it.
std::string KernelModule::getSymbol(StringRef name) {
  return name == kernel.getName() ? (name + "_").str() : name.str();
}

Value KernelModule::getSpecialization(OpBuilder &builder, Location loc,
                                      StringRef name, TypedAttr initial,
                                      uint32_t id) {
  std::string symbol = getSymbol(name);
  if (!module.lookupSymbol(symbol)) {
    OpBuilder global(function);
    auto constant =
        spirv::SpecConstantOp::create(global, kernel.getLoc(), symbol, initial);
    constant->setAttr("spec_id", builder.getI32IntegerAttr(id));
  }
  return spirv::ReferenceOfOp::create(builder, loc, initial.getType(), symbol);
}

Value KernelModule::getWaveSize(OpBuilder &builder, Location loc) {
  if (fixedWaveSize)
    return spirv::ConstantOp::create(builder, loc, builder.getI32Type(),
                                     builder.getI32IntegerAttr(fixedWaveSize));
  int32_t initial =
      description.preferredWaveSize.value_or(description.waveSizes.front());
  return getSpecialization(builder, loc, kWaveSizeConstant,
                           builder.getI32IntegerAttr(initial),
                           getFreeSpecId(kWaveSizeSpecId));
}

uint32_t KernelModule::getFreeSpecId(uint32_t id) const {
  // Hosts set the kernel's own constants by the numbers that it states.
  for (auto &entry : specialization)
    if (entry.first <= id)
      ++id;
  return id;
}

Value KernelModule::getSpecialization(OpBuilder &builder,
                                      SpecializationConstantOp constant) {
  const uint32_t id = constant.getId();
  return getSpecialization(builder, constant.getLoc(),
                           ("specialization_" + Twine(id)).str(),
                           constant.getValue(), id);
}

static constexpr SettingConstant kSettings[] = {
    {Setting::RobustBuffers, 1, false,
     "1 where robustBufferAccess2 is on, else 0"},
    {Setting::MemoryBarriers, 2, true,
     "1; 0 on Mesa's llvmpipe, which takes a memory barrier for a barrier of "
     "the group"},
    {Setting::WaveNumbers, 3, true,
     "1; 0 on Mesa 22's llvmpipe, whose numbers of waves are wrong where a row "
     "of threads does not fill them, and whose loops go on for lanes without a "
     "thread"},
};

const SettingConstant &wave::getConstant(Setting setting) {
  return kSettings[static_cast<unsigned>(setting)];
}

Value KernelModule::getSetting(OpBuilder &builder, Location loc,
                               Setting setting) {
  const SettingConstant &constant = getConstant(setting);
  settings.insert(setting);
  return getSpecialization(builder, loc, stringifySetting(setting),
                           builder.getBoolAttr(constant.initial),
                           getFreeSpecId(constant.id));
}

Value KernelModule::getGroupshared(OpBuilder &builder, Location loc,
                                   MemRefType type) {
  groupsharedBytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
  auto pointer = spirv::PointerType::get(
      spirv::ArrayType::get(type.getElementType(), type.getNumElements()),
      spirv::StorageClass::Workgroup);
  spirv::GlobalVariableOp variable = addVariable(
      loc, ("groupshared_" + Twine(groupsharedCount++)).str(), pointer, {});
  return spirv::AddressOfOp::create(builder, loc, variable);
}

/// Drivers keep a variable that only its initializer writes in constant memory.
Value KernelModule::getTable(Location loc, ElementsAttr table) {
  Value &variable = tables[table];
  if (!variable) {
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    auto array =
        spirv::ArrayType::get(table.getElementType(), table.getNumElements());
    Value elements = spirv::ConstantOp::create(builder, loc, array, table);
    variable = spirv::VariableOp::create(
        builder, loc,
        spirv::PointerType::get(array, spirv::StorageClass::Function),
        spirv::StorageClass::Function, elements);
  }
  return variable;
}

Value KernelModule::getMatrixVariable(Location loc, uint32_t number,
                                      Type type) {
  Value &variable = matrixVariables[number];
  if (!variable) {
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    variable = spirv::VariableOp::create(
        builder, loc,
        spirv::PointerType::get(type, spirv::StorageClass::Function),
        spirv::StorageClass::Function, /*initializer=*/Value());
  }
  return variable;
}

Value KernelModule::getPayload(OpBuilder &builder, Location loc,
                               MemRefType type) {
  payload = type;
  Type array =
      spirv::ArrayType::get(type.getElementType(), type.getNumElements());
  spirv::GlobalVariableOp variable = addVariable(
      loc, "payload",
      spirv::PointerType::get(spirv::StructType::get({array}),
                              spirv::StorageClass::TaskPayloadWorkgroupEXT),
      {});
  return spirv::AddressOfOp::create(builder, loc, variable);
}

FlatSymbolRefAttr KernelModule::getBroadcastFirst(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << kBroadcastFirstPrefix << type;
  return getImport(name, FunctionType::get(type.getContext(), {type}, {type}));
}

FlatSymbolRefAttr KernelModule::getImageFunction(StringRef prefix,
                                                 FunctionType type) {
  // The types of images are long; they are numbered.
  unsigned number =
      imageFunctions.insert({type, imageFunctions.size()}).first->second;
  return getImport((prefix + Twine(number)).str(), type);
}

FlatSymbolRefAttr KernelModule::getImport(std::string name, FunctionType type) {
  name = getSymbol(name);
  if (!module.lookupSymbol(name)) {
    OpBuilder builder(function);
    auto declaration =
        spirv::FuncOp::create(builder, kernel.getLoc(), name, type);
    declaration.setLinkageAttributesAttr(spirv::LinkageAttributesAttr::get(
        builder.getContext(), builder.getStringAttr(name),
        spirv::LinkageTypeAttr::get(builder.getContext(),
                                    spirv::LinkageType::Import)));
    declaration->setAttr("sym_visibility", builder.getStringAttr("private"));
  }
  return FlatSymbolRefAttr::get(module.getContext(), name);
}

//===----------------------------------------------------------------------===//
// Finishing the module
//===----------------------------------------------------------------------===//

// NVIDIA's driver (580.159) applies `NonWritable` of one variable to all
// variables of the same type, and then moves loads above stores to the loaded
// memory.
void KernelModule::separateReadOnlyBuffers() {
  for (const ResourceBinding &resource : layout.resources) {
    spirv::GlobalVariableOp variable = findVariable(resource.variable);
    if (!variable || !resource.isBuffer() || resource.kind != BindingKind::SRV)
      continue;
    auto pointer = cast<spirv::PointerType>(variable.getType());
    auto buffer = cast<spirv::StructType>(pointer.getPointeeType());
    auto readOnly =
        spirv::StructType::get({buffer.getElementType(0)}, {0},
                               {{0, spirv::Decoration::NonWritable,
                                 UnitAttr::get(module.getContext())}});
    Type type = spirv::PointerType::get(readOnly, pointer.getStorageClass());
    variable.setType(type);
    function.walk([&](spirv::AddressOfOp op) {
      if (op.getVariable() == variable.getSymName())
        op.getPointer().setType(type);
    });
  }
}

/// Two variables at one binding are the same memory. If a barrier orders
/// buffers, writes of other waves must become visible. Those of other groups
/// must where the kernel asks for it.
void KernelModule::addDecorations() {
  auto mark = [&](StringRef name, StringRef decoration) {
    if (auto variable = findVariable(name))
      variable->setAttr(decoration, UnitAttr::get(module.getContext()));
  };
  for (const ResourceBinding &resource : layout.resources) {
    if (!findVariable(getPairsName(resource)))
      continue;
    mark(resource.variable, "aliased");
    mark(getPairsName(resource), "aliased");
  }
  bool ordersBuffers = false;
  module.walk([&](Operation *op) {
    auto has = [&](auto barrier) {
      ordersBuffers |= bitEnumContainsAny(
          barrier.getMemorySemantics(), spirv::MemorySemantics::UniformMemory);
    };
    if (auto barrier = dyn_cast<spirv::ControlBarrierOp>(op))
      has(barrier);
    else if (auto barrier = dyn_cast<spirv::MemoryBarrierOp>(op))
      has(barrier);
  });
  for (const ResourceBinding &resource : layout.resources)
    if (resource.kind == BindingKind::UAV &&
        (ordersBuffers || resource.isCoherent)) {
      mark(resource.variable, "coherent");
      mark(getPairsName(resource), "coherent");
    }
}

bool KernelModule::hasMatrices() {
  return module
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(),
                            llvm::IsaPred<spirv::CooperativeMatrixType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

spirv::Version KernelModule::getVersion() const {
  // The accessors of operations are not const.
  spirv::ModuleOp handle = module;
  if (!fixedWaveSize || handle.getMemoryModel() == spirv::MemoryModel::Vulkan)
    return spirv::Version::V_1_6;
  // The lowest version for task shaders.
  return isAmplification() ? spirv::Version::V_1_4 : spirv::Version::V_1_3;
}

void KernelModule::addEntryPoint() {
  SmallVector<Attribute> interface;
  for (auto &[name, variable] : variables) {
    // Before SPIR-V 1.4 the interface contains only inputs and outputs.
    bool isInput =
        cast<spirv::PointerType>(variable.getType()).getStorageClass() ==
        spirv::StorageClass::Input;
    if (getVersion() >= spirv::Version::V_1_4 || isInput)
      interface.push_back(SymbolRefAttr::get(variable));
  }
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = kernel.getLoc();
  spirv::EntryPointOp::create(builder, loc,
                              isAmplification()
                                  ? spirv::ExecutionModel::TaskEXT
                                  : spirv::ExecutionModel::GLCompute,
                              function, interface);
  SmallVector<int32_t> size = description.launchedThreads;
  if (description.numWaves)
    size = {static_cast<int32_t>(description.numWaves * fixedWaveSize), 1, 1};
  // For a specialized size, the completion of the binary adds LocalSizeId.
  if (!isSpecialized())
    spirv::ExecutionModeOp::create(builder, loc, function,
                                   spirv::ExecutionMode::LocalSize, size);
}

void KernelModule::finish() {
  separateReadOnlyBuffers();
  addDecorations();
  if (hasMatrices())
    useVulkanMemoryModel();
  // The size of the group needs the constant even if the kernel does not read
  // it.
  OpBuilder builder(function);
  if (isSpecialized())
    getWaveSize(builder, kernel.getLoc()).getDefiningOp()->erase();
  addEntryPoint();
  SmallVector<spirv::Capability> capabilities = getNeededCapabilities(module);
  SmallVector<spirv::Extension> extensions;
  if (isAmplification())
    extensions.push_back(spirv::Extension::SPV_EXT_mesh_shader);
  if (getVersion() < spirv::Version::V_1_5 &&
      llvm::is_contained(capabilities,
                         spirv::Capability::StorageBuffer8BitAccess))
    extensions.push_back(spirv::Extension::SPV_KHR_8bit_storage);
  if (llvm::is_contained(capabilities, spirv::Capability::CooperativeMatrixKHR))
    extensions.push_back(spirv::Extension::SPV_KHR_cooperative_matrix);
  if (llvm::is_contained(capabilities, spirv::Capability::BFloat16TypeKHR) ||
      llvm::is_contained(capabilities,
                         spirv::Capability::BFloat16CooperativeMatrixKHR))
    extensions.push_back(spirv::Extension::SPV_KHR_bfloat16);
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(
      getVersion(), capabilities, extensions, module.getContext()));
  attachManifest(capabilities);
  kernel.erase();
}
