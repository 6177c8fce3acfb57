// RUN: wave-hlsl %s | FileCheck %s
// RUN: wave-hlsl %s -Fo %t.dxil

// Clang reads only the parts of the implicit header whose names the shader has. Some parts need
// two names, and a macro can paste a name.
#define PASTE(a, b) a##b

StructuredBuffer<float> Source : register(t0);
PASTE(Structured, Buffer)<uint> Pasted : register(t1);
RWStructuredBuffer<float> Result : register(u0);

// CHECK: wave.func @main
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: memref.load %arg0
  float first = Source.Load(id.x);
  // CHECK: memref.load %arg1
  uint second = Pasted.PASTE(Lo, ad)(id.x);
  uint count, stride;
  // CHECK: memref.dim %arg2
  Result.PASTE(GetDim, ensions)(count, stride);
  matrix<float, 2, 2> square = float(second);
  // CHECK-COUNT-2: math.absf
  square = abs(square);
  Result[id.x] = square[0][0] + square._m01_m11.x + square._21 + first + float(count);
}
