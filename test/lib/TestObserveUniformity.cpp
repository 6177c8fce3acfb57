//===- TestObserveUniformity.cpp - Lets a kernel watch its own values -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// One observed value.
struct Site {
  Value value;
  Uniformity claimed;
};

/// Puts code behind the definition of every number which tells whether it is the same in
/// the lanes that are active there, and hands it to whoever compares waves.
///
/// The kernel gets two more buffers of u32. `different[s]` is 1 where lanes of a wave
/// had different values at site s. `log` has 4096 records of five words for each wave,
/// at (group * waves + wave) * 20480: the number of the site, counted from 1, with the
/// highest bit set where several lanes were active; the trips of all loops around it, a
/// byte a loop, the innermost one lowest, in two words; a hash of the first lane's
/// value; 0. A record may be lost to another one.
class Observer {
public:
  Observer(FuncOp kernel, bool early);
  void run();

private:
  void findSites();
  void addArguments();
  void countTrips(Operation *loop);
  Value countTrip(Block &block, Value counter, bool isNext);
  Value getTrips(Operation *place) const;
  void observe(unsigned number);
  bool isObserved(Operation *op) const;
  SmallVector<Value> getBits(OpBuilder &builder, Value value) const;
  Value constant(OpBuilder &builder, int64_t number, Type type = {}) const;
  void store(OpBuilder &builder, Value value, Value memory, Value place) const;

  static constexpr int64_t kRecords = 4096, kWords = 5;

  FuncOp kernel;
  Location here;
  UniformityAnalysis uniformity;
  /// What lanes that have returned will execute must stay what it is.
  std::optional<UniformSlice> slice;
  SmallVector<Site> sites;
  DenseMap<Block *, Value> trips;
  Value different, log, base;
};
} // namespace

Observer::Observer(FuncOp kernel, bool early)
    : kernel(kernel), here(kernel.getLoc()), uniformity(kernel) {
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

void Observer::store(OpBuilder &builder, Value value, Value memory,
                     Value place) const {
  Value index = arith::IndexCastUIOp::create(builder, here,
                                             builder.getIndexType(), place);
  memref::StoreOp::create(builder, here, value, memory, index);
}

void Observer::addArguments() {
  MLIRContext *context = kernel.getContext();
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Location loc = here;
  Type i32 = builder.getI32Type();
  Type type = MemRefType::get({ShapedType::kDynamic}, i32);
  auto attributes = builder.getDictionaryAttr(builder.getNamedAttr(
      "wave.binding", parseAttribute("#wave.binding<uav, ui32>", context)));
  for (Value *memory : {&different, &log}) {
    unsigned number = kernel.getNumArguments();
    (void)kernel.insertArgument(number, type, attributes, loc);
    *memory = kernel.getArgument(number);
  }
  Value group = GroupIdOp::create(builder, loc, i32, gpu::Dimension::x);
  Value wave = GroupWaveIndexOp::create(builder, loc, i32);
  Value waves = GroupWaveCountOp::create(builder, loc, i32);
  Value number = arith::AddIOp::create(
      builder, loc, arith::MulIOp::create(builder, loc, group, waves), wave);
  base = arith::MulIOp::create(builder, loc, number,
                               constant(builder, kRecords * kWords));
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
  Location loc = here;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value trip = memref::LoadOp::create(builder, loc, counter, zero);
  if (isNext) {
    trip = arith::AddIOp::create(builder, loc, trip, constant(builder, 1));
    memref::StoreOp::create(builder, loc, trip, counter, zero);
  }
  Type i64 = builder.getI64Type();
  Value around = arith::MulIOp::create(
      builder, loc, getTrips(block.getParentOp()), constant(builder, 256, i64));
  Value own = arith::ExtUIOp::create(builder, loc, i64, trip);
  return trips[&block] = arith::AddIOp::create(builder, loc, around, own);
}

void Observer::countTrips(Operation *loop) {
  Location loc = here;
  auto start = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Value counter = memref::AllocaOp::create(
      start, loc, MemRefType::get({1}, start.getI32Type()));
  OpBuilder before(loop);
  memref::StoreOp::create(
      before, loc, constant(before, 0), counter,
      arith::ConstantIndexOp::create(before, loc, 0).getResult());
  bool isNext = true;
  for (Region &region : loop->getRegions()) {
    countTrip(region.front(), counter, isNext);
    isNext = false;
  }
}

/// The bits of each component, in words of 32 or 64.
SmallVector<Value> Observer::getBits(OpBuilder &builder, Value value) const {
  Location loc = here;
  SmallVector<Value> components = {value};
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    components.clear();
    for (int64_t i = 0; i < vector.getNumElements(); ++i)
      components.push_back(
          vector::ExtractOp::create(builder, loc, value, ArrayRef<int64_t>{i}));
  }
  for (Value &component : components) {
    Type i32 = builder.getI32Type(), type = component.getType();
    if (type.isIndex()) {
      component = arith::IndexCastUIOp::create(builder, loc, i32, component);
      continue;
    }
    unsigned width = type.getIntOrFloatBitWidth();
    if (isa<FloatType>(type))
      component = arith::BitcastOp::create(
          builder, loc, builder.getIntegerType(width), component);
    if (width < 32)
      component = arith::ExtUIOp::create(builder, loc, i32, component);
  }
  return components;
}

