//===- Kernel.cpp - The entry point and its arguments --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Denormals.h"
#include "Emitter.h"
#include "Registers.h"
#include "Statements.h"
#include "Syntax/NumWavesAttribute.h"
#include "TextureFormats.h"
#include "TypeNames.h"

#include "WaveDialect/Frontend/HLSL.h"
#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/ImageFormat.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static ResourceSource getSource(const clang::NamedDecl *declaration,
                                StringRef name) {
  auto [set, slot] = getRegister(declaration);
  return {declaration, name.str(), set, slot};
}

/// The layout of a struct for hosts: its scalars and vectors.
static void addFields(const Types &types, const Layouts &layouts, QualType type,
                      unsigned offset, const Twine &name, bool rowMajor,
                      Builder &builder, SmallVectorImpl<Attribute> &fields) {
  std::string path = name.str();
  if (types.isNumber(type)) {
    Type element = types.elementOf(type);
    auto number = [&](unsigned value) {
      return builder.getI64IntegerAttr(value);
    };
    fields.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("name", builder.getStringAttr(path)),
         builder.getNamedAttr("offset", number(offset)),
         builder.getNamedAttr("element",
                              builder.getStringAttr(getElementName(element))),
         builder.getNamedAttr("components",
                              number(getNumComponents(element)))}));
    return;
  }
  if (types.isMatrix(type)) {
    // The vectors in memory: rows or columns.
    SmallVector<QualType> rows = types.partsOf(type);
    unsigned vectors = rowMajor ? rows.size() : types.widthOf(rows.front());
    unsigned width = rowMajor ? types.widthOf(rows.front()) : rows.size();
    QualType vector = types.numberOf(types.scalarOf(type), width);
    for (unsigned i = 0; i < vectors; ++i)
      addFields(types, layouts, vector,
                offset + i * layouts.sizeOf(vector, Packing::Natural, false),
                path + "[" + Twine(i) + "]", rowMajor, builder, fields);
    return;
  }
  SmallVector<QualType> parts = types.partsOf(type);
  if (types.isArray(type)) {
    unsigned stride = layouts.strideOf(type, Packing::Natural, rowMajor);
    for (auto [index, part] : llvm::enumerate(parts))
      addFields(types, layouts, part, offset + index * stride,
                path + "[" + Twine(index) + "]", rowMajor, builder, fields);
    return;
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl()->getDefinition();
  unsigned bases = record->getNumBases();
  SmallVector<std::string> names = types.namesOf(record);
  for (auto [index, part] : llvm::enumerate(parts)) {
    std::string inner = path;
    if (index >= bases) {
      inner += (path.empty() ? "" : ".") + names[index - bases];
    }
    addFields(types, layouts, part,
              offset + layouts.offsetOf(type, index, Packing::Natural), inner,
              layouts.isRowMajor(type, index), builder, fields);
  }
}

void Emitter::addArgument(Type type, BindingKind kind, Type element,
                          const ResourceSource &source,
                          ArrayRef<NamedAttribute> more) {
  checkPlace(source, kind);
  StringAttr name = builder.getStringAttr(source.name);
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(
          "wave.binding",
          BindingAttr::get(&context, kind, source.set, source.slot, element)),
      builder.getNamedAttr("wave.name", name)};
  SmallVector<int32_t> vulkan;
  const clang::NamedDecl *declaration = source.declaration;
  // In Vulkan an array has one binding. Here its first element has it, and the others
  // have free ones.
  if (const auto *place = declaration->getAttr<clang::HLSLVkBindingAttr>()) {
    vulkan.push_back(static_cast<int32_t>(place->getSet()));
    if (source.index == 0)
      vulkan.push_back(static_cast<int32_t>(place->getBinding()));
  } else if (!source.slot) {
    vulkan.push_back(static_cast<int32_t>(source.set.value_or(0)));
  }
  if (!vulkan.empty() && !declaration->hasAttr<clang::HLSLVkPushConstantAttr>())
    attributes.push_back(builder.getNamedAttr(
        kVulkanBindingAttribute, builder.getDenseI32ArrayAttr(vulkan)));
  if (source.isCoherent && kind == BindingKind::UAV)
    attributes.push_back(
        builder.getNamedAttr(kCoherentAttribute, builder.getUnitAttr()));
  attributes.append(more.begin(), more.end());
  BlockArgument value = function.getBody().front().addArgument(
      type, NameLoc::get(name, locate(declaration->getLocation())));
  arguments.push_back({source, builder.getDictionaryAttr(attributes), value});
}

