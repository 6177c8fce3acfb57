//===- ArgumentLayout.cpp - Locations of a kernel's arguments -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentLayout.h"

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/KernelLaunch.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::wave;

/// The push constant size that every Vulkan device supports.
static constexpr unsigned kMaxConstantBytes = 128;

Type wave::getConstantType(Type element) {
  MLIRContext *context = element.getContext();
  unsigned width = std::max(element.getIntOrFloatBitWidth(), 32u);
  if (isa<FloatType>(element))
    return width == 32 ? Type(Float32Type::get(context)) : element;
  return IntegerType::get(context, width);
}

static std::pair<Type, unsigned> splitElement(Type element) {
  if (auto vector = dyn_cast<VectorType>(element))
    return {vector.getElementType(), vector.getNumElements()};
  return {element, 1};
}

/// Fields are naturally aligned; a vector has the alignment of its components.
void ArgumentLayout::addField(std::string name, Type element,
                              unsigned components, FieldRole role) {
  unsigned bytes = getConstantType(element).getIntOrFloatBitWidth() / 8;
  unsigned offset = llvm::alignTo(constantBytes, bytes);
  // The block is the first member.
  unsigned firstMember =
      fields.empty() ? (block ? 1 : 0)
                     : fields.back().firstMember + fields.back().components;
  fields.push_back(
      {std::move(name), element, components, offset, role, firstMember});
  constantBytes = offset + components * bytes;
}

namespace {
/// The set and the binding of a resource.
struct ResourcePlace {
  unsigned set, binding;
};

/// Assigns the bindings that no argument states, and those of arguments whose
/// place has a resource of another kind.
class FreeBindings {
public:
  FreeBindings(FunctionOpInterface kernel, Numbering numbering)
      : kernel(kernel), numbering(numbering) {
    // A statement for Vulkan has its place before one for all targets.
    for (const bool isOfVulkan : {true, false})
      for (BlockArgument argument : kernel.getArguments())
        if (hasOwnPlace(argument) == isOfVulkan)
          if (Statement stated = getStatement(argument); stated.binding)
            owners[stated.set].try_emplace(*stated.binding, argument);
  }

  ResourcePlace getPlace(BlockArgument argument) {
    const Statement stated = getStatement(argument);
    auto &taken = owners[stated.set];
    if (stated.binding &&
        (numbering == Numbering::ByKind || hasOwnPlace(argument) ||
         sharesPlace(taken.at(*stated.binding), argument)))
      return {stated.set, *stated.binding};
    unsigned &next = nexts[stated.set];
    while (taken.count(next))
      ++next;
    return {stated.set, next++};
  }

private:
  struct Statement {
    unsigned set = 0;
    std::optional<unsigned> binding;
  };

  DenseI32ArrayAttr getVulkanPlace(BlockArgument argument) {
    if (numbering == Numbering::ByKind)
      return {};
    return kernel.getArgAttrOfType<DenseI32ArrayAttr>(argument.getArgNumber(),
                                                      kVulkanBindingAttribute);
  }

  /// Whether the argument states a binding of Vulkan.
  bool hasOwnPlace(BlockArgument argument) {
    DenseI32ArrayAttr place = getVulkanPlace(argument);
    return place && place.size() == 2;
  }

  Statement getStatement(BlockArgument argument) {
    if (DenseI32ArrayAttr place = getVulkanPlace(argument))
      return {static_cast<unsigned>(place[0]),
              place.size() == 2 ? std::optional<unsigned>(place[1])
                                : std::nullopt};
    BindingAttr binding = wave::getBinding(argument);
    // Push constants have no binding.
    if (!binding ||
        (numbering == Numbering::Shared && isPushConstants(argument)))
      return {};
    return {binding.getSet().value_or(0), binding.getBinding()};
  }

  /// Two resources of one kind at one place are an error.
  bool sharesPlace(BlockArgument owner, BlockArgument argument) {
    return !hasOwnPlace(owner) && wave::getBinding(owner).getKind() ==
                                      wave::getBinding(argument).getKind();
  }

  FunctionOpInterface kernel;
  const Numbering numbering;
  /// By set, the first argument that states each binding. A DenseMap cannot hold
  /// the two largest numbers.
  std::map<unsigned, std::map<unsigned, BlockArgument>> owners;
  std::map<unsigned, unsigned> nexts;
};
} // namespace

