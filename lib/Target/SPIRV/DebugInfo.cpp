//===- DebugInfo.cpp - Names and source lines of a binary -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"

#include "../ManifestText.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "Words.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr uint32_t kDecorationBinding = 33,
                          kDecorationDescriptorSet = 34;
static constexpr uint32_t kStoragePushConstant = 9;
static constexpr StringLiteral kSerializersExtension =
    "SPV_KHR_non_semantic_info";

//===----------------------------------------------------------------------===//
// Before serialization
//===----------------------------------------------------------------------===//

/// Returns the name that the user gave to the result.
static StringAttr findName(Location location) {
  if (auto named = dyn_cast<NameLoc>(location))
    return named.getName();
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findName(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (StringAttr name = findName(part))
        return name;
  return {};
}

/// If one operation became several, the last one has the result.
static bool givesNamedResult(Operation *op) {
  // The module itself is in no block, and has no next operation.
  if (op->getNumResults() != 1)
    return false;
  Operation *next = op->getNextNode();
  return !next || next->getLoc() != op->getLoc();
}

/// A module variable is not a result in MLIR, but it is in SPIR-V.
static bool isGroupshared(Operation *op) {
  auto variable = dyn_cast<spirv::GlobalVariableOp>(op);
  return variable &&
         cast<spirv::PointerType>(variable.getType()).getStorageClass() ==
             spirv::StorageClass::Workgroup;
}

DebugInfo::DebugInfo(spirv::ModuleOp module) {
  MLIRContext *context = module.getContext();
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    ops.push_back(op);
    Origin origin;
    if (FileLineColLoc source = findSource(op->getLoc())) {
      origin.file = source.getFilename();
      origin.line = source.getLine();
      origin.column = source.getColumn();
    }
    if (isGroupshared(op) || givesNamedResult(op))
      origin.name = findName(op->getLoc());
    origins.push_back(origin);
  });
  StringAttr none = StringAttr::get(context, "-");
  for (auto [number, op] : llvm::enumerate(ops))
    op->setLoc(FileLineColLoc::get(none, number, /*column=*/0));
  spirv::VerCapExtAttr triple = *module.getVceTriple();
  SmallVector<spirv::Extension> extensions(triple.getExtensions());
  extensions.push_back(spirv::Extension::SPV_KHR_non_semantic_info);
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(
      triple.getVersion(), llvm::to_vector(triple.getCapabilities()),
      extensions, context));
  readManifest(getManifest(module));
}

void DebugInfo::readManifest(DictionaryAttr manifest) {
  auto getNumber = [](DictionaryAttr entry, StringRef name) -> unsigned {
    return entry.getAs<IntegerAttr>(name).getInt();
  };
  auto bindings = manifest.getAs<ArrayAttr>("bindings");
  for (auto binding : bindings.getAsRange<DictionaryAttr>())
    resources[{getNumber(binding, "set"), getNumber(binding, "binding")}] =
        binding.getAs<StringAttr>("name").strref();
  auto constants = manifest.getAs<DictionaryAttr>("constants");
  auto fields = constants.getAs<ArrayAttr>("fields");
  for (auto field : fields.getAsRange<DictionaryAttr>()) {
    std::string name = field.getAs<StringAttr>("name").str();
    if (field.getAs<StringAttr>("role") == "length")
      name += "_length";
    unsigned components = getNumber(field, "components");
    for (unsigned component = 0; component < components; ++component) {
      members.push_back(name);
      if (components > 1)
        members.back().append({'_', "xyzw"[component]});
    }
  }
}

//===----------------------------------------------------------------------===//
// After serialization
//===----------------------------------------------------------------------===//

/// Returns the instructions that name ids and members.
SmallVector<uint32_t> DebugInfo::makeNames(ArrayRef<uint32_t> words) const {
  llvm::MapVector<uint32_t, StringRef> names;
  llvm::DenseMap<uint32_t, std::pair<unsigned, unsigned>> places;
  llvm::DenseMap<uint32_t, uint32_t> pointees;
  uint32_t constantsType = 0;
  StringAttr nameOfNext;
  forEachInstruction(words, [&](Instruction i) {
    uint32_t opcode = getOpcode(i);
    if (opcode == OpLine) {
      nameOfNext = origins[i[2]].name;
      return;
    }
    if (opcode == OpName)
      names[i[1]] = getString(i, 2);
    if (opcode == OpDecorate && i[2] == kDecorationBinding)
      places[i[1]].second = i[3];
    if (opcode == OpDecorate && i[2] == kDecorationDescriptorSet)
      places[i[1]].first = i[3];
    if (opcode == OpTypePointer)
      pointees[i[1]] = i[3];
    if (opcode == OpVariable && i[3] == kStoragePushConstant)
      constantsType = pointees.lookup(i[1]);
    // All instructions with a typed result have the type and the result first.
    if (nameOfNext && i.size() > 2)
      names[i[2]] = nameOfNext.strref();
    nameOfNext = nullptr;
  });
  for (auto [id, place] : places)
    if (auto it = resources.find(place);
        it != resources.end() && !it->second.empty())
      names[id] = it->second;

  SmallVector<uint32_t> result;
  auto append = [&](uint32_t opcode, SmallVector<uint32_t> operands,
                    StringRef name) {
    appendString(operands, name);
    appendInstruction(result, opcode, operands);
  };
  for (auto [id, name] : names)
    append(OpName, {id}, name);
  if (constantsType)
    for (auto [place, name] : llvm::enumerate(members))
      append(OpMemberName, {constantsType, static_cast<uint32_t>(place)}, name);
  return result;
}

void DebugInfo::complete(SmallVectorImpl<uint32_t> &words) const {
  uint32_t bound = words[kBoundWord];
  llvm::MapVector<StringAttr, uint32_t> files;
  for (const Origin &origin : origins)
    if (origin.file && files.try_emplace(origin.file, bound).second)
      ++bound;
  SmallVector<uint32_t> result(words.begin(), words.begin() + kHeaderWords);
  forEachInstruction(words, [&](Instruction i) {
    switch (getOpcode(i)) {
    case OpExtension:
      if (getString(i, 1) != kSerializersExtension)
        llvm::append_range(result, i);
      return;
    case OpName:
      return; // `makeNames` creates the names.
    case OpString:
      // The serializer's only string; files and names belong here.
      for (auto [file, id] : files) {
        SmallVector<uint32_t> operands = {id};
        appendString(operands, file.strref());
        appendInstruction(result, OpString, operands);
      }
      llvm::append_range(result, makeNames(words));
      return;
    case OpLine: {
      const Origin &origin = origins[i[2]];
      if (origin.file)
        appendInstruction(
            result, OpLine,
            {files.lookup(origin.file), origin.line, origin.column});
      else
        appendInstruction(result, OpNoLine, {});
      return;
    }
    default:
      llvm::append_range(result, i);
    }
  });
  result[kBoundWord] = bound;
  words = std::move(result);
}
