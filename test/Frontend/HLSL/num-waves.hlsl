// RUN: wave-hlsl %s -E literal | FileCheck %s --check-prefix=LITERAL
// RUN: wave-hlsl %s -E name | FileCheck %s --check-prefix=NAME
// RUN: wave-hlsl %s -E expression | FileCheck %s --check-prefix=EXPRESSION
// RUN: wave-hlsl %s -E macro -D WAVES=16 | FileCheck %s --check-prefix=MACRO
// RUN: wave-hlsl %s -E lower | FileCheck %s --check-prefix=LOWER
// RUN: wave-hlsl %s -E sized | FileCheck %s --check-prefix=SIZED
// RUN: wave-hlsl %s -E both -T as_6_8 | FileCheck %s --check-prefix=STAGE
// RUN: wave-hlsl %s -E threads | FileCheck %s --check-prefix=THREADS

static const uint kWaves = 3;
#ifndef WAVES
#define WAVES 1
#endif

// LITERAL: wave.func @literal() kernel stage(compute) num_waves(4) {
[numWaves(4)]
void literal() {}

// NAME: wave.func @name() kernel stage(compute) num_waves(3) {
[numWaves(kWaves)]
void name() {}

// EXPRESSION: wave.func @expression() kernel stage(compute) num_waves(7) {
[numWaves(2 * kWaves + 1)]
void expression() {}

// MACRO: wave.func @macro() kernel stage(compute) num_waves(16) {
[numWaves(WAVES)]
void macro() {}

// LOWER: wave.func @lower() kernel stage(compute) num_waves(2) {
[numwaves(2)]
void lower() {}

// SIZED: wave.func @sized() kernel stage(compute) num_waves(2) wave_size(8, 64, 32) {
[WaveSize(8, 64, 32)]
[numWaves(2)]
void sized() {}

// STAGE: wave.func @both() kernel stage(amplification) num_waves(2) {
[numWaves(2)]
void both() {}

// THREADS: wave.func @threads() kernel stage(compute) num_threads(8, 4, 2) {
[numthreads(8, 4, 2)]
void threads() {}
