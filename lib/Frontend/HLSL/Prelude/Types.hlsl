//===- Types.hlsl - Names of types, traits and qualifiers of HLSL ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first file of the prelude, the header that the front end includes before
// every shader. Annotations tell the front end what a declaration means:
//
//   op.name {attribute = ...}   a call is this operation, in MLIR's syntax
//   S | U | F                   the operation for signed, unsigned, float
//   hlsl.NAME                   the front end builds the call by hand
//   hlsl.refuse MESSAGE         a use that the entry point reaches is an error
//
// A function with a body is inlined.
//
//===----------------------------------------------------------------------===//

#define __OP(text) __attribute__((annotate(text)))
#define __REFUSE(message) __attribute__((annotate("hlsl.refuse " message)))

// Qualifiers.
#define groupshared static __OP("hlsl.groupshared")
#define precise __OP("hlsl.precise")
#define globallycoherent __OP("hlsl.globallycoherent")
#define reordercoherent __OP("hlsl.reordercoherent")
#define row_major __OP("hlsl.row_major")
#define column_major __OP("hlsl.column_major")
#define uniform
#define nointerpolation
#define noperspective
#define centroid
#define snorm _Pragma("GCC error \"`snorm` elements are not supported: use a buffer of float\"")
#define unorm _Pragma("GCC error \"`unorm` elements are not supported: use a buffer of float\"")
#pragma clang diagnostic ignored "-Wduplicate-decl-specifier"

// Scalar types.
typedef unsigned int uint;
typedef unsigned int dword;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef float float32_t;
typedef double float64_t;
#ifdef __HLSL_ENABLE_16_BIT
typedef short int16_t;
typedef unsigned short uint16_t;
typedef half float16_t;
typedef short min16int;
typedef short min12int;
typedef unsigned short min16uint;
#else
typedef int min16int;
typedef int min12int;
typedef unsigned int min16uint;
#endif
typedef half min16float;
typedef half min10float;

// Vector and matrix types.
#define __MATRICES(type, rows)                                                                                         \
  typedef matrix<type, rows, 1> type##rows##x1;                                                                        \
  typedef matrix<type, rows, 2> type##rows##x2;                                                                        \
  typedef matrix<type, rows, 3> type##rows##x3;                                                                        \
  typedef matrix<type, rows, 4> type##rows##x4;
#define __SHAPES(type)                                                                                                 \
  typedef vector<type, 1> type##1;                                                                                     \
  typedef vector<type, 2> type##2;                                                                                     \
  typedef vector<type, 3> type##3;                                                                                     \
  typedef vector<type, 4> type##4;                                                                                     \
  __MATRICES(type, 1) __MATRICES(type, 2) __MATRICES(type, 3) __MATRICES(type, 4)
__SHAPES(bool)
__SHAPES(int)
__SHAPES(uint)
__SHAPES(dword)
__SHAPES(half)
__SHAPES(float)
__SHAPES(double)
__SHAPES(int32_t)
__SHAPES(uint32_t)
__SHAPES(int64_t)
__SHAPES(uint64_t)
__SHAPES(float32_t)
__SHAPES(float64_t)
__SHAPES(min16int)
__SHAPES(min12int)
__SHAPES(min16uint)
__SHAPES(min16float)
__SHAPES(min10float)
#ifdef __HLSL_ENABLE_16_BIT
__SHAPES(int16_t)
__SHAPES(uint16_t)
__SHAPES(float16_t)
#endif

namespace hlsl {

template <typename T> struct __same {
  using type = T;
};
template <bool B, typename T> struct __if {};
template <typename T> struct __if<true, T> {
  using type = T;
};
/// A parameter of the type that another parameter determines.
template <typename T> using __as = typename __same<T>::type;

/// The element type and the shape: 0 for scalars, the size of vectors.
template <typename T> struct __element {
  using type = T;
  static const int size = 0;
  template <typename E> using like = E;
};
template <typename T, int N> struct __element<vector<T, N>> {
  using type = T;
  static const int size = N;
  template <typename E> using like = vector<E, N>;
};
/// The type E in the shape of T.
template <typename E, typename T> using __like = typename __element<T>::template like<E>;

/// A bit for each scalar type; a set of types is a sum of bits.
template <typename T> struct __bit {
  static const int value = 0;
};
#define __BIT(type, place)                                                                                             \
  template <> struct __bit<type> {                                                                                     \
    static const int value = 1 << place;                                                                               \
  };
__BIT(bool, 0)
__BIT(short, 1)
__BIT(unsigned short, 2)
__BIT(int, 3)
__BIT(unsigned int, 4)
__BIT(long, 5)
__BIT(unsigned long, 6)
__BIT(half, 7)
__BIT(float, 8)
__BIT(double, 9)
template <typename T> struct __is {
  static const int bit = __bit<typename __element<T>::type>::value;
  static const bool fraction = (bit & 0x380) != 0;
};
/// T if its elements are of a set of types.
template <typename T, int types> using __of = typename __if<(__is<T>::bit & types) != 0, T>::type;
/// A place for values of T, as the result of a subscript. (HLSL has no syntax for references.)
template <typename T> struct __place {
  T writable;
  const T readable;
  using type = decltype((writable));
  using constant = decltype((readable));
};
template <typename T> using __writable = typename __place<T>::type;
template <typename T> using __readable = typename __place<T>::constant;

} // namespace hlsl
