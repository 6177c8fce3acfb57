// RUN: wave-opt %s -wave-num-waves-to-num-threads=wave-size=32 -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op cannot run 512 waves: even waves of 4 lanes are 2048 threads; the limit of a group is 1024: state at most 256 waves, or smaller ones [wave-size-none]}}
wave.func @no_size_is_left() kernel num_waves(512) {
}

// -----

// expected-error@+1 {{'wave.func' op cannot run 16 waves: waves of 128 lanes are 2048 threads; the limit of a group is 1024: state at most 8 waves, or smaller ones [wave-size-none]}}
wave.func @no_stated_size_is_left() kernel num_waves(16) wave_size(128) {
}

// -----

// expected-error@+1 {{'wave.func' op cannot run 64 waves: even waves of 4 lanes are 256 threads; the limit of a group is 128: state at most 32 waves, or smaller ones [wave-size-none]}}
wave.func @amplification() kernel stage(amplification) num_waves(64) {
}

// -----

// The number of threads does not wrap.
// expected-error@+1 {{'wave.func' op cannot run 2147483647 waves: even waves of 4 lanes are 8589934588 threads; the limit of a group is 1024}}
wave.func @very_many() kernel num_waves(2147483647) {
}

// -----

// expected-error@+1 {{'wave.func' op is compiled for waves of 32 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @outside() kernel num_waves(2) wave_size(4, 16) {
}

// -----

// A size that was dropped is outside, too.
// expected-error@+1 {{'wave.func' op is compiled for waves of 32 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @dropped() kernel num_waves(64) {
}
