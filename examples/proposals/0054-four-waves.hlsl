// Proposal 0054, "Improved Memory Coherency Example", and what it leaves out: the names of proposal 0048, an image, and
// an atomic whose last argument is written like the address of a variable.
#define GetGroupNumWaves GetGroupWaveCount
#define GroupGetWaveCount GetGroupWaveCount
#define GroupGetWaveIndex GetGroupWaveIndex
#define whatever 1
Texture2D<uint> GBuffer;
RWStructuredBuffer<uint> CountBufferUAV;
RWStructuredBuffer<uint> DataBufferUAV;

struct Previous {
  uint value;
  void operator&(out uint result) { result = value; }
};
#define AtomicAdd(place, amount, result)                                                                               \
  Previous previous;                                                                                                   \
  InterlockedAdd(place, amount, previous.value);                                                                       \
  previous result

#include "listings/0054-four-waves.hlsl"
