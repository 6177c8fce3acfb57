//===- IntegerIntrinsics.cpp - LLVM's functions of integers --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each becomes a function of DXIL or plain instructions. Where DXIL has no function of the
// width, a wider one computes it; the casts around it are the matter of a later step.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Calls.h"
#include "Kernel.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

/// By halves, so that no product is cut off.
Value *legalize::createMulHigh(IRBuilderBase &builder, Value *a, Value *b) {
  unsigned half = a->getType()->getIntegerBitWidth() / 2;
  Constant *mask =
      ConstantInt::get(a->getType(), APInt::getLowBitsSet(2 * half, half));
  auto low = [&](Value *value) { return builder.CreateAnd(value, mask); };
  auto high = [&](Value *value) { return builder.CreateLShr(value, half); };
  Value *lowA = low(a), *highA = high(a), *lowB = low(b), *highB = high(b);
  auto addProduct = [&](Value *sum, Value *x, Value *y) {
    return builder.CreateAdd(sum, builder.CreateMul(x, y));
  };
  Value *t = high(builder.CreateMul(lowA, lowB));
  Value *u = addProduct(t, highA, lowB);
  Value *v = addProduct(low(u), lowA, highB);
  Value *w = addProduct(high(u), highA, highB);
  return builder.CreateAdd(w, high(v));
}

namespace {
/// One call's replacement.
class Expansion {
public:
  explicit Expansion(IntrinsicInst &call)
      : call(call), builder(&call), module(*call.getModule()),
        a(call.arg_empty() ? nullptr : call.getArgOperand(0)) {
    if (call.arg_size() > 1)
      b = call.getArgOperand(1);
    if (a && a->getType()->isIntegerTy()) {
      width = a->getType()->getIntegerBitWidth();
      legal = getLegalWidth(module, width);
    }
  }

  /// Null if the call is not of this kind; for a pair, the members.
  Value *getValue();
  bool getPair(Value *&value, Value *&overflow);

  /// Whether the width is one that DXIL's functions can be made to compute.
  bool hasWidth() const { return legal != 0; }

private:
  Value *extend(Value *value, bool isSigned) {
    return builder.CreateIntCast(value, builder.getIntNTy(legal), isSigned);
  }
  Value *shrink(Value *value) {
    return builder.CreateTrunc(value, call.getType());
  }
  Constant *getConstant(const APInt &value) {
    return ConstantInt::get(builder.getContext(), value);
  }

  Value *createMinMax(Opcode opcode, Value *x, Value *y);
  Value *createAbs();
  /// The bits are counted in an i32.
  Value *createCount(Value *count) {
    return builder.CreateZExtOrTrunc(count, call.getType());
  }
  Value *createLeadingZeros();
  Value *createTrailingZeros();
  Value *createReverse();
  Value *createByteSwap();
  Value *createFunnelShift(bool left);
  Value *createCompare(CmpInst::Predicate less, CmpInst::Predicate greater);
  Value *createSaturatingAdd();
  Value *createSaturatingSub();
  Value *createSaturatingShift(bool isSigned);
  Value *isNegative(Value *value) {
    return builder.CreateICmpSLT(value,
                                 Constant::getNullValue(value->getType()));
  }
  /// The greatest or the lowest number, by the sign of `value`.
  Value *createLimit(Value *value) {
    return builder.CreateXor(builder.CreateAShr(value, width - 1),
                             getConstant(APInt::getSignedMaxValue(width)));
  }
  Value *overflowsAdd(Value *sum);
  Value *overflowsSub(Value *difference);
  Value *overflowsMul(bool isSigned);

  IntrinsicInst &call;
  IRBuilder<> builder;
  Module &module;
  Value *a;
  Value *b = nullptr;
  unsigned width = 0;
  unsigned legal = 0;
};
} // namespace

Value *Expansion::createMinMax(Opcode opcode, Value *x, Value *y) {
  bool isSigned = opcode == IMax || opcode == IMin;
  if (width == 1)
    return opcode == UMax || opcode == IMin ? builder.CreateOr(x, y)
                                            : builder.CreateAnd(x, y);
  Value *result =
      createCall(builder, opcode, {extend(x, isSigned), extend(y, isSigned)});
  return builder.CreateTrunc(result, x->getType());
}

Value *Expansion::createAbs() {
  Value *value = extend(a, /*isSigned=*/true);
  return shrink(createCall(builder, IMax, {value, builder.CreateNeg(value)}));
}

/// FirstbitHi counts from the top and gives -1 for zero, the greatest of all.
Value *Expansion::createLeadingZeros() {
  Value *count =
      createCall(builder, FirstbitHi, {extend(a, /*isSigned=*/false)});
  if (!cast<ConstantInt>(b)->isOne())
    count = createCall(builder, UMin, {count, builder.getInt32(legal)});
  if (legal != width)
    count = builder.CreateSub(count, builder.getInt32(legal - width));
  return createCount(count);
}

