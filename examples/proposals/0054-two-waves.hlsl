// Proposal 0054, "Two Wave Example", and what it leaves out. Its GetGroupNumWaves is named GetGroupWaveCount in 0048.
#define GetGroupNumWaves GetGroupWaveCount
#define FLT_MAX 3.402823466e+38f
Texture2D<float> Depth;
RWTexture2D<uint> TileMinMaxDepthUAV;

#include "listings/0054-two-waves.hlsl"
