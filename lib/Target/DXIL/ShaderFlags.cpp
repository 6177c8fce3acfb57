//===- ShaderFlags.cpp - Flags for the features that a module uses --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The validator computes these flags again and requires the same word, so it
// decides what counts as a use: for example, scalars count and vectors do not.

#include "WaveDialect/Target/DXIL/ShaderFlags.h"
#include "EntryMetadata.h"
#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/DXIL/Operations.h"
#include "WaveDialect/DXIL/ShaderModels.h"

#include "llvm/BinaryFormat/DXContainer.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using llvm::dxil::ResourceKind;
using mlir::dxil::EntryMetadata;
using mlir::dxil::OperationInfo;
using mlir::dxil::ResourceRecord;

namespace {
/// The bits of the flags by LLVM's names; -1 if a feature has no flag.
enum ModuleFlag : int {
#define SHADER_FEATURE_FLAG(feature, bit, name, text) name = bit,
#define DXIL_MODULE_FLAG(bit, name, text) name = bit,
#include "llvm/BinaryFormat/DXContainerConstants.def"
};

struct Feature {
  unsigned feature;
  int flag;
};

constexpr Feature kFeatures[] = {
#define SHADER_FEATURE_FLAG(feature, bit, name, text) {feature, bit},
#include "llvm/BinaryFormat/DXContainerConstants.def"
};

/// The opcodes of relevant operations, except wave operations.
enum Opcode : uint32_t {
  kFma = 47,
  kMsad = 50,
  kCreateHandle = 57,
  kTextureLoad = 66,
  kBufferLoad = 68,
  kCheckAccessFullyMapped = 71,
  kAtomicBinOp = 78,
  kAtomicCompareExchange = 79,
  kDerivCoarseX = 83,
  kDerivFineY = 86,
  kAnnotateHandle = 216,
  kCreateHandleFromHeap = 218,
  kTextureStoreSample = 225,
};

/// The resource properties of a handle.
struct HandleProperties {
  ResourceKind kind;
  bool isUAV;
  unsigned numComponents;
};

class Collector {
public:
  Collector(const EntryMetadata &entry) : entry(entry) {}

  uint64_t collect(const Module &module);

private:
  void add(ModuleFlag flag, bool used = true) {
    if (used)
      flags |= uint64_t(1) << flag;
  }
  void addResources();
  void addInstruction(const Instruction &instruction);
  void addCall(const CallInst &call, uint32_t opcode);
  void addUse(const HandleProperties &handle);
  std::optional<HandleProperties> getProperties(const llvm::Value *handle);

  const EntryMetadata &entry;
  uint64_t flags = 0;
};
} // namespace

/// Returns the opcode of a call of a dx.op function.
static std::optional<uint32_t> getOpcode(const llvm::Value *value) {
  auto *call = dyn_cast<CallInst>(value);
  if (!call || !call->getCalledFunction() || call->arg_empty() ||
      !call->getCalledFunction()->getName().starts_with("dx.op."))
    return std::nullopt;
  auto *opcode = dyn_cast<ConstantInt>(call->getArgOperand(0));
  if (!opcode || opcode->getBitWidth() != 32)
    return std::nullopt;
  return opcode->getZExtValue();
}

/// Returns an integer argument if it is a constant.
static std::optional<uint64_t> getArgument(const CallInst &call,
                                           unsigned index) {
  if (index < call.arg_size())
    if (auto *value = dyn_cast<ConstantInt>(call.getArgOperand(index)))
      if (value->getBitWidth() <= 64)
        return value->getZExtValue();
  return std::nullopt;
}

/// Returns an integer field of a constant structure, or 0.
static uint64_t getField(const Constant &constant, unsigned index) {
  auto *field =
      dyn_cast_or_null<ConstantInt>(constant.getAggregateElement(index));
  return field ? field->getValue().getLimitedValue() : 0;
}

static bool isTyped(ResourceKind kind) {
  return kind >= ResourceKind::Texture1D && kind <= ResourceKind::TypedBuffer;
}

static bool isMultisampled(ResourceKind kind) {
  return kind == ResourceKind::Texture2DMS ||
         kind == ResourceKind::Texture2DMSArray;
}

