// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types %s 2>&1 | FileCheck %s --implicit-check-not=error:

using namespace dx::linalg;
using MatrixA = Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::Wave>;
using MatrixB = Matrix<ComponentType::F16, 16, 16, MatrixUse::B, MatrixScope::Wave>;
using MatrixC = Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave>;
using Bytes = Matrix<ComponentType::I8, 16, 16, MatrixUse::A, MatrixScope::Wave>;
groupshared uint words[1024];
groupshared float16_t halves[1024];
groupshared float values[1024];
// CHECK: :[[#@LINE+1]]:21: error: memory cannot hold matrices of a wave: keep them in local variables, and store their elements [hlsl-type]
groupshared MatrixC kept;
ByteAddressBuffer two : register(t2);
RWByteAddressBuffer c : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: :[[#@LINE+1]]:73: error: matrices with MatrixScope::Thread are not supported: use MatrixScope::Wave [hlsl-unsupported]
  Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::Thread> own;
  // CHECK: :[[#@LINE+1]]:78: error: matrices with MatrixScope::ThreadGroup are not supported: use MatrixScope::Wave [hlsl-unsupported]
  Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::ThreadGroup> group;
  // CHECK: :[[#@LINE+1]]:71: error: matrices of this ComponentType are not supported: use F16, BFloat16, F32, I8 or I32 [hlsl-unsupported]
  Matrix<ComponentType::F64, 16, 16, MatrixUse::A, MatrixScope::Wave> wide;
  // CHECK: :[[#@LINE+1]]:80: error: an accumulator of ComponentType::I8 is not supported: use I32 [hlsl-unsupported]
  Matrix<ComponentType::I8, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave> narrow;
  // CHECK: :[[#@LINE+1]]:71: error: a factor of ComponentType::I32 is not supported: use I8 [hlsl-unsupported]
  Matrix<ComponentType::I32, 16, 16, MatrixUse::A, MatrixScope::Wave> factor;
  // CHECK: :[[#@LINE+1]]:70: error: a matrix of 0 x 16 elements is not supported: it must have from 1 to 65536 elements [hlsl-unsupported]
  Matrix<ComponentType::F16, 0, 16, MatrixUse::A, MatrixScope::Wave> none;
  // CHECK: :[[#@LINE+1]]:29: error: a matrix of ComponentType::F16 needs an array of 'float16_t', not of 'uint' [matrix-memory]
  MatrixA x = MatrixA::Load(words, 0, 16, MatrixLayout::RowMajor);
  // CHECK: :[[#@LINE+1]]:44: error: the layout of a matrix of a wave must be the constant MatrixLayout::RowMajor or MatrixLayout::ColMajor [hlsl-unsupported]
  MatrixB y = MatrixB::Load(halves, 0, 16, MatrixLayout::MulOptimal);
  // CHECK: :[[#@LINE+1]]:29: error: a groupshared array cannot have the elements of a matrix of ComponentType::I8: use a ByteAddressBuffer [matrix-memory]
  Bytes bytes = Bytes::Load(words, 0, 16, MatrixLayout::RowMajor);
  MatrixC z = MatrixC::Splat(1);
  // CHECK: :[[#@LINE+1]]:11: error: a matrix of ComponentType::F32 needs an array of 'float', not of 'half' [matrix-memory]
  z.Store(halves, 0, 16, MatrixLayout::RowMajor);
  // CHECK: :[[#@LINE+1]]:5: error: 'MultiplyAccumulate' needs a matrix with MatrixUse::Accumulator [matrix-role]
  x.MultiplyAccumulate(x, y);
  // CHECK: :[[#@LINE+1]]:19: error: no lane has elements of a matrix: store the matrix to a groupshared array, and access the elements there [hlsl-unsupported]
  uint length = z.Length();
  // CHECK: :[[#@LINE+1]]:17: error: no lane has elements of a matrix: store the matrix to a groupshared array, and access the elements there [hlsl-unsupported]
  float one = z.Get(0);
  // CHECK: :[[#@LINE+1]]:5: error: no lane has elements of a matrix: store the matrix to a groupshared array, and access the elements there [hlsl-unsupported]
  z.Set(0, 1);
  // CHECK: :[[#@LINE+1]]:5: error: `InterlockedAccumulate` is not supported: store the matrix to a groupshared array, and add its elements with InterlockedAdd [hlsl-unsupported]
  z.InterlockedAccumulate(values, 0, 16, MatrixLayout::RowMajor);
  // CHECK: :[[#@LINE+1]]:22: error: a cast that transposes is not supported: store the matrix, and load it with the other layout [hlsl-unsupported]
  MatrixC turned = z.Cast<ComponentType::F32, MatrixUse::Accumulator, true>();
  MatrixC sums[2];
  // CHECK: :[[#@LINE+1]]:8: error: the index of an array of matrices of a wave must be a constant or the counter of a loop with at most 256 iterations [hlsl-unsupported]
  sums[i] = z;
  MatrixA other = MatrixA::Load(two, 0, 16, MatrixLayout::RowMajor);
  // CHECK: :[[#@LINE+1]]:21: error: 'two' has matrices of another ComponentType: use a buffer for each [matrix-memory]
  z = MatrixC::Load(two, 0, 16, MatrixLayout::RowMajor);
  float local[256];
  // CHECK: :[[#@LINE+1]]:11: error: a matrix is loaded from and stored to a groupshared array or a buffer of bytes, not a local array: each lane has its own [matrix-memory]
  z.Store(local, 0, 16, MatrixLayout::RowMajor);
  MatrixC k = kept;
  c.Store(0, length + one);
}
