//===- ControlFlow.cpp - Branches, declarations and returns --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A wave operation sees exactly the lanes that reach it in the source. Two hidden flags
// for each loop track the lanes that left: `active` (the lane is in this iteration) and
// `keep` (it takes part in the next one). Regions carry them like the user's variables.
// After a statement that may clear `active`, an `scf.if` on it guards the rest of the
// block. A helper's early return clears the flags of all its loops and a flag of its own.
// A kernel's return is `wave.retire_if`.

#include "Emitter.h"
#include "Statements.h"
#include "TypeNames.h"
#include "Uninitialized.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

Emitter::Scope::Scope(Emitter &emitter)
    : emitter(emitter), count(emitter.variables.size()) {}

Emitter::Scope::~Scope() {
  emitter.state.env.remove_if(
      [&](const auto &entry) { return entry.first->number >= count; });
}

Variable *Emitter::addVariable(StringRef name, QualType type, Tree value) {
  variables.push_back(std::make_unique<Variable>(
      Variable{name.str(), types.plain(type), variables.size()}));
  assign(variables.back().get(), std::move(value));
  return variables.back().get();
}

void Emitter::assign(Variable *variable, Tree value) {
  if (variable->written)
    state.env[variable->written] = flagsOf(value, variable->type);
  forgetFlags(value);
  nameValue(value, variable->name);
  state.env[variable] = std::move(value);
}

