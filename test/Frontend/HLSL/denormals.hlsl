// RUN: wave-hlsl %s -denorm ftz | FileCheck %s
// RUN: wave-hlsl %s -denorm any | FileCheck %s --check-prefix=ANY
// RUN: not wave-hlsl %s -denorm preserve 2>&1 | FileCheck %s --check-prefix=MODE

// MODE: error: unknown mode of denormal floats 'preserve': use any or ftz; GPUs cannot be asked to keep them [hlsl-denormals]
// ANY-NOT: arith.bitcast
StructuredBuffer<float2> x;
RWStructuredBuffer<float2> y;
RWStructuredBuffer<double> z;

// The operands and the result of arithmetic become zeros of their sign; moved values and doubles stay as they are.
// CHECK: %[[x:.*]] = vector.load
// CHECK: %[[bits:.*]] = arith.bitcast %[[x]] : vector<2xf32> to vector<2xi32>
// CHECK: %[[exponent:.*]] = arith.andi %[[bits]], %{{.*}} : vector<2xi32>
// CHECK: %[[small:.*]] = arith.cmpi eq, %[[exponent]], %{{.*}} : vector<2xi32>
// CHECK: %[[zero:.*]] = arith.andi %[[bits]], %{{.*}} : vector<2xi32>
// CHECK: %[[flushed:.*]] = arith.select %[[small]], %[[zero]], %[[bits]]
// CHECK: %[[operand:.*]] = arith.bitcast %[[flushed]]
// CHECK: %[[root:.*]] = math.sqrt %[[operand]]
// CHECK: %[[result:.*]] = arith.bitcast %[[root]]
// CHECK: vector.store
// CHECK-NOT: arith.bitcast
// CHECK: vector.store %[[x]]
// CHECK: arith.addf %{{.*}} : f64
// CHECK-NOT: arith.bitcast
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float2 value = x[i];
  y[i] = sqrt(value);
  y[i + 4] = value;
  z[i] = z[i + 4] + 1;
}
