//===- Scalar.h - The types of DXIL's values --------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_SCALAR_H
#define WAVEDIALECT_TEST_RUNDXIL_SCALAR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <optional>

namespace llvm {
class Type;
} // namespace llvm

namespace rundxil {

/// Every value is 64 bits a lane: integers without their sign, floats by their
/// bits, pointers as an object's number above an offset.
enum class Scalar : uint8_t { I1, I8, I16, I32, I64, F16, F32, F64, Pointer };

std::optional<Scalar> scalarOf(const llvm::Type *type);
/// By the suffix of a dx.op function: "f32".
std::optional<Scalar> scalarOf(llvm::StringRef suffix);
llvm::StringRef nameOf(Scalar type);

inline unsigned widthOf(Scalar type) {
  constexpr unsigned widths[] = {1, 8, 16, 32, 64, 16, 32, 64, 64};
  return widths[static_cast<unsigned>(type)];
}
inline unsigned bytesOf(Scalar type) { return (widthOf(type) + 7) / 8; }
inline bool isFloat(Scalar type) {
  return type == Scalar::F16 || type == Scalar::F32 || type == Scalar::F64;
}

inline uint64_t lowBits(uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((uint64_t(1) << width) - 1);
}
inline int64_t signExtend(uint64_t value, unsigned width) {
  return static_cast<int64_t>(value << (64 - width)) >> (64 - width);
}

float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);
uint16_t doubleToHalf(double value);

/// A float of a type as C++ has it. Halves are worked on as floats: with one
/// operation that is rounded twice, the result is that of rounding once.
template <Scalar type>
inline auto toFloat(uint64_t bits) {
  if constexpr (type == Scalar::F16)
    return halfToFloat(static_cast<uint16_t>(bits));
  else if constexpr (type == Scalar::F32)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  else
    return llvm::bit_cast<double>(bits);
}
template <Scalar type, typename Value>
inline uint64_t fromFloat(Value value) {
  if constexpr (type == Scalar::F16)
    return floatToHalf(static_cast<float>(value));
  else if constexpr (type == Scalar::F32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  else
    return llvm::bit_cast<uint64_t>(static_cast<double>(value));
}

/// Calls `body` with the float type as a constant.
template <typename Body>
inline void withFloatType(Scalar type, Body body) {
  if (type == Scalar::F16)
    body(std::integral_constant<Scalar, Scalar::F16>());
  else if (type == Scalar::F32)
    body(std::integral_constant<Scalar, Scalar::F32>());
  else
    body(std::integral_constant<Scalar, Scalar::F64>());
}

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_SCALAR_H
