//===- ResourceMessages.cpp - Errors about resources and methods ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceMessages.h"

#include "ClangMessages.h"
#include "Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace mlir::wave;
using llvm::StringRef;

// The arguments of a diagnostic are pointers as integers.
// NOLINTBEGIN(performance-no-int-to-ptr)

StringRef hlsl::getClassName(const DeclContext *context) {
  const auto *record = dyn_cast_if_present<CXXRecordDecl>(context);
  if (!record || !record->getIdentifier())
    return "";
  const auto *space =
      dyn_cast<NamespaceDecl>(record->getEnclosingNamespaceContext());
  if (!space || space->getName() != "hlsl")
    return "";
  StringRef name = record->getName();
  name.consume_front("__");
  return name;
}

/// The text of a file up to a place.
static StringRef getTextBefore(const SourceManager &sources,
                               SourceLocation location) {
  auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  return sources.getBufferData(file).take_front(offset);
}

static StringRef getLastName(StringRef text) {
  text = text.rtrim();
  size_t begin = text.size();
  while (begin != 0 &&
         (llvm::isAlnum(text[begin - 1]) || text[begin - 1] == '_'))
    --begin;
  return text.substr(begin);
}

/// The name of the function whose call ends here; empty if the text is another.
static StringRef getCalledName(StringRef text) {
  unsigned depth = 1;
  while (!text.empty() && depth != 0) {
    depth += text.back() == ')';
    depth -= text.back() == '(';
    text = text.drop_back();
  }
  return getLastName(text);
}

hlsl::Message hlsl::explainReadOnly(const clang::Diagnostic &info,
                                    StringRef member) {
  auto say = [](StringRef type) {
    return Message{("a " + type + " is read-only: declare a RW" + type +
                    " with a u register [read-only-buffer]")
                       .str(),
                   true};
  };
  if (info.getID() == diag::err_no_member && info.getNumArgs() > 1 &&
      info.getArgKind(1) == DiagnosticsEngine::ak_declcontext) {
    StringRef type =
        getClassName(reinterpret_cast<DeclContext *>(info.getRawArg(1)));
    return type == "ByteAddressBuffer" && (member.starts_with("Store") ||
                                           member.starts_with("Interlocked"))
               ? say(type)
               : Message{};
  }
  if (info.getID() != diag::err_typecheck_assign_const)
    return {};
  for (unsigned index = 0; index < info.getNumArgs(); ++index)
    if (info.getArgKind(index) == DiagnosticsEngine::ak_nameddecl)
      if (auto *method = dyn_cast_if_present<CXXMethodDecl>(
              reinterpret_cast<NamedDecl *>(info.getRawArg(index))))
        if (StringRef type = getClassName(method->getParent()); !type.empty())
          return say(type);
  return {};
}

hlsl::Message hlsl::explainReadOnlyArgument(const clang::Diagnostic &info,
                                            const SourceManager &sources,
                                            SourceLocation end) {
  if (info.getID() != diag::err_typecheck_assign_const || end.isInvalid())
    return {};
  // Clang names no declaration, but knows the argument.
  StringRef argument;
  SourceLocation begin;
  if (info.getNumRanges() != 0) {
    const CharSourceRange range = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(info.getRange(0).getAsRange()), sources,
        LangOptions());
    if (range.isValid() && isInUserFile(sources, range.getBegin())) {
      argument = Lexer::getSourceText(range, sources, LangOptions());
      begin = range.getBegin();
    }
  }
  const StringRef all = getTextBefore(sources, end);
  StringRef text = all.rtrim();
  StringRef name = text.consume_back(")") ? getCalledName(text) : "";
  // Another name is that of a macro.
  const bool isNamed = name.starts_with("Interlocked");
  auto quote = [](StringRef text) { return ("'" + text + "'").str(); };
  Message message{
      (isNamed ? quote(name) : "this call") + " writes " +
          (argument.empty() ? "an argument" : quote(argument)) +
          ", which is read-only: declare a resource with RW, such as "
          "RWStructuredBuffer, and a variable without const [hlsl-type]",
      true};
  message.place = isNamed ? sources.getFileLoc(end).getLocWithOffset(
                                -static_cast<int>(all.end() - name.begin()))
                          : begin;
  return message;
}

