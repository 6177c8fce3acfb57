//===- ExpandBFloat16.cpp - Computes bf16 in f32, and stores it as i16 ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An f32 holds each bf16 exactly: a bf16 is the upper half of an f32. So the
// values of bf16 become values of f32, in place, and only operations that may
// leave the numbers of bf16 are followed by a rounding. Values move across
// lanes, through control flow and through selects as they are.

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EXPANDBFLOAT16
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

static bool isBFloat16(Type type) {
  if (auto matrix = dyn_cast<MatrixType>(type))
    return matrix.getElement().isBF16();
  return getElementTypeOrSelf(type).isBF16();
}

static bool isBFloat16(Value value) { return isBFloat16(value.getType()); }

/// Returns the type with this scalar, in the shape of another type.
static Type withScalar(Type shape, Type scalar) {
  auto shaped = dyn_cast<ShapedType>(shape);
  return shaped ? shaped.clone(scalar) : scalar;
}

/// Returns f32 for a value of bf16, i16 for memory of bf16, and any other type
/// itself.
static Type convertType(Type type) {
  if (!isBFloat16(type))
    return type;
  MLIRContext *context = type.getContext();
  if (auto matrix = dyn_cast<MatrixType>(type))
    return matrix.withElement(Float32Type::get(context));
  return withScalar(type, isa<MemRefType>(type)
                              ? Type(IntegerType::get(context, 16))
                              : Type(Float32Type::get(context)));
}

static APInt getBits(const APFloat &number) { return number.bitcastToAPInt(); }

static APFloat widen(APFloat number) {
  bool isInexact = false;
  number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &isInexact);
  return number;
}

/// Returns a constant of bf16 as one of f32.
static TypedAttr convertConstant(TypedAttr constant) {
  Type type = convertType(constant.getType());
  if (auto number = dyn_cast<FloatAttr>(constant))
    return FloatAttr::get(type, widen(number.getValue()));
  auto numbers = cast<DenseFPElementsAttr>(constant);
  return numbers.mapValues(
      getElementTypeOrSelf(type),
      [](const APFloat &number) { return getBits(widen(number)); });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

namespace {
/// Builds the code of one operation.
struct BitBuilder : ImplicitLocOpBuilder {
  BitBuilder(Operation *op, bool isNative)
      : ImplicitLocOpBuilder(op->getLoc(), op), isNative(isNative) {}

  /// Whether the target rounds to bf16.
  bool isNative;

  Type getType(Value shape, Type scalar) {
    return withScalar(shape.getType(), scalar);
  }
  /// Returns the lower bits of a number in the type of `like`, a scalar or a vector.
  Value integer(Value like, uint64_t number) {
    Type type = like.getType();
    const unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    TypedAttr value = IntegerAttr::get(getElementTypeOrSelf(type),
                                       APInt(64, number).zextOrTrunc(width));
    if (auto vector = dyn_cast<VectorType>(type))
      value = DenseElementsAttr::get(vector, value);
    return arith::ConstantOp::create(*this, value);
  }
  Value bitAnd(Value a, uint64_t b) {
    return arith::AndIOp::create(*this, a, integer(a, b));
  }
  Value bitOr(Value a, Value b) { return arith::OrIOp::create(*this, a, b); }
  Value add(Value a, Value b) { return arith::AddIOp::create(*this, a, b); }
  Value shiftRight(Value a, uint64_t b) {
    return arith::ShRUIOp::create(*this, a, integer(a, b));
  }
  Value exceeds(Value a, uint64_t b) {
    return arith::CmpIOp::create(*this, arith::CmpIPredicate::ugt, a,
                                 integer(a, b));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(*this, condition, a, b);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(*this, getType(x, getI32Type()), x);
  }
  Value toFloat(Value bits) {
    return arith::BitcastOp::create(*this, getType(bits, getF32Type()), bits);
  }

  /// The bf16 with these 16 bits, as an f32.
  Value fromStored(Value bits) {
    Value wide =
        arith::ExtUIOp::create(*this, getType(bits, getI32Type()), bits);
    return toFloat(arith::ShLIOp::create(*this, wide, integer(wide, 16)));
  }

  /// The 16 bits of a bf16 in an f32.
  Value toStored(Value x) {
    return arith::TruncIOp::create(*this, getType(x, getI16Type()),
                                   shiftRight(toBits(x), 16));
  }

  Value round(Value x);
  Value narrow(Value x);
  Value keepInexact(Value x, bool isSigned);
};
} // namespace

/// The bf16 nearest to an f32, ties to even. Drivers may assume that no operand
/// of float arithmetic is a NaN, so the test for one is of its bits. A NaN keeps
/// its sign and the upper bits of its payload, and is quiet.
Value BitBuilder::round(Value x) {
  if (isNative) {
    Value narrow = arith::TruncFOp::create(*this, getType(x, getBF16Type()), x);
    return arith::ExtFOp::create(*this, x.getType(), narrow);
  }
  Value bits = toBits(x);
  Value isNaN = exceeds(bitAnd(bits, 0x7FFFFFFF), 0x7F800000);
  Value isOdd = bitAnd(shiftRight(bits, 16), 1);
  Value raised = add(add(bits, integer(bits, 0x7FFF)), isOdd);
  Value quiet = bitOr(bits, integer(bits, 0x400000));
  return toFloat(bitAnd(select(isNaN, quiet, raised), 0xFFFF0000));
}

/// The f32 next to an f64 that rounds to the same bf16 as the f64: the last bit
/// of an inexact result is set. It has more bits than a bf16 needs, so rounding
/// twice does no harm.
Value BitBuilder::narrow(Value x) {
  Value result = arith::TruncFOp::create(*this, getType(x, getF32Type()), x);
  Value back = arith::ExtFOp::create(*this, x.getType(), result);
  auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(*this, predicate, a, b).getResult();
  };
  Value isTooLarge =
      compare(arith::CmpFPredicate::OGT, math::AbsFOp::create(*this, back),
              math::AbsFOp::create(*this, x));
  Value isInexact = compare(arith::CmpFPredicate::ONE, back, x);
  Value bits = toBits(result);
  auto toNumber = [&](Value flag) -> Value {
    return arith::ExtUIOp::create(*this, bits.getType(), flag);
  };
  bits = arith::SubIOp::create(*this, bits, toNumber(isTooLarge));
  return toFloat(bitOr(bits, toNumber(isInexact)));
}

