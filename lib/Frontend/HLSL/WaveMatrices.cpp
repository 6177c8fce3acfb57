//===- WaveMatrices.cpp - Matrices of a wave, dx::linalg ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `Matrix` of HLSL's proposal 0035 with the scope Wave is `!wave.matrix`. Its names and
// values are those of Prelude/WaveMatrices.hlsl.

#include "Emitter.h"
#include "TypeNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/DeclTemplate.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
enum Component { I32 = 4, F16 = 8, F32 = 9, I8 = 19, BFloat16 = 23 };
enum Use { A, B, Accumulator };
enum Scope { Thread, Wave, ThreadGroup };
enum Layout { RowMajor, ColMajor };

/// The arguments of the template `Matrix`.
struct Arguments {
  int64_t component, rows, columns, use, scope;
};
} // namespace

static Arguments getArguments(QualType type) {
  const auto *made =
      cast<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  auto get = [&](unsigned index) {
    return made->getTemplateArgs()[index].getAsIntegral().getExtValue();
  };
  return {get(0), get(1), get(2), get(3), get(4)};
}

static StringRef getComponentName(int64_t component) {
  switch (component) {
  case I32:
    return "I32";
  case F16:
    return "F16";
  case F32:
    return "F32";
  case I8:
    return "I8";
  case BFloat16:
    return "BFloat16";
  }
  return "";
}

bool Types::isWaveMatrix(QualType type) const {
  return annotationOf(type) == kWaveMatrixAnnotation;
}

bool Types::holdsWaveMatrix(QualType type) const {
  QualType element = plain(ast.getBaseElementType(plain(type)));
  return isWaveMatrix(element) ||
         (element->isRecordType() && !isResource(element) &&
          llvm::any_of(partsOf(element),
                       [&](QualType part) { return holdsWaveMatrix(part); }));
}

std::string Types::explainWaveMatrix(QualType type) const {
  Arguments given = getArguments(plain(type));
  if (given.scope != Wave)
    return ("matrices with MatrixScope::" +
            Twine(given.scope == Thread ? "Thread" : "ThreadGroup") +
            " are not supported: use MatrixScope::Wave")
        .str();
  StringRef name = getComponentName(given.component);
  if (name.empty())
    return "matrices of this ComponentType are not supported: use F16, "
           "BFloat16, F32, I8 or I32";
  if (given.component == I8 && given.use == Accumulator)
    return "an accumulator of ComponentType::I8 is not supported: use I32";
  if (given.component == I32 && given.use != Accumulator)
    return "a factor of ComponentType::I32 is not supported: use I8";
  if (given.rows < 1 || given.columns < 1 ||
      given.rows > kMaxMatrixElements / given.columns)
    return ("a matrix of " + Twine(given.rows) + " x " + Twine(given.columns) +
            " elements is not supported: it must have from 1 to " +
            Twine(kMaxMatrixElements) + " elements")
        .str();
  return "";
}

MatrixType Types::waveMatrixOf(QualType type) const {
  Builder builder(&context);
  Arguments given = getArguments(plain(type));
  if (!explainWaveMatrix(type).empty())
    return MatrixType::get(&context, 1, 1, builder.getF32Type(),
                           MatrixRole::Accumulator);
  Type element = builder.getF32Type();
  if (given.component == F16)
    element = builder.getF16Type();
  else if (given.component == BFloat16)
    element = builder.getBF16Type();
  else if (given.component == I8)
    element = builder.getI8Type();
  else if (given.component == I32)
    element = builder.getI32Type();
  return MatrixType::get(&context, given.rows, given.columns, element,
                         given.use == A   ? MatrixRole::A
                         : given.use == B ? MatrixRole::B
                                          : MatrixRole::Accumulator);
}