Value *Expansion::createTrailingZeros() {
  Value *count =
      createCall(builder, FirstbitLo, {extend(a, /*isSigned=*/false)});
  if (!cast<ConstantInt>(b)->isOne())
    count = createCall(builder, UMin, {count, builder.getInt32(width)});
  return createCount(count);
}

Value *Expansion::createReverse() {
  Value *reversed = createCall(builder, Bfrev, {extend(a, /*isSigned=*/false)});
  if (legal != width)
    reversed = builder.CreateLShr(reversed, legal - width);
  return shrink(reversed);
}

Value *Expansion::createByteSwap() {
  Value *swapped = nullptr;
  for (unsigned from = 0; from < width; from += 8) {
    unsigned to = width - 8 - from;
    Value *byte = to > from ? builder.CreateShl(a, to - from)
                            : builder.CreateLShr(a, from - to);
    // The outermost bytes come alone.
    if (from != 0 && to != 0)
      byte = builder.CreateAnd(
          byte, getConstant(APInt::getBitsSet(width, to, to + 8)));
    swapped = swapped ? builder.CreateOr(swapped, byte) : byte;
  }
  return swapped;
}

/// A shift by the width is undefined, so the other word is shifted by one and then by one
/// less.
Value *Expansion::createFunnelShift(bool left) {
  Value *amount = call.getArgOperand(2);
  Constant *last = getConstant(APInt(width, width - 1));
  if (auto *constant = dyn_cast<ConstantInt>(amount)) {
    uint64_t count = constant->getValue().urem(width);
    if (count == 0)
      return left ? a : b;
    Value *upper = builder.CreateShl(a, left ? count : width - count);
    Value *lower = builder.CreateLShr(b, left ? width - count : count);
    return builder.CreateOr(upper, lower);
  }
  Value *count =
      isPowerOf2_32(width)
          ? builder.CreateAnd(amount, last)
          : builder.CreateURem(amount, getConstant(APInt(width, width)));
  Value *rest = isPowerOf2_32(width) ? builder.CreateXor(count, last)
                                     : builder.CreateSub(last, count);
  Value *upper = left ? builder.CreateShl(a, count)
                      : builder.CreateShl(builder.CreateShl(a, 1), rest);
  Value *lower = left ? builder.CreateLShr(builder.CreateLShr(b, 1), rest)
                      : builder.CreateLShr(b, count);
  return builder.CreateOr(upper, lower);
}

/// -1, 0 or 1.
Value *Expansion::createCompare(CmpInst::Predicate less,
                                CmpInst::Predicate greater) {
  Value *above =
      builder.CreateZExt(builder.CreateICmp(greater, a, b), call.getType());
  Value *below =
      builder.CreateZExt(builder.CreateICmp(less, a, b), call.getType());
  return builder.CreateSub(above, below);
}

/// Both have one sign and the sum has another.
Value *Expansion::overflowsAdd(Value *sum) {
  Value *fromA = builder.CreateXor(sum, a);
  return isNegative(builder.CreateAnd(fromA, builder.CreateXor(sum, b)));
}

Value *Expansion::overflowsSub(Value *difference) {
  Value *signs = builder.CreateXor(a, b);
  return isNegative(builder.CreateAnd(signs, builder.CreateXor(difference, a)));
}

/// The product of twice the legal width, then whether it fits.
Value *Expansion::overflowsMul(bool isSigned) {
  Value *x = extend(a, isSigned), *y = extend(b, isSigned);
  Value *low = builder.CreateMul(x, y);
  Value *high = createMulHigh(builder, x, y);
  Constant *zero = Constant::getNullValue(low->getType());
  if (isSigned) {
    // Of the unsigned product of a negative number, the other one is too much.
    high =
        builder.CreateSub(high, builder.CreateSelect(isNegative(x), y, zero));
    high =
        builder.CreateSub(high, builder.CreateSelect(isNegative(y), x, zero));
  }
  Value *sign = isSigned ? builder.CreateAShr(low, legal - 1) : zero;
  Value *overflow = builder.CreateICmpNE(high, sign);
  if (legal == width)
    return overflow;
  Value *fitting = builder.CreateIntCast(builder.CreateTrunc(low, a->getType()),
                                         low->getType(), isSigned);
  return builder.CreateOr(overflow, builder.CreateICmpNE(low, fitting));
}

Value *Expansion::createSaturatingAdd() {
  Value *sum = builder.CreateAdd(a, b);
  bool isSigned = call.getIntrinsicID() == Intrinsic::sadd_sat;
  Value *overflows =
      isSigned ? overflowsAdd(sum) : builder.CreateICmpULT(sum, a);
  Value *limit =
      isSigned ? createLimit(a) : Constant::getAllOnesValue(a->getType());
  return builder.CreateSelect(overflows, limit, sum);
}

Value *Expansion::createSaturatingSub() {
  Value *difference = builder.CreateSub(a, b);
  bool isSigned = call.getIntrinsicID() == Intrinsic::ssub_sat;
  Value *overflows =
      isSigned ? overflowsSub(difference) : builder.CreateICmpULT(a, b);
  Value *limit =
      isSigned ? createLimit(a) : Constant::getNullValue(a->getType());
  return builder.CreateSelect(overflows, limit, difference);
}

