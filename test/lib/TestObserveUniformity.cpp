//===- TestObserveUniformity.cpp - Lets a kernel watch its own values -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// One observed value.
struct Site {
  Value value;
  Uniformity claimed;
};

/// Puts code behind the definition of every number which records what lanes have, for
/// somebody to compare.
///
/// The kernel gets one more buffer of u32, with `words` words for each wave, at (group *
/// waves + wave) * words. The first of them says up to which one there are records, and
/// counts further where they do not fit. A record is of one execution of some values:
/// the number of the first of these and how many words each lane has of them; the trips
/// of all loops around, a byte a loop, the innermost one lowest, in two words; the mask of
/// the lanes that are active, in four; and word by word what each lane has.
class Observer {
public:
  Observer(FuncOp kernel, bool early, int64_t words);

  /// Notes the values and what is claimed of them, each in a remark: its number, the
  /// claim, how many words it has, and what makes it.
  void claim();
  /// Adds the code. Accesses of buffers may have been guarded meanwhile.
  void observe();

private:
  void findSites();
  void addArgument();
  void countTrips(Operation *loop);
  Value countTrip(Block &block, Value counter, bool isNext);
  Value getTrips(Operation *place) const;
  void record(ArrayRef<unsigned> numbers);
  void recordTogether();
  bool isObserved(Operation *op) const;
  SmallVector<Value> getWords(OpBuilder &builder, Value value) const;
  Value constant(OpBuilder &builder, int64_t number, Type type = {}) const;
  Value add(OpBuilder &builder, Value value, int64_t number) const;
  Value toIndex(OpBuilder &builder, Value value) const;
  Value getGuarded(Value value) const;

  static constexpr int64_t kHeader = 8;

  FuncOp kernel;
  Location here;
  UniformityAnalysis uniformity;
  /// What lanes that have returned will execute must stay what it is.
  std::optional<UniformSlice> slice;
  SmallVector<Site> sites;
  /// Those of the kernel as it was looked at.
  llvm::SmallPtrSet<Operation *, 16> conditions;
  DenseMap<Block *, Value> trips;
  int64_t lanes, words;
  Value log, base, lane;
};
} // namespace

Observer::Observer(FuncOp kernel, bool early, int64_t words)
    : kernel(kernel), here(kernel.getLoc()), uniformity(kernel),
      lanes(kernel.getWaveSizes().front()), words(words) {
  bool returns =
      early && kernel.walk([](RetireIfOp) { return WalkResult::interrupt(); })
                   .wasInterrupted();
  if (returns)
    slice.emplace(kernel, uniformity);
}

bool Observer::isObserved(Operation *op) const {
  if (!slice)
    return true;
  for (; op && op != kernel; op = op->getParentOp())
    if (slice->contains(op))
      return false;
  return true;
}

static bool isNumber(Type type) {
  return getScalarType(type).isIntOrIndexOrFloat() &&
         !isa<MemRefType, ImageType>(type);
}

void Observer::findSites() {
  kernel.walk([&](scf::IfOp ifOp) { conditions.insert(ifOp); });
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isObserved(op))
      return;
    auto add = [&](Value value) {
      if (isNumber(value.getType()))
        sites.push_back({value, uniformity.get(value)});
    };
    if (!op->hasTrait<OpTrait::ConstantLike>())
      llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      llvm::for_each(region.getArguments(), add);
  });
}

Value Observer::constant(OpBuilder &builder, int64_t number, Type type) const {
  // Of 32 bits, whatever the sign.
  if (!type) {
    type = builder.getI32Type();
    number = static_cast<int32_t>(number);
  }
  return arith::ConstantOp::create(builder, here,
                                   builder.getIntegerAttr(type, number));
}

Value Observer::add(OpBuilder &builder, Value value, int64_t number) const {
  return arith::AddIOp::create(builder, here, value, constant(builder, number));
}

Value Observer::toIndex(OpBuilder &builder, Value value) const {
  return arith::IndexCastUIOp::create(builder, here, builder.getIndexType(),
                                      value);
}

void Observer::addArgument() {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Type i32 = builder.getI32Type();
  auto attributes = builder.getDictionaryAttr(builder.getNamedAttr(
      "wave.binding",
      parseAttribute("#wave.binding<uav, ui32>", kernel.getContext())));
  unsigned number = kernel.getNumArguments();
  (void)kernel.insertArgument(
      number, MemRefType::get({ShapedType::kDynamic}, i32), attributes, here);
  log = kernel.getArgument(number);
  Value group = GroupIdOp::create(builder, here, i32, gpu::Dimension::x);
  Value wave = GroupWaveIndexOp::create(builder, here, i32);
  Value waves = GroupWaveCountOp::create(builder, here, i32);
  Value place = arith::AddIOp::create(
      builder, here, arith::MulIOp::create(builder, here, group, waves), wave);
  base = arith::MulIOp::create(builder, here, place, constant(builder, words));
  lane = LaneIndexOp::create(builder, here, i32);
  trips[&kernel.getBody().front()] = constant(builder, 0, builder.getI64Type());
}

