// RUN: wave-opt %s -wave-instrument -wave-legalize-barriers=returns-only | FileCheck %s

// A checked run compares the counts, and waves meet at the launch. Each wave comes to
// it, and brings 0 where its lanes have returned.

// CHECK-LABEL: wave.func @checked
// CHECK: wave.check retire
// CHECK: %[[LIVE:.*]] = arith.xori
// CHECK: scf.if %[[LIVE]] {
// CHECK:   wave.check uniform site({{.*}})(%[[N:.*]] : i32)
// CHECK:   wave.check uniform
// CHECK:   wave.check uniform
// CHECK:   wave.check barrier
// CHECK: }
// CHECK: %[[X:.*]] = arith.select %[[LIVE]], %[[N]]
// CHECK: wave.dispatch_mesh %[[X]], %[[N]], %[[N]]
wave.func @checked(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) wave_size(8) {
  %lane = wave.lane_index : i32
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  wave.dispatch_mesh %n, %n, %n
}
