//===- Switch.cpp - switch -----------------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The sections of a `switch`, each with its labels, form chains: lanes fall through from
// a section to the next one of its chain. The chains are the branches of nested ifs. In a
// chain, a section is executed by the lanes that have its labels, or those of an earlier
// section, and have not left.
//
// With few labels, each chain is the else branch of the one before. With many, lanes first
// find the number of their section, and the chains are the leaves of a balanced tree that
// compares this number: nesting and comparisons grow with the logarithm. All lanes of a
// section take the same path, so wave operations see them together.

#include "Emitter.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

namespace {
struct Section {
  SmallVector<APInt> labels;
  bool isDefault = false;
  SmallVector<const Stmt *> statements;

  /// Whether lanes fall through to the next section.
  bool fallsThrough() const {
    return statements.empty() || !endsSection(statements.back());
  }
};

/// A `break` at the end of a section says only that it ends.
void dropBreak(SmallVectorImpl<const Stmt *> &statements) {
  if (!statements.empty() && isa<clang::BreakStmt>(statements.back())) {
    statements.pop_back();
    return;
  }
  if (statements.size() != 1)
    return;
  if (const auto *block = dyn_cast<clang::CompoundStmt>(statements.front());
      block && !block->body_empty() &&
      isa<clang::BreakStmt>(block->body_back())) {
    statements.assign(block->body_begin(), block->body_end());
    statements.pop_back();
  }
}

bool hasLabel(const Stmt *statement) {
  if (!statement || isa<Expr>(statement) || isa<clang::SwitchStmt>(statement))
    return false;
  return isa<clang::SwitchCase>(statement) ||
         llvm::any_of(statement->children(), hasLabel);
}

/// The variables that a statement uses.
void findUses(const Stmt *statement,
              llvm::SmallPtrSetImpl<const clang::Decl *> &used) {
  if (!statement)
    return;
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(statement))
    used.insert(name->getDecl());
  for (const Stmt *child : statement->children())
    findUses(child, used);
}

/// Removes the declarations that a later section uses: `case` labels may follow a variable
/// without an initializer.
SmallVector<const Stmt *> takeShared(MutableArrayRef<Section> sections) {
  SmallVector<const Stmt *> shared;
  llvm::SmallPtrSet<const clang::Decl *, 16> used;
  auto isShared = [&](const Stmt *statement) {
    const auto *declaration = dyn_cast<clang::DeclStmt>(statement);
    return declaration &&
           llvm::any_of(declaration->decls(), [&](const clang::Decl *one) {
             return used.contains(one);
           });
  };
  for (Section &section : llvm::reverse(sections)) {
    SmallVector<const Stmt *> taken, kept;
    for (const Stmt *statement : section.statements)
      (isShared(statement) ? taken : kept).push_back(statement);
    shared.insert(shared.begin(), taken.begin(), taken.end());
    section.statements = std::move(kept);
    for (const Stmt *statement : section.statements)
      findUses(statement, used);
  }
  return shared;
}

/// The first section of a chain, and the number of its sections.
struct Chain {
  unsigned first, count;
  unsigned end() const { return first + count; }
};

/// Consecutive labels of one section, or of consecutive sections.
struct Run {
  APInt first, last;
  unsigned section, step;
};

/// A switch with more labels finds the section's number first.
constexpr unsigned kMostLinearLabels = 8;
/// As many runs are compared without a branch.
constexpr unsigned kMostFlatRuns = 4;
} // namespace

