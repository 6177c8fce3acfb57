//===- ManifestText.cpp - A manifest's attributes as JSON -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManifestText.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::wave;

/// Strings of MLIR may hold any bytes, those of JSON only UTF-8. To replace other
/// bytes takes as long as all the rest.
static std::string toUTF8(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// Dictionaries are objects, whose keys are sorted as those of the attribute; unit
/// is null.
static void print(llvm::json::OStream &json, Attribute attribute) {
  TypeSwitch<Attribute>(attribute)
      .Case([&](DictionaryAttr dictionary) {
        json.object([&] {
          for (NamedAttribute entry : dictionary) {
            json.attributeBegin(toUTF8(entry.getName().strref()));
            print(json, entry.getValue());
            json.attributeEnd();
          }
        });
      })
      .Case([&](ArrayAttr array) {
        json.array([&] {
          for (Attribute element : array)
            print(json, element);
        });
      })
      .Case([&](BoolAttr value) { json.value(value.getValue()); })
      .Case([&](IntegerAttr value) { json.value(value.getInt()); })
      .Case([&](StringAttr value) { json.value(toUTF8(value.getValue())); })
      .Default([&](Attribute) { json.value(nullptr); });
}

std::string wave::printManifest(DictionaryAttr manifest) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  print(json, manifest);
  stream << "\n";
  return text;
}

/// Returns null if the manifest names no file.
static StringAttr findFileName(DictionaryAttr manifest) {
  if (auto name = manifest.getAs<StringAttr>("module"))
    return name;
  auto modules = manifest.getAs<DictionaryAttr>("modules");
  if (!modules || modules.empty())
    return nullptr;
  return dyn_cast<StringAttr>(modules.begin()->getValue());
}

bool wave::hasManifest(Operation *module) {
  DictionaryAttr manifest = getManifest(module);
  return manifest && findFileName(manifest);
}

std::string wave::getModuleFileName(DictionaryAttr manifest) {
  return findFileName(manifest).str();
}
