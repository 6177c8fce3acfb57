//===- Arguments.cpp - The arguments of dxc -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::wave;
using llvm::StringLiteral;
using llvm::StringRef;

/// Options that ask for what is done anyway, or for what no output has.
static constexpr StringLiteral kIgnored[] = {
    "nologo",       "Zi",          "Qstrip_debug",      "Qstrip_reflect",
    "Qembed_debug", "Qstrip_priv", "fvk-use-dx-layout", "Qstrip_rootsig",
};

static constexpr StringLiteral kIgnoredWithValue[] = {"fspv-target-env"};

namespace {
struct Refused {
  StringLiteral name;
  StringLiteral advice;
};
} // namespace

static constexpr Refused kRefused[] = {
    {"Fh", "write a binary with -Fo"},
    {"Fc", "write wave IR with -emit-wave -Fo"},
    {"Fd", "a container has no debug information"},
    {"Fe", "errors go to the standard error output"},
    {"P", "a shader is only compiled, not preprocessed alone"},
};

static const llvm::cl::Option *findOption(StringRef name) {
  return llvm::cl::getRegisteredOptions().lookup(name);
}

/// Whether an argument such as `/T` or `/O3` is an option and not a file.
static bool isSlashOption(StringRef argument) {
  if (!argument.consume_front("/") || argument.empty() ||
      argument.contains('/') || llvm::sys::fs::exists("/" + argument.str()))
    return false;
  auto isName = [&](StringRef name) { return name == argument; };
  return findOption(argument) || llvm::any_of(kIgnored, isName) ||
         llvm::any_of(kRefused,
                      [&](auto &each) { return isName(each.name); }) ||
         (argument.size() == 2 && argument.front() == 'O');
}

static bool isIgnored(StringRef name) {
  return llvm::is_contained(kIgnored, name) ||
         llvm::any_of(kIgnoredWithValue, [&](StringRef known) {
           return name.split('=').first == known && name.contains('=');
         });
}

std::optional<std::vector<std::string>> wave::readArguments(int argc,
                                                            char **argv) {
  std::vector<std::string> arguments = {argv[0]};
  bool hasOptions = true;
  for (int index = 1; index < argc; ++index) {
    std::string argument = argv[index];
    hasOptions &= argument != "--";
    if (hasOptions && isSlashOption(argument))
      argument.front() = '-';
    StringRef name = argument;
    if (!hasOptions || !name.consume_front("-")) {
      arguments.push_back(argument);
      continue;
    }
    for (const Refused &refused : kRefused)
      if (name == refused.name) {
        llvm::WithColor::error()
            << "not supported: -" << name << ": " << refused.advice << "\n";
        return std::nullopt;
      }
    if (isIgnored(name))
      continue;
    arguments.push_back(argument);
    // The value of an option is not an option.
    const llvm::cl::Option *option = findOption(name);
    if (option && option->getValueExpectedFlag() == llvm::cl::ValueRequired &&
        option->getNumAdditionalVals() == 0 && index + 1 < argc)
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
