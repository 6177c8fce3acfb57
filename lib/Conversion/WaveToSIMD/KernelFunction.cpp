//===- KernelFunction.cpp - The function that runs a range of groups ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Emits two functions: `wave_kernel` reads the launch block and calls
// `wave_groups`. The pointer arguments of `wave_groups` are marked as
// non-overlapping memory, which the launch checks.

#include "KernelFunction.h"

#include "GroupEmitter.h"

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/Coarsening.h"
#include "WaveDialect/IR/ExtraWaves.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// The cells of the launch block, 8 bytes each.
enum Cell : int32_t {
  GroupCountX = 0,
  GroupCountY = 1,
  GroupCountZ = 2,
  WavesRun = 3,
  WaveTable = 4,
  CancelFlag = 5,
  WaveCount = 6,
  Checker = 7,
  FirstArgument = 8,
};

/// The version of the launch block and of the contents of `wave_kernel_info`.
static constexpr int64_t kVersion = 1;

namespace {
/// Collects the arguments of `wave_groups` and the location of each for
/// `wave_kernel`.
class KernelFunction {
public:
  KernelFunction(ModuleOp module, Frame &frame)
      : module(module), frame(frame), builder(module.getBodyRegion()),
        loc(frame.kernel.getLoc()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {
    builder.setInsertionPointToEnd(module.getBody());
  }

  LogicalResult emit();

private:
  /// The source of an argument of `wave_groups`: the contents of a cell, or an
  /// address in the scratch memory.
  struct Argument {
    Type type;
    bool isScratch;
    int64_t place;
    bool isReadOnly = false;
    /// The number of lengths of this memory, which the next cells contain.
    int64_t lengths = 0;
  };

  unsigned addCell(Type type, int64_t cell) {
    arguments.push_back({type, false, cell});
    nextCell = std::max(nextCell, cell + 1);
    return arguments.size() - 1;
  }
  void addKernelArguments();
  void addMeshArrays();
  void placeGroupshared();
  void placeTables();
  void declareChecker();
  void createEntry(LLVM::LLVMFuncOp groups);
  void countLaunchedGroups();
  SmallVector<Value> getGroupNumbers(Value group);
  LogicalResult emitGroups(Block *entry);
  LogicalResult emitCalledWave(Block *entry);
  void emitPipes();
  void emitCoarsening();
  void emitInfo(int64_t waveBytes);
  LLVM::LLVMFuncOp createFunction(StringRef name, TypeRange types);
  Value getConstant(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }

  ModuleOp module;
  Frame &frame;
  OpBuilder builder;
  Location loc;
  Type pointer;
  SmallVector<Argument> arguments;
  /// Callbacks that use the arguments once the function's block exists.
  SmallVector<std::function<void(Block *)>> uses;
  int64_t nextCell = FirstArgument;
  int64_t groupsharedBytes = 0;
  int64_t waveBytes = 0;
  int64_t payloadBytes = 0;
  unsigned tableCount = 0;
  /// The number of launched groups in x, y and z.
  std::array<Value, 3> launchedGroups;
};
} // namespace

void KernelFunction::addKernelArguments() {
  int64_t cell = FirstArgument;
  Type i32 = builder.getI32Type();
  for (BlockArgument argument : frame.kernel.getArguments()) {
    unsigned first = arguments.size();
    if (isa<MemRefType, ImageType>(argument.getType())) {
      auto image = dyn_cast<ImageType>(argument.getType());
      const unsigned lengths = image ? image.getRank() : 1;
      addCell(pointer, cell++);
      arguments.back().isReadOnly = isBoundReadOnly(argument);
      arguments.back().lengths = lengths;
      for (unsigned i = 0; i < lengths; ++i)
        addCell(i32, cell++);
      uses.push_back([this, argument, first, image, lengths](Block *block) {
        frame.pointers[argument] = block->getArgument(first);
        if (image)
          llvm::append_range(frame.extents[argument],
                             block->getArguments().slice(first + 1, lengths));
        else
          frame.lengths[argument] = block->getArgument(first + 1);
      });
      continue;
    }
    int64_t components = getNumComponents(argument.getType());
    for (int64_t i = 0; i < components; ++i)
      addCell(getScalarType(argument.getType()), cell++);
    uses.push_back([this, argument, first, components](Block *block) {
      Lanes lanes;
      for (int64_t i = 0; i < components; ++i)
        lanes.push_back({block->getArgument(first + i)});
      frame.values[argument] = lanes;
    });
  }
}

/// Amplification groups write their dispatch to two arrays, which follow the
/// kernel arguments.
void KernelFunction::addMeshArrays() {
  DispatchMeshOp dispatch = findDispatchMesh(frame.kernel);
  if (!dispatch)
    return;
  payloadBytes = dispatch.getPayloadBytes();
  unsigned counts = addCell(pointer, nextCell);
  unsigned payload = addCell(pointer, nextCell);
  uses.push_back([=, this](Block *block) {
    frame.meshCounts = block->getArgument(counts);
    frame.meshPayload = block->getArgument(payload);
  });
}

void KernelFunction::placeGroupshared() {
  frame.kernel.walk([&](GroupsharedOp array) {
    auto type = cast<MemRefType>(array.getMemory().getType());
    unsigned number = arguments.size();
    arguments.push_back({pointer, /*isScratch=*/true, groupsharedBytes});
    uses.push_back([this, memory = array.getMemory(), number](Block *block) {
      frame.pointers[memory] = block->getArgument(number);
    });
    groupsharedBytes += llvm::alignTo(
        type.getNumElements() * getScalarBytes(type.getElementType()), 64);
  });
}

/// Tables of constants with the same contents share memory.
void KernelFunction::placeTables() {
  llvm::MapVector<ElementsAttr, SmallVector<Value>> lookups;
  frame.kernel.walk([&](LookupOp lookup) {
    lookups[lookup.getTable()].push_back(lookup.getResult());
  });
  for (auto &[table, results] : lookups) {
    auto global = LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(table.getElementType(),
                                 table.getNumElements()),
        /*isConstant=*/true, LLVM::Linkage::Internal,
        "wave_kernel_table_" + std::to_string(tableCount++), table,
        /*alignment=*/64);
    uses.push_back([this, global, results = results](Block *block) {
      auto entry = OpBuilder::atBlockBegin(block);
      Value address = LLVM::AddressOfOp::create(entry, loc, global);
      for (Value result : results)
        frame.pointers[result] = address;
    });
  }
}

LLVM::LLVMFuncOp KernelFunction::createFunction(StringRef name,
                                                TypeRange types) {
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), SmallVector<Type>(types));
  return LLVM::LLVMFuncOp::create(builder, loc, name, type);
}

void KernelFunction::declareChecker() {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  createFunction("wave_check_enter", {pointer, i64, i64});
  createFunction("wave_check_access",
                 {pointer, i32, pointer, i32, i32, pointer, i64, i64});
  createFunction("wave_check_matrix", {pointer, i32, i32, i32, i64, i64});
  createFunction("wave_check_undefined", {pointer, i32, pointer, i64, i64});
  createFunction("wave_check_retire", {pointer, i32, i64, i64});
  createFunction("wave_check_uniform", {pointer, i32, pointer, i64, i64, i64});
  createFunction("wave_check_branch", {pointer, i32, i64, i64, i64, i64});
  createFunction("wave_check_barrier", {pointer, i32, i64, i64});
  createFunction("wave_check_event", {pointer, i32, i64, i64});
}

void KernelFunction::createEntry(LLVM::LLVMFuncOp groups) {
  Type i64 = builder.getI64Type();
  // Provides element 0 for buffers and images without elements.
  auto zero = LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i64, 8), /*isConstant=*/true,
      LLVM::Linkage::Internal, "wave_kernel_zero",
      DenseElementsAttr::get(RankedTensorType::get({8}, i64), int64_t(0)),
      /*alignment=*/64);
  LLVM::LLVMFuncOp entry =
      createFunction("wave_kernel", {pointer, pointer, i64, i64});
  OpBuilder::InsertionGuard guard(builder);
  Block *block = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  Value cells = block->getArgument(0), scratch = block->getArgument(1);
  Value nothing = LLVM::AddressOfOp::create(builder, loc, zero);
  auto getAddress = [&](Value base, Type element, int64_t index) -> Value {
    // The operation itself can hold only a small constant.
    const LLVM::GEPArg argument =
        llvm::isInt<LLVM::kGEPConstantBitWidth>(index)
            ? LLVM::GEPArg(static_cast<int32_t>(index))
            : LLVM::GEPArg(getConstant(i64, index));
    return LLVM::GEPOp::create(builder, loc, pointer, element, base,
                               ArrayRef<LLVM::GEPArg>{argument});
  };
  SmallVector<Value> values;
  for (const Argument &argument : arguments) {
    if (argument.isScratch) {
      values.push_back(
          getAddress(scratch, builder.getI8Type(), argument.place));
      continue;
    }
    // The low bytes of a cell come first.
    Value place = getAddress(cells, i64, argument.place);
    bool isBool = argument.type.isInteger(1);
    Value loaded =
        LLVM::LoadOp::create(builder, loc, isBool ? i64 : argument.type, place);
    if (isBool)
      loaded = arith::TruncIOp::create(builder, loc, argument.type, loaded);
    for (int64_t i = 1; i <= argument.lengths; ++i) {
      Value length = LLVM::LoadOp::create(
          builder, loc, i64, getAddress(cells, i64, argument.place + i));
      Value isEmpty = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, length, getConstant(i64, 0));
      loaded = arith::SelectOp::create(builder, loc, isEmpty, nothing, loaded);
    }
    values.push_back(loaded);
  }
  values.push_back(block->getArgument(2));
  values.push_back(block->getArgument(3));
  LLVM::CallOp::create(builder, loc, groups, values);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
}

