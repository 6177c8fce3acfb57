//===- CheckSites.h - The places that a checked run knows -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the places of a kernel that call the checker, and describes them and the
// kernel's memories as JSON, for who runs the code and speaks of what it found.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H
#define WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

namespace mlir::wave {

class CheckSites {
public:
  explicit CheckSites(FuncOp kernel);

  /// A new place of that kind at `op`, which accesses `memory` if it is not null.
  int32_t add(StringRef kind, Operation *op, Value memory = nullptr);
  /// One where something is undefined; `rule` says what.
  int32_t addUndefined(StringRef rule, Operation *op);

  /// All of it as JSON, once: `sites`, `memories`, `atomic_results_reach`.
  std::string describe();

private:
  void addMemory(Value memory, StringRef kind, int64_t argument,
                 int64_t elements, Type element, int64_t channels = 1);
  llvm::json::Object &addSite(StringRef kind, Operation *op);

  FuncOp kernel;
  llvm::json::Array sites, memories;
  DenseMap<Value, int64_t> numbers;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_CHECKSITES_H
