//===- MemoryToDXIL.cpp - Loads, stores, arrays and barriers --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlaces.h"

#include "WaveDialect/IR/Bindings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The number of words that one DXIL call can load or store.
static constexpr unsigned kMostWords = 4;

namespace {
/// Loads and stores scalars of one type in one structured buffer.
class BufferAccess {
public:
  BufferAccess(Operation *op, DXILKernel &kernel, Value buffer)
      : builder(op), loc(op->getLoc()), kernel(kernel),
        handle(kernel.getHandle(buffer)),
        scalar(cast<MemRefType>(buffer.getType()).getElementType()),
        word(isSplit() ? builder.getI32Type() : scalar) {}

  void load(const BufferPlace &place, SmallVectorImpl<Value> &scalars);
  void store(const BufferPlace &place, ArrayRef<Value> scalars);

private:
  /// Older shader models load and store no 64 bits.
  bool isSplit() const {
    return getScalarBytes(scalar) == 8 &&
           !kernel.has(dxil::Feature::RawBufferAccess64);
  }

  Value getOffset(const BufferPlace &place, unsigned firstWord);
  Value loadWords(Value element, Value offset, unsigned count);
  void storeWords(Value element, Value offset, ArrayRef<Value> words);
  Value join(Value low, Value high);
  std::pair<Value, Value> split(Value value);

  OpBuilder builder;
  Location loc;
  DXILKernel &kernel;
  Value handle;
  Type scalar, word;
};
} // namespace

/// The mask with the first `count` of the bits for x, y, z and w.
static uint8_t getMask(unsigned count) { return (1u << count) - 1; }

Value BufferAccess::getOffset(const BufferPlace &place, unsigned firstWord) {
  const auto bytes = static_cast<int32_t>(firstWord * getScalarBytes(word));
  if (bytes == 0)
    return place.offset;
  APInt known;
  if (matchPattern(place.offset, m_ConstantInt(&known)))
    return kernel.getConstant(static_cast<int32_t>(known.getZExtValue()) +
                              bytes);
  return arith::AddIOp::create(builder, loc, place.offset,
                               kernel.getConstant(bytes));
}

Value BufferAccess::loadWords(Value element, Value offset, unsigned count) {
  Type type = dxil::ResRetType::get(builder.getContext(), word);
  if (!kernel.has(dxil::Feature::RawBufferAccess))
    return dxil::BufferLoadOp::create(builder, loc, type, handle, element,
                                      offset);
  return dxil::RawBufferLoadOp::create(builder, loc, type, handle, element,
                                       offset, getMask(count),
                                       getScalarBytes(scalar));
}

void BufferAccess::storeWords(Value element, Value offset,
                              ArrayRef<Value> words) {
  SmallVector<Value, kMostWords> values(words);
  values.resize(kMostWords, kernel.getUndef(word));
  if (kernel.has(dxil::Feature::RawBufferAccess))
    dxil::RawBufferStoreOp::create(
        builder, loc, handle, element, offset, values[0], values[1], values[2],
        values[3], getMask(words.size()), getScalarBytes(scalar));
  else
    dxil::BufferStoreOp::create(builder, loc, handle, element, offset,
                                values[0], values[1], values[2], values[3],
                                getMask(words.size()));
}

Value BufferAccess::join(Value low, Value high) {
  if (isa<FloatType>(scalar))
    return dxil::MakeDoubleOp::create(builder, loc, scalar, low, high);
  low = arith::ExtUIOp::create(builder, loc, scalar, low);
  high = arith::ExtUIOp::create(builder, loc, scalar, high);
  high = arith::ShLIOp::create(
      builder, loc, high,
      kernel.getConstant(builder.getIntegerAttr(scalar, 32)));
  return arith::OrIOp::create(builder, loc, low, high);
}

std::pair<Value, Value> BufferAccess::split(Value value) {
  if (isa<FloatType>(scalar)) {
    Value halves = dxil::SplitDoubleOp::create(
        builder, loc,
        dxil::StructType::get(builder.getContext(),
                              dxil::StructKind::SplitDouble),
        value);
    return {dxil::ExtractOp::create(builder, loc, word, halves, 0),
            dxil::ExtractOp::create(builder, loc, word, halves, 1)};
  }
  Value low = arith::TruncIOp::create(builder, loc, word, value);
  Value high = arith::ShRUIOp::create(
      builder, loc, value,
      kernel.getConstant(builder.getIntegerAttr(scalar, 32)));
  return {low, arith::TruncIOp::create(builder, loc, word, high)};
}

