// RUN: wave-translate --wave-to-ptx --debug-info %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --check-prefix=PLAIN
// A line changes nothing in plain code.
// RUN: wave-translate --wave-to-ptx %s -o %t.ptx
// RUN: sed -e 's/f[.]py":2/g.py":3/' %s > %t.other.mlir
// RUN: wave-translate --wave-to-ptx %t.other.mlir -o %t.other.ptx
// RUN: cmp %t.ptx %t.other.ptx

// There are directives, and no tables.
// CHECK: .target sm_80{{$}}
// CHECK: .entry kernel
// CHECK: .loc {{1 2 5}}
// CHECK: ld.global
// CHECK: .loc {{1 3 7}}
// CHECK: mul.
// CHECK: .loc {{1 4 9}}
// CHECK: st.global
// CHECK: .file 1 "/src{{/?}}f.py"
// PLAIN: .entry kernel
// PLAIN-NOT: .loc
// PLAIN-NOT: .file
gpu.module @kernels {
  wave.func @kernel(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %l = wave.lane_index : i32
    %i = arith.index_castui %l : i32 to index
    %x = memref.load %in[%i] : memref<?xi32> loc("/src/f.py":2:5)
    %y = arith.muli %x, %x : i32 loc("/src/f.py":3:7)
    memref.store %y, %in[%i] : memref<?xi32> loc("/src/f.py":4:9)
    wave.return loc("/src/f.py":5:1)
  } loc("/src/f.py":1:1)
}
