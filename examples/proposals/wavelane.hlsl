// The article "WaveLane", the first listing, which is whole.
#include "listings/wavelane.hlsl"
