//===- Kernel.cpp - What a module's metadata says -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Container.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace rundxil;

StringRef rundxil::nameOf(ResourceClass resourceClass) {
  constexpr StringLiteral names[] = {"srv", "uav", "cbv", "sampler"};
  return names[static_cast<unsigned>(resourceClass)];
}

static Error wrong(const Twine &what) {
  return createStringError("metadata: " + what);
}

static std::optional<uint64_t> number(const MDNode *node, unsigned operand) {
  if (!node || operand >= node->getNumOperands())
    return std::nullopt;
  if (auto *constant =
          mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(operand)))
    return constant->getZExtValue();
  return std::nullopt;
}

static const MDNode *node(const MDNode *parent, unsigned operand) {
  if (!parent || operand >= parent->getNumOperands())
    return nullptr;
  return dyn_cast_or_null<MDNode>(parent->getOperand(operand).get());
}

static StringRef text(const MDNode *node, unsigned operand) {
  if (!node || operand >= node->getNumOperands())
    return "";
  auto *string = dyn_cast_or_null<MDString>(node->getOperand(operand).get());
  return string ? string->getString() : "";
}

static const MDNode *onlyNode(const Module &module, StringRef name) {
  const NamedMDNode *named = module.getNamedMetadata(name);
  return named && named->getNumOperands() == 1 ? named->getOperand(0) : nullptr;
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

static Error readTags(const MDNode *tags, Resource &resource) {
  for (unsigned index = 0; tags && index + 1 < tags->getNumOperands();
       index += 2) {
    std::optional<uint64_t> tag = number(tags, index);
    std::optional<uint64_t> value = number(tags, index + 1);
    if (!tag || !value)
      return wrong("a resource's tag is no number");
    if (*tag == 0)
      resource.componentType = *value;
    else if (*tag == 1)
      resource.stride = *value;
    else if (*tag > 4)
      return wrong("unknown tag " + Twine(*tag) + " of a resource");
  }
  return Error::success();
}

static Expected<Resource> readResource(const MDNode *record,
                                       ResourceClass resourceClass) {
  constexpr unsigned operands[] = {9, 11, 8, 8};
  if (!record || record->getNumOperands() !=
                     operands[static_cast<unsigned>(resourceClass)])
    return wrong("a record of " + nameOf(resourceClass) +
                 " has the wrong number of operands");
  unsigned values[7];
  for (unsigned index : {0, 3, 4, 5, 6}) {
    std::optional<uint64_t> value = number(record, index);
    if (!value)
      return wrong("operand " + Twine(index) + " of a record of " +
                   nameOf(resourceClass) + " is no number");
    values[index] = *value;
  }
  Resource resource;
  resource.resourceClass = resourceClass;
  resource.id = values[0];
  resource.space = values[3];
  resource.lower = values[4];
  resource.upper = values[5] == ~0u ? ~0u : values[4] + values[5] - 1;
  resource.kind = values[6];
  const MDNode *tags = nullptr;
  if (resourceClass == ResourceClass::CBV) {
    resource.kind = ConstantBuffer;
    resource.bytes = values[6];
  } else if (resourceClass == ResourceClass::SRV) {
    tags = node(record, 8);
  } else if (resourceClass == ResourceClass::UAV) {
    resource.coherent = number(record, 7).value_or(0);
    resource.counter = number(record, 8).value_or(0);
    resource.rasterOrdered = number(record, 9).value_or(0);
    tags = node(record, 10);
  }
  if (Error error = readTags(tags, resource))
    return std::move(error);
  if (resource.kind == StructuredBuffer && resource.stride == 0)
    return wrong("a structured buffer has no stride");
  return resource;
}

static Error readResources(const MDNode *lists, Kernel &kernel) {
  for (unsigned index = 0; lists && index < 4; ++index) {
    const MDNode *list = node(lists, index);
    for (unsigned id = 0; list && id < list->getNumOperands(); ++id) {
      Expected<Resource> resource =
          readResource(node(list, id), static_cast<ResourceClass>(index));
      if (!resource)
        return resource.takeError();
      if (resource->id != id)
        return wrong("the ids of a class are not dense");
      kernel.resources.push_back(*resource);
    }
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

static Error readThreads(const MDNode *extent, Kernel &kernel) {
  for (unsigned index = 0; index < 3; ++index) {
    std::optional<uint64_t> value = number(extent, index);
    if (!value || *value == 0 || *value > 1024)
      return wrong("the number of threads is malformed");
    kernel.threads[index] = *value;
  }
  return Error::success();
}

static bool isWaveSize(uint64_t size) {
  return size >= 4 && size <= 128 && isPowerOf2_64(size);
}

static Error readWaveSize(const MDNode *sizes, bool isRange, Kernel &kernel) {
  uint64_t least = number(sizes, 0).value_or(0);
  uint64_t most = isRange ? number(sizes, 1).value_or(~0u) : 0;
  uint64_t preferred = isRange ? number(sizes, 2).value_or(~0u) : 0;
  if (!sizes || sizes->getNumOperands() != (isRange ? 3u : 1u) ||
      !isWaveSize(least) || (most && !isWaveSize(most)) ||
      (most && most < least) ||
      (preferred && (!isWaveSize(preferred) || !most || preferred < least ||
                     preferred > most)))
    return wrong("the wave size is malformed");
  if (isRange ? kernel.minor < 8 : kernel.minor != 6 && kernel.minor != 7)
    return wrong("the wave size has the wrong tag for shader model 6." +
                 Twine(kernel.minor));
  kernel.leastLanes = least;
  kernel.mostLanes = most ? most : least;
  return Error::success();
}

static Error readProperty(const MDNode *properties, unsigned index,
                          Kernel &kernel) {
  uint64_t tag = number(properties, index).value_or(~0u);
  const MDNode *value = node(properties, index + 1);
  if (tag == 0) {
    kernel.flags = number(properties, index + 1).value_or(0);
    return Error::success();
  }
  if (tag == 4 && !kernel.isAmplification)
    return readThreads(value, kernel);
  if (tag == 10 && kernel.isAmplification) {
    kernel.payloadBytes = number(value, 1).value_or(0);
    return readThreads(node(value, 0), kernel);
  }
  if ((tag == 11 || tag == 23) && !kernel.isAmplification)
    return readWaveSize(value, tag == 23, kernel);
  if (tag != 5 && (tag != 24 || kernel.minor < 10))
    return wrong("unknown property " + Twine(tag) + " of the entry");
  return Error::success();
}

static Error readProperties(const MDNode *properties, Kernel &kernel) {
  for (unsigned index = 0;
       properties && index + 1 < properties->getNumOperands(); index += 2)
    if (Error error = readProperty(properties, index, kernel))
      return error;
  if (kernel.threads[0] == 0)
    return wrong("the entry has no number of threads");
  return Error::success();
}

static Error readEntry(Kernel &kernel) {
  const Module &module = *kernel.module;
  const MDNode *entry = onlyNode(module, "dx.entryPoints");
  if (!entry || entry->getNumOperands() != 5)
    return wrong("dx.entryPoints has not one node of five operands");
  kernel.entry = mdconst::dyn_extract_or_null<Function>(entry->getOperand(0));
  if (!kernel.entry || kernel.entry->isDeclaration())
    return wrong("the entry is no function");
  if (text(entry, 1) != kernel.entry->getName())
    return wrong("the entry is called '" + text(entry, 1) +
                 "', its function '" + kernel.entry->getName() + "'");
  if (!kernel.entry->getReturnType()->isVoidTy() || kernel.entry->arg_size())
    return wrong("the entry takes or returns something");
  const MDNode *resources = node(entry, 3);
  if (resources != onlyNode(module, "dx.resources"))
    return wrong("the entry's resources are not those of dx.resources");
  if (Error error = readResources(resources, kernel))
    return error;
  return readProperties(node(entry, 4), kernel);
}

static Error readMetadata(Kernel &kernel) {
  const MDNode *model = onlyNode(*kernel.module, "dx.shaderModel");
  StringRef stage = text(model, 0);
  std::optional<uint64_t> minor = number(model, 2);
  if ((stage != "cs" && stage != "as") || number(model, 1) != 6 || !minor)
    return wrong("dx.shaderModel is neither cs nor as of 6.n");
  kernel.isAmplification = stage == "as";
  kernel.minor = *minor;
  const MDNode *version = onlyNode(*kernel.module, "dx.version");
  if (number(version, 0) != 1 || number(version, 1) != *minor)
    return wrong("dx.version is not 1." + Twine(*minor));
  return readEntry(kernel);
}

static Error checkHeader(const ProgramHeader &header, const Kernel &kernel) {
  if (header.kind != (kernel.isAmplification ? 14 : 5) || header.major != 6 ||
      header.minor != kernel.minor)
    return createStringError("container: part DXIL states another shader "
                             "model than the metadata");
  if (header.dxilMajor != 1 || header.dxilMinor != kernel.minor)
    return createStringError(
        "container: part DXIL states DXIL " + Twine(header.dxilMajor) + "." +
        Twine(header.dxilMinor) + ", expected 1." + Twine(kernel.minor));
  return Error::success();
}

Expected<Kernel> rundxil::readKernel(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return createStringError(path + ": " + file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  std::optional<ProgramHeader> header;
  if (isContainer(bytes)) {
    Expected<ProgramHeader> read = readContainer(bytes);
    if (!read)
      return read.takeError();
    header = *read;
    bytes = header->bitcode;
  }

  Kernel kernel;
  kernel.context = std::make_unique<LLVMContext>();
  SMDiagnostic diagnostic;
  // The layout of modules without native 16-bit types is one that LLVM refuses
  // today. Only the places of small types in memory differ.
  ParserCallbacks callbacks([](StringRef, StringRef) {
    return std::optional<std::string>(
        "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-"
        "n8:16:32:64");
  });
  kernel.module = parseIR(MemoryBufferRef(bytes, path), diagnostic,
                          *kernel.context, callbacks);
  std::string message;
  raw_string_ostream stream(message);
  if (!kernel.module) {
    diagnostic.print(nullptr, stream, /*ShowColors=*/false);
    return createStringError(message);
  }
  if (verifyModule(*kernel.module, &stream))
    return createStringError(message);
  if (Error error = readMetadata(kernel))
    return std::move(error);
  if (header)
    if (Error error = checkHeader(*header, kernel))
      return std::move(error);
  return kernel;
}