/// Replaces the low bits of an integer that f32 would round by one bit that is
/// set if any of them is, so that the conversion to f32 is exact.
Value BitBuilder::keepInexact(Value x, bool isSigned) {
  struct Step {
    /// Magnitudes from 2^from on lose the bits below `bit`.
    unsigned from, bit;
  };
  static constexpr Step kOf32[] = {{24, 8}};
  static constexpr Step kOf64[] = {{24, 12}, {36, 26}, {50, 40}};
  const unsigned width =
      getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
  if (width < 32)
    return x;
  for (Step step : width == 32 ? ArrayRef<Step>(kOf32) : kOf64) {
    const uint64_t low = (uint64_t(1) << step.bit) - 1;
    const uint64_t limit = uint64_t(1) << step.from;
    Value sum = add(bitAnd(x, low), integer(x, low));
    Value kept = bitOr(bitAnd(x, ~low), bitAnd(sum, low + 1));
    // From -limit to limit - 1.
    Value isLarge = isSigned ? exceeds(add(x, integer(x, limit)), 2 * limit - 1)
                             : exceeds(x, limit - 1);
    x = select(isLarge, kept, x);
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether an operation on numbers of bf16, computed in f32, has a result that
/// may not be a number of bf16. Roundings to integers do not: an integer of at
/// most 8 bits is a bf16, and larger numbers are integers.
static bool mayLeaveFormat(Operation *op) {
  if (isa<math::AbsFOp, math::CeilOp, math::FloorOp, math::RoundEvenOp,
          math::TruncOp>(op))
    return false;
  if (isa<math::MathDialect>(op->getDialect()))
    return true;
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::RemFOp>(op))
    return true;
  auto kind = op->getAttrOfType<gpu::AllReduceOperationAttr>("kind");
  return kind && llvm::is_contained({gpu::AllReduceOperation::ADD,
                                     gpu::AllReduceOperation::MUL},
                                    kind.getValue());
}

/// Replaces all uses of a result by `make` of it, which is built behind its
/// operation.
static void replaceBehind(Operation *op, bool isNative,
                          function_ref<Value(BitBuilder &, Value)> make) {
  BitBuilder b(op, isNative);
  b.setInsertionPointAfter(op);
  Value result = op->getResult(0);
  Operation *next = op->getNextNode();
  Value made = make(b, result);
  // The new operations are those up to the one that followed.
  llvm::SmallPtrSet<Operation *, 16> built;
  for (Operation *one = op->getNextNode(); one != next;
       one = one->getNextNode())
    built.insert(one);
  result.replaceAllUsesExcept(made, built);
}

/// States the types of prints and assertions as the values now have them.
static ArrayAttr convertTypes(ArrayAttr types) {
  SmallVector<Attribute> converted;
  for (Type type : types.getAsValueRange<TypeAttr>())
    converted.push_back(TypeAttr::get(convertType(type)));
  return ArrayAttr::get(types.getContext(), converted);
}

namespace {
/// What an operation computed on before the types changed.
struct Expanded {
  Operation *op;
  bool fromBFloat16, toBFloat16;
};

struct ExpandBFloat16 final : wave::impl::ExpandBFloat16Base<ExpandBFloat16> {
  using ExpandBFloat16Base::ExpandBFloat16Base;

  Type convert(Type type) const {
    return nativeMatrices && isa<MatrixType>(type) ? type : convertType(type);
  }

  void runOnWaveIR() override {
    SmallVector<FuncOp> functions;
    getOperation().walk(
        [&](FuncOp function) { functions.push_back(function); });
    for (FuncOp function : functions)
      expand(function);
  }

  void expand(FuncOp function);
  void expandArguments(FuncOp function);
  void expandOperation(const Expanded &expanded);
  void roundMatrix(MatrixRowReduceOp reduce) const;
};
} // namespace

/// Rounds the elements of the result.
void ExpandBFloat16::roundMatrix(MatrixRowReduceOp reduce) const {
  OpBuilder builder(reduce->getContext());
  builder.setInsertionPointAfter(reduce);
  Location loc = reduce.getLoc();
  Value result = reduce.getResult();
  auto map = MatrixMapOp::create(builder, loc, result.getType(), result);
  Block &body = map.getBody().emplaceBlock();
  Value element = body.addArgument(builder.getF32Type(), loc);
  builder.setInsertionPointToEnd(&body);
  auto yield = MatrixYieldOp::create(builder, loc, element);
  BitBuilder inner(yield, nativeRounding);
  yield.getValueMutable().assign(inner.round(element));
  result.replaceAllUsesExcept(map.getResult(), map);
}

/// A scalar is an f32 of the launch, which need not be a number of bf16.
void ExpandBFloat16::expandArguments(FuncOp function) {
  Block &body = function.getBody().front();
  SmallVector<Type> types;
  for (BlockArgument argument : body.getArguments()) {
    Type type = argument.getType(), converted = convert(type);
    types.push_back(converted);
    if (type == converted)
      continue;
    argument.setType(converted);
    if (isa<MemRefType>(converted) || !function.getKernel())
      continue;
    function.setArgAttr(argument.getArgNumber(), "wave.element",
                        TypeAttr::get(converted));
    if (argument.use_empty())
      continue;
    BitBuilder b(&body.front(), nativeRounding);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : argument.getUses())
      uses.push_back(&use);
    Value rounded = b.round(argument);
    for (OpOperand *use : uses)
      use->set(rounded);
  }
  auto results = llvm::map_to_vector(function.getResultTypes(),
                                     [&](Type type) { return convert(type); });
  function.setFunctionType(
      FunctionType::get(function.getContext(), types, results));
}

