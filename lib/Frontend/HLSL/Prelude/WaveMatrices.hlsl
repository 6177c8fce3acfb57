//===- WaveMatrices.hlsl - Matrices of a wave, dx::linalg -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of HLSL's proposal 0035 in Shader Model 6.10. Sizes are int, as the proposal has them for compilers that define
// __hlsl_dx_compiler. The front end reports matrices and operands that the dialect does not have.
//
//===----------------------------------------------------------------------===//

//: linalg
namespace dx {
namespace linalg {

struct ComponentType {
  enum ComponentEnum {
    I16 = 2,
    U16 = 3,
    I32 = 4,
    U32 = 5,
    I64 = 6,
    U64 = 7,
    F16 = 8,
    F32 = 9,
    F64 = 10,
    I8 = 19,
    U8 = 20,
    F8_E4M3FN = 21,
    F8_E5M2 = 22,
    BFloat16 = 23,
  };
};
using ComponentEnum = ComponentType::ComponentEnum;

struct MatrixUse {
  enum MatrixUseEnum { A = 0, B = 1, Accumulator = 2 };
};
using MatrixUseEnum = MatrixUse::MatrixUseEnum;

struct MatrixScope {
  enum MatrixScopeEnum { Thread = 0, Wave = 1, ThreadGroup = 2 };
};
using MatrixScopeEnum = MatrixScope::MatrixScopeEnum;

struct MatrixLayout {
  enum MatrixLayoutEnum {
    RowMajor = 0,
    ColMajor = 1,
    MulOptimal = 2,
    MulOptimalTranspose = 3,
    OuterProductOptimal = 4,
    OuterProductOptimalTranspose = 5,
  };
};
using MatrixLayoutEnum = MatrixLayout::MatrixLayoutEnum;

#define __NO_ELEMENTS                                                                                                  \
  __REFUSE("no lane has elements of a matrix: store the matrix to a groupshared array, and access the elements there")
#define __NO_ATOMICS                                                                                                   \
  __REFUSE("`InterlockedAccumulate` is not supported: store the matrix to a groupshared array, and add its elements "  \
           "with InterlockedAdd")

template <ComponentEnum ComponentTy, int M, int N, MatrixUseEnum Use, MatrixScopeEnum Scope>
class __OP("hlsl.wave_matrix") Matrix {
  uint handle;

public:
  Matrix() {}

  template <typename T> __OP("hlsl.wave_matrix.splat") static Matrix Splat(T) {}
  template <ComponentEnum NewCompTy, MatrixUseEnum NewUse = Use, bool Transpose = false>
  __OP("hlsl.wave_matrix.cast")
  Matrix<NewCompTy, Transpose ? N : M, Transpose ? M : N, NewUse, Scope> Cast() const {}

  template <typename T>
  __OP("hlsl.wave_matrix.load") static Matrix Load(T, uint, uint, MatrixLayoutEnum) {}
  template <typename T>
  __OP("hlsl.wave_matrix.store") void Store(T, uint, uint, MatrixLayoutEnum) const {}
//: linalg & ByteAddressBuffer
  template <uint Align = 128>
  __OP("hlsl.wave_matrix.load") static Matrix Load(ByteAddressBuffer, uint, uint, MatrixLayoutEnum) {}
  template <MatrixLayoutEnum Layout, uint Align = 128>
  __OP("hlsl.wave_matrix.load") static Matrix Load(ByteAddressBuffer, uint, uint) {}
//: linalg & RWByteAddressBuffer
  template <uint Align = 128>
  __OP("hlsl.wave_matrix.load") static Matrix Load(RWByteAddressBuffer, uint, uint, MatrixLayoutEnum) {}
  template <uint Align = 128>
  __OP("hlsl.wave_matrix.store") void Store(RWByteAddressBuffer, uint, uint, MatrixLayoutEnum) const {}
//: linalg

  template <ComponentEnum LHSTy, ComponentEnum RHSTy, int K>
  __OP("hlsl.wave_matrix.multiply_accumulate")
  void MultiplyAccumulate(const Matrix<LHSTy, M, K, MatrixUse::A, Scope>,
                          const Matrix<RHSTy, K, N, MatrixUse::B, Scope>) {}
  template <ComponentEnum CompTy>
  __OP("hlsl.wave_matrix.accumulate") void Accumulate(const Matrix<CompTy, M, N, MatrixUse::A, Scope>) {}
  template <ComponentEnum CompTy>
  __OP("hlsl.wave_matrix.accumulate") void Accumulate(const Matrix<CompTy, M, N, MatrixUse::B, Scope>) {}

  __NO_ELEMENTS uint Length() const;
  __NO_ELEMENTS uint2 GetCoordinate(uint) const;
  __NO_ELEMENTS float Get(uint) const;
  __NO_ELEMENTS void Set(uint, float);
  template <typename... T> __NO_ATOMICS void InterlockedAccumulate(T...) const {}
};

template <ComponentEnum OutTy, ComponentEnum ATy, ComponentEnum BTy, int M, int N, int K, MatrixScopeEnum Scope>
__OP("hlsl.wave_matrix.multiply")
Matrix<OutTy, M, N, MatrixUse::Accumulator, Scope> Multiply(const Matrix<ATy, M, K, MatrixUse::A, Scope>,
                                                            const Matrix<BTy, K, N, MatrixUse::B, Scope>) {}
template <ComponentEnum CompTy, int M, int N, int K, MatrixScopeEnum Scope>
__OP("hlsl.wave_matrix.multiply")
Matrix<CompTy, M, N, MatrixUse::Accumulator, Scope> Multiply(const Matrix<CompTy, M, K, MatrixUse::A, Scope>,
                                                             const Matrix<CompTy, K, N, MatrixUse::B, Scope>) {}

} // namespace linalg
} // namespace dx
//:
