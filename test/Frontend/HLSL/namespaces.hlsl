// A global variable of a namespace that is not static is a constant of $Globals, like one outside of namespaces, in the order
// of the declarations. A struct with resources has its numbers there.
// RUN: wave-hlsl %s | FileCheck %s

uint first;
namespace outer {
float2 scale;
namespace inner {
int offset;
}
static uint count = 3;
cbuffer Block { uint blocked; };
struct Mixed {
  RWStructuredBuffer<float> out_values;
  float bias;
};
Mixed mixed;
} // namespace outer
uint last;

RWStructuredBuffer<float> result;
// Names that are in several namespaces are whole ones.
namespace a {
RWStructuredBuffer<float> twin[2];
}
namespace b {
RWStructuredBuffer<float> twin[2];
}

// CHECK: wave.fields = [{name = "blocked",
// CHECK-SAME: wave.name = "mixed.out_values"
// CHECK-SAME: wave.name = "result"
// CHECK-SAME: wave.name = "a::twin[1]"
// CHECK-SAME: wave.name = "b::twin[1]"
// CHECK-SAME: wave.fields = [{name = "first", offset = 0 : i64, type = ui32}
// CHECK-SAME: {name = "outer::scale", offset = 4 : i64, type = vector<2xf32>}
// CHECK-SAME: {name = "outer::inner::offset", offset = 12 : i64, type = si32}
// CHECK-SAME: {name = "outer::mixed.bias", offset = 16 : i64, type = f32}
// CHECK-SAME: {name = "last", offset = 20 : i64, type = ui32}
// CHECK-SAME: wave.name = "$Globals"
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  result[i] = first + outer::scale.y + outer::inner::offset + outer::count + outer::blocked + last;
  a::twin[1][i] = b::twin[1][i];
  outer::mixed.out_values[i] = outer::mixed.bias;
}
