//===- PrintDiagnostics.cpp - Diagnostics with their lines ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintDiagnostics.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::wave;
using llvm::StringRef;

namespace {
struct Help {
  llvm::StringLiteral id;
  llvm::StringLiteral text;
};
} // namespace

static constexpr Help kHelp[] = {
#include "HelpTexts.inc"
};

/// Prints what to do about the rule at the end of a message.
static void printHelp(StringRef message) {
  if (!message.consume_back("]"))
    return;
  StringRef id = message.rsplit('[').second;
  const auto *found =
      llvm::find_if(kHelp, [&](const Help &each) { return each.id == id; });
  if (found == std::end(kHelp))
    return;
  llvm::WithColor(llvm::errs(), llvm::raw_ostream::CYAN, true) << "help: ";
  llvm::errs() << found->text << "\n";
}

const std::string &DiagnosticPrinter::getText(const std::string &file) {
  auto [entry, isNew] = texts.try_emplace(file);
  if (isNew)
    if (auto buffer = llvm::MemoryBuffer::getFile(file))
      entry->second = (*buffer)->getBuffer().str();
  return entry->second;
}

void DiagnosticPrinter::printLine(const compiler::Diagnostic &diagnostic) {
  // The lines of a machine-written shader may be long.
  constexpr size_t kMostColumns = 400;
  StringRef rest = getText(diagnostic.file);
  for (int line = 1; line < diagnostic.line; ++line)
    rest = rest.split('\n').second;
  StringRef line = rest.split('\n').first.rtrim("\r");
  const size_t column = std::max(diagnostic.column, 1) - 1;
  if (line.empty() || line.size() > kMostColumns || column > line.size())
    return;
  llvm::errs() << line << "\n";
  // Tabs keep their width, and a character of several bytes has one column or two.
  StringRef before = line.take_front(column);
  while (!before.empty()) {
    auto [text, rest] = before.split('\t');
    int width = llvm::sys::unicode::columnWidthUTF8(text);
    // Characters that cannot be printed.
    if (width < 0)
      width = llvm::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
    llvm::errs().indent(width);
    if (text.size() != before.size())
      llvm::errs() << '\t';
    before = rest;
  }
  llvm::WithColor(llvm::errs(), llvm::raw_ostream::GREEN, true) << "^";
  llvm::errs() << "\n";
}

void DiagnosticPrinter::print(const compiler::Diagnostic &diagnostic) {
  if (!diagnostic.file.empty()) {
    llvm::WithColor place(llvm::errs(), llvm::raw_ostream::SAVEDCOLOR, true);
    place << diagnostic.file << ":";
    if (diagnostic.line != 0)
      place << diagnostic.line << ":" << diagnostic.column << ":";
    place << " ";
  }
  if (diagnostic.severity == "error")
    llvm::WithColor::error();
  else if (diagnostic.severity == "warning")
    llvm::WithColor::warning();
  else if (diagnostic.severity == "remark")
    llvm::WithColor::remark();
  else
    llvm::WithColor::note();
  llvm::errs() << diagnostic.message << "\n";
  if (diagnostic.line != 0)
    printLine(diagnostic);
  if (diagnostic.severity == "error" || diagnostic.severity == "warning")
    printHelp(diagnostic.message);
  for (const compiler::Diagnostic &note : diagnostic.notes)
    print(note);
}