void ExpandBFloat16::expandOperation(const Expanded &expanded) {
  Operation *op = expanded.op;
  const bool fromBFloat16 = expanded.fromBFloat16;
  const bool toBFloat16 = expanded.toBFloat16;
  BitBuilder b(op, nativeRounding);
  auto replace = [&](Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  };
  auto roundResult = [&] {
    replaceBehind(op, nativeRounding, [](BitBuilder &inner, Value value) {
      return inner.round(value);
    });
  };
  auto loadStored = [&] {
    Value result = op->getResult(0);
    result.setType(withScalar(result.getType(), b.getI16Type()));
    replaceBehind(op, nativeRounding, [](BitBuilder &inner, Value value) {
      return inner.fromStored(value);
    });
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([](arith::ConstantOp constant) {
        constant.setValueAttr(convertConstant(constant.getValue()));
      })
      .Case([&](LookupOp lookup) {
        auto table = cast<DenseFPElementsAttr>(lookup.getTable());
        lookup.setTableAttr(table.mapValues(b.getI16Type(), getBits));
        loadStored();
      })
      .Case<memref::LoadOp, vector::LoadOp>([&](auto) { loadStored(); })
      .Case<memref::StoreOp, vector::StoreOp>(
          [&](auto) { op->setOperand(0, b.toStored(op->getOperand(0))); })
      .Case<MatrixLoadOp, MatrixStoreOp>(
          [](auto access) { access.setIsBfloat16(true); })
      .Case([&](MatrixRowReduceOp reduce) {
        if (reduce.getKind() == MatrixReduction::Add && !nativeMatrices)
          roundMatrix(reduce);
      })
      .Case([&](arith::ExtFOp extension) {
        if (extension.getType() == extension.getIn().getType())
          replace(extension.getIn());
      })
      .Case([&](arith::TruncFOp truncation) {
        Value x = truncation.getIn();
        replace(b.round(getElementTypeOrSelf(x).isF64() ? b.narrow(x) : x));
      })
      .Case([&](arith::SIToFPOp) {
        op->setOperand(0, b.keepInexact(op->getOperand(0), /*isSigned=*/true));
        roundResult();
      })
      .Case([&](arith::UIToFPOp) {
        op->setOperand(0, b.keepInexact(op->getOperand(0), /*isSigned=*/false));
        roundResult();
      })
      .Case([&](arith::BitcastOp cast) {
        // The bits may be those of an f16, too.
        Value x = cast.getIn();
        Type i16 = b.getType(x, b.getI16Type());
        if (fromBFloat16)
          x = b.toStored(x);
        else if (x.getType() != i16)
          x = arith::BitcastOp::create(b, i16, x);
        if (toBFloat16)
          x = b.fromStored(x);
        else if (x.getType() != cast.getType())
          x = arith::BitcastOp::create(b, cast.getType(), x);
        replace(x);
      })
      .Case([](PrintOp print) {
        print.setTypesAttr(convertTypes(print.getTypes()));
      })
      .Case([](AssertOp assertion) {
        assertion.setTypesAttr(convertTypes(assertion.getTypes()));
      })
      .Default([&](Operation *) {
        if (!toBFloat16 || !mayLeaveFormat(op))
          return;
        // A target must not contract what is rounded in between.
        if (auto flags = dyn_cast<arith::ArithFastMathInterface>(op))
          op->setAttr(flags.getFastMathAttrName(),
                      arith::FastMathFlagsAttr::get(
                          op->getContext(), arith::FastMathFlags::none));
        roundResult();
      });
}

void ExpandBFloat16::expand(FuncOp function) {
  SmallVector<Expanded> operations;
  function.getBody().walk([&](Operation *op) {
    auto isOne = [](Value value) { return isBFloat16(value); };
    const bool from = llvm::any_of(op->getOperands(), isOne);
    const bool to = llvm::any_of(op->getResults(), isOne);
    auto types = op->getAttrOfType<ArrayAttr>("types");
    if (from || to || (types && isa<PrintOp, AssertOp>(op)))
      operations.push_back({op, from, to});
  });
  const bool hasArguments =
      llvm::any_of(function.getBody().getArgumentTypes(),
                   [](Type type) { return isBFloat16(type); });
  if (operations.empty() && !hasArguments)
    return;
  expandArguments(function);
  // Types first: an operation may be expanded before its operands.
  function.getBody().walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(convert(argument.getType()));
  });
  for (const Expanded &expanded : operations)
    for (Value result : expanded.op->getResults())
      result.setType(convert(result.getType()));
  for (const Expanded &expanded : operations)
    expandOperation(expanded);
}
