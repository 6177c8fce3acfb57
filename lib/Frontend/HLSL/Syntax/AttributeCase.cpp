//===- AttributeCase.cpp - [NumThreads] and [wavesize] --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// HLSL's attributes have no fixed case, and Clang's do. This file adds the usual
// spellings of those that Clang would ignore with only a warning, although they
// decide what a kernel computes.

#include "Syntax/NumWavesAttribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaHLSL.h"

using namespace clang;

namespace {
struct OtherCase : ParsedAttrInfo {
  OtherCase(StringRef name,
            void (SemaHLSL::*handler)(Decl *, const ParsedAttr &))
      : name(name), handler(handler) {}

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    return isa<FunctionDecl>(declaration);
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    SmallVector<ArgsUnion> arguments;
    for (unsigned index = 0; index < attribute.getNumArgs(); ++index) {
      Expr *argument =
          mlir::wave::hlsl::getAttributeArgument(sema, attribute, index);
      if (!argument)
        return AttributeNotApplied;
      arguments.push_back(argument);
    }
    // The same attribute in Clang's spelling.
    AttributeFactory factory;
    ParsedAttributes same(factory);
    ParsedAttr *made =
        same.addNew(&sema.Context.Idents.get(name), attribute.getRange(),
                    AttributeScopeInfo(), arguments.data(), arguments.size(),
                    ParsedAttr::Form::Microsoft());
    (sema.HLSL().*handler)(declaration, *made);
    return AttributeApplied;
  }

private:
  StringRef name;
  void (SemaHLSL::*handler)(Decl *, const ParsedAttr &);
};

struct NumThreads final : OtherCase {
  NumThreads() : OtherCase("numthreads", &SemaHLSL::handleNumThreadsAttr) {
    NumArgs = 3;
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_Microsoft, "NumThreads"},
        {ParsedAttr::AS_Microsoft, "numThreads"},
        {ParsedAttr::AS_Microsoft, "Numthreads"},
        {ParsedAttr::AS_Microsoft, "NUMTHREADS"}};
    Spellings = kSpellings;
  }
};

struct WaveSize final : OtherCase {
  WaveSize() : OtherCase("WaveSize", &SemaHLSL::handleWaveSizeAttr) {
    NumArgs = 1;
    OptArgs = 2;
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_Microsoft, "wavesize"},
        {ParsedAttr::AS_Microsoft, "waveSize"},
        {ParsedAttr::AS_Microsoft, "Wavesize"},
        {ParsedAttr::AS_Microsoft, "WAVESIZE"}};
    Spellings = kSpellings;
  }
};

/// A root signature, which is ignored. Clang would parse it, and does not return from
/// some that have mistakes.
struct RootSignature final : ParsedAttrInfo {
  RootSignature() {
    NumArgs = 1;
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_Microsoft, mlir::wave::hlsl::kRootSignature},
        {ParsedAttr::AS_Microsoft, "rootsignature"},
        {ParsedAttr::AS_Microsoft, "rootSignature"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    declaration->addAttr(
        AnnotateAttr::Create(sema.Context, mlir::wave::hlsl::kRootSignature,
                             nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<RootSignature>
    rootSignature("RootSignature", "an ignored root signature");
static ParsedAttrInfoRegistry::Add<NumThreads>
    numThreads("NumThreads", "numthreads in another case");
static ParsedAttrInfoRegistry::Add<WaveSize>
    waveSize("wavesize", "WaveSize in another case");

// Linking this function adds the attributes to Clang.
void mlir::wave::hlsl::addAttributesInOtherCase() {}
