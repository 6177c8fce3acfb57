//===- Operations.cpp - The dx.op functions that are run ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "Matrices.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace rundxil;

static constexpr Operation operations[] = {
#define OPERATION(opcode, name, functionClass, overloads, signature, minor,    \
                  family)                                                      \
  {op::name, #name, functionClass, overloads, signature, minor, Family::family},
#include "Operations.def"
};

static const Operation *findOperation(uint32_t opcode) {
  static const DenseMap<uint32_t, const Operation *> byOpcode = [] {
    DenseMap<uint32_t, const Operation *> map;
    for (const Operation &operation : operations)
      map[operation.opcode] = &operation;
    return map;
  }();
  return byOpcode.lookup(opcode);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::optional<Scalar> scalarOfLetter(char letter, Scalar overload) {
  switch (letter) {
  case '1':
  case 'b':
    return Scalar::I1;
  case '8':
  case 'B':
    return Scalar::I8;
  case 's':
    return Scalar::I16;
  case 'i':
  case 'C':
    return Scalar::I32;
  case 'l':
    return Scalar::I64;
  case 'h':
    return Scalar::F16;
  case 'f':
    return Scalar::F32;
  case 'd':
    return Scalar::F64;
  case 'P':
    return Scalar::Pointer;
  case 'T':
    return overload;
  }
  return std::nullopt;
}

/// The name and the fields of a struct, by a letter each.
static std::pair<std::string, std::string> structOf(char letter,
                                                    Scalar overload) {
  std::string suffix = nameOf(overload).str();
  bool isWide = widthOf(overload) == 64;
  switch (letter) {
  case 'H':
    return {"Handle", "P"};
  case 'R':
    return {"ResRet." + suffix, "TTTTi"};
  case 'K':
    return {"CBufRet." + suffix, isWide ? "TT" : "TTTT"};
  case 'X':
    return {"ResBind", "iii8"};
  case 'Y':
    return {"ResourceProperties", "ii"};
  case 'D':
    return {"Dimensions", "iiii"};
  case '4':
    return {"fouri32", "iiii"};
  case '2':
    return {"twoi32", "ii"};
  case 'c':
    return {"i32c", "i1"};
  case 'e':
    return {"splitdouble", "ii"};
  case 'q':
    return {"four" + suffix, "TTTT"};
  }
  return {};
}

static bool hasFields(const StructType *type, StringRef name, StringRef letters,
                      Scalar overload) {
  if (!type->hasName() || type->getName() != ("dx.types." + name).str() ||
      type->getNumElements() != letters.size())
    return false;
  for (auto [element, letter] : zip(type->elements(), letters))
    if (scalarOf(element) != scalarOfLetter(letter, overload))
      return false;
  return true;
}

static bool matches(const Type *type, char letter, Scalar overload) {
  if (letter == 'v')
    return type->isVoidTy();
  if (std::optional<Scalar> scalar = scalarOfLetter(letter, overload))
    return scalarOf(type) == scalar;
  if (letter == 'M')
    return isMatrix(type);
  if (letter == 'n')
    return is_contained({Scalar::I32, Scalar::F16, Scalar::F32},
                        scalarOf(type));
  auto *structType = dyn_cast<StructType>(type);
  if (!structType)
    return false;
  auto [name, fields] = structOf(letter, overload);
  // A row of native 16-bit values has eight of them.
  if (letter == 'K' && widthOf(overload) == 16 &&
      hasFields(structType, name + ".8", "TTTTTTTT", overload))
    return true;
  return hasFields(structType, name, fields, overload);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Error wrong(const CallBase &call, const Twine &what) {
  return createStringError(what + ": " + call.getCalledOperand()->getName());
}

/// What stands behind `dx.op.class`.
static Expected<std::optional<Scalar>> readOverload(const CallBase &call,
                                                    const Operation &operation,
                                                    StringRef function) {
  StringRef suffix = function;
  if (!suffix.consume_front("dx.op.") ||
      !suffix.consume_front(operation.functionClass) ||
      (!suffix.empty() && !suffix.consume_front(".")))
    return wrong(call, Twine("opcode ") + Twine(operation.opcode) + " (" +
                           operation.name +
                           ") is no operation of the function");
  StringRef overloads = operation.overloads;
  if (overloads.empty() != suffix.empty())
    return wrong(call, "the function's suffix does not fit its operation");
  if (overloads.empty() || overloads == "S")
    return std::nullopt;
  std::optional<Scalar> scalar = scalarOf(suffix);
  constexpr char letters[] = "18silhfd";
  if (!scalar || !overloads.contains(letters[static_cast<unsigned>(*scalar)]))
    return wrong(call, Twine("there is no such overload of ") + operation.name);
  return scalar;
}

/// The types of matrices are stated, and the function is named by them.
static Error checkMatrices(const CallBase &call, const Operation &operation) {
  std::string name = ("dx.op." + Twine(operation.functionClass)).str();
  for (char letter : StringRef(operation.overloads)) {
    const Type *type = call.getType();
    if (letter == 'w') {
      name += ".i32";
      continue;
    }
    if (letter != 'r')
      type = call.getArgOperand(letter - '0')->getType();
    name += "." + (isMatrix(type)
                       ? "m" + cast<StructType>(type)
                                   ->getName()
                                   .drop_front(strlen("dx.types.LinAlgMatrix"))
                                   .str()
                       : nameOf(*scalarOf(type)).str());
  }
  if (call.getCalledFunction()->getName() != name)
    return wrong(call, "expected the function " + name);
  SmallVector<const Type *> types = {call.getType()};
  for (const Value *operand : call.args())
    types.push_back(operand->getType());
  for (const Type *type : types)
    if (isMatrix(type))
      if (Expected<MatrixShape> shape =
              readMatrixShape(type, *call.getModule());
          !shape)
        return shape.takeError();
  return Error::success();
}

static Error checkOperands(const CallBase &call, const Operation &operation,
                           Scalar overload) {
  StringRef signature = operation.signature;
  if (!matches(call.getType(), signature[0], overload))
    return wrong(call, Twine("the result of ") + operation.name +
                           " has the wrong type");
  StringRef letters = signature.drop_front();
  if (call.arg_size() != letters.size() + 1)
    return wrong(call, Twine(operation.name) + " takes " +
                           Twine(letters.size() + 1) + " operands");
  for (unsigned index = 1; index < call.arg_size(); ++index) {
    const Value *operand = call.getArgOperand(index);
    char letter = letters[index - 1];
    if (!matches(operand->getType(), letter, overload))
      return wrong(call, "operand " + Twine(index) + " of " + operation.name +
                             " has the wrong type");
    if (StringRef("CBbXY").contains(letter) &&
        (!isa<Constant>(operand) || isa<UndefValue>(operand)))
      return wrong(call, "operand " + Twine(index) + " of " + operation.name +
                             " is no constant");
    // Drivers look handles up where they are used.
    auto *source = dyn_cast<CallBase>(operand);
    if (letter == 'H' && !source)
      return wrong(call, Twine("the handle of ") + operation.name +
                             " does not come directly from an operation");
  }
  return Error::success();
}

Expected<Call> rundxil::readCall(const CallBase &call, unsigned minor) {
  const Function *function = call.getCalledFunction();
  if (!function || !function->getName().starts_with("dx.op."))
    return createStringError("a call of something that is no dx.op function");
  auto *opcode =
      call.arg_size() ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  if (!opcode || !opcode->getType()->isIntegerTy(32))
    return wrong(call, "the opcode is no constant i32");
  const Operation *operation = findOperation(opcode->getZExtValue());
  if (!operation)
    return wrong(call, "opcode " + Twine(opcode->getZExtValue()) +
                           " is unknown or not run here");
  if (minor < operation->firstMinor)
    return wrong(call, Twine(operation->name) + " needs shader model 6." +
                           Twine(operation->firstMinor));
  if (operation->opcode == op::CreateHandle && minor >= 6)
    return wrong(call, "CreateHandle ends with shader model 6.5");
  if (operation->family == Family::Matrix) {
    if (Error error = checkOperands(call, *operation, Scalar::I32))
      return std::move(error);
    if (Error error = checkMatrices(call, *operation))
      return std::move(error);
    return Call{operation, Scalar::I32};
  }
  Expected<std::optional<Scalar>> overload =
      readOverload(call, *operation, function->getName());
  if (!overload)
    return overload.takeError();
  Scalar type = overload->value_or(Scalar::I32);
  if (Error error = checkOperands(call, *operation, type))
    return std::move(error);
  return Call{operation, type};
}
