RWStructuredBuffer<float4> sv;
[numthreads(4,1,1)]
void main(uint t : SV_GroupIndex) {
  sv[t] = float4(t, 0.5, 1, 2);
}
