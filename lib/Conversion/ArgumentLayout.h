//===- ArgumentLayout.h - Where a kernel's arguments are ----------------------===//
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

/// What a field of the constants holds.
enum class FieldRole { Argument, Length, GroupCount };

/// One field of the push or root constants: a scalar, a vector as its components one
/// after the other, a buffer's length, or the dispatch's groups in x, y and z.
struct ConstantField {
  /// The argument's name; of the buffer for a length.
  std::string name;
  /// The scalar's or component's type, with its sign.
  Type element;
  unsigned components;
  /// In bytes.
  unsigned offset;
  FieldRole role;
  /// The place of the first component among all fields' components.
  unsigned firstMember;
};

/// One buffer or image.
struct ResourceBinding {
  std::string name;
  unsigned set, binding;
  BindingKind kind;
  /// The scalar's or component's type, with its sign.
  Type element;
  /// Of an element of the buffer, or the image's channels.
  unsigned components;
  /// `memref<?xT>` or an image type.
  Type type;
  /// The name of its variable, unlike any other's.
  std::string variable;

  bool isBuffer() const { return isa<MemRefType>(type); }
};

/// The type of a scalar in the constants: 16-bit integers and booleans take four
/// bytes there, half floats are floats.
Type getConstantType(Type element);

/// Where the arguments of a kernel are: resources at bindings, the others in push or
/// root constants.
struct ArgumentLayout {
  /// `withGroupCount` adds the dispatch's groups, for targets whose machine does not tell
  /// them. Reports the rules `constants-limit` and `binding-taken`.
  static FailureOr<ArgumentLayout> get(FunctionOpInterface kernel,
                                       bool withGroupCount = false);

  /// For the manifest.
  ArrayAttr describeBindings(MLIRContext *context) const;
  DictionaryAttr describeConstants(MLIRContext *context) const;

  const ConstantField &getField(unsigned argument) const {
    return fields[places[argument]];
  }
  const ConstantField &getLengthField(unsigned argument) const {
    return fields[lengths[argument]];
  }
  /// Of a layout with the dispatch's groups.
  const ConstantField &getGroupCountField() const { return fields.back(); }
  const ResourceBinding &getResource(unsigned argument) const {
    return resources[places[argument]];
  }

  SmallVector<ResourceBinding> resources;
  SmallVector<ConstantField> fields;
  unsigned constantBytes = 0;

private:
  void addField(std::string name, Type element, unsigned components,
                FieldRole role);
  LogicalResult verify(FunctionOpInterface kernel) const;

  /// Of each argument: its place in `resources` or, for scalars, in `fields`; and the
  /// place of a buffer's length.
  SmallVector<unsigned> places, lengths;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_ARGUMENTLAYOUT_H
