//===- AsyncCopyToNVVM.cpp - Asynchronous copies as cp.async --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The active lanes share the pieces of the tile: lane k of n copies piece k, k + n, and
// so on, by `cp.async` of 4, 8 or 16 bytes. The machine fills a piece with zeros behind
// the bytes that exist. A copy is of pieces of 16 bytes where all of its addresses, and
// the column where the elements of the buffer begin, are multiples of a piece; the
// kernel tests this, because it depends on arguments. Where the size of the tile is a
// constant and all of it exists, which is tested as well, a lane's pieces stand at
// distances that are the same for all lanes, so that a copy is one instruction and an
// addition. All other copies are element by element. Elements of 2 bytes, which the
// machine does not copy, are then loaded and stored.
//
// Copies that have a tensor map are made by one lane if the host has made the map.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The bytes of the smallest and the largest piece.
static constexpr uint64_t kMinPiece = 4, kMaxPiece = 16;

/// The most copies of a lane that are written one after the other, without a loop.
static constexpr int64_t kMaxUnrolled = 64;

namespace {
class CopyLowering {
public:
  CopyLowering(AsyncCopyOp copy, NVVMKernel &kernel, Value mask)
      : copy(copy), b(copy, kernel, mask),
        scalar(cast<MemRefType>(copy.getArray().getType()).getElementType()),
        scalarBytes(getScalarBytes(scalar)),
        elementBytes(scalarBytes * copy.getComponents()),
        array(kernel.getPointer(copy.getArray())),
        buffer(kernel.getPointer(copy.getBuffer())),
        hasOneRow(matchPattern(copy.getRows(), m_One())),
        rowCount(getConstantOrZero(copy.getRows())),
        columnCount(getConstantOrZero(copy.getColumns())) {
    const bool isWhole = b.isWhole();
    rank = isWhole ? kernel.getLaneIndex()
                   : b.countBits(b.bitAnd(mask, kernel.getEarlierLanes()));
    lanes = isWhole ? b.i32Number(kWaveSize) : b.countBits(mask);
  }

  void lower() {
    if (const auto *tensorCopy = b.kernel.getTensorCopy(copy)) {
      Value isMade = b.isNotZero(b.kernel.getTensorMapFlag(tensorCopy->map));
      auto branch = scf::IfOp::create(b, isMade, /*withElseRegion=*/true);
      b.setInsertionPoint(branch.thenYield());
      copyTensor(*tensorCopy);
      b.setInsertionPoint(branch.elseYield());
    }
    copyByLanes();
  }

private:
  void copyByLanes() {
    if (kMaxPiece % elementBytes != 0 || elementBytes == kMaxPiece) {
      copyElements();
      return;
    }
    auto branch = scf::IfOp::create(
        b, b.isZero(b.bitAnd(joinOffsets(), b.i32Number(kMaxPiece - 1))),
        /*withElseRegion=*/true);
    b.setInsertionPoint(branch.thenYield());
    if (hasEvenShares()) {
      auto inside = scf::IfOp::create(b, isInside(), /*withElseRegion=*/true);
      b.setInsertionPoint(inside.thenYield());
      copyEvenShares();
      b.setInsertionPoint(inside.elseYield());
    }
    copyPieces();
    b.setInsertionPoint(branch.elseYield());
    copyElements();
  }

  Value multiply(Value x, Value y) { return arith::MulIOp::create(b, x, y); }
  Value isBelow(Value x, Value y) {
    return b.compare(arith::CmpIPredicate::ult, x, y);
  }
  Value getBytes(Value elements) {
    return multiply(elements, b.i32Number(elementBytes));
  }

  /// The alignment of an element in both memories, at most that of a piece.
  uint64_t getElementAlignment() {
    const uint64_t own = uint64_t(1) << llvm::countr_zero(elementBytes);
    return std::min({own, kMaxPiece, b.kernel.getAlignment(copy.getBuffer())});
  }

