//===- ResourceValues.cpp - Variables of resource types -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A value of a resource type is the number of a resource, an i32. Where it is a constant,
// an access is one of this resource. Otherwise branches over the resources that the value
// may mean give each lane its own access: targets cannot compute with resources.

#include "Emitter.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The values that may become an argument or a result of control flow; none if it is not
/// complete yet.
static SmallVector<Value> getSources(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast_or_null<scf::ForOp>(parent))
      return index == 0
                 ? SmallVector<Value>()
                 : SmallVector<Value>{loop.getInitArgs()[index - 1],
                                      loop.getYieldedValues()[index - 1]};
    if (auto loop = dyn_cast_or_null<scf::WhileOp>(parent))
      return argument.getOwner() == loop.getBeforeBody()
                 ? SmallVector<Value>{loop.getInits()[index],
                                      loop.getYieldOp().getOperand(index)}
                 : SmallVector<Value>{loop.getConditionOp().getArgs()[index]};
    return {};
  }
  unsigned index = cast<OpResult>(value).getResultNumber();
  Operation *op = value.getDefiningOp();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {branch.thenYield().getOperand(index),
            branch.elseYield().getOperand(index)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getArgs()[index]};
  return {};
}

/// Finds the numbers that a value may have; fails if it may have others.
bool Emitter::traceResources(Value number, std::set<uint32_t> &numbers,
                             llvm::SmallPtrSetImpl<void *> &visited) const {
  if (!visited.insert(number.getAsOpaquePointer()).second)
    return true;
  if (std::optional<int64_t> known = knownInteger(number)) {
    numbers.insert(*known);
    return true;
  }
  SmallVector<Value> sources = getSources(number);
  return !sources.empty() && llvm::all_of(sources, [&](Value source) {
    return traceResources(source, numbers, visited);
  });
}

std::optional<ResourceChoice> Emitter::resourcesOf(const Expr *expression) {
  Value number = emitValue(expression).leaf;
  At at(*this, expression->getExprLoc());
  ResourceChoice made;
  made.number = number;
  std::set<uint32_t> numbers;
  llvm::SmallPtrSet<void *, 8> visited;
  if (traceResources(number, numbers, visited)) {
    made.mayBeNone = numbers.erase(kNoResource);
    for (uint32_t one : numbers)
      made.candidates.push_back(resources[one].get());
  } else {
    QualType type = types.plain(expression->getType());
    for (const auto &resource : resources)
      if (resource->type == type)
        made.candidates.push_back(resource.get());
    made.mayBeNone = true;
  }
  if (!made.candidates.empty())
    return made;
  fail(expression->getExprLoc(), "resource-unassigned",
       "this variable has no resource here: assign one to it before");
  return std::nullopt;
}

const Resource *Emitter::resourceOf(const Expr *expression) {
  std::optional<ResourceChoice> choice = resourcesOf(expression);
  if (!choice)
    return nullptr;
  if (choice->isKnown())
    return choice->candidates.front();
  fail(expression->getExprLoc(), "buffer-choice",
       "a resource must be named here: a condition or an index cannot choose "
       "between resources");
  return nullptr;
}

Tree Emitter::choose(const ResourceChoice &choice,
                     function_ref<Tree(const Resource &)> use,
                     function_ref<Tree()> none) {
  std::function<Tree(size_t)> from = [&](size_t place) -> Tree {
    if (place == choice.candidates.size())
      return none();
    const Resource &resource = *choice.candidates[place];
    if (place + 1 == choice.candidates.size() && !choice.mayBeNone)
      return use(resource);
    Value is = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::eq, choice.number,
        integer(resource.number));
    return branch(
        is, [&] { return use(resource); }, [&] { return from(place + 1); });
  };
  return from(0);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The place of an access of one of the candidates.
Place Emitter::withResource(Place place, const Resource &resource) {
  place.choice = nullptr;
  place.name = resource.source.name;
  if (place.kind == Place::Kind::Texel)
    place.texture = &resource;
  else
    place.memory.array = resource.argument;
  return place;
}

/// Remembers among which resources lanes choose.
static Place chooseAmong(ResourceChoice choice, Place place) {
  if (!choice.isKnown())
    place.choice = std::make_shared<ResourceChoice>(std::move(choice));
  return place;
}

Place Emitter::placeOfElement(const clang::CXXOperatorCallExpr *subscript) {
  std::optional<ResourceChoice> choice = resourcesOf(subscript->getArg(0));
  if (!choice)
    return temporary(undefined(subscript->getType()), subscript->getType());
  checkCoordinates(subscript->getArg(1));
  Place place = elementOf(*choice->candidates.front(), subscript->getArg(1));
  return chooseAmong(std::move(*choice), std::move(place));
}

