//===- Atomics.hlsl - Atomic operations of HLSL ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The destination alone determines the type; values are converted to it.
//
//===----------------------------------------------------------------------===//

namespace hlsl {

// Integers of 32 and 64 bits: 0x78. With float: 0x178.
#define __INTERLOCKED(name, operation)                                                                                 \
  template <typename T> __OP("hlsl.interlocked." operation) void name(inout T, __as<__of<T, 0x78>>);                   \
  template <typename T>                                                                                                \
  __OP("hlsl.interlocked." operation) void name(inout T, __as<__of<T, 0x78>>, out __as<T>);
//: InterlockedAdd
__INTERLOCKED(InterlockedAdd, "add")
//: InterlockedMin
__INTERLOCKED(InterlockedMin, "min")
//: InterlockedMax
__INTERLOCKED(InterlockedMax, "max")
//: InterlockedAnd
__INTERLOCKED(InterlockedAnd, "and")
//: InterlockedOr
__INTERLOCKED(InterlockedOr, "or")
//: InterlockedXor
__INTERLOCKED(InterlockedXor, "xor")

//: InterlockedExchange
template <typename T>
__OP("hlsl.interlocked.exchange") void InterlockedExchange(inout T, __as<__of<T, 0x178>>, out __as<T>);
//: InterlockedCompareExchange
template <typename T>
__OP("hlsl.interlocked.compare_exchange")
void InterlockedCompareExchange(inout T, __as<__of<T, 0x78>>, __as<T>, out __as<T>);
//: InterlockedCompareStore
template <typename T>
__OP("hlsl.interlocked.compare_exchange") void InterlockedCompareStore(inout T, __as<__of<T, 0x78>>, __as<T>);
//: InterlockedCompareExchangeFloatBitwise
template <typename T>
__OP("hlsl.interlocked.compare_exchange")
void InterlockedCompareExchangeFloatBitwise(inout T, __as<__of<T, 0x100>>, __as<T>, out __as<T>);
//: InterlockedCompareStoreFloatBitwise
template <typename T>
__OP("hlsl.interlocked.compare_exchange")
void InterlockedCompareStoreFloatBitwise(inout T, __as<__of<T, 0x100>>, __as<T>);
//:

} // namespace hlsl