/// The branches of a `switch`.
class Emitter::SwitchBuilder {
public:
  SwitchBuilder(Emitter &emitter, Value selector, bool isSigned,
                std::vector<Section> sections);
  /// Builds the branches, in the frame of the switch.
  void build();

private:
  void findChains();
  bool hasDefault(const Chain &chain) const {
    return withDefault && chain.first <= *withDefault &&
           *withDefault < chain.end();
  }
  void orderSections();
  void match();
  SmallVector<Run> findRuns() const;
  Value numberOf(ArrayRef<Run> runs);
  Value number(unsigned section) { return emitter.integer(section); }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return emitter.builder.createOrFold<arith::CmpIOp>(emitter.loc(), predicate,
                                                       a, b);
  }
  Value either(Value a, Value b) {
    return a ? emitter.builder.createOrFold<arith::OrIOp>(emitter.loc(), a, b)
             : b;
  }
  /// Whether a lane of a chain has a label of a section or of an earlier one, for which
  /// `earlier` is known.
  Value enters(Value earlier, unsigned section) {
    return found ? compare(arith::CmpIPredicate::ule, found, number(section))
                 : either(earlier, matches[section]);
  }
  void emitSections(const Chain &chain, unsigned index, Value entered);
  void emitInOrder(ArrayRef<Chain> rest);
  void emitBalanced(ArrayRef<Chain> some);

  Emitter &emitter;
  Value selector;
  bool isSigned;
  std::vector<Section> sections;
  std::optional<unsigned> withDefault;
  SmallVector<Chain> chains;
  /// With few labels: whether a lane has a label of a section.
  SmallVector<Value> matches;
  /// With many labels: the number of a lane's section.
  Value found;
};

void Emitter::SwitchBuilder::findChains() {
  bool isNew = true;
  for (auto [index, section] : llvm::enumerate(sections)) {
    if (isNew)
      chains.push_back({unsigned(index), 0});
    ++chains.back().count;
    isNew = !section.fallsThrough();
    if (section.isDefault)
      withDefault = index;
    dropBreak(section.statements);
  }
  // The chain with the default takes the lanes that no other chain has.
  auto *last =
      llvm::find_if(chains, [&](const Chain &one) { return hasDefault(one); });
  if (last != chains.end())
    std::rotate(last, std::next(last), chains.end());
}

/// The lanes that have a label of each section.
void Emitter::SwitchBuilder::match() {
  for (const Section &section : sections) {
    Value made;
    for (const APInt &label : section.labels)
      made = either(made, compare(arith::CmpIPredicate::eq, selector,
                                  emitter.constant(selector.getType(), label)));
    matches.push_back(made ? made : emitter.boolean(false));
  }
  if (!withDefault)
    return;
  // The default is for lanes that have none of the other sections' labels.
  Value others = emitter.boolean(false);
  for (auto [index, is] : llvm::enumerate(matches))
    if (index != *withDefault)
      others = either(others, is);
  matches[*withDefault] = emitter.builder.createOrFold<arith::XOrIOp>(
      emitter.loc(), others, emitter.boolean(true));
}

/// Sorts the chains by their first labels and numbers the sections in this order, so that
/// consecutive labels have consecutive numbers. Lanes without a label have the last chain,
/// which is empty without a default.
void Emitter::SwitchBuilder::orderSections() {
  auto isLess = [&](const APInt &a, const APInt &b) {
    return isSigned ? a.slt(b) : a.ult(b);
  };
  auto firstLabel = [&](const Chain &chain) {
    const APInt *first = nullptr;
    for (unsigned i = chain.first; i < chain.end(); ++i)
      for (const APInt &label : sections[i].labels)
        if (!first || isLess(label, *first))
          first = &label;
    return first;
  };
  auto *end = withDefault ? std::prev(chains.end()) : chains.end();
  llvm::sort(chains.begin(), end, [&](const Chain &a, const Chain &b) {
    return isLess(*firstLabel(a), *firstLabel(b));
  });
  std::vector<Section> ordered;
  for (Chain &chain : chains) {
    unsigned first = ordered.size();
    for (unsigned i = chain.first; i < chain.end(); ++i) {
      if (sections[i].isDefault)
        withDefault = ordered.size();
      ordered.push_back(std::move(sections[i]));
    }
    chain.first = first;
  }
  sections = std::move(ordered);
  if (!withDefault)
    chains.push_back({unsigned(sections.size()), 0});
}