/// Adds the argument of a resource that the kernel uses; null after an error.
const Resource *Emitter::addResource(QualType resourceType,
                                     const ResourceSource &source) {
  const unsigned before = errorCount;
  SourceLocation location = source.declaration->getLocation();
  auto resource = std::make_unique<Resource>(
      describe(resourceType, location, source.written));
  resource->source = source;
  if (errorCount != before)
    return nullptr;
  BindingKind kind = resource->isWritable ? BindingKind::UAV : BindingKind::SRV;
  QualType type = resource->element;
  auto bound = [&] { return function.getBody().front().getArguments().back(); };
  StringRef normalized = getNormalization(
      source.written.isNull() ? resourceType : source.written, ast);
  std::optional<StatedFormat> format = getStatedFormat(source.declaration);
  const bool isTexture = resource->kind == Resource::Kind::Texture;
  if (!normalized.empty() && !isTexture) {
    fail(location, "hlsl-unsupported",
         "`" + normalized +
             "` is for the texels of textures: the elements of '" +
             source.name + "' are stored unchanged");
    return nullptr;
  }
  if (format && !(isTexture && resource->isWritable)) {
    fail(format->location, "hlsl-unsupported",
         "vk::image_format is for RWTexture2D and RWTexture2DArray: '" +
             source.name + "' is no storage image");
    return nullptr;
  }
  switch (resource->kind) {
  case Resource::Kind::Refused:
    return nullptr;
  case Resource::Kind::Constants: {
    const bool isPushed =
        source.declaration->hasAttr<clang::HLSLVkPushConstantAttr>();
    const Packing packing = isPushed ? Packing::Stated : Packing::Rows;
    if (!checkElement(type, location) || !checkOffsets(type, packing, location))
      return nullptr;
    SmallVector<Attribute> fields;
    addConstantFields(type, 0, "", packing, /*rowMajor=*/false, fields);
    addConstantArgument(source,
                        layouts.sizeOf(type, packing, /*rowMajor=*/false),
                        isPushed, fields);
    break;
  }
  case Resource::Kind::Texture: {
    Type value = types.isNumber(type) ? types.valueOf(type) : Type();
    Type scalar = value ? getScalarType(value) : Type();
    if (!scalar || (!scalar.isF32() && !scalar.isInteger(32))) {
      fail(location, "image-element",
           "the texels of '" + source.name +
               "' must be float, int or uint, or vectors of one of these");
      return nullptr;
    }
    // No device must have a format of three channels: texels of three components are
    // the first of four channels.
    unsigned channels = getNumComponents(value);
    if (channels == 3)
      channels = 4;
    Type channel = types.elementOf(types.scalarOf(type));
    SmallVector<NamedAttribute> more;
    if (!normalized.empty()) {
      if (!scalar.isF32()) {
        fail(location, "image-element",
             "the texels of '" + source.name + "' are " + normalized +
                 ", which only float can be");
        return nullptr;
      }
      more.push_back(builder.getNamedAttr(kNormalizedAttribute,
                                          builder.getStringAttr(normalized)));
    }
    if (format) {
      const ImageFormat *known = findImageFormat(format->name);
      if (known && !known->fits(channel, channels)) {
        fail(format->location, "image-format",
             "the format " + format->name + " does not fit '" + source.name +
                 "', whose texels have " + Twine(channels) +
                 (channels == 1 ? " channel of " : " channels of ") +
                 getElementName(channel));
        return nullptr;
      }
      more.push_back(builder.getNamedAttr(kImageFormatAttribute,
                                          builder.getStringAttr(format->name)));
    }
    addArgument(ImageType::get(&context,
                               resource->isArray ? ImageDimension::Dim2DArray
                                                 : ImageDimension::Dim2D,
                               scalar, channels),
                kind, channel, source, more);
    break;
  }
  case Resource::Kind::Buffer:
  case Resource::Kind::Bytes: {
    if (!checkElement(type, location) ||
        !checkOffsets(type, Packing::Natural, location))
      return nullptr;
    QualType word = layouts.wordOf(type);
    Type stored = getStorageType(types.elementOf(word));
    if (!stored) {
      unsupported(location, "a buffer of '" + spellType(type, ast) + "'");
      return nullptr;
    }
    SmallVector<NamedAttribute> more;
    // A bool takes four bytes; every number except 0 is true.
    QualType host = !types.isNumber(type) ? word
                    : types.isBool(type)
                        ? types.numberOf(ast.UnsignedIntTy, types.widthOf(type))
                        : type;
    Type element = types.elementOf(host);
    if (!types.isNumber(type) && !types.isMatrix(type) &&
        !types.isArray(type)) {
      SmallVector<Attribute> fields;
      addFields(types, layouts, type, 0, "", false, builder, fields);
      unsigned bytes = layouts.sizeOf(type, Packing::Natural, false);
      more.push_back(builder.getNamedAttr(
          "wave.struct",
          builder.getDictionaryAttr(
              {builder.getNamedAttr("name",
                                    builder.getStringAttr(
                                        type->getAsCXXRecordDecl()->getName())),
               builder.getNamedAttr("bytes", builder.getI64IntegerAttr(bytes)),
               builder.getNamedAttr("fields", builder.getArrayAttr(fields))})));
    }
    addArgument(MemRefType::get({ShapedType::kDynamic}, stored), kind, element,
                source, more);
    break;
  }
  }
  resource->argument = bound();
  resource->number = resources.size();
  resources.push_back(std::move(resource));
  return resources.back().get();
}

