// RUN: wave-hlsl %s | FileCheck %s

// HLSL allows to omit the element type, float4; C++, which Clang parses, does not.
// CHECK: %arg0: !wave.image<2d, f32, 4>
Texture2D Plain : register(t0);
#define TEXTURE Texture2D
#define DECLARE(name) Texture2D name
#define DECLARE_OF(template, name) template<float> name
#define PASTE(type, name) type name
TEXTURE Macro : register(t1);
TEXTURE<float> MacroOf : register(t2);
DECLARE(Body) : register(t3);
DECLARE_OF(Texture2D, Argument) : register(t4);
PASTE(Texture2D, Pasted) : register(t5);
PASTE(Texture2D<float2>, PastedOf) : register(t6);
Buffer Typed : register(t7);
RWStructuredBuffer<float4> Out : register(u0);

float4 read(Texture2D texture, uint2 place) { return texture[place]; }

[numWaves(1)]
void main(uint3 group : SV_GroupID) {
  vector sum = read(Plain, group.xy) + Macro[group.xy] + Body[group.xy] + Pasted[group.xy];
  sum.x += MacroOf[group.xy] + Argument[group.xy];
  sum.xy += PastedOf[group.xy];
  Out[0] = sum + Typed[0];
}
