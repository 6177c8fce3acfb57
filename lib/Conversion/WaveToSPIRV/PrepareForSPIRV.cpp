//===- PrepareForSPIRV.cpp - Workarounds for conversions and drivers ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each rewrite works around a bug that was observed in other software, and
// names it.

#include "Patterns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/ForToWhile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

/// MLIR 22's conversion of `scf.for` leaves the results of a loop without trips
/// undefined, and its loop never ends if the last step exceeds the largest
/// number. The conversion of `scf.while` is correct, so these loops become
/// `while`. With `all` every other `scf.for` does, too.
static void replaceLoops(spirv::FuncOp function, bool all) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (all || loop.getNumResults() || mayWrapAround(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    replaceByWhile(loop);
}

/// Zero, or a matrix of zeros.
static Value createZero(OpBuilder &builder, Location loc, Type type) {
  auto matrix = dyn_cast<MatrixType>(type);
  Type scalar = matrix ? matrix.getScalar() : type;
  if (matrix && scalar.isBF16())
    scalar = builder.getF32Type();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(scalar));
  return matrix ? MatrixFillOp::create(builder, loc, matrix, zero).getResult()
                : zero;
}

/// A loop in the condition part of a `scf.while` splits that part, which must
/// be a single header block (MLIR 22 then names the wrong predecessor). The
/// condition part moves into the body:
///
///   while (going, args, values) { condition going } do {
///     c, values = before(args)
///     if c { args = after(values) }
///     yield c, args, values
///   }
static void moveConditionIntoBody(scf::WhileOp loop) {
  bool holdsLoop = loop.getBefore()
                       .walk([](Operation *op) {
                         return isa<scf::ForOp, scf::WhileOp>(op)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (!holdsLoop)
    return;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  unsigned numArguments = loop.getInits().size();
  SmallVector<Value> inits = {
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true))};
  llvm::append_range(inits, loop.getInits());
  for (Type type : loop.getResultTypes())
    inits.push_back(createZero(builder, loc, type));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);
  auto whileOp = scf::WhileOp::create(builder, loc, types, inits);
  Block *head = builder.createBlock(&whileOp.getBefore(), {}, types, locs);
  scf::ConditionOp::create(builder, loc, head->getArgument(0),
                           head->getArguments());

  Block *body = builder.createBlock(&whileOp.getAfter(), {}, types, locs);
  ValueRange arguments = body->getArguments().slice(1, numArguments);
  Block *before = loop.getBeforeBody();
  for (auto [from, to] : llvm::zip_equal(before->getArguments(), arguments))
    from.replaceAllUsesWith(to);
  auto condition = loop.getConditionOp();
  SmallVector<Value> values(condition.getArgs());
  Value goesOn = condition.getCondition();
  body->getOperations().splice(body->end(), before->getOperations(),
                               before->begin(), Block::iterator(condition));
  builder.setInsertionPointToEnd(body);
  auto ifOp = scf::IfOp::create(builder, loc, arguments.getTypes(), goesOn,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  SmallVector<Value> yielded = {goesOn};
  llvm::append_range(yielded, ifOp.getResults());
  llvm::append_range(yielded, values);
  scf::YieldOp::create(builder, loc, yielded);

  Block *after = loop.getAfterBody();
  for (auto [from, to] : llvm::zip_equal(after->getArguments(), values))
    from.replaceAllUsesWith(to);
  ifOp.thenBlock()->clear();
  ifOp.thenBlock()->getOperations().splice(ifOp.thenBlock()->end(),
                                           after->getOperations());
  ifOp.elseBlock()->clear();
  builder.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(builder, loc, arguments);
  loop.replaceAllUsesWith(whileOp.getResults().drop_front(1 + numArguments));
  loop.erase();
}

/// Whether `type` is i1 or a vector of i1.
static bool isBoolean(Type type) {
  return getElementTypeOrSelf(type).isInteger(1);
}

static Type getWideType(Type type) {
  Type i32 = IntegerType::get(type.getContext(), 32);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(i32);
  return i32;
}

static Value widen(OpBuilder &builder, Location loc, Value value) {
  if (!isBoolean(value.getType()))
    return value;
  return arith::ExtUIOp::create(builder, loc, getWideType(value.getType()),
                                value);
}

static Value narrow(OpBuilder &builder, Location loc, Value value) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

