//===- Specialization.cpp - [[vk::constant_id]] ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "TypeNames.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// Reads a value that the host gives; none if it is not a value of the type.
static TypedAttr parseValue(StringRef text, Type type, bool isSigned) {
  text = text.trim();
  if (auto real = dyn_cast<FloatType>(type)) {
    APFloat value(real.getFloatSemantics());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return {};
    }
    if (*status & (APFloat::opInvalidOp | APFloat::opOverflow))
      return {};
    return FloatAttr::get(real, value);
  }
  if (type.isInteger(1) && (text == "true" || text == "false"))
    return BoolAttr::get(type.getContext(), text == "true");
  APInt value;
  const bool isNegative = text.consume_front("-");
  if (text.getAsInteger(0, value))
    return {};
  // One more bit for the sign.
  value = value.zext(std::max(value.getBitWidth(), 64u) + 2);
  if (isNegative)
    value.negate();
  if (type.isInteger(1))
    return BoolAttr::get(type.getContext(), !value.isZero());
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isSigned ? !value.isSignedIntN(width)
               : value.isNegative() || !value.isIntN(width))
    return {};
  return IntegerAttr::get(type, value.trunc(width));
}

/// The default of a specialization constant: Clang has replaced the initializer by
/// a call with the number and the default.
static const Expr *getDefault(const VarDecl *variable) {
  const auto *call =
      dyn_cast<clang::CallExpr>(variable->getInit()->IgnoreParenImpCasts());
  return call && call->getNumArgs() == 2 ? call->getArg(1) : nullptr;
}

static unsigned getNumber(const VarDecl *variable) {
  return variable->getAttr<clang::HLSLVkConstantIdAttr>()->getId();
}

/// The specialization constants of the shader.
static SmallVector<const VarDecl *>
findConstants(const clang::DeclContext *context) {
  SmallVector<const VarDecl *> found;
  for (const clang::Decl *one : context->decls()) {
    if (const auto *variable = dyn_cast<VarDecl>(one))
      if (variable->hasAttr<clang::HLSLVkConstantIdAttr>())
        found.push_back(variable);
    if (const auto *inner = dyn_cast<clang::NamespaceDecl>(one))
      llvm::append_range(found, findConstants(inner));
  }
  return found;
}

/// The number of the constant that a key names, by its number or its name.
static std::optional<unsigned> getNumber(ArrayRef<const VarDecl *> constants,
                                         StringRef key) {
  for (const VarDecl *variable : constants)
    if (variable->getName() == key || llvm::utostr(getNumber(variable)) == key)
      return getNumber(variable);
  return std::nullopt;
}

/// The value of a constant with [[vk::constant_id]].
Tree Emitter::specializationConstant(const VarDecl *variable) {
  QualType type = types.plain(variable->getType());
  const unsigned id = getNumber(variable);
  auto refuse = [&](const Twine &what) {
    fail(variable->getLocation(), "hlsl-specialization", what);
    return undefined(type);
  };
  const Expr *initial = getDefault(variable);
  Type valueType = types.isNumber(type) ? types.valueOf(type) : Type();
  if (!initial || !valueType || types.widthOf(type) != 1)
    return refuse("'" + variable->getName() +
                  "' cannot be a specialization constant: its type must be a "
                  "scalar");
  TypedAttr value;
  if (types.isFloat(type)) {
    APFloat number(0.0);
    if (initial->EvaluateAsFloat(number, ast)) {
      auto real = cast<FloatType>(valueType);
      bool losesInfo;
      number.convert(real.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      value = FloatAttr::get(real, number);
    }
  } else if (Expr::EvalResult result; initial->EvaluateAsInt(result, ast)) {
    value =
        valueType.isInteger(1)
            ? TypedAttr(BoolAttr::get(&context, !result.Val.getInt().isZero()))
            : IntegerAttr::get(valueType,
                               result.Val.getInt().extOrTrunc(
                                   valueType.getIntOrFloatBitWidth()));
  }
  if (!value)
    return refuse("the default of the specialization constant '" +
                  variable->getName() + "' must be a constant");
  auto constants = findConstants(ast.getTranslationUnitDecl());
  for (const auto &[key, text] : options.specialization) {
    if (getNumber(constants, key) != id)
      continue;
    value = parseValue(text, valueType, types.isSigned(type));
    if (!value)
      return refuse("'" + text + "' is not a value of the specialization " +
                    "constant '" + variable->getName() + "', of type " +
                    spellType(type, ast));
  }
  auto known = specialized.try_emplace(id, std::pair(variable, value)).first;
  if (const VarDecl *other = known->second.first;
      known->second.second != value || types.plain(other->getType()) != type)
    return refuse("'" + other->getName() + "' and '" + variable->getName() +
                  "' both have vk::constant_id(" + Twine(id) +
                  "), and differ in their types or defaults: give one another "
                  "number");
  Tree made;
  made.leaf = SpecializationConstantOp::create(builder, loc(), valueType, id,
                                               variable->getName(), value,
                                               types.elementOf(type));
  return made;
}

/// Reports values for constants that the shader does not have.
void Emitter::checkSpecialization() {
  if (options.specialization.empty())
    return;
  auto constants = findConstants(ast.getTranslationUnitDecl());
  std::string known;
  for (const VarDecl *variable : constants)
    known += (known.empty() ? ": it has '" : ", '") +
             variable->getNameAsString() + "'";
  llvm::SmallSet<unsigned, 8> given;
  for (const auto &entry : options.specialization) {
    std::optional<unsigned> number = getNumber(constants, entry.first);
    if (!number)
      return fail(here, "hlsl-specialization",
                  "the shader has no specialization constant '" + entry.first +
                      "'" + known);
    if (!given.insert(*number).second)
      return fail(here, "hlsl-specialization",
                  "the specialization constant '" + entry.first +
                      "' has two values");
  }
}
