//===- PackMatrix.cpp - #pragma pack_matrix -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackMatrix.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace {
struct PackMatrix final : PragmaHandler {
  PackMatrix() : PragmaHandler("pack_matrix") {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer,
                    Token &name) override {
    // `row_major` is a macro of the prelude.
    Token token;
    preprocessor.LexUnexpandedToken(token);
    const bool isCall = token.is(tok::l_paren);
    preprocessor.LexUnexpandedToken(token);
    const IdentifierInfo *order = token.getIdentifierInfo();
    if (isCall && order && order->isStr("column_major"))
      return;
    DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    diagnostics.Report(
        name.getLocation(),
        diagnostics.getCustomDiagID(
            DiagnosticsEngine::Error,
            "this pragma is not supported: matrices are column_major unless "
            "their declarations are row_major [hlsl-unsupported]"));
  }
};
} // namespace

void mlir::wave::hlsl::refuseRowMajorByDefault(Preprocessor &preprocessor) {
  preprocessor.AddPragmaHandler(new PackMatrix);
}