  Value joinOffsets();
  void forShared(Value columns,
                 function_ref<void(Value row, Value column)> body);
  /// The address of an element, whose index is an i32.
  Value getAddress(Value memory, Value element, int64_t offset);
  /// The index of an element of the array.
  Value getTarget(Value row, Value column) {
    return b.add(b.add(copy.getStart(), multiply(row, copy.getStride())),
                 column);
  }
  Value getTargetAddress(Value element, int64_t offset = 0) {
    return b.kernel.getSwizzle(copy.getArray())
               ? createElementPlace(b, copy.getArray(), element)
               : getAddress(array, element, offset);
  }
  /// The index of an element of the buffer, and of its column; whether its row exists.
  struct Source {
    Value index, column, rowExists;
  };
  Source getSource(Value row, Value column);
  /// Copies `existing` of the bytes and fills the rest with zeros; all without a value.
  void createCopy(Value target, Value source, uint64_t bytes, Value existing);
  bool hasEvenShares();
  Value isInside();
  void copyTensor(const NVVMKernel::TensorCopy &tensorCopy);
  void copyEvenShares();
  void copyPieces();
  void copyElements();
  void loadAndStore(Value target, Value source, Value exists);

  AsyncCopyOp copy;
  NVVMBuilder b;
  Type scalar;
  const uint64_t scalarBytes, elementBytes;
  Value array, buffer;
  const bool hasOneRow;
  /// The lane's number among the active ones, and how many they are.
  Value rank, lanes;
  /// The size of the tile where it is constant, otherwise 0.
  const int64_t rowCount, columnCount;
};
} // namespace

/// A number whose low bits are 0 if those of all addresses and sizes, in bytes, are.
Value CopyLowering::joinOffsets() {
  Value address = b.resize(LLVM::PtrToIntOp::create(b, b.i64, buffer), b.i32);
  Value source = getSource(b.i32Number(0), b.i32Number(0)).index;
  Value elements =
      b.bitOr(b.bitOr(copy.getColumn(), copy.getColumns()), copy.getStart());
  if (!hasOneRow)
    elements = b.bitOr(elements, b.bitOr(copy.getPitch(), copy.getStride()));
  return b.bitOr(b.add(address, getBytes(source)), getBytes(elements));
}