void BufferAccess::load(const BufferPlace &place,
                        SmallVectorImpl<Value> &scalars) {
  const unsigned count = place.scalars * (isSplit() ? 2 : 1);
  SmallVector<Value, 8> words;
  for (unsigned first = 0; first < count; first += kMostWords) {
    const unsigned size = std::min(kMostWords, count - first);
    Value loaded = loadWords(place.element, getOffset(place, first), size);
    for (unsigned i = 0; i < size; ++i)
      words.push_back(dxil::ExtractOp::create(builder, loc, word, loaded, i));
  }
  if (!isSplit())
    return scalars.append(words);
  for (unsigned i = 0; i < count; i += 2)
    scalars.push_back(join(words[i], words[i + 1]));
}

void BufferAccess::store(const BufferPlace &place, ArrayRef<Value> scalars) {
  SmallVector<Value, 8> words;
  for (Value value : scalars) {
    if (!isSplit()) {
      words.push_back(value);
      continue;
    }
    auto [low, high] = split(value);
    words.append({low, high});
  }
  const unsigned count = words.size();
  for (unsigned first = 0; first < count; first += kMostWords)
    storeWords(
        place.element, getOffset(place, first),
        ArrayRef(words).slice(first, std::min(kMostWords, count - first)));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// An array may store floats as their bits (see `getHeldType`).
static Value castBits(OpBuilder &builder, Location loc, Type type,
                      Value value) {
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(builder, loc, type, value);
}

static void loadFromArray(Operation *op, DXILKernel &kernel, Value array,
                          Value index, unsigned count,
                          SmallVectorImpl<Value> &scalars) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type held = kernel.getArray(array).type.getElementType();
  Type scalar = cast<MemRefType>(array.getType()).getElementType();
  for (unsigned i = 0; i < count; ++i) {
    Value pointer = getElementPointer(builder, loc, kernel, array, index, i);
    Value value =
        LLVM::LoadOp::create(builder, loc, held, pointer, getScalarBytes(held));
    scalars.push_back(castBits(builder, loc, scalar, value));
  }
}

static void storeToArray(Operation *op, DXILKernel &kernel, Value array,
                         Value index, ArrayRef<Value> scalars) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type held = kernel.getArray(array).type.getElementType();
  for (auto [i, scalar] : llvm::enumerate(scalars)) {
    Value pointer = getElementPointer(builder, loc, kernel, array, index, i);
    LLVM::StoreOp::create(builder, loc, castBits(builder, loc, held, scalar),
                          pointer, getScalarBytes(held));
  }
}

static void lowerLoad(Operation *op, DXILKernel &kernel, Value memory,
                      Value index) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  const unsigned count = getNumComponents(type);
  SmallVector<Value> scalars;
  if (isConstantBuffer(memory)) {
    scalars = loadFromConstantBuffer(op, kernel, memory, index, count);
  } else if (isBuffer(memory)) {
    BufferAccess access(op, kernel, memory);
    for (const BufferPlace &place :
         findPlaces(builder, loc, kernel, memory, index, count))
      access.load(place, scalars);
  } else {
    loadFromArray(op, kernel, memory, index, count, scalars);
  }
  Value result = scalars.front();
  if (auto vector = dyn_cast<VectorType>(type))
    result = vector::FromElementsOp::create(builder, loc, vector, scalars);
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
}

static void lowerStore(Operation *op, DXILKernel &kernel, Value value,
                       Value memory, Value index) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> scalars{value};
  if (isa<VectorType>(value.getType()))
    scalars = getComponents(value, kernel);
  if (isBuffer(memory)) {
    BufferAccess access(op, kernel, memory);
    ArrayRef<Value> rest = scalars;
    for (const BufferPlace &place :
         findPlaces(builder, loc, kernel, memory, index, scalars.size())) {
      access.store(place, rest.take_front(place.scalars));
      rest = rest.drop_front(place.scalars);
    }
  } else {
    storeToArray(op, kernel, memory, index, scalars);
  }
  op->erase();
}

