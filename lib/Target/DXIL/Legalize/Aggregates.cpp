//===- Aggregates.cpp - Structures and arrays become their members -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <map>

using namespace llvm;
using namespace mlir::dxil;

/// A handle is one value, although it is a structure.
static bool isAggregate(Type *type) {
  if (auto *structure = dyn_cast<StructType>(type))
    return structure->isLiteral() || structure->getName() != "dx.types.Handle";
  return type->isArrayTy();
}

static unsigned countMembers(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements();
  return cast<StructType>(type)->getNumElements();
}

namespace {
using Path = SmallVector<unsigned, 4>;

/// Finds a member of a value on demand.
class Members {
public:
  explicit Members(Function &function) : function(function) {}

  void run();

private:
  Value *get(Value *aggregate, ArrayRef<unsigned> path);
  Value *find(Value *aggregate, ArrayRef<unsigned> path);
  Value *findInserted(InsertValueInst *insert, ArrayRef<unsigned> path);
  Value *createPhi(PHINode *phi, const Path &path);
  void store(StoreInst *store);
  void visitScalars(Type *type, Path &path,
                    function_ref<void(const Path &)> visit);

  Function &function;
  std::map<std::pair<Value *, Path>, Value *> known;
};
} // namespace

void Members::visitScalars(Type *type, Path &path,
                           function_ref<void(const Path &)> visit) {
  if (!isAggregate(type))
    return visit(path);
  for (unsigned i = 0, e = countMembers(type); i < e; ++i) {
    path.push_back(i);
    visitScalars(ExtractValueInst::getIndexedType(type, i), path, visit);
    path.pop_back();
  }
}

/// Only a scalar member is asked for.
Value *Members::get(Value *aggregate, ArrayRef<unsigned> path) {
  if (path.empty())
    return aggregate;
  std::pair key(aggregate, Path(path));
  if (auto it = known.find(key); it != known.end())
    return it->second;
  Value *member = find(aggregate, path);
  known[key] = member;
  return member;
}

Value *Members::findInserted(InsertValueInst *insert, ArrayRef<unsigned> path) {
  ArrayRef<unsigned> inserted = insert->getIndices();
  if (path.take_front(inserted.size()) == inserted)
    return get(insert->getInsertedValueOperand(),
               path.drop_front(inserted.size()));
  return get(insert->getAggregateOperand(), path);
}

Value *Members::createPhi(PHINode *phi, const Path &path) {
  Type *type = ExtractValueInst::getIndexedType(phi->getType(), path);
  PHINode *member = PHINode::Create(type, phi->getNumIncomingValues(),
                                    phi->getName(), phi->getIterator());
  member->setDebugLoc(phi->getDebugLoc());
  known[{phi, path}] = member;
  for (auto [value, block] : zip_equal(phi->incoming_values(), phi->blocks()))
    member->addIncoming(get(value, path), block);
  return member;
}

Value *Members::find(Value *aggregate, ArrayRef<unsigned> path) {
  if (auto *constant = dyn_cast<Constant>(aggregate)) {
    for (unsigned i : path)
      constant = constant->getAggregateElement(i);
    return constant;
  }
  if (auto *insert = dyn_cast<InsertValueInst>(aggregate))
    return findInserted(insert, path);
  if (auto *phi = dyn_cast<PHINode>(aggregate))
    return createPhi(phi, Path(path));
  if (auto *extract = dyn_cast<ExtractValueInst>(aggregate)) {
    Path whole(extract->getIndices());
    append_range(whole, path);
    return get(extract->getAggregateOperand(), whole);
  }
  auto *inst = cast<Instruction>(aggregate);
  IRBuilder<> builder(inst);
  if (auto *select = dyn_cast<SelectInst>(inst)) {
    Value *ifTrue = get(select->getTrueValue(), path);
    Value *ifFalse = get(select->getFalseValue(), path);
    return builder.CreateSelect(select->getCondition(), ifTrue, ifFalse);
  }
  if (auto *load = dyn_cast<LoadInst>(inst)) {
    SmallVector<Value *> indices = {builder.getInt32(0)};
    for (unsigned i : path)
      indices.push_back(builder.getInt32(i));
    Value *pointer = builder.CreateInBoundsGEP(
        load->getType(), load->getPointerOperand(), indices);
    return builder.CreateLoad(
        ExtractValueInst::getIndexedType(load->getType(), path), pointer);
  }
  builder.SetInsertPoint(inst->getNextNode());
  return builder.CreateExtractValue(inst, path);
}

void Members::store(StoreInst *store) {
  IRBuilder<> builder(store);
  Type *type = store->getValueOperand()->getType();
  Path path;
  visitScalars(type, path, [&](const Path &path) {
    SmallVector<Value *> indices = {builder.getInt32(0)};
    for (unsigned i : path)
      indices.push_back(builder.getInt32(i));
    Value *member = get(store->getValueOperand(), path);
    builder.CreateStore(member, builder.CreateInBoundsGEP(
                                    type, store->getPointerOperand(), indices));
  });
  store->eraseFromParent();
}

/// Whether it is a structure that DXIL has.
static bool isGiven(const Value *aggregate) {
  return isa<CallInst, AtomicCmpXchgInst>(aggregate);
}

static void replace(Instruction *inst, Value *value) {
  inst->replaceAllUsesWith(value);
  inst->eraseFromParent();
}

void Members::run() {
  SmallVector<Instruction *> aggregates;
  for (Instruction &inst : make_early_inc_range(instructions(function))) {
    if (isAggregate(inst.getType()))
      aggregates.push_back(&inst);
    if (auto *write = dyn_cast<StoreInst>(&inst);
        write && isAggregate(write->getValueOperand()->getType()))
      store(write);
  }
  SmallVector<ExtractValueInst *> extracts;
  for (Instruction &inst : instructions(function))
    if (auto *extract = dyn_cast<ExtractValueInst>(&inst);
        extract && !isAggregate(extract->getType()))
      extracts.push_back(extract);
  auto *given = partition(extracts, [](ExtractValueInst *extract) {
    return !isGiven(extract->getAggregateOperand());
  });
  for (ExtractValueInst *extract : make_range(extracts.begin(), given))
    replace(extract,
            get(extract->getAggregateOperand(), extract->getIndices()));
  // A member that was asked for stands right behind its source.
  for (ExtractValueInst *extract : make_range(given, extracts.end())) {
    auto it = known.find(
        {extract->getAggregateOperand(), Path(extract->getIndices())});
    if (it != known.end())
      replace(extract, it->second);
  }
  // Phis may use one another.
  for (Instruction *inst : aggregates)
    if (!isGiven(inst) && all_of(inst->users(), [](const User *user) {
          return isa<PHINode, SelectInst, InsertValueInst, ExtractValueInst>(
              user);
        })) {
      inst->replaceAllUsesWith(PoisonValue::get(inst->getType()));
      inst->eraseFromParent();
    }
  legalize::eraseDeadInstructions(function);
}

/// Structures and arrays exist only as what a function of DXIL or cmpxchg gives, and as
/// literal operands.
Error legalize::splitAggregates(Module &module) {
  for (Function &function : getBodies(module))
    if (any_of(instructions(function), [](const Instruction &inst) {
          auto *store = dyn_cast<StoreInst>(&inst);
          return isAggregate(inst.getType()) ||
                 (store && isAggregate(store->getValueOperand()->getType()));
        }))
      Members(function).run();
  return Error::success();
}
