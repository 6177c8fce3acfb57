//===- SplitIntegers.cpp - Integers of more than 64 bits -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An integer of 65 to 128 bits becomes two of 64. What its upper half holds above the
// width is anything, until an operation that looks there masks it or extends the sign.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Kernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;

static bool isWide(Type *type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() > 64;
}

namespace {
struct Halves {
  Value *low = nullptr;
  Value *high = nullptr;
};

class Splitting {
public:
  explicit Splitting(Function &function)
      : function(function),
        builder(function.getContext(),
                InstSimplifyFolder(function.getDataLayout())),
        half(builder.getInt64Ty()) {}

  Error run();

private:
  Halves get(Value *value);
  /// With the bits above the width of the type all zero, or all the sign.
  Halves getExtended(Value *value, bool isSigned);
  Value *literal(uint64_t value) { return ConstantInt::get(half, value); }

  /// False if there is no form for it.
  bool visit(Instruction &inst);
  bool visitBinary(BinaryOperator &inst);
  bool visitCast(CastInst &inst);
  void visitCompare(ICmpInst &inst);
  void visitLoad(LoadInst &inst);
  void visitStore(StoreInst &inst);
  Halves add(Halves a, Halves b);
  Halves subtract(Halves a, Halves b);
  Halves multiply(Halves a, Halves b);
  Halves shift(Instruction::BinaryOps opcode, Halves value, Value *amount);
  void replace(Instruction &inst, Value *value) {
    inst.replaceAllUsesWith(value);
    dead.push_back(&inst);
  }

  Function &function;
  IRBuilder<InstSimplifyFolder> builder;
  Type *half;
  DenseMap<Value *, Halves> known;
  SmallVector<Instruction *> dead;
};
} // namespace

Halves Splitting::get(Value *value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  if (isa<PoisonValue>(value))
    return {PoisonValue::get(half), PoisonValue::get(half)};
  if (isa<UndefValue>(value))
    return {UndefValue::get(half), UndefValue::get(half)};
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    APInt bits = constant->getValue().zext(128);
    return {literal(bits.extractBitsAsZExtValue(64, 0)),
            literal(bits.extractBitsAsZExtValue(64, 64))};
  }
  return {};
}

Halves Splitting::getExtended(Value *value, bool isSigned) {
  Halves halves = get(value);
  unsigned above = 128 - value->getType()->getIntegerBitWidth();
  if (above == 0)
    return halves;
  if (isSigned)
    halves.high =
        builder.CreateAShr(builder.CreateShl(halves.high, above), above);
  else
    halves.high =
        builder.CreateAnd(halves.high, literal(~uint64_t(0) >> above));
  return halves;
}

Halves Splitting::add(Halves a, Halves b) {
  Value *low = builder.CreateAdd(a.low, b.low);
  Value *carry = builder.CreateZExt(builder.CreateICmpULT(low, a.low), half);
  return {low, builder.CreateAdd(builder.CreateAdd(a.high, b.high), carry)};
}

Halves Splitting::subtract(Halves a, Halves b) {
  Value *borrow = builder.CreateZExt(builder.CreateICmpULT(a.low, b.low), half);
  return {builder.CreateSub(a.low, b.low),
          builder.CreateSub(builder.CreateSub(a.high, b.high), borrow)};
}

Halves Splitting::multiply(Halves a, Halves b) {
  Value *high = legalize::createMulHigh(builder, a.low, b.low);
  high = builder.CreateAdd(high, builder.CreateMul(a.low, b.high));
  high = builder.CreateAdd(high, builder.CreateMul(a.high, b.low));
  return {builder.CreateMul(a.low, b.low), high};
}

