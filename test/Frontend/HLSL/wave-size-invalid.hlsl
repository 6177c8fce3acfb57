// RUN: not wave-hlsl %s -E small 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+1]]:33: error: a wave must have from 4 to 128 lanes, got 2 [wave-size-range]
[numthreads(1, 1, 1)] [WaveSize(2)]
void small() {}

// CHECK: :[[#@LINE+1]]:33: error: a wave size must be a power of two, got 24: use 32 [wave-size-power-of-two]
[numthreads(1, 1, 1)] [WaveSize(24)]
void odd() {}

// CHECK: :[[#@LINE+1]]:24: error: the smallest wave size must be less than the largest: for one size write [WaveSize(32)] [wave-size-order]
[numthreads(1, 1, 1)] [WaveSize(32, 16)]
void order() {}

// CHECK: :[[#@LINE+1]]:24: error: the smallest wave size must be less than the largest: for one size write [WaveSize(32)] [wave-size-order]
[numthreads(1, 1, 1)] [WaveSize(16, 16)]
void equal() {}

// CHECK: :[[#@LINE+1]]:41: error: the preferred wave size must be within the range 16..32, got 64 [wave-size-preferred]
[numthreads(1, 1, 1)] [WaveSize(16, 32, 64)]
void preferred() {}

// CHECK: :[[#@LINE+1]]:24: error: 'WaveSize' attribute takes no more than 3 arguments [hlsl-type]
[numthreads(1, 1, 1)] [WaveSize(16, 32, 32, 32)]
void many() {}
