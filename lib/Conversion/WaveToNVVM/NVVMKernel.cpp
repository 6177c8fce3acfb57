//===- NVVMKernel.cpp - A kernel during its lowering to NVVM -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMKernel.h"

#include "WaveDialect/Analysis/WaveNumbers.h"
#include "WaveDialect/IR/Bindings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The alignment of arrays and of the block of constants: that of the widest access.
static constexpr unsigned kConstantsAlignment = 8;

static LLVM::LLVMPointerType getPointerType(MLIRContext *context,
                                            AddressSpace space) {
  return LLVM::LLVMPointerType::get(context, static_cast<unsigned>(space));
}

static llvm::SmallBitVector findCopiers(FuncOp function) {
  const WaveNumbers numbers(function);
  llvm::SmallBitVector copiers(numbers.size());
  function.walk(
      [&](AsyncCopyOp copy) { copiers |= numbers.getReaching(copy); });
  return copiers;
}

NVVMKernel::NVVMKernel(FuncOp function, ArgumentLayout layout,
                       SmallVector<TensorMap> tensorMaps, StringRef sm)
    : function(function), layout(std::move(layout)), sm(sm),
      copiers(findCopiers(function)), tensorMaps(std::move(tensorMaps)),
      mapPlaces(this->layout.constantBytes, this->tensorMaps.size()),
      swizzles(findSwizzles(function, hasTensorMaps(sm))),
      tensorCopies(findTensorCopies()),
      arrayAlignment(getArrayAlignment(swizzles)),
      alignments(getAlignments(function, this->layout)),
      hasDynamicShared(hasDynamicGroupshared(function, sm)) {
  createFunction();
}

DenseMap<Operation *, NVVMKernel::TensorCopy> NVVMKernel::findTensorCopies() {
  DenseMap<Operation *, TensorCopy> copies;
  function.walk([&](AsyncCopyOp copy) {
    const Swizzle *swizzle = getSwizzle(copy.getArray());
    if (!swizzle || !swizzle->isOfTensors)
      return;
    const auto *map = llvm::find(tensorMaps, *findTensorMap(copy));
    assert(map != tensorMaps.end() && "a map without a place");
    const auto number = static_cast<size_t>(map - tensorMaps.begin());
    copies[copy] = {number, findCommittedPipe(copy), findLayerOperand(copy)};
    mapsOfArrays[copy.getArray()] = number;
  });
  return copies;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void NVVMKernel::createFunction() {
  MLIRContext *context = function.getContext();
  Location loc = function.getLoc();
  Operation *place = function->getParentOfType<gpu::GPUModuleOp>();
  if (!place)
    place = function;
  OpBuilder builder(place);
  module = ModuleOp::create(builder, loc, function.getName());
  builder.setInsertionPointToStart(module.getBody());

  SmallVector<Type> types(layout.resources.size(),
                          getPointerType(context, AddressSpace::Global));
  const bool hasMaps = !tensorMaps.empty();
  const unsigned bytes = hasMaps ? mapPlaces.getEnd() : layout.constantBytes;
  if (bytes)
    types.push_back(getPointerType(context, AddressSpace::Generic));
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types);
  kernel = LLVM::LLVMFuncOp::create(builder, loc, function.getName(), type);
  kernel->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel->setAttr(
      NVVM::NVVMDialect::getReqntidAttrName(),
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(countThreads())}));
  for (auto [index, alignment] : llvm::enumerate(alignments))
    kernel.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(alignment));
  Block *entry = kernel.addEntryBlock(builder);
  for (BlockArgument argument : function.getArguments())
    if (isa<MemRefType, ImageType>(argument.getType()))
      pointers[argument] =
          entry->getArgument(&getResource(argument) - layout.resources.begin());
  if (!bytes)
    return;
  const unsigned last = types.size() - 1;
  constantsBlock = entry->getArgument(last);
  auto block = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes);
  kernel.setArgAttr(last, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(block));
  kernel.setArgAttr(last, LLVM::LLVMDialect::getAlignAttrName(),
                    builder.getI64IntegerAttr(hasMaps
                                                  ? TensorMapPlaces::kAlignment
                                                  : kConstantsAlignment));
  kernel.setArgAttr(last, NVVM::NVVMDialect::getGridConstantAttrName(),
                    builder.getUnitAttr());
}