FailureOr<ArgumentLayout> ArgumentLayout::get(FunctionOpInterface kernel,
                                              Numbering numbering,
                                              HiddenConstants hidden) {
  ArgumentLayout layout;
  unsigned count = kernel.getNumArguments();
  auto getName = [&](unsigned index) -> std::string {
    if (auto name = kernel.getArgAttrOfType<StringAttr>(index, "wave.name"))
      return name.str();
    return ("arg" + Twine(index)).str();
  };
  layout.places.resize(count);
  layout.lengths.resize(count);
  FreeBindings free(kernel, numbering);
  llvm::StringSet<> variables;
  variables.insert(kernel.getName());
  if (numbering == Numbering::Shared)
    for (BlockArgument argument : kernel.getArguments())
      if (isPushConstants(argument)) {
        const unsigned index = argument.getArgNumber();
        auto type = cast<MemRefType>(argument.getType());
        layout.block = {
            getName(index), index, type,
            kernel.getArgAttrOfType<ArrayAttr>(index, kFieldsAttribute)};
        layout.constantBytes =
            type.getNumElements() * getScalarBytes(type.getElementType());
      }
  for (unsigned index = 0; index < count; ++index) {
    auto binding = kernel.getArgAttrOfType<BindingAttr>(index, "wave.binding");
    if (!binding) {
      layout.places[index] = layout.fields.size();
      auto [element, components] = splitElement(
          kernel.getArgAttrOfType<TypeAttr>(index, "wave.element").getValue());
      layout.addField(getName(index), element, components, FieldRole::Argument);
      continue;
    }
    if (layout.block && layout.block->argument == index)
      continue;
    layout.places[index] = layout.resources.size();
    Type type = kernel.getArgument(index).getType();
    auto [element, components] = splitElement(binding.getElement());
    if (auto image = dyn_cast<ImageType>(type))
      components = image.getChannels();
    StringRef prefix = isa<ImageType>(type)                    ? "image_"
                       : binding.getKind() == BindingKind::CBV ? "constants_"
                                                               : "buffer_";
    std::string variable = (prefix + getName(index)).str();
    while (!variables.insert(variable).second)
      variable = (variable + Twine("_") + Twine(index)).str();
    const ResourcePlace place = free.getPlace(kernel.getArgument(index));
    layout.resources.push_back(
        {getName(index), place.set, place.binding, binding.getKind(), element,
         components, type, variable,
         kernel.getArgAttrOfType<DictionaryAttr>(index, "wave.struct"),
         kernel.getArgAttrOfType<ArrayAttr>(index, kFieldsAttribute),
         isCoherent(kernel.getArgument(index))});
  }
  Type u32 = IntegerType::get(kernel.getContext(), 32, IntegerType::Unsigned);
  for (unsigned index = 0; index < count; ++index) {
    BlockArgument argument = kernel.getArgument(index);
    if (!isa<MemRefType>(argument.getType()) || isConstantBuffer(argument) ||
        isHiddenParameter(kernel, index))
      continue;
    layout.lengths[index] = layout.fields.size();
    layout.addField(getName(index), u32, /*components=*/1, FieldRole::Length);
  }
  if (hidden.groupCount)
    layout.addField("group_count", u32, /*components=*/3,
                    FieldRole::GroupCount);
  if (failed(layout.verify(kernel, numbering)))
    return failure();
  if (hidden.imageExtents)
    for (unsigned index = 0; index < count; ++index)
      if (auto image =
              dyn_cast<ImageType>(kernel.getArgument(index).getType())) {
        layout.lengths[index] = layout.fields.size();
        layout.addField(getName(index), u32, /*components=*/image.getRank(),
                        FieldRole::Extent);
      }
  return layout;
}

LogicalResult ArgumentLayout::verify(FunctionOpInterface kernel,
                                     Numbering numbering) const {
  std::map<std::tuple<unsigned, unsigned, BindingKind>, const ResourceBinding *>
      taken;
  for (const ResourceBinding &resource : resources) {
    auto [it, inserted] = taken.try_emplace(
        {resource.set, resource.binding,
         numbering == Numbering::ByKind ? resource.kind : BindingKind::SRV},
        &resource);
    if (inserted)
      continue;
    bool bothBuffers = resource.isBuffer() && it->second->isBuffer();
    return kernel.emitError(bothBuffers ? "buffers '" : "arguments '")
           << it->second->name << "' and '" << resource.name
           << "' are both bound at set " << resource.set << ", binding "
           << resource.binding << ": give one another place [binding-taken]";
  }
  if (constantBytes <= kMaxConstantBytes)
    return success();
  const bool withGroupCount =
      !fields.empty() && fields.back().role == FieldRole::GroupCount;
  return kernel.emitError(block ? "the push constants" : "the scalar arguments")
         << (withGroupCount ? ", the dispatch's size" : "")
         << " and the lengths of buffers take " << constantBytes
         << " bytes; the limit is " << kMaxConstantBytes
         << (block ? ": put some of the fields into a constant buffer"
                   : ": pass some of them in a Buffer")
         << " [constants-limit]";
}

