//===- SamplerStates.h - Blocks of states of samplers -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SAMPLERSTATES_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SAMPLERSTATES_H

#include "Syntax/Tokens.h"

namespace mlir::wave::hlsl {

/// Removes the block of states of a sampler, which HLSL has from effect files and dxc
/// ignores: `SamplerState s { Filter = ANISOTROPIC; };`, also with `= sampler_state`.
class SamplerStates final : public TokenRule {
public:
  explicit SamplerStates(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;

private:
  void skipBlock(clang::Token &token);

  /// What the declaration of a sampler has had so far.
  enum class Part { None, Type, Name, Register } part = Part::None;
  /// The brackets that are open in it.
  unsigned depth = 0;
  bool isSkipping = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SAMPLERSTATES_H
