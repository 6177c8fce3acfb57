// Names of GLSL, CUDA and Metal have one error for the line.

// RUN: not wave-hlsl %s -D DECLARATIONS 2>&1 | FileCheck %s --check-prefix=DECLARATION --implicit-check-not=error:
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

#ifdef DECLARATIONS
// DECLARATION: :[[#@LINE+1]]:2: error: '#version' is a directive of GLSL: remove it [hlsl-syntax]
#version 450
// DECLARATION: :[[#@LINE+1]]:8: error: 'local_size_x' is a name of GLSL: write [numthreads(x, y, z)] before the entry point [hlsl-type]
layout(local_size_x = 32) in;
// DECLARATION: :[[#@LINE+1]]:9: error: 'std430' is a name of GLSL: write a RWStructuredBuffer<T> [hlsl-type]
layout (std430, set = 0, binding = 1) readonly buffer Block { uint words[]; };
// DECLARATION: :[[#@LINE+1]]:1: error: 'shared' is a name of GLSL: write groupshared [hlsl-type]
shared uint memory[4];
// DECLARATION: :[[#@LINE+1]]:1: error: '__shared__' is a name of CUDA: write groupshared [hlsl-type]
__shared__ uint others[4];
// DECLARATION: :[[#@LINE+1]]:1: error: 'threadgroup' is a name of Metal: write groupshared [hlsl-type]
threadgroup uint more[4];
#else
RWBuffer<float> Out;
// A shader may declare such a name.
float mix(float a, float b) { return a + b; }

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[#@LINE+1]]:3: error: 'vec4' is a name of GLSL: write float4 [hlsl-type]
  vec4 a = vec4(1, 2, 3, 4);
  // CHECK: :[[#@LINE+1]]:3: error: 'mat2x3' is a name of GLSL: write float3x2 [hlsl-type]
  mat2x3 b;
  // CHECK: :[[#@LINE+1]]:12: error: 'gl_GlobalInvocationID' is a name of GLSL: write a parameter `uint3 id : SV_DispatchThreadID` [hlsl-type]
  uint i = gl_GlobalInvocationID.x;
  // CHECK: :[[#@LINE+1]]:3: error: 'barrier' is a name of GLSL: write GroupMemoryBarrierWithGroupSync() [hlsl-type]
  barrier();
  // CHECK: :[[#@LINE+1]]:24: error: 'fract' is a name of GLSL: write frac [hlsl-type]
  Out[0] = mix(1, 2) + fract(1.5);
  // CHECK: :[[#@LINE+1]]:7: error: 'threadIdx' is a name of CUDA: write a parameter `uint3 thread : SV_GroupThreadID` [hlsl-type]
  i = threadIdx.x;
}
#endif
