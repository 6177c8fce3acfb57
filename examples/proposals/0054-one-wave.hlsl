// Proposal 0054, "Single Wave Example", and what it leaves out.
#define FLT_MAX 3.402823466e+38f
Texture2D<float> Depth;
RWTexture2D<uint> TileMinMaxDepthUAV;

#include "listings/0054-one-wave.hlsl"