std::string hlsl::explainMethod(const clang::Diagnostic &info, StringRef name) {
  if (info.getID() != diag::err_no_member || info.getNumArgs() < 2 ||
      info.getArgKind(1) != DiagnosticsEngine::ak_declcontext)
    return "";
  StringRef type =
      getClassName(reinterpret_cast<DeclContext *>(info.getRawArg(1)));
  const bool isTexture =
      type.starts_with("Texture2D") || type.starts_with("RWTexture2D");
  if (!type.contains("StructuredBuffer") && type != "Buffer" &&
      type != "RWBuffer" && !isTexture)
    return "";
  std::string advice;
  if (isTexture) {
    if (name.starts_with("Store"))
      advice =
          ((type.starts_with("RW") ? "" : "declare a RW" + type + ", and ") +
           "assign to a texel, texture[coordinates] = value")
              .str();
  } else if (name == "Append")
    advice = type == "RWStructuredBuffer"
                 ? "declare an AppendStructuredBuffer, or store to the index "
                   "that IncrementCounter() returns"
                 : "declare an AppendStructuredBuffer with a u register";
  else if (name == "Consume")
    advice = type == "RWStructuredBuffer"
                 ? "declare a ConsumeStructuredBuffer, or load from the index "
                   "that DecrementCounter() returns"
                 : "declare a ConsumeStructuredBuffer with a u register";
  else if (name.starts_with("Store"))
    advice = "assign to an element, buffer[index] = value";
  else if (name.starts_with("Load") &&
           (type.starts_with("Append") || type.starts_with("Consume")))
    advice = "declare a RWStructuredBuffer, whose elements can be read";
  else if ((name == "IncrementCounter" || name == "DecrementCounter") &&
           type != "RWStructuredBuffer")
    advice = "declare a RWStructuredBuffer, which has a counter";
  if (advice.empty())
    return "";
  StringRef article = type.starts_with("A") ? "an " : "a ";
  return (article + type + " has no method '" + name + "': " + advice +
          " [hlsl-type]")
      .str();
}

std::string hlsl::explainSubscript(const clang::Diagnostic &info) {
  if (info.getID() != diag::err_ovl_no_oper || info.getNumArgs() == 0 ||
      info.getArgKind(0) != DiagnosticsEngine::ak_qualtype)
    return "";
  const auto type =
      QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(0)));
  if (type.isNull())
    return "";
  const StringRef name =
      getClassName(type.getNonReferenceType()->getAsCXXRecordDecl());
  const StringRef advice =
      llvm::StringSwitch<StringRef>(name)
          .Case("AppendStructuredBuffer",
                "call Append(value), or declare a RWStructuredBuffer")
          .Case("ConsumeStructuredBuffer",
                "call Consume(), or declare a RWStructuredBuffer")
          .Case("ByteAddressBuffer",
                "call Load<T>(address) with an address in bytes")
          .Case("RWByteAddressBuffer",
                "call Load<T>(address) or Store(address, value) with an "
                "address in bytes")
          .Default("");
  if (advice.empty())
    return "";
  return ((name.starts_with("A") ? "an " : "a ") + name +
          " has no operator []: " + advice + " [hlsl-type]")
      .str();
}

