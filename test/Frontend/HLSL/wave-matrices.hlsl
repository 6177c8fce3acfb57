// RUN: wave-hlsl -T cs_6_10 -enable-16bit-types %s | FileCheck %s

// Matrices of a wave have the names of HLSL's linear algebra proposal.
#include <dx/linalg.h>
using namespace dx::linalg;
using MatrixA = Matrix<ComponentType::F16, 16, 8, MatrixUse::A, MatrixScope::Wave>;
using MatrixB = Matrix<ComponentType::F16, 8, 16, MatrixUse::B, MatrixScope::Wave>;
using MatrixC = Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave>;
using MatrixI = Matrix<ComponentType::I32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave>;
struct Tile {
  MatrixC sum;
  uint count;
};
groupshared float16_t left[2][512];
groupshared float16_t4 right[128];
ByteAddressBuffer bytes : register(t0);
// A buffer of words may have other accesses, too.
RWByteAddressBuffer words : register(u0);
RWByteAddressBuffer results : register(u1);

MatrixC product(MatrixA a, const MatrixB b) { return Multiply<ComponentType::F32>(a, b); }

void add(inout MatrixC sum, MatrixA a, MatrixB b) { sum.MultiplyAccumulate(a, b); }

// CHECK-LABEL: wave.func @main
// CHECK-SAME: %[[BYTES:[^:]*]]: memref<?xf16> {wave.binding = #wave.binding<srv, 0, 0, f16>
// CHECK-SAME: %[[WORDS:[^:]*]]: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, ui32>
// CHECK-SAME: %[[RESULTS:[^:]*]]: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 1, f32>
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK-DAG: %[[LEFT:.*]] = wave.groupshared {{.*}} : memref<1024xf16
  // CHECK-DAG: %[[RIGHT:.*]] = wave.groupshared {{.*}} : memref<512xf16
  // CHECK: %[[A:.*]] = wave.matrix_load row_major %[[LEFT]][%c516_i32, %c8_i32] : {{.*}} -> !wave.matrix<16x8xf16, a>
  MatrixA a = MatrixA::Load(left[1], 4, 8, MatrixLayout::RowMajor);
  // CHECK: %[[B:.*]] = wave.matrix_load column_major %[[RIGHT]]{{.*}} -> !wave.matrix<8x16xf16, b>
  MatrixB b = MatrixB::Load(right, 0, 8, MatrixLayout::ColMajor);
  // Bytes become elements.
  // CHECK: wave.matrix_load row_major %[[BYTES]][%c32_i32{{.*}}, %c16_i32{{.*}}] : memref<?xf16>
  MatrixA other = MatrixA::Load<64>(bytes, 64, 32, MatrixLayout::RowMajor);
  // CHECK: %[[ZERO:.*]] = wave.matrix_fill %cst{{.*}} : f32 -> !wave.matrix<16x16xf32, acc>
  // CHECK: %[[SUM:.*]] = wave.matrix_multiply_add %[[A]], %[[B]], %[[ZERO]]
  Tile tile = {product(a, b), 1};
  // CHECK: scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %[[SUM]]) -> (!wave.matrix<16x16xf32, acc>)
  // CHECK: wave.matrix_multiply_add %{{.*}}, %[[B]], %[[CARRIED]]
  for (uint k = 0; k < 3; ++k)
    add(tile.sum, other, b);
  // The value is that of the first lane.
  // CHECK: %[[FIRST:.*]] = wave.read_first_lane %{{.*}} : i32
  // CHECK: %[[FLOAT:.*]] = arith.uitofp %[[FIRST]] : i32 to f32
  // CHECK: wave.matrix_fill %[[FLOAT]]
  MatrixC sums[2] = {tile.sum, MatrixC::Splat(i)};
  // A condition chooses by control flow.
  // CHECK: scf.if {{.*}} -> (!wave.matrix<16x16xf32, acc>)
  MatrixC chosen = GetGroupWaveIndex() == 1 ? sums[0] : sums[1];
  // A loop that indexes an array of matrices is unrolled.
  // CHECK-COUNT-2: wave.matrix_store row_major %{{.*}}, %[[RESULTS]]
  for (uint n = 0; n < 2; ++n)
    sums[n].Store(results, n * 1024, 64, MatrixLayout::RowMajor);
  // The conversion to integers rounds to the nearest one, and saturates.
  // CHECK: %[[INTEGERS:.*]] = wave.matrix_map %{{.*}} : !wave.matrix<16x16xf32, acc> -> !wave.matrix<16x16xi32, acc>
  // CHECK: math.roundeven
  // CHECK: wave.matrix_store row_major %[[INTEGERS]], %[[WORDS]]
  MatrixI integers = chosen.Cast<ComponentType::I32>();
  integers.Store(words, 0, 64, MatrixLayout::RowMajor);
  words.Store(1024, 1);
  // CHECK: %[[SMALL:.*]] = wave.matrix_map %{{.*}} : !wave.matrix<16x16xf32, acc> -> !wave.matrix<16x16xf16, acc>
  // CHECK: wave.matrix_convert %[[SMALL]] : !wave.matrix<16x16xf16, acc> -> !wave.matrix<16x16xf16, b>
  Matrix<ComponentType::F16, 16, 16, MatrixUse::B, MatrixScope::Wave> factor =
      chosen.Cast<ComponentType::F16, MatrixUse::B>();
  // CHECK: wave.matrix_convert %{{.*}} -> !wave.matrix<16x16xf16, acc>
  // CHECK: arith.addf
  chosen.Accumulate(factor);
  chosen.Store(results, 2048, 64, MatrixLayout::ColMajor);
}