void Observer::observe(unsigned number) {
  Value value = sites[number].value;
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(value);
  // Behind what counts the trips.
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto it = trips.find(argument.getOwner()); it != trips.end())
      builder.setInsertionPointAfterValue(it->second);
  }
  Operation *definition = value.getDefiningOp();
  Value key =
      getTrips(definition ? definition : &*value.getParentBlock()->begin());
  Location loc = here;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto narrow = [&](Value wide) -> Value {
    return arith::TruncIOp::create(builder, loc, i32, wide);
  };
  auto high = [&](Value wide) {
    return narrow(
        arith::ShRUIOp::create(builder, loc, wide, constant(builder, 32, i64)));
  };
  auto mix = [&](Value a, Value b) -> Value {
    Value scaled =
        arith::MulIOp::create(builder, loc, a, constant(builder, 0x9E3779B1));
    return arith::XOrIOp::create(builder, loc, scaled, b);
  };
  Value hash;
  for (Value bits : getBits(builder, value)) {
    Value first = ReadFirstLaneOp::create(builder, loc, bits.getType(), bits);
    Value differs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, bits, first);
    auto ifOp = scf::IfOp::create(builder, loc, differs);
    OpBuilder inside = ifOp.getThenBodyBuilder();
    store(inside, constant(inside, 1), different, constant(inside, number));
    if (bits.getType() == i64)
      first = mix(high(first), narrow(first));
    hash = hash ? mix(hash, first) : first;
  }
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value lanes = CountBitsOp::create(builder, loc, i32, yes);
  Value isFirst = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  auto ifOp = scf::IfOp::create(builder, loc, isFirst);
  builder = ifOp.getThenBodyBuilder();
  Value several = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                        lanes, constant(builder, 1));
  Value name = arith::SelectOp::create(
      builder, loc, several,
      constant(builder, (int64_t(1) << 31) | (number + 1)),
      constant(builder, number + 1));
  Value low = narrow(key);
  Value place = arith::ShRUIOp::create(
      builder, loc,
      mix(mix(constant(builder, number + 1), low), constant(builder, 0)),
      constant(builder, 20));
  place = arith::AddIOp::create(
      builder, loc, base,
      arith::MulIOp::create(builder, loc, place, constant(builder, kWords)));
  for (Value word : {name, low, high(key), hash}) {
    store(builder, word, log, place);
    place = arith::AddIOp::create(builder, loc, place, constant(builder, 1));
  }
}

void Observer::run() {
  findSites();
  addArguments();
  SmallVector<Operation *> loops;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op) && isObserved(op))
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    countTrips(loop);
  for (auto [number, site] : llvm::enumerate(sites)) {
    Operation *place = site.value.getDefiningOp();
    if (!place)
      place = site.value.getParentBlock()->getParentOp();
    static constexpr StringLiteral kSteps[] = {"group", "wave", "lane"};
    place->emitRemark() << "site " << number << ": "
                        << kSteps[static_cast<unsigned>(site.claimed.step)]
                        << " " << place->getName().getStringRef();
    observe(number);
  }
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
    for (FuncOp kernel : kernels)
      Observer(kernel, early).run();
  }

  Option<bool> early{*this, "early",
                     llvm::cl::desc("Barriers have still to be legalised"),
                     llvm::cl::init(false)};
};
} // namespace

namespace mlir::wave {
void registerTestObserveUniformity() {
  PassRegistration<TestObserveUniformity>();
}
} // namespace mlir::wave
