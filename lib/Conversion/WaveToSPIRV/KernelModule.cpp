//===- KernelModule.cpp - The spirv.module of one kernel, while it is built -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// What every Vulkan device takes.
static constexpr unsigned kMaxConstantBytes = 128;

KernelModule::KernelModule(gpu::GPUFuncOp kernel, KernelDescription description)
    : kernel(kernel), description(std::move(description)) {
  OpBuilder builder(kernel->getParentOfType<gpu::GPUModuleOp>());
  Location loc = kernel.getLoc();
  module = spirv::ModuleOp::create(
      builder, loc, spirv::AddressingModel::Logical,
      spirv::MemoryModel::GLSL450, std::nullopt, StringRef(kernel.getName()));
  builder.setInsertionPointToStart(module.getBody());
  function = spirv::FuncOp::create(builder, loc, kernel.getName(),
                                   builder.getFunctionType({}, {}));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The first binding of set 0 that no argument states and no buffer has yet.
unsigned KernelModule::findFreeBinding() {
  auto isTaken = [&](unsigned candidate) {
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      auto stated = kernel.getArgAttrOfType<BindingAttr>(index, "wave.binding");
      if (stated && stated.getSet() == 0u && stated.getBinding() == candidate)
        return true;
    }
    return llvm::any_of(buffers, [&](const BufferBinding &buffer) {
      return buffer.set == 0 && buffer.binding == candidate;
    });
  };
  unsigned candidate = 0;
  while (isTaken(candidate))
    ++candidate;
  return candidate;
}

LogicalResult KernelModule::layOutArguments() {
  unsigned count = kernel.getNumArguments();
  auto getName = [&](unsigned index) -> std::string {
    if (auto name = kernel.getArgAttrOfType<StringAttr>(index, "wave.name"))
      return name.str();
    return ("arg" + Twine(index)).str();
  };
  auto addField = [&](unsigned index, Type element, bool isLength) {
    fields.push_back({getName(index), element, constantBytes, isLength});
    constantBytes += 4; // Every type of this dialect takes 4 bytes here.
    return fields.size() - 1;
  };
  places.resize(count);
  lengths.resize(count);
  for (unsigned index = 0; index < count; ++index) {
    auto binding = kernel.getArgAttrOfType<BindingAttr>(index, "wave.binding");
    if (!binding) {
      auto element = kernel.getArgAttrOfType<TypeAttr>(index, "wave.element");
      places[index] = addField(index, element.getValue(), /*isLength=*/false);
      continue;
    }
    places[index] = buffers.size();
    std::string variable = "buffer_" + getName(index);
    while (variable == kernel.getName() ||
           llvm::any_of(buffers, [&](const BufferBinding &other) {
             return other.variable == variable;
           }))
      variable += "_" + std::to_string(index);
    buffers.push_back({getName(index), binding.getSet().value_or(0),
                       binding.getBinding().value_or(findFreeBinding()),
                       binding.getKind(), binding.getElement(), variable});
  }
  Type u32 = IntegerType::get(kernel.getContext(), 32, IntegerType::Unsigned);
  for (unsigned index = 0; index < count; ++index)
    if (isa<MemRefType>(kernel.getArgument(index).getType()))
      lengths[index] = addField(index, u32, /*isLength=*/true);

  llvm::DenseMap<std::pair<unsigned, unsigned>, StringRef> taken;
  for (const BufferBinding &buffer : buffers) {
    auto [it, inserted] =
        taken.try_emplace({buffer.set, buffer.binding}, buffer.name);
    if (!inserted)
      return kernel.emitError("buffers '")
             << it->second << "' and '" << buffer.name
             << "' are both bound at set " << buffer.set << ", binding "
             << buffer.binding << ": give one another place [binding-taken]";
  }
  if (constantBytes <= kMaxConstantBytes)
    return success();
  return kernel.emitError("the scalar arguments and the lengths of buffers "
                          "take ")
         << constantBytes << " bytes, and constants have " << kMaxConstantBytes
         << ": pass some of them in a Buffer [constants-limit]";
}

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

Value KernelModule::getBuffer(OpBuilder &builder, Location loc,
                              unsigned index) {
  const BufferBinding &buffer = buffers[places[index]];
  spirv::GlobalVariableOp variable = findVariable(buffer.variable);
  if (!variable) {
    Type element = getStorageType(buffer.element);
    auto array = spirv::RuntimeArrayType::get(
        element, element.getIntOrFloatBitWidth() / 8);
    auto type = spirv::PointerType::get(spirv::StructType::get({array}, {0}),
                                        spirv::StorageClass::StorageBuffer);
    variable = addVariable(
        loc, buffer.variable, type,
        {builder.getNamedAttr("descriptor_set",
                              builder.getI32IntegerAttr(buffer.set)),
         builder.getNamedAttr("binding",
                              builder.getI32IntegerAttr(buffer.binding))});
    if (buffer.kind == BindingKind::SRV)
      variable->setAttr("non_writable", builder.getUnitAttr());
  }
  return spirv::AddressOfOp::create(builder, loc, variable);
}

