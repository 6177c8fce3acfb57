//===- Types.cpp - HLSL's types ------------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/IR/Builders.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

bool hlsl::hasAnnotation(const clang::Decl *declaration, StringRef text) {
  return llvm::any_of(
      declaration->specific_attrs<clang::AnnotateAttr>(),
      [&](const auto *note) { return note->getAnnotation() == text; });
}

QualType Types::plain(QualType type) const {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  // The components of a vector in a buffer have the address space.
  if (const auto *vector = type->getAs<clang::VectorType>())
    return ast.getExtVectorType(plain(vector->getElementType()),
                                vector->getNumElements());
  if (const auto *matrix = type->getAs<clang::ConstantMatrixType>())
    return ast.getConstantMatrixType(plain(matrix->getElementType()),
                                     matrix->getNumRows(),
                                     matrix->getNumColumns());
  return type;
}

bool Types::isNumber(QualType type) const {
  type = plain(type);
  return type->isVectorType() ||
         (type->isScalarType() && !type->isAnyPointerType());
}

bool Types::isMatrix(QualType type) const {
  return plain(type)->isConstantMatrixType();
}

bool Types::isArray(QualType type) const {
  return plain(type)->isConstantArrayType();
}

QualType Types::scalarOf(QualType type) const {
  type = plain(type);
  if (const auto *vector = type->getAs<clang::VectorType>())
    type = plain(vector->getElementType());
  if (const auto *matrix = type->getAs<clang::ConstantMatrixType>())
    type = plain(matrix->getElementType());
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type =
        plain(enumeration->getDecl()->getDefinitionOrSelf()->getIntegerType());
  return type;
}

unsigned Types::widthOf(QualType number) const {
  const auto *vector = plain(number)->getAs<clang::VectorType>();
  return vector ? vector->getNumElements() : 1;
}

QualType Types::numberOf(QualType scalar, unsigned width) const {
  return width == 1 ? plain(scalar)
                    : ast.getExtVectorType(plain(scalar), width);
}

bool Types::isFloat(QualType type) const {
  return scalarOf(type)->isRealFloatingType();
}

bool Types::isSigned(QualType type) const {
  return scalarOf(type)->isSignedIntegerType();
}

bool Types::isBool(QualType type) const {
  return scalarOf(type)->isBooleanType();
}

Type Types::valueOf(QualType number) const {
  unsigned width = widthOf(number);
  QualType scalar = scalarOf(number);
  Builder builder(&context);
  Type made;
  if (scalar->isBooleanType())
    made = builder.getI1Type();
  else if (scalar->isHalfType())
    made = ast.getLangOpts().NativeHalfType ? Type(builder.getF16Type())
                                            : Type(builder.getF32Type());
  else if (scalar->isFloat16Type())
    made = builder.getF16Type();
  else if (scalar->isRealFloatingType())
    made = ast.getTypeSize(scalar) == 64 ? Type(builder.getF64Type())
                                         : Type(builder.getF32Type());
  else if (scalar->isIntegerType())
    made = builder.getIntegerType(ast.getTypeSize(scalar));
  if (!made || !isScalarType(made) || width > kMaxComponents)
    return {};
  return getTypeOfComponents(made, width);
}

Type Types::elementOf(QualType number) const {
  Type value = valueOf(number);
  if (!value)
    return {};
  Type scalar = getScalarType(value);
  if (auto integer = dyn_cast<IntegerType>(scalar); integer && !isBool(number))
    scalar = IntegerType::get(&context, integer.getWidth(),
                              isSigned(number) ? IntegerType::Signed
                                               : IntegerType::Unsigned);
  return getTypeOfComponents(scalar, getNumComponents(value));
}

