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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <array>

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

/// A name of parts, and where it is among all names.
struct Name {
  unsigned number = 0;
  SmallVector<unsigned, 2> parts;
};

struct Part {
  unsigned file;
  StringRef text;
  bool isAlways;
  /// The other name that a shader must have.
  const Name *other;
};

/// The parts of all files in order.
struct Parts {
  Parts();

  SmallVector<Part, 0> parts;
  llvm::StringMap<Name> names{/*InitialSize=*/1024};

private:
  Name &getName(StringRef name);
};

/// The choice of parts for one shader.
class Selection {
public:
  explicit Selection(const Parts &all)
      : all(all), selected(all.parts.size()), isNamed(all.names.size()) {}

  /// Selects a part and the parts that it uses.
  void select(unsigned part);

  /// Selects the parts whose names occur in a text.
  void read(StringRef text, bool isPrelude);

  /// Selects the parts with a name.
  void choose(StringRef name);

  /// Returns the choice, with the parts that need two names.
  BitVector finish();

private:
  void chooseShaped(StringRef name, bool isPrelude);

  const Parts &all;
  BitVector selected, isNamed;
  /// Parts that wait for their other name.
  SmallVector<unsigned, 0> waiting;
};
} // namespace

static constexpr File kFiles[] = {
#include "Prelude.inc"
};

static constexpr StringRef kMark = "//:";

/// The name of all matrices.
static constexpr StringRef kMatrix = "#matrix";

Name &Parts::getName(StringRef name) {
  auto [entry, isNew] = names.try_emplace(name);
  if (isNew)
    entry->second.number = names.size() - 1;
  return entry->second;
}

Parts::Parts() {
  for (auto [file, each] : llvm::enumerate(kFiles)) {
    StringRef mark, rest = each.text;
    while (!rest.empty()) {
      size_t end = 0;
      while (end < rest.size() && !rest.substr(end).starts_with(kMark))
        end = std::min(rest.size(), rest.find('\n', end)) + 1;
      end = std::min(end, rest.size());
      auto [either, other] = mark.split('&');
      SmallVector<StringRef> known;
      either.split(known, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef name : known)
        getName(name).parts.push_back(parts.size());
      other = other.trim();
      parts.push_back({unsigned(file), rest.take_front(end), known.empty(),
                       other.empty() ? nullptr : &getName(other)});
      std::tie(mark, rest) = rest.substr(end).split('\n');
      mark.consume_front(kMark);
    }
  }
}

/// What a character is to the search for names.
enum Kind : uint8_t { Other, Letter, Slash, Quote };

static constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  for (unsigned c = 0; c != kinds.size(); ++c)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
        (c >= '0' && c <= '9') || c == '_')
      kinds[c] = Letter;
  kinds['/'] = Slash;
  kinds['"'] = Quote;
  return kinds;
}();

static Kind getKind(char c) { return kKinds[static_cast<unsigned char>(c)]; }

void Selection::select(unsigned part) {
  if (selected[part])
    return;
  selected.set(part);
  read(all.parts[part].text, /*isPrelude=*/true);
}

void Selection::choose(StringRef name) {
  auto found = all.names.find(name);
  if (found == all.names.end() || isNamed[found->second.number])
    return;
  isNamed.set(found->second.number);
  for (unsigned part : found->second.parts) {
    if (all.parts[part].other)
      waiting.push_back(part);
    else
      select(part);
  }
}

/// Selects the parts that have names of their own for a kind of names: `float4` is of the
/// part `float#`, `float4x4` is of `float#x#`.
void Selection::chooseShaped(StringRef name, bool isPrelude) {
  auto isSize = [](char c) { return c >= '1' && c <= '4'; };
  if (!isPrelude && name.starts_with("_") && name.size() > 2 &&
      (name[1] == 'm' || isSize(name[1])))
    choose("#elements");
  if (!isPrelude && name == "matrix")
    choose(kMatrix);
  if (!isSize(name.back()))
    return;
  StringRef base = name.drop_back();
  choose((base + "#").str());
  if (base.size() > 2 && base.back() == 'x' && isSize(base[base.size() - 2])) {
    choose((base.drop_back(2) + "#x#").str());
    if (!isPrelude)
      choose(kMatrix);
  }
}

BitVector Selection::finish() {
  // A part can have the name for which another part waits.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t index = 0; index != waiting.size(); ++index) {
      const unsigned part = waiting[index];
      if (selected[part] || !isNamed[all.parts[part].other->number])
        continue;
      select(part);
      isChanged = true;
    }
  }
  return std::move(selected);
}

void Selection::read(StringRef text, bool isPrelude) {
  const char *next = text.begin(), *end = text.end();
  auto skipTo = [&](auto isFound) {
    while (next != end && !isFound(*next))
      ++next;
  };
  while (true) {
    skipTo([](char c) { return getKind(c) != Other; });
    if (next == end)
      return;
    const char *start = next++;
    // A comment, or a slash.
    if (getKind(*start) == Slash) {
      if (next != end && *next == '/')
        skipTo([](char c) { return c == '\n'; });
      continue;
    }
    // The words of the prelude's messages are not uses. In a shader, a quotation mark
    // may be alone: in a comment of several lines.
    if (getKind(*start) == Quote) {
      if (!isPrelude)
        continue;
      skipTo([](char c) { return c == '"' || c == '\n'; });
      if (next != end)
        ++next;
      continue;
    }
    skipTo([](char c) { return getKind(c) != Letter; });
    StringRef name(start, next - start);
    choose(name);
    chooseShaped(name, isPrelude);
  }
}

static const Parts &getParts() {
  static const Parts parts;
  return parts;
}

BitVector hlsl::selectPreludeParts(ArrayRef<StringRef> texts) {
  const Parts &all = getParts();
  Selection selection(all);
  for (auto [index, part] : llvm::enumerate(all.parts))
    if (part.isAlways)
      selection.select(index);
  for (StringRef text : texts) {
    selection.read(text, /*isPrelude=*/false);
    if (text.contains("##"))
      selection.choose("##");
  }
  return selection.finish();
}

BitVector hlsl::selectMatrixOperators() {
  Selection selection(getParts());
  selection.choose(kMatrix);
  selection.choose("#operators");
  return selection.finish();
}

bool hlsl::usesBuiltins(const BitVector &parts) {
  return parts[getParts().names.find("__builtins")->second.parts.front()];
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
