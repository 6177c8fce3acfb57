//===- ValueNumbering.h - Numbers of values and blocks of constants -------===//
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

/// The numbers of values: first global variables, functions, and the constants
/// of initializers and metadata, then in each function its arguments, constants
/// and instructions.
class ValueNumbering {
public:
  ValueNumbering(TypeTable &types, Refusals &refusals)
      : types(types), refusals(refusals) {}

  void addGlobal(const llvm::GlobalValue &value);
  /// Adds a constant without a number, and its operands, to the next block of
  /// constants.
  void collect(const Use &use);
  /// For a constant with no use that could determine the type of a null
  /// pointer.
  void collect(const Constant &constant);
  /// Adds the constant that represents a variable in metadata; `type` is the
  /// type of a pointer to the variable.
  void collectVariable(const Constant &constant, unsigned type) {
    collect(constant, type, Key(&constant, type));
  }
  /// Numbers the collected constants and returns their block. In a block,
  /// constants of one type are adjacent, and constants with operands are last.
  Records numberConstants();

  /// Numbers the values in a function and returns the block of its constants.
  /// The numbers are valid until the next function.
  Records enterFunction(const Function &function);
  unsigned getFirstInstruction() const { return firstInstruction; }

  unsigned get(const Use &use) const;
  unsigned get(const Value &value) const;
  unsigned getVariable(const Constant &constant, unsigned type) const {
    return get(Key(&constant, type));
  }

private:
  /// A value and, only for a typeless value, its type.
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
  /// Refuses constants without a form.
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

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_VALUENUMBERING_H
