//===- VerifyCalls.cpp - The operands of DXIL's functions ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Microsoft's validator sees most mistakes, but not the numbers of operations across lanes,
// components of thread numbers, strides and the size of a payload.
//
//===----------------------------------------------------------------------===//

#include "VerifyCalls.h"

#include "Calls.h"
#include "Kernel.h"
#include "Objects.h"

#include "WaveDialect/DXIL/Operations.h"
#include "WaveDialect/DXIL/ShaderModels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
/// An operand that is a literal below `bound`, or any literal if that is 0.
struct LiteralRule {
  uint32_t opcode;
  unsigned operand;
  uint64_t bound;
};
} // namespace

static const LiteralRule literalRules[] = {
    {/*createHandle=*/57, 1, 4},
    {57, 2, 0},
    {57, 4, 2},
    {/*textureStore=*/67, 9, 16},
    {/*bufferStore=*/69, 8, 16},
    {/*atomicBinOp=*/78, 2, 9},
    {/*barrier=*/80, 1, 16},
    {/*threadId=*/93, 1, 3},
    {/*groupId=*/94, 1, 3},
    {/*threadIdInGroup=*/95, 1, 3},
    {/*waveActiveOp=*/119, 2, 4},
    {119, 3, 2},
    {/*waveActiveBit=*/120, 2, 3},
    {/*wavePrefixOp=*/121, 2, 2},
    {121, 3, 2},
    {/*quadOp=*/123, 2, 3},
    {/*rawBufferLoad=*/139, 4, 16},
    {139, 5, 0},
    {/*rawBufferStore=*/140, 8, 16},
    {140, 9, 0},
    {/*waveMultiPrefixOp=*/166, 6, 5},
    {166, 7, 2},
    {/*createHandleFromBinding=*/217, 3, 2},
    {/*quadVote=*/222, 2, 2},
    {/*linAlgMatrixLoadFromMemory=*/0x8000000F, 4, 2},
    {/*linAlgMatrixStoreToMemory=*/0x80000015, 5, 2},
};

static Error verifyLiterals(const CallInst &call, uint32_t opcode) {
  for (const LiteralRule &rule : literalRules) {
    if (rule.opcode != opcode)
      continue;
    std::optional<uint64_t> value =
        rule.operand < call.arg_size()
            ? getLiteral(call.getArgOperand(rule.operand))
            : std::nullopt;
    if (!value)
      return refuse(call,
                    "operand " + Twine(rule.operand) + " is not a literal");
    if (rule.bound != 0 && *value >= rule.bound)
      return refuse(call,
                    "operand " + Twine(rule.operand) + " is out of its range");
  }
  return Error::success();
}