Value KernelModule::loadConstantField(OpBuilder &builder, Location loc,
                                      unsigned field) {
  StringRef name = "constants";
  spirv::GlobalVariableOp variable = findVariable(name);
  if (!variable) {
    SmallVector<Type> types;
    SmallVector<spirv::StructType::OffsetInfo> offsets;
    for (const ConstantField &member : fields) {
      types.push_back(getStorageType(member.element));
      offsets.push_back(member.offset);
    }
    variable = addVariable(
        loc, name,
        spirv::PointerType::get(spirv::StructType::get(types, offsets),
                                spirv::StorageClass::PushConstant),
        {});
  }
  Value address = spirv::AddressOfOp::create(builder, loc, variable);
  Value place = spirv::ConstantOp::create(builder, loc, builder.getI32Type(),
                                          builder.getI32IntegerAttr(field));
  Value member = spirv::AccessChainOp::create(builder, loc, address, place);
  return spirv::LoadOp::create(builder, loc, member);
}

Value KernelModule::getScalar(OpBuilder &builder, Location loc,
                              unsigned index) {
  unsigned field = places[index];
  Value value = loadConstantField(builder, loc, field);
  if (!fields[field].element.isInteger(1))
    return value;
  Value zero = spirv::ConstantOp::getZero(builder.getI32Type(), loc, builder);
  return spirv::INotEqualOp::create(builder, loc, value, zero);
}

Value KernelModule::getLength(OpBuilder &builder, Location loc,
                              unsigned index) {
  return loadConstantField(builder, loc, lengths[index]);
}

//===----------------------------------------------------------------------===//
// Machine and host
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

/// The kernel's own name is the entry point's, whatever it is.
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
  int32_t initial =
      description.preferredWaveSize.value_or(description.waveSizes.front());
  return getSpecialization(builder, loc, kWaveSizeConstant,
                           builder.getI32IntegerAttr(initial), kWaveSizeSpecId);
}

namespace {
/// What a host that sets nothing gets is right everywhere.
struct SettingConstant {
  Setting setting;
  uint32_t id;
  bool initial;
  StringLiteral equals;
};
} // namespace

static constexpr SettingConstant kSettings[] = {
    {Setting::RobustBuffers, 1, false,
     "1 where robustBufferAccess2 is on, else 0"},
    {Setting::MemoryBarriers, 2, true,
     "1; 0 on Mesa's llvmpipe, which takes a memory barrier for a barrier of "
     "the "
     "group"},
};

static const SettingConstant &getConstant(Setting setting) {
  return kSettings[static_cast<unsigned>(setting)];
}

