//===- ManifestTest.cpp - The manifest's bytes ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// Returns the manifest of a module whose attribute is `dictionary`.
std::string getText(StringRef dictionary) {
  MLIRContext context;
  context.loadDialect<spirv::SPIRVDialect>();
  OpBuilder builder(&context);
  OwningOpRef<spirv::ModuleOp> module = spirv::ModuleOp::create(
      builder, builder.getUnknownLoc(), spirv::AddressingModel::Logical,
      spirv::MemoryModel::GLSL450, std::nullopt, StringRef("kernel"));
  module.get()->setAttr("wave.manifest", parseAttribute(dictionary, &context));
  return getManifestText(*module);
}
} // namespace

TEST(Manifest, KeysAreSorted) {
  EXPECT_EQ(
      getText("{version = 1, kernel = \"k\", bindings = []}"),
      "{\n  \"bindings\": [],\n  \"kernel\": \"k\",\n  \"version\": 1\n}\n");
}

TEST(Manifest, OrderOfKeysInTheAttributeDoesNotMatter) {
  EXPECT_EQ(getText("{a = 1, b = {d = 2, c = 3}}"),
            getText("{b = {c = 3, d = 2}, a = 1}"));
}

TEST(Manifest, UnitIsNullAndBooleansAreBooleans) {
  EXPECT_EQ(getText("{none, yes = true, no = false}"),
            "{\n  \"no\": false,\n  \"none\": null,\n  \"yes\": true\n}\n");
}

TEST(Manifest, ListsKeepTheirOrder) {
  EXPECT_EQ(getText("{sizes = [64, 4, 16]}"),
            "{\n  \"sizes\": [\n    64,\n    4,\n    16\n  ]\n}\n");
}

TEST(Manifest, TextIsEscaped) {
  EXPECT_EQ(getText("{name = \"a\\22b\\\\c\"}"),
            "{\n  \"name\": \"a\\\"b\\\\c\"\n}\n");
}