Value *Expansion::createSaturatingShift(bool isSigned) {
  Value *shifted = builder.CreateShl(a, b);
  Value *back = isSigned ? builder.CreateAShr(shifted, b)
                         : builder.CreateLShr(shifted, b);
  Value *limit =
      isSigned ? createLimit(a) : Constant::getAllOnesValue(a->getType());
  return builder.CreateSelect(builder.CreateICmpNE(back, a), limit, shifted);
}

Value *Expansion::getValue() {
  switch (call.getIntrinsicID()) {
  case Intrinsic::abs:
    return createAbs();
  case Intrinsic::bitreverse:
    return createReverse();
  case Intrinsic::bswap:
    return createByteSwap();
  case Intrinsic::ctlz:
    return createLeadingZeros();
  case Intrinsic::ctpop:
    return createCount(
        createCall(builder, Countbits, {extend(a, /*isSigned=*/false)}));
  case Intrinsic::cttz:
    return createTrailingZeros();
  case Intrinsic::fshl:
    return createFunnelShift(/*left=*/true);
  case Intrinsic::fshr:
    return createFunnelShift(/*left=*/false);
  case Intrinsic::scmp:
    return createCompare(CmpInst::ICMP_SLT, CmpInst::ICMP_SGT);
  case Intrinsic::ucmp:
    return createCompare(CmpInst::ICMP_ULT, CmpInst::ICMP_UGT);
  case Intrinsic::smax:
    return createMinMax(IMax, a, b);
  case Intrinsic::smin:
    return createMinMax(IMin, a, b);
  case Intrinsic::umax:
    return createMinMax(UMax, a, b);
  case Intrinsic::umin:
    return createMinMax(UMin, a, b);
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
    return createSaturatingAdd();
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
    return createSaturatingSub();
  case Intrinsic::sshl_sat:
    return createSaturatingShift(/*isSigned=*/true);
  case Intrinsic::ushl_sat:
    return createSaturatingShift(/*isSigned=*/false);
  default:
    return nullptr;
  }
}

bool Expansion::getPair(Value *&value, Value *&overflow) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::sadd_with_overflow:
    value = builder.CreateAdd(a, b);
    overflow = overflowsAdd(value);
    return true;
  case Intrinsic::uadd_with_overflow:
    value = builder.CreateAdd(a, b);
    overflow = builder.CreateICmpULT(value, a);
    return true;
  case Intrinsic::ssub_with_overflow:
    value = builder.CreateSub(a, b);
    overflow = overflowsSub(value);
    return true;
  case Intrinsic::usub_with_overflow:
    value = builder.CreateSub(a, b);
    overflow = builder.CreateICmpULT(a, b);
    return true;
  case Intrinsic::smul_with_overflow:
    value = builder.CreateMul(a, b);
    overflow = overflowsMul(/*isSigned=*/true);
    return true;
  case Intrinsic::umul_with_overflow:
    value = builder.CreateMul(a, b);
    overflow = overflowsMul(/*isSigned=*/false);
    return true;
  default:
    return false;
  }
}

/// Whether only the plain instructions of its expansion meet the width.
static bool worksInAnyWidth(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::bswap:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sshl_sat:
  case Intrinsic::ushl_sat:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
    return true;
  default:
    return false;
  }
}

static bool isOfIntegers(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::abs:
  case Intrinsic::bitreverse:
  case Intrinsic::ctlz:
  case Intrinsic::ctpop:
  case Intrinsic::cttz:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return true;
  default:
    return worksInAnyWidth(id);
  }
}

static void replacePair(IntrinsicInst &call, Value *value, Value *overflow) {
  for (User *user : make_early_inc_range(call.users())) {
    auto *extract = cast<ExtractValueInst>(user);
    extract->replaceAllUsesWith(extract->getIndices()[0] == 0 ? value
                                                              : overflow);
    extract->eraseFromParent();
  }
}

/// Minima, bits, funnel shifts, saturation and overflow.
Error legalize::lowerIntegerIntrinsics(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<IntrinsicInst *> calls;
    for (Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&inst);
          call && isOfIntegers(call->getIntrinsicID()))
        calls.push_back(call);
    for (IntrinsicInst *call : calls) {
      Expansion expansion(*call);
      if (call->getType()->isVectorTy() ||
          (!expansion.hasWidth() && !worksInAnyWidth(call->getIntrinsicID())))
        return refuse(*call, "DXIL has no function of this type");
      Value *value = nullptr, *overflow = nullptr;
      if (expansion.getPair(value, overflow)) {
        if (!all_of(call->users(), IsaPred<ExtractValueInst>))
          return refuse(*call, "a pair that is not taken apart");
        replacePair(*call, value, overflow);
      } else {
        call->replaceAllUsesWith(expansion.getValue());
      }
      call->eraseFromParent();
    }
    eraseDeadInstructions(function);
  }
  return Error::success();
}
