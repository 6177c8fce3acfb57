//===- WidenIntegers.cpp - Integers of widths that DXIL has not ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An integer of an odd width is computed in the next legal one. What is above its own width
// is anything, until an operation that looks there clears it or extends the sign.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;

namespace {
class Widening {
public:
  explicit Widening(Function &function)
      : function(function), module(*function.getParent()),
        builder(function.getContext()) {}

  Error run();

private:
  bool isOdd(Type *type) const {
    return type->isIntegerTy() &&
           !legalize::isLegalWidth(module, type->getIntegerBitWidth());
  }
  bool touchesOdd(const Instruction &inst) const;
  /// The legal type that holds it; a legal type itself.
  Type *getWide(Type *type) const;

  /// A value with anything above its width, with zeros there, with its sign there.
  Value *getAny(Value *value);
  Value *getZeroed(Value *value);
  Value *getSigned(Value *value);
  Value *getExtended(Value *value, bool isSigned) {
    return isSigned ? getSigned(value) : getZeroed(value);
  }
  void moveBehind(Value *value, Instruction *user);

  /// Null if there is no form for it.
  Value *visit(Instruction &inst);
  Value *visitBinary(BinaryOperator &inst);
  Value *visitCast(CastInst &inst);
  void visitSwitch(SwitchInst &inst);
  Value *setZeroed(Value *value, Type *narrow) {
    zeroed[{value, narrow}] = value;
    return value;
  }

  Function &function;
  Module &module;
  IRBuilder<> builder;
  DenseMap<Value *, Value *> wide;
  /// By the wide value and the type that it stands for: one may stand for several.
  using Extensions = DenseMap<std::pair<Value *, Type *>, Value *>;
  Extensions zeroed, signExtended;
};
} // namespace

bool Widening::touchesOdd(const Instruction &inst) const {
  return isOdd(inst.getType()) ||
         any_of(inst.operands(), [&](const Use &operand) {
           // Literal bytes are operands of functions of DXIL.
           return isOdd(operand->getType()) &&
                  !(isa<CallInst>(inst) && isa<ConstantInt>(operand));
         });
}

Type *Widening::getWide(Type *type) const {
  if (!isOdd(type))
    return type;
  return IntegerType::get(
      type->getContext(),
      legalize::getLegalWidth(module, type->getIntegerBitWidth()));
}

Value *Widening::getAny(Value *value) {
  if (!isOdd(value->getType()))
    return value;
  Type *type = getWide(value->getType());
  if (isa<PoisonValue>(value))
    return PoisonValue::get(type);
  if (isa<UndefValue>(value))
    return UndefValue::get(type);
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(
        type, constant->getValue().zext(type->getIntegerBitWidth()));
  return wide.lookup(value);
}

/// Behind the definition, so that one extension serves all users.
void Widening::moveBehind(Value *value, Instruction *user) {
  auto *definition = dyn_cast<Instruction>(value);
  if (!definition)
    return builder.SetInsertPoint(user);
  builder.SetInsertPoint(*definition->getInsertionPointAfterDef());
}

Value *Widening::getZeroed(Value *value) {
  Value *any = getAny(value);
  if (!isOdd(value->getType()) || isa<UndefValue>(any))
    return any;
  Value *&known = zeroed[{any, value->getType()}];
  if (known)
    return known;
  IRBuilderBase::InsertPointGuard guard(builder);
  moveBehind(any, &*builder.GetInsertPoint());
  unsigned width = any->getType()->getIntegerBitWidth();
  return known = builder.CreateAnd(
             any, APInt::getLowBitsSet(width,
                                       value->getType()->getIntegerBitWidth()));
}

Value *Widening::getSigned(Value *value) {
  Value *any = getAny(value);
  if (!isOdd(value->getType()) || isa<UndefValue>(any))
    return any;
  Value *&known = signExtended[{any, value->getType()}];
  if (known)
    return known;
  IRBuilderBase::InsertPointGuard guard(builder);
  moveBehind(any, &*builder.GetInsertPoint());
  unsigned above = any->getType()->getIntegerBitWidth() -
                   value->getType()->getIntegerBitWidth();
  return known = builder.CreateAShr(builder.CreateShl(any, above), above);
}

Value *Widening::visitBinary(BinaryOperator &inst) {
  Value *a = inst.getOperand(0), *b = inst.getOperand(1);
  auto opcode = inst.getOpcode();
  auto create = [&](Value *a, Value *b) {
    return builder.CreateBinOp(opcode, a, b);
  };
  auto isZeroed = [&](Value *value) {
    return isa<ConstantInt>(value) ||
           zeroed.lookup({getAny(value), value->getType()}) == getAny(value);
  };
  switch (opcode) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return create(getAny(a), getAny(b));
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor: {
    bool result = opcode == Instruction::And ? isZeroed(a) || isZeroed(b)
                                             : isZeroed(a) && isZeroed(b);
    Value *value = create(getAny(a), getAny(b));
    return result ? setZeroed(value, inst.getType()) : value;
  }
  case Instruction::Shl:
    return create(getAny(a), getZeroed(b));
  case Instruction::AShr:
    a = getSigned(a);
    return create(a, getZeroed(b));
  case Instruction::LShr:
  case Instruction::UDiv:
  case Instruction::URem:
    a = getZeroed(a);
    return setZeroed(create(a, getZeroed(b)), inst.getType());
  case Instruction::SDiv:
  case Instruction::SRem:
    a = getSigned(a);
    return create(a, getSigned(b));
  default:
    return nullptr;
  }
}

