//===- Registers.cpp - Where resources are bound --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `register` is for Direct3D, where each kind of resources has numbers of its own.
// Vulkan has the same numbers unless a resource states a vk::binding.

#include "Registers.h"

#include "Emitter.h"

#include "clang/AST/Attr.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

std::pair<std::optional<unsigned>, std::optional<unsigned>>
hlsl::getRegister(const clang::Decl *declaration) {
  const auto *place = declaration->getAttr<clang::HLSLResourceBindingAttr>();
  if (!place)
    return {};
  if (!place->hasRegisterSlot())
    return {place->getSpaceNumber(), std::nullopt};
  return {place->getSpaceNumber(), place->getSlotNumber()};
}

/// Reports a register or a vk::binding that another resource of the kernel has.
void Emitter::checkPlace(const ResourceSource &source, BindingKind kind) {
  const clang::NamedDecl *declaration = source.declaration;
  // No kind has the number of the bindings of Vulkan, which all kinds share.
  constexpr unsigned kVulkan = ~0u;
  auto check = [&](unsigned space, unsigned set, unsigned number,
                   const Twine &place) {
    auto [known, isNew] = placed.try_emplace({space, set, number}, declaration);
    if (!isNew)
      fail(declaration->getLocation(), "binding-taken",
           "'" + known->second->getName() + "' and '" + source.name +
               "' are both bound at " + place + ": give one another place");
  };
  if (source.slot) {
    StringRef letter = kind == BindingKind::SRV   ? "t"
                       : kind == BindingKind::UAV ? "u"
                                                  : "b";
    check(static_cast<unsigned>(kind), source.set.value_or(0), *source.slot,
          "register(" + letter + Twine(*source.slot) + ", space" +
              Twine(source.set.value_or(0)) + ")");
  }
  const auto *place = declaration->getAttr<clang::HLSLVkBindingAttr>();
  if (place && source.index == 0)
    check(kVulkan, place->getSet(), place->getBinding(),
          "vk::binding(" + Twine(place->getBinding()) + ", " +
              Twine(place->getSet()) + ")");
}

/// Returns the first of `count` free numbers in a row, and takes them.
static unsigned takeNumbers(std::set<unsigned> &taken, unsigned count) {
  unsigned first = 0;
  for (unsigned number : taken) {
    if (number >= first + count)
      break;
    first = std::max(first, number + 1);
  }
  for (unsigned i = 0; i < count; ++i)
    taken.insert(first + i);
  return first;
}

/// Gives the resources without a register the free ones of their kind, as dxc does: the
/// elements of an array have registers that follow each other. Vulkan has a free binding
/// of its own for each.
void Emitter::numberRegisters() {
  using Space = std::pair<BindingKind, unsigned>;
  std::map<Space, std::set<unsigned>> taken;
  for (const auto &[place, declaration] : placed) {
    auto [kind, space, number] = place;
    taken[{static_cast<BindingKind>(kind), space}].insert(number);
  }
  std::map<std::pair<const clang::NamedDecl *, Space>, unsigned> firsts;
  for (Argument &argument : arguments) {
    ResourceSource &source = argument.source;
    if (source.slot)
      continue;
    NamedAttrList list(argument.attributes);
    auto binding = cast<BindingAttr>(list.get("wave.binding"));
    const Space space = {binding.getKind(), source.set.value_or(0)};
    if (source.isCounter) {
      source.slot = takeNumbers(taken[space], 1);
    } else {
      auto [first, isNew] = firsts.try_emplace({source.declaration, space}, 0);
      if (isNew)
        first->second = takeNumbers(taken[space], std::max(source.count, 1u));
      source.slot = first->second + source.index;
    }
    list.set("wave.binding",
             BindingAttr::get(&context, space.first, space.second, *source.slot,
                              binding.getElement()));
    argument.attributes = list.getDictionary(&context);
  }
}
