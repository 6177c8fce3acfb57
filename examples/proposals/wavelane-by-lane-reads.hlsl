// The article "WaveLane", the second listing, and what it leaves out: the resources of the first one, and a function.
Buffer<float4> lightDatas;
Texture2D<uint2> lightStartCounts;
RWTexture2D<float4> output;
uint divRoundUp(uint number, uint divisor) { return (number + divisor - 1) / divisor; }

#include "listings/wavelane-by-lane-reads.hlsl"
