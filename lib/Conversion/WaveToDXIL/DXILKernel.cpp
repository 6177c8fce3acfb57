//===- DXILKernel.cpp - A kernel during its lowering to DXIL --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DXILKernel.h"

#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/IR/ImageFormat.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/DXILABI.h"

using namespace mlir;
using namespace mlir::wave;

/// LLVM's address space of groupshared memory in DXIL.
static constexpr unsigned kGroupsharedSpace = 3;

InFlightDiagnostic DXILKernel::refuse(Operation *op, const Twine &what,
                                      dxil::Feature feature) const {
  return refuse(op->emitOpError(), what, feature);
}

InFlightDiagnostic DXILKernel::refuse(InFlightDiagnostic error,
                                      const Twine &what,
                                      dxil::Feature feature) const {
  return std::move(error) << "needs " << what
                          << ", which came with Shader Model "
                          << dxil::getFirstModel(feature)
                          << " [shader-model-too-low]";
}

//===----------------------------------------------------------------------===//
// Values at the kernel's entry
//===----------------------------------------------------------------------===//

OpBuilder DXILKernel::getEntryBuilder() {
  if (!entryEnd) {
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    entryEnd =
        LLVM::UndefOp::create(builder, function.getLoc(), builder.getI1Type());
  }
  return OpBuilder(entryEnd);
}

Value DXILKernel::getUndef(Type type) {
  Value &undef = undefs[type];
  if (!undef) {
    OpBuilder builder = getEntryBuilder();
    undef = LLVM::UndefOp::create(builder, function.getLoc(), type);
  }
  return undef;
}

Value DXILKernel::getConstant(int32_t value) {
  return getConstant(Builder(function.getContext()).getI32IntegerAttr(value));
}