std::string hlsl::explainAtomicValue(const clang::Diagnostic &info) {
  switch (info.getID()) {
  case diag::err_typecheck_convert_incompatible:
  case diag::err_init_conversion_failed:
  case diag::err_typecheck_invalid_operands:
    break;
  default:
    return "";
  }
  bool hasVoid = false;
  for (unsigned index = 0; index < info.getNumArgs(); ++index)
    if (info.getArgKind(index) == DiagnosticsEngine::ak_qualtype) {
      const auto type = QualType::getFromOpaquePtr(
          reinterpret_cast<void *>(info.getRawArg(index)));
      hasVoid |= !type.isNull() && type->isVoidType();
    }
  if (!hasVoid || !info.hasSourceManager())
    return "";
  for (const CharSourceRange &each : info.getRanges()) {
    const SourceManager &sources = info.getSourceManager();
    StringRef text = Lexer::getSourceText(
        Lexer::makeFileCharRange(
            CharSourceRange::getTokenRange(each.getAsRange()), sources,
            LangOptions()),
        sources, LangOptions());
    StringRef name =
        getLastName(text.take_until([](char c) { return c == '('; }));
    if (!name.consume_front("Interlocked"))
      continue;
    if (StringRef kind = name; kind.consume_front("CompareStore"))
      return ("'Interlocked" + name +
              "' returns nothing: call InterlockedCompareExchange" + kind +
              ", whose last argument is a variable for the previous value "
              "[hlsl-type]")
          .str();
    return ("'Interlocked" + name +
            "' returns nothing: pass a variable for the previous value as the "
            "last argument [hlsl-type]")
        .str();
  }
  return "";
}

std::string hlsl::explainUncalledMethod(const clang::Diagnostic &info) {
  if (info.getID() != diag::err_bound_member_function ||
      !info.hasSourceManager())
    return "";
  // The place is that of the name or of the object.
  StringRef text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(info.getNumRanges() != 0
                                         ? info.getRange(0).getAsRange()
                                         : SourceRange(info.getLocation())),
      info.getSourceManager(), LangOptions());
  StringRef name = getLastName(text);
  if (name.empty())
    return "a method must be called: write its arguments in parentheses "
           "[hlsl-type]";
  return ("'" + name + "' is a method: call it, " + name +
          "(...), with its arguments in parentheses [hlsl-type]")
      .str();
}

std::string hlsl::explainRedefinition(const clang::Diagnostic &info,
                                      StringRef name) {
  switch (info.getID()) {
  case diag::err_use_with_wrong_tag:
    return ("redefinition of '" + name +
            "' as another kind of type: rename one of them [hlsl-type]")
        .str();
  // The class of the prelude is a template.
  case diag::err_template_spec_needs_header: {
    SmallString<32> buffer;
    name = Lexer::getSpelling(
        info.getSourceManager().getFileLoc(info.getLocation()), buffer,
        info.getSourceManager(), LangOptions());
    name.consume_front("__");
    return ("'" + name + "' is a type of HLSL: use another name [hlsl-type]")
        .str();
  }
  default:
    return "";
  }
}

// NOLINTEND(performance-no-int-to-ptr)

/// Why a type is not supported; empty for others.
static StringRef getRefusal(QualType type, const ASTContext &ast) {
  const auto *record = ast.getBaseElementType(type)->getAsCXXRecordDecl();
  if (!record)
    return "";
  // The annotation of a template is that of its pattern.
  if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record))
    record = special->getSpecializedTemplate()->getTemplatedDecl();
  for (const auto *note : record->specific_attrs<AnnotateAttr>())
    if (StringRef text = note->getAnnotation();
        text.consume_front("hlsl.refuse "))
      return text;
  return "";
}

static bool reportRefusedVariables(ASTContext &ast,
                                   const DeclContext *context) {
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  bool hasAny = false;
  for (const Decl *each : context->decls()) {
    if (!hlsl::isInUserFile(ast.getSourceManager(), each->getLocation()))
      continue;
    if (isa<NamespaceDecl, HLSLBufferDecl>(each))
      hasAny |= reportRefusedVariables(ast, cast<DeclContext>(each));
    else if (const auto *variable = dyn_cast<VarDecl>(each))
      if (StringRef text = getRefusal(variable->getType(), ast);
          !text.empty()) {
        hasAny = true;
        diagnostics.Report(variable->getLocation(),
                           diagnostics.getDiagnosticIDs()->getCustomDiagID(
                               DiagnosticIDs::Error, hlsl::kRefusedVariable))
            << text;
      }
  }
  return hasAny;
}

bool hlsl::reportRefusedVariables(ASTContext &ast) {
  return ::reportRefusedVariables(ast, ast.getTranslationUnitDecl());
}
