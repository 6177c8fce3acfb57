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
// A comment `//: name` begins a part that only a shader with this name needs, or
// another part with this name: for speed, Clang reads no other parts. `float#` is
// float1 to float4, `float#x#` are the matrices. `//:` ends the part.
//
//===----------------------------------------------------------------------===//

#define __OP(text) __attribute__((annotate(text)))
#define __REFUSE(message) __attribute__((annotate("hlsl.refuse " message)))

#define RootSignature __root_signature

// Qualifiers.
#define groupshared static __OP("hlsl.groupshared")
#define precise __OP("hlsl.precise")
#define globallycoherent __OP("hlsl.globallycoherent")
#define reordercoherent __OP("hlsl.reordercoherent")
// An attribute of types without an effect. Its place tells the macro.
#define row_major __attribute__((noderef))
#define column_major __attribute__((noderef))
// Clang ignores vk::constant_id unless the target is SPIR-V, and the arguments of attributes that it does not know. The
// first vk::__constant_id does nothing.
#define constant_id(...) __constant_id]] [[clang::annotate("hlsl.constant_id", __VA_ARGS__)]] [[vk::__constant_id
#define uniform
#define nointerpolation
#define noperspective
#define centroid
#define snorm _Pragma("GCC error \"`snorm` elements are not supported: use a buffer of float [hlsl-unsupported]\"")
#define unorm _Pragma("GCC error \"`unorm` elements are not supported: use a buffer of float [hlsl-unsupported]\"")
#pragma clang diagnostic ignored "-Wduplicate-decl-specifier"
#pragma clang diagnostic ignored "-Wnoderef"

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
typedef short __short;
typedef unsigned short __ushort;
typedef half __half;
#else
typedef int min16int;
typedef int min12int;
typedef unsigned int min16uint;
// Types of 16 bits that functions compute with.
typedef decltype(u'0') __short;
typedef decltype(u'0') __ushort;
typedef _Float16 __half;
#endif
typedef half min16float;
typedef half min10float;

// Vector and matrix types.
#define __VECTORS(type)                                                                                                \
  typedef vector<type, 1> type##1;                                                                                     \
  typedef vector<type, 2> type##2;                                                                                     \
  typedef vector<type, 3> type##3;                                                                                     \
  typedef vector<type, 4> type##4;
#define __ROWS(type, rows)                                                                                             \
  typedef matrix<type, rows, 1> type##rows##x1;                                                                        \
  typedef matrix<type, rows, 2> type##rows##x2;                                                                        \
  typedef matrix<type, rows, 3> type##rows##x3;                                                                        \
  typedef matrix<type, rows, 4> type##rows##x4;
#define __MATRICES(type) __ROWS(type, 1) __ROWS(type, 2) __ROWS(type, 3) __ROWS(type, 4)
//: bool#
__VECTORS(bool)
//: bool#x#
__MATRICES(bool)
//: int#
__VECTORS(int)
//: int#x#
__MATRICES(int)
//: uint#
__VECTORS(uint)
//: uint#x#
__MATRICES(uint)
//: dword#
__VECTORS(dword)
//: dword#x#
__MATRICES(dword)
//: half#
__VECTORS(half)
//: half#x#
__MATRICES(half)
//: float#
__VECTORS(float)
//: float#x#
__MATRICES(float)
//: double#
__VECTORS(double)
//: double#x#
__MATRICES(double)
//: int32_t#
__VECTORS(int32_t)
//: int32_t#x#
__MATRICES(int32_t)
//: uint32_t#
__VECTORS(uint32_t)
//: uint32_t#x#
__MATRICES(uint32_t)
//: int64_t#
__VECTORS(int64_t)
//: int64_t#x#
__MATRICES(int64_t)
//: uint64_t#
__VECTORS(uint64_t)
//: uint64_t#x#
__MATRICES(uint64_t)
//: float32_t#
__VECTORS(float32_t)
//: float32_t#x#
__MATRICES(float32_t)
//: float64_t#
__VECTORS(float64_t)
//: float64_t#x#
__MATRICES(float64_t)
//: min16int#
__VECTORS(min16int)
//: min16int#x#
__MATRICES(min16int)
//: min12int#
__VECTORS(min12int)
//: min12int#x#
__MATRICES(min12int)
//: min16uint#
__VECTORS(min16uint)
//: min16uint#x#
__MATRICES(min16uint)
//: min16float#
__VECTORS(min16float)
//: min16float#x#
__MATRICES(min16float)
//: min10float#
__VECTORS(min10float)
//: min10float#x#
__MATRICES(min10float)
//:
#ifdef __HLSL_ENABLE_16_BIT
//: int16_t#
__VECTORS(int16_t)
//: int16_t#x#
__MATRICES(int16_t)
//: uint16_t#
__VECTORS(uint16_t)
//: uint16_t#x#
__MATRICES(uint16_t)
//: float16_t#
__VECTORS(float16_t)
//: float16_t#x#
__MATRICES(float16_t)
//:
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

/// The element type and the shape: 0 for scalars, the size of vectors, more for
/// matrices.
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
template <typename T, int R, int C> struct __element<matrix<T, R, C>> {
  using type = T;
  static const int size = 8 * R + C;
  template <typename E> using like = matrix<E, R, C>;
};
/// The type E in the shape of T.
template <typename E, typename T> using __like = typename __element<T>::template like<E>;

