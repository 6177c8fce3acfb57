groupshared uint g_waveId = 0;