/// The trips of all loops around `place`.
Value Observer::getTrips(Operation *place) const {
  for (Block *block = place->getBlock();;
       block = block->getParentOp()->getBlock())
    if (auto it = trips.find(block); it != trips.end())
      return it->second;
}

Value Observer::countTrip(Block &block, Value counter, bool isNext) {
  auto builder = OpBuilder::atBlockBegin(&block);
  Value zero = arith::ConstantIndexOp::create(builder, here, 0);
  Value trip = memref::LoadOp::create(builder, here, counter, zero);
  if (isNext) {
    trip = arith::AddIOp::create(builder, here, trip, constant(builder, 1));
    memref::StoreOp::create(builder, here, trip, counter, zero);
  }
  Type i64 = builder.getI64Type();
  Value around =
      arith::MulIOp::create(builder, here, getTrips(block.getParentOp()),
                            constant(builder, 256, i64));
  Value own = arith::ExtUIOp::create(builder, here, i64, trip);
  return trips[&block] = arith::AddIOp::create(builder, here, around, own);
}

void Observer::countTrips(Operation *loop) {
  auto start = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Value counter = memref::AllocaOp::create(
      start, here, MemRefType::get({1}, start.getI32Type()));
  OpBuilder before(loop);
  memref::StoreOp::create(
      before, here, constant(before, 0), counter,
      arith::ConstantIndexOp::create(before, here, 0).getResult());
  bool isNext = true;
  for (Region &region : loop->getRegions()) {
    countTrip(region.front(), counter, isNext);
    isNext = false;
  }
}

/// How many words of 32 bits a lane has of a number.
static int64_t getNumWords(Type type) {
  Type scalar = getScalarType(type);
  bool isWide = !scalar.isIndex() && scalar.getIntOrFloatBitWidth() > 32;
  return getNumComponents(type) * (isWide ? 2 : 1);
}

SmallVector<Value> Observer::getWords(OpBuilder &builder, Value value) const {
  SmallVector<Value> components = {value}, found;
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    components.clear();
    for (int64_t i = 0; i < vector.getNumElements(); ++i)
      components.push_back(vector::ExtractOp::create(builder, here, value,
                                                     ArrayRef<int64_t>{i}));
  }
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  for (Value component : components) {
    Type type = component.getType();
    if (type.isIndex()) {
      found.push_back(
          arith::IndexCastUIOp::create(builder, here, i32, component));
      continue;
    }
    unsigned width = type.getIntOrFloatBitWidth();
    if (isa<FloatType>(type))
      component = arith::BitcastOp::create(
          builder, here, builder.getIntegerType(width), component);
    if (width < 32)
      component = arith::ExtUIOp::create(builder, here, i32, component);
    if (width <= 32) {
      found.push_back(component);
      continue;
    }
    Value high = arith::ShRUIOp::create(builder, here, component,
                                        constant(builder, 32, i64));
    for (Value half : {component, high})
      found.push_back(arith::TruncIOp::create(builder, here, i32, half));
  }
  return found;
}

/// Of values that are defined one behind the other, by the same lanes.
void Observer::record(ArrayRef<unsigned> numbers) {
  Value last = sites[numbers.back()].value;
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(last);
  // Behind what counts the trips.
  if (auto argument = dyn_cast<BlockArgument>(last))
    if (auto it = trips.find(argument.getOwner()); it != trips.end())
      builder.setInsertionPointAfterValue(it->second);
  SmallVector<Value> found;
  for (unsigned number : numbers)
    llvm::append_range(found, getWords(builder, sites[number].value));

  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  const int64_t size = kHeader + static_cast<int64_t>(found.size()) * lanes;
  Value key = getTrips(&*builder.getInsertionPoint());
  Value high =
      arith::ShRUIOp::create(builder, here, key, constant(builder, 32, i64));
  SmallVector<Value> header = {constant(builder, numbers.front() + 1),
                               constant(builder, found.size())};
  for (Value half : {key, high})
    header.push_back(arith::TruncIOp::create(builder, here, i32, half));
  Value yes =
      arith::ConstantOp::create(builder, here, builder.getBoolAttr(true));
  Value mask = BallotOp::create(
      builder, here, VectorType::get({4}, builder.getI32Type()), yes);
  for (int64_t word = 0; word < 4; ++word)
    header.push_back(vector::ExtractOp::create(builder, here, mask,
                                               ArrayRef<int64_t>{word}));

  // What does not fit goes to the end, which nobody reads then.
  Value start = toIndex(builder, base);
  Value used = memref::LoadOp::create(builder, here, log, start);
  memref::StoreOp::create(builder, here, add(builder, used, size), log, start);
  Value most = constant(builder, words - 1 - size);
  Value place = arith::AddIOp::create(
      builder, here, base, arith::MinUIOp::create(builder, here, used, most));
  place = add(builder, place, 1);
  for (auto [word, value] : llvm::enumerate(header))
    memref::StoreOp::create(builder, here, value, log,
                            toIndex(builder, add(builder, place, word)));
  Value ofLane = arith::AddIOp::create(builder, here, place, lane);
  for (auto [number, value] : llvm::enumerate(found))
    memref::StoreOp::create(
        builder, here, value, log,
        toIndex(builder, add(builder, ofLane, kHeader + number * lanes)));
}

