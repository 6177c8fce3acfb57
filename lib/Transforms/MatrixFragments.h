//===- MatrixFragments.h - The elements of a matrix that a lane has -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_MATRIXFRAGMENTS_H
#define WAVEDIALECT_LIB_TRANSFORMS_MATRIXFRAGMENTS_H

#include "NumberBuilder.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::wave {

/// Rows of a block, and lanes that share a row: 8 * 4 lanes have a block.
inline constexpr int64_t kBlockRows = 8, kBlockLanes = 4;

/// Which elements of a matrix the lanes of a wave have. A matrix consists of blocks; each
/// lane has a few adjacent elements of each block, a group. A line is a row or, if the
/// fragment is transposed, a column. Lane 4 * g + t has its elements in line g of each
/// block: those from t * `width` on.
struct MatrixFragment {
  explicit MatrixFragment(MatrixType type);

  int64_t countGroups() const { return lineBlocks * blocksOfLine; }
  int64_t countParts() const { return countGroups() * groupParts; }
  /// The values of a lane that have a matrix, group by group.
  SmallVector<Type> getParts() const {
    return SmallVector<Type>(countParts(), part);
  }
  int64_t getPart(int64_t lineBlock, int64_t blockOfLine, int64_t i = 0) const {
    return (lineBlock * blocksOfLine + blockOfLine) * groupParts + i;
  }
  /// The elements of a line in a block.
  int64_t getBlockLength() const { return kBlockLanes * width; }
  bool isPacked() const { return groupParts != width; }

  MatrixType type;
  /// Lines are columns.
  bool isTransposed;
  /// The adjacent elements of a lane.
  int64_t width;
  int64_t lines, length;
  /// Blocks of eight lines, and blocks along a line.
  int64_t lineBlocks, blocksOfLine;
  /// A value of a lane: an element, for bf16 its bits in an `i16`; for `i8` a word with a
  /// group of elements.
  Type part;
  int64_t groupParts;
};

/// The parts of a matrix that a lane has.
using MatrixParts = SmallVector<Value>;

/// Lets the matrix units go on with a product of four waves while the waves begin the next
/// trip of a loop that adds up products.
void deferProducts(FuncOp kernel);

/// Warns of a loop or product whose matrices exceed the registers of a lane.
void warnOfRegisters(FuncOp kernel);

/// The products of a kernel that four consecutive waves make together, for a machine whose
/// matrix units do that with right factors in groupshared memory.
struct FourWaveProducts {
  FourWaveProducts() = default;
  /// Reports each product of elements of 16 bits in a remark.
  FourWaveProducts(FuncOp kernel, bool hasTensorMaps);

  /// The loads of factors from groupshared memory; of the left one null if it is in
  /// registers.
  struct Factors {
    MatrixLoadOp left, right;
  };
  llvm::MapVector<Operation *, Factors> products;
  /// The loads that no other operation uses.
  llvm::SmallDenseSet<Operation *> unread;
};

/// What all operations on the matrices of a kernel use: created once, at its entry.
struct MatrixLanes {
  MatrixLanes(FuncOp kernel, FourWaveProducts together);

  const FourWaveProducts together;
  Block *entry;
  Value lane;
  /// lane / 4 and lane % 4.
  Value line, place;
};

/// Builds the code of one lane for an operation on matrices.
class FragmentBuilder : public NumberBuilder {
public:
  FragmentBuilder(Location loc, OpBuilder &builder, const MatrixLanes &lanes)
      : NumberBuilder(loc, builder), lanes(lanes) {}

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// A part of one element as the scalar that code computes with, and back.
  Value toScalar(Value part, const MatrixFragment &fragment) {
    return fragment.type.getElement().isBF16() ? fromBFloat16(part) : part;
  }
  Value toPart(Value scalar, const MatrixFragment &fragment) {
    return fragment.type.getElement().isBF16() ? toBFloat16(scalar) : scalar;
  }

  /// Whether this lane's line exists in a block of lines; null if all lanes' lines do.
  Value hasLine(const MatrixFragment &fragment, int64_t lineBlock);
  /// Whether element `i` of this lane's group exists along a line; null if it does in all
  /// lanes.
  Value hasPlace(const MatrixFragment &fragment, int64_t blockOfLine,
                 int64_t i);
  Value hasElement(const MatrixFragment &fragment, int64_t lineBlock,
                   int64_t blockOfLine, int64_t i) {
    return both(hasLine(fragment, lineBlock),
                hasPlace(fragment, blockOfLine, i));
  }
  /// The part with zeros for elements behind the end of its line.
  Value withoutPadding(const MatrixFragment &fragment, Value part,
                       int64_t blockOfLine, int64_t i);

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  /// The value of another lane.
  Value readLane(Value value, Value lane) {
    return ReadLaneOp::create(*this, value, lane);
  }

  MatrixParts fill(MatrixType type, Value scalar);
  MatrixParts load(MatrixLoadOp op, bool unchecked);
  void store(MatrixStoreOp op, ValueRange parts, bool unchecked);
  MatrixParts multiplyAdd(MatrixMultiplyAddOp op, ValueRange a, ValueRange b,
                          ValueRange c);
  /// The product of four waves.
  MatrixParts multiplyInMemory(MatrixMultiplyAddOp op,
                               const FourWaveProducts::Factors &factors,
                               ValueRange a, ValueRange c);
  MatrixParts map(MatrixMapOp op, ArrayRef<ValueRange> inputs);
  MatrixParts convert(MatrixType from, MatrixType to, ValueRange parts);
  MatrixParts rowReduce(MatrixRowReduceOp op, ValueRange parts);

  const MatrixLanes &lanes;
};

/// Lets all lanes of a wave execute the operations on matrices that the lanes which
/// have not returned reach. A wave has at most `largestWave` lanes.
void letReturnedLanesTakePart(FuncOp kernel, int64_t largestWave);

/// D2 `matrix-lanes`: reports operations on matrices in control flow that lanes leave one by
/// one. `target` needs all of them.
LogicalResult verifyAllLanesReachMatrices(FuncOp kernel, StringRef target);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_MATRIXFRAGMENTS_H
