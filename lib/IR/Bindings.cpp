//===- Bindings.cpp - The buffers and images of a kernel ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Bindings.h"

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/ImageFormat.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::wave;

/// The size of a boolean in memory, and the unit of constant buffers.
static constexpr int64_t kWordBytes = 4;

Attribute wave::getArgumentAttr(Value memory, StringRef name) {
  auto argument = dyn_cast<BlockArgument>(memory);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function ? function.getArgAttr(argument.getArgNumber(), name)
                  : Attribute();
}

BindingAttr wave::getBinding(Value memory) {
  return dyn_cast_or_null<BindingAttr>(getArgumentAttr(memory, "wave.binding"));
}

bool wave::isBoundReadOnly(Value memory) {
  BindingAttr binding = getBinding(memory);
  return binding && binding.getKind() != BindingKind::UAV;
}

bool wave::isConstantBuffer(Value memory) {
  BindingAttr binding = getBinding(memory);
  return binding && binding.getKind() == BindingKind::CBV;
}

bool wave::isPushConstants(Value memory) {
  return isConstantBuffer(memory) &&
         getArgumentAttr(memory, kPushConstantsAttribute);
}

//===----------------------------------------------------------------------===//
// Coherence
//===----------------------------------------------------------------------===//

bool wave::isCoherent(Value memory) {
  return getArgumentAttr(memory, kCoherentAttribute) != nullptr;
}

void wave::addAccessEffects(
    OpOperand &memory, bool isStore,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isCoherent(memory.get())) {
    SideEffects::Resource *resources[] = {ExecutionResource::get(),
                                          SideEffects::DefaultResource::get()};
    for (SideEffects::Resource *resource : resources) {
      effects.emplace_back(MemoryEffects::Read::get(), resource);
      effects.emplace_back(MemoryEffects::Write::get(), resource);
    }
    return;
  }
  if (isStore)
    effects.emplace_back(MemoryEffects::Write::get(), &memory);
  else
    effects.emplace_back(MemoryEffects::Read::get(), &memory);
}

