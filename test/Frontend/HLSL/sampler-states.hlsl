// States of samplers, which dxc ignores as well.

// RUN: wave-hlsl %s -WX -E main | FileCheck %s
// RUN: not wave-hlsl %s -E user 2>&1 | FileCheck %s --check-prefix=USER

// USER: :[[#@LINE+1]]:14: error: samplers are not supported: read texels by `Load` or `[]` [hlsl-unsupported]
SamplerState Linear { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; };
SamplerState Placed : register(s0, space1) { Filter = ANISOTROPIC; BorderColor = float4(0, 0, 0, 0); };
SamplerComparisonState Compared { ComparisonFunc = LESS; };
SamplerState Several[2] { { Filter = ANISOTROPIC; }, { Filter = ANISOTROPIC; } };
sampler Old = sampler_state { Filter = MIN_MAG_MIP_LINEAR; };
SamplerState Plain : register(s1);
Texture2D<float4> Image;
RWBuffer<float> Out;
namespace inner { SamplerState Point { Filter = MIN_MAG_MIP_POINT; }; }
SamplerState choose() { return Linear; }

// CHECK: wave.func @main
[numthreads(1, 1, 1)] void main() { Out[0] = 1; }
[numthreads(1, 1, 1)] void user() { Out[0] = Image.SampleLevel(Linear, float2(0, 0), 0).x; }
