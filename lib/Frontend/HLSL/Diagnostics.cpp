//===- Diagnostics.cpp - Clang's diagnostics as the compiler's ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "UnsupportedNames.h"

#include "clang/AST/DeclarationName.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallString;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

bool hlsl::isInUserFile(const SourceManager &sources, SourceLocation location) {
  if (location.isInvalid())
    return false;
  location = sources.getFileLoc(location);
  return !sources.isInSystemHeader(location) &&
         !sources.isWrittenInBuiltinFile(location) &&
         !sources.isWrittenInCommandLineFile(location);
}

/// Sets the position, if the user wrote the code there. A token of a macro has
/// the position of the macro's use, a macro's argument its own.
static void setPosition(compiler::Diagnostic &diagnostic,
                        const SourceManager &sources, SourceLocation location) {
  if (!hlsl::isInUserFile(sources, location))
    return;
  PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(location));
  if (place.isInvalid())
    return;
  diagnostic.file = place.getFilename();
  diagnostic.line = place.getLine();
  diagnostic.column = place.getColumn();
}

static compiler::Diagnostic makeNote(std::string message) {
  compiler::Diagnostic note;
  note.severity = "note";
  note.message = std::move(message);
  return note;
}

/// Adds the places of the `#include`s through which the file was read.
static void addIncludes(compiler::Diagnostic &diagnostic,
                        const SourceManager &sources, SourceLocation location) {
  // An include loop has two hundred levels.
  constexpr unsigned kMost = 8;
  location = sources.getFileLoc(location);
  for (unsigned depth = 0; depth < kMost; ++depth) {
    PresumedLoc place = sources.getPresumedLoc(location);
    if (place.isInvalid())
      return;
    location = place.getIncludeLoc();
    if (!hlsl::isInUserFile(sources, location))
      return;
    compiler::Diagnostic note = makeNote("included from here");
    setPosition(note, sources, location);
    diagnostic.notes.push_back(std::move(note));
  }
}

/// Adds the definitions of the user's macros whose expansion contains the code.
static void addMacros(compiler::Diagnostic &diagnostic,
                      const SourceManager &sources, const LangOptions &language,
                      SourceLocation location) {
  constexpr unsigned kMost = 4;
  for (unsigned depth = 0; depth < kMost && location.isMacroID(); ++depth) {
    SourceLocation spelled = sources.getSpellingLoc(location);
    if (!sources.isMacroArgExpansion(location) &&
        hlsl::isInUserFile(sources, spelled)) {
      StringRef name = Lexer::getImmediateMacroNameForDiagnostics(
          location, sources, language);
      compiler::Diagnostic note =
          makeNote(("expanded from macro '" + name + "'").str());
      setPosition(note, sources, spelled);
      diagnostic.notes.push_back(std::move(note));
    }
    location = sources.getImmediateMacroCallerLoc(location);
  }
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Returns the rule of a diagnostic of Clang itself.
static StringRef getRule(unsigned id) {
  if (id == diag::err_pp_file_not_found ||
      id == diag::err_pp_include_too_deep || id == diag::err_cannot_open_file)
    return "hlsl-include";
  if (id >= diag::DIAG_START_LEX && id < diag::DIAG_START_AST)
    return "hlsl-syntax";
  return "hlsl-type";
}

/// Returns the name that an argument of a diagnostic is, or nothing.
static StringRef getName(const clang::Diagnostic &info, unsigned index) {
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
  case DiagnosticsEngine::ak_attr_info:
  case DiagnosticsEngine::ak_attr: {
    return "";
  }
  default:
    return "";
  }
}

/// Whether Clang does not know a name, which it reports as an argument.
static bool isUnknownName(unsigned id) {
  switch (id) {
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
  case diag::err_undeclared_use:
  case diag::err_undeclared_use_suggest:
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
  case diag::err_no_template:
  case diag::err_no_template_suggest:
  case diag::err_no_member:
  case diag::err_no_member_suggest:
  case diag::warn_unknown_attribute_ignored:
  case diag::warn_unknown_attribute_ignored_suggestion:
  case diag::err_hlsl_unknown_semantic:
    return true;
  default:
    return false;
  }
}

/// Returns the message for a feature that is not supported, or nothing.
static std::string explainUnsupported(const clang::Diagnostic &info) {
  if (!isUnknownName(info.getID()))
    return "";
  for (unsigned index = 0; index < info.getNumArgs(); ++index)
    if (std::string text = hlsl::explainUnsupportedName(getName(info, index));
        !text.empty())
      return text;
  return "";
}

/// Whether a note about a declaration of the prelude helps without its place.
static bool isUsefulWithoutPlace(unsigned id) {
  switch (id) {
  case diag::note_ovl_candidate_arity:
  case diag::note_ovl_candidate_arity_one:
  case diag::note_ovl_candidate_bad_conv:
    return true;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// The collector
//===----------------------------------------------------------------------===//

void hlsl::DiagnosticCollector::addNote(const clang::Diagnostic &info) {
  if (dropsNotes || diagnostics.empty())
    return;
  compiler::Diagnostic &parent = diagnostics.back();
  SmallString<128> text;
  info.FormatDiagnostic(text);
  compiler::Diagnostic note = makeNote(text.str().str());
  if (info.hasSourceManager())
    setPosition(note, info.getSourceManager(), info.getLocation());
  if (note.line == 0 && !isUsefulWithoutPlace(info.getID()))
    return;
  // An error inside of a template of the prelude is an error of its use.
  if (parent.line == 0) {
    parent.file = note.file;
    parent.line = note.line;
    parent.column = note.column;
    return;
  }
  parent.notes.push_back(std::move(note));
}

void hlsl::DiagnosticCollector::HandleDiagnostic(
    DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level == DiagnosticsEngine::Note)
    return addNote(info);
  // Clang recommends the language version that it develops, not HLSL's latest.
  dropsNotes = level == DiagnosticsEngine::Ignored ||
               info.getID() == diag::warn_hlsl_langstd_minimal;
  if (dropsNotes)
    return;

  compiler::Diagnostic diagnostic;
  diagnostic.severity =
      level >= DiagnosticsEngine::Error
          ? "error"
          : (level == DiagnosticsEngine::Remark ? "remark" : "warning");
  const bool hasPlace = info.hasSourceManager() && info.getLocation().isValid();
  if (std::string unsupported = explainUnsupported(info);
      !unsupported.empty()) {
    diagnostic.severity = "error";
    diagnostic.message = std::move(unsupported);
  } else {
    SmallString<128> text;
    info.FormatDiagnostic(text);
    diagnostic.message = text.str().str();
    if (!StringRef(diagnostic.message).ends_with("]"))
      diagnostic.message += (" [" + getRule(info.getID()) + "]").str();
  }
  errors |= diagnostic.severity == "error";
  if (hasPlace) {
    const SourceManager &sources = info.getSourceManager();
    setPosition(diagnostic, sources, info.getLocation());
    addMacros(diagnostic, sources, *language, info.getLocation());
    if (diagnostic.line != 0)
      addIncludes(diagnostic, sources, info.getLocation());
  }
  diagnostics.push_back(std::move(diagnostic));
}
