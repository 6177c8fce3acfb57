//===- Intrinsics.cpp - Calls of the prelude's functions -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The prelude's annotations name the operation of a call (Types.hlsl describes them).

#include "Emitter.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

Tree Emitter::emitIntrinsic(const clang::CallExpr *call, StringRef annotation) {
  QualType type = call->getType();
  auto nothing = [&] { return type->isVoidType() ? Tree() : undefined(type); };
  if (annotation.consume_front("hlsl.refuse ")) {
    // The argument's declaration has an error of its own.
    auto isPoisoned = [&](const Expr *argument) {
      const auto *copy =
          dyn_cast<clang::CXXConstructExpr>(argument->IgnoreImplicit());
      if (copy && copy->getNumArgs() == 1)
        argument = copy->getArg(0);
      const auto *name =
          dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenImpCasts());
      return name && poisoned.contains(name->getDecl());
    };
    if (llvm::any_of(call->arguments(), isPoisoned))
      return nothing();
    fail(call->getExprLoc(), "hlsl-unsupported", annotation);
    return nothing();
  }
  if (annotation.consume_front("hlsl.interlocked.")) {
    emitAtomic(call, annotation);
    return {};
  }
  if (annotation == "hlsl.elements")
    return load(elementsOf(call), call->getExprLoc());
  if (annotation == "hlsl.barrier") {
    emitBarrier(call);
    return {};
  }
  if (annotation == "hlsl.mul")
    return emitProduct(call);
  if (annotation == "hlsl.transpose") {
    Tree value = emitValue(call->getArg(0));
    At at(*this, call->getExprLoc());
    Tree made = undefined(type);
    for (auto [index, row] : llvm::enumerate(made.parts)) {
      SmallVector<Value> components;
      for (const Tree &column : value.parts)
        components.push_back(component(column.leaf, index));
      row.leaf = vector(components);
    }
    return made;
  }
  if (annotation == "hlsl.dispatch_mesh") {
    emitDispatchMesh(call);
    return {};
  }
  if (annotation.consume_front("hlsl.wave_matrix."))
    return emitWaveMatrix(call, annotation);
  if (annotation.starts_with("hlsl.")) {
    unsupported(call->getExprLoc(),
                "'" + call->getDirectCallee()->getNameAsString() + "'");
    return nothing();
  }
  return emitOperation(call, annotation);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Builds an operation from its name and, in braces, its attributes. `type` is that of
/// the result if the operation does not infer it; null for an operation without one.
Value Emitter::buildOperation(StringRef text, ValueRange operands, Type type) {
  auto [name, attributes] = text.split('{');
  OperationState operation(loc(), name.trim());
  operation.addOperands(operands);
  if (!attributes.empty()) {
    auto parsed = dyn_cast_or_null<DictionaryAttr>(
        parseAttribute(("{" + attributes).str(), &context));
    if (!parsed) {
      fail(here, "hlsl-prelude", "the annotation '" + text + "' is not valid");
      return type ? zero(type) : Value();
    }
    operation.addAttributes(parsed.getValue());
  }
  std::optional<RegisteredOperationName> registered =
      RegisteredOperationName::lookup(name.trim(), &context);
  if (!registered) {
    fail(here, "hlsl-prelude", "there is no operation '" + name.trim() + "'");
    return type ? zero(type) : Value();
  }
  if (type) {
    SmallVector<Type> inferred;
    auto *infer = registered->getInterface<InferTypeOpInterface>();
    if (infer && succeeded(infer->inferReturnTypes(
                     &context, loc(), operands,
                     operation.attributes.getDictionary(&context),
                     OpaqueProperties(nullptr), {}, inferred)))
      type = inferred.front();
    operation.addTypes(type);
  }
  Operation *made = builder.create(operation);
  return type ? made->getResult(0) : Value();
}

