//===- CodeBuilder.h - Writes arithmetic and calls of DXIL ----------------===//
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

/// Whether a target may contract this operation on floats with its neighbors.
bool mayContract(Operation *op);

/// Builds on scalars in front of the operation that is lowered. Arithmetic on floats is
/// rounded as written: none of it may be contracted.
class CodeBuilder final : public ImplicitLocOpBuilder {
public:
  CodeBuilder(Operation *op, DXILKernel &kernel);

  /// A constant of this integer or float type.
  Value number(Type type, int64_t value);
  Value number(Type type, const APFloat &value);
  Value number(Type type, double value);
  Value boolean(bool value) { return number(getI1Type(), int64_t(value)); }

  // On integers or floats, as the operands are.
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
  /// Zeros come in from the left.
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

  /// The call of a function whose operands and result have one type. Of floats it is
  /// precise unless the lowered operation may be contracted.
  template <typename OpT>
  Value call(Value first, std::same_as<Value> auto... others) {
    auto made = OpT::create(*this, first.getType(), first, others...);
    if (isPrecise && isa<FloatType>(first.getType()))
      made->setDiscardableAttr("dxil.precise", getUnitAttr());
    return made;
  }
  /// A field of what a function gave.
  Value extract(Value aggregate, unsigned field);
  /// The lower and the upper word of a double, and the way back.
  std::pair<Value, Value> split(Value x);
  Value makeDouble(Value low, Value high);

  DXILKernel &kernel;
  const Type i1, i32, f32, f64;

private:
  bool isPrecise;
};

/// What DXIL has no function on f64 for. The four roundings are exact.
enum class Rounding { Down, Up, ToEven, ToZero };
Value createDoubleRounding(CodeBuilder &b, Rounding rounding, Value x);
/// Rounded to the nearest: as exact as the machine's `Fma`.
Value createDoubleSqrt(CodeBuilder &b, Value x);
/// `x * y + z` on f16 or f32, rounded once.
Value createFusedMultiplyAdd(CodeBuilder &b, Value x, Value y, Value z);

/// Combinations and partitions of lanes, of `lowerLaneOperation`: no value for other
/// operations, failure after an error.
FailureOr<Value> lowerCombination(Operation *op, CodeBuilder &b);
/// The active lanes for which `condition` holds, in words.
SmallVector<Value> createBallot(CodeBuilder &b, Value condition);

/// What lowerMath does with the operations of arith: whether `op` was one that DXIL has
/// no instruction for, and is replaced.
bool lowerArith(Operation *op, CodeBuilder &b);

/// Replaces `f32tof16` and `f16tof32` by arithmetic without 16-bit types.
void replaceHalfConversions(DXILKernel &kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_CODEBUILDER_H