Value *Widening::visitCast(CastInst &inst) {
  Value *operand = inst.getOperand(0);
  Type *type = getWide(inst.getType());
  switch (inst.getOpcode()) {
  case Instruction::Trunc:
    if (inst.getType()->isIntegerTy(1)) {
      Value *any = getAny(operand);
      Value *bit = any;
      if (cast<TruncInst>(inst).hasNoUnsignedWrap())
        bit = getZeroed(operand);
      else
        bit = builder.CreateAnd(any, ConstantInt::get(any->getType(), 1));
      return builder.CreateICmpNE(bit, Constant::getNullValue(any->getType()));
    }
    return builder.CreateTrunc(getAny(operand), type);
  case Instruction::ZExt: {
    Value *value = builder.CreateZExtOrTrunc(getZeroed(operand), type);
    return isOdd(inst.getType()) ? setZeroed(value, inst.getType()) : value;
  }
  case Instruction::SExt:
    return builder.CreateSExtOrTrunc(getSigned(operand), type);
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    // What does not fit has no value, so that the sign decides nothing.
    return builder.CreateCast(inst.getOpcode(), operand, type);
  case Instruction::SIToFP:
    return builder.CreateSIToFP(getSigned(operand), type);
  case Instruction::UIToFP:
    return builder.CreateUIToFP(getZeroed(operand), type);
  default:
    return nullptr;
  }
}

void Widening::visitSwitch(SwitchInst &inst) {
  Value *condition = getZeroed(inst.getCondition());
  SwitchInst *other = builder.CreateSwitch(condition, inst.getDefaultDest(),
                                           inst.getNumCases());
  for (const auto &edge : inst.cases())
    other->addCase(cast<ConstantInt>(getAny(edge.getCaseValue())),
                   edge.getCaseSuccessor());
  other->copyMetadata(inst);
}

Value *Widening::visit(Instruction &inst) {
  builder.SetInsertPoint(&inst);
  if (auto *phi = dyn_cast<PHINode>(&inst))
    return builder.CreatePHI(getWide(phi->getType()),
                             phi->getNumIncomingValues());
  if (auto *binary = dyn_cast<BinaryOperator>(&inst))
    return visitBinary(*binary);
  if (auto *cast = dyn_cast<CastInst>(&inst))
    return visitCast(*cast);
  if (auto *compare = dyn_cast<ICmpInst>(&inst)) {
    bool isSigned = compare->isSigned();
    Value *a = getExtended(compare->getOperand(0), isSigned);
    Value *b = getExtended(compare->getOperand(1), isSigned);
    return builder.CreateICmp(compare->getPredicate(), a, b);
  }
  if (auto *select = dyn_cast<SelectInst>(&inst))
    return builder.CreateSelect(select->getCondition(),
                                getAny(select->getTrueValue()),
                                getAny(select->getFalseValue()));
  return nullptr;
}

static bool isNarrowingToBool(const Instruction &inst) {
  return isa<TruncInst>(inst) && inst.getType()->isIntegerTy(1);
}

Error Widening::run() {
  SmallVector<Instruction *> odd;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &inst : *block)
      if (touchesOdd(inst) || isNarrowingToBool(inst))
        odd.push_back(&inst);
  for (Instruction *inst : odd) {
    auto isTooWide = [&](Value *value) {
      return isOdd(value->getType()) &&
             (value->getType()->getIntegerBitWidth() > 64 ||
              isa<ConstantExpr>(value));
    };
    if (isTooWide(inst) || any_of(inst->operand_values(), isTooWide))
      return legalize::refuse(*inst, "an integer of more than 64 bits");
    if (auto *branch = dyn_cast<SwitchInst>(inst)) {
      builder.SetInsertPoint(branch);
      visitSwitch(*branch);
      continue;
    }
    Value *value = visit(*inst);
    if (!value)
      return legalize::refuse(*inst, "an integer of a width that DXIL has not");
    if (isa<Instruction>(value) && !value->hasName())
      value->takeName(inst);
    if (isOdd(inst->getType()))
      wide[inst] = value;
    else
      inst->replaceAllUsesWith(value);
  }
  for (Instruction *inst : odd)
    if (auto *phi = dyn_cast<PHINode>(inst))
      for (auto [value, block] :
           zip_equal(phi->incoming_values(), phi->blocks()))
        cast<PHINode>(wide[phi])->addIncoming(getAny(value), block);
  for (Instruction *inst : odd)
    if (isOdd(inst->getType()))
      inst->replaceAllUsesWith(PoisonValue::get(inst->getType()));
  for (Instruction *inst : odd)
    inst->eraseFromParent();
  legalize::eraseDeadInstructions(function);
  return Error::success();
}

/// Integers have 1, 32 or 64 bits, or 16 where the module is for native low precision. What
/// becomes a bool is compared with zero.
Error legalize::widenIntegers(Module &module) {
  for (Function &function : getBodies(module))
    if (Error error = Widening(function).run())
      return error;
  return Error::success();
}