Tree Emitter::emitOperation(const clang::CallExpr *call, StringRef text) {
  QualType type = call->getType();
  SmallVector<Tree> arguments;
  for (const Expr *argument : call->arguments())
    arguments.push_back(emitValue(argument));
  At at(*this, call->getExprLoc());
  SmallVector<StringRef> forms;
  text.split(forms, '|');
  StringRef form = forms.front();
  if (forms.size() == 3) {
    QualType first = types.scalarOf(call->getArg(0)->getType());
    form = types.isFloat(first)                            ? forms[2]
           : types.isSigned(first) && !types.isBool(first) ? forms[0]
                                                           : forms[1];
  }
  form = form.trim();
  // Clang's type of a comparison of vectors has integers.
  if (form == "arith.select" && arguments.front().leaf)
    arguments.front().leaf = convert(
        arguments.front().leaf, call->getArg(0)->getType(),
        types.numberOf(ast.BoolTy, types.widthOf(call->getArg(0)->getType())));
  if (type->isVoidType()) {
    SmallVector<Value> operands;
    for (const Tree &argument : arguments)
      flatten(argument, operands);
    buildOperation(form, operands, {});
    return {};
  }
  bool isNumber = types.isNumber(type);
  // A half that has 32 bits has 16 bits in memory.
  if (form == "arith.bitcast" && isNumber && arguments.front().leaf &&
      !ast.getLangOpts().NativeHalfType) {
    Tree made;
    Value number = arguments.front().leaf;
    unsigned width = getNumComponents(number.getType());
    Type half = getTypeOfComponents(builder.getF16Type(), width);
    if (types.scalarOf(type)->isHalfType()) {
      made.leaf = builder.createOrFold<arith::ExtFOp>(
          loc(), types.valueOf(type), convertBits(number, half));
      return made;
    }
    if (types.scalarOf(call->getArg(0)->getType())->isHalfType()) {
      made.leaf = convertBits(
          builder.createOrFold<arith::TruncFOp>(loc(), half, number),
          types.valueOf(type));
      return made;
    }
  }
  auto build = [&](ArrayRef<Value> operands) {
    Type wanted = isNumber ? types.valueOf(type)
                  : types.isMatrix(type)
                      ? types.valueOf(types.partsOf(type).front())
                      : operands.back().getType();
    Value made = buildOperation(form, operands, wanted);
    // The operation may count in another width, as `math.ctpop` does.
    if (made.getType() != wanted && isNumber)
      made = convert(made, types.numberOf(types.scalarOf(type), 1), type);
    return made;
  };
  if (arguments.empty()) {
    Tree made;
    made.leaf = build({});
    return made;
  }
  return mapLeaves(arguments, build);
}

/// The product of a vector and a matrix, a matrix and a vector, or two matrices.
Tree Emitter::emitProduct(const clang::CallExpr *call) {
  QualType left = call->getArg(0)->getType(), type = call->getType();
  QualType scalar = types.scalarOf(type);
  Tree a = emitValue(call->getArg(0)), b = emitValue(call->getArg(1));
  At at(*this, call->getExprLoc());
  auto multiply = [&](Value x, Value y) {
    return arithmetic(clang::BO_Mul, x, splat(y, x.getType()), scalar);
  };
  auto sum = [&](ArrayRef<Value> terms) {
    Value made = terms.front();
    for (Value term : terms.drop_front())
      made = arithmetic(clang::BO_Add, made, term, scalar);
    return made;
  };
  // A row times a matrix.
  auto combine = [&](Value row, const Tree &matrix) {
    SmallVector<Value> terms;
    for (auto [index, one] : llvm::enumerate(matrix.parts))
      terms.push_back(multiply(one.leaf, component(row, index)));
    return sum(terms);
  };
  Tree made;
  if (types.isNumber(left)) {
    made.leaf = combine(a.leaf, b);
  } else if (types.isNumber(call->getArg(1)->getType())) {
    SmallVector<Value> components;
    for (const Tree &row : a.parts) {
      Value product = multiply(row.leaf, b.leaf);
      SmallVector<Value> terms;
      for (unsigned i = 0; i < getNumComponents(product.getType()); ++i)
        terms.push_back(component(product, i));
      components.push_back(sum(terms));
    }
    made.leaf = vector(components);
  } else {
    for (const Tree &row : a.parts) {
      Tree product;
      product.leaf = combine(row.leaf, b);
      made.parts.push_back(product);
    }
  }
  return made;
}