/// A launched group may run several groups of the program.
void KernelFunction::countLaunchedGroups() {
  launchedGroups = frame.groupCount;
  std::optional<ArrayRef<int32_t>> factors = getCoarsening(frame.kernel);
  if (!factors)
    return;
  Type i32 = builder.getI32Type();
  // Rounded up. A count of 0 gives a wrong number, which no group reads.
  for (auto [count, factor] : llvm::zip_equal(launchedGroups, *factors)) {
    Value last =
        arith::SubIOp::create(builder, loc, count, getConstant(i32, 1));
    Value whole =
        arith::DivUIOp::create(builder, loc, last, getConstant(i32, factor));
    count = arith::AddIOp::create(builder, loc, whole, getConstant(i32, 1));
  }
}

/// Computes the group's ids in x, y and z.
SmallVector<Value> KernelFunction::getGroupNumbers(Value group) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  auto narrow = [&](Value value) -> Value {
    return arith::TruncIOp::create(builder, loc, i32, value);
  };
  Value x = widen(launchedGroups[0]), y = widen(launchedGroups[1]);
  Value row = arith::DivUIOp::create(builder, loc, group, x);
  return {narrow(arith::RemUIOp::create(builder, loc, group, x)),
          narrow(arith::RemUIOp::create(builder, loc, row, y)),
          narrow(arith::DivUIOp::create(builder, loc, row, y))};
}

/// Emits one wave of one group; the last two arguments are their numbers.
LogicalResult KernelFunction::emitCalledWave(Block *entry) {
  Type i64 = builder.getI64Type();
  Value group = entry->getArgument(entry->getNumArguments() - 2);
  frame.groupNumber = group;
  llvm::copy(getGroupNumbers(group), frame.groupId.begin());
  frame.calledWave =
      arith::TruncIOp::create(builder, loc, builder.getI32Type(),
                              entry->getArgument(entry->getNumArguments() - 1));
  auto bytes =
      LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(0));
  Value slots = entry->getArgument(entry->getNumArguments() - 3);
  GroupEmitter emitter(frame, builder, slots, bytes);
  emitter.placeLocalArrays();
  if (failed(emitter.emitBlock(frame.kernel.getBody().front())))
    return failure();
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  waveBytes = emitter.finish();
  return success();
}

