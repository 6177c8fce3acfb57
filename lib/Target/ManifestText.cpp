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

/// Dictionaries are objects, unit is null; llvm::json sorts keys when it prints.
static llvm::json::Value toJSON(Attribute attribute) {
  return TypeSwitch<Attribute, llvm::json::Value>(attribute)
      .Case([](DictionaryAttr dictionary) {
        llvm::json::Object object;
        for (NamedAttribute entry : dictionary)
          object[entry.getName().strref()] = toJSON(entry.getValue());
        return object;
      })
      .Case([](ArrayAttr array) {
        llvm::json::Array list;
        for (Attribute element : array)
          list.push_back(toJSON(element));
        return list;
      })
      .Case([](BoolAttr value) { return value.getValue(); })
      .Case([](IntegerAttr value) { return value.getInt(); })
      .Case([](StringAttr value) { return value.getValue().str(); })
      .Default([](Attribute) { return nullptr; });
}

std::string wave::printManifest(DictionaryAttr manifest) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.value(toJSON(manifest));
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
