//===- Matrices.h - Matrices of a wave --------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_MATRICES_H
#define WAVEDIALECT_TEST_RUNDXIL_MATRICES_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace rundxil {

/// Of the components of DXIL those that a kernel of this project may have.
enum MatrixComponent : unsigned {
  ComponentI32 = 4,
  ComponentF16 = 8,
  ComponentF32 = 9,
  ComponentI8 = 19,
  ComponentBF16 = 23
};

enum MatrixUse : unsigned { UseA, UseB, UseAccumulator };

struct MatrixShape {
  unsigned component, rows, columns, use;

  unsigned count() const { return rows * columns; }
  unsigned elementBytes() const;
  /// The elements of a lane. Some lanes have more than others.
  llvm::SmallVector<unsigned, 16> elementsOf(unsigned lane,
                                             unsigned waveSize) const;
};

bool isMatrix(const llvm::Type *type);

/// Reads the name of a matrix's type, and checks that dx.targetTypes agrees.
llvm::Expected<MatrixShape> readMatrixShape(const llvm::Type *type,
                                            const llvm::Module &module);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_MATRICES_H
