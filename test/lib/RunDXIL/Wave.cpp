//===- Wave.cpp - A wave that runs ----------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace rundxil;

Wave::Wave(Group &group, const ControlFlow &flow, Reconvergence reconvergence,
           unsigned index, uint64_t mostBlocks)
    : group(group), program(group.program), waveSize(group.launch.waveSize),
      index(index), mostBlocks(mostBlocks),
      schedule(makeSchedule(reconvergence, flow)),
      registers(uint64_t(program.registers) * waveSize),
      undefinedLanes(program.registers), local(program.localBytes * waveSize),
      localDefined(program.localBytes * waveSize) {
  LaneMask all = LaneMask::firstLanes(waveSize);
  for (const ConstantRegister &constant : program.constants) {
    std::fill_n(values(constant.index), waveSize, constant.value);
    undefined(constant.index) = constant.undefined ? all : LaneMask();
  }
}

void Wave::start() {
  launched = {};
  for (auto [lane, thread] : enumerate(group.launch.placement[index]))
    if (thread >= 0)
      launched.set(lane);
  alive = launched;
  schedule->start(launched);
  std::fill(localDefined.begin(), localDefined.end(), false);
  matrixParts.clear();
  blocksLeft = mostBlocks;
  current = State::Ready;
  isInBlock = false;
  waiting = nullptr;
}

bool Wave::fail(const Step &made, const Twine &what) {
  if (failed())
    return false;
  raw_string_ostream stream(message);
  stream << what << "\n  in group (" << group.id[0] << ", " << group.id[1]
         << ", " << group.id[2] << "), wave " << index << ", lanes";
  eachLane([&](unsigned lane) { stream << " " << lane; });
  stream << "\n  at block ";
  made.source->getParent()->printAsOperand(stream, /*PrintType=*/false);
  stream << ":" << *made.source;
  current = State::Failed;
  return false;
}

bool Wave::needDefined(const Step &made, unsigned index, StringRef what) {
  if ((undefined(made.operands[index]) & active).any())
    return fail(made, what + " is undefined");
  return true;
}

LaneMask Wave::undefinedOperands(const Step &made) {
  LaneMask lanes;
  for (Register place : made.operands)
    lanes = lanes | undefined(place);
  return lanes;
}

void Wave::spreadUndefined(const Step &made, LaneMask more) {
  setUndefined(made.result, undefinedOperands(made) | more);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Wave::State Wave::run() {
  if (current == State::AtBarrier)
    current = State::Ready;
  while (current == State::Ready) {
    if (!isInBlock) {
      active = schedule->next(block);
      if (active.none()) {
        current = State::Ended;
        break;
      }
      enterBlock(program.blocks[block]);
    }
    const std::vector<Step> &instructions = program.blocks[block].instructions;
    // A barrier leaves the loop behind itself.
    while (current == State::Ready && position < instructions.size())
      execute(instructions[position++]);
    isInBlock = position < instructions.size();
  }
  return current;
}

void Wave::enterBlock(const Block &entered) {
  activeLanes.clear();
  for (unsigned lane = 0; lane < waveSize; ++lane)
    if (active.test(lane))
      activeLanes.push_back(lane);
  position = 0;
  if (blocksLeft-- == 0)
    fail(entered.instructions.back(),
         "the wave does not end: it ran " + Twine(mostBlocks) + " blocks");
  else
    executePhis(entered);
}

/// All read before one is written.
void Wave::executePhis(const Block &entered) {
  SmallVector<std::pair<uint64_t, bool>, 256> read;
  for (const Step &phi : entered.phis)
    eachLane([&](unsigned lane) {
      unsigned edge = llvm::find(entered.predecessors, previousBlocks[lane]) -
                      entered.predecessors.begin();
      read.push_back({operand(phi, edge)[lane], isUndefined(phi, edge, lane)});
    });
  auto next = read.begin();
  for (const Step &phi : entered.phis)
    eachLane([&](unsigned lane) {
      result(phi)[lane] = next->first;
      if (next->second)
        undefined(phi.result).set(lane);
      else
        undefined(phi.result).reset(lane);
      ++next;
    });
}

void Wave::leaveBlock(const Step &made) {
  if (!made.operands.empty() &&
      !needDefined(made, 0, "what the branch depends on"))
    return;
  eachLane([&](unsigned lane) {
    unsigned target = ControlFlow::none;
    if (made.opcode == llvm::Instruction::Switch) {
      auto chosen = llvm::find(made.cases, operand(made, 0)[lane]);
      target = made.targets[chosen - made.cases.begin()];
    } else if (made.operands.size() == 1) {
      target = made.targets[operand(made, 0)[lane] ? 0 : 1];
    } else if (!made.targets.empty()) {
      target = made.targets[0];
    }
    targets[lane] = target;
    previousBlocks[lane] = block;
    if (target == ControlFlow::none)
      alive.reset(lane);
  });
  schedule->advance(targets);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Wave::execute(const Step &made) {
  switch (made.opcode) {
  case llvm::Instruction::Ret:
  case llvm::Instruction::Br:
  case llvm::Instruction::Switch:
    return leaveBlock(made);
  case llvm::Instruction::Select:
    return executeSelect(made);
  case llvm::Instruction::Call:
    return executeCall(made);
  }
  if (!executeArithmetic(made) && !executeMemory(made))
    fail(made, "this instruction is not run here");
}

void Wave::executeSelect(const Step &made) {
  LaneMask undefinedLanes = undefined(made.operands[0]);
  eachLane([&](unsigned lane) {
    unsigned chosen = operand(made, 0)[lane] ? 1 : 2;
    result(made)[lane] = operand(made, chosen)[lane];
    if (isUndefined(made, chosen, lane))
      undefinedLanes.set(lane);
  });
  setUndefined(made.result, undefinedLanes);
}

void Wave::executeCall(const Step &made) {
  switch (made.operation->family) {
  case Family::Thread:
    return executeThread(made);
  case Family::Lane:
    return executeLane(made);
  case Family::Barrier:
    return executeBarrier(made);
  case Family::Resource:
    return executeResource(made);
  case Family::Math:
    return executeMath(made);
  case Family::Matrix:
    return executeMatrix(made);
  }
}
