//===- PointerChoices.cpp - Phis and selects of pointers and handles -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// DXIL wants to see which array an access goes to, and which call made a handle. A phi or a
// select of pointers becomes one of offsets. Where it chooses between several arrays, a
// second one chooses the array's number, and each access is repeated for each array, behind
// a branch on that number. A handle is like a pointer: what made it is the array, and the
// index within its range is the offset.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"
#include "PointerRoots.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
/// What a pointer or a handle may be: numbers of roots, which of them it is, and where
/// in it.
struct Place {
  SmallSetVector<unsigned, 4> roots;
  WeakTrackingVH root;
  WeakTrackingVH offset;
};

class Choices {
public:
  explicit Choices(Function &function)
      : function(function), builder(function.getContext()),
        layout(function.getDataLayout()), roots(layout) {}

  Error run();

private:
  using Roots = SmallSetVector<unsigned, 4>;

  Error collectRoots(Instruction *choice);

  Place find(Value *value);
  Value *findOffset(GEPOperator *gep, Value *base);
  Value *isRoot(Value *root, unsigned number);
  Error replicate(Instruction *access, unsigned operand, const Place &place);
  Error replicateAccesses(Instruction *choice);
  void simplify();

  Function &function;
  IRBuilder<> builder;
  const DataLayout &layout;
  SmallVector<Instruction *> choices;
  DenseMap<Value *, Roots> rootsOf;
  PointerRoots roots;
  DenseMap<Value *, Place> places;
  SmallVector<PHINode *> phis;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which roots there are
//===----------------------------------------------------------------------===//

static SmallVector<Value *> getChosen(Instruction *choice) {
  if (auto *phi = dyn_cast<PHINode>(choice))
    return SmallVector<Value *>(phi->incoming_values());
  auto *select = cast<SelectInst>(choice);
  return {select->getTrueValue(), select->getFalseValue()};
}

/// Through choices of choices.
Error Choices::collectRoots(Instruction *choice) {
  SmallSetVector<Value *, 8> worklist;
  worklist.insert(choice);
  Roots &found = rootsOf[choice];
  for (unsigned i = 0; i < worklist.size(); ++i)
    for (Value *value : getChosen(cast<Instruction>(worklist[i]))) {
      if (Error error = roots.add(choice, value, found))
        return error;
      if (isChoice(stripOffsets(value)))
        worklist.insert(stripOffsets(value));
    }
  if (found.empty())
    return refuse(*choice, "a choice of pointers to nothing");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Numbers and offsets
//===----------------------------------------------------------------------===//

/// The offset of a GEP in units, computed where it stands.
Value *Choices::findOffset(GEPOperator *gep, Value *base) {
  IRBuilder<>::InsertPointGuard guard(builder);
  if (auto *inst = dyn_cast<GetElementPtrInst>(gep))
    builder.SetInsertPoint(inst);
  SmallMapVector<Value *, APInt, 4> variables;
  APInt constant(32, 0);
  gep->collectOffset(layout, 32, variables, constant);
  Value *offset = base;
  const int64_t unit = roots.getUnit();
  for (auto &[variable, stride] : variables) {
    Value *index = builder.CreateSExtOrTrunc(variable, builder.getInt32Ty());
    int64_t scale = stride.getSExtValue() / unit;
    if (scale != 1)
      index = builder.CreateMul(index, builder.getInt32(scale));
    offset = getLiteral(offset) == 0 ? index : builder.CreateAdd(offset, index);
  }
  int64_t shift = constant.getSExtValue() / unit;
  return shift == 0 ? offset
                    : builder.CreateAdd(offset, builder.getInt32(shift));
}

Place Choices::find(Value *value) {
  if (auto it = places.find(value); it != places.end())
    return it->second;
  Place place;
  Constant *zero = builder.getInt32(0);
  if (isa<UndefValue, ConstantPointerNull>(value)) {
    place.root = place.offset = PoisonValue::get(builder.getInt32Ty());
    return place;
  }
  if (auto *gep = dyn_cast<GEPOperator>(value)) {
    place = find(gep->getPointerOperand());
    place.offset = findOffset(gep, place.offset);
    return places[value] = place;
  }
  if (!isChoice(value)) {
    Roots found;
    cantFail(roots.add(nullptr, value, found));
    place.roots = found;
    place.root = builder.getInt32(found.front());
    Value *index = PointerRoots::findHandleIndex(value);
    place.offset = index ? index : zero;
    return places[value] = place;
  }
  auto *choice = cast<Instruction>(value);
  place.roots = rootsOf.find(choice)->second;
  bool single = place.roots.size() == 1;
  IRBuilder<>::InsertPointGuard guard(builder);
  builder.SetInsertPoint(choice);
  if (auto *phi = dyn_cast<PHINode>(choice)) {
    unsigned count = phi->getNumIncomingValues();
    auto *offset = builder.CreatePHI(builder.getInt32Ty(), count);
    auto *root =
        single ? nullptr : builder.CreatePHI(builder.getInt32Ty(), count);
    place.offset = offset;
    if (single)
      place.root = builder.getInt32(place.roots.front());
    else
      place.root = root;
    places[value] = place;
    for (auto [incoming, block] :
         zip_equal(phi->incoming_values(), phi->blocks())) {
      Place from = find(incoming);
      offset->addIncoming(from.offset, block);
      if (root)
        root->addIncoming(from.root, block);
    }
    phis.push_back(offset);
    if (root)
      phis.push_back(root);
    return place;
  }
  auto *select = cast<SelectInst>(choice);
  Place a = find(select->getTrueValue()), b = find(select->getFalseValue());
  Value *condition = select->getCondition();
  place.offset = a.offset == b.offset
                     ? static_cast<Value *>(a.offset)
                     : builder.CreateSelect(condition, a.offset, b.offset);
  place.root = single ? builder.getInt32(place.roots.front())
                      : builder.CreateSelect(condition, a.root, b.root);
  return places[value] = place;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// A select between two numbers was a condition already.
Value *Choices::isRoot(Value *root, unsigned number) {
  if (auto *select = dyn_cast<SelectInst>(root))
    if (isa<ConstantInt>(select->getTrueValue()) &&
        isa<ConstantInt>(select->getFalseValue())) {
      bool first = getLiteral(select->getTrueValue()) == number;
      bool second = getLiteral(select->getFalseValue()) == number;
      if (first != second)
        return first ? select->getCondition()
                     : builder.CreateNot(select->getCondition());
    }
  return builder.CreateICmpEQ(root, builder.getInt32(number));
}

/// What a result is used through: itself, or its members.
static SmallVector<Instruction *> getResults(Instruction *access) {
  if (!access->getType()->isStructTy())
    return access->getType()->isVoidTy() ? SmallVector<Instruction *>()
                                         : SmallVector<Instruction *>{access};
  SmallVector<Instruction *> results;
  for (User *user : access->users())
    results.push_back(cast<Instruction>(user));
  return results;
}

Error Choices::replicate(Instruction *access, unsigned operand,
                         const Place &place) {
  auto *call = dyn_cast<CallInst>(access);
  if (access->isTerminator() ||
      (call && (call->cannotDuplicate() || call->isConvergent())))
    return refuse(*access, "a choice of pointers for what cannot be repeated");
  if (access->getType()->isStructTy() &&
      !all_of(access->users(), IsaPred<ExtractValueInst>))
    return refuse(*access, "a result that is not taken apart");
  SmallVector<Instruction *> results = getResults(access);
  BasicBlock *head = access->getParent();
  BasicBlock *tail = head->splitBasicBlock(access->getIterator());
  head->getTerminator()->eraseFromParent();
  SmallVector<PHINode *> merged;
  builder.SetInsertPoint(tail, tail->begin());
  for (Instruction *result : results)
    merged.push_back(builder.CreatePHI(result->getType(), place.roots.size()));
  BasicBlock *from = head;
  for (unsigned number : place.roots) {
    BasicBlock *block =
        BasicBlock::Create(function.getContext(), "", &function, tail);
    builder.SetInsertPoint(from);
    if (number == place.roots.back()) {
      builder.CreateBr(block);
    } else {
      BasicBlock *next =
          BasicBlock::Create(function.getContext(), "", &function, tail);
      builder.CreateCondBr(isRoot(place.root, number), block, next);
      from = next;
    }
    builder.SetInsertPoint(block);
    Value *root = roots.create(builder, number, place.offset);
    Instruction *copy = builder.Insert(access->clone());
    copy->setOperand(operand, root);
    for (auto [result, phi] : zip_equal(results, merged)) {
      Instruction *member = copy;
      if (result != access) {
        member = builder.Insert(result->clone());
        member->setOperand(0, copy);
      }
      phi->addIncoming(member, block);
    }
    builder.CreateBr(tail);
  }
  for (auto [result, phi] : zip_equal(results, merged)) {
    result->replaceAllUsesWith(phi);
    if (result != access)
      result->eraseFromParent();
  }
  access->eraseFromParent();
  // The last block of the chain has one predecessor and nothing to decide.
  MergeBlockIntoPredecessor(tail->getPrevNode());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Takes back phis of one value, which most numbers of an only array are.
void Choices::simplify() {
  for (bool changed = true; changed;) {
    changed = false;
    for (PHINode *&phi : phis) {
      Value *value = phi ? phi->hasConstantValue() : nullptr;
      if (!value)
        continue;
      phi->replaceAllUsesWith(value);
      phi->eraseFromParent();
      phi = nullptr;
      changed = true;
    }
  }
}

/// A use of the pointer, or of a GEP on it, that is no choice.
static Use *findAccess(Value *pointer) {
  for (Use &use : pointer->uses()) {
    if (isa<GetElementPtrInst>(use.getUser())) {
      if (Use *access = findAccess(use.getUser()))
        return access;
    } else if (!isChoice(use.getUser())) {
      return &use;
    }
  }
  return nullptr;
}

static bool isAccess(const Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst, MemIntrinsic>(user))
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user))
    return use.getOperandNo() == 0;
  return isa<CallInst>(user) && getOpcode(*user);
}

Error Choices::replicateAccesses(Instruction *choice) {
  while (Use *use = findAccess(choice)) {
    auto *access = cast<Instruction>(use->getUser());
    if (!isAccess(*use))
      return refuse(*access, "a choice of pointers that is not accessed");
    if (Error error = replicate(access, use->getOperandNo(), find(use->get())))
      return error;
  }
  return Error::success();
}

Error Choices::run() {
  for (Instruction &inst : instructions(function))
    if (isChoice(&inst))
      choices.push_back(&inst);
  if (choices.empty())
    return Error::success();
  for (Instruction *choice : choices)
    if (Error error = collectRoots(choice))
      return error;
  for (Instruction *choice : choices)
    find(choice);
  simplify();
  for (Instruction *choice : choices) {
    const Place place = find(choice);
    if (place.roots.size() > 1) {
      if (Error error = replicateAccesses(choice))
        return error;
      continue;
    }
    if (findAccess(choice)) {
      builder.SetInsertPoint(choice->getParent(),
                             isa<PHINode>(choice)
                                 ? choice->getParent()->getFirstInsertionPt()
                                 : choice->getIterator());
      choice->replaceUsesWithIf(
          roots.create(builder, place.roots.front(), place.offset),
          [](const Use &use) { return !isChoice(use.getUser()); });
    }
  }
  for (Instruction *choice : choices) {
    choice->replaceAllUsesWith(PoisonValue::get(choice->getType()));
    choice->eraseFromParent();
  }
  eraseDeadInstructions(function);
  return Error::success();
}

/// No phi and no select has a pointer or a handle.
Error legalize::removePointerChoices(Module &module) {
  for (Function &function : getBodies(module))
    if (Error error = Choices(function).run())
      return error;
  return Error::success();
}
