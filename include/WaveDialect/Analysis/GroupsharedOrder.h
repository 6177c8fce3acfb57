//===- GroupsharedOrder.h - Arrays without conflicts of banks -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_GROUPSHAREDORDER_H
#define WAVEDIALECT_ANALYSIS_GROUPSHAREDORDER_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// The bytes of a piece of a row that the machine copies or reads at once, and of a line
/// of groupshared memory, which has all banks.
inline constexpr int64_t kPiece = 16, kLine = 128;

/// An order of the elements of a groupshared array. The bits of an element's index from
/// `piece` on, which number the 16 bytes in a row, are combined by exclusive or with those
/// from `row` on, which number the row.
struct Swizzle {
  unsigned row, piece, bits;
  /// Whether the machine copies whole tiles to the array, of a tensor map.
  bool isOfTensors = false;
  /// Whether the matrix units read the array.
  bool isMultiplied = false;
  /// If not 0, `height` bits that number the row first change places with those from
  /// `line` on, which number the line in the row: the machine copies a column of lines.
  unsigned line = 0, height = 0;
};

/// Whether the machine loads 16 bytes of eight rows at once: a load of blocks of a matrix,
/// or one that `wave-distribute-matrices` turns into these alone.
bool loadsBlocks(Operation *op);

/// Whether each eight adjacent elements of a matrix begin at a multiple of eight.
bool hasAlignedRows(MatrixLoadOp load);

/// Returns the order of an array that copies fill and loads of blocks read, so that
/// neither has conflicts of banks; none for other arrays.
std::optional<Swizzle> findSwizzle(GroupsharedOp array, bool hasTensorMaps);

/// Whether the matrix units can read a factor with elements of 16 bits from the array itself,
/// if it has this order. Of a left factor, each of four waves loads 16 rows; that they are
/// one below the other is not tested.
bool canMultiplyFrom(MatrixLoadOp factor, const Swizzle &swizzle);

/// Returns the orders of all arrays of a kernel that have one.
DenseMap<Value, Swizzle> findSwizzles(FuncOp kernel, bool hasTensorMaps);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_GROUPSHAREDORDER_H