/// Changes boolean arguments of `block` to i32.
static void widenArguments(Block *block, Location loc) {
  auto builder = OpBuilder::atBlockBegin(block);
  for (BlockArgument argument : block->getArguments()) {
    if (!isBoolean(argument.getType()))
      continue;
    argument.setType(getWideType(argument.getType()));
    Value narrowed = narrow(builder, loc, argument);
    argument.replaceAllUsesExcept(narrowed, narrowed.getDefiningOp());
  }
}

static void widenOperands(Operation *terminator, unsigned first) {
  OpBuilder builder(terminator);
  for (OpOperand &operand : terminator->getOpOperands().drop_front(first))
    operand.set(widen(builder, terminator->getLoc(), operand.get()));
}

/// Changes booleans that a loop carries to i32: NVIDIA's compiler (driver 580)
/// crashes on an OpPhi of booleans at the head of a loop.
static void widenCarriedBooleans(scf::WhileOp loop) {
  if (llvm::none_of(loop.getOperandTypes(), isBoolean) &&
      llvm::none_of(loop.getResultTypes(), isBoolean))
    return;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  widenOperands(loop, 0);
  widenArguments(loop.getBeforeBody(), loc);
  widenOperands(loop.getConditionOp(), 1);
  widenArguments(loop.getAfterBody(), loc);
  widenOperands(loop.getYieldOp(), 0);
  builder.setInsertionPointAfter(loop);
  for (OpResult result : loop.getResults()) {
    if (!isBoolean(result.getType()))
      continue;
    result.setType(getWideType(result.getType()));
    Value narrowed = narrow(builder, loc, result);
    result.replaceAllUsesExcept(narrowed, narrowed.getDefiningOp());
  }
}

/// Returns the constant that `value` starts as, if it is one or if a loop around the
/// user carries it, else null.
static Value getStart(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return {};
    const unsigned number = argument.getArgNumber();
    value = argument.getOwner() == loop.getBeforeBody()
                ? loop.getInits()[number]
                : loop.getConditionOp().getArgs()[number];
  }
  return matchPattern(value, m_Constant()) ? value : Value();
}

/// NVIDIA's compiler (driver 580) takes an i32 or i64 that starts as the largest
/// one for one that never changes, if each iteration of a loop complements or
/// negates it. Such a number is carried with its bits below the sign flipped.
static void flipCarriedMaximum(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  for (OpOperand &init : loop.getInitsMutable()) {
    Value mask = getStart(init.get());
    APInt start;
    if (!mask || !matchPattern(mask, m_ConstantInt(&start)) ||
        !start.isMaxSignedValue() || start.getBitWidth() < 32)
      continue;
    const unsigned number = init.getOperandNumber();
    builder.setInsertionPoint(loop);
    auto flip = [&](Value value) -> Value {
      return builder.createOrFold<arith::XOrIOp>(loc, value, mask);
    };
    init.set(flip(init.get()));
    builder.setInsertionPointToStart(loop.getBeforeBody());
    BlockArgument argument = loop.getBeforeArguments()[number];
    Value flipped = flip(argument);
    argument.replaceAllUsesExcept(flipped, flipped.getDefiningOp());
    scf::YieldOp yield = loop.getYieldOp();
    builder.setInsertionPoint(yield);
    yield->setOperand(number, flip(yield->getOperand(number)));
  }
}

/// Mesa 22.3's llvmpipe implements a memory barrier as a barrier of the group,
/// so a group loses its results if its waves do not all reach it. llvmpipe runs
/// the waves of a group in turn on one thread, so its host switches such
/// barriers off.
static void guardMemoryBarriers(spirv::FuncOp function) {
  SmallVector<BarrierOp> barriers;
  function.walk([&](BarrierOp barrier) {
    if (!barrier.getSync())
      barriers.push_back(barrier);
  });
  for (BarrierOp barrier : barriers) {
    OpBuilder builder(barrier);
    Value wanted =
        SettingOp::create(builder, barrier.getLoc(), builder.getI1Type(),
                          Setting::MemoryBarriers);
    auto ifOp = scf::IfOp::create(builder, barrier.getLoc(), wanted);
    barrier->moveBefore(ifOp.thenYield());
  }
}

//===----------------------------------------------------------------------===//
// Atomics on floats
//===----------------------------------------------------------------------===//