/// A shift by less than 64 moves bits between the halves, another one moves a whole half.
Halves Splitting::shift(Instruction::BinaryOps opcode, Halves value,
                        Value *amount) {
  bool left = opcode == Instruction::Shl;
  Value *filling = opcode == Instruction::AShr
                       ? builder.CreateAShr(value.high, 63)
                       : literal(0);
  Value *from = left ? value.low : value.high;
  Value *to = left ? value.high : value.low;
  auto back = left ? Instruction::LShr : Instruction::Shl;
  auto forth = left ? Instruction::Shl : Instruction::LShr;
  auto order = [&](Value *from, Value *to) {
    return left ? Halves{from, to} : Halves{to, from};
  };
  if (auto *constant = dyn_cast<ConstantInt>(amount)) {
    uint64_t count = constant->getZExtValue();
    if (count == 0)
      return value;
    if (count >= 64)
      return order(filling, builder.CreateBinOp(left ? forth : opcode, from,
                                                literal(count - 64)));
    Value *kept = builder.CreateBinOp(forth, to, literal(count));
    Value *moved = builder.CreateOr(
        kept, builder.CreateBinOp(back, from, literal(64 - count)));
    return order(builder.CreateBinOp(opcode, from, literal(count)), moved);
  }
  Value *count = builder.CreateAnd(amount, literal(63));
  Value *shifted = builder.CreateBinOp(opcode, from, count);
  Value *rest = builder.CreateXor(count, literal(63));
  Value *crossing = builder.CreateBinOp(
      back, builder.CreateBinOp(back, from, literal(1)), rest);
  Value *moved =
      builder.CreateOr(builder.CreateBinOp(forth, to, count), crossing);
  Value *isFar =
      builder.CreateICmpNE(builder.CreateAnd(amount, literal(64)), literal(0));
  Value *near = builder.CreateSelect(isFar, filling, shifted);
  return order(near, builder.CreateSelect(isFar, shifted, moved));
}

bool Splitting::visitBinary(BinaryOperator &inst) {
  Value *lhs = inst.getOperand(0), *rhs = inst.getOperand(1);
  Halves a = get(lhs), b = get(rhs);
  switch (inst.getOpcode()) {
  case Instruction::Add:
    known[&inst] = add(a, b);
    return true;
  case Instruction::Sub:
    known[&inst] = subtract(a, b);
    return true;
  case Instruction::Mul:
    known[&inst] = multiply(a, b);
    return true;
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    known[&inst] = {builder.CreateBinOp(inst.getOpcode(), a.low, b.low),
                    builder.CreateBinOp(inst.getOpcode(), a.high, b.high)};
    return true;
  case Instruction::Shl:
    known[&inst] = shift(inst.getOpcode(), a, b.low);
    return true;
  case Instruction::AShr:
  case Instruction::LShr:
    known[&inst] =
        shift(inst.getOpcode(),
              getExtended(lhs, inst.getOpcode() == Instruction::AShr), b.low);
    return true;
  default:
    return false;
  }
}

bool Splitting::visitCast(CastInst &inst) {
  Value *operand = inst.getOperand(0);
  Type *to = inst.getType();
  switch (inst.getOpcode()) {
  case Instruction::Trunc: {
    Halves halves = get(operand);
    if (isWide(to))
      known[&inst] = halves;
    else
      replace(inst, builder.CreateTrunc(halves.low, to));
    return true;
  }
  case Instruction::SExt:
  case Instruction::ZExt: {
    bool isSigned = inst.getOpcode() == Instruction::SExt;
    if (isWide(operand->getType())) {
      known[&inst] = getExtended(operand, isSigned);
      return true;
    }
    Value *low = builder.CreateIntCast(operand, half, isSigned);
    known[&inst] = {low, isSigned ? builder.CreateAShr(low, 63) : literal(0)};
    return true;
  }
  default:
    return false;
  }
}

void Splitting::visitCompare(ICmpInst &inst) {
  bool isSigned = inst.isSigned();
  Halves a = getExtended(inst.getOperand(0), isSigned);
  Halves b = getExtended(inst.getOperand(1), isSigned);
  Value *lowEqual = builder.CreateICmpEQ(a.low, b.low);
  Value *highEqual = builder.CreateICmpEQ(a.high, b.high);
  if (inst.isEquality()) {
    Value *equal = builder.CreateAnd(lowEqual, highEqual);
    return replace(inst, inst.getPredicate() == CmpInst::ICMP_EQ
                             ? equal
                             : builder.CreateNot(equal));
  }
  // The lower halves are unsigned.
  Value *low = builder.CreateICmp(
      ICmpInst::getUnsignedPredicate(inst.getPredicate()), a.low, b.low);
  Value *high = builder.CreateICmp(inst.getPredicate(), a.high, b.high);
  replace(inst, builder.CreateSelect(highEqual, low, high));
}

