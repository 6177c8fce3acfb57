//===- CheckSites.h - The sites of calls to the checker ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the operations of a kernel that call the checker, and describes them
// and the kernel's memories as JSON for the runtime, which reports findings.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H
#define WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H

#include "LocalCopies.h"

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

namespace mlir::wave {

/// Marks the loads and stores of an asynchronous copy, and the outermost loop around
/// them.
constexpr StringLiteral kAsyncAttribute = "wave.async";

/// Returns file, line and column of the location itself, then of the calls
/// through which it was inlined.
llvm::json::Array describePlaces(Location location);

class CheckSites {
public:
  explicit CheckSites(FuncOp kernel);

  /// Adds a site of this kind at `op`, which accesses `memory` unless that is
  /// null.
  int32_t add(StringRef kind, Operation *op, Value memory = nullptr);
  /// Adds a site for undefined behavior; `rule` names it.
  int32_t addUndefined(StringRef rule, Operation *op);

  /// Returns the description as JSON: `sites`, `memories`,
  /// `atomic_results_reach`, `steps_are_fixed`. May be called once.
  std::string describe();

private:
  void addMemory(Value memory, StringRef kind, int64_t argument,
                 int64_t elements, Type element, int64_t channels = 1);
  llvm::json::Object &addSite(StringRef kind, Operation *op);
  /// Describes the conditions and loops around all accesses and barriers.
  void describeControl();

  FuncOp kernel;
  /// Whether neither arguments nor memory decide which steps of pipes and
  /// barriers of the group a wave executes.
  bool areStepsFixed = false;
  llvm::json::Array sites, memories;
  DenseMap<Value, int64_t> numbers;
  /// The numbers of pipes, in the order of their operations.
  DenseMap<Value, int64_t> pipes;
  /// The different sets of waves of barriers.
  SmallVector<SmallVector<int32_t>> sets;
  /// For each store that updates an element, the load of the old value, and
  /// whether an access of coherent memory by another lane in between is lost.
  struct Update {
    Operation *load;
    bool mayBeLost;
  };
  DenseMap<Operation *, Update> updates;
  /// What loads and stores of local arrays copy.
  DenseMap<Operation *, SmallVector<bool>> copied;
  DenseMap<Operation *, SmallVector<LoadedScalar>> copySources;
  /// The sites of accesses.
  DenseMap<Operation *, int64_t> accesses;
  /// For each access and barrier the conditions and loops around it, outermost
  /// first: a number, which both sites in a region have, the step at which lanes
  /// decide alike, and the place.
  DenseMap<Operation *, llvm::json::Array> control;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H