/// Returns the integer type, or vector of integers, of the same size.
static Type getBitsType(Type type) {
  auto bits = IntegerType::get(
      type.getContext(), getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(bits);
  return bits;
}

/// Changes `memory` to hold the bits of its floats.
static void holdBits(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  memory.setType(MemRefType::get(type.getShape(),
                                 getBitsType(type.getElementType()),
                                 type.getLayout(), type.getMemorySpace()));
  for (Operation *user : memory.getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    OpBuilder builder(user);
    for (OpOperand &operand : user->getOpOperands())
      if (isa<FloatType>(getElementTypeOrSelf(operand.get().getType())))
        operand.set(arith::BitcastOp::create(
            builder, user->getLoc(), getBitsType(operand.get().getType()),
            operand.get()));
    for (OpResult result : user->getResults()) {
      Type floats = result.getType();
      builder.setInsertionPointAfter(user);
      result.setType(getBitsType(floats));
      auto cast =
          arith::BitcastOp::create(builder, user->getLoc(), floats, result);
      result.replaceAllUsesExcept(cast, cast);
    }
  }
}

void wave::accessFloatsAsBits(gpu::GPUFuncOp kernel) {
  llvm::SetVector<Value> memories;
  kernel.walk([&](Operation *op) {
    if (isa<AtomicExchangeOp, AtomicCASOp>(op) &&
        isa<FloatType>(op->getResult(0).getType()))
      memories.insert(getMemoryAccess(op)->memory);
  });
  for (Value memory : memories)
    holdBits(memory);
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), kernel.getBody().getArgumentTypes(), {}));
}

//===----------------------------------------------------------------------===//
// Wave indices
//===----------------------------------------------------------------------===//

/// Mesa 22.3's llvmpipe starts a new wave with every row of threads along x.
/// But it numbers and counts waves as if all threads of the group were in one
/// row, and does not count a last wave that is not full. Its host selects the
/// numbers that follow from the rows.
static void numberWavesByRows(spirv::FuncOp function,
                              ArrayRef<int32_t> threads) {
  SmallVector<Operation *> numbers;
  function.walk([&](Operation *op) {
    if (isa<gpu::SubgroupIdOp, gpu::NumSubgroupsOp>(op))
      numbers.push_back(op);
  });
  for (Operation *op : numbers) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Location loc = op->getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value size = gpu::SubgroupSizeOp::create(builder, loc, nullptr);
    Value rounding =
        arith::AddIOp::create(builder, loc, size, constant(threads[0] - 1));
    Value wavesOfRow = arith::DivUIOp::create(builder, loc, rounding, size);
    Value number;
    if (isa<gpu::NumSubgroupsOp>(op)) {
      number = arith::MulIOp::create(
          builder, loc, wavesOfRow, constant(int64_t(threads[1]) * threads[2]));
    } else {
      auto thread = [&](gpu::Dimension dimension) -> Value {
        return gpu::ThreadIdOp::create(builder, loc, dimension);
      };
      Value row = arith::MulIOp::create(builder, loc, thread(gpu::Dimension::z),
                                        constant(threads[1]));
      row = arith::AddIOp::create(builder, loc, row, thread(gpu::Dimension::y));
      Value first = arith::MulIOp::create(builder, loc, row, wavesOfRow);
      Value inRow =
          arith::DivUIOp::create(builder, loc, thread(gpu::Dimension::x), size);
      number = arith::AddIOp::create(builder, loc, first, inRow);
    }
    Value fromMachine = SettingOp::create(builder, loc, builder.getI1Type(),
                                          Setting::WaveNumbers);
    auto chosen = arith::SelectOp::create(builder, loc, fromMachine,
                                          op->getResult(0), number);
    op->getResult(0).replaceAllUsesExcept(chosen, chosen);
  }
}

//===----------------------------------------------------------------------===//
// Lanes without a thread
//===----------------------------------------------------------------------===//

/// The largest wave size of Mesa's llvmpipe.
static constexpr int32_t kLongestRow = 16;

/// Whether a wave of llvmpipe may have lanes without a thread.
static bool mayHaveIdleLanes(ArrayRef<int32_t> threads) {
  return !threads.empty() && threads[0] % kLongestRow != 0;
}