void Splitting::visitLoad(LoadInst &inst) {
  Value *next = builder.CreateInBoundsGEP(half, inst.getPointerOperand(),
                                          builder.getInt32(1));
  known[&inst] = {builder.CreateLoad(half, inst.getPointerOperand()),
                  builder.CreateLoad(half, next)};
  dead.push_back(&inst);
}

void Splitting::visitStore(StoreInst &inst) {
  Halves halves = getExtended(inst.getValueOperand(), /*isSigned=*/false);
  Value *next = builder.CreateInBoundsGEP(half, inst.getPointerOperand(),
                                          builder.getInt32(1));
  builder.CreateStore(halves.low, inst.getPointerOperand());
  builder.CreateStore(halves.high, next);
  dead.push_back(&inst);
}

bool Splitting::visit(Instruction &inst) {
  builder.SetInsertPoint(&inst);
  if (auto *phi = dyn_cast<PHINode>(&inst)) {
    unsigned count = phi->getNumIncomingValues();
    known[phi] = {builder.CreatePHI(half, count),
                  builder.CreatePHI(half, count)};
    return true;
  }
  if (auto *binary = dyn_cast<BinaryOperator>(&inst))
    return visitBinary(*binary);
  if (auto *cast = dyn_cast<CastInst>(&inst))
    return visitCast(*cast);
  if (auto *compare = dyn_cast<ICmpInst>(&inst)) {
    visitCompare(*compare);
    return true;
  }
  if (auto *select = dyn_cast<SelectInst>(&inst)) {
    Halves a = get(select->getTrueValue()), b = get(select->getFalseValue());
    Value *condition = select->getCondition();
    known[select] = {builder.CreateSelect(condition, a.low, b.low),
                     builder.CreateSelect(condition, a.high, b.high)};
    return true;
  }
  if (auto *load = dyn_cast<LoadInst>(&inst)) {
    visitLoad(*load);
    return true;
  }
  if (auto *store = dyn_cast<StoreInst>(&inst)) {
    visitStore(*store);
    return true;
  }
  return false;
}

Error Splitting::run() {
  SmallVector<Instruction *> wide;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &inst : *block)
      if (isWide(inst.getType()) || any_of(inst.operands(), [](Use &use) {
            return isWide(use->getType());
          }))
        wide.push_back(&inst);
  for (Instruction *inst : wide) {
    auto isTooWide = [](Value *value) {
      return isWide(value->getType()) &&
             (value->getType()->getIntegerBitWidth() > 128 ||
              isa<ConstantExpr>(value));
    };
    if (isTooWide(inst) || any_of(inst->operand_values(), isTooWide) ||
        !visit(*inst))
      return legalize::refuse(
          *inst, "an operation on an integer of more than 64 bits");
  }
  for (Instruction *inst : wide) {
    auto *phi = dyn_cast<PHINode>(inst);
    if (!phi)
      continue;
    Halves halves = known[phi];
    for (auto [value, block] :
         zip_equal(phi->incoming_values(), phi->blocks())) {
      Halves incoming = get(value);
      cast<PHINode>(halves.low)->addIncoming(incoming.low, block);
      cast<PHINode>(halves.high)->addIncoming(incoming.high, block);
    }
  }
  for (Instruction *inst : wide)
    if (isWide(inst->getType())) {
      inst->replaceAllUsesWith(PoisonValue::get(inst->getType()));
      if (!is_contained(dead, inst))
        dead.push_back(inst);
    }
  for (Instruction *inst : dead)
    inst->eraseFromParent();
  legalize::eraseDeadInstructions(function);
  return Error::success();
}

/// Integers of 65 to 128 bits become two of 64.
Error legalize::splitWideIntegers(Module &module) {
  for (Function &function : getBodies(module))
    if (any_of(instructions(function), [](const Instruction &inst) {
          return isWide(inst.getType()) ||
                 any_of(inst.operands(),
                        [](const Use &use) { return isWide(use->getType()); });
        }))
      if (Error error = Splitting(function).run())
        return error;
  return Error::success();
}
