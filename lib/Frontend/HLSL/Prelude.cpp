//===- Prelude.cpp - The implicit header of every shader ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Parsing the whole prelude takes Clang several times as long as a usual shader.
// Comments in the files divide them into parts (Types.hlsl describes them).

#include "Prelude.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::wave;
using llvm::ArrayRef;
using llvm::BitVector;
using llvm::SmallVector;
using llvm::StringRef;

namespace {
struct File {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};

struct Part {
  unsigned file;
  StringRef text;
  bool isAlways;
};

/// The parts of all files in order.
class Parts {
public:
  Parts();

  void select(StringRef text, BitVector &selected, bool isPrelude) const;

  SmallVector<Part> parts;

private:
  llvm::StringMap<SmallVector<unsigned, 2>> byName;
};
} // namespace

static constexpr File kFiles[] = {
#include "Prelude.inc"
};

static constexpr StringRef kMark = "//:";

Parts::Parts() {
  for (auto [file, each] : llvm::enumerate(kFiles)) {
    StringRef names, rest = each.text;
    while (!rest.empty()) {
      size_t end = 0;
      while (end < rest.size() && !rest.substr(end).starts_with(kMark))
        end = std::min(rest.size(), rest.find('\n', end)) + 1;
      end = std::min(end, rest.size());
      SmallVector<StringRef> known;
      names.split(known, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef name : known)
        byName[name].push_back(parts.size());
      parts.push_back({unsigned(file), rest.take_front(end), known.empty()});
      auto [mark, next] = rest.substr(end).split('\n');
      mark.consume_front(kMark);
      names = mark.trim();
      rest = next;
    }
  }
}

/// Selects the parts whose names occur in a text, and the parts that they use.
void Parts::select(StringRef text, BitVector &selected, bool isPrelude) const {
  auto choose = [&](StringRef name) {
    auto found = byName.find(name);
    if (found == byName.end())
      return;
    for (unsigned part : found->second) {
      if (selected[part])
        continue;
      selected.set(part);
      select(parts[part].text, selected, /*isPrelude=*/true);
    }
  };
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  auto startsName = [&](char c) { return isLetter(c) || c == '/' || c == '"'; };
  auto isSize = [](char c) { return c >= '1' && c <= '4'; };
  while (!(text = text.drop_until(startsName)).empty()) {
    if (text.consume_front("//")) {
      text = text.split('\n').second;
      continue;
    }
    if (text.consume_front("/"))
      continue;
    // The words of the prelude's messages are not uses. In a shader, a quotation mark
    // may be alone: in a comment of several lines.
    if (text.consume_front("\"")) {
      if (isPrelude)
        text = text.drop_until([](char c) { return c == '"' || c == '\n'; })
                   .drop_front();
      continue;
    }
    StringRef name = text.take_while(isLetter);
    text = text.drop_front(name.size());
    choose(name);
    if (!isSize(name.back()))
      continue;
    // `float4` is of the part `float#`, `float4x4` is of `float#x#`.
    StringRef base = name.drop_back();
    choose((base + "#").str());
    if (base.size() > 2 && base.back() == 'x' && isSize(base[base.size() - 2]))
      choose((base.drop_back(2) + "#x#").str());
  }
}

static const Parts &getParts() {
  static const Parts parts;
  return parts;
}

BitVector hlsl::selectPreludeParts(ArrayRef<StringRef> texts) {
  const Parts &all = getParts();
  BitVector selected(all.parts.size());
  for (auto [index, part] : llvm::enumerate(all.parts)) {
    if (!part.isAlways)
      continue;
    selected.set(index);
    all.select(part.text, selected, /*isPrelude=*/true);
  }
  for (StringRef text : texts)
    all.select(text, selected, /*isPrelude=*/false);
  return selected;
}

BitVector hlsl::getAllPreludeParts() {
  return BitVector(getParts().parts.size(), true);
}

std::vector<std::pair<StringRef, std::string>>
hlsl::getPreludeFiles(const BitVector &parts) {
  std::vector<std::pair<StringRef, std::string>> files;
  for (const File &file : kFiles)
    files.emplace_back(file.name, "");
  for (auto [index, part] : llvm::enumerate(getParts().parts))
    if (parts[index])
      files[part.file].second += part.text;
  return files;
}

std::string hlsl::findFunction(StringRef operation) {
  const std::string annotation = ("__OP(\"" + operation + "\") ").str();
  for (const File &file : kFiles) {
    StringRef rest = file.text;
    size_t place;
    while ((place = rest.find(annotation)) != StringRef::npos) {
      rest = rest.substr(place + annotation.size());
      StringRef head = rest.take_until([](char c) { return c == '('; });
      // Functions of the prelude alone begin with `__`.
      StringRef name = head.substr(head.find_last_of(" \n") + 1);
      if (!name.starts_with("__"))
        return name.str();
    }
  }
  return "";
}