std::optional<HandleProperties>
Collector::getProperties(const llvm::Value *handle) {
  std::optional<uint32_t> opcode = getOpcode(handle);
  if (!opcode)
    return std::nullopt;
  auto &call = cast<CallInst>(*handle);
  if (*opcode == kCreateHandle) {
    std::optional<uint64_t> resourceClass = getArgument(call, 1),
                            id = getArgument(call, 2);
    for (const ResourceRecord &resource : entry.resources)
      if (resourceClass == llvm::to_underlying(resource.resourceClass) &&
          id == resource.id)
        return HandleProperties{resource.kind, resource.isUAV(),
                                resource.numComponents};
  }
  if (*opcode == kAnnotateHandle && call.arg_size() == 3)
    if (auto *constant = dyn_cast<Constant>(call.getArgOperand(2))) {
      uint64_t basic = getField(*constant, 0), typed = getField(*constant, 1);
      return HandleProperties{static_cast<ResourceKind>(basic & 0xff),
                              (basic & 0x1000) != 0,
                              unsigned(typed >> 8 & 0xff)};
    }
  return std::nullopt;
}

/// Adds the flags of declared resources, whether or not they are used.
void Collector::addResources() {
  uint64_t numUAVs = 0;
  bool isOld = entry.validatorMinor < 8,
       countsRecords = entry.validatorMinor < 6;
  for (const ResourceRecord &resource : entry.resources) {
    bool isBuffer = resource.resourceClass == llvm::dxil::ResourceClass::SRV ||
                    resource.isUAV();
    add(EnableRawAndStructuredBuffers,
        isBuffer && resource.isRawOrStructured());
    if (!resource.isUAV())
      continue;
    numUAVs += countsRecords ? 1 : resource.rangeSize;
    add(ROVs, resource.isRasterOrdered);
    if (isOld)
      addUse({resource.kind, /*isUAV=*/true, resource.numComponents});
  }
  add(Max64UAVs, numUAVs > mlir::dxil::kMostUAVsOfOldHardware);
  add(UAVsAtEveryStage, isOld && numUAVs > 0 && entry.isAmplification);
}

void Collector::addUse(const HandleProperties &handle) {
  if (!handle.isUAV)
    return;
  add(ResMayNotAlias,
      mlir::dxil::hasFeature(entry.shaderModelMinor,
                             mlir::dxil::Feature::ResourcesMayNotAlias));
  add(WriteableMSAATextures, isMultisampled(handle.kind));
}

void Collector::addCall(const CallInst &call, uint32_t opcode) {
  const OperationInfo *info = mlir::dxil::findOperation(opcode);
  add(WaveOps, info && info->isWaveOp);
  switch (opcode) {
  case kFma:
    add(DX11_1_DoubleExtensions, call.getType()->isDoubleTy());
    break;
  case kMsad:
    add(DX11_1_ShaderExtensions);
    break;
  case kCheckAccessFullyMapped:
    add(TiledResources);
    break;
  case kTextureLoad:
    for (unsigned offset : {6, 7, 8})
      add(AdvancedTextureOps, offset < call.arg_size() &&
                                  !isa<Constant>(call.getArgOperand(offset)));
    [[fallthrough]];
  case kBufferLoad:
    if (call.arg_size() < 2)
      break;
    // The first validator treated every load from a UAV as a load of several
    // components.
    if (auto handle = getProperties(call.getArgOperand(1)))
      add(TypedUAVLoadAdditionalFormats,
          handle->isUAV &&
              (entry.validatorMinor == 0 ||
               (isTyped(handle->kind) && handle->numComponents > 1)));
    break;
  case kAtomicBinOp:
  case kAtomicCompareExchange: {
    if (!call.getType()->isIntegerTy(64) || call.arg_size() < 2)
      break;
    const llvm::Value *handle = call.getArgOperand(1);
    if (auto properties = getProperties(handle))
      add(AtomicInt64OnTypedResource, isTyped(properties->kind));
    if (getOpcode(handle) != kAnnotateHandle)
      break;
    if (auto &annotation = cast<CallInst>(*handle); annotation.arg_size() == 3)
      add(AtomicInt64OnHeapResource,
          getOpcode(annotation.getArgOperand(1)) == kCreateHandleFromHeap);
    break;
  }
  case kCreateHandleFromHeap:
    add(getArgument(call, 2).value_or(0) ? SamplerDescriptorHeapIndexing
                                         : ResourceDescriptorHeapIndexing);
    break;
  case kCreateHandle:
  case kAnnotateHandle:
    if (auto handle = getProperties(&call))
      addUse(*handle);
    break;
  case kTextureStoreSample:
    add(WriteableMSAATextures);
    add(AdvancedTextureOps);
    break;
  default:
    add(DerivativesInMeshAndAmpShaders, entry.isAmplification &&
                                            opcode >= kDerivCoarseX &&
                                            opcode <= kDerivFineY);
  }
}

