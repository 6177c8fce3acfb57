//===- GroupsharedSlots.h - Groupshared memory that could be values ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is a part of an array that can be one value in each lane: the element of the
// lane's own, or an element that is the same for the wave. This is the proof, done before
// anything is changed.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPSHAREDSLOTS_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPSHAREDSLOTS_H

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/IndexForms.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::wave {

class GroupsharedSlots {
public:
  struct Load {
    unsigned slot = 0;
    /// The load is of another lane's value, as that is at `place`: the load itself, or
    /// an `scf.if` around it at which the whole wave is active.
    Operation *place = nullptr;
  };

  struct Store {
    unsigned slot = 0;
    /// All lanes store: the value of one of them is the wave's.
    bool needsFirstLane = false;
  };

  /// An `scf.if` that one lane of the wave runs, all of which come there.
  struct Election {
    int64_t lane = 0;
    /// Elements of the wave that it stores to, each with a store that comes last and of
    /// a value that all lanes know; null where there is no such one.
    llvm::SmallMapVector<unsigned, memref::StoreOp, 2> slots;
  };

  explicit GroupsharedSlots(FuncOp kernel);

  bool empty() const { return types.empty(); }
  /// The type of each slot's value.
  ArrayRef<Type> getTypes() const { return types; }
  const llvm::DenseMap<Operation *, Load> &getLoads() const { return loads; }
  const llvm::DenseMap<Operation *, Store> &getStores() const { return stores; }
  const llvm::DenseMap<Operation *, Election> &getElections() const {
    return elections;
  }
  /// The loads of other lanes' values that stand in `place`.
  ArrayRef<memref::LoadOp> getLoadsAt(Operation *place) const {
    auto it = loadsAt.find(place);
    return it == loadsAt.end() ? ArrayRef<memref::LoadOp>() : it->second;
  }
  /// The slots that are stored to in the regions of `op`, ascending.
  SmallVector<unsigned> getStoredIn(Operation *op) const;
  ArrayRef<GroupsharedOp> getArrays() const { return arrays; }
  /// Lanes of a wave at least.
  int64_t getMinLanes() const { return minLanes; }

  /// Operations before `op`, in its block, that `load`'s index needs and that are inside
  /// of `op`: in order.
  static std::optional<SmallVector<Operation *>>
  getIndexSlice(memref::LoadOp load, Operation *op);

private:
  void add(GroupsharedOp array);
  bool addOwnElements(GroupsharedOp array);
  bool addWaveElements(GroupsharedOp array);
  std::optional<int64_t> getElectedLane(scf::IfOp ifOp) const;
  memref::StoreOp findKnownStore(scf::IfOp election, unsigned slot) const;
  bool isRunByLane(Operation *op, int64_t lane) const;
  bool isOwnElement(Operation *op, const IndexForm &own);
  Operation *findPlace(memref::LoadOp load, GroupsharedOp array) const;
  std::optional<IndexForm> getForm(Operation *access);
  void missed(Operation *op, Operation *access, StringRef reason) const;

  FuncOp kernel;
  UniformityAnalysis uniformity;
  ActiveLanes lanes;
  IndexForms forms;
  bool isSingle;
  int64_t minLanes;

  SmallVector<Type> types;
  SmallVector<GroupsharedOp> arrays;
  llvm::DenseMap<Operation *, Load> loads;
  llvm::DenseMap<Operation *, Store> stores;
  llvm::DenseMap<Operation *, Election> elections;
  llvm::DenseMap<Operation *, SmallVector<memref::LoadOp>> loadsAt;
  llvm::DenseMap<Operation *, llvm::SmallSetVector<unsigned, 4>> storedIn;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPSHAREDSLOTS_H
