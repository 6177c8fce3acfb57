// RUN: wave-opt %s -wave-lower-prints -verify-diagnostics | FileCheck %s

// Code for hosts that do not know the buffer does not record anything.
gpu.module @kernels {
  // CHECK: wave.func @prints(%{{[^,]*}}: i1 {wave.element = i1}, %{{[^,]*}}: i32 {wave.element = ui32}) kernel num_waves(2) {
  // CHECK-NEXT: wave.return
  wave.func @prints(%c: i1 {wave.element = i1}, %i: i32 {wave.element = ui32}) kernel num_waves(2) {
    // expected-remark @+1 {{the print is removed: no host reads the records of this code [print-removed]}}
    wave.print "{}"(%i : i32) as [ui32]
    // expected-remark @+1 {{the check is removed: no host reads the records of this code [print-removed]}}
    wave.assert %c "i < n" ""(%i : i32) as [ui32] names ["i"]
    // expected-remark @+1 {{the print is removed}}
    wave.print wave "here" as []
  }
}