void Collector::addInstruction(const Instruction &instruction) {
  std::optional<uint32_t> opcode = getOpcode(&instruction);
  if (isa<CallInst>(instruction) && !opcode)
    return;
  if (isa<ExtractElementInst, InsertElementInst>(instruction))
    return;
  bool hasDouble = false, hasInt64 = false;
  auto addType = [&](const llvm::Type *type) {
    hasDouble |= type->isDoubleTy();
    hasInt64 |= type->isIntegerTy(64);
    add(LowPrecisionPresent, type->isHalfTy() || type->isIntegerTy(16));
  };
  addType(instruction.getType());
  for (const llvm::Value *operand : instruction.operands())
    addType(operand->getType());
  add(Doubles, hasDouble);
  add(Int64Ops, hasInt64);
  switch (instruction.getOpcode()) {
  case Instruction::FDiv:
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    add(DX11_1_DoubleExtensions, hasDouble);
    break;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    add(AtomicInt64OnGroupShared, hasInt64);
    break;
  }
  if (opcode)
    addCall(cast<CallInst>(instruction), *opcode);
}

uint64_t Collector::collect(const Module &module) {
  addResources();
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      addInstruction(instruction);
  return flags;
}

void mlir::dxil::addShaderFlags(llvm::Module &module) {
  Expected<EntryMetadata> entry = readEntryMetadata(module);
  if (!entry) {
    // The container writer reports the error.
    consumeError(entry.takeError());
    return;
  }
  uint64_t flags = entry->flags | Collector(*entry).collect(module);

  LLVMContext &context = module.getContext();
  NamedMDNode *entries = module.getNamedMetadata("dx.entryPoints");
  const MDNode *old = entries->getOperand(0);
  auto *properties = cast<MDNode>(old->getOperand(4));
  SmallVector<Metadata *> list;
  if (flags) {
    auto addConstant = [&](llvm::IntegerType *type, uint64_t value) {
      list.push_back(ConstantAsMetadata::get(ConstantInt::get(type, value)));
    };
    addConstant(llvm::Type::getInt32Ty(context), kFlagsTag);
    addConstant(llvm::Type::getInt64Ty(context), flags);
  }
  for (unsigned index = 0; index < properties->getNumOperands(); index += 2) {
    auto *tag = mdconst::extract<ConstantInt>(properties->getOperand(index));
    if (tag->getZExtValue() != kFlagsTag)
      list.append({properties->getOperand(index).get(),
                   properties->getOperand(index + 1).get()});
  }
  SmallVector<Metadata *> operands(old->op_begin(), old->op_end());
  operands[4] = MDNode::get(context, list);
  entries->setOperand(0, MDNode::get(context, operands));
}

uint64_t mlir::dxil::getFeatureInfo(uint64_t shaderFlags) {
  auto isSet = [&](int flag) { return flag >= 0 && shaderFlags >> flag & 1; };
  uint64_t features = 0;
  for (auto [feature, flag] : kFeatures)
    if (isSet(flag))
      features |= uint64_t(1) << feature;
  // Low precision has two features: native 16-bit types and minimum precision.
  if (isSet(LowPrecisionPresent))
    features |=
        llvm::to_underlying(isSet(NativeLowPrecisionMode)
                                ? llvm::dxbc::FeatureFlags::NativeLowPrecision
                                : llvm::dxbc::FeatureFlags::MinimumPrecision);
  return features &
         (llvm::to_underlying(llvm::dxbc::FeatureFlags::NextUnusedBit) - 1);
}
