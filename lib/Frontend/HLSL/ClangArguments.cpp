//===- ClangArguments.cpp - What Clang's diagnostics are about ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangArguments.h"

#include "clang/AST/DeclarationName.h"
#include "clang/Basic/AttributeCommonInfo.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallString;
using llvm::StringRef;

// The arguments of a diagnostic are pointers as integers.
// NOLINTBEGIN(performance-no-int-to-ptr)

StringRef hlsl::getRule(unsigned id) {
  if (id == diag::err_pp_file_not_found ||
      id == diag::err_pp_include_too_deep || id == diag::err_cannot_open_file)
    return " [hlsl-include]";
  if ((id >= diag::DIAG_START_LEX && id < diag::DIAG_START_AST) ||
      id == diag::err_expected || id == diag::err_expected_after ||
      id == diag::err_expected_either)
    return " [hlsl-syntax]";
  return " [hlsl-type]";
}

namespace {
struct Phrase {
  llvm::StringLiteral clang;
  llvm::StringLiteral hlsl;
};
} // namespace

/// Words of C++, and of the prelude, for which HLSL has others or none. Types are
/// spelled before (TypeNames.cpp), except those of templates and functions.
static constexpr Phrase kPhrases[] = {
    {"hlsl::", ""},
    {"<>", ""},
    {"hlsl_constant ", ""},
    {"hlsl_private ", ""},
    {"hlsl_device ", ""},
    {"hlsl_groupshared ", ""},
    {"unsigned int", "uint"},
    {"unsigned short", "uint16_t"},
    {"unsigned long", "uint64_t"},
    {"an lvalue of", "a value of"},
    {"an rvalue of", "a value of"},
    {"a prvalue of", "a value of"},
    {"an xvalue of", "a value of"},
    {"with const-qualified type", "of the constant type"},
    // The end of Clang 22's text about vectors of `?:`.
    {")}", ")"},
    {"ISO C++", "HLSL"},
    {"C++11", "HLSL"},
    {"C++14", "HLSL"},
    {"C++17", "HLSL"},
    {"C++20", "HLSL"},
    {"C++23", "HLSL"},
    {"__root_signature", "RootSignature"},
    {"__shader", "shader"},
    {" is a clang HLSL extension", " is an extension of HLSL"},
    {" are a clang HLSL extension", " are an extension of HLSL"},
};

std::string hlsl::formatText(const clang::Diagnostic &info) {
  SmallString<128> buffer;
  info.FormatDiagnostic(buffer);
  StringRef text = buffer;
  std::string result;
  while (!text.empty()) {
    const auto *phrase = llvm::find_if(kPhrases, [&](const Phrase &each) {
      return text.starts_with(each.clang);
    });
    if (phrase != std::end(kPhrases)) {
      text = text.drop_front(phrase->clang.size());
      result += phrase->hlsl;
      continue;
    }
    if (text.starts_with("__") && text.size() > 2 && llvm::isUpper(text[2])) {
      text = text.drop_front(2);
      continue;
    }
    result += text.front();
    text = text.drop_front();
  }
  return result;
}

StringRef hlsl::getName(const clang::Diagnostic &info, unsigned index) {
  switch (info.getArgKind(index)) {
  case DiagnosticsEngine::ak_identifierinfo:
    if (const IdentifierInfo *identifier = info.getArgIdentifier(index))
      return identifier->getName();
    return "";
  case DiagnosticsEngine::ak_declarationname: {
    auto name = DeclarationName::getFromOpaqueInteger(info.getRawArg(index));
    if (const IdentifierInfo *identifier = name.getAsIdentifierInfo())
      return identifier->getName();
    return "";
  }
  case DiagnosticsEngine::ak_attr_info: {
    auto *attribute =
        reinterpret_cast<AttributeCommonInfo *>(info.getRawArg(index));
    if (const IdentifierInfo *identifier = attribute->getAttrName())
      return identifier->getName();
    return "";
  }
  default:
    return "";
  }
}

StringRef hlsl::getLineBefore(const clang::Diagnostic &info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return "";
  const SourceManager &sources = info.getSourceManager();
  auto [file, offset] =
      sources.getDecomposedLoc(sources.getFileLoc(info.getLocation()));
  StringRef before = sources.getBufferData(file).take_front(offset);
  return before.drop_front(before.rfind('\n') + 1);
}

int64_t hlsl::getInteger(const clang::Diagnostic &info, unsigned index) {
  return info.getArgKind(index) == DiagnosticsEngine::ak_sint
             ? info.getArgSInt(index)
             : info.getArgUInt(index);
}

QualType hlsl::getType(const clang::Diagnostic &info, unsigned index) {
  return QualType::getFromOpaquePtr(
      reinterpret_cast<void *>(info.getRawArg(index)));
}

// NOLINTEND(performance-no-int-to-ptr)
