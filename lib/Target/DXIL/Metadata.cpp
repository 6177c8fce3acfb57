//===- Metadata.cpp - The metadata of a module ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryMetadata.h"
#include "ToLLVMIR.h"

#include "WaveDialect/DXIL/DXIL.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DXILABI.h"

using namespace mlir;
using namespace mlir::dxil;

using ResourceTag = llvm::dxil::ExtPropTags;

/// Marks a resource that 64-bit atomics use; LLVM has no name for this tag.
static constexpr uint32_t kAtomics64Tag = 3;

/// The flag that makes 16-bit types exactly 16 bits wide.
static constexpr uint64_t kNativeLowPrecision = 1 << 23;

namespace {
class MetadataBuilder {
public:
  MetadataBuilder(dxil::ModuleOp op, llvm::Module &module)
      : op(op), module(module), context(module.getContext()) {}

  void run();

private:
  llvm::Metadata *i32(uint32_t value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  }
  llvm::Metadata *i1(bool value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt1Ty(context), value));
  }
  llvm::Metadata *text(StringRef value) {
    return llvm::MDString::get(context, value);
  }
  llvm::MDNode *node(ArrayRef<llvm::Metadata *> operands) {
    return llvm::MDNode::get(context, operands);
  }
  llvm::MDNode *numbers(ArrayRef<int32_t> values) {
    SmallVector<llvm::Metadata *> operands;
    for (int32_t value : values)
      operands.push_back(i32(value));
    return node(operands);
  }
  void addNamed(StringRef name, llvm::MDNode *operand) {
    module.getOrInsertNamedMetadata(name)->addOperand(operand);
  }

  llvm::Type *getVariableType(ResourceAttr resource);
  llvm::Metadata *describeResource(ResourceAttr resource);
  llvm::MDNode *describeResources();
  llvm::MDNode *describeProperties();
  void addTargetTypes();

  dxil::ModuleOp op;
  llvm::Module &module;
  llvm::LLVMContext &context;
};
} // namespace

/// Returns the oldest validator that supports the shader model, but at least
/// 1.8, the first version that reads the name of the entry.
static unsigned getValidatorMinor(unsigned shaderModelMinor) {
  return std::max(shaderModelMinor, 8u);
}

/// Returns the type of the variable that HLSL would declare; readers derive the
/// number of an image's channels from it. The bitcode writer makes it a
/// pointer.
llvm::Type *MetadataBuilder::getVariableType(ResourceAttr resource) {
  llvm::Type *element = llvm::Type::getInt32Ty(context);
  if (resource.isTexture()) {
    using llvm::dxil::ElementType;
    if (llvm::is_contained(
            {ElementType::F32, ElementType::UNormF32, ElementType::SNormF32},
            ElementType(resource.getComponent())))
      element = llvm::Type::getFloatTy(context);
    if (resource.getComponents() > 1)
      element = llvm::FixedVectorType::get(element, resource.getComponents());
  }
  return llvm::StructType::create(context, {element},
                                  ("class." + resource.getName()).str());
}

llvm::Metadata *MetadataBuilder::describeResource(ResourceAttr resource) {
  SmallVector<llvm::Metadata *> fields = {
      i32(resource.getId()),
      llvm::ConstantAsMetadata::get(
          llvm::UndefValue::get(getVariableType(resource))),
      text(resource.getName()),
      i32(resource.getSpace()),
      i32(resource.getLower()),
      i32(1),
  };
  if (resource.getResourceClass() == ResourceClass::CBV) {
    fields.append({i32(resource.getBytes()), nullptr});
    return node(fields);
  }
  SmallVector<llvm::Metadata *> tags;
  if (resource.isTexture())
    tags.append({i32(llvm::to_underlying(ResourceTag::ElementType)),
                 i32(resource.getComponent())});
  else if (resource.getKind() == ResourceKind::StructuredBuffer)
    tags.append({i32(llvm::to_underlying(ResourceTag::StructuredBufferStride)),
                 i32(resource.getBytes())});
  if (resource.getAtomics64())
    tags.append({i32(kAtomics64Tag), i1(true)});
  fields.push_back(i32(static_cast<uint32_t>(resource.getKind())));
  if (resource.getResourceClass() == ResourceClass::SRV)
    fields.push_back(i32(0)); // Samples.
  else
    fields.append({i1(resource.getCoherent()), /*hasCounter=*/i1(false),
                   /*isROV=*/i1(false)});
  fields.push_back(tags.empty() ? nullptr : node(tags));
  return node(fields);
}

