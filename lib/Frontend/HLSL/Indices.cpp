//===- Indices.cpp - Indices of vectors, matrices and arrays --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An index that is a constant is checked here, where the entry point may execute the
// access. For an index that lanes compute, the front end adds a `wave.lookup` of a table
// as long as the vector, the rows, the columns or the array: an instrumented run reports
// where it is out of range, and other compiles remove it, because its result is unused.

#include "Emitter.h"
#include "TypeNames.h"

#include "WaveDialect/IR/IndexLookups.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/DeclCXX.h"

#include <functional>

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Names an expression that is indexed, as the shader spells it: `lights[k].color`.
/// Empty for a value without a name, such as a sum.
std::string Emitter::nameIndexed(const Expr *expression) const {
  expression = expression->IgnoreUnlessSpelledInSource();
  auto at = [&](const Expr *base, const Expr *index) -> std::string {
    std::string name = nameIndexed(base);
    if (name.empty())
      return "";
    clang::Expr::EvalResult known;
    if (index->EvaluateAsInt(known, ast))
      return name + "[" + llvm::toString(known.Val.getInt(), 10) + "]";
    const auto *variable =
        dyn_cast<clang::DeclRefExpr>(index->IgnoreUnlessSpelledInSource());
    return name + "[" +
           (variable ? variable->getDecl()->getNameAsString() : "...") + "]";
  };
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(expression))
    return name->getDecl()->getNameAsString();
  if (const auto *member = dyn_cast<clang::MemberExpr>(expression)) {
    std::string field = member->getMemberDecl()->getNameAsString();
    if (isa<clang::CXXThisExpr>(
            member->getBase()->IgnoreUnlessSpelledInSource()))
      return field;
    std::string name = nameIndexed(member->getBase());
    return name.empty() ? "" : name + "." + field;
  }
  if (const auto *swizzle = dyn_cast<clang::ExtVectorElementExpr>(expression)) {
    std::string name = nameIndexed(swizzle->getBase());
    return name.empty() ? ""
                        : name + "." + swizzle->getAccessor().getName().str();
  }
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(expression))
    return at(element->getBase(), element->getIdx());
  if (const auto *row = dyn_cast<clang::MatrixSingleSubscriptExpr>(expression))
    return at(row->getBase(), row->getRowIdx());
  if (const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return call->getOperator() == clang::OO_Subscript
               ? at(call->getArg(0), call->getArg(1))
               : "";
  if (const auto *call = dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    std::string name = nameIndexed(call->getImplicitObjectArgument());
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    return name.empty() || !method
               ? ""
               : name + "." + method->getNameAsString() + "()";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

bool Emitter::isIndexedTwice(QualType type) const {
  std::function<bool(QualType)> isIndexed = [&](QualType part) {
    return types.isArray(part) || types.isMatrix(part) ||
           (!types.isNumber(part) &&
            llvm::any_of(types.partsOf(part), isIndexed));
  };
  return types.isMatrix(type) || isIndexed(types.partsOf(type).front());
}

/// Whether an instrumented run finds every index out of range by the access itself.
bool Emitter::isWatchedInMemory(const Place &place) const {
  // The only index of a table is that of its lookup.
  if (place.kind == Place::Kind::Table)
    return types.isArray(place.type) && !isIndexedTwice(place.type) &&
           llvm::none_of(place.path, [](const Step &step) {
             return static_cast<bool>(step.dynamic);
           });
  if (place.kind != Place::Kind::Memory ||
      !isa_and_nonnull<GroupsharedOp, memref::AllocaOp>(
          place.memory.array.getDefiningOp()))
    return false;
  if (types.isArray(place.type))
    return true;
  // The only vector of its memory.
  auto memory = cast<MemRefType>(place.memory.array.getType());
  return types.isNumber(place.type) && place.components.empty() &&
         !place.memory.dynamic && place.memory.offset == 0 &&
         memory.getNumElements() == types.widthOf(place.type);
}

/// Checks an index of a vector, a matrix or an array with `count` parts, each a `part`:
/// component, row, column or element.
void Emitter::checkIndex(const Place &place, const Expr *base, StringRef part,
                         size_t count, const Expr *expression, Value index) {
  SourceLocation location = expression->getBeginLoc();
  if (isInPrelude(location))
    return;
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, ast)) {
    llvm::APSInt number = constant.Val.getInt();
    // As dxc, by the 32 bits that it has in the access.
    if (number.extOrTrunc(32).getZExtValue() < count)
      return;
    std::string range =
        count == 1 ? ("only the " + part + " 0").str()
                   : ("the " + part + "s 0 to " + Twine(count - 1)).str();
    return fail(location, "index-range",
                "the index " + llvm::toString(number, 10) +
                    " is out of range: a '" + spellType(base->getType(), ast) +
                    "' has " + range);
  }
  std::optional<int64_t> known = knownInteger(index);
  if ((known && static_cast<uint64_t>(*known) < count) ||
      count > kMostTableElements || isWatchedInMemory(place))
    return;
  std::string name = nameIndexed(base);
  At at(*this, location);
  auto table = DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(count)},
                            builder.getI32Type()),
      APInt(32, 0));
  auto lookup = LookupOp::create(
      builder,
      NameLoc::get(builder.getStringAttr(name.empty() ? "?" : name), loc()),
      builder.getI32Type(), index, table);
  lookup->setAttr(kIndexedName, builder.getStringAttr(part));
}
