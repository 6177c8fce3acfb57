//===- ResourceParts.cpp - Arrays and structs of resources ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each resource of an array or a struct is an argument of its own, `lights[1].table`. An
// array with a register has one for each element, in the order of the elements.

#include "Emitter.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The most resources that one variable may have.
static constexpr unsigned kMostParts = 1024;

using Register = clang::HLSLResourceBindingAttr::RegisterType;

static BindingKind getKind(const Resource &resource) {
  return resource.kind == Resource::Kind::Constants ? BindingKind::CBV
         : resource.isWritable                      ? BindingKind::UAV
                                                    : BindingKind::SRV;
}

/// `reordercoherent` is not like it: it concerns the reordering of ray generation
/// shaders, which no supported stage has.
static bool isCoherent(const clang::Decl *declaration) {
  return hasAnnotation(declaration, "hlsl.globallycoherent");
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// The first register of a variable's parts of a kind, and its space; none if the
/// declaration does not state it.
static std::pair<std::optional<unsigned>, std::optional<unsigned>>
getFirst(const VarDecl *variable, BindingKind kind) {
  Register wanted = kind == BindingKind::CBV   ? Register::CBuffer
                    : kind == BindingKind::UAV ? Register::UAV
                                               : Register::SRV;
  std::optional<unsigned> space;
  for (const auto *stated :
       variable->specific_attrs<clang::HLSLResourceBindingAttr>()) {
    if (!stated->hasRegisterSlot())
      space = stated->getSpaceNumber();
    else if (stated->getRegisterType() == wanted)
      return {stated->getSpaceNumber(), stated->getSlotNumber()};
  }
  return {space, std::nullopt};
}

/// Counts the resources of each kind in a type.
void Emitter::countParts(QualType type, unsigned times, PartCounts &counts) {
  if (isResource(type)) {
    counts[getKind(describe(type, here))] += times;
    return;
  }
  if (const auto *array = ast.getAsConstantArrayType(types.plain(type)))
    return countParts(array->getElementType(), times * array->getZExtSize(),
                      counts);
  if (types.holdsResource(type))
    for (QualType part : types.partsOf(type))
      countParts(part, times, counts);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Lists the sizes of arrays of resources by their paths: `layers[]`, `layers[].tables[]`.
static void listExtents(const Types &types, QualType type,
                        const std::string &name,
                        SmallVectorImpl<NamedAttribute> &extents) {
  type = types.plain(type);
  if (types.isResource(type) || !types.holdsResource(type))
    return;
  Builder builder(&types.context);
  if (const auto *array = types.ast.getAsConstantArrayType(type)) {
    std::string inner = name + "[]";
    extents.push_back(builder.getNamedAttr(
        inner,
        builder.getI64IntegerAttr(static_cast<int64_t>(array->getZExtSize()))));
    return listExtents(types, array->getElementType(), inner, extents);
  }
  const clang::CXXRecordDecl *record =
      type->getAsCXXRecordDecl()->getDefinition();
  for (const clang::CXXBaseSpecifier &base : record->bases())
    listExtents(types, base.getType(), name, extents);
  for (const clang::FieldDecl *field : record->fields())
    listExtents(types, field->getType(), name + "." + field->getName().str(),
                extents);
}

/// Adds the resources of a variable of the file.
void Emitter::addResources(const VarDecl *variable) {
  At at(*this, variable->getLocation());
  QualType type = types.plain(variable->getType());
  if (type->isIncompleteArrayType())
    return;
  const unsigned before = errorCount;
  PartCounts counts, next;
  countParts(type, 1, counts);
  unsigned total = 0;
  for (auto [kind, count] : counts)
    total += count;
  if (errorCount != before)
    return;
  if (total > kMostParts)
    return fail(variable->getLocation(), "hlsl-unsupported",
                "'" + variable->getName() + "' has " + Twine(total) +
                    " resources, but at most " + Twine(kMostParts) +
                    " are supported");
  Tree made = addParts(variable, type, variable->getType(), variable->getName(),
                       {}, next, counts, isCoherent(variable));
  // The numbers of a struct are in a constant buffer.
  if (auto known = places.find(variable); known != places.end())
    made = loadConstants(known->second, made);
  // Hosts check lists of elements against them.
  SmallVector<NamedAttribute> extents;
  if (auto known =
          function->getAttrOfType<DictionaryAttr>("wave.resource_arrays"))
    llvm::append_range(extents, known);
  listExtents(types, type, variable->getName().str(), extents);
  if (!extents.empty())
    function->setAttr("wave.resource_arrays",
                      builder.getDictionaryAttr(extents));
  Place place = temporary(std::move(made), type);
  place.name = variable->getName().str();
  place.isGlobal = true;
  places[variable] = place;
}

/// Adds the resources of a part of a variable: a value with their numbers. `next` are the
/// places of the next ones among those of their kinds.
Tree Emitter::addParts(const VarDecl *variable, QualType type, QualType written,
                       const Twine &name, SmallVector<unsigned> path,
                       PartCounts &next, const PartCounts &counts,
                       bool isCoherent) {
  Tree made;
  std::string text = name.str();
  if (isResource(type)) {
    made.leaf = integer(kNoResource);
    BindingKind kind = getKind(describe(type, variable->getLocation()));
    auto [set, first] = getFirst(variable, kind);
    ResourceSource source{variable, text, set, first};
    source.path = path;
    source.written = written;
    source.isCoherent = isCoherent;
    source.index = next[kind]++;
    source.count = counts.at(kind);
    if (first)
      source.slot = *first + source.index;
    source.isPart = !isResource(variable->getType());
    if (const Resource *added = addResource(type, source))
      made.leaf = integer(added->number);
    return made;
  }
  if (!types.holdsResource(type))
    return undefined(type);
  auto add = [&](QualType part, QualType written, const Twine &inner,
                 bool isPartCoherent) {
    path.push_back(made.parts.size());
    made.parts.push_back(addParts(variable, part, written, inner, path, next,
                                  counts, isPartCoherent));
    path.pop_back();
  };
  SmallVector<QualType> parts = types.partsOf(type);
  if (types.isArray(type)) {
    for (auto [index, part] : llvm::enumerate(parts))
      add(part, written, text + "[" + Twine(index) + "]", isCoherent);
    return made;
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl()->getDefinition();
  size_t bases = record->getNumBases();
  for (QualType part : ArrayRef(parts).take_front(bases))
    add(part, part, text, isCoherent);
  for (auto [field, part] : llvm::zip(types.firstFieldsOf(record),
                                      ArrayRef(parts).drop_front(bases)))
    add(part, field->getType(), text + "." + field->getName(),
        isCoherent || ::isCoherent(field));
  return made;
}

/// The accesses of a local variable or a parameter are those of the resource that it
/// names, whose declaration decides on the coherence.
void Emitter::checkCoherence(const VarDecl *variable, const Tree &value) {
  if (!::isCoherent(variable) || !isResource(variable->getType()))
    return;
  std::optional<int64_t> number = knownInteger(value.leaf);
  if (!number || static_cast<uint64_t>(*number) >= resources.size())
    return;
  const ResourceSource &source = resources[*number]->source;
  if (!source.isCoherent)
    fail(variable->getLocation(), "hlsl-type",
         "'" + variable->getName() + "' is globallycoherent, but '" +
             source.name + "' is not: declare '" + source.name +
             "' globallycoherent");
}

/// A struct whose numbers are in a constant buffer, with its resources.
Tree Emitter::loadConstants(const Place &place, const Tree &resources) {
  if (isResource(place.type))
    return resources;
  if (!types.holdsResource(place.type))
    return loadWhole(place, here);
  Tree made;
  bool isArray = types.isArray(place.type);
  SmallVector<QualType> parts = types.partsOf(place.type);
  for (auto [index, part] : llvm::enumerate(parts))
    made.parts.push_back(
        loadConstants(isArray ? elementOf(place, integer(index), part)
                              : partOf(place, index, part),
                      resources.parts[index]));
  return made;
}

/// An element of an array without a size: its resources are added as they are used.
Place Emitter::elementOfUnbounded(const VarDecl *array, Value index,
                                  QualType type, SourceLocation location) {
  type = types.plain(type);
  std::optional<int64_t> known = knownInteger(index);
  auto refuse = [&](const Twine &message) {
    fail(location, "hlsl-unsupported", message);
    return temporary(undefined(type), type);
  };
  if (!known)
    return refuse("'" + array->getName() +
                  "' has no size, so its index must be a constant: declare the "
                  "number of its elements");
  auto element = static_cast<uint32_t>(*known);
  auto [it, isNew] = elements.try_emplace({array, element});
  if (!isNew)
    return it->second;
  At at(*this, array->getLocation());
  PartCounts counts, next;
  countParts(type, 1, counts);
  for (auto [kind, count] : counts) {
    if (!getFirst(array, kind).second)
      return refuse("'" + array->getName() +
                    "' has neither a size nor a register: declare one of them");
    next[kind] = count * element;
  }
  // The numbers of the resources are known everywhere in the kernel.
  OpBuilder::InsertionGuard inside(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  Place place =
      temporary(addParts(array, type, array->getType(),
                         array->getName() + "[" + Twine(element) + "]",
                         {element}, next, counts, isCoherent(array)),
                type);
  place.name = (array->getName() + "[" + Twine(element) + "]").str();
  place.isGlobal = true;
  it->second = place;
  return place;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Gives arguments of several namespaces that have the same name their whole names.
void Emitter::distinguishArguments() {
  llvm::StringMap<unsigned> uses;
  for (const Argument &argument : arguments)
    ++uses[argument.source.name];
  for (Argument &argument : arguments) {
    const clang::NamedDecl *declaration = argument.source.declaration;
    if (uses.lookup(argument.source.name) == 1 || !declaration->getIdentifier())
      continue;
    // The rest is the part of an array or a struct, `[1].table`.
    StringRef rest = argument.source.name;
    if (!rest.consume_front(declaration->getName()))
      continue;
    argument.source.name =
        (declaration->getQualifiedNameAsString() + rest).str();
    StringAttr name = builder.getStringAttr(argument.source.name);
    NamedAttrList attributes(argument.attributes);
    attributes.set("wave.name", name);
    argument.attributes = attributes.getDictionary(&context);
    argument.value.setLoc(NameLoc::get(
        name, cast<NameLoc>(argument.value.getLoc()).getChildLoc()));
  }
}

/// States the types and attributes of the arguments that the body has.
void Emitter::stateArguments() {
  SmallVector<Attribute> attributes;
  for (const Argument &argument : arguments)
    attributes.push_back(argument.attributes);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().front().getArgumentTypes(), {}));
  function.setArgAttrsAttr(
      attributes.empty() ? ArrayAttr() : builder.getArrayAttr(attributes));
}

/// Removes the arguments of parts that the kernel does not access, and brings the others
/// into the order of the declarations.
void Emitter::finishArguments() {
  llvm::erase_if(arguments, [](const Argument &argument) {
    return argument.source.isPart && argument.value.use_empty();
  });
  llvm::stable_sort(arguments, [&](const Argument &a, const Argument &b) {
    return std::tuple(a.source.isCounter, order[a.source.declaration],
                      a.source.path) < std::tuple(b.source.isCounter,
                                                  order[b.source.declaration],
                                                  b.source.path);
  });
  distinguishArguments();
  numberRegisters();
  Block &body = function.getBody().front();
  unsigned former = body.getNumArguments();
  for (const Argument &argument : arguments) {
    BlockArgument value = argument.value;
    value.replaceAllUsesWith(body.addArgument(value.getType(), value.getLoc()));
  }
  body.eraseArguments(0, former);
  stateArguments();
}
