// A background kernel: a few groups that loop over all items, compared with a launch that is sized by the wave size.

StructuredBuffer<uint> Numbers : register(t0);
RWStructuredBuffer<uint> Steps : register(u0);
cbuffer Constants : register(b0) {
  uint Count;
  uint GroupCount;
};

static const uint MOST_STEPS = 32;

// The number of steps that lead to 1, at most MOST_STEPS. So items differ in cost.
uint collatz_steps(uint number) {
  uint steps = 0;
  while (number > 1 && steps < MOST_STEPS) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++steps;
  }
  return steps;
}

[numWaves(2)]
void count_steps(uint group : SV_GroupID) {
  uint wave = group * GetGroupWaveCount() + GetGroupWaveIndex();
  uint item = wave * WaveGetLaneCount() + WaveGetLaneIndex();
  if (item < Count)
    Steps[item] = collatz_steps(Numbers[item]);
}

[numWaves(2)]
void count_steps_in_background(uint group : SV_GroupID) {
  uint wave = group * GetGroupWaveCount() + GetGroupWaveIndex();
  uint waves = GroupCount * GetGroupWaveCount();
  // Neighboring lanes have neighboring items in every iteration.
  uint first = wave * WaveGetLaneCount() + WaveGetLaneIndex();
  for (uint item = first; item < Count; item += waves * WaveGetLaneCount())
    Steps[item] = collatz_steps(Numbers[item]);
}