/// Runs `body` for the rows and the first of the `columns` pieces or elements that this
/// lane has. More than the array has are undefined; the loop ends all the same.
void CopyLowering::forShared(Value columns,
                             function_ref<void(Value row, Value column)> body) {
  Value count = hasOneRow ? columns : multiply(copy.getRows(), columns);
  count = arith::MinUIOp::create(b, count, b.kernel.getLength(copy.getArray()));
  auto loop = scf::ForOp::create(b, rank, count, lanes, ValueRange(), nullptr,
                                 /*unsignedCmp=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  if (hasOneRow)
    return body(b.i32Number(0), number);
  Value row = arith::DivUIOp::create(b, number, columns);
  Value column = b.subtract(number, multiply(row, columns));
  body(row, column);
}

Value CopyLowering::getAddress(Value memory, Value element, int64_t offset) {
  Value place = multiply(b.resize(element, b.i64),
                         b.number(b.i64, int64_t(copy.getComponents())));
  if (offset)
    place = b.add(place, b.number(b.i64, offset));
  return createPlace(b, memory, scalar, place);
}

CopyLowering::Source CopyLowering::getSource(Value row, Value column) {
  Value sourceRow = b.add(copy.getRow(), row);
  Value sourceColumn = b.add(copy.getColumn(), column);
  Value index =
      b.add(b.add(copy.getBase(), multiply(sourceRow, copy.getPitch())),
            sourceColumn);
  return {index, sourceColumn, isBelow(sourceRow, copy.getRowBound())};
}

/// The machine caches pieces of 16 bytes where all multiprocessors do.
void CopyLowering::createCopy(Value target, Value source, uint64_t bytes,
                              Value existing) {
  const auto cache = bytes == kMaxPiece ? NVVM::LoadCacheModifierKind::CG
                                        : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(b, target, source, static_cast<uint32_t>(bytes),
                          cache, existing);
}

/// Whether all lanes copy as many pieces of a tile of constant size, and a lane's pieces
/// are at the same distances for all lanes: a row has 2^n pieces.
bool CopyLowering::hasEvenShares() {
  const int64_t length = kMaxPiece / elementBytes;
  const int64_t pieces = columnCount / length;
  return b.isWhole() && rowCount > 0 && columnCount % length == 0 &&
         llvm::isPowerOf2_64(pieces) && rowCount <= kMaxUnrolled * kWaveSize &&
         pieces <= kMaxUnrolled * kWaveSize &&
         rowCount * pieces % kWaveSize == 0 &&
         rowCount * pieces / kWaveSize <= kMaxUnrolled;
}

/// Whether all elements of the tile exist, and their indices, of 32 bits, ascend.
Value CopyLowering::isInside() {
  const auto fits = [&](Value first, int64_t count, Value bound) {
    Value number = b.i32Number(count);
    return b.bitAnd(
        b.compare(arith::CmpIPredicate::uge, bound, number),
        b.compare(arith::CmpIPredicate::ule, first, b.subtract(bound, number)));
  };
  Value rows = fits(copy.getRow(), rowCount, copy.getRowBound());
  Value columns = fits(copy.getColumn(), columnCount, copy.getColumnBound());
  Value first = getSource(b.i32Number(0), b.i32Number(0)).index;
  Value distance = b.add(
      multiply(b.resize(copy.getPitch(), b.i64), b.number(b.i64, rowCount - 1)),
      b.number(b.i64, columnCount - 1));
  Value last = b.add(b.resize(first, b.i64), distance);
  Value ascend = isBelow(last, b.number(b.i64, int64_t(1) << 32));
  return b.bitAnd(b.bitAnd(rows, columns), ascend);
}

/// One lane starts a copy for each line of the rows. The barrier of the stage then waits
/// for their bytes as well, those of elements that do not exist among them.
void CopyLowering::copyTensor(const NVVMKernel::TensorCopy &tensorCopy) {
  Value descriptor = b.kernel.getTensorMap(tensorCopy.map);
  auto branch = scf::IfOp::create(b, b.isFirstLane(), /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  Value barrier = getCommittedBarrier(b, b.kernel.getPipe(tensorCopy.pipe));
  const auto bytes = static_cast<int64_t>(elementBytes);
  NVVM::MBarrierExpectTxOp::create(
      b, barrier, b.i32Number(rowCount * columnCount * bytes),
      NVVM::MemScopeKindAttr::get(b.getContext(), NVVM::MemScopeKind::CTA));
  const int64_t line = std::min(columnCount, kLine / bytes);
  Value tile = createPlace(b, array, scalar, b.resize(copy.getStart(), b.i64));
  for (int64_t column = 0; column < columnCount; column += line) {
    Value place =
        createPlace(b, tile, scalar, b.number(b.i64, column * rowCount));
    auto shared = LLVM::LLVMPointerType::get(
        b.getContext(),
        static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
    place = LLVM::AddrSpaceCastOp::create(b, shared, place);
    Value x = b.add(copy.getColumn(), b.i32Number(column));
    SmallVector<Value> coordinates = {x, copy.getRow()};
    if (tensorCopy.layerOperand)
      coordinates.push_back(
          copy.getBase().getDefiningOp()->getOperand(*tensorCopy.layerOperand));
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, place, descriptor, coordinates, barrier,
        /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(),
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false,
        /*group=*/nullptr, /*predicate=*/Value());
  }
}