/// The labels in order, as runs of consecutive ones. Lanes without a label have the
/// default's section, so its labels are left out.
SmallVector<Run> Emitter::SwitchBuilder::findRuns() const {
  SmallVector<Run> labels;
  for (auto [index, section] : llvm::enumerate(sections))
    if (!section.isDefault)
      for (const APInt &label : section.labels)
        labels.push_back({label, label, unsigned(index), 0});
  llvm::sort(labels, [&](const Run &a, const Run &b) {
    return isSigned ? a.first.slt(b.first) : a.first.ult(b.first);
  });
  SmallVector<Run> runs;
  for (const Run &next : labels) {
    if (!runs.empty() && runs.back().last + 1 == next.first) {
      Run &run = runs.back();
      unsigned count = (next.first - run.first).getZExtValue();
      unsigned step = next.section - run.section;
      if (count == 1 && step <= 1)
        run.step = step;
      if (run.section + count * run.step == next.section) {
        run.last = next.first;
        continue;
      }
    }
    runs.push_back(next);
  }
  return runs;
}

/// The number of the section of the lanes whose labels are among these runs or that have
/// no label: a binary search.
Value Emitter::SwitchBuilder::numberOf(ArrayRef<Run> runs) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc();
  auto label = [&](const APInt &value) {
    return emitter.constant(selector.getType(), value);
  };
  if (runs.size() > kMostFlatRuns) {
    ArrayRef<Run> low = runs.take_front(runs.size() / 2);
    ArrayRef<Run> high = runs.drop_front(low.size());
    Value isLow = compare(isSigned ? arith::CmpIPredicate::slt
                                   : arith::CmpIPredicate::ult,
                          selector, label(high.front().first));
    auto search = [&](ArrayRef<Run> half) {
      Tree made;
      made.leaf = numberOf(half);
      return made;
    };
    return emitter
        .branch(
            isLow, [&] { return search(low); }, [&] { return search(high); },
            /*mayFlatten=*/false)
        .leaf;
  }
  Value made = number(withDefault ? *withDefault : sections.size());
  for (const Run &run : runs) {
    Value offset =
        builder.createOrFold<arith::SubIOp>(loc, selector, label(run.first));
    Value isIn =
        run.first == run.last
            ? compare(arith::CmpIPredicate::eq, selector, label(run.first))
            : compare(arith::CmpIPredicate::ule, offset,
                      label(run.last - run.first));
    Value section = number(run.section);
    if (run.step) {
      // Sections of lanes out of the run do not matter.
      Type type = section.getType();
      unsigned bits = offset.getType().getIntOrFloatBitWidth();
      if (bits < 32)
        offset = builder.createOrFold<arith::ExtUIOp>(loc, type, offset);
      else if (bits > 32)
        offset = builder.createOrFold<arith::TruncIOp>(loc, type, offset);
      section = builder.createOrFold<arith::AddIOp>(loc, offset, section);
    }
    made = emitter.select(isIn, section, made);
  }
  return made;
}

/// Emits the sections of a chain from `index` on, which lanes with `entered` execute. All
/// active lanes execute the last section.
void Emitter::SwitchBuilder::emitSections(const Chain &chain, unsigned index,
                                          Value entered) {
  const Frame *frame = emitter.innermost();
  for (; index < chain.end(); ++index) {
    auto run = [&] {
      Scope inner(emitter);
      emitter.emitStatements(sections[index].statements);
      return Tree();
    };
    if (index + 1 == chain.end()) {
      run();
      return;
    }
    emitter.branch(entered, run, [] { return Tree(); });
    if (emitter.state.done)
      return;
    entered = enters(entered, index + 1);
    if (emitter.state.left.contains(frame))
      return emitter.guard(emitter.state.env[frame->active].leaf,
                           [&] { emitSections(chain, index + 1, entered); });
  }
}

/// Emits the chains, each for the lanes that no earlier one has.
void Emitter::SwitchBuilder::emitInOrder(ArrayRef<Chain> rest) {
  if (rest.empty())
    return;
  const Chain &chain = rest.front();
  Value some = matches[chain.first];
  for (unsigned i = chain.first + 1; i < chain.end(); ++i)
    some = either(some, matches[i]);
  auto run = [&] {
    emitSections(chain, chain.first, matches[chain.first]);
    return Tree();
  };
  if (hasDefault(chain)) {
    run();
    return;
  }
  emitter.branch(some, run, [&] {
    emitInOrder(rest.drop_front());
    return Tree();
  });
}

