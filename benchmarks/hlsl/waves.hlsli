// What num_waves(WAVES) takes in HLSL: a group of WAVES * WAVE_SIZE threads with [WaveSize(WAVE_SIZE)], and the number of
// the wave in the group, of which a driver may launch more than WAVES. Below Shader Model 6.10 the number is counted in
// groupshared memory, by every wave, before it does anything else, and a kernel without a use for it trusts in the waves
// to be full.
#ifndef WAVE_SIZE
#define WAVE_SIZE 32
#endif

#if __SHADER_TARGET_MINOR >= 10

uint group_wave_index(uint thread) { return GetGroupWaveIndex(); }

uint group_wave_count() { return GetGroupWaveCount(); }

bool is_extra_wave(uint waves) { return GetGroupWaveIndex() >= waves; }

#else

groupshared uint arrived_waves;

uint group_wave_index(uint thread) {
  if (thread == 0)
    arrived_waves = 0;
  GroupMemoryBarrierWithGroupSync();
  uint wave = 0;
  if (WaveIsFirstLane())
    InterlockedAdd(arrived_waves, 1, wave);
  wave = WaveReadLaneFirst(wave);
  GroupMemoryBarrierWithGroupSync();
  return wave;
}

uint group_wave_count() { return arrived_waves; }

bool is_extra_wave(uint waves) { return false; }

#endif
