//===- Profile.cpp - Stages and shader models by dxc's names --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "WaveDialect/DXIL/DXIL.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
struct StageName {
  StringLiteral prefix;
  /// For errors.
  StringLiteral name;
  /// None for a stage that cannot be compiled.
  std::optional<Stage> stage;
  unsigned firstMinor;
};
} // namespace

static const StageName kStages[] = {
    {"cs", "compute", Stage::Compute, 0},
    {"as", "amplification", Stage::Amplification, 5},
    {"ms", "mesh", std::nullopt, 0},
    {"ps", "pixel", std::nullopt, 0},
    {"vs", "vertex", std::nullopt, 0},
    {"gs", "geometry", std::nullopt, 0},
    {"hs", "hull", std::nullopt, 0},
    {"ds", "domain", std::nullopt, 0},
    {"lib", "library", std::nullopt, 0},
    {"rootsig", "root signature", std::nullopt, 0},
};

bool hlsl::isExchanged(StringRef one, StringRef other) {
  if (one.size() != other.size())
    return false;
  auto [first, second] =
      std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (one.end() - first < 2 || first[0] != second[1] || first[1] != second[0])
    return false;
  return std::equal(first + 2, one.end(), second + 2);
}

std::string hlsl::suggestName(StringRef name, ArrayRef<StringRef> names) {
  StringRef best;
  unsigned least =
      name.size() < 4 ? 2 : std::max<size_t>(2, name.size() / 3) + 1;
  for (StringRef known : names) {
    unsigned distance = name.lower() == known.lower() ? 0
                        : isExchanged(name, known)
                            ? 1
                            : name.edit_distance(known, true, least);
    if (distance < least) {
      best = known;
      least = distance;
    }
  }
  return best.empty() ? "" : (": did you mean '" + best + "'?").str();
}

/// Returns "cs_6_0 to cs_6_10", for a stage or for all.
static std::string listProfiles(const StageName *only) {
  std::string text;
  for (const StageName &stage : kStages)
    if (stage.stage && (!only || only == &stage))
      text += (Twine(text.empty() ? "" : " or ") + stage.prefix + "_6_" +
               Twine(stage.firstMinor) + " to " + stage.prefix + "_6_" +
               Twine(dxil::kNewestMinor))
                  .str();
  return text;
}

/// Suggests a profile for a text whose stage is unknown.
static std::string suggestStage(StringRef text) {
  SmallVector<std::string> profiles;
  for (const StageName &stage : kStages)
    for (unsigned minor = stage.firstMinor;
         stage.stage && minor <= dxil::kNewestMinor; ++minor)
      profiles.push_back((stage.prefix + "_6_" + Twine(minor)).str());
  return hlsl::suggestName(
      text, SmallVector<StringRef>(profiles.begin(), profiles.end()));
}

std::optional<hlsl::Profile> hlsl::parseProfile(StringRef text,
                                                std::string &error) {
  if (text.empty())
    return Profile();
  auto [prefix, model] = text.split('_');
  auto [major, minor] = model.split('_');
  const auto *stage = llvm::find_if(
      kStages, [prefix = prefix](auto &each) { return each.prefix == prefix; });
  unsigned number;
  if (stage != std::end(kStages) && !stage->stage) {
    error = (stage->name + " shaders are not supported: WaveDialect compiles "
                           "compute (cs_6_8) and amplification (as_6_8) "
                           "shaders [hlsl-stage]")
                .str();
    return std::nullopt;
  }
  if (stage != std::end(kStages) && major == "6" &&
      !minor.getAsInteger(10, number) && number >= stage->firstMinor &&
      number <= dxil::kNewestMinor)
    return Profile{*stage->stage, number};
  std::string help =
      ": use " + listProfiles(stage == std::end(kStages) ? nullptr : stage);
  if (stage == std::end(kStages))
    if (std::string guess = suggestStage(text); !guess.empty())
      help = guess;
  error = ("unknown profile '" + text + "'" + help + " [hlsl-profile]").str();
  return std::nullopt;
}

std::optional<std::string> hlsl::parseLanguageVersion(StringRef text,
                                                      std::string &error) {
  static const StringRef kVersions[] = {"2021", "202x"};
  if (llvm::is_contained(kVersions, text))
    return ("hlsl" + text).str();
  static const StringRef kOlder[] = {"2015", "2016", "2017", "2018"};
  if (llvm::is_contained(kOlder, text)) {
    error = ("HLSL " + text +
             " is not supported: use 2021, where &&, || and ?: evaluate their "
             "operands only if needed [hlsl-language-version]")
                .str();
    return std::nullopt;
  }
  std::string guess = suggestName(text, kVersions);
  error = ("unknown language version '" + text + "'" +
           (guess.empty() ? ": use 2021 or 202x" : guess) +
           " [hlsl-language-version]")
              .str();
  return std::nullopt;
}