void NVVMKernel::setRegisters(unsigned registers) {
  kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                  Builder(kernel.getContext()).getI32IntegerAttr(registers));
}

uint64_t NVVMKernel::getAlignment(Value argument) const {
  return alignments[&getResource(argument) - layout.resources.begin()];
}

OpBuilder NVVMKernel::getEntryBuilder() {
  return OpBuilder::atBlockEnd(&kernel.getBody().front());
}

/// Whether `condition` is `number == 0`.
static bool isTestOfZero(Value condition, Value number) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && number &&
         compare.getPredicate() == arith::CmpIPredicate::eq &&
         compare.getLhs() == number && matchPattern(compare.getRhs(), m_Zero());
}

/// Turns tests for the first lane of the first wave into tests for the first thread: the
/// machine's assembler then knows that one thread executes an atomic, and omits code that
/// adds up those of several.
static void simplifyTestsOfFirstThread(NVVMKernel &kernel, Value wave,
                                       Value lane) {
  auto simplify = [&](Operation *op, Value both, Value first, Value second) {
    if (isTestOfZero(second, wave))
      std::swap(first, second);
    if (!isTestOfZero(first, wave) || !isTestOfZero(second, lane))
      return;
    Value zero = kernel.getConstant(0), thread = kernel.getThread();
    OpBuilder builder(op);
    both.replaceAllUsesWith(arith::CmpIOp::create(builder, op->getLoc(),
                                                  arith::CmpIPredicate::eq,
                                                  thread, zero)
                                .getResult());
  };
  kernel.function.walk([&](Operation *op) {
    if (auto both = dyn_cast<arith::AndIOp>(op))
      simplify(op, both, both.getLhs(), both.getRhs());
    auto select = dyn_cast<arith::SelectOp>(op);
    if (select && matchPattern(select.getFalseValue(), m_Zero()))
      simplify(op, select, select.getCondition(), select.getTrueValue());
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || !branch.elseBlock())
      return;
    // The second part of a condition may be in a branch.
    for (OpResult result : branch.getResults()) {
      const unsigned number = result.getResultNumber();
      if (matchPattern(branch.elseYield().getOperand(number), m_Zero()))
        simplify(op, result, branch.getCondition(),
                 branch.thenYield().getOperand(number));
    }
  });
}

ModuleOp NVVMKernel::finish() {
  simplifyTestsOfFirstThread(*this, waveIndex, laneIndex);
  // Their uses have the addresses.
  function.walk([](Operation *op) {
    if (isa<GroupsharedOp, memref::AllocaOp, PipeOp>(op))
      op->erase();
  });
  Block &body = function.getBody().front();
  Operation *end = body.getTerminator();
  OpBuilder builder(end);
  LLVM::ReturnOp::create(builder, end->getLoc(), ValueRange());
  end->erase();
  Block &entry = kernel.getBody().front();
  entry.getOperations().splice(entry.end(), body.getOperations());
  function.erase();
  return module;
}

int64_t NVVMKernel::countThreads() {
  if (std::optional<ArrayRef<int32_t>> threads = function.getNumThreads())
    return int64_t((*threads)[0]) * (*threads)[1] * (*threads)[2];
  return function.getNumWavesValue().value_or(1) * kWaveSize;
}

int64_t NVVMKernel::countWaves() {
  return llvm::divideCeil(countThreads(), kWaveSize);
}

//===----------------------------------------------------------------------===//
// Values at the entry
//===----------------------------------------------------------------------===//

Value NVVMKernel::getConstant(int32_t value) {
  return getConstant(Builder(function.getContext()).getI32IntegerAttr(value));
}

Value NVVMKernel::getConstant(TypedAttr value) {
  Value &constant = constants[value];
  if (!constant) {
    OpBuilder builder = getEntryBuilder();
    constant = arith::ConstantOp::create(builder, function.getLoc(), value);
  }
  return constant;
}