/// Emits a loop over groups; the group ids are incremented with carry, x first.
LogicalResult KernelFunction::emitGroups(Block *entry) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value first = entry->getArgument(entry->getNumArguments() - 2);
  Value end = entry->getArgument(entry->getNumArguments() - 1);
  SmallVector<Value> numbers = getGroupNumbers(first);
  auto bytes =
      LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(0));
  Value slots = entry->getArgument(entry->getNumArguments() - 3);
  GroupEmitter emitter(frame, builder, slots, bytes);
  emitter.placeLocalArrays();

  Value one = getConstant(i32, 1), zero = getConstant(i32, 0);
  auto loop =
      scf::ForOp::create(builder, loc, first, end, getConstant(i64, 1), numbers,
                         [](OpBuilder &, Location, Value, ValueRange) {});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    frame.groupNumber = loop.getInductionVar();
    for (unsigned i = 0; i < 3; ++i)
      frame.groupId[i] = loop.getRegionIterArg(i);
    Value yes = getConstant(builder.getI1Type(), 1);
    WaveEmitter group(frame, builder);
    auto run = scf::IfOp::create(builder, loc, group.isGoingOn(yes, loc),
                                 /*withElseRegion=*/false);
    builder.setInsertionPoint(run.thenBlock()->getTerminator());
    if (failed(emitter.emitBlock(frame.kernel.getBody().front())))
      return failure();
    builder.setInsertionPointToEnd(loop.getBody());
    Value carry = getConstant(builder.getI1Type(), 1);
    SmallVector<Value> next;
    for (unsigned i = 0; i < 3; ++i) {
      Value more = arith::AddIOp::create(builder, loc, frame.groupId[i], one);
      Value isFull = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, more, launchedGroups[i]);
      Value advanced =
          i == 2 ? more
                 : arith::SelectOp::create(builder, loc, isFull, zero, more);
      next.push_back(arith::SelectOp::create(builder, loc, carry, advanced,
                                             frame.groupId[i]));
      carry = arith::AndIOp::create(builder, loc, carry, isFull);
    }
    scf::YieldOp::create(builder, loc, next);
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  waveBytes = emitter.finish();
  return success();
}

/// Declares the functions of pipes, and emits what the runtime must know of each
/// pipe: their number, then for each the stages, the line, the numbers of
/// producers and consumers, and their indices. A set of waves of barriers is a pipe
/// without stages and consumers.
void KernelFunction::emitPipes() {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  LLVM::LLVMFuncOp::create(builder, loc, "wave_pipe_step",
                           LLVM::LLVMFunctionType::get(i32, {i32, i32, i32}));
  createFunction("wave_group_meet", i32);
  SmallVector<int64_t> table = {
      static_cast<int64_t>(frame.pipes.size() + frame.sets.size())};
  frame.kernel.walk([&](PipeOp pipe) {
    llvm::append_values(table, pipe.getStages(), getLine(pipe),
                        pipe.getProducers().size(), pipe.getConsumers().size());
    llvm::append_range(table, pipe.getProducers());
    llvm::append_range(table, pipe.getConsumers());
  });
  for (const SmallVector<int32_t> &set : frame.sets) {
    llvm::append_values(table, 0, 0, set.size(), 0);
    llvm::append_range(table, set);
  }
  auto count = static_cast<int64_t>(table.size());
  LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i64, count),
      /*isConstant=*/true, LLVM::Linkage::External, "wave_kernel_pipes",
      DenseElementsAttr::get(RankedTensorType::get({count}, i64),
                             ArrayRef<int64_t>(table)));
  const int64_t extra = getExtraWaves(frame.kernel);
  if (extra == 0)
    return;
  LLVM::GlobalOp::create(builder, loc, i64, /*isConstant=*/true,
                         LLVM::Linkage::External, "wave_kernel_extra_waves",
                         builder.getI64IntegerAttr(extra));
}

/// Emits how many groups of the program a launched group runs.
void KernelFunction::emitCoarsening() {
  std::optional<ArrayRef<int32_t>> factors = getCoarsening(frame.kernel);
  if (!factors)
    return;
  Type i64 = builder.getI64Type();
  LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i64, 3), /*isConstant=*/true,
      LLVM::Linkage::External, "wave_kernel_coarsening",
      DenseElementsAttr::get(RankedTensorType::get({3}, i64),
                             ArrayRef<int64_t>(SmallVector<int64_t>(
                                 factors->begin(), factors->end()))));
}

