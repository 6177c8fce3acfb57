//===- MemoryToNVVM.cpp - Buffers, arrays and tables ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-only resources are read through the cache for such memory: no lane writes them
// while the kernel runs. An access to several elements states the alignment that its
// index and the memory guarantee, and LLVM splits it into the widest accesses that this
// permits.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/KnownBits.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// The divisor of an index at which the access may be. Front ends give an index that
/// overflows its bits the value -1, at which no buffer has an element: nothing accesses it.
static uint64_t getIndexDivisor(Value index) {
  Value inner = index;
  while (auto *op = inner.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      break;
    inner = op->getOperand(0);
  }
  auto select = inner.getDefiningOp<arith::SelectOp>();
  if (!select)
    return getDivisor(index, kMaxAlignment);
  APInt nowhere;
  if (matchPattern(select.getFalseValue(), m_ConstantInt(&nowhere)) &&
      nowhere.isAllOnes())
    return getDivisor(select.getTrueValue(), kMaxAlignment);
  return getDivisor(index, kMaxAlignment);
}

static uint64_t getLargestDivisor(int64_t bytes) {
  return std::min<uint64_t>(uint64_t(1) << llvm::countr_zero(uint64_t(bytes)),
                            kMaxAlignment);
}

static uint64_t getAlignmentOf(const ResourceBinding &resource, Value memory) {
  if (resource.isConstantBuffer())
    return kMaxAlignment;
  const int64_t scalar = getScalarBytes(getStorageType(resource.element));
  uint64_t alignment = getLargestDivisor(resource.components * scalar);
  if (resource.structure)
    if (auto size = resource.structure.getAs<IntegerAttr>("bytes"))
      alignment = getLargestDivisor(size.getInt());
  if (resource.isBuffer() && hasWideAtomics(memory))
    alignment = std::max<uint64_t>(alignment, 2 * scalar);
  return alignment;
}

SmallVector<uint64_t> nvvm::getAlignments(FuncOp kernel,
                                          const ArgumentLayout &layout) {
  SmallVector<uint64_t> alignments(layout.resources.size(), 1);
  for (BlockArgument argument : kernel.getArguments()) {
    if (!isa<MemRefType, ImageType>(argument.getType()))
      continue;
    const ResourceBinding &resource =
        layout.getResource(argument.getArgNumber());
    alignments[&resource - layout.resources.begin()] =
        getAlignmentOf(resource, argument);
  }
  return alignments;
}