Value NVVMKernel::getLaneIndex() {
  if (countWaves() == 1)
    return getThread();
  if (!laneIndex) {
    Value thread = getThread(), bits = getConstant(kWaveSize - 1);
    OpBuilder builder = getEntryBuilder();
    laneIndex = arith::AndIOp::create(builder, function.getLoc(), thread, bits);
  }
  return laneIndex;
}

Value NVVMKernel::getWaveIndex() {
  if (countWaves() == 1)
    return getConstant(0);
  if (!waveIndex) {
    Value thread = getThread(), bits = getConstant(5);
    OpBuilder builder = getEntryBuilder();
    waveIndex =
        arith::ShRUIOp::create(builder, function.getLoc(), thread, bits);
  }
  return waveIndex;
}

Value NVVMKernel::getEntryMask() {
  const int64_t rest = countThreads() % kWaveSize;
  if (rest == 0)
    return getAllLanes();
  Value partial = getConstant(static_cast<int32_t>((1u << rest) - 1));
  if (countWaves() == 1)
    return partial;
  if (!entryMask) {
    Value wave = getWaveIndex(), all = getAllLanes();
    Value last = getConstant(static_cast<int32_t>(countWaves() - 1));
    OpBuilder builder = getEntryBuilder();
    Value isLast = arith::CmpIOp::create(builder, function.getLoc(),
                                         arith::CmpIPredicate::eq, wave, last);
    entryMask = arith::SelectOp::create(builder, function.getLoc(), isLast,
                                        partial, all);
  }
  return entryMask;
}

Value NVVMKernel::getConstantPlace(OpBuilder &builder, unsigned offset) {
  return LLVM::GEPOp::create(
      builder, function.getLoc(), constantsBlock.getType(), builder.getI8Type(),
      constantsBlock, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)},
      LLVM::GEPNoWrapFlags::inbounds);
}

Value NVVMKernel::loadConstant(unsigned offset, Type type) {
  Value &value = loaded[{offset, type}];
  if (value)
    return value;
  OpBuilder builder = getEntryBuilder();
  Location loc = function.getLoc();
  Value place = getConstantPlace(builder, offset);
  value = LLVM::LoadOp::create(builder, loc, type, place,
                               type.getIntOrFloatBitWidth() / 8);
  return value;
}

