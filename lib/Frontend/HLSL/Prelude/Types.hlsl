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
// float1 to float4, `float#x#` are the matrices. A part `//: name & other` is only
// for shaders with both; `#matrix` is any matrix, `#elements` a name such as `_m00`,
// `#operators` an operator of matrices that Clang does not have.
// `//:` ends the part.
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
// An attribute of types without an effect. Its place tells the macro, also of snorm and unorm.
#define row_major __attribute__((noderef))
#define column_major __attribute__((noderef))
//: __builtins ## constant_id RasterizerOrderedBuffer RasterizerOrderedStructuredBuffer RasterizerOrderedByteAddressBuffer
// Where Clang itself calls its builtin functions, which it does not know otherwise.
// A pasted name can be that of a class of Clang's own.
//: constant_id
// Clang ignores vk::constant_id unless the target is SPIR-V, and the arguments of attributes that it does not know. The
// first vk::__constant_id does nothing.
#define constant_id(...) __constant_id]] [[clang::annotate("hlsl.constant_id", __VA_ARGS__)]] [[vk::__constant_id
//: image_format
// Clang does not know vk::image_format.
#define image_format(...) __image_format]] [[clang::annotate("hlsl.image_format", __VA_ARGS__)]] [[vk::__image_format
//:
#define uniform
#define nointerpolation
#define noperspective
#define centroid
#define snorm __attribute__((noderef))
#define unorm __attribute__((noderef))
#pragma clang diagnostic ignored "-Wduplicate-decl-specifier"
#pragma clang diagnostic ignored "-Wnoderef"

// Scalar types.
typedef unsigned int uint;
//: dword
typedef unsigned int dword;
//: int32_t
typedef int int32_t;
//: uint32_t
typedef unsigned int uint32_t;
//: int64_t
typedef long int64_t;
//: uint64_t
typedef unsigned long uint64_t;
//: float32_t
typedef float float32_t;
//: float64_t
typedef double float64_t;
//:
#ifdef __HLSL_ENABLE_16_BIT
//: int16_t
typedef short int16_t;
//: uint16_t
typedef unsigned short uint16_t;
//: float16_t
typedef half float16_t;
//: min16int
typedef short min16int;
//: min12int
typedef short min12int;
//: min16uint
typedef unsigned short min16uint;
//: __short
typedef short __short;
//: __ushort
typedef unsigned short __ushort;
//: __half
typedef half __half;
//:
#else
//: min16int
typedef int min16int;
//: min12int
typedef int min12int;
//: min16uint
typedef unsigned int min16uint;
//: __short
// Types of 16 bits that functions compute with.
typedef decltype(u'0') __short;
//: __ushort
typedef decltype(u'0') __ushort;
//: __half
typedef _Float16 __half;
//:
#endif
//: min16float
typedef half min16float;
//: min10float
typedef half min10float;
//:

// Vector and matrix types.
//: __VECTORS
#define __VECTORS(type)                                                                                                \
  typedef vector<type, 1> type##1;                                                                                     \
  typedef vector<type, 2> type##2;                                                                                     \
  typedef vector<type, 3> type##3;                                                                                     \
  typedef vector<type, 4> type##4;
//: __MATRICES
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

//: __same __as
template <typename T> struct __same {
  using type = T;
};
/// A parameter of the type that another parameter determines.
template <typename T> using __as = typename __same<T>::type;
//: __if
template <bool B, typename T> struct __if {};
template <typename T> struct __if<true, T> {
  using type = T;
};
//: __element
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
//: __element & #matrix
template <typename T, int R, int C> struct __element<matrix<T, R, C>> {
  using type = T;
  static const int size = 8 * R + C;
  template <typename E> using like = matrix<E, R, C>;
};
//: __like
/// The type E in the shape of T.
template <typename E, typename T> using __like = typename __element<T>::template like<E>;
//: __scalar
template <typename T> using __scalar = typename __element<T>::type;
//: __bits
/// A bit for each scalar type; a set of types is a sum of bits.
template <typename T> struct __bits {
  static const int value = 0;
};
#define __BITS(type, bits)                                                                                             \
  template <> struct __bits<type> {                                                                                    \
    static const int value = bits;                                                                                     \
  };