static uint64_t getAlignment(NVVMKernel &kernel, Value memory) {
  if (isa<BlockArgument>(memory))
    return kernel.getAlignment(memory);
  return kMaxAlignment;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Value nvvm::selectPlace(NVVMBuilder &b, Value condition, Value place) {
  if (!condition)
    return place;
  // As long as the widest access, four elements of 64 bits.
  auto zeros = RankedTensorType::get({4}, b.i64);
  return b.select(condition, place,
                  b.kernel.getTable(cast<ElementsAttr>(b.getZeroAttr(zeros))));
}

Value nvvm::createPlace(NVVMBuilder &b, Value pointer, Type element,
                        Value index) {
  return LLVM::GEPOp::create(b, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{index});
}

bool nvvm::isReadOnly(const ResourceBinding &resource) {
  return resource.kind != BindingKind::UAV;
}

Value nvvm::createLoad(NVVMBuilder &b, Type type, Value place,
                       uint64_t alignment, bool isInvariant) {
  return LLVM::LoadOp::create(b, type, place, alignment, /*isVolatile=*/false,
                              /*isNonTemporal=*/false, isInvariant);
}

/// The address of an access, and its alignment.
static std::pair<Value, uint64_t> getPlace(NVVMBuilder &b, Operation *op,
                                           const MemoryAccess &access) {
  auto [index, condition] = getGuardedIndex(op);
  Type element = cast<MemRefType>(access.memory.getType()).getElementType();
  const uint64_t bytes = getScalarBytes(element);
  const uint64_t alignment = std::max(
      bytes, std::min(getAlignment(b.kernel, access.memory),
                      std::min(getIndexDivisor(index) * bytes, kMaxAlignment)));
  Value place = createElementPlace(b, access.memory, index);
  return {selectPlace(b, condition, place), alignment};
}

/// The index without a constant that is added to it and a multiple of `count`, a power of
/// two.
static Value withoutMultiple(Value index, uint64_t count) {
  APInt summand;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  const bool isMultiple = sum &&
                          matchPattern(sum.getRhs(), m_ConstantInt(&summand)) &&
                          (summand.getZExtValue() & (count - 1)) == 0;
  return isMultiple ? sum.getLhs() : index;
}

/// A pointer of a buffer is a multiple of an element, and nearly always of more. Whether
/// the lane may access two or four adjacent elements at once, or null where this is
/// known or the access is another. The accesses of a lane to one row of a matrix have
/// the same test.
static Value testRow(NVVMBuilder &b, Operation *op, const MemoryAccess &access,
                     uint64_t alignment) {
  VectorType row;
  if (auto load = dyn_cast<vector::LoadOp>(op))
    row = load.getVectorType();
  else if (auto store = dyn_cast<vector::StoreOp>(op))
    row = store.getVectorType();
  if (!row || !llvm::isPowerOf2_64(row.getNumElements()) ||
      !isa<BlockArgument>(access.memory))
    return Value();
  const auto count = static_cast<uint64_t>(row.getNumElements());
  const uint64_t bytes = count * getScalarBytes(row.getElementType());
  if (alignment >= bytes || bytes > kMaxAlignment)
    return Value();
  auto [index, condition] = getGuardedIndex(op);
  if (condition)
    return Value();
  Value place =
      createElementPlace(b, access.memory, withoutMultiple(index, count));
  Value address = LLVM::PtrToIntOp::create(b, b.i64, place);
  return b.isZero(b.bitAnd(address, b.number(b.i64, int64_t(bytes) - 1)));
}

/// Loads a few elements, all at once where `isAligned` holds.
static Value loadRow(NVVMBuilder &b, Type type, Value place, Value isAligned,
                     bool isInvariant) {
  auto branch = scf::IfOp::create(b, type, isAligned, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  Type element = getElementTypeOrSelf(type);
  const uint64_t bytes = getScalarBytes(element);
  const int64_t count = cast<VectorType>(type).getNumElements();
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b,
                       createLoad(b, type, place, count * bytes, isInvariant));
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(createLoad(
        b, element, createPlace(b, place, element, b.number(b.i64, i)), bytes,
        isInvariant));
  scf::YieldOp::create(b,
                       Value(vector::FromElementsOp::create(b, type, parts)));
  return branch.getResult(0);
}

static void storeRow(NVVMBuilder &b, Value value, Value place,
                     Value isAligned) {
  auto branch = scf::IfOp::create(b, isAligned, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto type = cast<VectorType>(value.getType());
  const uint64_t bytes = getScalarBytes(type.getElementType());
  const int64_t count = type.getNumElements();
  b.setInsertionPoint(branch.thenYield());
  LLVM::StoreOp::create(b, value, place, count * bytes);
  b.setInsertionPoint(branch.elseYield());
  for (int64_t i = 0; i < count; ++i)
    LLVM::StoreOp::create(
        b, vector::ExtractOp::create(b, value, i),
        createPlace(b, place, type.getElementType(), b.number(b.i64, i)),
        bytes);
}

static void lowerLoad(Operation *op, NVVMBuilder &b) {
  const MemoryAccess access = *getMemoryAccess(op);
  auto [place, alignment] = getPlace(b, op, access);
  const bool isResource = isa<BlockArgument>(access.memory);
  const bool isInvariant =
      isResource && isReadOnly(b.kernel.getResource(access.memory));
  auto byte = dyn_cast<ByteLoadOp>(op);
  Type type = byte ? b.getI8Type() : op->getResult(0).getType();
  Value isAligned = testRow(b, op, access, alignment);
  Value loaded = isAligned ? loadRow(b, type, place, isAligned, isInvariant)
                           : createLoad(b, type, place, alignment, isInvariant);
  // Uninitialized contents become some number.
  if (!isResource)
    loaded = LLVM::FreezeOp::create(b, loaded);
  if (byte && byte.getIsSigned())
    loaded = arith::ExtSIOp::create(b, b.i32, loaded);
  else if (byte)
    loaded = arith::ExtUIOp::create(b, b.i32, loaded);
  op->getResult(0).replaceAllUsesWith(loaded);
  eraseAccess(op);
}

static void lowerStore(Operation *op, NVVMBuilder &b) {
  const MemoryAccess access = *getMemoryAccess(op);
  auto [place, alignment] = getPlace(b, op, access);
  Value value = op->getOperand(0);
  if (isa<ByteStoreOp>(op))
    value = arith::TruncIOp::create(b, b.getI8Type(), value);
  if (Value isAligned = testRow(b, op, access, alignment))
    storeRow(b, value, place, isAligned);
  else
    LLVM::StoreOp::create(b, value, place, alignment);
  op->erase();
}

/// An index that the table does not have gives the last element.
static void lowerLookup(LookupOp op, NVVMBuilder &b) {
  Value last = b.i32Number(op.getLength() - 1);
  Value index = arith::MinUIOp::create(b, op.getIndex(), last);
  Value place = createPlace(b, b.kernel.getTable(op.getTable()), op.getType(),
                            b.resize(index, b.i64));
  Value loaded =
      createLoad(b, op.getType(), place, getScalarBytes(op.getType()),
                 /*isInvariant=*/true);
  op.replaceAllUsesWith(loaded);
  op.erase();
}

FailureOr<bool> nvvm::lowerMemoryAccess(Operation *op, NVVMKernel &kernel,
                                        Value mask) {
  if (isa<GroupsharedOp, memref::AllocaOp>(op)) {
    // Uses are lowered later; the end of the lowering erases the operation.
    kernel.getPointer(op->getResult(0));
    return true;
  }
  NVVMBuilder b(op, kernel, mask);
  if (isa<memref::LoadOp, vector::LoadOp, ByteLoadOp>(op)) {
    lowerLoad(op, b);
    return true;
  }
  if (isa<memref::StoreOp, vector::StoreOp, ByteStoreOp>(op)) {
    lowerStore(op, b);
    return true;
  }
  if (auto lookup = dyn_cast<LookupOp>(op)) {
    lowerLookup(lookup, b);
    return true;
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    Value length = kernel.getLength(dim.getSource());
    dim.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), length).getResult());
    dim.erase();
    return true;
  }
  return false;
}
