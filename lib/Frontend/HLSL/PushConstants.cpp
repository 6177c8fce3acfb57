//===- PushConstants.cpp - [[vk::push_constant]] and [[vk::offset]] -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A variable with [[vk::push_constant]] is a constant buffer of its own, with the
// layout of structured buffers. In Vulkan it is the first part of the push
// constants.

#include "Emitter.h"
#include "Statements.h"
#include "VulkanAttributes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// Adds the constant buffers of a `cbuffer`, or of all loose global variables:
/// those with [[vk::push_constant]], and one of the others.
void Emitter::addConstantBuffer(const clang::HLSLBufferDecl *buffer,
                                const UsedVariables &used) {
  SmallVector<const VarDecl *> variables;
  bool isUsed = false;
  for (const clang::Decl *one : buffer->buffer_decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    if (!variable || (types.holdsResource(variable->getType()) &&
                      !isInConstantBuffer(variable)))
      continue;
    if (variable->hasAttr<clang::HLSLVkPushConstantAttr>()) {
      if (used.contains(variable))
        addConstants(variable, variable->getName(), {variable});
      continue;
    }
    variables.push_back(variable);
    isUsed |= used.contains(variable);
  }
  if (isUsed)
    addConstants(buffer, buffer->getName(), variables);
}

/// Reports offsets that are stated where they have no effect, that overlap the
/// field before, or that the scalars of the field cannot have.
bool Emitter::checkOffsets(QualType type, Packing packing,
                           SourceLocation location) {
  type = types.plain(type);
  if (types.isNumber(type) || types.isMatrix(type))
    return true;
  if (types.isArray(type))
    return checkOffsets(types.partsOf(type).front(), packing, location);
  const auto *record = type->getAsCXXRecordDecl()->getDefinition();
  SmallVector<const clang::FieldDecl *> fields = types.firstFieldsOf(record);
  auto field = fields.begin();
  unsigned end = 0;
  for (auto [index, part] : llvm::enumerate(types.partsOf(type))) {
    if (!checkOffsets(part, packing, location))
      return false;
    const unsigned offset = layouts.offsetOf(type, index, packing);
    const bool isRow = layouts.isRowMajor(type, index);
    if (index >= record->getNumBases()) {
      if (std::optional<uint32_t> stated = getStatedOffset(*field)) {
        auto refuse = [&](const Twine &what) {
          fail((*field)->getLocation(), "hlsl-offset", what);
          return false;
        };
        if (packing != Packing::Stated)
          return refuse("vk::offset is for push constants: remove it from '" +
                        (*field)->getName() +
                        "', or declare the variable [[vk::push_constant]]");
        if (offset < end)
          return refuse(
              "vk::offset(" + Twine(*stated) + ") of '" + (*field)->getName() +
              "' is within the field before, which ends at " + Twine(end));
        const unsigned alignment =
            layouts.alignmentOf(part, Packing::Natural, isRow);
        if (offset % alignment)
          return refuse("vk::offset(" + Twine(*stated) + ") of '" +
                        (*field)->getName() + "' must be a multiple of " +
                        Twine(alignment) + ", the size of its scalars");
      }
      ++field;
    }
    end = offset + layouts.sizeOf(part, packing, isRow);
  }
  return true;
}
