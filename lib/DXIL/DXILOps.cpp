//===- DXILOps.cpp - Structure of a module --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/DXIL/DXIL.h"
#include "WaveDialect/DXIL/Direct3D.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dxil;

#define GET_OP_CLASSES
#include "WaveDialect/DXIL/DXILOps.cpp.inc"

unsigned dxil::ModuleOp::getShaderModelMinor() {
  return parseShaderModel(getShaderModel()).value_or(0);
}

LLVM::LLVMFuncOp dxil::ModuleOp::getEntry() {
  for (auto function : getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      return function;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Rules of a module
//===----------------------------------------------------------------------===//

static constexpr int64_t kMostPayloadBytes = 16384;

static LogicalResult verifyShaderModel(dxil::ModuleOp op) { // C1
  std::optional<unsigned> minor = parseShaderModel(op.getShaderModel());
  if (!minor)
    return op.emitOpError("has shader model \"")
           << op.getShaderModel() << "\": use 6.0 to 6." << kNewestMinor
           << " [dxil-shader-model]";
  if (op.getStage() == Stage::Amplification &&
      !hasFeature(*minor, Feature::Amplification))
    return op.emitOpError("is for amplification, which Shader Model ")
           << op.getShaderModel() << " lacks: use "
           << getFirstModel(Feature::Amplification) << " [dxil-shader-model]";
  return success();
}

static LogicalResult verifyNumThreads(dxil::ModuleOp op) { // C2
  const auto [limits, most] =
      getThreadLimits(op.getStage() == Stage::Amplification);
  ArrayRef<int32_t> threads = op.getNumThreads();
  if (threads.size() != 3)
    return op.emitOpError("has ") << threads.size()
                                  << " numbers of threads, not three "
                                     "[dxil-num-threads]";
  int64_t product = 1;
  for (auto [count, limit] : llvm::zip(threads, limits)) {
    if (count < 1 || count > limit)
      return op.emitOpError("has ")
             << count << " threads in a dimension that takes 1 to " << limit
             << " [dxil-num-threads]";
    product *= count;
  }
  if (product > most)
    return op.emitOpError("has groups of ")
           << product << " threads; the limit is " << most
           << " [dxil-num-threads]";
  return success();
}

static LogicalResult verifyWaveSize(dxil::ModuleOp op) { // C3
  std::optional<ArrayRef<int32_t>> sizes = op.getWaveSize();
  if (!sizes)
    return success();
  auto refuse = [&](const Twine &reason) {
    return op.emitOpError("has a wave size ") << reason << " [dxil-wave-size]";
  };
  if (op.getStage() != Stage::Compute)
    return refuse("and is not for compute");
  if (sizes->size() != 3)
    return refuse("that is not smallest, largest and preferred");
  auto isSize = [](int32_t size) {
    return size >= 4 && size <= 128 && llvm::isPowerOf2_32(size);
  };
  const int32_t least = (*sizes)[0], most = (*sizes)[1],
                preferred = (*sizes)[2];
  if (!isSize(least) || (most && (!isSize(most) || most <= least)) ||
      (preferred && (!isSize(preferred) || preferred < least ||
                     preferred > (most ? most : least))))
    return refuse("that is no range of powers of two from 4 to 128");
  const unsigned minor = op.getShaderModelMinor();
  if (!hasFeature(minor, Feature::WaveSize))
    return refuse("and Shader Model " + op.getShaderModel() +
                  " has none: use " + getFirstModel(Feature::WaveSize));
  if (most && !hasFeature(minor, Feature::WaveSizeRange))
    return refuse("range and Shader Model " + op.getShaderModel() +
                  " has none: use " + getFirstModel(Feature::WaveSizeRange));
  return success();
}

static LogicalResult verifyResources(dxil::ModuleOp op) { // C4
  llvm::DenseMap<unsigned, unsigned> counts;
  llvm::DenseSet<std::tuple<unsigned, unsigned, unsigned>> registers;
  for (Attribute attribute : op.getResources()) {
    auto resource = dyn_cast<ResourceAttr>(attribute);
    if (!resource)
      return op.emitOpError("has a resource entry that is not a #dxil.resource "
                            "[dxil-resources]");
    unsigned kind = static_cast<unsigned>(resource.getResourceClass());
    if (resource.getId() != counts[kind]++)
      return op.emitOpError("must number its resources in order "
                            "[dxil-resources]");
    if (!registers.insert({kind, resource.getSpace(), resource.getLower()})
             .second)
      return op.emitOpError("has two resources at register ")
             << resource.getLower() << ", space " << resource.getSpace()
             << " [dxil-resources]";
  }
  return success();
}

LogicalResult dxil::ModuleOp::verify() {
  if (failed(verifyShaderModel(*this)) || failed(verifyNumThreads(*this)) ||
      failed(verifyWaveSize(*this)) || failed(verifyResources(*this)))
    return failure();
  const bool isAmplification = getStage() == Stage::Amplification;
  if (std::optional<uint32_t> bytes = getPayloadBytes()) { // C5
    if (!isAmplification)
      return emitOpError("has a payload, which only amplification kernels may "
                         "have [dxil-payload]");
    if (*bytes > kMostPayloadBytes)
      return emitOpError("has a payload of ")
             << *bytes << " bytes; the limit is " << kMostPayloadBytes
             << " [dxil-payload]";
  }
  if (getGroupSharedLimit() &&
      !hasFeature(getShaderModelMinor(), Feature::GroupSharedLimit)) // C6
    return emitOpError("declares a limit of groupshared memory, and Shader "
                       "Model ")
           << getShaderModel() << " has none: use "
           << getFirstModel(Feature::GroupSharedLimit)
           << " [dxil-group-shared-limit]";
  return success();
}

LogicalResult ExtractOp::verify() {
  SmallVector<Type> fields = getFields(getAggregate().getType());
  if (getField() >= fields.size())
    return emitOpError("takes field ") << getField() << " of " << fields.size()
                                       << " of " << getAggregate().getType();
  if (fields[getField()] != getResult().getType())
    return emitOpError("gives ") << getResult().getType()
                                 << ", and the field is " << fields[getField()];
  return success();
}
