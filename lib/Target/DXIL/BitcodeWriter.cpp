//===- BitcodeWriter.cpp - Bitcode of LLVM 3.7 ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL/BitcodeWriter.h"

#include "Bitcode/Encodings.h"
#include "Bitcode/FunctionWriter.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

namespace {

/// The attribute lists of declarations. DXIL needs only some of LLVM's
/// attributes: no unwinding, memory effects, and no duplication.
class AttributeTable {
public:
  /// Returns the number of the list, starting at 1, or 0 for no attributes.
  unsigned get(const Function &function);
  Records write() const;

private:
  std::vector<Operands> lists;
};

class ModuleWriter {
public:
  ModuleWriter(const Module &module, Refusals &refusals)
      : module(module), refusals(refusals), pointers(module, refusals),
        types(pointers, refusals), values(types, refusals) {}

  /// Returns no records if a construct was refused.
  Records write();

private:
  void numberGlobals();
  void writeVariable(const GlobalVariable &global, Records &records);
  void writeFunction(const Function &function, Records &records);
  Records writeNames() const;

  const Module &module;
  Refusals &refusals;
  PointerTypes pointers;
  TypeTable types;
  ValueNumbering values;
  AttributeTable attributes;
};

} // namespace

unsigned AttributeTable::get(const Function &function) {
  if (!function.isDeclaration())
    return 0;
  Operands list;
  if (function.hasFnAttribute(Attribute::NoDuplicate))
    list.push_back(bitc::ATTR_KIND_NO_DUPLICATE);
  if (function.doesNotThrow())
    list.push_back(bitc::ATTR_KIND_NO_UNWIND);
  if (function.doesNotAccessMemory())
    list.push_back(bitc::ATTR_KIND_READ_NONE);
  else if (function.onlyReadsMemory())
    list.push_back(bitc::ATTR_KIND_READ_ONLY);
  if (list.empty())
    return 0;
  auto place = find(lists, list);
  unsigned number = place - lists.begin() + 1;
  if (place == lists.end())
    lists.push_back(list);
  return number;
}

Records AttributeTable::write() const {
  Records records;
  if (lists.empty())
    return records;
  // Each list is one group that applies to the function itself. The 0 before an
  // attribute is the code for an attribute without a value.
  constexpr uint64_t kOfFunction = 0xffffffff;
  records.enter(bitc::PARAMATTR_GROUP_BLOCK_ID);
  for (auto [number, list] : enumerate(lists)) {
    Operands operands{number + 1, kOfFunction};
    for (uint64_t attribute : list)
      operands.append({0, attribute});
    records.add(bitc::PARAMATTR_GRP_CODE_ENTRY, operands);
  }
  records.leave();
  records.enter(bitc::PARAMATTR_BLOCK_ID);
  for (size_t number = 1; number <= lists.size(); ++number)
    records.add(bitc::PARAMATTR_CODE_ENTRY, {number});
  records.leave();
  return records;
}

void ModuleWriter::numberGlobals() {
  for (const GlobalVariable &global : module.globals())
    values.addGlobal(global);
  for (const Function &function : module)
    values.addGlobal(function);
  for (const GlobalVariable &global : module.globals()) {
    refusals.setPlace(global);
    if (global.hasInitializer())
      values.collect(global.getOperandUse(0));
  }
}

void ModuleWriter::writeVariable(const GlobalVariable &global,
                                 Records &records) {
  constexpr unsigned kExplicitType = 2;
  refusals.setPlace(global);
  types.getOf(global);
  Operands operands{
      types.get(global.getValueType()),
      global.getAddressSpace() << 2 | kExplicitType | global.isConstant(),
      global.hasInitializer() ? values.get(global.getOperandUse(0)) + 1 : 0,
      getLinkageCode(global.getLinkage()),
      getAlignmentCode(global.getAlign()),
      /*section=*/0};
  if (!global.hasDefaultVisibility() || global.hasGlobalUnnamedAddr() ||
      global.isExternallyInitialized())
    operands.append({unsigned(global.getVisibility()), /*thread-local=*/0,
                     global.hasGlobalUnnamedAddr(),
                     global.isExternallyInitialized(), /*DLL=*/0,
                     /*comdat=*/0});
  records.add(bitc::MODULE_CODE_GLOBALVAR, operands);
}

void ModuleWriter::writeFunction(const Function &function, Records &records) {
  refusals.setPlace(function);
  types.getOf(function);
  records.add(bitc::MODULE_CODE_FUNCTION,
              {types.getFunction(function), function.getCallingConv(),
               function.isDeclaration(), getLinkageCode(function.getLinkage()),
               attributes.get(function), getAlignmentCode(function.getAlign()),
               /*section=*/0, unsigned(function.getVisibility()),
               /*collector=*/0, function.hasGlobalUnnamedAddr(),
               /*prologue=*/0, /*DLL=*/0, /*comdat=*/0, /*prefix=*/0,
               /*personality=*/0});
}

/// DXIL identifies its functions by name.
Records ModuleWriter::writeNames() const {
  Records records;
  records.enter(bitc::VALUE_SYMTAB_BLOCK_ID);
  auto write = [&](const GlobalValue &value) {
    if (value.hasName())
      records.add(bitc::VST_CODE_ENTRY, {values.get(value)}, value.getName());
  };
  for (const GlobalVariable &global : module.globals())
    write(global);
  for (const Function &function : module)
    write(function);
  records.leave();
  return records;
}

Records ModuleWriter::write() {
  Records functions, globals;
  numberGlobals();
  for (const Function &function : module)
    writeFunction(function, functions);
  MetadataTable metadata(module, types, values, refusals);
  Records constants = values.numberConstants();
  if (refusals.any())
    return Records();
  for (const GlobalVariable &global : module.globals())
    writeVariable(global, globals);
  Records nodes = metadata.write(), bodies;
  FunctionWriter writer(types, values, metadata, refusals);
  for (const Function &function : module)
    if (!function.isDeclaration() && !refusals.any())
      bodies.append(writer.write(function));

  Records records;
  records.enter(bitc::MODULE_BLOCK_ID);
  // In version 1 operands are distances.
  records.add(bitc::MODULE_CODE_VERSION, {1});
  records.append(attributes.write());
  records.append(types.write());
  records.add(bitc::MODULE_CODE_TRIPLE, {}, module.getTargetTriple().str());
  records.add(bitc::MODULE_CODE_DATALAYOUT, {}, module.getDataLayoutStr());
  records.append(globals);
  records.append(functions);
  records.append(constants);
  records.append(nodes);
  records.append(writeNames());
  records.append(bodies);
  records.leave();
  return records;
}

Error mlir::dxil::writeBitcode(const Module &module,
                               SmallVectorImpl<char> &bitcode) {
  // The rest of the writer relies on the checks of the verifier.
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(module, &stream))
    return createStringError("the module is invalid: " +
                             StringRef(text).rtrim());
  Refusals refusals;
  refuseFormless(module, refusals);
  if (refusals.any())
    return refusals.takeError();
  Records records = ModuleWriter(module, refusals).write();
  if (refusals.any())
    return refusals.takeError();
  records.write(bitcode);
  return Error::success();
}
