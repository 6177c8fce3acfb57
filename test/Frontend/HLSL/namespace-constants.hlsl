// Functions of a namespace copy structs of its constant buffers, and call their methods.

// RUN: wave-hlsl %s | FileCheck %s
// RUN: wave-hlsl %s -Fo %t.dxil

RWStructuredBuffer<float> Out;
struct Light { float3 color; float power; float sum() { return color.x + power; } };
float take(Light light) { return light.power; }

namespace outer {
Light loose;
float first() { return take(loose) + loose.sum(); }
namespace scene {
float before() { return 1; }
cbuffer Constants {
  Light light;
  Light lights[2];
}
float total() {
  Light copy = light;
  return copy.power + light.sum() + take(lights[1]) + loose.sum();
}
}
float last() { return take(scene::light) + scene::lights[0].sum(); }
}

// CHECK: wave.func @main
// CHECK-SAME: wave.name = "Constants"
// CHECK-SAME: wave.name = "$Globals"
[numthreads(1, 1, 1)]
void main() { Out[0] = outer::first() + outer::scene::total() + outer::last() + outer::scene::before(); }
