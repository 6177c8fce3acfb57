//===- MetadataTable.cpp - The metadata of a module -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MetadataTable.h"

#include "WaveDialect/DXIL/MatrixTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

/// The number of attachment kinds with fixed ids in LLVM 3.7. They are the
/// first kinds of current LLVM, in the same order.
constexpr unsigned kFixedKinds = LLVMContext::MD_dereferenceable_or_null + 1;

MetadataTable::MetadataTable(const Module &module, TypeTable &types,
                             ValueNumbering &values, Refusals &refusals)
    : module(module), types(types), values(values), refusals(refusals) {
  module.getContext().getMDKindNames(kindNames);
  for (const NamedMDNode &named : module.named_metadata()) {
    refusals.setPlace(named);
    for (const MDNode *node : named.operands())
      collect(*node);
  }
  unsigned nextKind = kFixedKinds;
  auto collectAttachments = [&](const auto &owner) {
    refusals.setPlace(owner);
    for (const Attachment &attachment : getAttachments(owner)) {
      collect(*attachment.node);
      auto [kind, isNew] = kinds.try_emplace(attachment.kind, 0);
      if (!isNew)
        continue;
      usedKinds.push_back(attachment.kind);
      auto fixed = ArrayRef<StringRef>(kindNames).take_front(kFixedKinds);
      auto *place = find(fixed, attachment.kind);
      kind->second = place == fixed.end() ? nextKind++ : place - fixed.begin();
    }
  };
  for (const Function &function : module) {
    collectAttachments(function);
    for (const Instruction &instruction : instructions(function))
      collectAttachments(instruction);
  }
}

template <typename T>
SmallVector<MetadataTable::Attachment>
MetadataTable::getAttachments(const T &owner) const {
  SmallVector<std::pair<unsigned, MDNode *>> all;
  if constexpr (std::is_same_v<T, Instruction>)
    owner.getAllMetadataOtherThanDebugLoc(all);
  else
    owner.getAllMetadata(all);
  SmallVector<Attachment> attachments;
  for (auto [kind, node] : all)
    if (kind != LLVMContext::MD_dbg)
      attachments.push_back({kindNames[kind], node});
  stable_sort(attachments, [](const Attachment &one, const Attachment &other) {
    return one.kind < other.kind;
  });
  return attachments;
}

void MetadataTable::add(const Metadata &metadata) {
  ids[&metadata] = entries.size();
  entries.push_back(&metadata);
}

/// Adds the operands of a node before the node, unless the node contains
/// itself.
void MetadataTable::collect(const Metadata &metadata) {
  struct Frame {
    const MDNode *node;
    unsigned operand = 0;
  };
  SmallVector<Frame> stack;
  auto visit = [&](const Metadata *reached) {
    if (!reached || !ids.try_emplace(reached, ~0u).second)
      return;
    if (auto *node = dyn_cast<MDTuple>(reached)) {
      stack.push_back({node});
    } else if (auto *constant = dyn_cast<ConstantAsMetadata>(reached)) {
      if (isVariable(*constant->getValue()))
        values.collectVariable(*constant->getValue(),
                               getVariableType(*constant->getValue()));
      else
        values.collect(*constant->getValue());
      add(*reached);
    } else if (isa<MDString>(reached)) {
      add(*reached);
    } else if (isa<MDNode>(reached)) {
      refusals.refuseForm("today's debug information");
    } else {
      refusals.refuseForm("metadata of this kind");
    }
  };
  visit(&metadata);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.operand < frame.node->getNumOperands()) {
      visit(frame.node->getOperand(frame.operand++));
      continue;
    }
    const MDNode *node = frame.node;
    stack.pop_back();
    add(*node);
  }
}

/// An undefined structure represents the type of a resource's variable: LLVM
/// 3.7 has a pointer to it, and current pointers do not have a pointee type. A
/// matrix has no variable.
bool MetadataTable::isVariable(const Constant &constant) {
  auto *type = dyn_cast<StructType>(constant.getType());
  return isa<UndefValue>(constant) && type &&
         !(type->hasName() && type->getName().starts_with(kMatrixPrefix));
}

unsigned MetadataTable::getVariableType(const Constant &constant) const {
  return types.getPointer(types.get(constant.getType()), /*addressSpace=*/0);
}

void MetadataTable::writeOne(const Metadata &metadata, Records &records) const {
  if (auto *text = dyn_cast<MDString>(&metadata))
    return records.add(kMetadataString, {}, text->getString());
  auto *value = dyn_cast<ConstantAsMetadata>(&metadata);
  if (value && isVariable(*value->getValue())) {
    unsigned type = getVariableType(*value->getValue());
    return records.add(bitc::METADATA_VALUE,
                       {type, values.getVariable(*value->getValue(), type)});
  }
  if (value)
    return records.add(bitc::METADATA_VALUE, {types.getOf(*value->getValue()),
                                              values.get(*value->getValue())});
  auto &node = cast<MDTuple>(metadata);
  Operands operands;
  for (const Metadata *operand : node.operands())
    operands.push_back(operand ? ids.lookup(operand) + 1 : 0);
  records.add(node.isDistinct() ? bitc::METADATA_DISTINCT_NODE
                                : bitc::METADATA_NODE,
              operands);
}

Records MetadataTable::write() const {
  Records records;
  if (!entries.empty() || !module.named_metadata_empty()) {
    records.enter(bitc::METADATA_BLOCK_ID);
    for (const Metadata *entry : entries)
      writeOne(*entry, records);
    for (const NamedMDNode &named : module.named_metadata()) {
      Operands operands;
      for (const MDNode *node : named.operands())
        operands.push_back(ids.lookup(node));
      records.add(bitc::METADATA_NAME, {}, named.getName());
      records.add(bitc::METADATA_NAMED_NODE, operands);
    }
    records.leave();
  }
  if (!usedKinds.empty()) {
    records.enter(bitc::METADATA_BLOCK_ID);
    for (StringRef kind : usedKinds)
      records.add(bitc::METADATA_KIND, {kinds.at(kind)}, kind);
    records.leave();
  }
  return records;
}

Records MetadataTable::writeAttachments(const Function &function) const {
  Records attachments;
  auto write = [&](const auto &owner, Operands operands) {
    size_t length = operands.size();
    for (const Attachment &attachment : getAttachments(owner)) {
      operands.push_back(kinds.at(attachment.kind));
      operands.push_back(ids.lookup(attachment.node));
    }
    if (operands.size() > length)
      attachments.add(bitc::METADATA_ATTACHMENT, operands);
  };
  write(function, {});
  for (auto [number, instruction] : enumerate(instructions(function)))
    write(instruction, {number});
  Records records;
  if (attachments.empty())
    return records;
  records.enter(bitc::METADATA_ATTACHMENT_ID);
  records.append(attachments);
  records.leave();
  return records;
}
