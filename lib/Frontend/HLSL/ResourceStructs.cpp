//===- ResourceStructs.cpp - Global structs with resources ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceStructs.h"

#include "Types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir::wave;

bool hlsl::holdsNumbers(clang::QualType type) {
  if (!type->isHLSLIntangibleType())
    return true;
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || type->isHLSLResourceRecord())
    return false;
  record = record->getDefinition();
  return llvm::any_of(record->bases(),
                      [](const clang::CXXBaseSpecifier &base) {
                        return holdsNumbers(base.getType());
                      }) ||
         llvm::any_of(record->fields(), [](const clang::FieldDecl *field) {
           return holdsNumbers(field->getType());
         });
}

/// The type without its qualifiers, which that of an array has at its elements.
static clang::QualType removeQualifiers(clang::ASTContext &ast,
                                        clang::QualType type) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return ast.getConstantArrayType(
        removeQualifiers(ast, array->getElementType()), array->getSize(),
        nullptr, array->getSizeModifier(), /*IndexTypeQuals=*/0);
  return ast.removeAddrSpaceQualType(type).getUnqualifiedType();
}

void hlsl::freeStruct(clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  if (!variable->hasAttr<clang::HLSLVkPushConstantAttr>() &&
      (type.getAddressSpace() != clang::LangAS::hlsl_constant ||
       !(type->isHLSLIntangibleType() ||
         type->getBaseElementTypeUnsafe()->isRecordType())))
    return;
  // A variable of a namespace is prepared where Clang reads it, and at the end.
  if (hasAnnotation(variable, kConstantOfGlobals))
    return;
  clang::ASTContext &ast = variable->getASTContext();
  variable->setType(removeQualifiers(ast, type));
  if (holdsNumbers(type))
    variable->addAttr(clang::AnnotateAttr::CreateImplicit(
        ast, kConstantOfGlobals, nullptr, 0));
}
