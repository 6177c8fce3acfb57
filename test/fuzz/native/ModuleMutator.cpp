//===- ModuleMutator.cpp - Random changes of a valid module ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Operations are built from their registered names and from values in scope.
// The verifier decides which results are valid modules, so this file has no
// knowledge of individual operations.

#include "ModuleMutator.h"

#include "WaveDialect/InitAll.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <random>

using namespace mlir;

/// Operations of upstream whose verifiers read attributes and operands without
/// checking that there are any. Parsing them in the generic form crashes mlir-opt.
static constexpr StringLiteral kWithoutVerifier[] = {"affine.dma_start",
                                                     "affine.dma_wait"};

namespace {
class Mutator {
  template <typename Range>
  auto pick(const Range &range) {
    return range[random() % range.size()];
  }

public:
  Mutator(ModuleOp module, unsigned seed) : random(seed) {
    module->walk([&](Operation *op) {
      if (op == module)
        return;
      operations.push_back(op);
      llvm::append_range(values, op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(values, block.getArguments());
    });
  }

  /// Makes one change; returns false if the chosen change does not apply.
  bool mutate() {
    if (operations.empty())
      return false;
    Operation *op = pick(operations);
    switch (random() % 8) {
    case 0:
      return replaceOperand(op);
    case 1:
      return replaceByConstant(op);
    case 2:
      return changeAttribute(op);
    case 3:
      return renameOperation(op);
    case 4:
      return insertOperation(op);
    case 5:
      return moveOrCopy(op);
    case 6:
      return wrapInLoopOrCondition(op);
    default:
      return erase(op);
    }
  }

private:
  /// Returns a value of that type, which may be out of scope; null if there is
  /// none.
  Value pickValue(Type type) {
    SmallVector<Value> same;
    llvm::copy_if(values, std::back_inserter(same),
                  [&](Value value) { return value.getType() == type; });
    return same.empty() ? Value() : pick(same);
  }

  /// Returns numbers at which arithmetic on sizes, indices and bits goes wrong.
  int64_t pickNumber() {
    static constexpr int64_t numbers[] = {0,          1,
                                          2,          3,
                                          4,          -1,
                                          7,          31,
                                          32,         33,
                                          63,         64,
                                          127,        128,
                                          255,        1024,
                                          65535,      65536,
                                          INT32_MAX,  INT32_MIN,
                                          UINT32_MAX, int64_t(1) << 32,
                                          INT64_MAX,  INT64_MIN};
    return numbers[random() % std::size(numbers)];
  }

  TypedAttr pickConstant(Type type) {
    Builder builder(type.getContext());
    if (type.isIntOrIndex()) {
      const unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
      return builder.getIntegerAttr(type, APInt(width, pickNumber(),
                                                /*isSigned=*/true,
                                                /*implicitTrunc=*/true));
    }
    if (isa<FloatType>(type)) {
      static constexpr double numbers[] = {
          0.,       -0.,       1.,  -1.5,        1e30,
          INFINITY, -INFINITY, NAN, 4294967296., 1e-40};
      return builder.getFloatAttr(type, numbers[random() % std::size(numbers)]);
    }
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.hasStaticShape() &&
        vector.getElementType().isIntOrIndexOrFloat())
      return DenseElementsAttr::get(
          vector, Attribute(pickConstant(vector.getElementType())));
    return {};
  }

  bool replaceOperand(Operation *op) {
    if (op->getNumOperands() == 0)
      return false;
    OpOperand &operand = op->getOpOperand(random() % op->getNumOperands());
    Value value = pickValue(operand.get().getType());
    if (!value || value == operand.get())
      return false;
    operand.set(value);
    return true;
  }

  bool replaceByConstant(Operation *op) {
    if (op->getNumOperands() == 0)
      return false;
    OpOperand &operand = op->getOpOperand(random() % op->getNumOperands());
    TypedAttr constant = pickConstant(operand.get().getType());
    if (!constant)
      return false;
    OpBuilder builder(op);
    operand.set(arith::ConstantOp::create(builder, op->getLoc(), constant));
    return true;
  }

  bool changeAttribute(Operation *op) {
    SmallVector<NamedAttribute> attributes(op->getAttrs());
    if (attributes.empty())
      return false;
    const NamedAttribute named = pick(attributes);
    if (random() % 8 == 0) {
      op->removeAttr(named.getName());
      return true;
    }
    if (auto number = dyn_cast<IntegerAttr>(named.getValue()))
      op->setAttr(named.getName(), pickConstant(number.getType()));
    else if (auto text = dyn_cast<StringAttr>(named.getValue()))
      op->setAttr(named.getName(),
                  StringAttr::get(op->getContext(), text.getValue() + "_"));
    else if (auto numbers = dyn_cast<DenseI32ArrayAttr>(named.getValue())) {
      SmallVector<int32_t> changed(numbers.asArrayRef());
      if (changed.empty())
        return false;
      changed[random() % changed.size()] = static_cast<int32_t>(pickNumber());
      op->setAttr(named.getName(),
                  DenseI32ArrayAttr::get(op->getContext(), changed));
    } else {
      return false;
    }
    return true;
  }

