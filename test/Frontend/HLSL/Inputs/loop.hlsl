#include "loop.hlsl"
