// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not="<hlsl>" --implicit-check-not=__ --implicit-check-not=Prelude.hlsl

// Messages do not show how the implicit header declares HLSL.
RWStructuredBuffer<uint> Out : register(u0);
RWBuffer<uint> Typed : register(u1);
Texture2D Image : register(t0);

[numWaves(1)]
void main() {
  // CHECK: :[[#@LINE+2]]:3: error: no matching function for call to 'WaveActiveSum' [hlsl-type]
  // CHECK: {{^}}note: candidate: WaveActiveSum(value) of integers and floats{{$}}
  WaveActiveSum(1, 2);
  // CHECK: :[[#@LINE+1]]:9: error: no member named 'Lod' in 'Texture2D<float4>': did you mean 'Load'? [hlsl-type]
  Image.Lod(1);
  // CHECK: :[[#@LINE+1]]:9: error: no member named 'Lod' in 'RWBuffer<uint>': did you mean 'Load'? [hlsl-type]
  Typed.Lod(1);
  // CHECK: :[[#@LINE+1]]:3: error: no matching function for call to 'WaveReadLaneAt' [hlsl-type]
  WaveReadLaneAt(Out, 1);
}