/// Whether the number of the operation fits the signedness and the type.
static Error verifyKind(const CallInst &call, uint32_t opcode) {
  auto literal = [&](unsigned operand) {
    return *getLiteral(call.getArgOperand(operand));
  };
  Type *type = call.getType()->getScalarType();
  switch (opcode) {
  case 80: { // barrier
    constexpr uint64_t group = 1, device = 2, groupMemory = 4;
    uint64_t mode = literal(1);
    if (mode <= group || ((mode & device) && (mode & groupMemory)))
      return refuse(call, "a barrier of no memory, or of one memory twice");
    return Error::success();
  }
  case 119: // waveActiveOp
  case 121: // wavePrefixOp
    if (!type->isIntegerTy() && literal(3) != 0)
      return refuse(call, "floats are signed");
    break;
  case 120: // waveActiveBit
    if (!type->isIntegerTy())
      return refuse(call, "bits of what is no integer");
    break;
  case 166: { // waveMultiPrefixOp
    bool isBitwise = literal(6) >= 1 && literal(6) <= 3;
    if (literal(7) != 0 && (isBitwise || !type->isIntegerTy()))
      return refuse(call, "floats are signed, and bits have no sign");
    if (isBitwise && !type->isIntegerTy())
      return refuse(call, "bits of what is no integer");
    break;
  }
  default:
    return Error::success();
  }
  if (type->isIntegerTy(1) || type->isIntegerTy(8))
    return refuse(call, "arithmetic across lanes on bools");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

static const MDNode *findRecord(const Module &module, uint64_t resourceClass,
                                function_ref<bool(const MDNode &)> isIt) {
  const NamedMDNode *resources = module.getNamedMetadata("dx.resources");
  if (!resources || resources->getNumOperands() == 0 ||
      resourceClass >= resources->getOperand(0)->getNumOperands())
    return nullptr;
  auto *list = dyn_cast_or_null<MDNode>(
      resources->getOperand(0)->getOperand(resourceClass));
  if (!list)
    return nullptr;
  for (const MDOperand &operand : list->operands())
    if (auto *record = dyn_cast_or_null<MDNode>(operand.get());
        record && record->getNumOperands() > 6 && isIt(*record))
      return record;
  return nullptr;
}

static std::optional<uint64_t> getMember(const Value *constant, unsigned i) {
  auto *aggregate = dyn_cast<Constant>(constant);
  return aggregate ? getLiteral(aggregate->getAggregateElement(i))
                   : std::nullopt;
}

/// What a structured buffer's record says under tag 1.
static std::optional<uint64_t> getStride(const MDNode &record) {
  auto *tags =
      dyn_cast_or_null<MDNode>(record.getOperand(record.getNumOperands() - 1));
  for (unsigned i = 0; tags && i + 1 < tags->getNumOperands(); i += 2)
    if (getLiteral(tags->getOperand(i)) == 1)
      return getLiteral(tags->getOperand(i + 1));
  return std::nullopt;
}

/// The properties of an annotated handle are those of the record of its resource.
static Error verifyAnnotation(const CallInst &call) {
  auto *create = dyn_cast<CallInst>(call.getArgOperand(1));
  std::optional<uint64_t> first = getMember(call.getArgOperand(2), 0);
  std::optional<uint64_t> second = getMember(call.getArgOperand(2), 1);
  if (!first || !second)
    return refuse(call, "properties that are not literal");
  if (!create || (getOpcode(*create) != 217 && getOpcode(*create) != 218))
    return refuse(call, "a handle of unknown origin");
  if (getOpcode(*create) == 218)
    return Error::success();
  const Value *bind = create->getArgOperand(1);
  std::optional<uint64_t> lower = getMember(bind, 0),
                          space = getMember(bind, 2),
                          resourceClass = getMember(bind, 3);
  if (!lower || !space || !resourceClass)
    return refuse(*create, "a binding that is not literal");
  const MDNode *record =
      findRecord(*call.getModule(), *resourceClass, [&](const MDNode &record) {
        return getLiteral(record.getOperand(3)) == *space &&
               getLiteral(record.getOperand(4)) == *lower;
      });
  if (!record)
    return refuse(*create, "a binding without a resource");
  constexpr uint64_t constantBuffers = 2, samplers = 3, structured = 12;
  uint64_t kind = *first & 0xff;
  if (*resourceClass == samplers)
    return Error::success();
  std::optional<uint64_t> size = getLiteral(record->getOperand(6));
  if (*resourceClass == constantBuffers)
    return size == *second
               ? Error::success()
               : refuse(call, "properties of another size than the resource");
  if (size != kind)
    return refuse(call, "properties of another kind than the resource");
  if (kind == structured && getStride(*record) != *second)
    return refuse(call, "properties of another stride than the resource");
  return Error::success();
}

static bool isHandle(const Value *value) {
  auto *type = dyn_cast<StructType>(value->getType());
  return type && type->hasName() && type->getName() == "dx.types.Handle";
}

static Error verifyHandles(const CallInst &call, uint32_t opcode) {
  constexpr Feature kBindings = Feature::HandlesFromBindings;
  bool isNew = hasFeature(getShaderModelMinor(*call.getModule()), kBindings);
  if (opcode == 57) {
    if (isNew)
      return refuse(call, "handles come from bindings from Shader Model " +
                              getFirstModel(kBindings));
    uint64_t id = *getLiteral(call.getArgOperand(2));
    uint64_t resourceClass = *getLiteral(call.getArgOperand(1));
    if (!findRecord(*call.getModule(), resourceClass,
                    [&](const MDNode &record) {
                      return getLiteral(record.getOperand(0)) == id;
                    }))
      return refuse(call, "a handle of no resource");
  }
  if (opcode == 216)
    return verifyAnnotation(call);
  for (const Value *operand : call.args()) {
    if (!isHandle(operand))
      continue;
    auto *origin = dyn_cast<CallInst>(operand);
    if (!origin || getOpcode(*origin) != (isNew ? 216U : 57U))
      return refuse(call, "a handle of unknown origin");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Error verifyName(const CallInst &call, uint32_t opcode) {
  const OperationInfo *info = findOperation(opcode);
  if (!info)
    return Error::success();
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("dx.op.") || !name.consume_front(info->opClass) ||
      (!name.empty() && name.front() != '.'))
    return refuse(call, "a function of another class than the opcode's, '" +
                            Twine(info->opClass) + "'");
  if (info->firstMinor > getShaderModelMinor(*call.getModule()))
    return refuse(call, "the function needs Shader Model 6." +
                            Twine(info->firstMinor));
  return Error::success();
}

/// What an operation gives is taken apart, and its status only asked about.
static Error verifyResult(const CallInst &call) {
  auto *type = dyn_cast<StructType>(call.getType());
  if (!type || isHandle(&call) || isMatrix(type))
    return Error::success();
  constexpr uint32_t checkAccessFullyMapped = 71;
  bool hasStatus =
      type->hasName() && type->getName().starts_with("dx.types.ResRet.");
  for (const User *user : call.users()) {
    auto *extract = dyn_cast<ExtractValueInst>(user);
    if (!extract)
      return refuse(cast<Instruction>(*user),
                    "a result that is not taken apart");
    if (hasStatus && extract->getIndices()[0] == type->getNumElements() - 1)
      for (const User *reader : extract->users())
        if (getOpcode(*reader) != checkAccessFullyMapped)
          return refuse(cast<Instruction>(*reader), "a status as a number");
  }
  return Error::success();
}

Error legalize::verifyCall(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !isOperation(*callee))
    return refuse(call, "not a function of DXIL");
  std::optional<uint32_t> opcode = getOpcode(call);
  if (!opcode)
    return refuse(call, "operand 0 is not a literal");
  if (call.getNumOperandBundles() != 0)
    return refuse(call, "a call with operand bundles");
  if (Error error = verifyName(call, *opcode))
    return error;
  if (Error error = verifyLiterals(call, *opcode))
    return error;
  if (Error error = verifyKind(call, *opcode))
    return error;
  if (Error error = verifyHandles(call, *opcode))
    return error;
  return verifyResult(call);
}

Error legalize::verifyPayload(const Function &entry) {
  constexpr uint32_t dispatchMesh = 173;
  constexpr uint64_t amplificationState = 10;
  const CallInst *dispatch = nullptr;
  for (const Instruction &inst : instructions(entry)) {
    if (getOpcode(inst) != dispatchMesh)
      continue;
    if (dispatch)
      return refuse(inst, "meshes are dispatched in one place");
    dispatch = cast<CallInst>(&inst);
  }
  auto *state = dyn_cast_or_null<MDNode>(
      findEntryProperty(*entry.getParent(), amplificationState));
  if (!dispatch || !state || state->getNumOperands() != 2)
    return Error::success();
  Type *type = getObjectType(dispatch->getArgOperand(4));
  if (!type)
    return refuse(*dispatch, "a payload that is no variable");
  uint64_t size = entry.getDataLayout().getTypeAllocSize(type);
  if (getLiteral(state->getOperand(1)) != size)
    return refuse(*dispatch, "the payload has " + Twine(size) +
                                 " bytes, and the module says otherwise");
  return Error::success();
}
