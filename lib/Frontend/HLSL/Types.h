//===- Types.h - HLSL's types and their layouts in memory -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_TYPES_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_TYPES_H

#include "Syntax/MatrixOrder.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/BuiltinTypes.h"
#include "clang/AST/ASTContext.h"

namespace mlir::wave::hlsl {

using clang::QualType;

/// Whether the prelude's macro or the user annotated a declaration with this text.
bool hasAnnotation(const clang::Decl *declaration, StringRef text);

/// The annotation of a class of the prelude; empty for other types.
StringRef getClassAnnotation(QualType type);

/// The annotation of a wave matrix.
inline constexpr llvm::StringLiteral kWaveMatrixAnnotation = "hlsl.wave_matrix";

/// The annotation of a bit-field with its number of bits (Syntax/BitFields.cpp).
inline constexpr llvm::StringLiteral kBitsAnnotation = "hlsl.bits";

/// The number of bits that a bit-field states; none for other fields.
std::optional<uint64_t> getBitWidth(const clang::FieldDecl *field);

/// A field of a struct, and the part with its value. The part of a bit-field is an
/// unsigned integer with several of them.
struct FieldPart {
  const clang::FieldDecl *field;
  unsigned part;
  /// Of a bit-field; the width is 0 for other fields.
  unsigned shift = 0, width = 0;
};

/// Questions about HLSL's types.
///
/// A *number* is a scalar or a vector, which one SSA value holds. So does a
/// *resource*: the value is its number among the kernel's resources; and a *wave matrix*
/// of `dx::linalg`. All other types consist of parts: a struct of its bases and fields,
/// an array of its elements, a matrix of its rows.
class Types {
public:
  Types(clang::ASTContext &ast, MLIRContext &context)
      : ast(ast), context(context) {}

  /// The canonical type without qualifiers, reference and address space.
  QualType plain(QualType type) const;
  bool isNumber(QualType type) const;
  bool isMatrix(QualType type) const;
  bool isArray(QualType type) const;
  bool isResource(QualType type) const;
  /// The annotation of a resource's class in the prelude; empty for other types.
  StringRef annotationOf(QualType type) const;
  /// Whether a type is a resource, or has resources among its parts.
  bool holdsResource(QualType type) const;
  bool isWaveMatrix(QualType type) const;
  /// Whether a type is a wave matrix, or has some among its parts.
  bool holdsWaveMatrix(QualType type) const;
  /// The type of a wave matrix; that of another matrix if no value has this type.
  MatrixType waveMatrixOf(QualType type) const;
  /// The scalar that has the value of an element of a wave matrix in HLSL.
  QualType scalarOfWaveMatrix(QualType type) const;
  /// Why no value has the type of a wave matrix; empty if values have it.
  std::string explainWaveMatrix(QualType type) const;
  /// The scalar of a number or of a matrix; an enumeration's integer type.
  QualType scalarOf(QualType type) const;
  /// The components of a number.
  unsigned widthOf(QualType number) const;
  /// The number with this many components of a scalar type.
  QualType numberOf(QualType scalar, unsigned width) const;
  bool isFloat(QualType type) const;
  bool isSigned(QualType type) const;
  bool isBool(QualType type) const;
  /// The type of a number's SSA value; null for scalars that are not supported.
  Type valueOf(QualType number) const;
  /// The type with its sign that a binding states: `ui32`, `vector<3xf32>`.
  Type elementOf(QualType number) const;
  /// The parts of any other type.
  SmallVector<QualType> partsOf(QualType type) const;
  /// The fields of a struct, without its bases. As with dxc, adjacent bit-fields whose
  /// types have the same size are in one part, the first one in its lowest bits.
  SmallVector<FieldPart> fieldsOf(const clang::CXXRecordDecl *record) const;
  /// For each part of a struct that is not a base, the field, or the first of the
  /// bit-fields.
  SmallVector<const clang::FieldDecl *>
  firstFieldsOf(const clang::CXXRecordDecl *record) const;
  /// The names of these parts: that of the field, or `a_b` of two bit-fields.
  SmallVector<std::string> namesOf(const clang::CXXRecordDecl *record) const;
  /// Whether a type has bit-fields.
  bool holdsBitFields(QualType type) const;
  /// The bits of the integers with bit-fields of this type.
  unsigned integerBitsOf(QualType type) const;
  /// The place of a field among the parts of its struct, and of a base.
  FieldPart placeOf(const clang::FieldDecl *field) const;
  unsigned partOf(const clang::FieldDecl *field) const {
    return placeOf(field).part;
  }
  unsigned partOf(const clang::CXXRecordDecl *derived,
                  const clang::CXXRecordDecl *base) const;
  /// Whether variables of the type are in memory, because lanes may index them. Resources
  /// and wave matrices never are.
  bool holdsArray(QualType type) const;

  clang::ASTContext &ast;
  MLIRContext &context;
};

/// How values are laid out in memory.
enum class Packing {
  /// Each scalar at a multiple of its own size: buffers and arrays.
  Natural,
  /// Rows of 16 bytes that no vector crosses: constant buffers.
  Rows,
  /// As Natural, but a field may state its offset: push constants.
  Stated,
};

/// A scalar or vector in memory. The components of a matrix's row may be apart.
struct Leaf {
  QualType type;
  unsigned offset;
  /// The distance of two components in bytes.
  unsigned stride;
};

/// Where parts of a value are in memory, in bytes.
class Layouts {
public:
  Layouts(const Types &types, const MatrixOrder &order)
      : types(types), order(order) {}

  unsigned bytesOfScalar(QualType type) const;
  unsigned sizeOf(QualType type, Packing packing, bool rowMajor) const;
  unsigned alignmentOf(QualType type, Packing packing, bool rowMajor) const;
  /// The offset of a value that follows `offset`.
  unsigned place(QualType type, unsigned offset, Packing packing,
                 bool rowMajor) const;
  /// The distance of two elements of an array.
  unsigned strideOf(QualType array, Packing packing, bool rowMajor) const;
  /// The offset of a part of a struct.
  unsigned offsetOf(QualType structure, unsigned part, Packing packing) const;
  /// The offset of a matrix's row, and the distance of the components of a row.
  Leaf rowOf(QualType matrix, unsigned row, Packing packing,
             bool rowMajor) const;
  /// The scalars and vectors of a value at an offset, in the order of the parts.
  void leavesOf(QualType type, unsigned offset, Packing packing, bool rowMajor,
                SmallVectorImpl<Leaf> &leaves) const;
  /// The scalar type of the words that memory holds for values of this type: that of
  /// all its scalars, else the unsigned integer as wide as the smallest of them.
  QualType wordOf(QualType type) const;
  /// Whether the matrices of a variable or field are row-major, or those of a
  /// struct's part.
  bool isRowMajor(const clang::ValueDecl *declaration) const;
  bool isRowMajor(QualType structure, unsigned part) const;
  /// Whether matrices of a type, as it is written at a place, are row-major.
  bool isOrderStated(QualType written, clang::SourceLocation place) const {
    return order.isStated(types.ast, written, place);
  }
  bool isRowMajor(QualType written, clang::SourceLocation place) const {
    return order.isRowMajor(types.ast, written, place);
  }

private:
  const Types &types;
  const MatrixOrder &order;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_TYPES_H
