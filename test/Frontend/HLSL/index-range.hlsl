// RUN: wave-hlsl %s -E main -WX | FileCheck %s
// RUN: wave-hlsl %s -E computed -WX | FileCheck %s --check-prefix=COMPUTED

// An index out of range is no error in code that no lane executes. One that lanes compute
// has a lookup, which an instrumented run checks.

RWStructuredBuffer<float4> o;
groupshared float store[4];
static const int kCount = 5;

float unused(float3 v) {
  return v[3];
}

template <int N> float orZero(float4 v) {
  if (N < 4)
    return v[N];
  return 0;
}

// CHECK-LABEL: func @main
[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float4 v = o[1];
  float a[3] = {1, 2, 3};
  if (false)
    a[5] = 1;
  if (kCount < 3)
    store[5] = 1;
  o[0].x = kCount <= 3 ? a[kCount] : a[0];
  o[0].y = kCount <= 3 && a[kCount] > 1;
  o[0].z = orZero<4>(v);
  while (false)
    a[3] = 1;
  for (int j = 0; j < 5; ++j)
    if (j < 3)
      o[2].x += a[j];
  o[2].y = v[3] + v[0];
  return;
  a[3] = 1;
}

struct Part {
  float a[3];
};
StructuredBuffer<Part> parts;
groupshared float4 points[4];

// COMPUTED-LABEL: func @computed
[numthreads(4, 1, 1)]
void computed(uint i : SV_GroupIndex) {
  float4 v = o[1];
  float2x3 m = 1;
  float local[3] = {1, 2, 3};
  // COMPUTED: wave.lookup %{{.*}}, dense<0> : tensor<4xi32> {wave.indexed = "component"} -> i32
  o[0].x = v[i];
  // COMPUTED: wave.lookup %{{.*}}, dense<0> : tensor<2xi32> {wave.indexed = "row"} -> i32
  // COMPUTED: wave.lookup %{{.*}}, dense<0> : tensor<3xi32> {wave.indexed = "column"} -> i32
  o[0].y = m[i][i];
  // COMPUTED: wave.lookup %{{.*}}, dense<0> : tensor<3xi32> {wave.indexed = "element"} -> i32
  o[0].z = parts[i].a[i];
  // The access of an array in memory is checked itself.
  // COMPUTED-NOT: wave.lookup
  o[0].w = local[i] + points[i].x;
  // COMPUTED: wave.lookup %{{.*}}, dense<0> : tensor<4xi32> {wave.indexed = "component"} -> i32
  points[i][i] = 1;
  // COMPUTED-NOT: wave.lookup
  o[1].x = v[2] + m[1][2] + parts[0].a[2];
  // COMPUTED: return
}