/// Emits consecutive chains for the lanes that have one of them.
void Emitter::SwitchBuilder::emitBalanced(ArrayRef<Chain> some) {
  if (some.size() == 1) {
    const Chain &chain = some.front();
    return emitSections(chain, chain.first,
                        chain.count > 1 ? enters({}, chain.first) : Value());
  }
  ArrayRef<Chain> low = some.take_front(some.size() / 2);
  ArrayRef<Chain> high = some.drop_front(low.size());
  auto half = [&](ArrayRef<Chain> part) {
    emitBalanced(part);
    return Tree();
  };
  emitter.branch(
      compare(arith::CmpIPredicate::ult, found, number(high.front().first)),
      [&] { return half(low); }, [&] { return half(high); });
}

/// Finds the lanes of each section.
Emitter::SwitchBuilder::SwitchBuilder(Emitter &emitter, Value selector,
                                      bool isSigned,
                                      std::vector<Section> sections)
    : emitter(emitter), selector(selector), isSigned(isSigned),
      sections(std::move(sections)) {
  findChains();
  size_t labels = 0;
  for (const Section &section : this->sections)
    labels += section.labels.size();
  if (labels <= kMostLinearLabels) {
    match();
    return;
  }
  orderSections();
  found = numberOf(findRuns());
}

void Emitter::SwitchBuilder::build() {
  if (found)
    emitBalanced(chains);
  else
    emitInOrder(chains);
}

void Emitter::emitSwitch(const clang::SwitchStmt *statement) {
  Scope scope(*this);
  if (statement->getInit())
    emitStatement(statement->getInit());
  if (const VarDecl *variable = statement->getConditionVariable())
    declare(variable);
  const auto *body = dyn_cast<clang::CompoundStmt>(statement->getBody());
  // What precedes the first label is never reached, but sections may use its variables.
  std::vector<Section> sections(1);
  SmallVector<const Stmt *> all;
  if (body)
    all.append(body->body_begin(), body->body_end());
  else
    all.push_back(statement->getBody());
  // The sum of bools is an int, to whose type Clang has not converted the labels.
  const Expr *condition = statement->getCond();
  bool promotes =
      types.isBool(condition->getType()) && computesWithBool(condition);
  bool isSigned = promotes || types.isSigned(condition->getType());
  unsigned bits =
      promotes ? 32
               : types.valueOf(condition->getType()).getIntOrFloatBitWidth();
  for (const Stmt *one : all) {
    bool isNew = true;
    while (const auto *label = dyn_cast<clang::SwitchCase>(one)) {
      if (isNew)
        sections.emplace_back();
      isNew = false;
      if (const auto *value = dyn_cast<clang::CaseStmt>(label)) {
        if (value->getRHS())
          return unsupported(value->getBeginLoc(), "a range of labels");
        const Expr *constant = value->getLHS();
        if (promotes)
          constant = constant->IgnoreImplicit();
        sections.back().labels.push_back(
            constant->EvaluateKnownConstInt(ast).extOrTrunc(bits));
      } else {
        sections.back().isDefault = true;
      }
      one = label->getSubStmt();
    }
    if (hasLabel(one))
      return unsupported(one->getBeginLoc(),
                         "a label inside of another statement");
    sections.back().statements.push_back(one);
  }
  Value selector;
  if (promotes) {
    auto [sum, type] = emitPromoted(condition);
    selector = promote(sum, type).first.leaf;
  } else {
    selector = emitNumber(condition);
  }
  for (const Stmt *declaration : takeShared(sections))
    emitStatement(declaration);
  sections.erase(sections.begin());
  if (sections.empty())
    return;
  SwitchBuilder made(*this, selector, isSigned, std::move(sections));
  pushFrame(Frame::Kind::Switch, /*hasContinue=*/false);
  made.build();
  popFrame();
  state.done = false;
}
