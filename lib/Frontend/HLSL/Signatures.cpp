//===- Signatures.cpp - Functions of the prelude as HLSL writes them ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A function of HLSL is several templates of the prelude, one for each kind of
// conversion. Their parameters have types of the prelude, and often no names: the
// signature has the names of any of them, and the elements that any of them accepts.

#include "Signatures.h"

#include "Profile.h"
#include "TypeNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static FunctionDecl *getFunction(Decl *declaration) {
  if (auto *made = dyn_cast<FunctionTemplateDecl>(declaration))
    return made->getTemplatedDecl();
  return dyn_cast<FunctionDecl>(declaration);
}

static CXXRecordDecl *getClass(Decl *declaration) {
  if (auto *made = dyn_cast<ClassTemplateDecl>(declaration))
    return made->getTemplatedDecl();
  return dyn_cast<CXXRecordDecl>(declaration);
}

/// Calls `visit` with all functions and methods of the prelude.
template <typename Visitor>
static void visitFunctions(const ASTContext &ast, Visitor visit) {
  IdentifierInfo &name = ast.Idents.get("hlsl");
  for (NamedDecl *found : ast.getTranslationUnitDecl()->lookup(&name)) {
    auto *space = dyn_cast<NamespaceDecl>(found);
    if (!space)
      continue;
    for (NamespaceDecl *part : space->redecls())
      for (Decl *each : part->decls()) {
        if (FunctionDecl *function = getFunction(each))
          visit(function);
        else if (CXXRecordDecl *record = getClass(each))
          for (Decl *member : record->decls())
            if (FunctionDecl *method = getFunction(member))
              visit(method);
      }
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// The bits of a set of element types, as the prelude's Types.hlsl has them.
static constexpr struct {
  unsigned bits;
  llvm::StringLiteral name;
} kElements[] = {
    {0x7e, "integers"},
    {0x2a, "signed integers"},
    {0x54, "uint"},
    {0x28, "int"},
    {0x10, "uint"},
    {0x40, "uint64_t"},
    {0x20, "int64_t"},
    {0x8, "int"},
    {0x6, "integers of 16 bits"},
    {0x380, "floats"},
    {0x180, "float and half"},
    {0x100, "float"},
    {0x80, "half"},
    {0x200, "double"},
    {0x1, "bool"},
};

static std::string spellElements(unsigned bits) {
  SmallVector<StringRef> names;
  for (const auto &[all, name] : kElements) {
    if ((bits & all) != all)
      continue;
    bits &= ~all;
    names.push_back(name);
  }
  if (names.size() < 3)
    return llvm::join(names, " and ");
  std::string last = names.pop_back_val().str();
  return llvm::join(names, ", ") + " and " + last;
}

/// Adds the elements that a return type such as `__of<T, 0x3fe>` accepts.
static void addElements(QualType type, const ASTContext &ast, unsigned &bits) {
  const auto *made = type->getAs<TemplateSpecializationType>();
  if (!made)
    return;
  const TemplateDecl *owner = made->getTemplateName().getAsTemplateDecl();
  // The set is the first number behind the types.
  bool isSet =
      owner && llvm::is_contained({"__of", "__fit", "__common2", "__common3"},
                                  owner->getName());
  for (const TemplateArgument &each : made->template_arguments()) {
    if (each.getKind() == TemplateArgument::Type)
      addElements(each.getAsType(), ast, bits);
    Expr::EvalResult known;
    if (isSet && each.getKind() == TemplateArgument::Expression &&
        !each.getAsExpr()->isValueDependent() &&
        each.getAsExpr()->EvaluateAsInt(known, ast)) {
      bits |= known.Val.getInt().getZExtValue();
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void hlsl::addSuggestion(std::string &message, ASTContext &ast) {
  StringRef name = StringRef(message).split('\'').second.split('\'').first;
  StringRef best;
  // One letter of a short name may be another name.
  unsigned least = name.size() < 6 ? 1 : name.size() / 4 + 1;
  auto visit = [&](StringRef known) {
    unsigned distance = name.equals_insensitive(known)
                            ? 0
                            : name.edit_distance(known, true, least);
    if (distance < least && !known.starts_with("__")) {
      best = known;
      least = distance;
    }
  };
  visitFunctions(ast, [&](FunctionDecl *each) {
    if (each->getIdentifier() && !isa<CXXMethodDecl>(each))
      visit(each->getName());
  });
  for (StringRef known : {"uint", "int", "float", "bool", "half", "double"})
    if (isExchanged(name, known))
      best = known;
  if (best.empty() || best == name)
    return;
  // Before the id of the rule, which a space precedes.
  const size_t rule = message.rfind('[');
  message.insert(rule == std::string::npos ? message.size() : rule - 1,
                 ("; did you mean '" + best + "'?").str());
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static std::string spellParameter(const ParmVarDecl *parameter, StringRef name,
                                  const ASTContext &ast) {
  std::string text;
  if (const auto *passing = parameter->getAttr<HLSLParamModifierAttr>())
    text = passing->isInOut() ? "inout " : passing->isOut() ? "out " : "";
  QualType type = parameter->getType();
  if (!type->isDependentType())
    text += hlsl::spellType(type, ast) + (name.empty() ? "" : " ");
  return text + name.str();
}

std::string hlsl::spellSignature(SourceLocation place, ASTContext &ast) {
  const FunctionDecl *found = nullptr;
  visitFunctions(ast, [&](FunctionDecl *each) {
    if (each->getLocation() == place)
      found = each;
  });
  if (!found || !found->getIdentifier() || found->getName().starts_with("__"))
    return "";
  if (const auto *note = found->getAttr<AnnotateAttr>();
      note && note->getAnnotation().starts_with("hlsl.refuse"))
    return "";
  const unsigned count = found->getNumParams();
  SmallVector<StringRef> names(count);
  unsigned elements = 0;
  visitFunctions(ast, [&](FunctionDecl *each) {
    if (each->getDeclName() != found->getDeclName() ||
        !each->getDeclContext()->Equals(found->getDeclContext()) ||
        each->getNumParams() != count)
      return;
    addElements(each->getReturnType(), ast, elements);
    for (unsigned i = 0; i < count; ++i)
      if (StringRef name = each->getParamDecl(i)->getName(); !name.empty())
        names[i] = name;
  });
  // Without a name or a type, a letter.
  std::string text = "candidate: ";
  if (const auto *method = dyn_cast<CXXMethodDecl>(found)) {
    StringRef owner = method->getParent()->getName();
    owner.consume_front("__");
    text += (owner + "::").str();
  }
  text += found->getName().str() + "(";
  auto isUnnamed = [&](unsigned i) {
    return names[i].empty() &&
           found->getParamDecl(i)->getType()->isDependentType();
  };
  const bool isOnly = llvm::count_if(llvm::seq(count), isUnnamed) == 1;
  for (unsigned i = 0; i < count; ++i) {
    const ParmVarDecl *parameter = found->getParamDecl(i);
    StringRef name = names[i];
    if (isUnnamed(i))
      name = isOnly ? "x" : StringRef("abcd").substr(std::min(i, 3u), 1);
    text += (i ? ", " : "") + spellParameter(parameter, name, ast);
  }
  text += ")";
  if (std::string what = spellElements(elements); !what.empty())
    text += " of " + what;
  return text;
}
