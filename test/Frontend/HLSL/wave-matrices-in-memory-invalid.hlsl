// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types -E memory %s 2>&1 | FileCheck %s --check-prefix=MEMORY --implicit-check-not=error:
// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types -E accesses %s 2>&1 | FileCheck %s --check-prefix=ACCESS --implicit-check-not=error:
// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types -E elements %s 2>&1 | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not=error:
// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types -E combination %s 2>&1 | FileCheck %s --check-prefix=SUM --implicit-check-not=error:
// RUN: not wave-hlsl -T cs_6_10 -enable-16bit-types -E parameter %s 2>&1 | FileCheck %s --check-prefix=PARAMETER --implicit-check-not=error:

using namespace dx::linalg;
using MatrixA = Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::Wave>;
using MatrixC = Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave>;
struct Holder {
  MatrixC sum;
};
// MEMORY: :[[#@LINE+1]]:9: error: memory cannot hold matrices of a wave: keep them in local variables, and store their elements [hlsl-type]
MatrixC constant;
// MEMORY: :[[#@LINE+1]]:26: error: memory cannot hold matrices of a wave: keep them in local variables, and store their elements [hlsl-type]
StructuredBuffer<Holder> holders : register(t0);
ByteAddressBuffer mixed : register(t1);
RWByteAddressBuffer c : register(u0);
RWStructuredBuffer<float> floats : register(u1);

[numthreads(64, 1, 1)]
void memory() {
  MatrixC k = constant;
  k = holders[0].sum;
  k.Store(c, 0, 64, MatrixLayout::RowMajor);
}

[numthreads(64, 1, 1)]
void accesses() {
  // ACCESS: :[[#@LINE+1]]:29: error: 'mixed' has matrices, and is accessed in another way too: use a buffer for each [matrix-memory]
  MatrixA x = MatrixA::Load(mixed, 0, 16, MatrixLayout::RowMajor);
  c.Store(0, mixed.Load(0));
}

[numthreads(64, 1, 1)]
void elements() {
  MatrixC sum = MatrixC::Splat(0);
  // ELEMENTS: :[[#@LINE+1]]:13: error: 'floats' is not a buffer of bytes: declare it as a ByteAddressBuffer or RWByteAddressBuffer [matrix-memory]
  sum.Store(floats, 0, 16, MatrixLayout::RowMajor);
}

[numthreads(64, 1, 1)]
void combination() {
  MatrixA x;
  Matrix<ComponentType::F32, 16, 16, MatrixUse::B, MatrixScope::Wave> y;
  // SUM: :[[#@LINE+1]]:15: error: this line has no form for elements of 'f16' and 'f32' with a sum of 'f32' [matrix-combination]
  MatrixC z = Multiply<ComponentType::F32>(x, y);
  z.Store(c, 0, 64, MatrixLayout::RowMajor);
}

[numthreads(64, 1, 1)]
// PARAMETER: :[[#@LINE+1]]:24: error: the parameter 'given' of an entry point needs a semantic, such as SV_GroupID [hlsl-semantic]
void parameter(MatrixC given) {}