template <typename T> using __scalar = typename __element<T>::type;

/// A bit for each scalar type; a set of types is a sum of bits.
template <typename T> struct __bit {
  static const int value = 0;
};
#define __BIT(type, bits)                                                                                              \
  template <> struct __bit<type> {                                                                                     \
    static const int value = bits;                                                                                     \
  };
__BIT(bool, 0x1)
__BIT(int, 0x8)
__BIT(unsigned int, 0x10)
__BIT(long, 0x20)
__BIT(unsigned long, 0x40)
__BIT(float, 0x100)
__BIT(double, 0x200)
#ifdef __HLSL_ENABLE_16_BIT
__BIT(short, 0x2)
__BIT(unsigned short, 0x4)
__BIT(half, 0x80)
#else
__BIT(half, 0x100)
#endif
template <typename T> struct __is {
  static const int bit = __bit<__scalar<T>>::value;
  static const int size = __element<T>::size;
  /// Functions of vectors treat a vector of one component as a scalar.
  static const int shape = size == 1 ? 0 : size;
};
/// T if its elements are of a set of types, and its shape is the given one.
template <typename T, int types, int size = -1>
using __of = typename __if<(__is<T>::bit & types) != 0 && (size == -1 || size == __is<T>::shape), T>::type;
/// R if T is a type.
template <typename R, typename T> struct __given {
  using type = R;
};
template <typename R, typename T> using __when = typename __given<R, T>::type;

/// The type to which T is converted for a function that accepts only other
/// types: float for functions of floats, uint for functions of uint, bool for
/// functions of bool; bool is int for functions of numbers.
template <typename T, int choice> struct __choice {};
template <typename T> struct __choice<T, 1> {
  using type = __like<float, T>;
};
template <typename T> struct __choice<T, 2> {
  using type = __like<int, T>;
};
template <typename T> struct __choice<T, 3> {
  using type = __like<uint, T>;
};
template <typename T> struct __choice<T, 4> {
  using type = __like<bool, T>;
};
template <typename T> struct __choice<T, 5> {
  using type = T;
};
template <typename T, int types> struct __fitting {
  // An enumerator is an int.
  static const bool enumeration = __is_enum(T);
  static const int bit = enumeration ? 0x8 : __is<T>::bit;
  static const bool accepted = (__is<T>::bit & types) != 0;
  static const int choice = bit == 0                                      ? 0
                            : enumeration && (types & 0x8) != 0           ? 2
                            : types == 0x1                                ? 4
                            : types == 0x10                               ? (bit < 0x80 ? 3 : 0)
                            : (types & 0x7e) == 0 && (types & 0x100) != 0 ? 1
                            : (types & 0x28) == 0x28 && bit == 0x1        ? 2
                                                                          : 0;
};
template <typename T, int types>
using __fit = typename __choice<T, __fitting<T, types>::accepted ? 0 : __fitting<T, types>::choice>::type;

/// The common type of several arguments, as for an operator, fitted.
template <typename T, int types>
using __fitted = typename __choice<T, __fitting<T, types>::accepted ? 5 : __fitting<T, types>::choice>::type;
template <typename T, typename U, int types> using __common2 = __fitted<decltype(T() + U()), types>;
template <typename T, typename U, typename V, int types>
using __common3 = __fitted<decltype(T() + U() + V()), types>;

/// A place for values of T, as the result of a subscript. (HLSL has no syntax for references.)
template <typename T> struct __place {
  T writable;
  const T readable;
  using type = decltype((writable));
  using constant = decltype((readable));
};
template <typename T> using __writable = typename __place<T>::type;
template <typename T> using __readable = typename __place<T>::constant;

// The function of a matrix that has a body: it computes each row.
#define __ROW(number, statement)                                                                                       \
  if (R > number) {                                                                                                    \
    const int row = R > number ? number : 0;                                                                           \
    statement;                                                                                                         \
  }
#define __MATRIX_FUNCTION(name, argument, parameters, call)                                                            \
  template <typename T, int R, int C>                                                                                  \
  __like<__scalar<decltype(name argument)>, matrix<T, R, C>> name parameters {                                         \
    __like<__scalar<decltype(name argument)>, matrix<T, R, C>> result;                                                 \
    __ROW(0, result[row] = name call)                                                                                  \
    __ROW(1, result[row] = name call)                                                                                  \
    __ROW(2, result[row] = name call)                                                                                  \
    __ROW(3, result[row] = name call)                                                                                  \
    return result;                                                                                                     \
  }
#define __MATRIX1(name) __MATRIX_FUNCTION(name, ((vector<T, C>)0), (matrix<T, R, C> a), (a[row]))
#define __MATRIX2(name)                                                                                                \
  __MATRIX_FUNCTION(name, ((vector<T, C>)0, (vector<T, C>)0), (matrix<T, R, C> a, matrix<T, R, C> b), (a[row], b[row]))
#define __MATRIX3(name)                                                                                                \
  __MATRIX_FUNCTION(name, ((vector<T, C>)0, (vector<T, C>)0, (vector<T, C>)0),                                         \
                    (matrix<T, R, C> a, matrix<T, R, C> b, matrix<T, R, C> c), (a[row], b[row], c[row]))

} // namespace hlsl