__BITS(bool, 0x1)
__BITS(int, 0x8)
__BITS(unsigned int, 0x10)
__BITS(long, 0x20)
__BITS(unsigned long, 0x40)
__BITS(float, 0x100)
__BITS(double, 0x200)
#ifdef __HLSL_ENABLE_16_BIT
__BITS(short, 0x2)
__BITS(unsigned short, 0x4)
__BITS(half, 0x80)
#else
__BITS(half, 0x100)
#endif
template <typename T, int N> struct __bits<vector<T, N>> {
  static const int value = __bits<T>::value;
};
//: __bits & #matrix
template <typename T, int R, int C> struct __bits<matrix<T, R, C>> {
  static const int value = __bits<T>::value;
};
//: __of
/// T if its elements are of a set of types.
template <typename T, int types> using __of = typename __if<(__bits<T>::value & types) != 0, T>::type;
//: __shaped
/// The same, if its shape is the given one. Functions of vectors treat a vector of one
/// component as a scalar.
template <typename T, int types, int size>
using __shaped = typename __if<(__bits<T>::value & types) != 0 &&
                                   (__element<T>::size == 1 ? 0 : __element<T>::size) == size,
                               T>::type;
//: __linear
/// T if it is no matrix.
template <typename T> using __linear = typename __if<(__element<T>::size <= 4), T>::type;
//: __single
/// T if it is a scalar.
template <typename T> using __single = typename __if<__element<T>::size == 0 && __bits<T>::value != 0, T>::type;
//: __when
/// R if T is a type.
template <typename R, typename T> struct __given {
  using type = R;
};
template <typename R, typename T> using __when = typename __given<R, T>::type;
//: __chosen
/// The scalar type of a choice; 0 is none.
template <int choice> struct __chosen {};
template <> struct __chosen<1> {
  using type = float;
};
template <> struct __chosen<2> {
  using type = int;
};
template <> struct __chosen<3> {
  using type = uint;
};
template <> struct __chosen<4> {
  using type = bool;
};
//: __choice
/// The type to which T is converted for a function that accepts only other
/// types: float for functions of floats, uint for functions of uint, bool for
/// functions of bool; bool is int for functions of numbers.
template <typename T, int types, bool isAccepted = (__bits<T>::value & types) != 0> struct __choice {
  static const int value = 0;
};
template <typename T, int types> struct __choice<T, types, false> {
  // An enumerator is an int.
  static const bool enumeration = __is_enum(T);
  static const int bit = enumeration ? 0x8 : __bits<T>::value;
  static const int value = bit == 0                                      ? 0
                           : enumeration && (types & 0x8) != 0           ? 2
                           : types == 0x1                                ? 4
                           : types == 0x10                               ? (bit < 0x80 ? 3 : 0)
                           : (types & 0x7e) == 0 && (types & 0x100) != 0 ? 1
                           : (types & 0x28) == 0x28 && bit == 0x1        ? 2
                                                                         : 0;
};
//: __fit
template <typename T, int types> using __fit = __like<typename __chosen<__choice<T, types>::value>::type, T>;
//: __fitted
/// T if the function accepts it, otherwise the type to which it is converted.
template <typename T, int choice> struct __converted {
  using type = __like<typename __chosen<choice>::type, T>;
};
template <typename T> struct __converted<T, 0> {};
template <typename T, int types, bool isAccepted = (__bits<T>::value & types) != 0> struct __accepted {
  using type = T;
};
template <typename T, int types>
struct __accepted<T, types, false> : __converted<T, __choice<T, types>::value> {};
template <typename T, int types> using __fitted = typename __accepted<T, types>::type;
//: __sum
/// Its result has the common type of two arguments, as for an operator.
// A vector and a matrix have none.
template <typename T, typename U>
typename __if<(__element<T>::size > 4) == (__element<U>::size > 4), decltype(T() + U())>::type __sum(T, U);
//: __sum & #matrix
// Clang has no operators of matrices of two types, and for scalars the type is that of the matrix.
template <typename T, typename U, int R, int C>
matrix<__scalar<decltype(vector<T, 2>() + vector<U, 2>())>, R, C> __sum(matrix<T, R, C>, matrix<U, R, C>);
// Of two sizes, the rows and columns that both have, as dxc.
template <typename T, typename U, int R, int C, int P, int Q>
matrix<__scalar<decltype(vector<T, 2>() + vector<U, 2>())>, (R < P ? R : P), (C < Q ? C : Q)> __sum(matrix<T, R, C>,
                                                                                                   matrix<U, P, Q>);