/// C26.
static LogicalResult verifyCoherent(BlockArgument argument,
                                    BindingAttr binding) {
  if (!isCoherent(argument) ||
      (binding && binding.getKind() == BindingKind::UAV))
    return success();
  return emitError(argument.getLoc())
         << "only a read-write buffer or image has wave.coherent: nothing else "
            "is written while the kernel runs [coherent-argument]";
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static int64_t getNumber(DictionaryAttr entry, StringRef name,
                         int64_t otherwise) {
  auto number = entry.getAs<IntegerAttr>(name);
  if (!number)
    return otherwise;
  // No field has a number that is too large for 64 bits.
  return number.getValue().trySExtValue().value_or(-1);
}

static BufferField readField(DictionaryAttr entry) {
  auto name = entry.getAs<StringAttr>("name");
  auto type = entry.getAs<TypeAttr>("type");
  return {name ? name.getValue() : StringRef(), getNumber(entry, "offset", -1),
          type ? type.getValue() : Type(), getNumber(entry, "count", 1),
          getNumber(entry, "stride", 0)};
}

SmallVector<BufferField> wave::getBufferFields(ArrayAttr fields) {
  return llvm::map_to_vector(fields.getAsRange<DictionaryAttr>(), readField);
}

/// Returns what is wrong with the attributes of one field; empty if they have
/// the types that `readField` expects.
static StringRef findMalformed(DictionaryAttr entry) {
  auto name = entry.getAs<StringAttr>("name");
  if (!name || !llvm::json::isUTF8(name.getValue()))
    return "a field needs a name, a string of UTF-8";
  auto type = entry.getAs<TypeAttr>("type");
  if (!type || !getStorageType(type.getValue()))
    return "a field needs a type, the element of a binding: f16, bf16, f32, "
           "f64, "
           "si16, ui16, si32, ui32, si64, ui64, i1, or a vector of 2 to 4";
  if (!entry.getAs<IntegerAttr>("offset"))
    return "a field needs an offset, a number of bytes";
  if (entry.contains("count") != entry.contains("stride"))
    return "an array needs both count and stride";
  for (NamedAttribute attribute : entry) {
    StringRef name = attribute.getName().getValue();
    if (!llvm::is_contained({"name", "type", "offset", "count", "stride"},
                            name))
      return "a field has name, type, offset, count and stride only";
    if (llvm::is_contained({"count", "stride"}, name) &&
        !isa<IntegerAttr>(attribute.getValue()))
      return "count and stride are numbers";
  }
  return {};
}

/// Returns what is wrong with the place of one field in a buffer of this size.
static StringRef findMisplaced(const BufferField &field, int64_t bufferBytes) {
  const int64_t scalar = getScalarBytes(getStorageType(field.type));
  const int64_t bytes = scalar * getNumComponents(field.type);
  if (field.count < 1)
    return "an array has at least one element";
  if (field.count > 1 && field.stride < bytes)
    return "the stride of an array is at least the size of its elements";
  // In a buffer of 64 KiB, larger numbers would be out of bounds.
  if (field.offset < 0 || field.offset > bufferBytes ||
      field.count > bufferBytes || field.stride > bufferBytes ||
      field.offset + (field.count - 1) * field.stride + bytes > bufferBytes)
    return "the field is not within the buffer";
  if (field.offset % std::min(scalar, kWordBytes) ||
      field.stride % std::min(scalar, kWordBytes))
    return "the offset and the stride must be multiples of the size of a "
           "scalar, or of 4 if that is less";
  return {};
}

/// C23.
static LogicalResult verifyFields(Location loc, Attribute attribute,
                                  int64_t bufferBytes) {
  auto refuse = [&](const Twine &what) {
    return emitError(loc) << what << " [constant-buffer-fields]";
  };
  auto fields = dyn_cast<ArrayAttr>(attribute);
  if (!fields)
    return refuse("wave.fields must be an array of dictionaries");
  llvm::StringSet<> names;
  for (Attribute value : fields) {
    auto entry = dyn_cast<DictionaryAttr>(value);
    if (!entry)
      return refuse("wave.fields must be an array of dictionaries");
    if (StringRef what = findMalformed(entry); !what.empty())
      return refuse(what);
    const BufferField field = readField(entry);
    if (!names.insert(field.name).second)
      return refuse("two fields have the name '" + field.name + "'");
    if (StringRef what = findMisplaced(field, bufferBytes); !what.empty())
      return refuse("field '" + field.name + "': " + what);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Constant buffers
//===----------------------------------------------------------------------===//

/// C24.
static LogicalResult verifyPushConstants(FunctionOpInterface kernel,
                                         BlockArgument argument) {
  auto refuse = [&](const Twine &what) {
    return emitError(argument.getLoc()) << what << " [push-constants]";
  };
  if (!isConstantBuffer(argument))
    return refuse("only a constant buffer has wave.push_constants: bind it as "
                  "cbv");
  for (BlockArgument other :
       kernel.getArguments().take_front(argument.getArgNumber()))
    if (kernel.getArgAttr(other.getArgNumber(), kPushConstantsAttribute))
      return refuse("a kernel has one block of push constants at most: put the "
                    "fields into one struct");
  return success();
}

/// C25.
static LogicalResult verifyVulkanBinding(BlockArgument argument,
                                         BindingAttr binding,
                                         Attribute attribute) {
  auto place = dyn_cast<DenseI32ArrayAttr>(attribute);
  if (binding && place && (place.size() == 1 || place.size() == 2))
    return success();
  return emitError(argument.getLoc())
         << "wave.vulkan_binding is the set and the binding of a buffer or an "
            "image, array<i32: 0, 2>, or only the set [vulkan-binding]";
}

/// C27.
static LogicalResult verifyImageFormat(FunctionOpInterface kernel,
                                       BlockArgument argument,
                                       BindingAttr binding) {
  auto refuse = [&](const Twine &what) {
    return emitError(argument.getLoc()) << what << " [image-format]";
  };
  const unsigned index = argument.getArgNumber();
  Attribute format = kernel.getArgAttr(index, kImageFormatAttribute);
  Attribute normalized = kernel.getArgAttr(index, kNormalizedAttribute);
  if (!format && !normalized)
    return success();
  auto image = dyn_cast<ImageType>(argument.getType());
  if (normalized) {
    auto name = dyn_cast<StringAttr>(normalized);
    if (!image || !image.getElement().isF32() || !name ||
        (name.getValue() != "unorm" && name.getValue() != "snorm"))
      return refuse("wave.normalized of an image of f32 is \"unorm\" or "
                    "\"snorm\"");
  }
  if (!format)
    return success();
  if (!image || !binding || binding.getKind() != BindingKind::UAV)
    return refuse("only a read-write image has wave.image_format: bind it as "
                  "uav");
  auto name = dyn_cast<StringAttr>(format);
  if (name && name.getValue() == kUnknownFormat)
    return success();
  const ImageFormat *known = name ? findImageFormat(name) : nullptr;
  if (!known)
    return refuse("wave.image_format must be the name of a format like "
                  "\"rgba16f\", or \"unknown\"");
  if (known->fits(binding.getElement(), image.getChannels()))
    return success();
  return refuse("an image with " + Twine(image.getChannels()) +
                " channels of " + getElementName(binding.getElement()) +
                " cannot have the format " + name.getValue());
}

LogicalResult wave::verifyConstantBuffer(FunctionOpInterface kernel,
                                         BlockArgument argument,
                                         BindingAttr binding) {
  const unsigned index = argument.getArgNumber();
  Attribute fields = kernel.getArgAttr(index, kFieldsAttribute);
  if (kernel.getArgAttr(index, kPushConstantsAttribute) &&
      failed(verifyPushConstants(kernel, argument)))
    return failure();
  Attribute place = kernel.getArgAttr(index, kVulkanBindingAttribute);
  if (place && failed(verifyVulkanBinding(argument, binding, place)))
    return failure();
  if (failed(verifyCoherent(argument, binding)) ||
      failed(verifyImageFormat(kernel, argument, binding)))
    return failure();
  const bool isConstants = binding && binding.getKind() == BindingKind::CBV;
  if (!isConstants) {
    if (!fields)
      return success();
    return emitError(argument.getLoc())
           << "only a constant buffer has wave.fields: bind it as cbv "
              "[constant-buffer-fields]";
  }
  auto memref = dyn_cast<MemRefType>(argument.getType());
  if (!memref || memref.getRank() != 1 || !memref.hasStaticShape() ||
      !memref.getElementType().isSignlessInteger(32) ||
      memref.getMemorySpace() || !memref.getLayout().isIdentity() ||
      memref.getNumElements() < 1 ||
      memref.getNumElements() > kMaxConstantBufferWords ||
      !binding.getElement().isUnsignedInteger(32)) // C22
    return emitError(argument.getLoc())
           << "a constant buffer must be a memref<Nxi32> of 1 to "
           << kMaxConstantBufferWords << " words, bound as cbv of ui32, got "
           << argument.getType() << " and " << binding << " [constant-buffer]";
  return fields ? verifyFields(argument.getLoc(), fields,
                               memref.getNumElements() * kWordBytes)
                : success();
}