static StringRef getAnnotation(const clang::CXXRecordDecl *record) {
  if (!record)
    return {};
  if (const auto *note = record->getAttr<clang::AnnotateAttr>())
    return note->getAnnotation();
  if (const auto *made =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    return getAnnotation(made->getSpecializedTemplate()->getTemplatedDecl());
  return {};
}

StringRef hlsl::getClassAnnotation(QualType type) {
  return getAnnotation(type.getNonReferenceType()->getAsCXXRecordDecl());
}

StringRef Types::annotationOf(QualType type) const {
  return getClassAnnotation(type);
}

bool Types::isResource(QualType type) const {
  StringRef note = annotationOf(type);
  return note.starts_with("hlsl.resource.") || note.starts_with("hlsl.refuse ");
}

bool Types::holdsResource(QualType type) const {
  QualType element = plain(ast.getBaseElementType(plain(type)));
  return isResource(element) ||
         (element->isRecordType() &&
          llvm::any_of(partsOf(element),
                       [&](QualType part) { return holdsResource(part); }));
}

SmallVector<QualType> Types::partsOf(QualType type) const {
  type = plain(type);
  SmallVector<QualType> parts;
  if (isResource(type) || isWaveMatrix(type))
    return parts;
  if (const auto *matrix = type->getAs<clang::ConstantMatrixType>()) {
    parts.append(matrix->getNumRows(),
                 numberOf(matrix->getElementType(), matrix->getNumColumns()));
  } else if (const auto *array = ast.getAsConstantArrayType(type)) {
    parts.append(array->getZExtSize(), plain(array->getElementType()));
  } else if (const auto *record = type->getAsCXXRecordDecl()) {
    record = record->getDefinition();
    for (const clang::CXXBaseSpecifier &base : record->bases())
      parts.push_back(plain(base.getType()));
    for (const FieldPart &each : fieldsOf(record))
      if (each.part == parts.size())
        parts.push_back(each.width == 0
                            ? plain(each.field->getType())
                            : plain(ast.getIntTypeForBitwidth(
                                  integerBitsOf(each.field->getType()),
                                  /*Signed=*/0)));
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static const clang::AnnotateAttr *getBits(const clang::FieldDecl *field) {
  if (field->hasAttrs())
    for (const auto *note : field->specific_attrs<clang::AnnotateAttr>())
      if (note->getAnnotation() == kBitsAnnotation)
        return note;
  return nullptr;
}

std::optional<uint64_t> hlsl::getBitWidth(const clang::FieldDecl *field) {
  if (field->isBitField())
    return field->getBitWidthValue();
  const clang::AnnotateAttr *bits = getBits(field);
  if (!bits)
    return std::nullopt;
  const clang::Expr *width = *bits->args_begin();
  return width->EvaluateKnownConstInt(field->getASTContext()).getLimitedValue();
}

unsigned Types::integerBitsOf(QualType type) const {
  // A bool in memory has 32 bits.
  return isBool(type) ? 32 : ast.getTypeSize(scalarOf(type));
}

SmallVector<FieldPart>
Types::fieldsOf(const clang::CXXRecordDecl *record) const {
  SmallVector<FieldPart> made;
  record = record->getDefinition();
  unsigned next = record->getNumBases();
  // The bits of the integer of the bit-fields before, and those that are taken.
  unsigned size = 0, taken = 0;
  for (const clang::FieldDecl *field : record->fields()) {
    const std::optional<uint64_t> stated = getBitWidth(field);
    if (!stated) {
      made.push_back({field, next++});
      size = 0;
      continue;
    }
    const unsigned bits = integerBitsOf(field->getType());
    const unsigned width = std::min<uint64_t>(*stated, bits);
    // `uint : 0` ends the integer.
    if (width == 0) {
      size = 0;
      continue;
    }
    if (size != bits || taken + width > size) {
      ++next;
      size = bits;
      taken = 0;
    }
    made.push_back({field, next - 1, taken, width});
    taken += width;
  }
  return made;
}

SmallVector<const clang::FieldDecl *>
Types::firstFieldsOf(const clang::CXXRecordDecl *record) const {
  SmallVector<const clang::FieldDecl *> made;
  const unsigned bases = record->getDefinition()->getNumBases();
  for (const FieldPart &each : fieldsOf(record))
    if (each.part == bases + made.size())
      made.push_back(each.field);
  return made;
}

SmallVector<std::string>
Types::namesOf(const clang::CXXRecordDecl *record) const {
  SmallVector<std::string> made;
  SmallVector<FieldPart> fields = fieldsOf(record);
  const unsigned bases = record->getDefinition()->getNumBases();
  for (const FieldPart &each : fields) {
    if (each.part == bases + made.size())
      made.emplace_back();
    std::string name = each.field->getNameAsString();
    std::string &all = made.back();
    all += (all.empty() || name.empty() ? "" : "_") + name;
  }
  // An integer with several bit-fields must not have the name of another field.
  for (std::string &name : made)
    while (name.empty() || llvm::count(made, name) > 1)
      name += "_";
  return made;
}

bool Types::holdsBitFields(QualType type) const {
  type = plain(ast.getBaseElementType(plain(type)));
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getDefinition() || isResource(type))
    return false;
  record = record->getDefinition();
  return llvm::any_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier &base) {
                        return holdsBitFields(base.getType());
                      }) ||
         llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) {
           return getBitWidth(field) || holdsBitFields(field->getType());
         });
}

FieldPart Types::placeOf(const clang::FieldDecl *field) const {
  const auto *record = cast<clang::CXXRecordDecl>(field->getParent());
  for (const FieldPart &each : fieldsOf(record))
    if (each.field->getFieldIndex() == field->getFieldIndex())
      return each;
  return {field, 0};
}

unsigned Types::partOf(const clang::CXXRecordDecl *derived,
                       const clang::CXXRecordDecl *base) const {
  unsigned part = 0;
  for (const clang::CXXBaseSpecifier &one : derived->getDefinition()->bases()) {
    if (one.getType()->getAsCXXRecordDecl()->getCanonicalDecl() ==
        base->getCanonicalDecl())
      break;
    ++part;
  }
  return part;
}

bool Types::holdsArray(QualType type) const {
  if (holdsResource(type) || holdsWaveMatrix(type))
    return false;
  if (isArray(type))
    return true;
  return plain(type)->isRecordType() &&
         llvm::any_of(partsOf(type),
                      [&](QualType part) { return holdsArray(part); });
}