QualType Types::scalarOfWaveMatrix(QualType type) const {
  Type element = waveMatrixOf(type).getElement();
  return isa<IntegerType>(element) ? ast.IntTy
         : element.isF16()         ? ast.Float16Ty
                                   : ast.FloatTy;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A matrix whose elements are computed from those of others.
Value Emitter::mapMatrix(ValueRange inputs, MatrixType result,
                         function_ref<Value(ValueRange)> map) {
  auto made = MatrixMapOp::create(builder, loc(), result, inputs);
  OpBuilder::InsertionGuard inside(builder);
  Block &body = made.getBody().emplaceBlock();
  for (Value input : inputs)
    body.addArgument(cast<MatrixType>(input.getType()).getElement(), loc());
  builder.setInsertionPointToStart(&body);
  Value value = map(body.getArguments());
  MatrixYieldOp::create(builder, loc(), value);
  return made;
}

/// A number converted by the rules of the proposal: floats round to the nearest integer,
/// and integers saturate.
static Value convertElement(OpBuilder &builder, Location loc, Value value,
                            Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (isa<FloatType>(from) && isa<FloatType>(to)) {
    const unsigned bits = from.getIntOrFloatBitWidth();
    if (bits == to.getIntOrFloatBitWidth()) {
      value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
      return arith::TruncFOp::create(builder, loc, to, value);
    }
    if (bits < to.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, loc, to, value);
    return arith::TruncFOp::create(builder, loc, to, value);
  }
  const Type f32 = builder.getF32Type();
  if (isa<IntegerType>(from))
    return convertElement(
        builder, loc, arith::SIToFPOp::create(builder, loc, f32, value), to);
  auto real = [&](float number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(number));
  };
  // The floats next to the limits of an i32.
  Value least = real(-2147483648.0f), most = real(2147483520.0f);
  value = convertElement(builder, loc, value, f32);
  value = math::RoundEvenOp::create(builder, loc, value);
  Value isOver = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                       value, most);
  value = arith::MaxNumFOp::create(builder, loc, value, least);
  value = arith::MinNumFOp::create(builder, loc, value, most);
  value = arith::FPToSIOp::create(builder, loc, to, value);
  Value limit = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(0x7fffffff));
  return arith::SelectOp::create(builder, loc, isOver, limit, value);
}

/// A matrix with another element, role or both.
Value Emitter::convertMatrix(Value matrix, MatrixType to) {
  auto changeElement = [&] {
    auto from = cast<MatrixType>(matrix.getType());
    if (from.getElement() == to.getElement())
      return;
    matrix = mapMatrix(matrix, from.withElement(to.getElement()),
                       [&](ValueRange element) {
                         return convertElement(builder, loc(), element.front(),
                                               to.getElement());
                       });
  };
  // Only accumulators have elements of i32.
  if (to.getRole() != MatrixRole::Accumulator)
    changeElement();
  auto from = cast<MatrixType>(matrix.getType());
  if (from.getRole() != to.getRole())
    matrix = MatrixConvertOp::create(
        builder, loc(),
        MatrixType::get(&context, to.getRows(), to.getColumns(),
                        from.getElement(), to.getRole()),
        matrix);
  changeElement();
  return matrix;
}

