//===- BitFields.cpp - Bit-fields as fields --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/BitFields.h"

#include "Diagnostics.h"
#include "Types.h"

#include "clang/AST/APValue.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::BitFields::BitFields(CompilerInstance &instance, bool &found)
    : TokenRule(instance.getPreprocessor()), instance(instance), found(found) {}

/// Removes the bits that the bit-fields of a value do not have. Returns whether there
/// were some.
static bool cut(APValue &value, QualType type, const ASTContext &ast) {
  bool changed = false;
  if (value.isArray()) {
    const QualType element = ast.getAsArrayType(type)->getElementType();
    for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
      changed |= cut(value.getArrayInitializedElt(i), element, ast);
    if (value.hasArrayFiller())
      changed |= cut(value.getArrayFiller(), element, ast);
    return changed;
  }
  if (!value.isStruct())
    return false;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl()->getDefinition();
  for (auto [index, base] : llvm::enumerate(record->bases()))
    changed |= cut(value.getStructBase(index), base.getType(), ast);
  for (const FieldDecl *field : record->fields()) {
    APValue &part = value.getStructField(field->getFieldIndex());
    const std::optional<uint64_t> width = hlsl::getBitWidth(field);
    if (!width || field->isBitField()) {
      changed |= cut(part, field->getType(), ast);
    } else if (part.isInt() && *width < part.getInt().getBitWidth()) {
      const llvm::APSInt number = part.getInt();
      part.setInt(number.trunc(*width).extend(number.getBitWidth()));
      changed |= part.getInt() != number;
    }
  }
  return changed;
}

/// The same for the value of a variable that is a constant.
static bool cut(VarDecl *variable) {
  const QualType type = variable->getType();
  const ASTContext &ast = variable->getASTContext();
  if (!variable->hasInit() || !type.isConstQualified() ||
      type->isDependentType() ||
      !ast.getBaseElementType(type)->isRecordType() ||
      variable->getInit()->isValueDependent() ||
      variable->getInit()->containsErrors())
    return false;
  APValue *value = variable->evaluateValue();
  return value && cut(*value, type, ast);
}

bool hlsl::BitFields::apply(Token &token) {
  if (!instance.hasSema())
    return false;
  DeclContext *context = instance.getSema().CurContext;
  if (!context)
    return false;
  if (found)
    cutConstants(context);
  if (token.is(tok::r_brace))
    replaceFields(context);
  return false;
}

/// Clang computes a constant as soon as it has read the initial value. The parser gets
/// other tokens before it computes one that needs this one.
void hlsl::BitFields::cutConstants(DeclContext *context) {
  Decl *&done = passed[context];
  const auto begin = context->decls_begin();
  for (Decl *next = done ? done->getNextDeclInContext()
                    : begin == context->decls_end() ? nullptr
                                                    : *begin;
       next; next = next->getNextDeclInContext()) {
    if (auto *variable = dyn_cast<VarDecl>(next);
        variable && !isa<ParmVarDecl>(variable)) {
      // The parser reads the initial value.
      if (!variable->hasInit() && !next->getNextDeclInContext())
        break;
      cut(variable);
    }
    done = next;
  }
}

/// When the parser gets the brace that ends a struct, it has declared all fields, and
/// nothing has used them: the bodies of methods are read later.
void hlsl::BitFields::replaceFields(DeclContext *context) {
  auto *record = dyn_cast<CXXRecordDecl>(context);
  if (!record)
    return;
  ASTContext &ast = instance.getASTContext();
  for (FieldDecl *field : record->fields()) {
    if (!field->isBitField() || field->isUnnamedBitField() ||
        field->isInvalidDecl() || field->hasInClassInitializer())
      continue;
    Expr *width = field->getBitWidth();
    // Clang would instantiate the bit-field, but not the annotation.
    if (width->isValueDependent()) {
      DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
      diagnostics.Report(
          field->getLocation(),
          diagnostics.getCustomDiagID(
              DiagnosticsEngine::Error,
              "the number of bits of a bit-field cannot depend on a parameter "
              "of a template [hlsl-unsupported]"));
      field->setInvalidDecl();
      continue;
    }
    field->addAttr(
        AnnotateAttr::CreateImplicit(ast, kBitsAnnotation, &width, 1));
    field->removeBitWidth();
    found = true;
  }
}

void hlsl::checkBitFields(CXXRecordDecl *record) {
  if (!isa<ClassTemplateSpecializationDecl>(record) &&
      !record->getInstantiatedFromMemberClass())
    return;
  ASTContext &ast = record->getASTContext();
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  for (FieldDecl *field : record->fields()) {
    const std::optional<uint64_t> width = getBitWidth(field);
    if (!width || field->isInvalidDecl())
      continue;
    const QualType type = field->getType();
    if (!type->isIntegralOrEnumerationType()) {
      diagnostics.Report(field->getLocation(),
                         diag::err_not_integral_type_bitfield)
          << field << type << field->getSourceRange();
      field->setInvalidDecl();
      continue;
    }
    // A bool has 32 bits in memory.
    const uint64_t size = type->isBooleanType() ? 32 : ast.getIntWidth(type);
    if (*width > size) {
      diagnostics.Report(
          field->getLocation(),
          diagnostics.getCustomDiagID(
              DiagnosticsEngine::Error,
              "width of bit-field '%0' (%1 bits) exceeds the width of its type "
              "[hlsl-type]"))
          << field->getName() << static_cast<unsigned>(*width);
      field->setInvalidDecl();
    }
  }
}

namespace {
struct ConstantFinder : RecursiveASTVisitor<ConstantFinder> {
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitVarDecl(VarDecl *variable) {
    if (isa<ParmVarDecl>(variable))
      return true;
    // Clang has computed it from a constant that has changed.
    if (EvaluatedStmt *evaluated = variable->getEvaluatedStmt();
        changed && evaluated && evaluated->WasEvaluated) {
      evaluated->WasEvaluated = false;
      variable->evaluateValue();
    }
    changed |= cut(variable);
    return true;
  }

  bool changed = false;
};
} // namespace

void hlsl::cutConstants(ASTContext &ast) {
  ConstantFinder finder;
  for (Decl *each : ast.getTranslationUnitDecl()->decls())
    if (isInUserFile(ast.getSourceManager(), each->getLocation()))
      finder.TraverseDecl(each);
}
