//===- WaveInterfaces.h - What passes may ask an operation ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WaveInterfaces.td documents the traits and the interface.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEINTERFACES_H
#define WAVEDIALECT_IR_WAVEINTERFACES_H

#include "WaveDialect/IR/ElementType.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mlir::wave {

/// The largest set of lanes that have the same value, from best to worst.
enum class UniformityStep { Group, Wave, Lane };

/// What a wave does at a pipe: producers acquire and commit, consumers wait and
/// release.
enum class PipeStep { Acquire, Commit, Wait, Release };

/// The context in which an operation infers its uniformity.
struct UniformityQuery {
  /// The step of an operand.
  llvm::function_ref<UniformityStep(Value)> getStep;
  /// Whether all waves of the group have the same number of lanes.
  bool hasOneWaveSize;
  /// Whether all lanes of every wave that executes the operation are active.
  llvm::function_ref<bool()> isWholeWave;

  /// The worst step of the operands.
  UniformityStep joinOperands(Operation *op) const;

  // Rules shared by several operations; WaveInterfaces.td describes them.
  UniformityStep inferOncePerWave(Operation *op) const;
  UniformityStep inferCount(Operation *op) const;
  UniformityStep inferOncePerQuad(Operation *op) const;
};

/// Asks the interface, or answers for the known upstream operations: the sizes
/// of memory, and the subgroup size and index of the gpu dialect. None for
/// other operations.
std::optional<UniformityStep> inferUniformity(Operation *op,
                                              const UniformityQuery &query);

template <typename OpT>
struct ReadsLanes : OpTrait::TraitBase<OpT, ReadsLanes> {};
template <typename OpT>
struct AlwaysDefined : OpTrait::TraitBase<OpT, AlwaysDefined> {};
template <typename OpT>
struct KeepsUniformValue : OpTrait::TraitBase<OpT, KeepsUniformValue> {};
template <typename OpT>
struct Quadwise : OpTrait::TraitBase<OpT, Quadwise> {};
template <typename OpT>
struct UsesPartition : OpTrait::TraitBase<OpT, UsesPartition> {};
template <typename OpT>
struct OrdersAccesses : OpTrait::TraitBase<OpT, OrdersAccesses> {};

template <typename OpT>
struct OrdersSomeWaves : OpTrait::TraitBase<OpT, OrdersSomeWaves> {};

template <typename OpT>
struct WholeWave : OpTrait::TraitBase<OpT, WholeWave> {};

template <typename OpT>
struct Componentwise : OpTrait::TraitBase<OpT, Componentwise> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyElementType(op, op->getOperand(0).getType());
  }
};
template <typename OpT>
struct TakesPredicate : OpTrait::TraitBase<OpT, TakesPredicate> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyPredicate(op, op->getOperand(0).getType());
  }
};

/// Whether waves of the kernel wait for some waves of their group: at pipes or at
/// barriers of a set of waves.
bool ordersSomeWaves(Operation *kernel);

/// Whether lanes may wait at the operation for other waves.
bool waitsForWaves(Operation *op);

/// Whether `op` is `Componentwise` and its operand is a vector.
bool isComponentwiseOnVector(Operation *op);

/// Reports rule `vector-not-scalarized` on an operation across lanes that is
/// componentwise and has a vector operand: conversions support scalars only.
LogicalResult verifyScalarized(Operation *op);

} // namespace mlir::wave

#include "WaveDialect/IR/WaveInterfaces.h.inc"

#endif // WAVEDIALECT_IR_WAVEINTERFACES_H