/// The constants of a `ConstantBuffer<T>`.
Place Emitter::constantsOf(const Expr *buffer) {
  std::optional<ResourceChoice> choice = resourcesOf(buffer);
  if (!choice)
    return temporary(undefined(buffer->getType()), buffer->getType());
  const Resource &first = *choice->candidates.front();
  Place place;
  place.kind = Place::Kind::Memory;
  place.type = first.element;
  place.name = first.source.name;
  place.memory.array = first.argument;
  place.memory.packing = Packing::Rows;
  place.memory.isWritable = false;
  return chooseAmong(std::move(*choice), std::move(place));
}

void Emitter::evaluateArguments(const clang::CallExpr *call) {
  for (const Expr *argument : call->arguments()) {
    const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument);
    if (out)
      evaluatedPlaces.try_emplace(out->getArgLValue(),
                                  placeOf(out->getArgLValue()));
    else
      evaluated.try_emplace(argument, emitValue(argument));
  }
}

void Emitter::forgetArguments(const clang::CallExpr *call) {
  for (const Expr *argument : call->arguments()) {
    evaluated.erase(argument);
    if (const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument))
      evaluatedPlaces.erase(out->getArgLValue());
  }
}

/// A method of a resource.
Tree Emitter::emitMethod(const clang::CXXMemberCallExpr *call) {
  const Expr *object = call->getImplicitObjectArgument();
  QualType type = call->getType();
  auto nothing = [&] { return type->isVoidType() ? Tree() : undefined(type); };
  std::optional<ResourceChoice> choice = resourcesOf(object);
  if (!choice)
    return nothing();
  auto use = [&](const Resource &resource) {
    Tree number;
    number.leaf = integer(resource.number);
    evaluated[object] = number;
    Tree made = emitMethod(call, resource);
    evaluated.erase(object);
    return made;
  };
  if (choice->isKnown())
    return use(*choice->candidates.front());
  // All lanes evaluate the arguments together.
  evaluateArguments(call);
  At at(*this, call->getExprLoc());
  Tree made = choose(*choice, use, nothing);
  forgetArguments(call);
  return made;
}

/// `Interlocked...` of an element of one of several resources.
void Emitter::emitAtomicOfChoice(const clang::CallExpr *call, StringRef name,
                                 const Place &target) {
  const Expr *element =
      cast<clang::HLSLOutArgExpr>(call->getArg(0))->getArgLValue();
  evaluatedPlaces[element] = target;
  evaluateArguments(call);
  At at(*this, call->getExprLoc());
  choose(
      *target.choice,
      [&](const Resource &resource) {
        evaluatedPlaces[element] = withResource(target, resource);
        emitAtomic(call, name);
        return Tree();
      },
      [] { return Tree(); });
  forgetArguments(call);
}

//===----------------------------------------------------------------------===//
// Arrays and loops
//===----------------------------------------------------------------------===//

/// Checks an index of an array of resources. One that lanes compute is also the index of
/// a table, so that an instrumented run reports it where it is out of range.
void Emitter::checkResourceIndex(const Place &array, Value index,
                                 SourceLocation location) {
  std::optional<int64_t> known = knownInteger(index);
  size_t count = types.partsOf(array.type).size();
  if (known && static_cast<uint32_t>(*known) >= count)
    fail(location, "resource-index",
         "'" + array.name + "' has " + Twine(count) +
             (count == 1 ? " element" : " elements") + ": the index " +
             Twine(static_cast<int32_t>(*known)) + " is out of range");
  if (known || count > kMostTableElements)
    return;
  SmallVector<int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  At at(*this, location);
  LookupOp::create(builder,
                   NameLoc::get(builder.getStringAttr(array.name), loc()),
                   builder.getI32Type(), index,
                   DenseElementsAttr::get(
                       RankedTensorType::get({static_cast<int64_t>(count)},
                                             builder.getI32Type()),
                       ArrayRef<int32_t>(numbers)));
}

/// The values that a loop carries, with the first values of the resources to which it does
/// not assign: they stay known in the loop.
SmallVector<Value> Emitter::keepResources(ArrayRef<Value> inits,
                                          ArrayRef<Value> arguments,
                                          const Stmt *loop) const {
  SmallVector<Value> made(arguments);
  std::optional<AssignedResources> assigned;
  size_t next = 0;
  std::function<void(QualType, const Tree &)> visit = [&](QualType type,
                                                          const Tree &value) {
    if (value.leaf) {
      if (types.isResource(type))
        made[next] = inits[next];
      ++next;
      return;
    }
    SmallVector<QualType> parts = types.partsOf(type);
    for (auto [part, partType] : llvm::zip(value.parts, parts))
      visit(partType, part);
  };
  for (const auto &[variable, value] : state.env) {
    if (variable->declaration && types.holdsResource(variable->type)) {
      if (!assigned)
        assigned.emplace(loop);
      if (!assigned->contains(variable->declaration)) {
        visit(variable->type, value);
        continue;
      }
    }
    SmallVector<Value> leaves;
    flatten(value, leaves);
    next += leaves.size();
  }
  return made;
}
