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
void Emitter::checkPlace(const clang::NamedDecl *declaration,
                         BindingKind kind) {
  // No kind has the number of the bindings of Vulkan, which all kinds share.
  constexpr unsigned kVulkan = ~0u;
  auto check = [&](unsigned space, unsigned set, unsigned number,
                   const Twine &place) {
    auto [known, isNew] = placed.try_emplace({space, set, number}, declaration);
    if (!isNew)
      fail(declaration->getLocation(), "binding-taken",
           "'" + known->second->getName() + "' and '" + declaration->getName() +
               "' are both bound at " + place + ": give one another place");
  };
  if (auto [space, number] = getRegister(declaration); number) {
    StringRef letter = kind == BindingKind::SRV   ? "t"
                       : kind == BindingKind::UAV ? "u"
                                                  : "b";
    check(static_cast<unsigned>(kind), space.value_or(0), *number,
          "register(" + letter + Twine(*number) + ", space" +
              Twine(space.value_or(0)) + ")");
  }
  if (const auto *place = declaration->getAttr<clang::HLSLVkBindingAttr>())
    check(kVulkan, place->getSet(), place->getBinding(),
          "vk::binding(" + Twine(place->getBinding()) + ", " +
              Twine(place->getSet()) + ")");
}

/// Gives the resources without a register the free ones of their kind, as dxc does.
/// Vulkan has a free binding of its own for them.
void Emitter::numberRegisters() {
  std::map<std::pair<BindingKind, unsigned>, unsigned> nexts;
  for (Attribute &attributes : argumentAttributes) {
    NamedAttrList list(cast<DictionaryAttr>(attributes));
    auto binding = dyn_cast_if_present<BindingAttr>(list.get("wave.binding"));
    if (!binding || binding.getBinding())
      continue;
    const BindingKind kind = binding.getKind();
    const unsigned space = binding.getSet().value_or(0);
    unsigned &next = nexts[{kind, space}];
    while (placed.count({static_cast<unsigned>(kind), space, next}))
      ++next;
    list.set("wave.binding", BindingAttr::get(&context, kind, space, next++,
                                              binding.getElement()));
    attributes = list.getDictionary(&context);
  }
}