void Emitter::setFlag(Variable *flag, bool value) {
  Tree made;
  made.leaf = boolean(value);
  state.env[flag] = made;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Emitter::Branch Emitter::buildBranch(function_ref<Tree()> build) {
  Branch made;
  State outer = state;
  made.block = std::make_unique<Block>();
  {
    OpBuilder::InsertionGuard inside(builder);
    builder.setInsertionPointToEnd(made.block.get());
    made.value = build();
  }
  made.state = std::move(state);
  state = std::move(outer);
  return made;
}

static bool hasSameLeaves(const Tree &a, const Tree &b) {
  return a.leaf == b.leaf && a.parts.size() == b.parts.size() &&
         llvm::all_of(llvm::zip(a.parts, b.parts), [](const auto &pair) {
           return hasSameLeaves(std::get<0>(pair), std::get<1>(pair));
         });
}

/// Whether all lanes may evaluate a branch: it has no effects and sets no variable.
bool Emitter::isFlat(const Branch &branch) const {
  if (branch.state.done || branch.state.left != state.left)
    return false;
  for (const auto &[variable, value] : branch.state.env) {
    const auto *known = state.env.find(variable);
    if (known == state.env.end() || !hasSameLeaves(known->second, value))
      return false;
  }
  return llvm::all_of(*branch.block, [](Operation &op) { return isPure(&op); });
}

/// Moves the operations of a branch to the current block.
void Emitter::splice(Branch &branch) {
  Block *block = builder.getInsertionBlock();
  block->getOperations().splice(builder.getInsertionPoint(),
                                branch.block->getOperations());
}

/// Ends an `scf.if`: what differs between the branches becomes its results.
Tree Emitter::merge(Value condition, Branch &a, Branch &b) {
  SmallVector<Value> ofA, ofB;
  // The values first, then the variables.
  Tree value = a.value;
  forgetFlags(value);
  flatten(a.value, ofA);
  flatten(b.value, ofB);
  size_t valueCount = ofA.size();
  SmallVector<std::pair<Variable *, size_t>> changed;
  for (auto &[variable, valueOfA] : a.state.env) {
    auto *found = b.state.env.find(variable);
    if (found == b.state.env.end() || hasSameLeaves(valueOfA, found->second))
      continue;
    changed.push_back({variable, ofA.size()});
    flatten(valueOfA, ofA);
    flatten(found->second, ofB);
  }
  // A leaf that both branches leave as it is needs no result.
  SmallVector<Type> resultTypes;
  SmallVector<Value> yieldA, yieldB;
  for (auto [x, y] : llvm::zip(ofA, ofB)) {
    if (x == y)
      continue;
    resultTypes.push_back(x.getType());
    yieldA.push_back(x);
    yieldB.push_back(y);
  }
  Operation *made = nullptr;
  if (!resultTypes.empty() || !a.block->empty() || !b.block->empty()) {
    OperationState operation(loc(), scf::IfOp::getOperationName());
    operation.addOperands(condition);
    operation.addTypes(resultTypes);
    bool hasElse = !resultTypes.empty() || !b.block->empty();
    for (auto [branch, yields] :
         {std::pair(&a, &yieldA), std::pair(&b, &yieldB)}) {
      Region *region = operation.addRegion();
      if (branch == &b && !hasElse)
        break;
      {
        OpBuilder::InsertionGuard inside(builder);
        builder.setInsertionPointToEnd(branch->block.get());
        scf::YieldOp::create(builder, loc(), *yields);
      }
      region->push_back(branch->block.release());
    }
    made = builder.create(operation);
  }
  SmallVector<Value> results;
  unsigned next = 0;
  for (auto [x, y] : llvm::zip(ofA, ofB))
    results.push_back(x == y ? x : Value(made->getResult(next++)));
  State joined;
  joined.done = a.state.done && b.state.done;
  joined.left = a.state.left;
  joined.left.insert(b.state.left.begin(), b.state.left.end());
  for (auto &[variable, valueOfA] : a.state.env)
    if (b.state.env.count(variable))
      joined.env[variable] = valueOfA;
  for (auto [variable, first] : changed) {
    ArrayRef<Value> rest = ArrayRef(results).drop_front(first);
    replaceLeaves(joined.env[variable], rest);
    nameValue(joined.env[variable], variable->name);
  }
  state = std::move(joined);
  ArrayRef<Value> rest = ArrayRef(results).take_front(valueCount);
  replaceLeaves(value, rest);
  return value;
}

Tree Emitter::branch(Value condition, function_ref<Tree()> then,
                     function_ref<Tree()> otherwise, bool mayFlatten) {
  if (std::optional<bool> known = knownBool(condition))
    return *known ? then() : otherwise();
  Branch a = buildBranch(then), b = buildBranch(otherwise);
  // No operation selects between wave matrices.
  SmallVector<Value> leaves;
  flatten(a.value, leaves);
  if (mayFlatten && isFlat(a) && isFlat(b) &&
      llvm::none_of(
          leaves, [](Value leaf) { return isa<MatrixType>(leaf.getType()); })) {
    splice(a);
    splice(b);
    return select(condition, a.value, b.value);
  }
  return merge(condition, a, b);
}

/// Builds code that only lanes with `active` execute; the other lanes have left.
void Emitter::guard(Value active, function_ref<void()> build) {
  if (knownBool(active) == true) {
    build();
    return;
  }
  auto left = state.left;
  state.left.clear();
  state.done = false;
  Branch inside = buildBranch([&] {
    build();
    return Tree();
  });
  Branch skipped = buildBranch([] { return Tree(); });
  skipped.state.done = true;
  skipped.state.left = left;
  merge(active, inside, skipped);
}

//===----------------------------------------------------------------------===//
// Leaving
//===----------------------------------------------------------------------===//

/// Adds a frame. Without `continue`, a lane that leaves an iteration leaves the loop: one
/// flag is enough.
Frame *Emitter::pushFrame(Frame::Kind kind, bool hasContinue) {
  Tree truth;
  truth.leaf = boolean(true);
  auto frame = std::make_unique<Frame>(Frame{kind});
  frame->active = addVariable("", ast.BoolTy, truth);
  if (kind == Frame::Kind::Loop)
    frame->keep =
        hasContinue ? addVariable("", ast.BoolTy, truth) : frame->active;
  frames.push_back(std::move(frame));
  return frames.back().get();
}

/// Removes the innermost frame; its flags end with its scope.
void Emitter::popFrame() {
  state.left.erase(frames.back().get());
  formerFrames.push_back(std::move(frames.back()));
  frames.pop_back();
}

/// Clears the flags of the frames up to the one that lanes leave.
void Emitter::leave(Frame *target, bool forGood) {
  for (const auto &frame : llvm::reverse(frames)) {
    setFlag(frame->active, false);
    if (frame->keep && (forGood || frame.get() != target))
      setFlag(frame->keep, false);
    state.left.insert(frame.get());
    if (frame.get() == target)
      break;
  }
  state.done = true;
}

void Emitter::emitReturn(const clang::ReturnStmt *statement) {
  if (calls.empty()) {
    if (builder.getInsertionBlock() != &function.getBody().front())
      RetireIfOp::create(builder, loc(), boolean(true));
    state.done = true;
    return;
  }
  if (const Expr *value = statement->getRetValue()) {
    if (calls.back().result)
      assign(calls.back().result, emitValue(value));
    else
      discard(value);
  }
  leave(frames[calls.back().frame].get(), /*forGood=*/true);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Builds a block; after a statement by which lanes may leave, only the remaining lanes
/// execute the rest.
void Emitter::emitStatements(ArrayRef<const Stmt *> statements) {
  for (auto [index, statement] : llvm::enumerate(statements)) {
    if (state.done)
      return;
    emitStatement(statement);
    if (state.done || frames.empty() || !state.left.contains(innermost()))
      continue;
    ArrayRef<const Stmt *> rest = statements.drop_front(index + 1);
    if (!rest.empty()) {
      At at(*this, rest.front()->getBeginLoc());
      guard(state.env[innermost()->active].leaf, [&] { emitStatements(rest); });
    }
    return;
  }
}

void Emitter::emitStatement(const Stmt *statement) {
  if (!statement || isTooLarge)
    return;
  At at(*this, statement->getBeginLoc());
  reported = false;
  if (const auto *block = dyn_cast<clang::CompoundStmt>(statement)) {
    Scope scope(*this);
    SmallVector<const Stmt *> statements(block->body());
    return emitStatements(statements);
  }
  if (const auto *attributed = dyn_cast<clang::AttributedStmt>(statement)) {
    checkUnroll(attributed);
    return emitStatement(attributed->getSubStmt());
  }
  if (isa<clang::NullStmt>(statement))
    return;
  if (options.debug)
    noteStatement(statement);
  if (const auto *declaration = dyn_cast<clang::DeclStmt>(statement))
    return emitDeclaration(declaration);
  if (const auto *branch = dyn_cast<clang::IfStmt>(statement))
    return emitIf(branch);
  if (const auto *loop = dyn_cast<clang::ForStmt>(statement))
    return emitFor(loop);
  if (const auto *loop = dyn_cast<clang::WhileStmt>(statement)) {
    if (loop->getConditionVariable())
      return unsupported(loop->getBeginLoc(),
                         "a declaration in the condition of a loop");
    return emitLoop(loop, loop->getCond(), loop->getBody(), nullptr);
  }
  if (const auto *loop = dyn_cast<clang::DoStmt>(statement))
    return emitLoop(loop, loop->getCond(), loop->getBody(), nullptr);
  if (const auto *selection = dyn_cast<clang::SwitchStmt>(statement))
    return emitSwitch(selection);
  if (const auto *returning = dyn_cast<clang::ReturnStmt>(statement))
    return emitReturn(returning);
  if (isa<clang::BreakStmt>(statement)) {
    for (const auto &frame : llvm::reverse(frames))
      if (frame->kind != Frame::Kind::Function)
        return leave(frame.get(), /*forGood=*/true);
  }
  if (isa<clang::ContinueStmt>(statement)) {
    for (const auto &frame : llvm::reverse(frames))
      if (frame->kind == Frame::Kind::Loop)
        return leave(frame.get(), /*forGood=*/false);
  }
  if (const auto *expression = dyn_cast<Expr>(statement))
    return discard(expression);
  unsupported(statement->getBeginLoc(),
              isa<clang::GotoStmt, clang::LabelStmt>(statement)
                  ? "`goto`"
                  : "this statement");
}

void Emitter::emitDeclaration(const clang::DeclStmt *statement) {
  for (const clang::Decl *one : statement->decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    if (!variable)
      continue;
    At at(*this, variable->getLocation());
    declare(variable);
  }
}

/// Adds a static variable of a function at the kernel's start, with its value if that
/// is a constant. Other values need a flag: a lane computes them when it first gets to
/// the declaration.
void Emitter::addStaticLocal(const VarDecl *variable) {
  QualType type = types.plain(variable->getType());
  bool hasValue = statesValue(variable->getInit());
  bool isKnown = hasValue && hasKnownValue(variable);
  if (isResource(type) || !checkInitializer(variable))
    return;
  if (isKnown && variable->getType().isConstQualified()) {
    places[variable] = constantOf(variable);
    return;
  }
  At at(*this, variable->getLocation());
  if (!checkType(type, variable->getLocation())) {
    poisoned.insert(variable);
    return;
  }
  auto value = [&] { return emitValue(variable->getInit()); };
  if (types.holdsArray(type)) {
    Place place = allocate(type, variable->getName());
    place.memory.rowMajor = layouts.isRowMajor(variable);
    places[variable] = place;
    if (isKnown)
      storeWhole(place, value(), variable->getLocation());
    else
      storeZeros(place);
  } else {
    named[variable] = addVariable(variable->getName(), type,
                                  isKnown ? value() : undefined(type));
  }
  if (hasValue && !isKnown) {
    Tree no;
    no.leaf = boolean(false);
    started[variable] = addVariable("", ast.BoolTy, no);
  }
}

/// The declaration of a static variable of a function, which lanes get to.
void Emitter::startStaticLocal(const VarDecl *variable) {
  auto known = started.find(variable);
  if (known == started.end())
    return;
  Variable *flag = known->second;
  Value isFirst = builder.createOrFold<arith::XOrIOp>(
      loc(), state.env[flag].leaf, boolean(true));
  auto initialize = [&] {
    Place place = placeOfVariable(variable, variable->getLocation());
    storeWhole(place, emitValue(variable->getInit()), variable->getLocation());
    setFlag(flag, true);
    return Tree();
  };
  branch(isFirst, initialize, [] { return Tree(); });
}

/// Refuses an array of another type as the initializer of an array, which Clang 22
/// accepts and then reads as if it had the type.
bool Emitter::checkInitializer(const VarDecl *variable) {
  const Expr *init = variable->getAnyInitializer();
  if (!init || !types.isArray(types.plain(variable->getType())))
    return true;
  std::string sizes;
  QualType wanted = variable->getType(), given = init->getType();
  bool fits = true;
  while (const auto *array = ast.getAsConstantArrayType(wanted)) {
    sizes += "[" + std::to_string(array->getZExtSize()) + "]";
    const auto *other = ast.getAsConstantArrayType(given);
    fits &= other && other->getSize() == array->getSize();
    wanted = array->getElementType();
    if (other)
      given = other->getElementType();
  }
  if (fits && types.plain(wanted) == types.plain(given))
    return true;
  fail(variable->getLocation(), "hlsl-type",
       "the array '" + variable->getNameAsString() +
           "' needs a list or an array of its type: write `" +
           variable->getNameAsString() + sizes + " = {...}`");
  poisoned.insert(variable);
  return false;
}

void Emitter::declare(const VarDecl *variable) {
  QualType type = types.plain(variable->getType());
  if (!checkInitializer(variable))
    return;
  const Expr *init = variable->getAnyInitializer();
  if (variable->isStaticLocal() &&
      hasAnnotation(variable, "hlsl.groupshared")) {
    fail(variable->getLocation(), "hlsl-type",
         "the groupshared variable '" + variable->getNameAsString() +
             "' is in a function: declare it outside of functions");
    poisoned.insert(variable);
    return;
  }
  if (variable->isStaticLocal())
    return startStaticLocal(variable);
  if (variable->getType().isConstQualified() && init &&
      types.holdsArray(type) && hasKnownValue(variable)) {
    places[variable] = constantOf(variable);
    return;
  }
  if (!checkType(type, variable->getLocation())) {
    poisoned.insert(variable);
    return;
  }
  if (types.holdsArray(type)) {
    Place place = allocate(type, variable->getName());
    place.memory.rowMajor = layouts.isRowMajor(variable);
    places[variable] = place;
    if (!statesValue(init)) {
      // An assignment to a bit-field loads its integer.
      if (variable->hasGlobalStorage() || types.holdsBitFields(type))
        storeZeros(place);
      return;
    }
    return storeWhole(place, emitValue(init), variable->getLocation());
  }
  Tree value = init ? emitValue(init) : undefined(type);
  checkCoherence(variable, value);
  // Global variables without an initializer are zero.
  named[variable] = addLocal(variable, std::move(value),
                             statesValue(init) || variable->hasGlobalStorage());
}

/// The most bytes of a variable; offsets are numbers of 32 bits. Passes check the limits
/// of targets, which are much smaller.
static constexpr int64_t kMostBytes = 1 << 26;

/// Refuses types that no value has.
/// What Clang accepts in a struct of C++, but would be ignored here: the reason, and
/// its place.
static std::pair<const char *, SourceLocation>
findRefused(const clang::CXXRecordDecl *record) {
  if (record->isUnion())
    return {"a union is not supported: use a struct, and asuint or asfloat",
            record->getLocation()};
  for (const clang::FieldDecl *field : record->fields()) {
    if (field->hasInClassInitializer())
      return {"the initial value of a field is not supported: initialize the "
              "variable",
              field->getLocation()};
  }
  for (const clang::CXXMethodDecl *method : record->methods())
    if (isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) &&
        !method->isImplicit())
      return {"constructors and destructors are not supported: call a function "
              "that returns the struct",
              method->getLocation()};
  return {};
}

bool Emitter::checkType(QualType type, SourceLocation location) {
  if (types.isArray(type)) {
    int64_t bytes = ast.getTypeSizeInChars(type).getQuantity();
    if (bytes < 0 || bytes > kMostBytes) {
      unsupported(location,
                  "a variable of more than " + Twine(kMostBytes) + " bytes");
      isTooLarge = true;
      return false;
    }
  }
  if (isResource(type)) {
    const unsigned before = errorCount;
    describe(type, location);
    return errorCount == before;
  }
  if (types.isWaveMatrix(type)) {
    std::string reason = types.explainWaveMatrix(type);
    if (!reason.empty())
      fail(location, "hlsl-unsupported", reason);
    return reason.empty();
  }
  if (types.isNumber(type) || types.isMatrix(type)) {
    QualType row = types.isNumber(type) ? type : types.partsOf(type).front();
    if (types.valueOf(row))
      return true;
    unsupported(location, "the type '" + spellType(type, ast) + "'");
    return false;
  }
  if (types.isArray(type) || types.plain(type)->isRecordType()) {
    if (const auto *record = types.plain(type)->getAsCXXRecordDecl()) {
      auto [reason, place] = findRefused(record->getDefinition());
      if (reason) {
        fail(place, "hlsl-unsupported", reason);
        return false;
      }
    }
    for (QualType part : types.partsOf(type)) {
      if (!checkType(part, location))
        return false;
      if (types.isArray(type))
        break;
    }
    return true;
  }
  unsupported(location, "the type '" + spellType(type, ast) + "'");
  return false;
}

bool Emitter::checkElement(QualType type, SourceLocation location) {
  if (types.holdsWaveMatrix(type)) {
    fail(location, "hlsl-type",
         "memory cannot hold matrices of a wave: keep them in local variables, "
         "and store their elements");
    return false;
  }
  if (!types.holdsResource(type))
    return checkType(type, location);
  fail(location, "hlsl-type",
       "memory cannot hold resources: keep the resources of '" +
           spellType(type, ast) + "' in a struct of their own");
  return false;
}

void Emitter::emitIf(const clang::IfStmt *statement) {
  Scope scope(*this);
  if (statement->getInit())
    emitStatement(statement->getInit());
  if (const VarDecl *variable = statement->getConditionVariable())
    declare(variable);
  Value condition = emitCondition(statement->getCond());
  const Stmt *then = statement->getThen();
  // `if (condition) return;` of a kernel.
  const Stmt *only = then;
  if (const auto *block = dyn_cast<clang::CompoundStmt>(then);
      block && block->size() == 1)
    only = block->body_front();
  if (isa<clang::ReturnStmt>(only) && calls.empty() && !statement->getElse() &&
      !knownBool(condition)) {
    At at(*this, only->getBeginLoc());
    RetireIfOp::create(builder, loc(), condition);
    return;
  }
  auto build = [&](const Stmt *body) {
    if (body) {
      Scope inner(*this);
      emitStatement(body);
    }
    return Tree();
  };
  branch(
      condition, [&] { return build(then); },
      [&] { return build(statement->getElse()); });
}
