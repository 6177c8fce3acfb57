//===- FirstPass.cpp - What Clang's first pass assumes -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstPass.h"

#include "Prelude.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

static StringRef firstWord(StringRef text) {
  return text.ltrim().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::optional<int64_t> hlsl::guessWaves(const Options &options) {
  StringRef text = *options.text;
  if (!text.contains("GetGroupWaveCount"))
    return std::nullopt;
  constexpr StringRef kAttribute = "numwaves";
  size_t place;
  while ((place = text.find_insensitive(kAttribute)) != StringRef::npos) {
    text = text.substr(place + kAttribute.size()).ltrim();
    if (!text.consume_front("("))
      continue;
    StringRef word = firstWord(text);
    for (const auto &[name, value] : options.defines)
      if (name == word)
        word = firstWord(value);
    const std::string macro = ("#define " + word + " ").str();
    if (auto [before, definition] = StringRef(*options.text).split(macro);
        !definition.empty())
      word = firstWord(definition);
    uint32_t waves;
    if (!word.getAsInteger(10, waves) && waves != 0)
      return waves;
  }
  return std::nullopt;
}

using Files = llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>>;

/// Reads the files that a text includes by a literal name, and those that they
/// include. The preprocessor may skip some of them.
static void readIncluded(StringRef text, StringRef folder,
                         ArrayRef<std::string> directories, Files &files) {
  constexpr size_t kMostFiles = 100;
  while (!text.empty() && files.size() < kMostFiles) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.ltrim();
    if (!line.consume_front("#") ||
        !(line = line.ltrim()).consume_front("include"))
      continue;
    line = line.ltrim();
    if (!line.starts_with("\"") && !line.starts_with("<"))
      continue;
    StringRef name = line.drop_front().take_until(
        [](char c) { return c == '"' || c == '>'; });
    SmallVector<StringRef> folders = {folder};
    llvm::append_range(folders, directories);
    for (StringRef each : folders) {
      SmallString<128> path(each);
      llvm::sys::path::append(path, name);
      if (!llvm::sys::fs::is_regular_file(path))
        continue;
      auto [entry, isNew] = files.try_emplace(path);
      auto buffer = llvm::MemoryBuffer::getFile(path);
      if (!isNew || !buffer)
        break;
      entry->second = std::move(*buffer);
      readIncluded(entry->second->getBuffer(),
                   llvm::sys::path::parent_path(entry->first()), directories,
                   files);
      break;
    }
  }
}

llvm::BitVector hlsl::guessPreludeParts(const Options &options) {
  SmallVector<StringRef> texts = {*options.text};
  for (const auto &[name, value] : options.defines)
    texts.push_back(value);
  // Included files that are known in advance spare a pass.
  Files included;
  readIncluded(*options.text, llvm::sys::path::parent_path(options.file),
               options.includeDirectories, included);
  for (const auto &file : included)
    if (file.second)
      texts.push_back(file.second->getBuffer());
  return selectPreludeParts(texts);
}