void CopyLowering::copyEvenShares() {
  const auto components = int64_t(copy.getComponents());
  const int64_t length = kMaxPiece / elementBytes;
  const int64_t pieces = columnCount / length;
  Value row = b.shiftRight(rank, llvm::Log2_64(pieces));
  Value piece = b.bitAnd(rank, b.i32Number(pieces - 1));
  Value column = multiply(piece, b.i32Number(length));
  Value source = getAddress(buffer, getSource(row, column).index, 0);
  const Swizzle *swizzle = b.kernel.getSwizzle(copy.getArray());
  Value index = getTarget(row, column);
  Value target = swizzle ? Value() : getTargetAddress(index);
  const auto move = [&](Value pointer, Value elements, int64_t times) {
    Value distance = multiply(b.resize(elements, b.i64),
                              b.number(b.i64, times * components));
    return createPlace(b, pointer, scalar, distance);
  };
  int64_t reached = 0;
  for (int64_t first = 0; first < rowCount * pieces; first += kWaveSize) {
    const int64_t next = first / pieces, skipped = first % pieces * length;
    if (next != reached) {
      source = move(source, copy.getPitch(), next - reached);
      if (!swizzle)
        target = move(target, copy.getStride(), next - reached);
      reached = next;
    }
    Value distance = b.i32Number(skipped);
    // The stride is a constant where there is a swizzle.
    Value place =
        swizzle ? getTargetAddress(b.add(
                      index,
                      b.i32Number(next * getConstantOrZero(copy.getStride()) +
                                  skipped)))
                : move(target, distance, 1);
    createCopy(place, move(source, distance, 1), kMaxPiece, Value());
  }
}

/// The elements of a piece exist up to some column, or not at all. The address of a
/// piece that does not exist is that of the buffer.
void CopyLowering::copyPieces() {
  const uint64_t length = kMaxPiece / elementBytes;
  const unsigned bits = llvm::Log2_64(length);
  forShared(b.shiftRight(copy.getColumns(), bits), [&](Value row, Value piece) {
    Value column = b.shiftLeft(piece, b.i32Number(bits));
    const Source source = getSource(row, column);
    Value exists = b.bitAnd(source.rowExists,
                            isBelow(source.column, copy.getColumnBound()));
    Value rest = b.subtract(copy.getColumnBound(), source.column);
    Value count = arith::MinUIOp::create(b, rest, b.i32Number(int64_t(length)));
    Value none = b.i32Number(0);
    Value existing = b.select(exists, getBytes(count), none);
    Value index = b.select(exists, source.index, none);
    createCopy(getTargetAddress(getTarget(row, column)),
               getAddress(buffer, index, 0), kMaxPiece, existing);
  });
}

void CopyLowering::copyElements() {
  const uint64_t piece = getElementAlignment();
  forShared(copy.getColumns(), [&](Value row, Value column) {
    const Source source = getSource(row, column);
    Value exists = b.bitAnd(source.rowExists,
                            isBelow(source.column, copy.getColumnBound()));
    Value target = getTarget(row, column);
    if (piece < kMinPiece)
      return loadAndStore(target, source.index, exists);
    Value none = b.i32Number(0);
    Value existing = b.select(exists, b.i32Number(int64_t(piece)), none);
    Value index = b.select(exists, source.index, none);
    for (uint64_t offset = 0; offset < elementBytes; offset += piece) {
      const auto scalars = static_cast<int64_t>(offset / scalarBytes);
      createCopy(getTargetAddress(target, scalars),
                 getAddress(buffer, index, scalars), piece, existing);
    }
  });
}

void CopyLowering::loadAndStore(Value target, Value source, Value exists) {
  const bool isInvariant = isReadOnly(b.kernel.getResource(copy.getBuffer()));
  for (int64_t i = 0; i < int64_t(copy.getComponents()); ++i) {
    Value place = selectPlace(b, exists, getAddress(buffer, source, i));
    Value loaded = createLoad(b, scalar, place, scalarBytes, isInvariant);
    LLVM::StoreOp::create(b, loaded, getTargetAddress(target, i), scalarBytes);
  }
}

void nvvm::waitForCopies(NVVMBuilder &b) {
  if (!b.kernel.hasCopies())
    return;
  LLVM::CallIntrinsicOp::create(
      b, b.getStringAttr("llvm.nvvm.cp.async.wait.all"), ValueRange());
}

FailureOr<bool> nvvm::lowerAsyncCopy(Operation *op, NVVMKernel &kernel,
                                     Value mask) {
  auto copy = dyn_cast<AsyncCopyOp>(op);
  if (!copy)
    return false;
  CopyLowering(copy, kernel, mask).lower();
  copy.erase();
  return true;
}
