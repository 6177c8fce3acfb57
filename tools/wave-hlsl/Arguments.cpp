//===- Arguments.cpp - The arguments of dxc -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::wave;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {
/// An option of dxc that asks for what is done anyway, or for what no output has.
struct Ignored {
  /// `W*` are all options that begin so, and `encoding utf8` is the option with this
  /// value only.
  StringLiteral name;
  /// The number of arguments that follow.
  unsigned values;
  /// Options among them that have an effect, with spaces in between.
  StringLiteral except;
  /// What is printed if the option names something that scripts would look for.
  StringLiteral note;
};

struct Refused {
  StringLiteral name;
  StringLiteral advice;
};
} // namespace

static constexpr Ignored kIgnored[] = {
#define IGNORED(NAME, VALUES, EXCEPT, NOTE) {NAME, VALUES, EXCEPT, NOTE},
#include "DxcOptions.inc"
#undef IGNORED
};

static constexpr Refused kRefused[] = {
#define REFUSED(NAME, ADVICE) {NAME, ADVICE},
#include "DxcOptions.inc"
#undef REFUSED
};

static const llvm::cl::Option *findOption(StringRef name) {
  return llvm::cl::getRegisteredOptions().lookup(name);
}

/// The option that the argument `O3` or `DNAME=1` has as its beginning.
static const llvm::cl::Option *findJoined(StringRef argument) {
  for (size_t size = argument.size(); size != 0; --size)
    if (const llvm::cl::Option *option = findOption(argument.take_front(size));
        option && option->getFormattingFlag() == llvm::cl::Prefix)
      return option;
  return nullptr;
}

static bool matches(StringRef pattern, StringRef argument) {
  return pattern.consume_back("*") ? argument.starts_with(pattern)
                                   : argument == pattern;
}

/// `next` is the argument that follows.
static const Ignored *findIgnored(StringRef argument, StringRef next = "") {
  const std::string withValue = (argument + " " + next).str();
  for (const Ignored &each : kIgnored) {
    if (!matches(each.name, argument) && !matches(each.name, withValue))
      continue;
    auto exceptions = llvm::split(each.except, ' ');
    if (llvm::none_of(exceptions, [&](StringRef exception) {
          return matches(exception, argument);
        }))
      return &each;
  }
  return nullptr;
}

static const Refused *findRefused(StringRef argument) {
  argument = argument.split('=').first;
  const auto *found = llvm::find_if(
      kRefused, [&](const Refused &each) { return each.name == argument; });
  return found == std::end(kRefused) ? nullptr : found;
}

static bool isKnown(StringRef argument) {
  return findOption(argument.split('=').first) || findJoined(argument) ||
         findIgnored(argument) || findRefused(argument);
}

/// Whether an argument such as `/T` or `/O3` is an option and not a file.
static bool isSlashOption(StringRef argument) {
  if (!argument.consume_front("/") || argument.empty() ||
      argument.contains('/') || llvm::sys::fs::exists("/" + argument.str()))
    return false;
  return findOption(argument) || findIgnored(argument) ||
         findRefused(argument) ||
         (argument.size() == 2 && argument.front() == 'O');
}

/// Returns "; did you mean '-spirv'?" with the nearest option that --help shows.
static std::string suggestOption(StringRef argument) {
  argument = argument.split('=').first;
  StringRef nearest;
  // As many letters may differ as a typing mistake has.
  unsigned least = std::min<unsigned>(argument.size() / 3, 2) + 1;
  auto offer = [&](StringRef name) {
    unsigned distance = argument.edit_distance(name, true, least);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  };
  for (const auto &entry : llvm::cl::getRegisteredOptions())
    if (entry.second->getOptionHiddenFlag() == llvm::cl::NotHidden)
      offer(entry.first);
  for (const Ignored &each : kIgnored)
    if (!each.name.ends_with("*"))
      offer(each.name);
  return nearest.empty() ? "; wave-hlsl --help lists the options"
                         : ("; did you mean '-" + nearest + "'?").str();
}

std::optional<std::vector<std::string>> wave::readArguments(int argc,
                                                            char **argv) {
  std::vector<std::string> arguments = {argv[0]};
  bool hasOptions = true;
  StringRef shader;
  auto fail = [](const llvm::Twine &text) {
    llvm::WithColor::error() << text << "\n";
    return std::nullopt;
  };
  for (int index = 1; index < argc; ++index) {
    std::string argument = argv[index];
    if (hasOptions && isSlashOption(argument))
      argument.front() = '-';
    StringRef name = argument;
    if (!hasOptions || name == "-" || !name.consume_front("-")) {
      if (!shader.empty())
        return fail("only one shader can be compiled, got '" + shader +
                    "' and '" + argument + "'");
      shader = argv[index];
      arguments.push_back(argument);
      continue;
    }
    if (name == "-") {
      hasOptions = false;
      arguments.push_back(argument);
      continue;
    }
    StringRef next = index + 1 < argc ? argv[index + 1] : "";
    if (const Ignored *ignored = findIgnored(name, next)) {
      if (!ignored->note.empty())
        llvm::WithColor::note() << ignored->note << "\n";
      index += ignored->values;
      continue;
    }
    if (const Refused *refused = findRefused(name))
      return fail("not supported: -" + refused->name + ": " + refused->advice);
    name.consume_front("-");
    if (!isKnown(name))
      return fail("unknown option '" + argument + "'" + suggestOption(name));
    arguments.push_back(argument);
    // The value of an option is not an option.
    const llvm::cl::Option *option = findOption(name);
    unsigned values = option ? option->getNumAdditionalVals() : 0;
    if (option && values == 0 &&
        option->getValueExpectedFlag() == llvm::cl::ValueRequired)
      values = 1;
    for (; values != 0 && index + 1 < argc; --values)
      arguments.push_back(argv[++index]);
  }
  return arguments;
}

bool wave::checkShifts(const char *option,
                       const llvm::cl::list<std::string> &values) {
  unsigned number;
  for (size_t index = 0; index + 1 < values.size(); index += 2) {
    StringRef shift = values[index], space = values[index + 1];
    if (!shift.getAsInteger(10, number) &&
        (space == "all" || !space.getAsInteger(10, number)))
      continue;
    llvm::WithColor::error()
        << "-" << option << " takes a number and a space, got '" << shift
        << "' and '" << space << "': write for example -" << option
        << " 16 0, or -" << option << " 16 all\n";
    return false;
  }
  return true;
}
