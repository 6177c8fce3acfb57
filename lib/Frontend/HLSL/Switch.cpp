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
} // namespace

void Emitter::emitSwitch(const clang::SwitchStmt *statement) {
  Scope scope(*this);
  if (statement->getInit())
    emitStatement(statement->getInit());
  if (const VarDecl *variable = statement->getConditionVariable())
    declare(variable);
  const auto *body = dyn_cast<clang::CompoundStmt>(statement->getBody());
  std::vector<Section> sections;
  SmallVector<const Stmt *> all;
  if (body)
    all.append(body->body_begin(), body->body_end());
  else
    all.push_back(statement->getBody());
  // The sum of bools is an int, to whose type Clang has not converted the labels.
  const Expr *condition = statement->getCond();
  bool promotes =
      types.isBool(condition->getType()) && computesWithBool(condition);
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
    // A declaration before the first label is never reached.
    if (!sections.empty())
      sections.back().statements.push_back(one);
  }
  Value selector;
  if (promotes) {
    auto [sum, type] = emitPromoted(condition);
    selector = promote(sum, type).first.leaf;
  } else {
    selector = emitNumber(condition);
  }
  if (sections.empty())
    return;

  // The lanes that have a label of a section, and of all earlier ones of its chain.
  auto match = [&](const Section &section) -> Value {
    Value made;
    for (const APInt &label : section.labels) {
      Value is = builder.createOrFold<arith::CmpIOp>(
          loc(), arith::CmpIPredicate::eq, selector,
          constant(selector.getType(), label));
      made = made ? builder.createOrFold<arith::OrIOp>(loc(), made, is) : is;
    }
    return made ? made : boolean(false);
  };
  SmallVector<Value> matches;
  std::optional<unsigned> withDefault;
  for (auto [index, section] : llvm::enumerate(sections)) {
    matches.push_back(match(section));
    if (section.isDefault)
      withDefault = index;
  }
  // The default is for lanes that have none of the other sections' labels.
  if (withDefault) {
    Value others = boolean(false);
    for (auto [index, is] : llvm::enumerate(matches))
      if (index != *withDefault)
        others = builder.createOrFold<arith::OrIOp>(loc(), others, is);
    matches[*withDefault] =
        builder.createOrFold<arith::XOrIOp>(loc(), others, boolean(true));
  }
  // Chains: the first section of each, and the number of sections.
  SmallVector<std::pair<unsigned, unsigned>> chains;
  bool isNew = true;
  for (auto [index, section] : llvm::enumerate(sections)) {
    if (isNew)
      chains.push_back({index, 0});
    ++chains.back().second;
    isNew = !section.fallsThrough();
    dropBreak(section.statements);
  }
  // The chain with the default takes the lanes that no other chain has.
  auto hasDefault = [&](std::pair<unsigned, unsigned> chain) {
    return withDefault && *withDefault >= chain.first &&
           *withDefault < chain.first + chain.second;
  };
  if (auto *last = llvm::find_if(chains, hasDefault); last != chains.end())
    std::rotate(last, std::next(last), chains.end());

  pushFrame(Frame::Kind::Switch, /*hasContinue=*/false);
  Frame *frame = innermost();
  auto emitSection = [&](const Section &section) {
    Scope inner(*this);
    emitStatements(section.statements);
  };
  // Emits the sections of a chain from `index` on. The lanes with `entered` execute
  // the first section, and all active lanes the last one.
  std::function<void(unsigned, unsigned, Value)> emitRest =
      [&](unsigned index, unsigned end, Value entered) {
        auto run = [&] {
          emitSection(sections[index]);
          return Tree();
        };
        if (index + 1 == end) {
          run();
          return;
        }
        branch(entered, run, [] { return Tree(); });
        if (state.done)
          return;
        Value next = builder.createOrFold<arith::OrIOp>(loc(), entered,
                                                        matches[index + 1]);
        auto rest = [&] { emitRest(index + 1, end, next); };
        if (state.left.contains(frame))
          guard(state.env[frame->active].leaf, rest);
        else
          rest();
      };
  std::function<void(unsigned)> emitChains = [&](unsigned chain) {
    if (chain == chains.size())
      return;
    unsigned first = chains[chain].first, end = first + chains[chain].second;
    Value entered = matches[first];
    for (unsigned i = first + 1; i < end; ++i)
      entered = builder.createOrFold<arith::OrIOp>(loc(), entered, matches[i]);
    auto run = [&] {
      emitRest(first, end, matches[first]);
      return Tree();
    };
    if (hasDefault(chains[chain])) {
      run();
      return;
    }
    branch(entered, run, [&] {
      emitChains(chain + 1);
      return Tree();
    });
  };
  emitChains(0);
  popFrame();
  state.done = false;
}
