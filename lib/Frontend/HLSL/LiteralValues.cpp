//===- LiteralValues.cpp - Values that literals may have ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiteralValues.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;
using namespace mlir::wave;

bool hlsl::keepsLowBits(BinaryOperatorKind op) {
  switch (op) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
  case BO_And:
  case BO_Or:
  case BO_Xor:
    return true;
  default:
    return false;
  }
}

std::optional<SmallVector<int64_t>> hlsl::findValues(const Expr *expression,
                                                     bool &exceeds,
                                                     bool &keepsBits,
                                                     const ASTContext &ast) {
  constexpr size_t kMost = 64;
  expression = expression->IgnoreParenImpCasts();
  SmallVector<int64_t> values;
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    for (const Expr *each : {choice->getTrueExpr(), choice->getFalseExpr()}) {
      auto found = findValues(each, exceeds, keepsBits, ast);
      if (!found)
        return std::nullopt;
      values.append(*found);
    }
  } else if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    auto found = findValues(unary->getSubExpr(), exceeds, keepsBits, ast);
    if (!found)
      return std::nullopt;
    for (int64_t each : *found) {
      const auto bits = static_cast<uint64_t>(each);
      values.push_back(
          static_cast<int64_t>(unary->getOpcode() == UO_Minus ? 0 - bits
                               : unary->getOpcode() == UO_Not ? ~bits
                                                              : bits));
    }
  } else if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
    auto left = findValues(binary->getLHS(), exceeds, keepsBits, ast);
    auto right = findValues(binary->getRHS(), exceeds, keepsBits, ast);
    if (!left || !right)
      return std::nullopt;
    keepsBits &= keepsLowBits(binary->getOpcode());
    for (int64_t a : *left)
      for (int64_t b : *right) {
        const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
        uint64_t made = 0;
        switch (binary->getOpcode()) {
        case BO_Add:
          made = x + y;
          break;
        case BO_Sub:
          made = x - y;
          break;
        case BO_Mul:
          made = x * y;
          break;
        case BO_And:
          made = x & y;
          break;
        case BO_Or:
          made = x | y;
          break;
        case BO_Xor:
          made = x ^ y;
          break;
        case BO_Shl:
          made = x << (y & 63);
          exceeds |= y >= 32;
          break;
        case BO_Shr:
          made = static_cast<uint64_t>(a >> (y & 63));
          exceeds |= y >= 32;
          break;
        default:
          if (b == 0 || b == -1)
            return std::nullopt;
          made = static_cast<uint64_t>(binary->getOpcode() == BO_Div ? a / b
                                                                     : a % b);
        }
        values.push_back(static_cast<int64_t>(made));
      }
  } else {
    Expr::EvalResult result;
    if (!expression->EvaluateAsInt(result, ast))
      return std::nullopt;
    values.push_back(result.Val.getInt().getExtValue());
  }
  for (int64_t value : values)
    exceeds |= !llvm::isInt<32>(value);
  if (values.size() > kMost)
    return std::nullopt;
  return values;
}