/// Values of a block that are defined with nothing between them that lanes might not
/// come back from make one record.
void Observer::recordTogether() {
  SmallVector<SmallVector<unsigned>> records;
  auto getBlock = [&](unsigned number) {
    return sites[number].value.getParentBlock();
  };
  auto isParted = [&](unsigned from, unsigned to) {
    Operation *op = sites[from].value.getDefiningOp();
    Operation *end = sites[to].value.getDefiningOp();
    for (op = op ? op : &getBlock(from)->front(); op != end && end;
         op = op->getNextNode())
      if (isa<RetireIfOp, BarrierOp>(op) || op->getNumRegions())
        return true;
    return end && end->getNumRegions();
  };
  for (unsigned number = 0; number < sites.size(); ++number) {
    bool isNext = !records.empty() &&
                  getBlock(records.back().back()) == getBlock(number) &&
                  !isParted(records.back().back(), number);
    if (!isNext)
      records.emplace_back();
    records.back().push_back(number);
  }
  for (ArrayRef<unsigned> numbers : records)
    record(numbers);
}

void Observer::claim() {
  findSites();
  static constexpr StringLiteral kSteps[] = {"group", "wave", "lane"};
  for (auto [number, site] : llvm::enumerate(sites)) {
    Operation *place = site.value.getDefiningOp();
    if (!place)
      place = site.value.getParentBlock()->getParentOp();
    place->emitRemark() << "site " << number << ": "
                        << kSteps[static_cast<unsigned>(site.claimed.step)]
                        << " " << getNumWords(site.value.getType()) << " "
                        << place->getName().getStringRef();
  }
}

/// What a load gives that has got a guard since is what the guard gives.
Value Observer::getGuarded(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<memref::LoadOp, vector::LoadOp, ImageLoadOp>(op) ||
      !value.hasOneUse())
    return value;
  auto yield = dyn_cast<scf::YieldOp>(*value.user_begin());
  auto ifOp = dyn_cast<scf::IfOp>(op->getParentOp());
  bool isGuard = yield && ifOp && yield->getBlock() == op->getBlock() &&
                 &op->getBlock()->front() == op && ifOp.getNumResults() == 1 &&
                 op->getNextNode() == yield && !conditions.contains(ifOp);
  return isGuard ? ifOp.getResult(0) : value;
}

void Observer::observe() {
  for (Site &site : sites)
    site.value = getGuarded(site.value);
  addArgument();
  SmallVector<Operation *> loops;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op) && isObserved(op))
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    countTrips(loop);
  recordTogether();
}

namespace {
struct TestObserveUniformity final
    : PassWrapper<TestObserveUniformity, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestObserveUniformity)

  TestObserveUniformity() = default;
  TestObserveUniformity(const TestObserveUniformity &other)
      : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-wave-observe-uniformity"; }
  StringRef getDescription() const final {
    return "Makes the kernel tell which of its values are the same in a wave "
           "and a group, and emits a remark with what the analysis says";
  }

  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() final {
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    if (kernels.size() != 1)
      return signalPassFailure();
    Observer observer(kernels.front(), early, words);
    observer.claim();
    // What is recorded is in bounds, and the rest has to be tested.
    OpPassManager guard(ModuleOp::getOperationName());
    guard.addPass(createGuardBuffers());
    if (failed(runPipeline(guard, getOperation())))
      return signalPassFailure();
    observer.observe();
  }

  Option<int64_t> words{*this, "words",
                        llvm::cl::desc("Words of the log of a wave"),
                        llvm::cl::init(1 << 16)};
  Option<bool> early{*this, "early",
                     llvm::cl::desc("Barriers have still to be legalized"),
                     llvm::cl::init(false)};
};
} // namespace

namespace mlir::wave {
void registerTestObserveUniformity() {
  PassRegistration<TestObserveUniformity>();
}
} // namespace mlir::wave
