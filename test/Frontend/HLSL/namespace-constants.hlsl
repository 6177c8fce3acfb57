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

// A variable of a namespace hides a function of HLSL in this namespace only.
namespace Limits {
static const float max = 4, dot = 2;
cbuffer Others { float saturate; }
namespace Inner { float twice() { return 2 * max + saturate; } }
}

// CHECK: wave.func @main
// CHECK-SAME: wave.name = "Constants"
// CHECK-SAME: wave.name = "Others"
// CHECK-SAME: wave.name = "$Globals"
[numthreads(1, 1, 1)]
void main() {
  Out[1] = max(Out[1], Limits::max) + dot(float2(Out[0], 2), 1) + saturate(Limits::Inner::twice()) + Limits::dot;
  Out[0] = outer::first() + outer::scene::total() + outer::last() + outer::scene::before();
}
