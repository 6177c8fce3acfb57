//===- ArgumentLayout.h - Where a kernel's arguments are ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETOSPIRV_ARGUMENTLAYOUT_H
#define WAVEDIALECT_CONVERSION_WAVETOSPIRV_ARGUMENTLAYOUT_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::wave {

/// One field of the push constants: a scalar, a vector as its components one after the
/// other, or a buffer's length.
struct ConstantField {
  /// The argument's name; of the buffer for a length.
  std::string name;
  /// The scalar's or component's type, with its sign.
  Type element;
  unsigned components;
  /// In bytes.
  unsigned offset;
  bool isLength;
  /// The place of the first component among all fields' components.
  unsigned firstMember;
};

/// One storage buffer or image.
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

/// The type of a scalar in the push constants: 16-bit integers and booleans take four
/// bytes there, half floats are floats.
Type getConstantType(Type element);

/// Where the arguments of a kernel are: resources at bindings, the others in push
/// constants.
struct ArgumentLayout {
  /// Reports the rules `constants-limit` and `binding-taken`.
  static FailureOr<ArgumentLayout> get(gpu::GPUFuncOp kernel);

  const ConstantField &getField(unsigned argument) const {
    return fields[places[argument]];
  }
  const ConstantField &getLengthField(unsigned argument) const {
    return fields[lengths[argument]];
  }
  const ResourceBinding &getResource(unsigned argument) const {
    return resources[places[argument]];
  }

  SmallVector<ResourceBinding> resources;
  SmallVector<ConstantField> fields;
  unsigned constantBytes = 0;

private:
  void addField(std::string name, Type element, unsigned components,
                bool isLength);
  LogicalResult verify(gpu::GPUFuncOp kernel) const;

  /// Of each argument: its place in `resources` or, for scalars, in `fields`; and the
  /// place of a buffer's length.
  SmallVector<unsigned> places, lengths;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_ARGUMENTLAYOUT_H
