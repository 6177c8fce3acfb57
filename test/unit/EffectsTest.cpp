//===- EffectsTest.cpp - Effect of upstream passes on each operation ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs upstream's passes on every operation of the dialect as it occurs in the
// syntax tests (test/IR/*-ops.mlir). The syntax test of a new operation
// therefore covers it here, too.

#include "WaveDialect/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
enum class Kind {
  /// The result depends on the active lanes or on memory.
  Depends,
  /// The result depends on operands and on values that are constant during a
  /// launch.
  Independent,
  /// Writes memory, or orders or ends lanes.
  Writes,
  /// Each execution allocates separate memory.
  Allocates,
};
} // namespace

/// An operation that is not listed here depends on the active lanes.
static const llvm::StringMap<Kind> kinds = {
    {"wave.dispatch_thread_id", Kind::Independent},
    {"wave.group_count", Kind::Independent},
    {"wave.group_id", Kind::Independent},
    {"wave.group_index", Kind::Independent},
    {"wave.group_thread_id", Kind::Independent},
    {"wave.group_wave_count", Kind::Independent},
    {"wave.group_wave_index", Kind::Independent},
    {"wave.image_size", Kind::Independent},
    {"wave.lane_count", Kind::Independent},
    {"wave.lane_index", Kind::Independent},
    {"wave.lookup", Kind::Independent},
    {"wave.matrix_convert", Kind::Independent},
    {"wave.matrix_count", Kind::Independent},
    {"wave.matrix_extract", Kind::Independent},
    {"wave.matrix_fill", Kind::Independent},
    {"wave.matrix_insert", Kind::Independent},
    {"wave.matrix_map", Kind::Independent},
    {"wave.matrix_multiply_add", Kind::Independent},
    {"wave.matrix_length", Kind::Independent},
    {"wave.matrix_row_reduce", Kind::Independent},
    {"wave.reverse_bits", Kind::Independent},
    {"wave.setting", Kind::Independent},

    {"wave.assert", Kind::Writes},
    {"wave.async_copy", Kind::Writes},
    {"wave.atomic_cas", Kind::Writes},
    {"wave.atomic_exchange", Kind::Writes},
    {"wave.atomic_rmw", Kind::Writes},
    {"wave.barrier", Kind::Writes},
    {"wave.byte_store", Kind::Writes},
    {"wave.call", Kind::Writes},
    {"wave.check", Kind::Writes},
    {"wave.coherent_load", Kind::Writes},
    {"wave.coherent_store", Kind::Writes},
    {"wave.dispatch_mesh", Kind::Writes},
    {"wave.image_atomic_cas", Kind::Writes},
    {"wave.image_atomic_exchange", Kind::Writes},
    {"wave.image_atomic_rmw", Kind::Writes},
    {"wave.image_store", Kind::Writes},
    {"wave.matrix_set", Kind::Writes},
    {"wave.matrix_set_element", Kind::Writes},
    {"wave.matrix_store", Kind::Writes},
    {"wave.matrix_store_tile", Kind::Writes},
    {"wave.matrix_wait", Kind::Writes},
    {"wave.pipe_acquire", Kind::Writes},
    {"wave.pipe_commit", Kind::Writes},
    {"wave.pipe_release", Kind::Writes},
    {"wave.pipe_wait", Kind::Writes},
    {"wave.print", Kind::Writes},
    {"wave.retire_if", Kind::Writes},
    {"wave.waves_barrier", Kind::Writes},

    {"wave.groupshared", Kind::Allocates},
    {"wave.pipe", Kind::Allocates},
};

static Kind getKind(Operation *op) {
  auto it = kinds.find(op->getName().getStringRef());
  return it == kinds.end() ? Kind::Depends : it->second;
}

static bool onlyReads(Operation *op) {
  const Kind kind = getKind(op);
  return kind == Kind::Depends || kind == Kind::Independent;
}

//===----------------------------------------------------------------------===//
// Functions for the passes
//===----------------------------------------------------------------------===//

namespace {
/// A function into which a test copies operations. Its arguments are the
/// operands that the copies need, a condition, and a bound for loops.
class Frame {
public:
  explicit Frame(MLIRContext *context)
      : builder(context), module(ModuleOp::create(builder.getUnknownLoc())) {
    builder.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(builder, loc(), "f",
                                         builder.getFunctionType({}, {}));
    body = function.addEntryBlock();
    condition = body->addArgument(builder.getI1Type(), loc());
    bound = body->addArgument(builder.getI32Type(), loc());
    builder.setInsertionPointToEnd(body);
    func::ReturnOp::create(builder, loc());
    builder.setInsertionPoint(body->getTerminator());
  }

  /// Copies of equal operations have equal operands.
  Operation *copy(Operation *op) {
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      Value &argument = arguments[operand];
      if (!argument) {
        argument = body->addArgument(operand.getType(), loc());
        // The effects of an access depend on attributes of its argument.
        cast<func::FuncOp>(body->getParentOp())
            .setType(builder.getFunctionType(body->getArgumentTypes(), {}));
      }
      mapping.map(operand, argument);
    }
    return builder.clone(*op, mapping);
  }

  /// Adds an operation with unknown effects.
  void use(ValueRange values) {
    OperationState state(loc(), "test.use", values, {});
    builder.create(state);
  }

  void openIf() {
    open(scf::IfOp::create(builder, loc(), condition).thenBlock());
  }
  void openLoop() {
    Value zero = arith::ConstantIntOp::create(builder, loc(), 0, 32);
    Value one = arith::ConstantIntOp::create(builder, loc(), 1, 32);
    open(scf::ForOp::create(builder, loc(), zero, bound, one).getBody());
  }
  /// Ends the region that was opened last.
  void close() {
    builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
  }

