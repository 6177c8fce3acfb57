// Proposal 0048, "Example Usage", and what it leaves out: an image, and a pixel of it for each wave.
Texture2D<float> Depth;
float LoadDepth(uint2 tile, uint wave) { return Depth[tile * 16 + uint2(WaveGetLaneIndex() % 16, wave % 16)]; }

#include "listings/0048-tile.hlsl"
