//===- Layouts.cpp - Where values are in memory --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "VulkanAttributes.h"

#include "WaveDialect/IR/ElementType.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The bytes of a row of a constant buffer.
static constexpr unsigned kRow = 16;

/// The vectors in memory that a matrix consists of, its columns or its rows: their
/// number, and the components of each.
static std::pair<unsigned, unsigned>
getVectors(const Types &types, QualType matrix, bool rowMajor) {
  const auto *type = types.plain(matrix)->getAs<clang::ConstantMatrixType>();
  unsigned rows = type->getNumRows(), columns = type->getNumColumns();
  return rowMajor ? std::pair(rows, columns) : std::pair(columns, rows);
}

unsigned Layouts::bytesOfScalar(QualType type) const {
  // A bool in memory has 32 bits.
  return types.isBool(type) ? 4
                            : getScalarBytes(getScalarType(
                                  types.valueOf(types.scalarOf(type))));
}

unsigned Layouts::strideOf(QualType array, Packing packing,
                           bool rowMajor) const {
  QualType element =
      types.ast.getAsConstantArrayType(types.plain(array))->getElementType();
  unsigned size = sizeOf(element, packing, rowMajor);
  return llvm::alignTo(size, packing == Packing::Rows
                                 ? kRow
                                 : alignmentOf(element, packing, rowMajor));
}

/// The field of a part of a struct, or the first of its bit-fields; null for a base.
static const clang::FieldDecl *getField(const Types &types, QualType structure,
                                        unsigned part) {
  const clang::CXXRecordDecl *record =
      types.plain(structure)->getAsCXXRecordDecl();
  if (!record || part < record->getDefinition()->getNumBases())
    return nullptr;
  return types.firstFieldsOf(
      record)[part - record->getDefinition()->getNumBases()];
}

namespace {
/// A part of a struct in memory: its offset and size in bytes.
struct PlacedPart {
  QualType type;
  unsigned offset, size;
  bool rowMajor;
};
} // namespace

/// Places the parts of a struct in one walk along its fields.
static SmallVector<PlacedPart> placeParts(const Types &types,
                                          const Layouts &layouts,
                                          QualType structure, Packing packing) {
  SmallVector<PlacedPart> made;
  SmallVector<QualType> parts = types.partsOf(structure);
  const clang::CXXRecordDecl *record =
      types.plain(structure)->getAsCXXRecordDecl();
  if (!record)
    return made;
  record = record->getDefinition();
  SmallVector<const clang::FieldDecl *> fields = types.firstFieldsOf(record);
  auto field = fields.begin();
  unsigned end = 0;
  for (auto [index, type] : llvm::enumerate(parts)) {
    const clang::FieldDecl *declaration =
        index < record->getNumBases() ? nullptr : *field++;
    bool rowMajor = declaration && layouts.isRowMajor(declaration);
    std::optional<uint32_t> stated;
    if (declaration && packing == Packing::Stated)
      stated = getStatedOffset(declaration);
    unsigned offset =
        stated ? *stated : layouts.place(type, end, packing, rowMajor);
    made.push_back(
        {type, offset, layouts.sizeOf(type, packing, rowMajor), rowMajor});
    end = offset + made.back().size;
  }
  return made;
}

unsigned Layouts::sizeOf(QualType type, Packing packing, bool rowMajor) const {
  if (types.isNumber(type))
    return types.widthOf(type) * bytesOfScalar(type);
  if (types.isMatrix(type)) {
    auto [vectors, components] = getVectors(types, type, rowMajor);
    unsigned bytes = components * bytesOfScalar(type);
    unsigned stride =
        packing == Packing::Rows ? llvm::alignTo(bytes, kRow) : bytes;
    return (vectors - 1) * stride + bytes;
  }
  if (const auto *array = types.ast.getAsConstantArrayType(types.plain(type))) {
    unsigned last = sizeOf(array->getElementType(), packing, rowMajor);
    unsigned stride = strideOf(type, packing, rowMajor);
    return packing == Packing::Rows ? (array->getZExtSize() - 1) * stride + last
                                    : array->getZExtSize() * stride;
  }
  unsigned end = 0;
  for (const PlacedPart &part : placeParts(types, *this, type, packing))
    end = part.offset + part.size;
  return packing == Packing::Rows
             ? end
             : llvm::alignTo(end, alignmentOf(type, packing, rowMajor));
}

