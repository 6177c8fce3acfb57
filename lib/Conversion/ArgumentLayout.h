//===- ArgumentLayout.h - Locations of a kernel's arguments ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_ARGUMENTLAYOUT_H
#define WAVEDIALECT_CONVERSION_ARGUMENTLAYOUT_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::wave {

/// The meaning of a field of the constants.
enum class FieldRole { Argument, Length, GroupCount, Extent };

/// One field of the push or root constants: a scalar, a vector (its components
/// are adjacent), the length of a buffer, the number of groups of the dispatch
/// in x, y and z, or the width and height of an image.
struct ConstantField {
  /// The name of the argument. The field of a length or an extent has the name
  /// of the buffer or image.
  std::string name;
  /// The type of the scalar or component, with its sign.
  Type element;
  unsigned components;
  /// In bytes.
  unsigned offset;
  FieldRole role;
  /// The number of members before this one: the block, and the components of all
  /// fields.
  unsigned firstMember;
};

/// One buffer, constant buffer or image.
struct ResourceBinding {
  std::string name;
  unsigned set, binding;
  BindingKind kind;
  /// The type of the scalar or component, with its sign.
  Type element;
  /// The number of components of a buffer element, or of channels of the image.
  unsigned components;
  /// `memref<?xT>`, `memref<Nxi32>` of a constant buffer, or an image type.
  Type type;
  /// The name of the resource's variable, which is unique in the kernel.
  std::string variable;
  /// The argument's `wave.struct`: the layout of the structures that the buffer
  /// holds, for the host; null if it holds scalars or vectors.
  DictionaryAttr structure;
  /// The argument's `wave.fields`: the layout of a constant buffer, for the
  /// host; null if it has none.
  ArrayAttr fields;
  /// Whether groups see each other's accesses while they run.
  bool isCoherent = false;

  bool isBuffer() const { return isa<MemRefType>(type); }
  bool isConstantBuffer() const { return kind == BindingKind::CBV; }
  /// The size of a constant buffer in bytes.
  int64_t getBytes() const {
    auto memory = cast<MemRefType>(type);
    return memory.getNumElements() * getScalarBytes(memory.getElementType());
  }
};

/// A constant buffer that is the first part of the push constants.
struct ConstantBlock {
  std::string name;
  unsigned argument;
  /// The words of the block, at offset 0.
  MemRefType type;
  /// As in `ResourceBinding`.
  ArrayAttr fields;
};

/// Returns the type of a scalar in the constants: 16-bit integers and booleans
/// take four bytes there, and half floats are stored as f32.
Type getConstantType(Type element);

/// Whether all resources of a set share one numbering, as in Vulkan, or each
/// kind has registers of its own, as in Direct3D. Push constants and bindings of
/// Vulkan exist only with a shared numbering.
enum class Numbering { Shared, ByKind };

/// The constants that a target needs beside the arguments and the lengths of
/// buffers, because it has no built-in for them.
struct HiddenConstants {
  /// The number of groups of the dispatch; of the program's groups, where a
  /// launched group runs several (`wave-coarsen-groups`).
  bool groupCount = false;
  /// The width and height of each image, and the layers of an array of images, behind
  /// all other fields. They do not count for the limit of `constants-limit`.
  bool imageExtents = false;
};

/// The locations of a kernel's arguments: resources have bindings, and all
/// other arguments are fields of the push or root constants.
struct ArgumentLayout {
  /// With a shared numbering, a resource has its `wave.vulkan_binding`, and one at
  /// a place that another kind of resource states gets the next free binding of
  /// its set. Reports `constants-limit` and `binding-taken`.
  static FailureOr<ArgumentLayout> get(FunctionOpInterface kernel,
                                       Numbering numbering,
                                       HiddenConstants hidden = {});

  /// Descriptions for the manifest.
  ArrayAttr describeBindings(MLIRContext *context) const;
  DictionaryAttr describeConstants(MLIRContext *context) const;

  const ConstantField &getField(unsigned argument) const {
    return fields[places[argument]];
  }
  const ConstantField &getLengthField(unsigned argument) const {
    return fields[lengths[argument]];
  }
  /// Requires a layout that was created with `imageExtents`.
  const ConstantField &getExtentField(unsigned image) const {
    return fields[lengths[image]];
  }
  /// Requires a layout that was created with `groupCount`.
  const ConstantField &getGroupCountField() const {
    return *llvm::find_if(fields, [](const ConstantField &field) {
      return field.role == FieldRole::GroupCount;
    });
  }
  const ResourceBinding &getResource(unsigned argument) const {
    return resources[places[argument]];
  }

  SmallVector<ResourceBinding> resources;
  /// Precedes the fields.
  std::optional<ConstantBlock> block;
  SmallVector<ConstantField> fields;
  unsigned constantBytes = 0;

private:
  void addField(std::string name, Type element, unsigned components,
                FieldRole role);
  LogicalResult verify(FunctionOpInterface kernel, Numbering numbering) const;

  /// `places` has the index of each argument in `resources` or, for scalars and
  /// vectors, in `fields`; `lengths` has the index in
  /// `fields` of a buffer's length, or of an image's extents.
  SmallVector<unsigned> places, lengths;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_ARGUMENTLAYOUT_H