llvm::MDNode *MetadataBuilder::describeResources() {
  SmallVector<llvm::Metadata *> classes[3];
  for (auto resource : op.getResources().getAsRange<ResourceAttr>())
    classes[static_cast<uint32_t>(resource.getResourceClass())].push_back(
        describeResource(resource));
  auto list = [&](ResourceClass kind) -> llvm::Metadata * {
    ArrayRef<llvm::Metadata *> found = classes[static_cast<uint32_t>(kind)];
    return found.empty() ? nullptr : node(found);
  };
  if (op.getResources().empty())
    return nullptr;
  return node({list(ResourceClass::SRV), list(ResourceClass::UAV),
               list(ResourceClass::CBV), /*samplers=*/nullptr});
}

llvm::MDNode *MetadataBuilder::describeProperties() {
  SmallVector<llvm::Metadata *> properties;
  auto add = [&](PropertyTag tag, llvm::Metadata *value) {
    properties.append({i32(tag), value});
  };
  if (op.getNativeLowPrecision())
    add(kFlagsTag, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                       llvm::Type::getInt64Ty(context), kNativeLowPrecision)));
  llvm::MDNode *threads = numbers(op.getNumThreads());
  if (op.getStage() == dxil::Stage::Compute)
    add(kNumThreadsTag, threads);
  else
    add(kAmplificationTag,
        node({threads, i32(op.getPayloadBytes().value_or(0))}));
  if (std::optional<ArrayRef<int32_t>> sizes = op.getWaveSize()) {
    if (!hasFeature(op.getShaderModelMinor(), Feature::WaveSizeRange))
      add(kWaveSizeTag, numbers(sizes->front()));
    else
      add(kWaveSizeRangeTag, numbers(*sizes));
  }
  if (std::optional<uint32_t> limit = op.getGroupSharedLimit())
    add(kGroupSharedLimitTag, i32(*limit));
  return node(properties);
}

/// Adds the properties of each matrix type that a function takes or returns.
void MetadataBuilder::addTargetTypes() {
  llvm::SetVector<Type> types;
  op.walk([&](DXILCall call) {
    types.insert_range(call->getOperandTypes());
    types.insert_range(call->getResultTypes());
  });
  for (Type type : types) {
    std::optional<MatrixProperties> properties = getMatrixProperties(type);
    if (!properties)
      continue;
    auto *structure = llvm::StructType::getTypeByName(
        context, cast<LLVM::LLVMStructType>(type).getName());
    addNamed(
        "dx.targetTypes",
        node({llvm::ConstantAsMetadata::get(llvm::UndefValue::get(structure)),
              i32(llvm::to_underlying(properties->component)),
              i32(properties->rows), i32(properties->columns),
              i32(llvm::to_underlying(properties->use)), i32(kWaveScope)}));
  }
}

void MetadataBuilder::run() {
  const unsigned minor = op.getShaderModelMinor();
  StringRef entry = op.getEntry().getName();
  StringRef stage = op.getStage() == dxil::Stage::Compute ? "cs" : "as";
  llvm::MDNode *resources = describeResources();
  addNamed("llvm.ident", node(text("WaveDialect")));
  addNamed("dx.version", node({i32(1), i32(minor)}));
  addNamed("dx.valver", node({i32(1), i32(getValidatorMinor(minor))}));
  addNamed("dx.shaderModel", node({text(stage), i32(6), i32(minor)}));
  addTargetTypes();
  if (resources)
    addNamed("dx.resources", resources);
  addNamed("dx.entryPoints",
           node({llvm::ConstantAsMetadata::get(module.getFunction(entry)),
                 text(entry), /*signatures=*/nullptr, resources,
                 describeProperties()}));
}

void dxil::addMetadata(dxil::ModuleOp op, llvm::Module &module) {
  MetadataBuilder(op, module).run();
}