/// Loops of Mesa 22.3's llvmpipe continue for lanes without a thread, which
/// read 0. Such a wave reaches more barriers than other waves and is dropped
/// with its stores, or exceeds the number of iterations that llvmpipe allows.
/// If the host sets `WaveNumbers` to 0, these lanes leave every loop.
static void leaveWithoutThread(scf::WhileOp loop, ArrayRef<int32_t> threads) {
  scf::ConditionOp condition = loop.getConditionOp();
  OpBuilder builder(condition);
  Location loc = condition.getLoc();
  // In a group of one thread all lanes read the thread id 0.
  Value number;
  if (threads[0] == 1)
    number = gpu::LaneIdOp::create(builder, loc, nullptr);
  else
    number = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  Value hasThread = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, number,
      arith::ConstantIndexOp::create(builder, loc, threads[0]));
  Value fromMachine = SettingOp::create(builder, loc, builder.getI1Type(),
                                        Setting::WaveNumbers);
  Value stays = arith::OrIOp::create(builder, loc, fromMachine, hasThread);
  condition.getConditionMutable().assign(
      arith::AndIOp::create(builder, loc, condition.getCondition(), stays));
}

//===----------------------------------------------------------------------===//
// The order of sums and products
//===----------------------------------------------------------------------===//

/// Whether a driver may reduce `op` to its operand when it splits vectors and
/// propagates selects and signs.
static bool passesThrough(Operation *op) {
  return isa<arith::NegFOp, arith::SelectOp>(op) ||
         isa<vector::VectorDialect>(op->getDialect());
}

static bool isSum(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp>(op);
}

/// Whether a driver may recognize `value` as a product.
static bool mayBeProduct(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return false;
  Operation *op = result.getOwner();
  if (!isa<scf::SCFDialect>(op->getDialect()))
    return isa<arith::MulFOp>(op) || passesThrough(op);
  return llvm::any_of(op->getRegions(), [&](Region &region) {
    if (region.empty())
      return false;
    Operation *last = region.front().getTerminator();
    auto condition = dyn_cast<scf::ConditionOp>(last);
    OperandRange results =
        condition ? OperandRange(condition.getArgs()) : last->getOperands();
    return result.getResultNumber() < results.size() &&
           mayBeProduct(results[result.getResultNumber()]);
  });
}

/// Whether `sum` may be contracted with a product. A sum with a constant whose
/// result is used in another sum is excluded, so that the constant stays in
/// place.
static bool takesProduct(Operation *sum) {
  auto isConstant = [](Value value) {
    return value.getDefiningOp<arith::ConstantOp>() != nullptr;
  };
  return llvm::any_of(sum->getOperands(), mayBeProduct) &&
         !(llvm::any_of(sum->getOperands(), isConstant) &&
           llvm::any_of(sum->getUsers(), isSum));
}

/// Whether a sum may be contracted with `product`.
static bool isTakenBySum(Operation *product) {
  return llvm::any_of(product->getUsers(), [](Operation *user) {
    return isSum(user) || passesThrough(user) ||
           isa<scf::YieldOp, scf::ConditionOp>(user);
  });
}

/// Mesa 22.3 also reorders sums and products that may be contracted: it
/// combines their constants, which changes the rounding. So only a sum with a
/// product keeps the flag `contract`, and only a product that a sum uses.
static void keepOrder(Operation *op) {
  if (isSum(op) ? takesProduct(op)
                : !isa<arith::MulFOp>(op) || isTakenBySum(op))
    return;
  auto flagged = cast<arith::ArithFastMathInterface>(op);
  auto flags = flagged.getFastMathFlagsAttr().getValue();
  op->setAttr(flagged.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  op->getContext(), flags & ~arith::FastMathFlags::contract));
}

//===----------------------------------------------------------------------===//
// All workarounds
//===----------------------------------------------------------------------===//

void wave::prepareForSPIRV(spirv::FuncOp function,
                           const KernelDescription &description) {
  if (!description.launchedThreads.empty())
    numberWavesByRows(function, description.launchedThreads);
  const bool hasIdleLanes = mayHaveIdleLanes(description.launchedThreads);
  replaceLoops(function, hasIdleLanes);
  if (hasIdleLanes)
    function.walk([&](scf::WhileOp loop) {
      leaveWithoutThread(loop, description.launchedThreads);
    });
  // Inner loops first: rewriting a loop leaves it a loop.
  SmallVector<scf::WhileOp> loops;
  function.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
  for (scf::WhileOp loop : loops)
    moveConditionIntoBody(loop);
  function.walk([](scf::WhileOp loop) { widenCarriedBooleans(loop); });
  function.walk(flipCarriedMaximum);
  guardMemoryBarriers(function);
  function.walk(keepOrder);
  replaceMiscompiledIntegers(function);
}