/// The sum of a matrix and a product. The dialect's sums are f32 and i32: another sum is
/// converted to f32 before, and back.
Value Emitter::multiplyMatrices(Value a, Value b, Value sum) {
  auto type = cast<MatrixType>(sum.getType());
  const bool isConverted =
      isa<FloatType>(type.getElement()) && !type.getElement().isF32();
  if (isConverted)
    sum = convertMatrix(sum, type.withElement(builder.getF32Type()));
  Value made = MatrixMultiplyAddOp::create(builder, loc(), a, b, sum);
  return isConverted ? convertMatrix(made, type) : made;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The first four arguments of `Load` and `Store`; none after an error.
std::optional<Emitter::MatrixMemory>
Emitter::matrixMemory(const clang::CallExpr *call, QualType matrix) {
  const Expr *argument = call->getArg(0);
  SourceLocation location = argument->getExprLoc();
  MatrixType type = types.waveMatrixOf(matrix);
  Type element = type.getElement();
  MatrixMemory made;
  std::optional<int64_t> layout;
  if (call->getNumArgs() > 3)
    layout = knownInteger(emitNumber(call->getArg(3)));
  if (!layout || (*layout != RowMajor && *layout != ColMajor)) {
    fail(call->getArg(call->getNumArgs() - 1)->getExprLoc(), "hlsl-unsupported",
         "the layout of a matrix of a wave must be the constant "
         "MatrixLayout::RowMajor or MatrixLayout::ColMajor");
    return std::nullopt;
  }
  made.layout = layout == RowMajor ? wave::MatrixLayout::RowMajor
                                   : wave::MatrixLayout::ColumnMajor;
  if (isResource(argument->getType())) {
    made.buffer = resourceOf(argument);
    if (!made.buffer)
      return std::nullopt;
    if (made.buffer->kind != Resource::Kind::Bytes) {
      fail(location, "matrix-memory",
           "'" + made.buffer->source.name +
               "' is not a buffer of bytes: declare it as a ByteAddressBuffer "
               "or RWByteAddressBuffer");
      return std::nullopt;
    }
    made.first = emitNumber(call->getArg(1));
    made.stride = emitNumber(call->getArg(2));
    At at(*this, location);
    // From bytes to elements.
    if (unsigned shift = llvm::Log2_32(element.getIntOrFloatBitWidth() / 8))
      for (Value *bytes : {&made.first, &made.stride})
        *bytes =
            builder.createOrFold<arith::ShRUIOp>(loc(), *bytes, integer(shift));
    made.memory = made.buffer->argument;
    auto [known, isNew] =
        matrixBuffers.try_emplace(made.buffer, std::pair(location, element));
    if (!isNew && known->second.second != element) {
      fail(location, "matrix-memory",
           "'" + made.buffer->source.name +
               "' has matrices of another ComponentType: use a buffer for "
               "each");
      return std::nullopt;
    }
    return made;
  }
  Place place = placeOf(argument->IgnoreParenImpCasts());
  made.first = emitNumber(call->getArg(1));
  made.stride = emitNumber(call->getArg(2));
  if (place.kind != Place::Kind::Memory ||
      !place.memory.array.getDefiningOp<GroupsharedOp>()) {
    fail(
        location, "matrix-memory",
        "a matrix is loaded from and stored to a groupshared array or a buffer "
        "of bytes, not a local array: each lane has its own");
    return std::nullopt;
  }
  QualType scalar = types.scalarOf(ast.getBaseElementType(place.type));
  StringRef component =
      getComponentName(getArguments(types.plain(matrix)).component);
  if (element.isBF16() || element.isInteger(8)) {
    fail(location, "matrix-memory",
         "a groupshared array cannot have the elements of a matrix of "
         "ComponentType::" +
             component + ": use a ByteAddressBuffer");
    return std::nullopt;
  }
  Type word = cast<MemRefType>(place.memory.array.getType()).getElementType();
  if (word != element || types.isBool(scalar)) {
    StringRef wanted = element.isF16()   ? "float16_t"
                       : element.isF32() ? "float"
                                         : "int";
    fail(location, "matrix-memory",
         "a matrix of ComponentType::" + component + " needs an array of '" +
             wanted + "', not of '" + spellType(scalar, ast) + "'" +
             (element.isF16() && !ast.getLangOpts().NativeHalfType
                  ? ": compile with -enable-16bit-types, in Python with "
                    "enable_16bit_types=True"
                  : ""));
    return std::nullopt;
  }
  At at(*this, location);
  Value index =
      wordIndex(place.memory, place.memory.offset / wordBytes(place.memory));
  if (knownInteger(index) != 0) {
    index = builder.createOrFold<arith::IndexCastUIOp>(
        loc(), builder.getI32Type(), index);
    made.first = builder.createOrFold<arith::AddIOp>(loc(), index, made.first);
  }
  made.memory = place.memory.array;
  return made;
}

bool Emitter::typeMatrixBuffers() {
  for (auto &entry : matrixBuffers) {
    const Resource *resource = entry.first;
    auto [location, element] = entry.second;
    auto found = llvm::find_if(arguments, [&](const Argument &argument) {
      return argument.value == resource->argument;
    });
    if (element.isInteger(32) || found == arguments.end())
      continue;
    BlockArgument value = found->value;
    reported = false;
    if (llvm::any_of(value.getUsers(), [](Operation *user) {
          return !isa<MatrixLoadOp, MatrixStoreOp>(user);
        })) {
      fail(location, "matrix-memory",
           "'" + resource->source.name +
               "' has matrices, and is accessed in another way too: use a "
               "buffer for each");
      continue;
    }
    value.setType(MemRefType::get({ShapedType::kDynamic}, element));
    NamedAttrList attributes(found->attributes);
    auto binding = cast<BindingAttr>(attributes.get("wave.binding"));
    Type bound = element;
    if (element.isInteger(8))
      bound = IntegerType::get(&context, 8, IntegerType::Signed);
    attributes.set("wave.binding",
                   BindingAttr::get(&context, binding.getKind(),
                                    binding.getSet(), binding.getBinding(),
                                    bound));
    found->attributes = attributes.getDictionary(&context);
  }
  return !failed;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Tree Emitter::emitWaveMatrix(const clang::CallExpr *call, StringRef name) {
  QualType type = call->getType();
  SourceLocation location = call->getExprLoc();
  Tree made;
  if (types.isWaveMatrix(type) && !checkType(type, location))
    return undefined(type);
  // The matrix whose method is called.
  const Expr *object = nullptr;
  if (const auto *method = dyn_cast<clang::CXXMemberCallExpr>(call))
    object = method->getImplicitObjectArgument();
  std::optional<Place> place;
  Value own;
  if (object) {
    place = placeOf(object);
    own = load(*place, object->getExprLoc()).leaf;
  }
  if (name == "splat") {
    Value value = emitNumber(call->getArg(0));
    At at(*this, location);
    // As the proposal defines it; so the value is the same in all lanes.
    if (!value.getDefiningOp<arith::ConstantOp>())
      value = ReadFirstLaneOp::create(builder, loc(), value);
    value = convert(value, call->getArg(0)->getType(),
                    types.scalarOfWaveMatrix(type));
    MatrixType matrix = types.waveMatrixOf(type);
    if (matrix.getElement().isBF16())
      value = builder.createOrFold<arith::TruncFOp>(loc(), matrix.getElement(),
                                                    value);
    made.leaf = MatrixFillOp::create(builder, loc(), matrix, value);
    return made;
  }
  if (name == "load") {
    std::optional<MatrixMemory> from = matrixMemory(call, type);
    if (!from)
      return undefined(type);
    At at(*this, location);
    made.leaf = MatrixLoadOp::create(
        builder, loc(), types.waveMatrixOf(type), from->layout,
        /*is_bfloat16=*/false, from->memory, from->first, from->stride);
    return made;
  }
  if (name == "store") {
    std::optional<MatrixMemory> to = matrixMemory(call, object->getType());
    At at(*this, location);
    if (to)
      MatrixStoreOp::create(builder, loc(), to->layout, /*is_bfloat16=*/false,
                            own, to->memory, to->first, to->stride);
    return {};
  }
  if (name == "cast") {
    At at(*this, location);
    auto from = cast<MatrixType>(own.getType());
    MatrixType to = types.waveMatrixOf(type);
    const auto *transpose =
        call->getDirectCallee()->getTemplateSpecializationArgs();
    if (transpose->get(2).getAsIntegral() != 0) {
      fail(
          location, "hlsl-unsupported",
          "a cast that transposes is not supported: store the matrix, and load "
          "it with the other layout");
      return undefined(type);
    }
    if (from.getElement() != to.getElement() &&
        (from.getElement().isInteger(8) || to.getElement().isInteger(8))) {
      fail(location, "hlsl-unsupported",
           "matrices of ComponentType::I8 cannot be converted to other "
           "components");
      return undefined(type);
    }
    made.leaf = convertMatrix(own, to);
    return made;
  }
  SmallVector<Value> arguments;
  for (const Expr *argument : call->arguments())
    arguments.push_back(emitValue(argument).leaf);
  At at(*this, location);
  if (name == "multiply") {
    made.leaf =
        multiplyMatrices(arguments[0], arguments[1], undefined(type).leaf);
    return made;
  }
  // Methods that change the matrix.
  auto sum = cast<MatrixType>(own.getType());
  if (sum.getRole() != MatrixRole::Accumulator) {
    fail(location, "matrix-role",
         "'" + call->getDirectCallee()->getName() +
             "' needs a matrix with MatrixUse::Accumulator");
    return {};
  }
  if (name == "multiply_accumulate") {
    made.leaf = multiplyMatrices(arguments[0], arguments[1], own);
  } else {
    auto term = cast<MatrixType>(arguments[0].getType());
    if (term.getElement().isInteger(8)) {
      fail(location, "hlsl-unsupported",
           "matrices of ComponentType::I8 have no sums: multiply by a matrix");
      return {};
    }
    Value addend = convertMatrix(arguments[0], sum);
    made.leaf =
        mapMatrix({own, addend}, sum, [&](ValueRange elements) -> Value {
          if (isa<IntegerType>(sum.getElement()))
            return arith::AddIOp::create(builder, loc(), elements[0],
                                         elements[1]);
          return arith::AddFOp::create(builder, loc(), elements[0],
                                       elements[1]);
        });
  }
  store(*place, made, location);
  return {};
}