template <typename T, typename U, int R, int C>
matrix<__scalar<decltype(vector<T, 2>() + __single<U>())>, R, C> __sum(matrix<T, R, C>, U);
template <typename T, typename U, int R, int C>
matrix<__scalar<decltype(__single<T>() + vector<U, 2>())>, R, C> __sum(T, matrix<U, R, C>);
//: __common2
/// The common type of several arguments, fitted.
template <typename T, typename U, int types> using __common2 = __fitted<decltype(__sum(T(), U())), types>;
//: __common3
template <typename T, typename U, typename V, int types>
using __common3 = __fitted<decltype(__sum(__sum(T(), U()), V())), types>;
//: __mixed
/// The common type of two scalars in vectors and matrices; bool is int.
template <typename T, typename U>
using __mixed = __fitted<__scalar<decltype(vector<T, 2>() + vector<U, 2>())>, 0x3fe>;
//: __place
/// A place for values of T, as the result of a subscript. (HLSL has no syntax for references.)
template <typename T> struct __place {
  T writable;
  const T readable;
  using type = decltype((writable));
  using constant = decltype((readable));
};
//: __writable
template <typename T> using __writable = typename __place<T>::type;
//: __readable
template <typename T> using __readable = typename __place<T>::constant;
//: xx xxx xxxx rr rrr rrrr
// The value of a swizzle without the qualifiers of its scalar: the front end rewrites `k.xxx` as `k.xxx ->* __plain`.
struct __Plain {};
static const __Plain __plain = {};
template <typename T> struct __unqualified {
  using type = T;
};
template <typename T, int N> struct __unqualified<vector<T, N>> {
  using type = vector<decltype(T()), N>;
};
template <typename T> constexpr typename __unqualified<T>::type operator->*(T a, __Plain) {
  return (typename __unqualified<T>::type)a;
}
//: __ROW
// The function of a matrix that has a body: it computes each row.
#define __ROW(number, statement)                                                                                       \
  if (R > number) {                                                                                                    \
    const int row = R > number ? number : 0;                                                                           \
    statement;                                                                                                         \
  }
//: __MATRIX_FUNCTION
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
//: __MATRIX1
#define __MATRIX1(name) __MATRIX_FUNCTION(name, ((vector<T, C>)0), (matrix<T, R, C> a), (a[row]))
//: __MATRIX2
#define __MATRIX2(name)                                                                                                \
  __MATRIX_FUNCTION(name, ((vector<T, C>)0, (vector<T, C>)0), (matrix<T, R, C> a, matrix<T, R, C> b), (a[row], b[row]))
//: __MATRIX3
#define __MATRIX3(name)                                                                                                \
  __MATRIX_FUNCTION(name, ((vector<T, C>)0, (vector<T, C>)0, (vector<T, C>)0),                                         \
                    (matrix<T, R, C> a, matrix<T, R, C> b, matrix<T, R, C> c), (a[row], b[row], c[row]))
//:

} // namespace hlsl
