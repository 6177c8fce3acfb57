//===- IntegersForAssembler.cpp - Integers that ptxas compiles incorrectly ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's assembler (ptxas 13.0, and the one in the driver) assumes that `neg.s16`,
// `abs.s16`, and `sub.s16` from a 0 do not wrap around, and extends the result for
// -32768 to 32768. LLVM selects these instructions late, for instance a negation for
// `~x + 1`, so that the text is the one place that has all of them. docs/cuda.md has
// the expressions.
//
// It also forgets the negation in `max(max(a, -b), c)` and `min(min(a, -b), c)` of signed
// 32 bits, which it makes one instruction from sm_90 on.
//
//===----------------------------------------------------------------------===//

#include "IntegersForAssembler.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::wave;

/// Computes in the upper half of 32 bits, where the same result wraps around and the
/// shift back extends it by its sign. Braces limit the register to this instruction.
static void computeInUpperHalf(StringRef name, StringRef operands,
                               raw_ostream &os) {
  auto [result, operand] = operands.split(", ");
  os << "\t{\n"
     << "\t.reg .b32 \t%upper;\n"
     << "\tcvt.u32.u16 \t%upper, " << operand << ";\n"
     << "\tshl.b32 \t%upper, %upper, 16;\n"
     << "\t" << name << ".s32 \t%upper, %upper;\n"
     << "\tshr.s32 \t%upper, %upper, 16;\n"
     << "\tcvt.u16.u32 \t" << result << ", %upper;\n"
     << "\t}\n";
}

/// The assembler makes a negation of a subtraction whose first operand it finds to be
/// 0, for instance in the first trip of a loop.
static void subtractIn32Bits(StringRef operands, raw_ostream &os) {
  auto [result, pair] = operands.split(", ");
  auto [left, right] = pair.split(", ");
  auto widen = [&](StringRef name, StringRef operand) {
    os << (operand.starts_with("%") ? "\tcvt.u32.u16 \t" : "\tmov.b32 \t")
       << name << ", " << operand << ";\n";
  };
  os << "\t{\n"
     << "\t.reg .b32 \t%left, %right;\n";
  widen("%left", left);
  widen("%right", right);
  os << "\tsub.s32 \t%left, %left, %right;\n"
     << "\tcvt.u16.u32 \t" << result << ", %left;\n"
     << "\t}\n";
}

/// Whether the code may have a maximum of three numbers, or a minimum.
static bool mayJoinExtrema(StringRef ptx) {
  return ptx.count("max.s32") > 1 || ptx.count("min.s32") > 1;
}

/// The assembler makes no negation of this.
static void negateByComplement(StringRef operands, raw_ostream &os) {
  auto [result, operand] = operands.split(", ");
  os << "\tnot.b32 \t" << result << ", " << operand << ";\n"
     << "\tadd.s32 \t" << result << ", " << result << ", 1;\n";
}

std::string wave::replaceMiscompiledInstructions(StringRef ptx) {
  const bool joinsExtrema = mayJoinExtrema(ptx);
  std::string replaced;
  llvm::raw_string_ostream os(replaced);
  while (!ptx.empty()) {
    StringRef line;
    std::tie(line, ptx) = ptx.split('\n');
    auto [instruction, operands] = line.trim().split(';').first.split(" \t");
    auto [name, type] = instruction.split('.');
    if (type == "s16" && (name == "neg" || name == "abs"))
      computeInUpperHalf(name, operands, os);
    else if (type == "s32" && name == "neg" && joinsExtrema)
      negateByComplement(operands, os);
    else if (type == "s16" && name == "sub")
      subtractIn32Bits(operands, os);
    else
      os << line << '\n';
  }
  return replaced;
}
