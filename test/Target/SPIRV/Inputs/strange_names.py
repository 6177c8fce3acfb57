"""Prints a kernel whose values have a name with a zero byte and one that is longer than an instruction."""

print(f"""gpu.module @kernels {{
  wave.func @k(%out: memref<?xi32> {{wave.binding = #wave.binding<uav, ui32>}}) kernel num_waves(1) {{
    %lane = wave.lane_index : i32
    %a = arith.addi %lane, %lane : i32 loc("na\\00me"("f":1:1))
    %b = arith.muli %a, %lane : i32 loc("{"x" * 300000}"("f":2:1))
    %place = arith.index_castui %lane : i32 to index
    memref.store %b, %out[%place] : memref<?xi32>
  }}
}}""")
