//===- GroupsharedSlots.h - Groupshared memory that can become values -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is a part of an array that one value in each lane can replace: the
// lane's own element, or an element that is uniform for the wave. This class
// proves it before the pass changes anything.
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
    /// The operation at which another lane's value is read: the load itself, or
    /// an `scf.if` around it at which the whole wave is active. Null for the
    /// lane's own value.
    Operation *place = nullptr;
  };

  struct Store {
    unsigned slot = 0;
    /// All lanes store, and the element gets the value of one of them.
    bool needsFirstLane = false;
  };

  /// An `scf.if` that exactly one lane of the wave executes, with all lanes
  /// active around it.
  struct Election {
    int64_t lane = 0;
    /// The elements of the wave that it stores to, each with its last store if
    /// all lanes know the stored value, otherwise null.
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
  /// The loads of other lanes' values that are read at `place`.
  ArrayRef<memref::LoadOp> getLoadsAt(Operation *place) const {
    auto it = loadsAt.find(place);
    return it == loadsAt.end() ? ArrayRef<memref::LoadOp>() : it->second;
  }
  /// The slots that the regions of `op` store to, ascending.
  SmallVector<unsigned> getStoredIn(Operation *op) const;
  ArrayRef<GroupsharedOp> getArrays() const { return arrays; }
  /// The smallest number of lanes of a wave.
  int64_t getMinLanes() const { return minLanes; }

  /// Returns the operations inside `op` that compute the index of `load` and
  /// can move before `op`, in order; none if one of them is not pure or has
  /// regions.
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
