//===- CodeBuilder.h - Creates arithmetic and calls of DXIL ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETODXIL_CODEBUILDER_H
#define WAVEDIALECT_CONVERSION_WAVETODXIL_CODEBUILDER_H

#include "DXILKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::wave {

/// Whether a target may contract this float operation with its neighbors.
bool mayContract(Operation *op);

/// Creates scalar code in front of the operation that is lowered. Float
/// arithmetic is rounded as written: the builder never marks it as
/// contractible.
class CodeBuilder final : public ImplicitLocOpBuilder {
public:
  CodeBuilder(Operation *op, DXILKernel &kernel);

  /// A constant of the given integer or float type.
  Value number(Type type, int64_t value);
  Value number(Type type, const APFloat &value);
  Value number(Type type, double value);
  Value boolean(bool value) { return number(getI1Type(), int64_t(value)); }

  // These accept integers or floats.
  Value add(Value x, Value y);
  Value subtract(Value x, Value y);
  Value multiply(Value x, Value y);

  Value negate(Value x);
  Value divide(Value x, Value y) { return arith::DivFOp::create(*this, x, y); }
  Value bitAnd(Value x, Value y) { return arith::AndIOp::create(*this, x, y); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(*this, x, y); }
  Value bitXor(Value x, Value y) { return arith::XOrIOp::create(*this, x, y); }
  Value bitNot(Value x) { return bitXor(x, number(x.getType(), int64_t(-1))); }
  Value shiftLeft(Value x, unsigned bits);
  /// A logical shift.
  Value shiftRight(Value x, unsigned bits);
  /// `x` as an unsigned integer of another width.
  Value resize(Value x, Type type);
  Value bitcast(Value x, Type type) {
    return arith::BitcastOp::create(*this, type, x);
  }

  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(*this, predicate, x, y);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(*this, predicate, x, y);
  }
  Value isZero(Value x);
  Value isNotZero(Value x);
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(*this, condition, yes, no);
  }

  /// Calls a function whose operands and result have one type. A call on floats
  /// is precise if the lowered operation has fast-math flags that do not permit
  /// contraction.
  template <typename OpT>
  Value call(Value first, std::same_as<Value> auto... others) {
    auto made = OpT::create(*this, first.getType(), first, others...);
    if (isPrecise && isa<FloatType>(first.getType()))
      made->setDiscardableAttr("dxil.precise", getUnitAttr());
    return made;
  }
  /// Returns a field of the structure that a function returned.
  Value extract(Value aggregate, unsigned field);
  /// `split` returns the lower and upper word of a double; `makeDouble` joins
  /// them.
  std::pair<Value, Value> split(Value x);
  Value makeDouble(Value low, Value high);

  DXILKernel &kernel;
  const Type i1, i32, f32, f64;

private:
  bool isPrecise;
};

/// Functions that DXIL lacks for f64. The four roundings are exact.
enum class Rounding { Down, Up, ToEven, ToZero };
Value createDoubleRounding(CodeBuilder &b, Rounding rounding, Value x);
/// Rounds to nearest, assuming that the device's `Fma` does.
Value createDoubleSqrt(CodeBuilder &b, Value x);
/// `x * y + z` on f16 or f32, rounded once.
Value createFusedMultiplyAdd(CodeBuilder &b, Value x, Value y, Value z);

/// The part of `lowerLaneOperation` for combinations and partitions of lanes.
/// Returns a null value for other operations and failure after an error.
FailureOr<Value> lowerCombination(Operation *op, CodeBuilder &b);
/// The words of the ballot of active lanes for which `condition` holds.
SmallVector<Value> createBallot(CodeBuilder &b, Value condition);

/// The part of `lowerMath` for operations of arith: replaces `op` and returns
/// true if DXIL has no instruction for it.
bool lowerArith(Operation *op, CodeBuilder &b);

/// Replaces `f32tof16` and `f16tof32` by 32-bit arithmetic.
void replaceHalfConversions(DXILKernel &kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_CODEBUILDER_H
