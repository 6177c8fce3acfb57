//===- PartNames.cpp - Names of the scalars of variables in memory --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartNames.h"

#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

namespace {
struct PartNames {
  void add(QualType type, unsigned offset, const std::string &name,
           bool rowMajor);
  void addWord(unsigned offset, const std::string &name) {
    names.push_back(std::to_string(offset / wordBytes) + " " + name);
  }

  const Types &types;
  const Layouts &layouts;
  unsigned wordBytes;
  SmallVector<std::string> names;
};
} // namespace

void PartNames::add(QualType type, unsigned offset, const std::string &name,
                    bool rowMajor) {
  if (types.isNumber(type)) {
    unsigned width = types.widthOf(type), bytes = layouts.bytesOfScalar(type);
    for (unsigned i = 0; i < width; ++i)
      addWord(offset + i * bytes,
              width == 1 ? name : name + "." + std::string(1, "xyzw"[i]));
    return;
  }
  if (types.isMatrix(type)) {
    for (unsigned row = 0; row < types.partsOf(type).size(); ++row) {
      Leaf leaf = layouts.rowOf(type, row, Packing::Natural, rowMajor);
      for (unsigned column = 0; column < types.widthOf(leaf.type); ++column)
        addWord(offset + leaf.offset + column * leaf.stride,
                name + "._m" + std::to_string(row) + std::to_string(column));
    }
    return;
  }
  if (const auto *array = types.ast.getAsConstantArrayType(types.plain(type))) {
    unsigned stride = layouts.strideOf(type, Packing::Natural, rowMajor);
    add(array->getElementType(), offset,
        name + "[" + std::to_string(array->getZExtSize()) + "*" +
            std::to_string(stride / wordBytes) + "]",
        rowMajor);
    return;
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl();
  if (!record || layouts.sizeOf(type, Packing::Natural, rowMajor) == 0)
    return;
  record = record->getDefinition();
  SmallVector<std::string> fields(record->getNumBases());
  for (const std::string &field : types.namesOf(record))
    fields.push_back("." + field);
  for (auto [part, field] : llvm::enumerate(types.partsOf(type)))
    add(field, offset + layouts.offsetOf(type, part, Packing::Natural),
        name + fields[part], layouts.isRowMajor(type, part));
}

SmallVector<std::string> hlsl::namePartsOf(const Types &types,
                                           const Layouts &layouts,
                                           QualType type, unsigned wordBytes,
                                           bool rowMajor) {
  const auto *array = types.ast.getAsConstantArrayType(types.plain(type));
  QualType whole = array ? array->getElementType() : type;
  if (types.isNumber(whole) && types.widthOf(whole) == 1)
    return {};
  PartNames made{types, layouts, wordBytes, {}};
  made.add(type, 0, "", rowMajor);
  return std::move(made.names);
}
