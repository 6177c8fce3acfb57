gpu.module @kernels {
  wave.func @scale(%x: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "x"},
                   %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}) kernel stage(compute) num_waves(1) {
    %lane = wave.lane_index : i32
    %place = arith.index_castui %lane : i32 to index
    %value = memref.load %x[%place] : memref<?xi32>
    %one = arith.constant 1 : i32
    %big = arith.cmpi ugt, %value, %one : i32
    scf.if %big {
      %sum = arith.addi %value, %one : i32
      memref.store %sum, %out[%place] : memref<?xi32>
    }
    wave.return
  }
}