/// Adds the buffer with the counter of a structured buffer, behind all other arguments.
/// No name in HLSL has a point.
Value Emitter::addCounter(const Resource &resource) {
  ResourceSource source;
  source.declaration = resource.source.declaration;
  source.name = resource.source.name + ".counter";
  source.path = resource.source.path;
  source.isCounter = true;
  addArgument(MemRefType::get({ShapedType::kDynamic}, builder.getI32Type()),
              BindingKind::UAV, types.elementOf(ast.UnsignedIntTy), source, {});
  return arguments.back().value;
}

//===----------------------------------------------------------------------===//
// Constant buffers
//===----------------------------------------------------------------------===//

/// Adds the fields of a value in a constant buffer to `wave.fields`. An array of numbers
/// is one field, so are the vectors of a matrix.
void Emitter::addConstantFields(QualType type, unsigned offset,
                                const Twine &name, Packing packing,
                                bool rowMajor,
                                SmallVectorImpl<Attribute> &fields) {
  if (isResource(ast.getBaseElementType(type)))
    return;
  std::string path = name.str();
  unsigned count = 1, stride = 0;
  QualType inner = type;
  while (const auto *array = ast.getAsConstantArrayType(types.plain(inner))) {
    stride = layouts.strideOf(inner, packing, rowMajor);
    count *= array->getZExtSize();
    inner = types.plain(array->getElementType());
  }
  if (types.isNumber(inner) || types.isMatrix(inner)) {
    QualType number = inner;
    if (types.isMatrix(inner)) {
      SmallVector<QualType> rows = types.partsOf(inner);
      unsigned width = rowMajor ? types.widthOf(rows.front()) : rows.size();
      count *= rowMajor ? rows.size() : types.widthOf(rows.front());
      number = types.numberOf(types.scalarOf(inner), width);
      stride = layouts.sizeOf(number, Packing::Natural, false);
      if (packing == Packing::Rows)
        stride = llvm::alignTo(stride, 16);
    }
    SmallVector<NamedAttribute> entries = {
        builder.getNamedAttr("name", builder.getStringAttr(path)),
        builder.getNamedAttr("type", TypeAttr::get(types.elementOf(number))),
        builder.getNamedAttr("offset", builder.getI64IntegerAttr(offset))};
    if (count > 1) {
      entries.push_back(
          builder.getNamedAttr("count", builder.getI64IntegerAttr(count)));
      entries.push_back(
          builder.getNamedAttr("stride", builder.getI64IntegerAttr(stride)));
    }
    fields.push_back(builder.getDictionaryAttr(entries));
    return;
  }
  if (types.isArray(type)) {
    unsigned each = layouts.strideOf(type, packing, rowMajor);
    for (auto [index, part] : llvm::enumerate(types.partsOf(type)))
      addConstantFields(part, offset + index * each,
                        path + "[" + Twine(index) + "]", packing, rowMajor,
                        fields);
    return;
  }
  const auto *record = types.plain(type)->getAsCXXRecordDecl()->getDefinition();
  SmallVector<std::string> names = types.namesOf(record);
  SmallVector<QualType> parts = types.partsOf(type);
  for (auto [index, part] : llvm::enumerate(parts)) {
    std::string fieldName = path;
    if (index >= record->getNumBases())
      fieldName +=
          (path.empty() ? "" : ".") + names[index - record->getNumBases()];
    addConstantFields(part, offset + layouts.offsetOf(type, index, packing),
                      fieldName, packing, layouts.isRowMajor(type, index),
                      fields);
  }
}

