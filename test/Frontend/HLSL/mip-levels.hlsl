// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl -DLOAD %s 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not wave-hlsl -DMIPS %s 2>&1 | FileCheck %s --check-prefix=MIPS
// RUN: not wave-hlsl -DSIZE %s 2>&1 | FileCheck %s --check-prefix=SIZE

Texture2D<float4> image : register(t0);
RWBuffer<float4> output : register(u0);

// Images have level 0 only.
// CHECK-LABEL: wave.func @main
// CHECK-SAME: %[[IMAGE:[a-z0-9]+]]: !wave.image<2d, f32, 4>
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: wave.image_load %[[IMAGE]][%[[X:.*]], %[[Y:.*]]] :
  output[0] = image.mips[0][id.xy];
  // A level that lanes compute has no texels unless it is 0.
  // CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
  // CHECK: %[[AT:.*]] = arith.select %[[IS_FIRST]], %[[X]], %c-1_i32
  // CHECK: wave.image_load %[[IMAGE]][%[[AT]], %[[Y]]] :
  output[1] = image.mips[id.z][id.xy];
  // CHECK: wave.image_load
  output[2] = image.Load(int3(id.xy, id.z));
  uint width, height, levels;
  // CHECK: %[[WIDTH:.*]] = wave.image_size x %[[IMAGE]]
  // CHECK-NOT: arith.select
  image.GetDimensions(0, width, height, levels);
  output[3] = float4(width, height, levels, 0);
  // CHECK: arith.select %{{.*}}, %{{.*}}, %c0_i32
  image.GetDimensions(id.z, width, height, levels);
  output[4] = float4(width, height, levels, 0);
#ifdef LOAD
  // LOAD: :[[@LINE+1]]:26: error: mip level 1 does not exist: images have one level, which is 0 [hlsl-unsupported]
  output[5] = image.Load(int3(0, 0, 1));
#endif
#ifdef MIPS
  // MIPS: :[[@LINE+1]]:26: error: mip level 2 does not exist: images have one level, which is 0 [hlsl-unsupported]
  output[5] = image.mips[2][id.xy];
#endif
#ifdef SIZE
  // SIZE: :[[@LINE+1]]:23: error: mip level 1 does not exist: images have one level, which is 0 [hlsl-unsupported]
  image.GetDimensions(1, width, height, levels);
#endif
}
