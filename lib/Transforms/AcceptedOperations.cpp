//===- AcceptedOperations.cpp - Upstream operations allowed in kernels ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With this single table, users never see "failed to legalize": `wave-verify`
// reports all other operations, at the user's line.

#include "WaveDialect/Transforms/AcceptedOperations.h"

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::wave;

static const llvm::StringSet<> &getAccepted() {
  static const llvm::StringSet<> accepted = {
      // Arithmetic; canonicalization creates an extended product from a 64-bit
      // one.
      "arith.addf", "arith.addi", "arith.andi", "arith.bitcast", "arith.cmpf",
      "arith.cmpi", "arith.constant", "arith.divf", "arith.divsi",
      "arith.divui", "arith.extf", "arith.extsi", "arith.extui", "arith.fptosi",
      "arith.fptoui", "arith.index_cast", "arith.index_castui", "arith.maxnumf",
      "arith.maxsi", "arith.maxui", "arith.minnumf", "arith.minsi",
      "arith.minui", "arith.mulf", "arith.muli", "arith.mulsi_extended",
      "arith.mului_extended", "arith.negf", "arith.ori", "arith.remf",
      "arith.remsi", "arith.remui", "arith.select", "arith.shli", "arith.shrsi",
      "arith.shrui", "arith.sitofp", "arith.subf", "arith.subi", "arith.truncf",
      "arith.trunci", "arith.uitofp", "arith.xori",
      // Control flow.
      "scf.condition", "scf.for", "scf.if", "scf.while", "scf.yield",
      // Memory.
      "memref.alloca", "memref.dim", "memref.load", "memref.store",
      // Functions.
      "math.absf", "math.absi", "math.acos", "math.asin", "math.atan",
      "math.atan2", "math.ceil", "math.cos", "math.cosh", "math.ctlz",
      "math.ctpop", "math.cttz", "math.exp", "math.exp2", "math.floor",
      "math.fma", "math.log", "math.log10", "math.log2", "math.powf",
      "math.roundeven", "math.rsqrt", "math.sin", "math.sinh", "math.sqrt",
      "math.tan", "math.tanh", "math.trunc",
      // Vectors; canonicalization turns some shuffles into an interleave.
      "vector.broadcast", "vector.extract", "vector.from_elements",
      "vector.insert", "vector.interleave", "vector.load", "vector.shuffle",
      "vector.store", "ub.poison",
      // The device's own wave index and size, and the number of launched groups,
      // which passes ask for.
      "gpu.grid_dim", "gpu.subgroup_id", "gpu.subgroup_size"};
  return accepted;
}

bool wave::isAcceptedOperation(Operation *op) {
  return isa_and_nonnull<WaveDialect>(op->getDialect()) ||
         getAccepted().contains(op->getName().getStringRef());
}

StringRef wave::getReplacementAdvice(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "cf")
    return "use scf.if, scf.for and scf.while";
  if (dialect == "func")
    return "use wave.func and wave.call";
  if (dialect == "gpu")
    return "use the wave dialect's operation, which sees the active lanes only";
  if (dialect == "scf")
    return "use scf.if, scf.for or scf.while";
  if (dialect == "vector")
    return "vectors have 2 to 4 components: use vector.extract, insert, "
           "from_elements, broadcast, shuffle, load and store";
  if (dialect == "memref")
    return "buffers are arguments, local arrays memref.alloca, groupshared "
           "memory wave.groupshared";
  return "";
}