Value DXILKernel::getConstant(TypedAttr value) {
  Value &constant = constants[value];
  if (!constant) {
    OpBuilder builder = getEntryBuilder();
    constant = arith::ConstantOp::create(builder, function.getLoc(), value);
  }
  return constant;
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

dxil::ResourceAttr DXILKernel::describeConstants() {
  return dxil::ResourceAttr::get(
      function.getContext(), dxil::ResourceClass::CBV, /*id=*/0, "constants",
      /*space=*/0, getRootConstantsRegister(layout),
      dxil::ResourceKind::CBuffer, /*component=*/0, /*components=*/0,
      layout.constantBytes, /*coherent=*/false, /*atomics64=*/false);
}

unsigned wave::getRootConstantsRegister(const ArgumentLayout &layout) {
  auto isTaken = [&](unsigned number) {
    return llvm::any_of(layout.resources, [&](const ResourceBinding &resource) {
      return resource.isConstantBuffer() && resource.set == 0 &&
             resource.binding == number;
    });
  };
  unsigned number = 0;
  while (isTaken(number))
    ++number;
  return number;
}

static dxil::ResourceClass getResourceClass(BindingKind kind) {
  switch (kind) {
  case BindingKind::SRV:
    return dxil::ResourceClass::SRV;
  case BindingKind::UAV:
    return dxil::ResourceClass::UAV;
  case BindingKind::CBV:
    return dxil::ResourceClass::CBV;
  }
  llvm_unreachable("every kind is above");
}

/// The number of an image's component type in DXIL. `normalized` is the image's
/// `wave.normalized`; null without it.
static uint32_t getComponentType(Type element, StringAttr normalized) {
  using llvm::dxil::ElementType;
  if (normalized)
    return static_cast<uint32_t>(normalized == "unorm" ? ElementType::UNormF32
                                                       : ElementType::SNormF32);
  if (isa<FloatType>(element))
    return static_cast<uint32_t>(ElementType::F32);
  return static_cast<uint32_t>(element.isUnsignedInteger() ? ElementType::U32
                                                           : ElementType::I32);
}

uint32_t wave::getStride(const ResourceBinding &buffer) {
  Type scalar = cast<MemRefType>(buffer.type).getElementType();
  if (isByteType(scalar))
    return kByteWord;
  return buffer.components * getScalarBytes(scalar);
}

dxil::ResourceAttr DXILKernel::describeResource(unsigned argument, unsigned id,
                                                bool coherent) {
  const ResourceBinding &resource = layout.getResource(argument);
  const bool isWritten = resource.kind == BindingKind::UAV;
  auto describe = [&](dxil::ResourceKind kind, uint32_t component,
                      uint32_t components, uint32_t bytes) {
    return dxil::ResourceAttr::get(
        function.getContext(), getResourceClass(resource.kind), id,
        resource.name, resource.set, resource.binding, kind, component,
        components, bytes, (coherent || resource.isCoherent) && isWritten,
        usedBy64BitAtomics.contains(argument));
  };
  if (auto image = dyn_cast<ImageType>(resource.type))
    return describe(image.isArray() ? dxil::ResourceKind::Texture2DArray
                                    : dxil::ResourceKind::Texture2D,
                    getComponentType(resource.element,
                                     function.getArgAttrOfType<StringAttr>(
                                         argument, kNormalizedAttribute)),
                    resource.components, /*bytes=*/0);
  if (resource.isConstantBuffer())
    return describe(dxil::ResourceKind::CBuffer, /*component=*/0,
                    /*components=*/0, resource.getBytes());
  if (rawBuffers.contains(argument))
    return describe(dxil::ResourceKind::RawBuffer, /*component=*/0,
                    /*components=*/0, /*bytes=*/0);
  return describe(dxil::ResourceKind::StructuredBuffer, /*component=*/0,
                  /*components=*/0, getStride(resource));
}

Value DXILKernel::makeHandle(dxil::ResourceAttr resource) {
  Location loc = function.getLoc();
  Value place = getConstant(static_cast<int32_t>(resource.getLower()));
  OpBuilder builder = getEntryBuilder();
  Type type = dxil::HandleType::get(builder.getContext());
  if (!has(dxil::Feature::HandlesFromBindings))
    return dxil::CreateHandleOp::create(
        builder, loc, type, resource.getResourceClass(), resource.getId(),
        place, /*nonUniform=*/false);
  Value handle = dxil::CreateHandleFromBindingOp::create(
      builder, loc, type, resource.getBinding(), place, /*nonUniform=*/false);
  return dxil::AnnotateHandleOp::create(builder, loc, type, handle,
                                        resource.getProperties());
}

/// Sets the resource's id (before Shader Model 6.6) or properties (from 6.6),
/// which are known only after the body is lowered.
static void finishHandle(Value handle, dxil::ResourceAttr resource) {
  if (auto create = handle.getDefiningOp<dxil::CreateHandleOp>())
    create.setRangeId(resource.getId());
  else
    cast<dxil::AnnotateHandleOp>(handle.getDefiningOp())
        .setResourcePropertiesAttr(resource.getProperties());
}

Value DXILKernel::getHandle(Value argument) {
  const unsigned number = cast<BlockArgument>(argument).getArgNumber();
  Value &handle = handles[number];
  if (!handle)
    handle = makeHandle(describeResource(number, /*id=*/0, /*coherent=*/false));
  return handle;
}

void DXILKernel::note64BitAtomics(Value argument) {
  usedBy64BitAtomics.insert(cast<BlockArgument>(argument).getArgNumber());
}

/// Whether the kernel needs `globallycoherent` buffers: without it a barrier
/// makes a group's writes visible only to that group.
static bool ordersDeviceMemory(FuncOp function) {
  return function
      .walk([](dxil::BarrierOp barrier) {
        const auto mode = static_cast<uint32_t>(barrier.getMode());
        const auto device = static_cast<uint32_t>(dxil::BarrierMode::Device);
        return mode & device ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

ArrayAttr DXILKernel::finishResources() {
  SmallVector<Attribute> resources;
  auto add = [&](Value handle, dxil::ResourceAttr resource) {
    finishHandle(handle, resource);
    resources.push_back(resource);
  };
  if (constantsHandle)
    add(constantsHandle, describeConstants());
  const bool coherent = ordersDeviceMemory(function);
  for (BindingKind kind :
       {BindingKind::CBV, BindingKind::SRV, BindingKind::UAV}) {
    // The root constants are the first constant buffer.
    unsigned id = kind == BindingKind::CBV ? resources.size() : 0;
    for (unsigned argument = 0; argument < function.getNumArguments();
         ++argument)
      if (Value handle = handles.lookup(argument);
          handle && layout.getResource(argument).kind == kind)
        add(handle, describeResource(argument, id++, coherent));
  }
  return ArrayAttr::get(function.getContext(), resources);
}

//===----------------------------------------------------------------------===//
// Root constants
//===----------------------------------------------------------------------===//

Value DXILKernel::loadFixed(Value handle, unsigned offset, Type type) {
  Location loc = function.getLoc();
  const unsigned number = offset / dxil::kConstantRowBytes;
  Value &row = rows[{handle, number, type}];
  if (!row) {
    Value place = getConstant(static_cast<int32_t>(number));
    OpBuilder builder = getEntryBuilder();
    row = dxil::CBufferLoadLegacyOp::create(
        builder, loc, dxil::CBufRetType::get(builder.getContext(), type),
        handle, place);
  }
  OpBuilder builder = getEntryBuilder();
  return dxil::ExtractOp::create(builder, loc, type, row,
                                 offset % dxil::kConstantRowBytes /
                                     getScalarBytes(type));
}

Value DXILKernel::loadConstant(unsigned offset, Type type) {
  if (!constantsHandle)
    constantsHandle = makeHandle(describeConstants());
  return loadFixed(constantsHandle, offset, type);
}

/// Converts a value that was widened in the constants back to `type`.
static Value narrowConstant(OpBuilder &builder, Location loc, Type type,
                            Value value, Value zero) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return arith::TruncFOp::create(builder, loc, type, value);
  if (!type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, value);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value DXILKernel::getScalar(unsigned argument) {
  const ConstantField &field = layout.getField(argument);
  Location loc = function.getLoc();
  Type type = function.getArgument(argument).getType();
  Type constantType = getConstantType(field.element);
  SmallVector<Value> components;
  for (unsigned i = 0; i < field.components; ++i) {
    Value constant = loadConstant(
        field.offset + i * getScalarBytes(constantType), constantType);
    Value zero = getConstant(0);
    OpBuilder builder = getEntryBuilder();
    components.push_back(narrowConstant(
        builder, loc, getElementTypeOrSelf(type), constant, zero));
  }
  OpBuilder builder = getEntryBuilder();
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return components.front();
  return vector::FromElementsOp::create(builder, loc, vector, components);
}

Value DXILKernel::getLength(Value memory) {
  if (auto type = cast<MemRefType>(memory.getType()); type.hasStaticShape())
    return getConstant(static_cast<int32_t>(type.getNumElements()));
  return loadConstant(
      layout.getLengthField(cast<BlockArgument>(memory).getArgNumber()).offset,
      IntegerType::get(function.getContext(), 32));
}

Value DXILKernel::getGroupCount(unsigned dimension) {
  Type i32 = IntegerType::get(function.getContext(), 32);
  return loadConstant(layout.getGroupCountField().offset +
                          dimension * getScalarBytes(i32),
                      i32);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static constexpr StringRef kTablePrefix = "table_";

/// The entry function has the name of the kernel, so no variable may have it.
static std::string getGlobalName(FuncOp function, size_t number,
                                 StringRef kind = "groupshared_") {
  std::string name = (kind + Twine(number)).str();
  return name == function.getName() ? name + "_" : name;
}

Value DXILKernel::addGroupshared(Location loc, Type type, unsigned alignment) {
  OpBuilder builder = getEntryBuilder();
  auto pointer =
      LLVM::LLVMPointerType::get(builder.getContext(), kGroupsharedSpace);
  Value address = LLVM::AddressOfOp::create(
      builder, loc, pointer, getGlobalName(function, globals.size()));
  globals.push_back({loc, type, alignment});
  return address;
}

Value DXILKernel::addLocal(Location loc, Type element, int64_t length) {
  Value one = getConstant(1);
  OpBuilder builder = getEntryBuilder();
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      LLVM::LLVMArrayType::get(element, length), one, getScalarBytes(element));
}

Value DXILKernel::getTable(Location loc, ElementsAttr table) {
  auto [it, isNew] = tables.insert({table, Value()});
  if (isNew) {
    OpBuilder builder = getEntryBuilder();
    it->second = LLVM::AddressOfOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        getGlobalName(function, tables.size() - 1, kTablePrefix));
  }
  return it->second;
}

void DXILKernel::addGlobals(OpBuilder &builder) {
  for (auto [number, global] : llvm::enumerate(globals)) {
    LLVM::GlobalOp::create(builder, global.loc, global.type,
                           /*isConstant=*/false, LLVM::Linkage::External,
                           getGlobalName(function, number), Attribute(),
                           global.alignment, kGroupsharedSpace);
  }
  for (auto [number, table] : llvm::enumerate(tables)) {
    auto [elements, address] = table;
    Type element = elements.getElementType();
    LLVM::GlobalOp::create(
        builder, address.getLoc(),
        LLVM::LLVMArrayType::get(element, elements.getNumElements()),
        /*isConstant=*/true, LLVM::Linkage::Internal,
        getGlobalName(function, number, kTablePrefix), elements,
        getScalarBytes(element));
  }
}

//===----------------------------------------------------------------------===//
// Finishing the module
//===----------------------------------------------------------------------===//

dxil::ModuleOp DXILKernel::finish() {
  ArrayAttr resources = finishResources();
  for (auto &[memory, array] : arrays)
    memory.getDefiningOp()->erase();
  if (entryEnd)
    entryEnd->erase();

  Operation *parent = function->getParentOp();
  OpBuilder builder(parent->getParentOp() ? parent : function);
  Location loc = function.getLoc();
  auto module = dxil::ModuleOp::create(
      builder, loc, function.getName(), dxil::Stage::Compute,
      ("6." + Twine(minor)).str(), /*num_threads=*/{1, 1, 1}, /*wave_size=*/{},
      /*group_shared_limit=*/{}, /*payload_bytes=*/{},
      /*native_low_precision=*/false, resources);
  builder.setInsertionPointToEnd(&module.getBody().emplaceBlock());
  addGlobals(builder);
  auto nothing = LLVM::LLVMVoidType::get(builder.getContext());
  auto entry = LLVM::LLVMFuncOp::create(
      builder, loc, function.getName(),
      LLVM::LLVMFunctionType::get(nothing, ArrayRef<Type>()));
  entry.getBody().takeBody(function.getBody());

  Block &body = entry.getBody().front();
  body.eraseArguments(0, body.getNumArguments());
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  LLVM::ReturnOp::create(builder, end->getLoc(), ValueRange());
  end->erase();
  function.erase();
  return module;
}
