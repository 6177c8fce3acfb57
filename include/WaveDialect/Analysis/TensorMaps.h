//===- TensorMaps.h - Copies that the machine makes as a whole -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_TENSORMAPS_H
#define WAVEDIALECT_ANALYSIS_TENSORMAPS_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// A shape of tiles that the machine copies as a whole, of a buffer with two or three
/// dimensions.
struct TensorMap {
  /// The number of the kernel's argument.
  unsigned buffer;
  /// The numbers of the arguments with the numbers of columns, rows and layers, and with
  /// the elements from a row, and from a layer, to the next.
  SmallVector<unsigned, 3> sizes, pitches;
  /// Of what one instruction copies: at most a line of each row.
  int64_t rows, columns, elementBytes;

  bool operator==(const TensorMap &) const = default;
};

/// A number that is a constant, and 0 for all others.
int64_t getConstantOrZero(Value value);

/// The tensor map that describes a copy; none if the machine cannot make it as a whole.
std::optional<TensorMap> findTensorMap(AsyncCopyOp copy);

/// The tensor map that describes all copies to an array, which nothing else writes.
std::optional<TensorMap> findTensorMap(GroupsharedOp array);

/// The tensor maps of the kernel; none for a GPU without them.
SmallVector<TensorMap> findTensorMaps(FuncOp kernel, bool hasTensorMaps);

/// The pipe whose stage the wave commits next behind a copy that has a tensor map.
Value findCommittedPipe(AsyncCopyOp copy);

/// Which operand of the product that is the base of the copy numbers the layer; none for
/// a buffer of two dimensions.
std::optional<unsigned> findLayerOperand(AsyncCopyOp copy);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_TENSORMAPS_H
