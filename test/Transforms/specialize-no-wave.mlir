// RUN: wave-opt %s -wave-specialize | FileCheck %s
// RUN: wave-opt %s -wave-to-spirv="opt-level=2 enable=specialize" -o /dev/null

// A value of a stretch that is used where no wave gets, behind it.
// CHECK-LABEL: wave.func @used_by_nobody
// CHECK: wave.return
gpu.module @kernels {
wave.func @used_by_nobody(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v10 = arith.constant 10 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %one = arith.cmpi eq, %wave, %c1 : i32
  scf.if %zero {
    memref.store %v10, %out[%i0] : memref<?xi32>
  }
  %sum = wave.reduce add %lane : i32
  memref.store %sum, %out[%i1] : memref<?xi32>
  %x = memref.load %out[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %zero {
    memref.store %c0, %out[%i0] : memref<?xi32>
  }
  wave.barrier all sync
  scf.if %zero {
    memref.store %v10, %out[%i0] : memref<?xi32>
    scf.if %one {
      scf.if %p {
        scf.if %zero {
          memref.store %x, %out[%i1] : memref<?xi32>
        }
        memref.store %x, %out[%i1] : memref<?xi32>
      }
    }
  }
  %sum2 = wave.reduce add %lane : i32
  memref.store %sum2, %out[%i1] : memref<?xi32>
  scf.if %zero {
    memref.store %c0, %out[%i0] : memref<?xi32>
  }
}
}