//===----------------------------------------------------------------------===//
// The manifest
//===----------------------------------------------------------------------===//

static DictionaryAttr
makeDictionary(MLIRContext *context,
               ArrayRef<std::pair<StringRef, Attribute>> entries) {
  NamedAttrList list;
  for (auto [name, value] : entries)
    list.append(name, value);
  return list.getDictionary(context);
}

static ArrayAttr describeFields(Builder &b, ArrayAttr fields) {
  SmallVector<Attribute> described;
  if (fields)
    for (const BufferField &field : getBufferFields(fields))
      described.push_back(makeDictionary(
          b.getContext(),
          {{"name", b.getStringAttr(field.name)},
           {"offset", b.getI64IntegerAttr(field.offset)},
           {"element", b.getStringAttr(getElementName(field.type))},
           {"components", b.getI64IntegerAttr(getNumComponents(field.type))},
           {"count", b.getI64IntegerAttr(field.count)},
           {"stride", b.getI64IntegerAttr(field.stride)}}));
  return b.getArrayAttr(described);
}

static StringRef getResourceName(const ResourceBinding &resource) {
  if (auto image = dyn_cast<ImageType>(resource.type))
    return image.isArray() ? "image_array" : "image";
  return resource.isConstantBuffer() ? "constant_buffer" : "buffer";
}

ArrayAttr ArgumentLayout::describeBindings(MLIRContext *context) const {
  Builder b(context);
  SmallVector<Attribute> bindings;
  for (const ResourceBinding &resource : resources) {
    NamedAttrList list(makeDictionary(
        context,
        {{"name", b.getStringAttr(resource.name)},
         {"set", b.getI64IntegerAttr(resource.set)},
         {"binding", b.getI64IntegerAttr(resource.binding)},
         {"kind", b.getStringAttr(stringifyBindingKind(resource.kind))},
         {"resource", b.getStringAttr(getResourceName(resource))},
         {"element", b.getStringAttr(getElementName(resource.element))},
         {"components", b.getI64IntegerAttr(resource.components)}}));
    if (resource.structure)
      list.append("struct", resource.structure);
    if (resource.isConstantBuffer()) {
      list.append("bytes", b.getI64IntegerAttr(resource.getBytes()));
      list.append("fields", describeFields(b, resource.fields));
    }
    bindings.push_back(list.getDictionary(context));
  }
  return b.getArrayAttr(bindings);
}

static StringRef getRoleName(FieldRole role) {
  switch (role) {
  case FieldRole::Argument:
    return "argument";
  case FieldRole::Length:
    return "length";
  case FieldRole::GroupCount:
    return "group_count";
  case FieldRole::Extent:
    return "extent";
  }
  llvm_unreachable("every role is above");
}

DictionaryAttr ArgumentLayout::describeConstants(MLIRContext *context) const {
  Builder b(context);
  SmallVector<Attribute> constants;
  for (const ConstantField &field : fields)
    constants.push_back(makeDictionary(
        context, {{"name", b.getStringAttr(field.name)},
                  {"offset", b.getI64IntegerAttr(field.offset)},
                  {"element", b.getStringAttr(getElementName(field.element))},
                  {"components", b.getI64IntegerAttr(field.components)},
                  {"role", b.getStringAttr(getRoleName(field.role))}}));
  NamedAttrList list(
      makeDictionary(context, {{"bytes", b.getI64IntegerAttr(constantBytes)},
                               {"fields", b.getArrayAttr(constants)}}));
  if (block)
    list.append(
        "block",
        makeDictionary(
            context,
            {{"name", b.getStringAttr(block->name)},
             {"bytes", b.getI64IntegerAttr(
                           block->type.getNumElements() *
                           getScalarBytes(block->type.getElementType()))},
             {"fields", describeFields(b, block->fields)}}));
  return list.getDictionary(context);
}