  OperationName pickName(MLIRContext *context) {
    if (names.empty())
      llvm::copy_if(context->getRegisteredOperations(),
                    std::back_inserter(names), [](OperationName name) {
                      return !llvm::is_contained(kWithoutVerifier,
                                                 name.getStringRef());
                    });
    return pick(names);
  }

  /// Uses the same operands and results under another operation's name.
  bool renameOperation(Operation *op) {
    if (op->getNumRegions() || op->getNumSuccessors())
      return false;
    OperationState state(op->getLoc(), pickName(op->getContext()));
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    state.addAttributes(op->getAttrDictionary().getValue());
    OpBuilder builder(op);
    Operation *renamed = builder.create(state);
    op->replaceAllUsesWith(renamed->getResults());
    op->erase();
    return true;
  }

  /// Inserts an operation with up to three operands, and with a result of an
  /// operand's type or i1.
  bool insertOperation(Operation *before) {
    if (values.empty())
      return false;
    OperationState state(before->getLoc(), pickName(before->getContext()));
    for (unsigned left = random() % 4; left; --left)
      state.addOperands(pick(values));
    if (random() % 4) {
      Type type = pick(values).getType();
      if (random() % 8 == 0)
        type = IntegerType::get(before->getContext(), 1);
      state.addTypes(type);
    }
    OpBuilder builder(before);
    Operation *inserted = builder.create(state);
    // Otherwise it would be removed before any pass sees it.
    for (Value result : inserted->getResults())
      if (Value other = pickValue(result.getType()))
        for (OpOperand &use : llvm::make_early_inc_range(other.getUses()))
          if (use.getOwner() != inserted && random() % 2)
            use.set(result);
    return true;
  }

  bool moveOrCopy(Operation *op) {
    Operation *place = pick(operations);
    if (op->isAncestor(place) || op->hasTrait<OpTrait::IsTerminator>())
      return false;
    if (random() % 2)
      op->moveBefore(place);
    else
      place->getBlock()->getOperations().insert(Block::iterator(place),
                                                op->clone());
    return true;
  }

  /// Wraps an operation without used results in a condition or a loop.
  bool wrapInLoopOrCondition(Operation *op) {
    if (!op->use_empty() || op->hasTrait<OpTrait::IsTerminator>() ||
        !op->getBlock() || !op->getParentOp() ||
        isa<ModuleOp>(op->getParentOp()))
      return false;
    OpBuilder builder(op);
    Location location = op->getLoc();
    Value condition = pickValue(builder.getI1Type());
    if (condition && random() % 2) {
      auto conditional = scf::IfOp::create(builder, location, condition,
                                           /*withElseRegion=*/false);
      op->moveBefore(conditional.thenBlock()->getTerminator());
      return true;
    }
    Type type = random() % 2 ? Type(builder.getI32Type())
                             : Type(builder.getIndexType());
    const auto makeBound = [&]() -> Value {
      Value bound = random() % 2 ? pickValue(type) : Value();
      return bound ? bound
                   : arith::ConstantOp::create(builder, location,
                                               pickConstant(type));
    };
    Value from = makeBound(), to = makeBound(), step = makeBound();
    auto loop = scf::ForOp::create(builder, location, from, to, step);
    op->moveBefore(loop.getBody()->getTerminator());
    return true;
  }

  bool erase(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return false;
    for (Value result : op->getResults())
      for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
        Value other = pickValue(result.getType());
        if (!other || other == result ||
            op->isAncestor(other.getParentBlock()->getParentOp()))
          return false;
        use.set(other);
      }
    op->erase();
    return true;
  }

  std::mt19937 random;
  SmallVector<Operation *> operations;
  SmallVector<Value> values;
  SmallVector<OperationName> names;
};
} // namespace

/// The dialects of wave IR, and those whose operations a user may add by
/// mistake.
static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry made;
    wave::registerAllDialects(made);
    made.insert<affine::AffineDialect, index::IndexDialect>();
    return made;
  }();
  return registry;
}

/// Sets the missing attributes that have a default. The verifier accepts an
/// operation without them, but the parser never creates one, and printing it
/// crashes.
static void addDefaults(ModuleOp module) {
  module->walk([](Operation *op) {
    if (OpaqueProperties properties = op->getPropertiesStorage())
      op->getName().populateDefaultProperties(properties);
  });
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

std::string wave::fuzz::mutateModule(StringRef text, unsigned seed) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  const ParserConfig config(&context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    return "";
  std::mt19937 random(seed);
  bool changed = false;
  // Most changes are rejected; several in a row reach states that one cannot.
  for (unsigned attempt = 0, wanted = 1 + random() % 3; attempt < 40 && wanted;
       ++attempt) {
    OwningOpRef<ModuleOp> candidate = module->clone();
    if (!Mutator(*candidate, random()).mutate())
      continue;
    addDefaults(*candidate);
    if (failed(verify(*candidate)))
      continue;
    module = std::move(candidate);
    changed = true;
    --wanted;
  }
  return changed ? print(*module) : "";
}
