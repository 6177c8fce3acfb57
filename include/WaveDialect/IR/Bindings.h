//===- Bindings.h - The buffers and images of a kernel ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_BINDINGS_H
#define WAVEDIALECT_IR_BINDINGS_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::wave {

/// The attribute of a constant buffer's argument that has its fields.
inline constexpr StringLiteral kFieldsAttribute = "wave.fields";

/// The attribute of a constant buffer's argument that hosts of Vulkan pass as push
/// constants.
inline constexpr StringLiteral kPushConstantsAttribute = "wave.push_constants";

/// The attribute of an argument with its set and its binding in Vulkan, where they
/// are not those of `wave.binding`: an array of two i32, or of the set alone if the
/// binding is a free one.
inline constexpr StringLiteral kVulkanBindingAttribute = "wave.vulkan_binding";

/// The attribute of an argument whose accesses other groups see while they run.
inline constexpr StringLiteral kCoherentAttribute = "wave.coherent";

/// The words of 64 KiB, the largest constant buffer of Direct3D.
constexpr int64_t kMaxConstantBufferWords = 16384;

/// Returns an attribute of the function's argument that `memory` is; null if it is no
/// argument or lacks the attribute.
Attribute getArgumentAttr(Value memory, StringRef name);

/// Returns the binding of a kernel's buffer or image; null for all other
/// memory.
BindingAttr getBinding(Value memory);

/// Whether the kernel only reads this buffer or image, whatever its code does.
bool isBoundReadOnly(Value memory);

/// Whether this is a constant buffer: an argument with a binding as `cbv`.
bool isConstantBuffer(Value memory);

/// Whether this is a buffer or an image that other groups may access at the same
/// time.
bool isCoherent(Value memory);

/// Adds the effects of a load from `memory`, or of a store to it. An access of
/// coherent memory has those of an atomic, so that no pass moves, merges or
/// removes it.
void addAccessEffects(
    OpOperand &memory, bool isStore,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// One entry of `wave.fields`: a scalar or vector at a byte offset, or an array
/// of them.
struct BufferField {
  StringRef name;
  int64_t offset;
  /// The type with its sign.
  Type type;
  /// The number of elements, and the distance between two in bytes; 1 and 0
  /// for a field that is no array.
  int64_t count, stride;
};

/// Whether this is a constant buffer that Vulkan has among the push constants.
bool isPushConstants(Value memory);

/// Returns the fields of a constant buffer that the verifier has accepted.
SmallVector<BufferField> getBufferFields(ArrayAttr fields);

/// C22 to C27: the type, the binding and the fields of a constant buffer, push
/// constants, the binding in Vulkan, coherence, and the format of an image. Fields of
/// any other argument are an error.
LogicalResult verifyConstantBuffer(FunctionOpInterface kernel,
                                   BlockArgument argument, BindingAttr binding);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_BINDINGS_H