  void run(std::unique_ptr<Pass> pass) {
    PassManager manager(module->getContext());
    // Some operations are invalid outside a kernel.
    manager.enableVerifier(false);
    manager.addPass(std::move(pass));
    ASSERT_TRUE(succeeded(manager.run(*module)));
  }

  unsigned count(OperationName name) {
    unsigned number = 0;
    module->walk([&](Operation *op) { number += op->getName() == name; });
    return number;
  }

  bool isInFunctionBody(Operation *op) const { return op->getBlock() == body; }

private:
  Location loc() { return builder.getUnknownLoc(); }
  void open(Block *block) { builder.setInsertionPoint(block->getTerminator()); }

  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  Block *body;
  Value condition, bound;
  llvm::DenseMap<Value, Value> arguments;
};
} // namespace

//===----------------------------------------------------------------------===//
// Behavior of passes
//===----------------------------------------------------------------------===//

static bool leavesLoop(Operation *op) {
  Frame frame(op->getContext());
  frame.openLoop();
  Operation *copy = frame.copy(op);
  frame.use(copy->getResults());
  frame.run(createLoopInvariantCodeMotionPass());
  return frame.isInFunctionBody(copy);
}

static bool sinksIntoBranch(Operation *op) {
  Frame frame(op->getContext());
  Operation *copy = frame.copy(op);
  frame.openIf();
  frame.use(copy->getResults());
  frame.run(createControlFlowSinkPass());
  return !frame.isInFunctionBody(copy);
}

static bool mergesInBlock(Operation *op) {
  Frame frame(op->getContext());
  Operation *first = frame.copy(op), *second = frame.copy(op);
  frame.use(first->getResults());
  frame.use(second->getResults());
  frame.run(createCSEPass());
  return frame.count(op->getName()) == 1;
}

static bool mergesIntoBranch(Operation *op) {
  Frame frame(op->getContext());
  Operation *first = frame.copy(op);
  frame.openIf();
  frame.use(frame.copy(op)->getResults());
  frame.close();
  frame.use(first->getResults());
  frame.run(createCSEPass());
  return frame.count(op->getName()) == 1;
}

/// Whether the pass merges two copies of `op` with `between` in the same block
/// or in a loop between them.
static bool mergesAcross(Operation *op, Operation *between, bool inLoop) {
  Frame frame(op->getContext());
  Operation *first = frame.copy(op);
  if (inLoop)
    frame.openLoop();
  frame.copy(between);
  if (inLoop)
    frame.close();
  Operation *second = frame.copy(op);
  frame.use(first->getResults());
  frame.use(second->getResults());
  frame.run(createCSEPass());
  return frame.count(op->getName()) == 1;
}

static bool goesIfUnused(Operation *op) {
  Frame frame(op->getContext());
  frame.copy(op);
  frame.run(createCSEPass());
  return frame.count(op->getName()) == 0;
}

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

namespace {
class Effects : public testing::Test {
protected:
  Effects() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
    context.disableMultithreading();

    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(WAVE_TEST_IR, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with("-ops.mlir"))
        read(it->path());
    EXPECT_FALSE(error) << error.message();
  }

  void read(const std::string &path) {
    files.push_back(parseSourceFile<ModuleOp>(path, &context));
    ASSERT_TRUE(files.back()) << path;
    files.back()->walk([&](Operation *op) {
      if (!isa_and_nonnull<WaveDialect>(op->getDialect()))
        return;
      found.insert(op->getName().getStringRef());
      if (!op->hasTrait<OpTrait::IsTerminator>() && !isa<SymbolOpInterface>(op))
        operations.push_back(op);
    });
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> files;
  /// Every operation of the files that is neither a terminator nor a function.
  std::vector<Operation *> operations;
  llvm::StringSet<> found;
};
} // namespace

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

TEST_F(Effects, EveryOperationOccurs) {
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("wave"))
    EXPECT_TRUE(found.contains(name.getStringRef()))
        << name.getStringRef().str() << " is in no file test/IR/*-ops.mlir";
  for (StringRef name : kinds.keys())
    EXPECT_TRUE(found.contains(name)) << name.str() << " is no operation";
}

TEST_F(Effects, PassesMoveOnlyIndependentOperations) {
  for (Operation *op : operations) {
    SCOPED_TRACE(print(op));
    const bool isIndependent = getKind(op) == Kind::Independent;
    EXPECT_EQ(leavesLoop(op), isIndependent);
    EXPECT_EQ(sinksIntoBranch(op), isIndependent);
    EXPECT_EQ(mergesIntoBranch(op), isIndependent);
  }
}

TEST_F(Effects, PassesMergeAndRemoveOperationsThatOnlyRead) {
  for (Operation *op : operations) {
    SCOPED_TRACE(print(op));
    EXPECT_EQ(mergesInBlock(op), onlyReads(op));
    EXPECT_EQ(goesIfUnused(op), onlyReads(op));
  }
}

TEST_F(Effects, WritesKeepDependentOperationsApart) {
  llvm::StringMap<Operation *> writes;
  for (Operation *op : operations)
    if (getKind(op) == Kind::Writes)
      writes.try_emplace(op->getName().getStringRef(), op);
  for (Operation *op : operations) {
    if (!onlyReads(op))
      continue;
    SCOPED_TRACE(print(op));
    for (const auto &[name, between] : writes)
      for (bool inLoop : {false, true})
        EXPECT_EQ(mergesAcross(op, between, inLoop),
                  getKind(op) == Kind::Independent)
            << name.str() << (inLoop ? " in a loop" : "");
  }
}
