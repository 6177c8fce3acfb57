//===- Vectors.cpp - Vectors become scalars ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM's scalarizer does most of it. Before it come the operations that it leaves alone:
// reductions, masked accesses and bitcasts between other numbers of lanes. What stays a
// vector afterwards is an operand or a result of a function of DXIL.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

using namespace llvm;
using namespace mlir::dxil;

static bool touchesVectors(const Instruction &inst) {
  return inst.getType()->isVectorTy() ||
         any_of(inst.operands(), [](const Use &operand) {
           return operand->getType()->isVectorTy();
         });
}

static unsigned getNumLanes(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

using Combine =
    function_ref<Value *(IRBuilderBase &, Value *accumulated, Value *lane)>;

/// Lanes are combined in their order, as a float's sum must be.
static Value *reduce(IRBuilderBase &builder, Value *start, Value *vector,
                     Combine combine) {
  for (unsigned i = 0, e = getNumLanes(vector->getType()); i < e; ++i) {
    Value *lane = builder.CreateExtractElement(vector, i);
    start = start ? combine(builder, start, lane) : lane;
  }
  return start;
}

static Value *reduceBy(IRBuilderBase &builder, IntrinsicInst &call,
                       Instruction::BinaryOps opcode) {
  bool hasStart = call.arg_size() == 2;
  return reduce(builder, hasStart ? call.getArgOperand(0) : nullptr,
                call.getArgOperand(hasStart ? 1 : 0),
                [&](IRBuilderBase &builder, Value *a, Value *b) {
                  return builder.CreateBinOp(opcode, a, b);
                });
}

static Value *reduceBy(IRBuilderBase &builder, IntrinsicInst &call,
                       Intrinsic::ID combining) {
  return reduce(builder, nullptr, call.getArgOperand(0),
                [&](IRBuilderBase &builder, Value *a, Value *b) {
                  return builder.CreateBinaryIntrinsic(combining, a, b);
                });
}

static Value *expandReduction(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  switch (call.getIntrinsicID()) {
  case Intrinsic::vector_reduce_add:
    return reduceBy(builder, call, Instruction::Add);
  case Intrinsic::vector_reduce_mul:
    return reduceBy(builder, call, Instruction::Mul);
  case Intrinsic::vector_reduce_and:
    return reduceBy(builder, call, Instruction::And);
  case Intrinsic::vector_reduce_or:
    return reduceBy(builder, call, Instruction::Or);
  case Intrinsic::vector_reduce_xor:
    return reduceBy(builder, call, Instruction::Xor);
  case Intrinsic::vector_reduce_fadd:
    return reduceBy(builder, call, Instruction::FAdd);
  case Intrinsic::vector_reduce_fmul:
    return reduceBy(builder, call, Instruction::FMul);
  case Intrinsic::vector_reduce_smax:
    return reduceBy(builder, call, Intrinsic::smax);
  case Intrinsic::vector_reduce_smin:
    return reduceBy(builder, call, Intrinsic::smin);
  case Intrinsic::vector_reduce_umax:
    return reduceBy(builder, call, Intrinsic::umax);
  case Intrinsic::vector_reduce_umin:
    return reduceBy(builder, call, Intrinsic::umin);
  case Intrinsic::vector_reduce_fmax:
    return reduceBy(builder, call, Intrinsic::maxnum);
  case Intrinsic::vector_reduce_fmin:
    return reduceBy(builder, call, Intrinsic::minnum);
  case Intrinsic::vector_reduce_fmaximum:
    return reduceBy(builder, call, Intrinsic::maximum);
  case Intrinsic::vector_reduce_fminimum:
    return reduceBy(builder, call, Intrinsic::minimum);
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Bitcasts
//===----------------------------------------------------------------------===//

/// The lanes as one integer, the first in the lowest bits.
static Value *join(IRBuilderBase &builder, ArrayRef<Value *> lanes) {
  unsigned width = lanes.front()->getType()->getScalarSizeInBits();
  Type *whole = builder.getIntNTy(width * lanes.size());
  Value *joined = nullptr;
  for (auto [i, lane] : enumerate(lanes)) {
    Value *bits = builder.CreateZExt(
        builder.CreateBitCast(lane, builder.getIntNTy(width)), whole);
    bits = builder.CreateShl(bits, i * width);
    joined = joined ? builder.CreateOr(joined, bits) : bits;
  }
  return joined;
}

static void split(IRBuilderBase &builder, Value *value, Type *lane,
                  SmallVectorImpl<Value *> &lanes) {
  unsigned width = lane->getScalarSizeInBits();
  unsigned whole = value->getType()->getScalarSizeInBits();
  Value *bits = builder.CreateBitCast(value, builder.getIntNTy(whole));
  for (unsigned i = 0; i < whole; i += width)
    lanes.push_back(
        builder.CreateBitCast(builder.CreateTrunc(builder.CreateLShr(bits, i),
                                                  builder.getIntNTy(width)),
                              lane));
}

/// A bitcast between other numbers of lanes, by way of integers of the size of the wider
/// lane.
static Value *expandBitCast(BitCastInst &cast) {
  Type *from = cast.getSrcTy(), *to = cast.getDestTy();
  unsigned numFrom = getNumLanes(from), numTo = getNumLanes(to);
  if (numFrom == numTo)
    return nullptr;
  IRBuilder<InstSimplifyFolder> builder(
      cast.getContext(), InstSimplifyFolder(cast.getDataLayout()));
  builder.SetInsertPoint(&cast);
  SmallVector<Value *> source;
  for (unsigned i = 0; i < numFrom; ++i)
    source.push_back(from->isVectorTy()
                         ? builder.CreateExtractElement(cast.getOperand(0), i)
                         : cast.getOperand(0));
  SmallVector<Value *> lanes;
  if (numFrom > numTo && numFrom % numTo == 0) {
    unsigned ratio = numFrom / numTo;
    for (unsigned i = 0; i < numFrom; i += ratio)
      lanes.push_back(
          builder.CreateBitCast(join(builder, ArrayRef(source).slice(i, ratio)),
                                to->getScalarType()));
  } else if (numTo > numFrom && numTo % numFrom == 0) {
    for (Value *lane : source)
      split(builder, lane, to->getScalarType(), lanes);
  } else {
    split(builder, join(builder, source), to->getScalarType(), lanes);
  }
  if (!to->isVectorTy())
    return lanes.front();
  Value *vector = PoisonValue::get(to);
  for (auto [i, lane] : enumerate(lanes))
    vector = builder.CreateInsertElement(vector, lane, i);
  return vector;
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

static void expandOddVectors(Function &function) {
  for (Instruction &inst : make_early_inc_range(instructions(function))) {
    Value *expanded = nullptr;
    if (auto *call = dyn_cast<IntrinsicInst>(&inst))
      expanded = expandReduction(*call);
    else if (auto *cast = dyn_cast<BitCastInst>(&inst))
      expanded = expandBitCast(*cast);
    if (!expanded)
      continue;
    inst.replaceAllUsesWith(expanded);
    inst.eraseFromParent();
  }
}

static bool hasMaskedAccesses(Function &function) {
  return any_of(instructions(function), [](const Instruction &inst) {
    auto *call = dyn_cast<IntrinsicInst>(&inst);
    if (!call)
      return false;
    switch (call->getIntrinsicID()) {
    case Intrinsic::masked_compressstore:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_load:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_store:
      return true;
    default:
      return false;
    }
  });
}

static bool hasNoLength(const Instruction &inst) {
  auto *alloca = dyn_cast<AllocaInst>(&inst);
  return inst.getType()->isScalableTy() ||
         (alloca && alloca->getAllocatedType()->isScalableTy()) ||
         any_of(inst.operands(), [](const Use &operand) {
           return operand->getType()->isScalableTy();
         });
}

/// Every vector becomes its lanes.
Error legalize::scalarizeVectors(Module &module) {
  for (Function &function : getBodies(module)) {
    for (Instruction &inst : instructions(function))
      if (hasNoLength(inst))
        return refuse(inst, "a vector without a length");
    if (none_of(instructions(function), touchesVectors))
      continue;
    FunctionAnalysisManager analyses;
    analyses.registerPass([] { return DominatorTreeAnalysis(); });
    analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    analyses.registerPass([] { return TargetIRAnalysis(); });
    if (hasMaskedAccesses(function)) {
      ScalarizeMaskedMemIntrinPass().run(function, analyses);
      analyses.clear();
    }
    expandOddVectors(function);
    ScalarizerPassOptions options;
    options.ScalarizeLoadStore = true;
    ScalarizerPass(options).run(function, analyses);
    eraseDeadInstructions(function);
  }
  return Error::success();
}
