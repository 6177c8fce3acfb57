//===- ValueNumbering.cpp - Numbers of values and blocks of constants -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueNumbering.h"

#include "Encodings.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

/// LLVM 3.7 has no data form for arrays of half; they are aggregates of
/// constants.
bool ValueNumbering::isData(const Constant &constant) {
  auto *data = dyn_cast<ConstantDataSequential>(&constant);
  return data && !data->getElementType()->isHalfTy();
}

ValueNumbering::Key ValueNumbering::getKey(const Use &use) const {
  return isTypeless(*use) ? Key(use.get(), types.getOf(use))
                          : getKey(*use.get());
}

void ValueNumbering::addGlobal(const GlobalValue &value) {
  globals[getKey(value)] = next++;
}

void ValueNumbering::check(const Constant &constant) {
  if (isa<PoisonValue>(constant))
    return refusals.refuseForm("poison");
  if (isa<UndefValue, ConstantAggregateZero, ConstantPointerNull,
          ConstantDataSequential, ConstantAggregate>(constant))
    return;
  if (isa<ConstantInt, ConstantFP>(constant) &&
      !constant.getType()->isVectorTy())
    return;
  if (auto *expression = dyn_cast<ConstantExpr>(&constant)) {
    unsigned opcode = expression->getOpcode();
    if (opcode == Instruction::GetElementPtr || getCastCode(opcode) ||
        getBinaryCode(opcode))
      return;
  }
  std::string text;
  raw_string_ostream(text) << "the constant '" << constant << "'";
  refusals.refuseForm(text);
}

void ValueNumbering::collect(const Use &use) {
  auto *constant = dyn_cast<Constant>(use.get());
  if (!constant || isa<GlobalValue>(constant))
    return;
  check(*constant);
  collect(*constant, types.getOf(use), getKey(use));
}

void ValueNumbering::collect(const Constant &constant) {
  if (isa<GlobalValue>(constant))
    return;
  check(constant);
  unsigned type = types.getOf(constant);
  collect(constant, type,
          isTypeless(constant) ? Key(&constant, type) : getKey(constant));
}

void ValueNumbering::collect(const Constant &constant, unsigned type, Key key) {
  if (globals.contains(key) || !collected.insert(key).second)
    return;
  for (const Use &element : constant.operands())
    collect(element);
  if (auto *data = dyn_cast<ConstantDataSequential>(&constant))
    if (!isData(constant))
      for (unsigned i = 0; i < data->getNumElements(); ++i)
        collect(*data->getElementAsConstant(i));
  pending.push_back({&constant, type, key});
}

Records ValueNumbering::numberConstants() {
  Records records;
  if (pending.empty())
    return records;
  // First the constants without operands, grouped by type in the order of the
  // types' first use; then the other constants, each after its operands.
  MapVector<unsigned, std::vector<Pending>> single;
  std::vector<Pending> sorted, compound;
  for (const Pending &entry : pending) {
    bool isSingle = entry.constant->getNumOperands() == 0 &&
                    (!isa<ConstantDataSequential>(entry.constant) ||
                     isData(*entry.constant));
    (isSingle ? single[entry.type] : compound).push_back(entry);
  }
  for (auto &[type, entries] : single)
    sorted.insert(sorted.end(), entries.begin(), entries.end());
  sorted.insert(sorted.end(), compound.begin(), compound.end());
  for (const Pending &entry : sorted)
    (inFunction ? locals : globals)[entry.key] = next++;

  records.enter(bitc::CONSTANTS_BLOCK_ID);
  std::optional<unsigned> type;
  for (const Pending &entry : sorted) {
    if (type != entry.type)
      records.add(bitc::CST_CODE_SETTYPE, {entry.type});
    type = entry.type;
    write(*entry.constant, records);
  }
  records.leave();
  pending.clear();
  collected.clear();
  return records;
}

void ValueNumbering::write(const Constant &constant, Records &records) const {
  if (isa<UndefValue>(constant))
    return records.add(bitc::CST_CODE_UNDEF);
  if (constant.isNullValue())
    return records.add(bitc::CST_CODE_NULL);
  if (auto *integer = dyn_cast<ConstantInt>(&constant)) {
    if (integer->getBitWidth() <= 64)
      records.add(bitc::CST_CODE_INTEGER,
                  {rotateSign(integer->getSExtValue())});
    return;
  }
  if (auto *number = dyn_cast<ConstantFP>(&constant)) {
    APInt bits = number->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() <= 64)
      records.add(bitc::CST_CODE_FLOAT, {bits.getZExtValue()});
    return;
  }
  Operands operands;
  if (auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i) {
      if (!isData(constant))
        operands.push_back(get(*data->getElementAsConstant(i)));
      else if (data->getElementType()->isIntegerTy())
        operands.push_back(data->getElementAsInteger(i));
      else
        operands.push_back(
            data->getElementAsAPFloat(i).bitcastToAPInt().getZExtValue());
    }
    return records.add(isData(constant) ? bitc::CST_CODE_DATA
                                        : bitc::CST_CODE_AGGREGATE,
                       operands);
  }
  if (auto *expression = dyn_cast<ConstantExpr>(&constant))
    return writeExpression(*expression, records);
  for (const Use &element : constant.operands())
    operands.push_back(get(element));
  records.add(bitc::CST_CODE_AGGREGATE, operands);
}

void ValueNumbering::writeExpression(const ConstantExpr &expression,
                                     Records &records) const {
  unsigned opcode = expression.getOpcode();
  Operands operands;
  if (auto *address = dyn_cast<GEPOperator>(&expression)) {
    operands.push_back(types.get(address->getSourceElementType()));
    for (const Use &use : address->operands()) {
      operands.push_back(types.getOf(use));
      operands.push_back(get(use));
    }
    return records.add(
        address->isInBounds() ? kConstantInBoundsGEP : kConstantGEP, operands);
  }
  const Use &first = expression.getOperandUse(0);
  if (std::optional<unsigned> code = getCastCode(opcode))
    return records.add(bitc::CST_CODE_CE_CAST,
                       {*code, types.getOf(first), get(first)});
  operands = {getBinaryCode(opcode).value_or(0), get(first),
              get(expression.getOperandUse(1))};
  if (unsigned flags = getFlags(expression))
    operands.push_back(flags);
  records.add(bitc::CST_CODE_CE_BINOP, operands);
}

Records ValueNumbering::enterFunction(const Function &function) {
  if (inFunction)
    next = firstLocal;
  firstLocal = next;
  inFunction = true;
  locals.clear();
  for (const Argument &argument : function.args())
    locals[getKey(argument)] = next++;
  for (const Instruction &instruction : instructions(function)) {
    refusals.setPlace(instruction);
    for (const Use &use : instruction.operands())
      collect(use);
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      for (auto entry : choice->cases())
        collect(*entry.getCaseValue());
  }
  Records constants = numberConstants();
  firstInstruction = next;
  for (const Instruction &instruction : instructions(function))
    if (!instruction.getType()->isVoidTy())
      locals[getKey(instruction)] = next++;
  return constants;
}

unsigned ValueNumbering::get(Key key) const {
  if (auto local = locals.find(key); local != locals.end())
    return local->second;
  return globals.lookup(key);
}

unsigned ValueNumbering::get(const Use &use) const { return get(getKey(use)); }

unsigned ValueNumbering::get(const Value &value) const {
  if (isTypeless(value))
    return get(Key(&value, types.getOf(value)));
  return get(getKey(value));
}