Value KernelModule::getSetting(OpBuilder &builder, Location loc,
                               Setting setting) {
  const SettingConstant &constant = getConstant(setting);
  settings.insert(setting);
  return getSpecialization(builder, loc, stringifySetting(setting),
                           builder.getBoolAttr(constant.initial), constant.id);
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

FlatSymbolRefAttr KernelModule::getBroadcastFirst(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << kBroadcastFirstPrefix << type;
  name = getSymbol(name);
  if (!module.lookupSymbol(name)) {
    OpBuilder builder(function);
    auto declaration =
        spirv::FuncOp::create(builder, kernel.getLoc(), name,
                              builder.getFunctionType({type}, {type}));
    declaration.setLinkageAttributesAttr(spirv::LinkageAttributesAttr::get(
        builder.getContext(), builder.getStringAttr(name),
        spirv::LinkageTypeAttr::get(builder.getContext(),
                                    spirv::LinkageType::Import)));
    declaration->setAttr("sym_visibility", builder.getStringAttr("private"));
  }
  return FlatSymbolRefAttr::get(module.getContext(), name);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// With a barrier that orders buffers, other waves' writes must be seen.
void KernelModule::addDecorations() {
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
  if (!ordersBuffers)
    return;
  for (const BufferBinding &buffer : buffers)
    if (buffer.kind == BindingKind::UAV)
      if (auto variable = findVariable(buffer.variable))
        variable->setAttr("coherent", UnitAttr::get(module.getContext()));
}

void KernelModule::finish() {
  addDecorations();
  OpBuilder builder(module.getContext());
  // The group's size needs the constant whether or not the kernel reads it.
  builder.setInsertionPoint(function);
  if (description.numWaves)
    getWaveSize(builder, kernel.getLoc()).getDefiningOp()->erase();
  SmallVector<Attribute> interface;
  for (auto &[name, variable] : variables)
    interface.push_back(SymbolRefAttr::get(variable));
  builder.setInsertionPointToEnd(module.getBody());
  spirv::EntryPointOp::create(builder, kernel.getLoc(),
                              spirv::ExecutionModel::GLCompute, function,
                              interface);
  if (!description.numThreads.empty())
    spirv::ExecutionModeOp::create(builder, kernel.getLoc(), function,
                                   spirv::ExecutionMode::LocalSize,
                                   description.numThreads);
  SmallVector<spirv::Capability> capabilities = getNeededCapabilities(module);
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(
      spirv::Version::V_1_6, capabilities, ArrayRef<spirv::Extension>(),
      module.getContext()));
  module->setAttr("wave.manifest", getManifest(capabilities));
  kernel.erase();
}

//===----------------------------------------------------------------------===//
// Manifest
//===----------------------------------------------------------------------===//

DictionaryAttr
KernelModule::getManifest(ArrayRef<spirv::Capability> capabilities) {
  Builder b(module.getContext());
  auto number = [&](int64_t value) { return b.getI64IntegerAttr(value); };
  auto text = [&](const Twine &value) { return b.getStringAttr(value); };
  auto dictionary =
      [&](ArrayRef<std::pair<StringRef, Attribute>> entries) -> DictionaryAttr {
    NamedAttrList list;
    for (auto [name, value] : entries)
      list.append(name, value);
    return list.getDictionary(b.getContext());
  };
  auto numbers = [&](ArrayRef<int32_t> values) -> Attribute {
    SmallVector<Attribute> list;
    for (int32_t value : values)
      list.push_back(number(value));
    return b.getArrayAttr(list);
  };
  Attribute none = b.getUnitAttr(); // JSON's null.

  SmallVector<Attribute> bindings, constants, names;
  for (const BufferBinding &buffer : buffers)
    bindings.push_back(
        dictionary({{"name", text(buffer.name)},
                    {"set", number(buffer.set)},
                    {"binding", number(buffer.binding)},
                    {"kind", text(stringifyBindingKind(buffer.kind))},
                    {"element", text(getElementName(buffer.element))}}));
  for (const ConstantField &field : fields)
    constants.push_back(
        dictionary({{"name", text(field.name)},
                    {"offset", number(field.offset)},
                    {"element", text(getElementName(field.element))},
                    {"role", text(field.isLength ? "length" : "argument")}}));
  for (spirv::Capability capability : capabilities)
    names.push_back(text(spirv::stringifyCapability(capability)));

  bool isNumWaves = description.numWaves != 0;
  NamedAttrList lanes, specialization;
  for (int32_t size : description.waveSizes)
    if (isNumWaves)
      lanes.append(std::to_string(size), number(description.numWaves * size));
  if (isNumWaves)
    specialization.append(
        kWaveSizeConstant,
        dictionary({{"id", number(kWaveSizeSpecId)},
                    {"equals", text("the required subgroup size")}}));
  for (Setting setting : settings)
    specialization.append(
        stringifySetting(setting),
        dictionary({{"id", number(getConstant(setting).id)},
                    {"equals", text(getConstant(setting).equals)}}));
  StringRef name = kernel.getName();
  return dictionary({
      {"version", number(1)},
      {"kernel", text(name)},
      {"target", text("spirv")},
      {"module", text(name + ".spv")},
      {"entry_point", text(name)},
      {"stage", text(stringifyStage(description.stage))},
      {"num_waves", isNumWaves ? number(description.numWaves) : none},
      {"num_threads", isNumWaves ? none : numbers(description.numThreads)},
      {"wave_sizes", numbers(description.waveSizes)},
      {"preferred_wave_size",
       description.preferredWaveSize
           ? Attribute(number(*description.preferredWaveSize))
           : none},
      {"dropped_wave_sizes", description.droppedWaveSizes
                                 ? description.droppedWaveSizes
                                 : b.getArrayAttr({})},
      {"lanes_per_group", lanes.getDictionary(b.getContext())},
      {"bindings", b.getArrayAttr(bindings)},
      {"constants", dictionary({{"bytes", number(constantBytes)},
                                {"fields", b.getArrayAttr(constants)}})},
      {"specialization", specialization.getDictionary(b.getContext())},
      {"groupshared_bytes", number(groupsharedBytes)},
      {"capabilities", b.getArrayAttr(names)},
      {"requires",
       dictionary({{"full_subgroups", b.getBoolAttr(isNumWaves)},
                   {"required_subgroup_size",
                    b.getBoolAttr(!description.waveSizes.empty())}})},
  });
}
