//===- TypeNames.cpp - Types as HLSL writes them --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeNames.h"

#include "Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTDiagnostic.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Twine;

static std::string spell(QualType type, const ASTContext &ast,
                         bool keepsAliases);

static std::string spellScalar(const BuiltinType *type, const ASTContext &ast) {
  switch (type->getKind()) {
  case BuiltinType::UInt:
    return "uint";
  case BuiltinType::Short:
    return "int16_t";
  case BuiltinType::UShort:
    return "uint16_t";
  case BuiltinType::Long:
    return "int64_t";
  case BuiltinType::ULong:
    return "uint64_t";
  case BuiltinType::Half:
  case BuiltinType::Float16:
    return "half";
  default:
    return type->getName(ast.getPrintingPolicy()).str();
  }
}

/// A vector or matrix of a scalar with one of HLSL's names, `float4` or `float4x4`.
static std::string spellShape(QualType element, const Twine &sizes,
                              bool hasName, StringRef word,
                              const Twine &arguments, const ASTContext &ast) {
  std::string scalar = spell(element, ast, /*keepsAliases=*/false);
  if (hasName)
    return scalar + sizes.str();
  return (word + "<" + scalar + ", " + arguments + ">").str();
}

static std::string spellArguments(const TemplateArgumentList &arguments,
                                  const ASTContext &ast) {
  std::string text;
  for (const TemplateArgument &each : arguments.asArray()) {
    if (!text.empty())
      text += ", ";
    if (each.getKind() == TemplateArgument::Type)
      text += spell(each.getAsType(), ast, /*keepsAliases=*/true);
    else if (each.getKind() == TemplateArgument::Integral)
      text += llvm::toString(each.getAsIntegral(), 10);
    else
      text += "...";
  }
  return "<" + text + ">";
}

/// The name of a struct or of a class of the prelude, `__RWBuffer` there.
static std::string spellRecord(const TagDecl *record, const ASTContext &ast) {
  StringRef name = record->getName();
  const auto *space =
      dyn_cast<NamespaceDecl>(record->getEnclosingNamespaceContext());
  std::string text;
  if (space && space->getName() == "hlsl") {
    name.consume_front("__");
    text = name.str();
  } else {
    text = record->getQualifiedNameAsString();
  }
  if (const auto *made = dyn_cast<ClassTemplateSpecializationDecl>(record))
    text += spellArguments(made->getTemplateArgs(), ast);
  return text;
}

/// Returns the alias of the user's that names a type, if it is one.
static const TypedefNameDecl *findAlias(QualType type, const ASTContext &ast) {
  while (true) {
    if (const auto *alias = dyn_cast<TypedefType>(type.getTypePtr());
        alias && hlsl::isInUserFile(ast.getSourceManager(),
                                    alias->getDecl()->getLocation()))
      return alias->getDecl();
    QualType next = type.getSingleStepDesugaredType(ast);
    if (next == type)
      return nullptr;
    type = next;
  }
}

static std::string spell(QualType type, const ASTContext &ast,
                         bool keepsAliases) {
  type = type.getNonReferenceType();
  // No message is about `const`, which elements of resources and fields have for Clang.
  if (keepsAliases)
    if (const TypedefNameDecl *alias = findAlias(type, ast))
      return alias->getQualifiedNameAsString();
  if (ast.getAsArrayType(type)) {
    // The sizes of an array of arrays follow each other.
    std::string sizes;
    QualType element = type;
    while (const auto *inner = ast.getAsArrayType(element)) {
      const auto *sized = dyn_cast<ConstantArrayType>(inner);
      sizes += ("[" + (sized ? Twine(sized->getZExtSize()).str() : "") + "]");
      element = inner->getElementType();
    }
    if (element->isCharType())
      return "string";
    return spell(element, ast, keepsAliases) + sizes;
  }
  if (const auto *function = type->getAs<FunctionProtoType>()) {
    std::string text = spell(function->getReturnType(), ast, keepsAliases);
    text += " (";
    for (QualType parameter : function->param_types())
      text += (StringRef(text).ends_with("(") ? "" : ", ") +
              spell(parameter, ast, keepsAliases);
    return text + ")";
  }
  QualType plain = type.getCanonicalType().getUnqualifiedType();
  if (const auto *scalar = plain->getAs<BuiltinType>())
    return spellScalar(scalar, ast);
  if (const auto *vector = plain->getAs<VectorType>()) {
    unsigned size = vector->getNumElements();
    // The components of a scalar, `x.xx`, are those of a vector of one.
    return spellShape(vector->getElementType(),
                      size == 1 ? Twine() : Twine(size), size <= 4, "vector",
                      Twine(size), ast);
  }
  if (const auto *matrix = plain->getAs<ConstantMatrixType>()) {
    unsigned rows = matrix->getNumRows(), columns = matrix->getNumColumns();
    return spellShape(matrix->getElementType(),
                      Twine(rows) + "x" + Twine(columns),
                      rows <= 4 && columns <= 4, "matrix",
                      Twine(rows) + ", " + Twine(columns), ast);
  }
  if (const TagDecl *record = plain->getAsTagDecl();
      record && record->getIdentifier())
    return spellRecord(record, ast);
  return type.getAsString(ast.getPrintingPolicy());
}

std::string hlsl::spellType(QualType type, const ASTContext &ast) {
  return spell(type, ast, /*keepsAliases=*/true);
}

/// Returns `'Color' (aka 'float3')` if the user has an alias for the type.
static std::string quoteType(QualType type, const ASTContext &ast) {
  std::string text = spell(type, ast, /*keepsAliases=*/true);
  std::string meaning = spell(type, ast, /*keepsAliases=*/false);
  text = "'" + text + "'";
  if (text != "'" + meaning + "'")
    text += " (aka '" + meaning + "')";
  return text;
}

static void spellArgument(DiagnosticsEngine::ArgumentKind kind, intptr_t value,
                          StringRef modifier, StringRef argument,
                          ArrayRef<DiagnosticsEngine::ArgumentValue> previous,
                          SmallVectorImpl<char> &output, void *cookie,
                          ArrayRef<intptr_t> types) {
  const auto &ast = *static_cast<const ASTContext *>(cookie);
  QualType type;
  switch (kind) {
  case DiagnosticsEngine::ak_qualtype:
    type = QualType::getFromOpaquePtr(reinterpret_cast<void *>(value));
    break;
  case DiagnosticsEngine::ak_qualtype_pair: {
    const auto &pair = *reinterpret_cast<TemplateDiffTypes *>(value);
    // There is no tree of differences without an option.
    type = QualType::getFromOpaquePtr(reinterpret_cast<void *>(
        pair.PrintFromType ? pair.FromType : pair.ToType));
    break;
  }
  case DiagnosticsEngine::ak_declcontext:
    if (auto *record = dyn_cast_if_present<CXXRecordDecl>(
            reinterpret_cast<DeclContext *>(value)))
      type = ast.getCanonicalTagType(record);
    break;
  default:
    break;
  }
  if (type.isNull() || type->isDependentType())
    return FormatASTNodeDiagnosticArgument(kind, value, modifier, argument,
                                           previous, output, cookie, types);
  std::string text = quoteType(type, ast);
  output.append(text.begin(), text.end());
}

void hlsl::spellTypesInDiagnostics(DiagnosticsEngine &diagnostics,
                                   ASTContext &ast) {
  diagnostics.SetArgToStringFn(spellArgument, &ast);
}
