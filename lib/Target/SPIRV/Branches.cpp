//===- Branches.cpp - The branches of a SPIR-V binary ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Branches.h"

#include "Words.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::wave;

// For each block of each construct, and for each use of an id, the validator
// walks the chain of dominators, in the worst case to the start of the
// function. The chain is estimated from the order of the blocks: a merge block
// follows its header, and any other block the one before it.
BranchWork wave::measureBranches(ArrayRef<uint32_t> words) {
  BranchWork work;
  SmallVector<uint32_t> merges;
  llvm::DenseMap<uint32_t, uint64_t> chains;
  uint64_t chain = 0;
  forEachInstruction(words, [&](Instruction i) {
    switch (getOpcode(i)) {
    case OpFunction:
      chain = 0;
      merges.clear();
      return;
    case OpLabel: {
      while (!merges.empty() && merges.back() == i[1])
        merges.pop_back();
      auto known = chains.find(i[1]);
      chain = known == chains.end() ? chain + 1 : known->second;
      work.steps += (merges.size() + 1) * chain;
      work.nesting = std::max<unsigned>(work.nesting, merges.size());
      return;
    }
    case OpSelectionMerge:
    case OpLoopMerge:
      merges.push_back(i[1]);
      chains[i[1]] = chain + 1;
      return;
    default:
      work.steps += chain;
    }
  });
  return work;
}

std::vector<uint32_t> wave::removeBranches(ArrayRef<uint32_t> words) {
  SmallVector<uint32_t> result(words.take_front(kHeaderWords));
  bool isInBlock = false;
  // The last of the function; those before it would end the block.
  Instruction terminator;
  forEachInstruction(words, [&](Instruction i) {
    switch (getOpcode(i)) {
    case OpName: // Possibly of a block.
    case OpSelectionMerge:
    case OpLoopMerge:
    case OpBranch:
    case OpBranchConditional:
    case OpSwitch:
      return;
    case OpReturn:
    case OpReturnValue:
    case OpUnreachable:
    case OpEmitMeshTasksEXT:
      terminator = i;
      return;
    case OpPhi:
      appendInstruction(result, OpUndef, {i[1], i[2]});
      return;
    case OpFunction:
      isInBlock = false;
      break;
    case OpLabel:
      if (isInBlock)
        return;
      isInBlock = true;
      break;
    case OpFunctionEnd:
      llvm::append_range(result, terminator);
      terminator = {};
      break;
    default:
      break;
    }
    llvm::append_range(result, i);
  });
  return {result.begin(), result.end()};
}
