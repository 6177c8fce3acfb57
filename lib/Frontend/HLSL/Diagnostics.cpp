//===- Diagnostics.cpp - Clang's diagnostics as the compiler's ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "ClangMessages.h"
#include "ResourceMessages.h"
#include "Signatures.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;
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
         !sources.isWrittenInScratchSpace(location) &&
         !sources.isWrittenInCommandLineFile(location) &&
         !sources.getFilename(location).starts_with(kVirtualFolder);
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
// The collector
//===----------------------------------------------------------------------===//

static auto getKey(const compiler::Diagnostic &note) {
  return std::tie(note.file, note.line, note.column, note.message);
}

void hlsl::DiagnosticCollector::dropWarnings(const SourceManager &sources,
                                             SourceLocation location) {
  compiler::Diagnostic place;
  setPosition(place, sources, location);
  for (size_t index = diagnostics.size(); index-- > 0;) {
    const compiler::Diagnostic &each = diagnostics[index];
    if (each.severity != "warning" || each.file != place.file ||
        each.line != place.line || each.column != place.column)
      continue;
    diagnostics.erase(diagnostics.begin() + index);
    for (Origin &error : errors)
      if (error.index > index)
        --error.index;
  }
}

void hlsl::DiagnosticCollector::endNotes() {
  // Of several functions, the call would be ambiguous.
  if (candidates == 1)
    foundConversions.add(argumentConversions);
  argumentConversions = {};
  candidates = 0;
}

void hlsl::DiagnosticCollector::addNote(const clang::Diagnostic &info) {
  if (isCandidate(info)) {
    ++candidates;
    if (language && !errors.empty())
      argumentConversions.addArgument(info, errors.back().location, *language,
                                      knownConversions);
  }
  if (dropsNotes || diagnostics.empty())
    return;
  compiler::Diagnostic &parent = diagnostics.back();
  compiler::Diagnostic note = makeNote(getNote(info));
  if (info.hasSourceManager())
    setPosition(note, info.getSourceManager(), info.getLocation());
  // A function of the prelude has no place, but a signature.
  if (note.line == 0)
    note.message = ast && isCandidate(info)
                       ? spellSignature(info.getLocation(), *ast)
                       : "";
  if (note.message.empty())
    return;
  // An error inside of a template of the prelude is an error of its use.
  if (isPlaceGuessed && note.line != 0) {
    parent.file = note.file;
    parent.line = note.line;
    parent.column = note.column;
    isPlaceGuessed = false;
    return;
  }
  // Overloads of the prelude differ by types that their notes do not show.
  if (!llvm::is_contained(llvm::map_range(parent.notes, getKey), getKey(note)))
    parent.notes.push_back(std::move(note));
}

static StringRef getSeverity(DiagnosticsEngine::Level level, bool isError) {
  if (isError || level >= DiagnosticsEngine::Error)
    return "error";
  return level == DiagnosticsEngine::Remark ? "remark" : "warning";
}

/// Whether a diagnostic is on the line of one that explains all of the line.
bool hlsl::DiagnosticCollector::isOnEndedLine(
    const clang::Diagnostic &info) const {
  if (endedLine.isInvalid() || !info.hasSourceManager() ||
      info.getLocation().isInvalid())
    return false;
  const SourceManager &sources = info.getSourceManager();
  PresumedLoc line = sources.getPresumedLoc(sources.getFileLoc(endedLine));
  PresumedLoc place =
      sources.getPresumedLoc(sources.getFileLoc(info.getLocation()));
  return line.isValid() && place.isValid() &&
         line.getLine() == place.getLine() &&
         line.getFileID() == place.getFileID();
}

