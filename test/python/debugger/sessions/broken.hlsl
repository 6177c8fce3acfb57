RWStructuredBuffer<uint> result : register(u0);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) { result[index] = missing; }
