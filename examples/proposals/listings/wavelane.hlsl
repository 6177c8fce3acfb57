Buffer<float4> lightDatas;
Texture2D<uint2> lightStartCounts;
RWTexture2D<float4> output;

[numthreads(8, 8, 1)]
void CSMain(uint3 tid : SV_DispatchThreadID, uint3 gid : SV_GroupID)
{
    uint2 lightStartCount = lightStartCounts[gid.xy];    
    float4 lightAccumulator = 0;
    
    for (uint i = 0; i < lightStartCount.y; ++i)
    {
        uint lightIndex = lightStartCount.x + i;
        
        // In real impl light data would be position, radius, color, etc.
        float4 lightData = lightDatas[lightIndex];  // 64-wide mem load. All lanes load from same address.
        lightAccumulator += lightData;
    }
    
    output[tid.xy] = lightAccumulator;
}