/// Adds the argument of a constant buffer.
void Emitter::addConstantArgument(const ResourceSource &source, unsigned bytes,
                                  bool isPushed, ArrayRef<Attribute> fields) {
  // Whole rows, as hosts bind them.
  int64_t words = llvm::alignTo(std::max(bytes, 4u), isPushed ? 4 : 16) / 4;
  SmallVector<NamedAttribute> more = {
      builder.getNamedAttr(kFieldsAttribute, builder.getArrayAttr(fields))};
  if (isPushed)
    more.push_back(
        builder.getNamedAttr(kPushConstantsAttribute, builder.getUnitAttr()));
  addArgument(MemRefType::get({words}, builder.getI32Type()), BindingKind::CBV,
              types.elementOf(ast.UnsignedIntTy), source, more);
}

/// Adds a constant buffer: the variables of a `cbuffer`.
void Emitter::addConstants(const clang::NamedDecl *buffer, StringRef name,
                           ArrayRef<const VarDecl *> variables) {
  SmallVector<Attribute> fields;
  std::vector<std::pair<const VarDecl *, Place>> placed;
  unsigned end = 0, next = 0;
  const bool isPushed = buffer->hasAttr<clang::HLSLVkPushConstantAttr>();
  const Packing packing = isPushed ? Packing::Stated : Packing::Rows;
  for (const VarDecl *variable : variables) {
    QualType type = types.plain(variable->getType());
    const bool isHeld = types.holdsWaveMatrix(type)
                            ? checkElement(type, variable->getLocation())
                            : checkType(type, variable->getLocation());
    if (!isHeld)
      return;
    if (!checkOffsets(type, packing, variable->getLocation()))
      return;
    bool rowMajor = layouts.isRowMajor(variable);
    unsigned offset = layouts.place(type, next, packing, rowMajor);
    if (auto *stated = variable->getAttr<clang::HLSLPackOffsetAttr>())
      offset = stated->getOffsetInBytes();
    next = offset + layouts.sizeOf(type, packing, rowMajor);
    end = std::max(end, next);
    // Constants of $Globals may be those of namespaces.
    std::string field = isa<clang::HLSLBufferDecl>(variable->getDeclContext())
                            ? variable->getName().str()
                            : variable->getQualifiedNameAsString();
    // The fields of the only variable need no prefix.
    addConstantFields(type, offset, isPushed ? "" : field, packing, rowMajor,
                      fields);
    Place place;
    place.kind = Place::Kind::Memory;
    place.type = type;
    place.name = field;
    place.memory.offset = offset;
    place.memory.packing = packing;
    place.memory.rowMajor = rowMajor;
    place.memory.isWritable = false;
    placed.push_back({variable, place});
  }
  addConstantArgument(getSource(buffer, name), end, isPushed, fields);
  for (auto &[variable, place] : placed) {
    place.memory.array = function.getBody().front().getArguments().back();
    places[variable] = place;
  }
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The value of a parameter with a semantic, or of a struct's fields with semantics.
Tree Emitter::semanticValue(const clang::NamedDecl *declaration,
                            QualType type) {
  const auto *semantic = declaration->getAttr<clang::HLSLParsedSemanticAttr>();
  if (semantic)
    return semanticValue(declaration, type, semantic->getSemanticName());
  const auto *record = types.plain(type)->getAsCXXRecordDecl();
  if (!record || types.isWaveMatrix(type)) {
    fail(declaration->getLocation(), "hlsl-semantic",
         "the parameter '" + declaration->getName() +
             "' of an entry point needs a semantic, such as SV_GroupID");
    return undefined(type);
  }
  Tree made;
  for (const clang::CXXBaseSpecifier &base : record->getDefinition()->bases())
    made.parts.push_back(
        semanticValue(base.getType()->getAsCXXRecordDecl(), base.getType()));
  return makeRecord(type, std::move(made.parts), [&](const FieldPart &each) {
    return semanticValue(each.field, each.field->getType());
  });
}

Tree Emitter::semanticValue(const clang::NamedDecl *declaration, QualType type,
                            StringRef semantic) {
  At at(*this, declaration->getLocation());
  std::string name = semantic.upper();
  StringRef operation =
      llvm::StringSwitch<StringRef>(name)
          .Case("SV_GROUPID", "wave.group_id")
          .Case("SV_DISPATCHTHREADID", "wave.dispatch_thread_id")
          .Case("SV_GROUPTHREADID", "wave.group_thread_id")
          .Case("SV_GROUPINDEX", "wave.group_index")
          .Default("");
  if (operation.empty()) {
    fail(declaration->getLocation(), "hlsl-semantic",
         "'" + semantic + "' " + kNoSemantic);
    return undefined(type);
  }
  if (options.numWaves && operation != "wave.group_id") {
    fail(declaration->getLocation(), "thread-id-under-num-waves",
         "'" + semantic +
             "' has no meaning under numWaves: use SV_GroupID, "
             "GetGroupWaveIndex() and "
             "WaveGetLaneIndex()");
    return undefined(type);
  }
  const bool isVector = operation != "wave.group_index";
  if (!types.isNumber(type) || types.isFloat(type) || types.isBool(type) ||
      types.widthOf(type) > (isVector ? 3 : 1)) {
    fail(declaration->getLocation(), "hlsl-semantic",
         "'" + semantic + "' must be a uint" +
             (isVector ? " or a vector of up to three uint" : ""));
    return undefined(type);
  }
  SmallVector<Value> components;
  for (unsigned i = 0; i < types.widthOf(type); ++i) {
    std::string text = operation.str();
    if (isVector)
      text += (Twine(" {dimension = #gpu<dim ") +
               StringRef("xyz").substr(i, 1) + ">}")
                  .str();
    components.push_back(buildOperation(text, {}, builder.getI32Type()));
  }
  Tree made;
  made.leaf =
      convert(vector(components),
              types.numberOf(ast.UnsignedIntTy, components.size()), type);
  return made;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Reports the first error of MLIR's verifier, at the user's line.
bool Emitter::verify(ModuleOp module) {
  std::string message;
  FileLineColLoc place;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty() &&
        diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      message = spellMessage(diagnostic.str());
      place = findSource(diagnostic.getLocation());
    }
    return success();
  });
  if (succeeded(mlir::verify(module)))
    return true;
  SourceLocation location = here;
  if (place)
    if (auto file =
            sources.getFileManager().getOptionalFileRef(place.getFilename()))
      location = sources.translateFileLineCol(*file, place.getLine(),
                                              place.getColumn());
  auto [text, id] = StringRef(message).rsplit(" [");
  reported = false;
  fail(location, id.empty() ? "internal-error" : id.drop_back(), text);
  return false;
}

