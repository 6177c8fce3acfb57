//===- VulkanAttributes.h - Attributes of the namespace vk ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_VULKANATTRIBUTES_H
#define WAVEDIALECT_FRONTEND_HLSL_VULKANATTRIBUTES_H

#include <cstdint>
#include <optional>

namespace clang {
class FieldDecl;
} // namespace clang

namespace mlir::wave::hlsl {

/// Lets the attributes vk::constant_id and vk::offset have an effect.
void addVulkanAttributes();

/// Returns the bytes of a field's attribute `[[vk::offset(16)]]`.
std::optional<uint32_t> getStatedOffset(const clang::FieldDecl *field);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_VULKANATTRIBUTES_H
