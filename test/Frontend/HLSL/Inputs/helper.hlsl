#include "inner.hlsl"
uint helper() { return missing; }