/// Whether a diagnostic is on the line of the last error: a resource of an unknown type has
/// no kind of register.
bool hlsl::DiagnosticCollector::isOnLineOfError(
    const clang::Diagnostic &info) const {
  if (errors.empty() || !info.hasSourceManager())
    return false;
  const SourceManager &sources = info.getSourceManager();
  const compiler::Diagnostic &last = diagnostics[errors.back().index];
  PresumedLoc place =
      sources.getPresumedLoc(sources.getFileLoc(info.getLocation()));
  return place.isValid() &&
         last.line == static_cast<int64_t>(place.getLine()) &&
         last.file == place.getFilename();
}

void hlsl::DiagnosticCollector::HandleDiagnostic(
    DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level == DiagnosticsEngine::Note)
    return addNote(info);
  endNotes();
  switch (info.getID()) {
  case diag::err_hlsl_missing_numthreads:
  case diag::err_hlsl_numthreads_argument_oor:
  case diag::err_hlsl_numthreads_invalid:
    groupSizeError = true;
    break;
  default:
    groupSizeError |= isMisspelledGroupSize(info);
    break;
  }
  if (foundElements.add(info, knownElements) ||
      foundOperators.add(info, knownOperators) ||
      foundConversions.add(info, knownConversions)) {
    if (firstFound.line == 0 && info.hasSourceManager())
      setPosition(firstFound, info.getSourceManager(), info.getLocation());
    dropsNotes = true;
    return;
  }
  Message message = getMessage(info, language);
  if (info.getID() == diag::err_undeclared_var_use && ast &&
      StringRef(message.text).contains("undeclared identifier"))
    addSuggestion(message.text, *ast);
  // Clang goes on with the name that it suggests, which is of another kind.
  const bool follows = level >= DiagnosticsEngine::Error && !errors.empty() &&
                       info.getLocation().isValid() &&
                       errors.back().location == info.getLocation() &&
                       StringRef(diagnostics[errors.back().index].message)
                           .contains("did you mean '");
  dropsNotes = level == DiagnosticsEngine::Ignored || message.text.empty() ||
               follows || isOnEndedLine(info) ||
               (info.getID() == diag::err_hlsl_binding_type_mismatch &&
                isOnLineOfError(info));
  if (dropsNotes)
    return;
  const SourceLocation location =
      message.place.isValid() ? message.place : info.getLocation();
  if (message.endsLine)
    endedLine = info.getLocation();
  compiler::Diagnostic diagnostic;
  diagnostic.severity = getSeverity(level, message.isError);
  diagnostic.message = std::move(message.text);
  if (diagnostic.severity == "error")
    errors.push_back({info.getLocation(), message.isUnsupported,
                      message.needsConstant, diagnostics.size()});
  if (info.hasSourceManager() && location.isValid()) {
    const SourceManager &sources = info.getSourceManager();
    setPosition(diagnostic, sources, location);
    if (language)
      addMacros(diagnostic, sources, *language, location);
    if (diagnostic.line != 0)
      addIncludes(diagnostic, sources, location);
  }
  isPlaceGuessed = diagnostic.line == 0;
  if (isPlaceGuessed && preprocessor)
    if (auto *lexer = preprocessor->getCurrentFileLexer()) {
      const SourceManager &sources = preprocessor->getSourceManager();
      const SourceLocation end =
          static_cast<clang::Lexer *>(lexer)->getSourceLocation();
      setPosition(diagnostic, sources, end);
      if (Message better = explainReadOnlyArgument(info, sources, end);
          !better.text.empty()) {
        diagnostic.message = std::move(better.text);
        if (better.place.isValid())
          setPosition(diagnostic, sources, better.place);
      }
    }
  diagnostics.push_back(std::move(diagnostic));
}

void hlsl::DiagnosticCollector::eraseErrors(
    llvm::function_ref<bool(const Origin &)> isErased) {
  std::vector<Origin> kept;
  size_t erased = 0;
  for (Origin error : errors) {
    error.index -= erased;
    if (isErased(error)) {
      diagnostics.erase(diagnostics.begin() + error.index);
      ++erased;
    } else {
      kept.push_back(error);
    }
  }
  errors = std::move(kept);
}