OwningOpRef<ModuleOp> Emitter::emit(const clang::FunctionDecl *entry) {
  here = entry->getLocation();
  for (const auto *note : entry->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation() == kRootSignature)
      warn(note->getLocation(), "root-signature-ignored",
           "this root signature is ignored: hosts make one from the registers "
           "of the resources, which the manifest lists");
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc());
  builder.setInsertionPointToStart(module->getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, loc(), "kernels");
  builder.setInsertionPointToStart(kernels.getBody());
  OperationState operation(loc(), FuncOp::getOperationName());
  auto &properties = operation.getOrAddProperties<FuncOp::Properties>();
  properties.sym_name = builder.getStringAttr(entry->getName());
  properties.function_type = TypeAttr::get(builder.getFunctionType({}, {}));
  properties.kernel = builder.getUnitAttr();
  properties.stage = StageAttr::get(&context, options.stage);
  if (options.numWaves)
    properties.num_waves = builder.getI64IntegerAttr(*options.numWaves);
  else if (const auto *threads = entry->getAttr<clang::HLSLNumThreadsAttr>())
    properties.num_threads = builder.getDenseI32ArrayAttr(
        {threads->getX(), threads->getY(), threads->getZ()});
  if (const auto *size = entry->getAttr<clang::HLSLWaveSizeAttr>()) {
    SmallVector<int32_t> sizes = {size->getMin(), size->getMax(),
                                  size->getPreferred()};
    sizes.resize(std::max(size->getSpelledArgsCount(), 1));
    properties.wave_size = builder.getDenseI32ArrayAttr(sizes);
  }
  operation.addRegion()->emplaceBlock();
  function = cast<FuncOp>(builder.create(operation));
  Block &body = function.getBody().front();
  builder.setInsertionPointToStart(&body);

  // What the kernel uses of the file's variables, in their order.
  UsedVariables used(entry);
  precise = used.hasPrecise();
  SmallVector<const VarDecl *> withResources, locals;
  for (const clang::NamedDecl *declaration : used.inOrder(ast)) {
    reported = false;
    unsigned before = errorCount;
    order.try_emplace(declaration, order.size());
    if (const auto *buffer = dyn_cast<clang::HLSLBufferDecl>(declaration)) {
      if (buffer->isCBuffer())
        addConstantBuffer(buffer, used);
      else
        fail(buffer->getLocation(), "hlsl-unsupported",
             "a tbuffer is not supported: declare a cbuffer, or a "
             "StructuredBuffer");
      if (errorCount != before)
        for (const clang::Decl *one : buffer->buffer_decls())
          poisoned.insert(one);
    } else if (const auto *variable = dyn_cast<VarDecl>(declaration);
               variable && types.holdsResource(variable->getType()) &&
               variable->getStorageClass() != clang::SC_Static) {
      withResources.push_back(variable);
    } else {
      locals.push_back(variable);
    }
  }
  // After the constant buffers, which have the numbers of structs with resources.
  for (const VarDecl *variable : withResources) {
    reported = false;
    unsigned before = errorCount;
    addResources(variable);
    if (errorCount != before)
      poisoned.insert(variable);
  }
  if (!body.empty())
    prologueEnd = &body.back();
  for (const VarDecl *variable : locals) {
    reported = false;
    if (hasAnnotation(variable, "hlsl.groupshared")) {
      if (checkElement(types.plain(variable->getType()),
                       variable->getLocation())) {
        if (statesValue(variable->getInit()))
          warn(variable->getLocation(), "groupshared-initializer",
               "the initializer of the groupshared variable '" +
                   variable->getName() + "' is ignored");
        places[variable] = groupshared(variable);
        prologueEnd = places[variable].memory.array.getDefiningOp();
      } else {
        poisoned.insert(variable);
      }
    } else {
      At at(*this, variable->getLocation());
      declare(variable);
    }
  }
  for (const VarDecl *variable : used.staticLocals()) {
    reported = false;
    addStaticLocal(variable);
  }
  for (const clang::ParmVarDecl *parameter : entry->parameters()) {
    reported = false;
    if (parameter->getType()->isReferenceType()) {
      unsupported(parameter->getLocation(), "an output of an entry point");
      poisoned.insert(parameter);
      continue;
    }
    bindParameter(parameter,
                  semanticValue(parameter, types.plain(parameter->getType())),
                  /*hasValue=*/true);
  }
  emitStatement(entry->getBody());
  if (!failed)
    checkSpecialization();
  builder.setInsertionPointToEnd(&body);
  ReturnOp::create(builder, locate(entry->getEndLoc()));
  if (failed)
    return {};
  // Remove constants that folding left behind, and unused values. Keep loops that
  // only read: one may wait for another wave. Keep also what instrumented runs watch:
  // the uses of scalars without a value, and the indices of arrays of resources.
  llvm::DenseSet<Value> watched;
  for (const auto &[name, array] : unwritten)
    watched.insert(array);
  auto isKept = [&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return isa<scf::WhileOp>(op) ||
           (load && watched.contains(load.getMemRef())) ||
           (isa<LookupOp>(op) && isa<NameLoc>(op->getLoc()));
  };
  auto holdsKept = [&](Operation *op) {
    return op
        ->walk([&](Operation *inner) {
          return isKept(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
        })
        .wasInterrupted();
  };
  // The effects of an access depend on the argument's attributes.
  stateArguments();
  function.walk<WalkOrder::PostOrder, mlir::ReverseIterator>(
      [&](Operation *op) {
        if (isOpTriviallyDead(op) && !holdsKept(op))
          op->erase();
      });
  if (!typeMatrixBuffers())
    return {};
  finishArguments();
  if (options.flushDenormals)
    flushDenormals(function);
  if (!verify(*module))
    return {};
  return module;
}