void Emitter::emitDispatchMesh(const clang::CallExpr *call) {
  SmallVector<Value> counts;
  for (unsigned i = 0; i < 3; ++i)
    counts.push_back(emitNumber(call->getArg(i)));
  Value payload;
  if (call->getNumArgs() > 3) {
    const Expr *argument = call->getArg(3)->IgnoreParenImpCasts();
    if (const auto *copy = dyn_cast<clang::CXXConstructExpr>(argument);
        copy && copy->getNumArgs() == 1)
      argument = copy->getArg(0)->IgnoreParenImpCasts();
    const auto *name = dyn_cast<clang::DeclRefExpr>(argument);
    Place place = name ? placeOf(name) : Place();
    if (place.kind != Place::Kind::Memory ||
        !place.memory.array.getDefiningOp<GroupsharedOp>())
      return fail(
          argument->getExprLoc(), "dispatch-mesh-payload",
          "the payload of 'DispatchMesh' must be a groupshared variable");
    payload = place.memory.array;
  }
  At at(*this, call->getExprLoc());
  DispatchMeshOp::create(builder, loc(), counts[0], counts[1], counts[2],
                         payload);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static gpu::AllReduceOperation getKind(StringRef name, Type element,
                                       bool isSigned) {
  using K = gpu::AllReduceOperation;
  bool isFloat = isa<FloatType>(element);
  return llvm::StringSwitch<K>(name)
      .Case("add", K::ADD)
      .Case("and", K::AND)
      .Case("or", K::OR)
      .Case("xor", K::XOR)
      .Case("min", isFloat    ? K::MINNUMF
                   : isSigned ? K::MINSI
                              : K::MINUI)
      .Case("max", isFloat    ? K::MAXNUMF
                   : isSigned ? K::MAXSI
                              : K::MAXUI);
}

/// Builds an atomic on an element, a texel or bytes, whose values have `type` in HLSL.
/// Returns the previous value in the type of the memory; null after an error.
Value Emitter::buildAtomic(StringRef name, const Place &target, QualType type,
                           ArrayRef<Value> values, SourceLocation location,
                           StringRef function) {
  auto kindFor = [&](Type word) {
    return getKind(name, word, types.isSigned(type));
  };
  auto failType = [&](const Twine &message) {
    fail(location, "atomic-type", message);
    return Value();
  };
  auto failReadOnly = [&] {
    fail(location, "read-only-buffer",
         "'" + target.name + "' is read-only and cannot be written");
    return Value();
  };
  if (target.kind == Place::Kind::Texel) {
    Type word = types.valueOf(target.type);
    if (!word.isInteger(32) || !target.components.empty() || target.component)
      return failType("'" + function +
                      "' needs texels of int or uint, which '" + target.name +
                      "' does not have");
    if (!target.texture->isWritable)
      return failReadOnly();
    Value image = target.texture->argument;
    ValueRange at = target.coordinates;
    if (name == "exchange")
      return ImageAtomicExchangeOp::create(builder, loc(), word, values[0],
                                           image, at);
    if (name == "compare_exchange")
      return ImageAtomicCASOp::create(builder, loc(), word, values[0],
                                      values[1], image, at);
    return ImageAtomicRMWOp::create(builder, loc(), word, kindFor(word),
                                    values[0], image, at);
  }
  const MemoryAddress &memory = target.memory;
  if (target.kind != Place::Kind::Memory ||
      (memory.array.getDefiningOp() &&
       !memory.array.getDefiningOp<GroupsharedOp>()) ||
      target.component || !target.components.empty()) {
    fail(location, "atomic-memory",
         "'" + function +
             "' needs an element of a buffer, of a texture or of a groupshared "
             "variable, not a local variable or a parameter, which is a copy");
    return Value();
  }
  if (!memory.isWritable)
    return failReadOnly();
  Type word = cast<MemRefType>(memory.array.getType()).getElementType();
  const unsigned bytes = layouts.bytesOfScalar(type);
  // 64 bits may be two words of a buffer.
  const bool isWide = memory.isBuffer && word.isInteger(32) && bytes == 8;
  if ((bytes != wordBytes(memory) && !isWide) ||
      (isa<FloatType>(word) && !types.isFloat(type)))
    return failType("an atomic on " + Twine(8 * bytes) + " bits of '" +
                    target.name +
                    "' is not possible: it consists of words of " +
                    Twine(8 * wordBytes(memory)) + " bits");
  if (isWide)
    word = builder.getI64Type();
  SmallVector<Value> converted;
  for (Value value : values)
    converted.push_back(convertBits(value, word));
  MemoryAddress place = memory;
  // An address of 64 bits is a multiple of 8, and the index one of two.
  if (isWide && memory.byte)
    place.element = builder.createOrFold<arith::ShLIOp>(
        loc(),
        builder.createOrFold<arith::ShRUIOp>(loc(), memory.byte, integer(3)),
        integer(1));
  Value index = wordIndex(place, place.offset / wordBytes(place));
  if (name == "exchange")
    return AtomicExchangeOp::create(builder, loc(), word, converted[0],
                                    place.array, index);
  if (name == "compare_exchange")
    return AtomicCASOp::create(builder, loc(), word, converted[0], converted[1],
                               place.array, index);
  return AtomicRMWOp::create(builder, loc(), word, kindFor(word), converted[0],
                             place.array, index);
}

/// `Interlocked...`: the destination, or the address in a buffer of bytes; the values;
/// and where the previous value goes.
void Emitter::emitAtomic(const clang::CallExpr *call, StringRef name) {
  SourceLocation location = call->getExprLoc();
  const auto *method = dyn_cast<clang::CXXMemberCallExpr>(call);
  SmallVector<Value> values;
  const clang::HLSLOutArgExpr *previous = nullptr;
  QualType valueType;
  Place target;
  const auto *destination = dyn_cast<clang::HLSLOutArgExpr>(call->getArg(0));
  Value address;
  if (destination) {
    target = placeOf(destination->getArgLValue());
    if (target.bits)
      return fail(location, "atomic-memory",
                  "'" + call->getDirectCallee()->getName() +
                      "' does not take a bit-field: apply it to a uint with "
                      "the bits");
    if (target.choice)
      return emitAtomicOfChoice(call, name, target);
  } else {
    address = emitNumber(call->getArg(0));
  }
  for (const Expr *argument : llvm::drop_begin(call->arguments())) {
    if (const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument)) {
      previous = out;
      continue;
    }
    values.push_back(emitNumber(argument));
    valueType = types.plain(argument->getType());
  }
  QualType type = destination
                      ? types.plain(destination->getArgLValue()->getType())
                      : valueType;
  if (types.isMatrix(type) || types.isArray(type) ||
      (types.isNumber(type) && types.widthOf(type) != 1))
    return fail(location, "atomic-element",
                "'" + call->getDirectCallee()->getName() +
                    "' needs a scalar: take a component of the vector or "
                    "matrix");
  if (method) {
    const Resource *bytes = resourceOf(method->getImplicitObjectArgument());
    if (!bytes)
      return;
    target = bytesAt(*bytes, address, type, /*rowMajor=*/false);
  }
  std::optional<Place> result;
  if (previous)
    result = placeOf(previous->getArgLValue());
  At at(*this, location);
  if (target.kind == Place::Kind::Memory && target.components.size() == 1) {
    Place one = target;
    one.components.clear();
    target = componentOf(one, integer(target.components.front()));
  }
  for (Value &value : values)
    value = convert(value, valueType, type);
  Value old = buildAtomic(name, target, type, values, location,
                          call->getDirectCallee()->getName());
  if (!old)
    return;
  if (!result)
    return;
  Tree made;
  made.leaf = convertBits(old, types.valueOf(type));
  store(*result,
        convertElements(made, type, previous->getArgLValue()->getType()),
        location);
}
