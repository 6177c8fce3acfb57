//===- DebugStatements.cpp - What a debugger knows about statements -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With `debug`, a `wave.print` without text precedes each statement of the user. Its
// attributes name the values, which are those of all variables at this point. Passes keep
// prints where they are, so no variable is lost.

#include "Emitter.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;
using clang::Stmt;

namespace {
/// Collects the numbers of variables with their names: `x`, `light.color`, `m[1]`.
struct VariableValues {
  void add(const Tree &value, QualType type, const std::string &name);

  const Types &types;
  OpBuilder &builder;
  SmallVector<Value> values;
  SmallVector<Attribute> names, elements;
};
} // namespace

void VariableValues::add(const Tree &value, QualType type,
                         const std::string &name) {
  if (types.isNumber(type)) {
    if (!value.leaf || value.leaf.getType() != types.valueOf(type))
      return;
    values.push_back(value.leaf);
    names.push_back(builder.getStringAttr(name));
    elements.push_back(TypeAttr::get(
        types.isBool(type) ? value.leaf.getType() : types.elementOf(type)));
    return;
  }
  if (types.isResource(type) || types.isWaveMatrix(type))
    return;
  SmallVector<QualType> parts = types.partsOf(type);
  if (parts.size() != value.parts.size())
    return;
  SmallVector<std::string> ends;
  const auto *record = types.plain(type)->getAsCXXRecordDecl();
  if (record && !types.isMatrix(type)) {
    record = record->getDefinition();
    // The fields of a base are those of the struct.
    ends.resize(record->getNumBases());
    for (const std::string &field : types.namesOf(record))
      ends.push_back("." + field);
  } else {
    for (size_t i = 0; i < parts.size(); ++i)
      ends.push_back("[" + std::to_string(i) + "]");
  }
  if (ends.size() == parts.size())
    for (auto [part, partType, end] : llvm::zip(value.parts, parts, ends))
      add(part, partType, name + end);
}

void Emitter::noteStatement(const Stmt *statement) {
  if (isInPrelude(statement->getBeginLoc()) || failed || state.done)
    return;
  llvm::DenseMap<const Variable *, StringRef> names;
  for (auto [declaration, variable] : named)
    names[variable] = declaration->getName();
  VariableValues made{types, builder, {}, {}, {}};
  for (const auto &[variable, value] : state.env) {
    auto name = names.find(variable);
    if (name == names.end() || name->second.empty())
      continue;
    // `1:x` is the variable `x` of the first call.
    size_t frame =
        llvm::count_if(calls, [number = variable->number](const Call &call) {
          return call.firstVariable <= number;
        });
    made.add(value, variable->type,
             std::to_string(frame) + ":" + name->second.str());
  }
  SmallVector<Attribute> entered;
  for (const Call &call : calls)
    if (!isInPrelude(call.function->getLocation()))
      entered.push_back(builder.getStringAttr(
          call.function->getNameAsString() + ":" +
          std::to_string(sources.getPresumedLoc(sources.getFileLoc(call.place))
                             .getLine())));
  auto note = PrintOp::create(builder, loc(), /*wave=*/false, "",
                              builder.getArrayAttr(made.elements), made.values);
  note->setAttr("wave.variables", builder.getArrayAttr(made.names));
  note->setAttr("wave.calls", builder.getArrayAttr(entered));
}
