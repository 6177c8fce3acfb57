//===- Records.cpp - Blocks and records before their encoding -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "llvm/Bitstream/BitstreamWriter.h"

using namespace mlir::dxil::bitcode;

void Records::add(unsigned code, ArrayRef<uint64_t> operands, StringRef text) {
  Operands all(operands.begin(), operands.end());
  all.append(text.bytes_begin(), text.bytes_end());
  entries.push_back({Entry::Record, code, std::move(all)});
}

void Records::write(SmallVectorImpl<char> &bitcode) const {
  // The smallest width for the id of an unabbreviated record, which is 3.
  constexpr unsigned kAbbreviationWidth = 3;
  llvm::BitstreamWriter writer(bitcode);
  for (unsigned byte : {'B', 'C'})
    writer.Emit(byte, 8);
  for (unsigned digit : {0x0, 0xC, 0xE, 0xD})
    writer.Emit(digit, 4);
  for (const Entry &entry : entries) {
    if (entry.kind == Entry::Enter)
      writer.EnterSubblock(entry.code, kAbbreviationWidth);
    else if (entry.kind == Entry::Leave)
      writer.ExitBlock();
    else
      writer.EmitRecord(entry.code, entry.operands);
  }
}
