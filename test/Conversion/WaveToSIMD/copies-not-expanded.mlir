// RUN: wave-opt %s -convert-wave-to-simd="wave-size=8" -verify-diagnostics

// A copy that is not expanded, in a branch of the whole group, is an error and no crash.
wave.func @copy(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %tile = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  %always = arith.cmpi eq, %n, %n : i32
  scf.if %always {
    // expected-error @below {{has no form for a CPU: run wave-verify and the pipeline wave-to-simd}}
    wave.async_copy %tile[%n, %n], %in[%n, %n] at[%n, %n] of[%n, %n] size[%n, %n] : memref<64xf32, #gpu.address_space<workgroup>>, memref<?xf32>
  }
  wave.return
}
