//===- ToLLVMIR.cpp - DXIL's functions as calls in LLVM IR ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToLLVMIR.h"

#include "WaveDialect/DXIL/DXIL.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::dxil;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string getSuffix(Type overload) {
  if (getMatrixProperties(overload))
    return getMatrixSuffix(overload);
  if (overload.isF16())
    return "f16";
  if (overload.isF32())
    return "f32";
  if (overload.isF64())
    return "f64";
  switch (overload.getIntOrFloatBitWidth()) {
  case 1:
    return "i1";
  case 16:
    return "i16";
  case 32:
    return "i32";
  case 64:
    return "i64";
  }
  llvm_unreachable("the table has no other overloads");
}

static llvm::Type *getScalarType(Type type, llvm::LLVMContext &context) {
  if (type.isF16())
    return llvm::Type::getHalfTy(context);
  if (type.isF32())
    return llvm::Type::getFloatTy(context);
  if (type.isF64())
    return llvm::Type::getDoubleTy(context);
  return llvm::Type::getIntNTy(context, type.getIntOrFloatBitWidth());
}

/// Returns the structure with this name, and creates it at the first call.
static llvm::StructType *getStruct(llvm::LLVMContext &context,
                                   const Twine &name,
                                   ArrayRef<llvm::Type *> fields) {
  std::string text = ("dx.types." + name).str();
  if (auto *type = llvm::StructType::getTypeByName(context, text))
    return type;
  return llvm::StructType::create(context, fields, text);
}

/// Returns the name of a structure after "dx.types.".
static std::string getStructName(Type type) {
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case([](ResRetType loaded) {
        return "ResRet." + getSuffix(loaded.getElement());
      })
      .Case([](CBufRetType row) {
        // A row of eight 16-bit values has a different name, because four is
        // the older form.
        Type element = row.getElement();
        bool isNarrow = element.getIntOrFloatBitWidth() == 16;
        return "CBufRet." + getSuffix(element) + (isNarrow ? ".8" : "");
      })
      .Case([](StructType other) {
        return stringifyStructKind(other.getKind()).str();
      });
}

static llvm::Type *convertType(Type type, llvm::LLVMContext &context) {
  if (isa<HandleType>(type))
    return getStruct(context, "Handle", {llvm::PointerType::get(context, 0)});
  if (isa<ResRetType, CBufRetType, StructType>(type)) {
    SmallVector<llvm::Type *> fields;
    for (Type field : getFields(type))
      fields.push_back(getScalarType(field, context));
    return getStruct(context, getStructName(type), fields);
  }
  return getScalarType(type, context);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static llvm::Constant *convertLiteral(Attribute literal,
                                      llvm::LLVMContext &context) {
  auto i32 = [&](uint32_t value) -> llvm::Constant * {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value);
  };
  auto getTypes = [](ArrayRef<llvm::Constant *> values) {
    return llvm::map_to_vector(
        values, [](llvm::Constant *value) { return value->getType(); });
  };
  auto makeStruct = [&](StringRef name, ArrayRef<llvm::Constant *> values) {
    return llvm::ConstantStruct::get(getStruct(context, name, getTypes(values)),
                                     values);
  };
  return llvm::TypeSwitch<Attribute, llvm::Constant *>(literal)
      .Case([&](ResBindAttr binding) {
        return makeStruct(
            "ResBind", {i32(binding.getLower()), i32(binding.getUpper()),
                        i32(binding.getSpace()),
                        llvm::ConstantInt::get(
                            llvm::Type::getInt8Ty(context),
                            static_cast<uint8_t>(binding.getResourceClass()))});
      })
      .Case([&](ResourcePropertiesAttr properties) {
        return makeStruct("ResourceProperties", {i32(properties.getFirst()),
                                                 i32(properties.getSecond())});
      })
      .Case([&](IntegerAttr value) {
        return llvm::ConstantInt::get(context, value.getValue());
      });
}

