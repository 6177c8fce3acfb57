//===- DXILDialect.cpp - The dialect, its types and attributes ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/DXIL/DXIL.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DXILABI.h"

using namespace mlir;
using namespace mlir::dxil;

#include "WaveDialect/DXIL/DXILDialect.cpp.inc"
#include "WaveDialect/DXIL/DXILEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "WaveDialect/DXIL/DXILAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "WaveDialect/DXIL/DXILTypes.cpp.inc"

void DXILDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "WaveDialect/DXIL/DXILOps.cpp.inc"
      >();
  registerCalls();
}

void DXILDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "WaveDialect/DXIL/DXILAttrs.cpp.inc"
      >();
}

void DXILDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "WaveDialect/DXIL/DXILTypes.cpp.inc"
      >();
}

std::optional<unsigned> dxil::parseShaderModel(StringRef text) {
  unsigned minor;
  if (!text.consume_front("6.") || (text.size() > 1 && text.starts_with("0")) ||
      text.getAsInteger(10, minor) || minor > kNewestMinor)
    return std::nullopt;
  return minor;
}

SmallVector<Type> dxil::getFields(Type aggregate) {
  Builder builder(aggregate.getContext());
  Type i32 = builder.getI32Type();
  return TypeSwitch<Type, SmallVector<Type>>(aggregate)
      .Case([&](ResRetType type) {
        SmallVector<Type> fields(4, type.getElement());
        fields.push_back(i32); // Whether the entire access was mapped.
        return fields;
      })
      .Case([&](CBufRetType type) {
        return SmallVector<Type>(
            128 / type.getElement().getIntOrFloatBitWidth(), type.getElement());
      })
      .Case([&](StructType type) {
        bool isPair = type.getKind() == StructKind::TwoI32 ||
                      type.getKind() == StructKind::SplitDouble;
        return SmallVector<Type>(isPair ? 2 : 4, i32);
      })
      .Default([](Type) { return SmallVector<Type>(); });
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

/// Flags of the first word of resource properties; the kind is its lowest byte.
static constexpr uint32_t kIsUAV = 1 << 12, kIsCoherent = 1 << 14;

ResourcePropertiesAttr ResourceAttr::getProperties() {
  uint32_t first = static_cast<uint32_t>(getKind());
  if (getResourceClass() == ResourceClass::UAV)
    first |= kIsUAV;
  if (getCoherent())
    first |= kIsCoherent;
  uint32_t second = getBytes();
  if (isTexture())
    second = getComponent() | getComponents() << 8;
  return ResourcePropertiesAttr::get(getContext(), first, second);
}

ResBindAttr ResourceAttr::getBinding() {
  return ResBindAttr::get(getContext(), getLower(), getLower(), getSpace(),
                          getResourceClass());
}

//===----------------------------------------------------------------------===//
// LLVM uses DXIL's numbers
//===----------------------------------------------------------------------===//

static_assert(
    static_cast<uint32_t>(ResourceKind::Texture2D) ==
        static_cast<uint32_t>(llvm::dxil::ResourceKind::Texture2D) &&
    static_cast<uint32_t>(ResourceKind::Texture2DArray) ==
        static_cast<uint32_t>(llvm::dxil::ResourceKind::Texture2DArray) &&
    static_cast<uint32_t>(ResourceKind::RawBuffer) ==
        static_cast<uint32_t>(llvm::dxil::ResourceKind::RawBuffer) &&
    static_cast<uint32_t>(ResourceKind::StructuredBuffer) ==
        static_cast<uint32_t>(llvm::dxil::ResourceKind::StructuredBuffer) &&
    static_cast<uint32_t>(ResourceKind::CBuffer) ==
        static_cast<uint32_t>(llvm::dxil::ResourceKind::CBuffer));
static_assert(static_cast<uint32_t>(ResourceClass::UAV) ==
              static_cast<uint32_t>(llvm::dxil::ResourceClass::UAV));