/// Narrow integers and booleans have four bytes in the constants, and half floats are
/// stored as f32.
Value NVVMKernel::loadField(const ConstantField &field, unsigned component) {
  Type stored = getConstantType(field.element);
  const unsigned bytes = stored.getIntOrFloatBitWidth() / 8;
  Value value = loadConstant(field.offset + component * bytes, stored);
  Type type = wave::getValueType(field.element);
  if (type == stored)
    return value;
  OpBuilder builder = getEntryBuilder();
  Location loc = function.getLoc();
  if (isa<FloatType>(type))
    return arith::TruncFOp::create(builder, loc, type, value);
  if (!type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, value);
  Value zero = getConstant(builder.getIntegerAttr(stored, 0));
  builder = getEntryBuilder();
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value NVVMKernel::getScalar(unsigned argument) {
  Value &value = scalars[argument];
  if (value)
    return value;
  const ConstantField &field = layout.getField(argument);
  SmallVector<Value> components;
  for (unsigned component = 0; component < field.components; ++component)
    components.push_back(loadField(field, component));
  value = components.front();
  if (auto type =
          dyn_cast<VectorType>(function.getArgument(argument).getType())) {
    OpBuilder builder = getEntryBuilder();
    value = vector::FromElementsOp::create(builder, function.getLoc(), type,
                                           components);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LLVM::GlobalOp NVVMKernel::addGlobal(StringRef prefix, LLVM::LLVMArrayType type,
                                     AddressSpace space, unsigned alignment) {
  OpBuilder builder(kernel);
  const std::string name =
      (function.getName() + "." + prefix + Twine(globals++)).str();
  return LLVM::GlobalOp::create(builder, function.getLoc(), type,
                                /*isConstant=*/false, LLVM::Linkage::Internal,
                                name, Attribute(), alignment,
                                static_cast<unsigned>(space));
}

Value NVVMKernel::createShared(Location loc, StringRef prefix,
                               LLVM::LLVMArrayType type, int64_t bytes) {
  if (!hasDynamicShared) {
    LLVM::GlobalOp global =
        addGlobal(prefix, type, AddressSpace::Shared, arrayAlignment);
    OpBuilder builder = getEntryBuilder();
    return LLVM::AddressOfOp::create(builder, loc, global);
  }
  if (!dynamicShared) {
    OpBuilder moduleBuilder(kernel);
    auto unknown = LLVM::LLVMArrayType::get(moduleBuilder.getI8Type(),
                                            /*numElements=*/0);
    // LLVM gives valid names to internal variables only.
    auto global = LLVM::GlobalOp::create(
        moduleBuilder, function.getLoc(), unknown, /*isConstant=*/false,
        LLVM::Linkage::External, (function.getName() + "$shared").str(),
        Attribute(), arrayAlignment,
        static_cast<unsigned>(AddressSpace::Shared));
    OpBuilder builder = getEntryBuilder();
    dynamicShared = LLVM::AddressOfOp::create(builder, loc, global);
  }
  const auto offset = static_cast<int32_t>(dynamicBytes);
  dynamicBytes += static_cast<int64_t>(llvm::alignTo(bytes, arrayAlignment));
  OpBuilder builder = getEntryBuilder();
  return LLVM::GEPOp::create(
      builder, loc, dynamicShared.getType(), builder.getI8Type(), dynamicShared,
      ArrayRef<LLVM::GEPArg>{offset}, LLVM::GEPNoWrapFlags::inbounds);
}

/// Groupshared arrays belong to the group, local arrays are on the stack.
Value NVVMKernel::createArray(Operation *memory) {
  auto type = cast<MemRefType>(memory->getResult(0).getType());
  auto array =
      LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements());
  Location loc = memory->getLoc();
  if (isa<GroupsharedOp>(memory))
    return createShared(loc, "shared", array,
                        type.getNumElements() *
                            getScalarBytes(type.getElementType()));
  Value one = getConstant(1);
  OpBuilder builder = getEntryBuilder();
  return LLVM::AllocaOp::create(
      builder, loc, getPointerType(memory->getContext(), AddressSpace::Generic),
      array, one, kArrayAlignment);
}

Value NVVMKernel::getPointer(Value memory) {
  Value &pointer = pointers[memory];
  if (!pointer)
    pointer = createArray(memory.getDefiningOp());
  return pointer;
}

Value NVVMKernel::getLength(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  if (type.hasStaticShape())
    return getConstant(static_cast<int32_t>(type.getNumElements()));
  const unsigned argument = cast<BlockArgument>(memory).getArgNumber();
  return loadField(layout.getLengthField(argument), /*component=*/0);
}

Value NVVMKernel::getTensorMap(size_t number) {
  OpBuilder builder = getEntryBuilder();
  return getConstantPlace(builder, mapPlaces.getMap(number));
}

Value NVVMKernel::getTensorMapFlag(size_t number) {
  return loadConstant(mapPlaces.getFlag(number),
                      Builder(function.getContext()).getI32Type());
}

Value NVVMKernel::getGroupCount(gpu::Dimension dimension) {
  return loadField(layout.getGroupCountField(),
                   static_cast<unsigned>(dimension));
}

Value NVVMKernel::getExtent(Value image, unsigned dimension) {
  const unsigned argument = cast<BlockArgument>(image).getArgNumber();
  return loadField(layout.getExtentField(argument), dimension);
}

Value NVVMKernel::getTable(ElementsAttr table) {
  Value &address = tables[table];
  if (address)
    return address;
  auto array =
      LLVM::LLVMArrayType::get(table.getElementType(), table.getNumElements());
  LLVM::GlobalOp global =
      addGlobal("table", array, AddressSpace::Global, kArrayAlignment);
  global.setConstant(true);
  global.setValueAttr(table);
  OpBuilder builder = getEntryBuilder();
  address = LLVM::AddressOfOp::create(builder, function.getLoc(), global);
  return address;
}