static void lowerDim(memref::DimOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Value length = kernel.getLength(op.getSource());
  length = arith::IndexCastUIOp::create(builder, op.getLoc(),
                                        builder.getIndexType(), length);
  op.replaceAllUsesWith(length);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Arrays whose floats are exchanged or compared store their bits: the LLVM
/// version of DXIL exchanges only integers.
static Type getHeldType(Value array) {
  Type scalar = cast<MemRefType>(array.getType()).getElementType();
  if (!isa<FloatType>(scalar) ||
      llvm::none_of(array.getUsers(),
                    llvm::IsaPred<AtomicExchangeOp, AtomicCASOp>))
    return scalar;
  return IntegerType::get(array.getContext(), scalar.getIntOrFloatBitWidth());
}

/// Arrays are lowered before the `DispatchMeshOp` that uses them.
static bool isPayload(Value memory) {
  return llvm::any_of(memory.getUsers(), llvm::IsaPred<DispatchMeshOp>);
}

static void lowerArray(Operation *op, DXILKernel &kernel) {
  Value memory = op->getResult(0);
  const int64_t length = cast<MemRefType>(memory.getType()).getNumElements();
  Type held = getHeldType(memory);
  DXILKernel::Array array = {{}, LLVM::LLVMArrayType::get(held, length)};
  if (isPayload(memory))
    array.payload = getPayloadType(array.type);
  array.address =
      isa<GroupsharedOp>(op)
          ? kernel.addGroupshared(
                op->getLoc(), array.payload ? Type(array.payload) : array.type,
                getScalarBytes(held))
          : kernel.addLocal(op->getLoc(), held, length);
  kernel.setArray(memory, array);
}

/// Every index is valid, so that the operation may be executed where the program
/// does not.
static void lowerLookup(LookupOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value last = kernel.getConstant(static_cast<int32_t>(op.getLength() - 1));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, op.getIndex(), last);
  Value index =
      arith::SelectOp::create(builder, loc, isInside, op.getIndex(), last);
  Type element = op.getType();
  Value table = kernel.getTable(loc, op.getTable());
  Value address = LLVM::GEPOp::create(
      builder, loc, table.getType(),
      LLVM::LLVMArrayType::get(element, op.getLength()), table,
      ArrayRef<LLVM::GEPArg>{0, index}, LLVM::GEPNoWrapFlags::inbounds);
  op.replaceAllUsesWith(LLVM::LoadOp::create(builder, loc, element, address,
                                             getScalarBytes(element))
                            .getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static dxil::BarrierMode getMode(BarrierOp op) {
  using Mode = dxil::BarrierMode;
  switch (op.getScope()) {
  case BarrierScope::Wave:
    // DXIL has no barrier of a wave. This one orders at least as much memory
    // and does not wait for other waves.
    return Mode::Group;
  case BarrierScope::Group:
    return op.getSync() ? Mode::GroupSync : Mode::Group;
  case BarrierScope::Device:
    return op.getSync() ? Mode::DeviceSync : Mode::Device;
  case BarrierScope::All:
    return op.getSync() ? Mode::AllSync : Mode::All;
  }
  llvm_unreachable("every scope is above");
}

static void lowerBarrier(Operation *op, dxil::BarrierMode mode) {
  OpBuilder builder(op);
  dxil::BarrierOp::create(builder, op->getLoc(), mode);
  op->erase();
}

//===----------------------------------------------------------------------===//
// All memory operations
//===----------------------------------------------------------------------===//

FailureOr<bool> wave::lowerMemoryAccess(Operation *operation,
                                        DXILKernel &kernel) {
  return llvm::TypeSwitch<Operation *, bool>(operation)
      .Case([&](memref::LoadOp op) {
        lowerLoad(op, kernel, op.getMemRef(), op.getIndices().front());
        return true;
      })
      .Case([&](vector::LoadOp op) {
        lowerLoad(op, kernel, op.getBase(), op.getIndices().front());
        return true;
      })
      .Case([&](memref::StoreOp op) {
        lowerStore(op, kernel, op.getValueToStore(), op.getMemRef(),
                   op.getIndices().front());
        return true;
      })
      .Case([&](vector::StoreOp op) {
        lowerStore(op, kernel, op.getValueToStore(), op.getBase(),
                   op.getIndices().front());
        return true;
      })
      .Case([&](CoherentLoadOp op) {
        lowerLoad(op, kernel, op.getMemory(), op.getIndex());
        return true;
      })
      .Case([&](CoherentStoreOp op) {
        lowerStore(op, kernel, op.getValue(), op.getMemory(), op.getIndex());
        return true;
      })
      .Case([&](memref::DimOp op) {
        lowerDim(op, kernel);
        return true;
      })
      .Case<GroupsharedOp, memref::AllocaOp>([&](auto op) {
        lowerArray(op, kernel);
        return true;
      })
      .Case([&](LookupOp op) {
        lowerLookup(op, kernel);
        return true;
      })
      .Case([&](BarrierOp op) {
        lowerBarrier(op, getMode(op));
        return true;
      })
      .Default(false);
}
