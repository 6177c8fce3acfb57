//===- ValueNumbering.h - Numbers of values, blocks of constants ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_VALUENUMBERING_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_VALUENUMBERING_H

#include "TypeTable.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::dxil::bitcode {

/// The numbers of values: variables, functions and the constants of both and of the
/// metadata, then in each function its arguments, constants and instructions.
class ValueNumbering {
public:
  ValueNumbering(TypeTable &types, Refusals &refusals)
      : types(types), refusals(refusals) {}

  void addGlobal(const llvm::GlobalValue &value);
  /// Takes a constant without a number, and what it is made of, into the next block of
  /// constants.
  void collect(const Use &use);
  /// Where no use tells the type of a null pointer.
  void collect(const Constant &constant);
  /// What stands for a variable in metadata, of the type of a pointer to it.
  void collectVariable(const Constant &constant, unsigned type) {
    collect(constant, type, Key(&constant, type));
  }
  /// Gives numbers to what was collected and writes it. In a block, constants of one type
  /// stand together and those made of others last.
  Records numberConstants();

  /// Numbers what is in a function; returns its constants. It lasts until the next
  /// function.
  Records enterFunction(const Function &function);
  unsigned getFirstInstruction() const { return firstInstruction; }

  unsigned get(const Use &use) const;
  unsigned get(const Value &value) const;
  unsigned getVariable(const Constant &constant, unsigned type) const {
    return get(Key(&constant, type));
  }

private:
  /// A value with its type, which only a typeless one needs.
  using Key = std::pair<const Value *, unsigned>;
  struct Pending {
    const Constant *constant;
    unsigned type;
    Key key;
  };

  static bool isData(const Constant &constant);
  Key getKey(const Use &use) const;
  Key getKey(const Value &value) const { return {&value, ~0u}; }
  unsigned get(Key key) const;
  void collect(const Constant &constant, unsigned type, Key key);
  /// Refuses a constant without a form.
  void check(const Constant &constant);
  void write(const Constant &constant, Records &records) const;
  void writeExpression(const llvm::ConstantExpr &expression,
                       Records &records) const;

  TypeTable &types;
  Refusals &refusals;
  llvm::DenseMap<Key, unsigned> globals, locals;
  unsigned next = 0, firstLocal = 0, firstInstruction = 0;
  bool inFunction = false;
  std::vector<Pending> pending;
  llvm::DenseSet<Key> collected;
};

/// The lanes of a shuffle as a constant, as 3.7 had them.
const Constant *getMaskConstant(const llvm::ShuffleVectorInst &shuffle);

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_VALUENUMBERING_H