/// Emits what a launch must know: the version, the bytes of groupshared memory
/// and of memory per wave, the wave size, and for amplification kernels the
/// bytes of the payload.
void KernelFunction::emitInfo(int64_t waveBytes) {
  Type i64 = builder.getI64Type();
  SmallVector<int64_t> info = {kVersion, groupsharedBytes, waveBytes,
                               frame.lanes};
  if (frame.meshCounts)
    info.push_back(payloadBytes);
  auto count = static_cast<int64_t>(info.size());
  LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(i64, count),
      /*isConstant=*/true, LLVM::Linkage::External, "wave_kernel_info",
      DenseElementsAttr::get(RankedTensorType::get({count}, i64),
                             ArrayRef<int64_t>(info)));
}

LogicalResult KernelFunction::emit() {
  Type i32 = builder.getI32Type();
  addKernelArguments();
  addMeshArrays();
  for (int i = 0; i < 3; ++i) {
    unsigned number = addCell(i32, GroupCountX + i);
    uses.push_back([this, i, number](Block *block) {
      frame.groupCount[i] = block->getArgument(number);
    });
  }
  unsigned waves = addCell(i32, WavesRun), count = addCell(i32, WaveCount);
  unsigned table = addCell(pointer, WaveTable);
  unsigned flag = addCell(pointer, CancelFlag);
  uses.push_back([=, this](Block *block) {
    frame.waveTable = block->getArgument(table);
    frame.cancelFlag = block->getArgument(flag);
  });
  if (frame.checked) {
    unsigned checker = addCell(pointer, Checker);
    uses.push_back([=, this](Block *block) {
      frame.checker = block->getArgument(checker);
    });
    declareChecker();
  }
  if (frame.hasWaits())
    emitPipes();
  emitCoarsening();
  placeGroupshared();
  placeTables();
  // The memory of the waves follows the groupshared memory.
  arguments.push_back({pointer, /*isScratch=*/true, groupsharedBytes});

  SmallVector<Type> types;
  for (const Argument &argument : arguments)
    types.push_back(argument.type);
  types.append(2, builder.getI64Type());
  LLVM::LLVMFuncOp groups = createFunction("wave_groups", types);
  groups.setLinkage(LLVM::Linkage::Internal);
  SmallVector<Attribute> attributes = {builder.getStringAttr("noinline"),
                                       builder.getStringAttr("nounwind")};
  // Use vectors as wide as the registers, even if LLVM prefers narrower ones on
  // this machine.
  if (frame.machine.vectorBits >= 512)
    attributes.push_back(builder.getStrArrayAttr(
        {"prefer-vector-width", std::to_string(frame.machine.vectorBits)}));
  groups.setPassthroughAttr(builder.getArrayAttr(attributes));
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    // Only buffers, images and scratch memory are noalias, and only if a call
    // runs all waves: other waves write them during calls of the runtime.
    if (frame.runsOneWave() || (!argument.isScratch && !argument.lengths))
      continue;
    groups.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
    if (argument.isReadOnly)
      groups.setArgAttr(number, LLVM::LLVMDialect::getReadonlyAttrName(),
                        builder.getUnitAttr());
  }
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = groups.addEntryBlock(builder);
    builder.setInsertionPointToStart(block);
    frame.entry = block;
    for (const auto &use : uses)
      use(block);
    countLaunchedGroups();
    // The number of waves is constant unless the launch or a wave table
    // determines it.
    if (frame.knownWaves) {
      frame.waves = getConstant(i32, *frame.knownWaves);
      frame.waveCount = frame.waves;
    } else {
      frame.waves = block->getArgument(waves);
      frame.waveCount = block->getArgument(count);
    }
    if (failed(frame.runsOneWave() ? emitCalledWave(block) : emitGroups(block)))
      return failure();
  }
  createEntry(groups);
  emitInfo(waveBytes);
  return success();
}

LogicalResult simd::emitKernelFunction(ModuleOp module, Frame &frame) {
  return KernelFunction(module, frame).emit();
}