/// Declares what passes may move, merge and remove. Wave operations depend on
/// the active lanes, so control flow around them must not change until the
/// module is written.
static void setAttributes(llvm::Function &function, const OperationInfo &info) {
  function.setDoesNotThrow();
  switch (info.effect) {
  case CallEffect::ReadNone:
    function.setDoesNotAccessMemory();
    break;
  case CallEffect::ReadOnly:
    function.setOnlyReadsMemory();
    break;
  case CallEffect::NoDuplicate:
    function.addFnAttr(llvm::Attribute::NoDuplicate);
    function.setConvergent();
    break;
  case CallEffect::Convergent:
    function.setConvergent();
    break;
  case CallEffect::Any:
    if (info.isWaveOp)
      function.setConvergent();
    break;
  }
}

/// Returns the overload's part of the function's name, with a leading dot.
static std::string getOverloadSuffix(DXILCall call,
                                     ArrayRef<llvm::Value *> arguments) {
  if (isa<DispatchMeshOp>(call)) {
    // The overload is the structure behind the last argument.
    auto *payload = cast<llvm::GlobalVariable>(arguments.back());
    auto *type = cast<llvm::StructType>(payload->getValueType());
    // DXC uses this name. LLVM's context contains the payload of one kernel
    // only.
    type->setName("struct.payload");
    return ("." + type->getName()).str();
  }
  std::string suffix;
  for (Type overload : call.getOverloads())
    suffix += "." + getSuffix(overload);
  return suffix;
}

static void convertCall(DXILCall call, llvm::IRBuilderBase &builder,
                        LLVM::ModuleTranslation &translation) {
  llvm::LLVMContext &context = builder.getContext();
  const OperationInfo &info = call.getInfo();
  SmallVector<llvm::Value *> arguments = {builder.getInt32(info.opcode)};
  for (OpFoldResult argument : call.getCallArguments()) {
    if (auto literal = dyn_cast<Attribute>(argument))
      arguments.push_back(convertLiteral(literal, context));
    else
      arguments.push_back(translation.lookupValue(cast<Value>(argument)));
  }
  llvm::Type *result = builder.getVoidTy();
  if (call->getNumResults()) {
    Type type = call->getResult(0).getType();
    result = isa<LLVM::LLVMStructType>(type) ? translation.convertType(type)
                                             : convertType(type, context);
  }
  auto *type = llvm::FunctionType::get(
      result,
      llvm::map_to_vector(arguments,
                          [](llvm::Value *value) { return value->getType(); }),
      /*isVarArg=*/false);
  std::string name =
      "dx.op." + info.opClass.str() + getOverloadSuffix(call, arguments);
  llvm::Module &module = *translation.getLLVMModule();
  llvm::Function *function = module.getFunction(name);
  if (!function) {
    function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                      name, module);
    setAttributes(*function, info);
  }
  llvm::CallInst *made = builder.CreateCall(function, arguments);
  if (call->hasAttr(kPreciseName))
    made->setMetadata("dx.precise",
                      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(
                                                     builder.getInt32(1))));
  if (call->getNumResults())
    translation.mapValue(call->getResult(0), made);
}

namespace {
struct DXILTranslation final : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult
  convertOperation(Operation *op, llvm::IRBuilderBase &builder,
                   LLVM::ModuleTranslation &translation) const final {
    if (auto call = dyn_cast<DXILCall>(op)) {
      convertCall(call, builder, translation);
      return success();
    }
    // The translation of the whole module adds the module's attributes as
    // metadata.
    if (isa<dxil::ModuleOp>(op))
      return success();
    auto extract = cast<ExtractOp>(op);
    translation.mapValue(extract.getResult(),
                         builder.CreateExtractValue(
                             translation.lookupValue(extract.getAggregate()),
                             extract.getField()));
    return success();
  }
};
} // namespace

void dxil::registerDXILTranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, DXILDialect *dialect) {
    dialect->addInterfaces<DXILTranslation>();
  });
}