unsigned Layouts::alignmentOf(QualType type, Packing packing,
                              bool rowMajor) const {
  if (types.isNumber(type))
    return bytesOfScalar(type);
  // Resources of a struct are not in its memory.
  if (types.holdsResource(type) && sizeOf(type, packing, rowMajor) == 0)
    return 1;
  if (packing == Packing::Rows)
    return types.isMatrix(type) && getVectors(types, type, rowMajor).first == 1
               ? bytesOfScalar(type)
               : kRow;
  if (types.isMatrix(type))
    return bytesOfScalar(type);
  if (const auto *array = types.ast.getAsConstantArrayType(types.plain(type)))
    return alignmentOf(array->getElementType(), packing, rowMajor);
  unsigned alignment = 1;
  for (QualType part : types.partsOf(type))
    alignment = std::max(alignment, alignmentOf(part, packing, rowMajor));
  return alignment;
}

unsigned Layouts::place(QualType type, unsigned offset, Packing packing,
                        bool rowMajor) const {
  offset = llvm::alignTo(offset, alignmentOf(type, packing, rowMajor));
  if (packing == Packing::Rows &&
      offset % kRow + sizeOf(type, packing, rowMajor) > kRow)
    offset = llvm::alignTo(offset, kRow);
  return offset;
}

unsigned Layouts::offsetOf(QualType structure, unsigned part,
                           Packing packing) const {
  return placeParts(types, *this, structure, packing)[part].offset;
}

Leaf Layouts::rowOf(QualType matrix, unsigned row, Packing packing,
                    bool rowMajor) const {
  auto [vectors, components] = getVectors(types, matrix, rowMajor);
  unsigned scalar = bytesOfScalar(matrix), bytes = components * scalar;
  unsigned stride =
      packing == Packing::Rows ? llvm::alignTo(bytes, kRow) : bytes;
  QualType type = types.partsOf(matrix).front();
  return rowMajor ? Leaf{type, row * stride, scalar}
                  : Leaf{type, row * scalar, stride};
}

void Layouts::leavesOf(QualType type, unsigned offset, Packing packing,
                       bool rowMajor, SmallVectorImpl<Leaf> &leaves) const {
  if (types.isNumber(type)) {
    leaves.push_back({types.plain(type), offset, bytesOfScalar(type)});
    return;
  }
  if (types.isMatrix(type)) {
    for (unsigned row = 0, rows = types.partsOf(type).size(); row < rows;
         ++row) {
      Leaf leaf = rowOf(type, row, packing, rowMajor);
      leaf.offset += offset;
      leaves.push_back(leaf);
    }
    return;
  }
  if (const auto *array = types.ast.getAsConstantArrayType(types.plain(type))) {
    unsigned stride = strideOf(type, packing, rowMajor);
    for (unsigned index = 0; index < array->getZExtSize(); ++index)
      leavesOf(array->getElementType(), offset + index * stride, packing,
               rowMajor, leaves);
    return;
  }
  for (const PlacedPart &part : placeParts(types, *this, type, packing))
    leavesOf(part.type, offset + part.offset, packing, part.rowMajor, leaves);
}

/// Finds the scalar types in a type.
static void collectScalars(const Types &types, QualType type,
                           SmallVectorImpl<QualType> &scalars) {
  if (types.isNumber(type) || types.isMatrix(type)) {
    if (!llvm::is_contained(scalars, types.scalarOf(type)))
      scalars.push_back(types.scalarOf(type));
  } else if (types.isArray(type)) {
    collectScalars(types, types.partsOf(type).front(), scalars);
  } else {
    for (QualType part : types.partsOf(type))
      collectScalars(types, part, scalars);
  }
}

QualType Layouts::wordOf(QualType type) const {
  SmallVector<QualType> scalars;
  collectScalars(types, type, scalars);
  if (scalars.size() == 1)
    return scalars.front();
  unsigned bytes = 4;
  if (!scalars.empty())
    bytes =
        bytesOfScalar(*llvm::min_element(scalars, [&](QualType a, QualType b) {
          return bytesOfScalar(a) < bytesOfScalar(b);
        }));
  return types.plain(types.ast.getIntTypeForBitwidth(8 * bytes, /*Signed=*/0));
}

bool Layouts::isRowMajor(const clang::ValueDecl *declaration) const {
  return isRowMajor(declaration->getType(), declaration->getLocation());
}

bool Layouts::isRowMajor(QualType structure, unsigned part) const {
  const clang::FieldDecl *field = getField(types, structure, part);
  return field && isRowMajor(field);
}
