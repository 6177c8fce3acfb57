// Everything that wave-verify accepts gets through the validator, optimized or not.
// RUN: split-file %s %t
// RUN: wave-opt %t/arithmetic.mlir -wave-verify -wave-to-spirv | wave-translate --wave-to-spirv -o %t/arithmetic.spv && spirv-val %t/arithmetic.spv
// RUN: wave-opt %t/arithmetic.mlir -wave-verify -wave-to-spirv=opt-level=0 | wave-translate --wave-to-spirv -o %t/arithmetic.spv && spirv-val %t/arithmetic.spv
// RUN: wave-opt %t/arithmetic.mlir -wave-verify -wave-to-spirv=unchecked=true | wave-translate --wave-to-spirv -o %t/arithmetic.spv && spirv-val %t/arithmetic.spv
// RUN: wave-opt %t/arithmetic.mlir -wave-verify -wave-to-spirv=guard-wave-size=true | wave-translate --wave-to-spirv -o %t/arithmetic.spv && spirv-val %t/arithmetic.spv
// RUN: wave-opt %t/lanes.mlir -wave-verify -wave-to-spirv | wave-translate --wave-to-spirv -o %t/lanes.spv && spirv-val %t/lanes.spv
// RUN: wave-opt %t/lanes.mlir -wave-verify -wave-to-spirv=opt-level=0 | wave-translate --wave-to-spirv -o %t/lanes.spv && spirv-val %t/lanes.spv
// RUN: wave-opt %t/lanes.mlir -wave-verify -wave-to-spirv=unchecked=true | wave-translate --wave-to-spirv -o %t/lanes.spv && spirv-val %t/lanes.spv
// RUN: wave-opt %t/lanes.mlir -wave-verify -wave-to-spirv=guard-wave-size=true | wave-translate --wave-to-spirv -o %t/lanes.spv && spirv-val %t/lanes.spv
// RUN: wave-opt %t/memory.mlir -wave-verify -wave-to-spirv | wave-translate --wave-to-spirv -o %t/memory.spv && spirv-val %t/memory.spv
// RUN: wave-opt %t/memory.mlir -wave-verify -wave-to-spirv=opt-level=0 | wave-translate --wave-to-spirv -o %t/memory.spv && spirv-val %t/memory.spv
// RUN: wave-opt %t/memory.mlir -wave-verify -wave-to-spirv=unchecked=true | wave-translate --wave-to-spirv -o %t/memory.spv && spirv-val %t/memory.spv
// RUN: wave-opt %t/memory.mlir -wave-verify -wave-to-spirv=guard-wave-size=true | wave-translate --wave-to-spirv -o %t/memory.spv && spirv-val %t/memory.spv
// RUN: wave-opt %t/control-flow.mlir -wave-verify -wave-to-spirv | wave-translate --wave-to-spirv -o %t/control-flow.spv && spirv-val %t/control-flow.spv
// RUN: wave-opt %t/control-flow.mlir -wave-verify -wave-to-spirv=opt-level=0 | wave-translate --wave-to-spirv -o %t/control-flow.spv && spirv-val %t/control-flow.spv
// RUN: wave-opt %t/control-flow.mlir -wave-verify -wave-to-spirv=unchecked=true | wave-translate --wave-to-spirv -o %t/control-flow.spv && spirv-val %t/control-flow.spv
// RUN: wave-opt %t/control-flow.mlir -wave-verify -wave-to-spirv=guard-wave-size=true | wave-translate --wave-to-spirv -o %t/control-flow.spv && spirv-val %t/control-flow.spv

//--- arithmetic.mlir
gpu.module @kernels {
wave.func @arithmetic(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %fout: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, si32>}, %n: i32 {wave.element = si32}, %m: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %p: i1 {wave.element = i1}, %q: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %v0 = arith.addi %n, %m : i32
  memref.store %v0, %out[%c0] : memref<?xi32>
  %v1 = arith.subi %n, %m : i32
  memref.store %v1, %out[%c0] : memref<?xi32>
  %v2 = arith.muli %n, %m : i32
  memref.store %v2, %out[%c0] : memref<?xi32>
  %v3 = arith.divsi %n, %m : i32
  memref.store %v3, %out[%c0] : memref<?xi32>
  %v4 = arith.divui %n, %m : i32
  memref.store %v4, %out[%c0] : memref<?xi32>
  %v5 = arith.remsi %n, %m : i32
  memref.store %v5, %out[%c0] : memref<?xi32>
  %v6 = arith.remui %n, %m : i32
  memref.store %v6, %out[%c0] : memref<?xi32>
  %v7 = arith.andi %n, %m : i32
  memref.store %v7, %out[%c0] : memref<?xi32>
  %v8 = arith.ori %n, %m : i32
  memref.store %v8, %out[%c0] : memref<?xi32>
  %v9 = arith.xori %n, %m : i32
  memref.store %v9, %out[%c0] : memref<?xi32>
  %v10 = arith.shli %n, %m : i32
  memref.store %v10, %out[%c0] : memref<?xi32>
  %v11 = arith.shrsi %n, %m : i32
  memref.store %v11, %out[%c0] : memref<?xi32>
  %v12 = arith.shrui %n, %m : i32
  memref.store %v12, %out[%c0] : memref<?xi32>
  %v13 = arith.minsi %n, %m : i32
  memref.store %v13, %out[%c0] : memref<?xi32>
  %v14 = arith.minui %n, %m : i32
  memref.store %v14, %out[%c0] : memref<?xi32>
  %v15 = arith.maxsi %n, %m : i32
  memref.store %v15, %out[%c0] : memref<?xi32>
  %v16 = arith.maxui %n, %m : i32
  memref.store %v16, %out[%c0] : memref<?xi32>
  %v17 = arith.andi %p, %q : i1
  %e17 = arith.extui %v17 : i1 to i32
  memref.store %e17, %out[%c0] : memref<?xi32>
  %v18 = arith.ori %p, %q : i1
  %e18 = arith.extui %v18 : i1 to i32
  memref.store %e18, %out[%c0] : memref<?xi32>
  %v19 = arith.xori %p, %q : i1
  %e19 = arith.extui %v19 : i1 to i32
  memref.store %e19, %out[%c0] : memref<?xi32>
  %v20 = arith.addf %x, %y : f32
  memref.store %v20, %fout[%c0] : memref<?xf32>
  %v21 = arith.subf %x, %y : f32
  memref.store %v21, %fout[%c0] : memref<?xf32>
  %v22 = arith.mulf %x, %y : f32
  memref.store %v22, %fout[%c0] : memref<?xf32>
  %v23 = arith.divf %x, %y : f32
  memref.store %v23, %fout[%c0] : memref<?xf32>
  %v24 = arith.remf %x, %y : f32
  memref.store %v24, %fout[%c0] : memref<?xf32>
  %v25 = arith.minnumf %x, %y : f32
  memref.store %v25, %fout[%c0] : memref<?xf32>
  %v26 = arith.maxnumf %x, %y : f32
  memref.store %v26, %fout[%c0] : memref<?xf32>
  %v27 = arith.negf %x : f32
  memref.store %v27, %fout[%c0] : memref<?xf32>
  %v28 = arith.cmpi eq, %n, %m : i32
  %e28 = arith.extui %v28 : i1 to i32
  memref.store %e28, %out[%c0] : memref<?xi32>
  %v29 = arith.cmpi ne, %n, %m : i32
  %e29 = arith.extui %v29 : i1 to i32
  memref.store %e29, %out[%c0] : memref<?xi32>
  %v30 = arith.cmpi slt, %n, %m : i32
  %e30 = arith.extui %v30 : i1 to i32
  memref.store %e30, %out[%c0] : memref<?xi32>
  %v31 = arith.cmpi sle, %n, %m : i32
  %e31 = arith.extui %v31 : i1 to i32
  memref.store %e31, %out[%c0] : memref<?xi32>
  %v32 = arith.cmpi sgt, %n, %m : i32
  %e32 = arith.extui %v32 : i1 to i32
  memref.store %e32, %out[%c0] : memref<?xi32>
  %v33 = arith.cmpi sge, %n, %m : i32
  %e33 = arith.extui %v33 : i1 to i32
  memref.store %e33, %out[%c0] : memref<?xi32>
  %v34 = arith.cmpi ult, %n, %m : i32
  %e34 = arith.extui %v34 : i1 to i32
  memref.store %e34, %out[%c0] : memref<?xi32>
  %v35 = arith.cmpi ule, %n, %m : i32
  %e35 = arith.extui %v35 : i1 to i32
  memref.store %e35, %out[%c0] : memref<?xi32>
  %v36 = arith.cmpi ugt, %n, %m : i32
  %e36 = arith.extui %v36 : i1 to i32
  memref.store %e36, %out[%c0] : memref<?xi32>
  %v37 = arith.cmpi uge, %n, %m : i32
  %e37 = arith.extui %v37 : i1 to i32
  memref.store %e37, %out[%c0] : memref<?xi32>
  %v38 = arith.cmpi eq, %p, %q : i1
  %e38 = arith.extui %v38 : i1 to i32
  memref.store %e38, %out[%c0] : memref<?xi32>
  %v39 = arith.cmpi ne, %p, %q : i1
  %e39 = arith.extui %v39 : i1 to i32
  memref.store %e39, %out[%c0] : memref<?xi32>
  %v40 = arith.cmpf oeq, %x, %y : f32
  %e40 = arith.extui %v40 : i1 to i32
  memref.store %e40, %out[%c0] : memref<?xi32>
  %v41 = arith.cmpf ogt, %x, %y : f32
  %e41 = arith.extui %v41 : i1 to i32
  memref.store %e41, %out[%c0] : memref<?xi32>
  %v42 = arith.cmpf oge, %x, %y : f32
  %e42 = arith.extui %v42 : i1 to i32
  memref.store %e42, %out[%c0] : memref<?xi32>
  %v43 = arith.cmpf olt, %x, %y : f32
  %e43 = arith.extui %v43 : i1 to i32
  memref.store %e43, %out[%c0] : memref<?xi32>
  %v44 = arith.cmpf ole, %x, %y : f32
  %e44 = arith.extui %v44 : i1 to i32
  memref.store %e44, %out[%c0] : memref<?xi32>
  %v45 = arith.cmpf one, %x, %y : f32
  %e45 = arith.extui %v45 : i1 to i32
  memref.store %e45, %out[%c0] : memref<?xi32>
  %v46 = arith.cmpf ord, %x, %y : f32
  %e46 = arith.extui %v46 : i1 to i32
  memref.store %e46, %out[%c0] : memref<?xi32>
  %v47 = arith.cmpf ueq, %x, %y : f32
  %e47 = arith.extui %v47 : i1 to i32
  memref.store %e47, %out[%c0] : memref<?xi32>
  %v48 = arith.cmpf ugt, %x, %y : f32
  %e48 = arith.extui %v48 : i1 to i32
  memref.store %e48, %out[%c0] : memref<?xi32>
  %v49 = arith.cmpf uge, %x, %y : f32
  %e49 = arith.extui %v49 : i1 to i32
  memref.store %e49, %out[%c0] : memref<?xi32>
  %v50 = arith.cmpf ult, %x, %y : f32
  %e50 = arith.extui %v50 : i1 to i32
  memref.store %e50, %out[%c0] : memref<?xi32>
  %v51 = arith.cmpf ule, %x, %y : f32
  %e51 = arith.extui %v51 : i1 to i32
  memref.store %e51, %out[%c0] : memref<?xi32>
  %v52 = arith.cmpf une, %x, %y : f32
  %e52 = arith.extui %v52 : i1 to i32
  memref.store %e52, %out[%c0] : memref<?xi32>
  %v53 = arith.cmpf uno, %x, %y : f32
  %e53 = arith.extui %v53 : i1 to i32
  memref.store %e53, %out[%c0] : memref<?xi32>
  %v54 = arith.select %p, %n, %m : i32
  memref.store %v54, %out[%c0] : memref<?xi32>
  %v55 = arith.select %p, %x, %y : f32
  memref.store %v55, %fout[%c0] : memref<?xf32>
  %v56 = arith.select %p, %p, %q : i1
  %e56 = arith.extui %v56 : i1 to i32
  memref.store %e56, %out[%c0] : memref<?xi32>
  %v57 = arith.sitofp %n : i32 to f32
  memref.store %v57, %fout[%c0] : memref<?xf32>
  %v58 = arith.uitofp %n : i32 to f32
  memref.store %v58, %fout[%c0] : memref<?xf32>
  %v59 = arith.uitofp %p : i1 to f32
  memref.store %v59, %fout[%c0] : memref<?xf32>
  %v60 = arith.fptosi %x : f32 to i32
  memref.store %v60, %out[%c0] : memref<?xi32>
  %v61 = arith.fptoui %x : f32 to i32
  memref.store %v61, %out[%c0] : memref<?xi32>
  %v62 = arith.extui %p : i1 to i32
  memref.store %v62, %out[%c0] : memref<?xi32>
  %v63 = arith.extsi %p : i1 to i32
  memref.store %v63, %out[%c0] : memref<?xi32>
  %v64 = arith.trunci %n : i32 to i1
  %e64 = arith.extui %v64 : i1 to i32
  memref.store %e64, %out[%c0] : memref<?xi32>
  %v65 = arith.bitcast %x : f32 to i32
  memref.store %v65, %out[%c0] : memref<?xi32>
  %v66 = arith.bitcast %n : i32 to f32
  memref.store %v66, %fout[%c0] : memref<?xf32>
  %v67 = arith.index_cast %n : i32 to index
  %e67 = arith.index_castui %v67 : index to i32
  memref.store %e67, %out[%c0] : memref<?xi32>
  %v68 = arith.index_castui %n : i32 to index
  %e68 = arith.index_castui %v68 : index to i32
  memref.store %e68, %out[%c0] : memref<?xi32>
  %v69 = arith.constant 7 : i32
  memref.store %v69, %out[%c0] : memref<?xi32>
  %v70 = arith.constant -1 : i32
  memref.store %v70, %out[%c0] : memref<?xi32>
  %v71 = arith.constant 1.5 : f32
  memref.store %v71, %fout[%c0] : memref<?xf32>
  %v72 = arith.constant true
  %e72 = arith.extui %v72 : i1 to i32
  memref.store %e72, %out[%c0] : memref<?xi32>
  %v73 = arith.constant 0x7F800000 : f32
  memref.store %v73, %fout[%c0] : memref<?xf32>
  %v74 = arith.constant 0x7FC00000 : f32
  memref.store %v74, %fout[%c0] : memref<?xf32>
  %v75 = arith.constant 9 : index
  %e75 = arith.index_castui %v75 : index to i32
  memref.store %e75, %out[%c0] : memref<?xi32>
  %v76 = ub.poison : i32
  memref.store %v76, %out[%c0] : memref<?xi32>
}
}

//--- lanes.mlir
gpu.module @kernels {
wave.func @lanes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %fout: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, si32>}, %n: i32 {wave.element = si32}, %m: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %p: i1 {wave.element = i1}, %q: i1 {wave.element = i1}) kernel num_waves(2) wave_size(4, 64) {
  %c0 = arith.constant 0 : index
  %v77 = wave.group_wave_index : i32
  memref.store %v77, %out[%c0] : memref<?xi32>
  %v78 = wave.group_wave_count : i32
  memref.store %v78, %out[%c0] : memref<?xi32>
  %v79 = wave.group_id x : i32
  memref.store %v79, %out[%c0] : memref<?xi32>
  %v80 = wave.group_id z : i32
  memref.store %v80, %out[%c0] : memref<?xi32>
  %v81 = wave.group_count y : i32
  memref.store %v81, %out[%c0] : memref<?xi32>
  %v82 = wave.lane_index : i32
  memref.store %v82, %out[%c0] : memref<?xi32>
  %v83 = wave.lane_count : i32
  memref.store %v83, %out[%c0] : memref<?xi32>
  %v84 = wave.is_first_lane : i1
  %e84 = arith.extui %v84 : i1 to i32
  memref.store %e84, %out[%c0] : memref<?xi32>
  %v85 = wave.any %p
  %e85 = arith.extui %v85 : i1 to i32
  memref.store %e85, %out[%c0] : memref<?xi32>
  %v86 = wave.all %p
  %e86 = arith.extui %v86 : i1 to i32
  memref.store %e86, %out[%c0] : memref<?xi32>
  %b = wave.ballot %p : vector<4xi32>
  %v87 = vector.extract %b[0] : i32 from vector<4xi32>
  memref.store %v87, %out[%c0] : memref<?xi32>
  %v88 = vector.extract %b[1] : i32 from vector<4xi32>
  memref.store %v88, %out[%c0] : memref<?xi32>
  %v89 = vector.extract %b[2] : i32 from vector<4xi32>
  memref.store %v89, %out[%c0] : memref<?xi32>
  %v90 = vector.extract %b[3] : i32 from vector<4xi32>
  memref.store %v90, %out[%c0] : memref<?xi32>
  %v91 = wave.count_bits %p : i32
  memref.store %v91, %out[%c0] : memref<?xi32>
  %v92 = wave.prefix_count_bits %p : i32
  memref.store %v92, %out[%c0] : memref<?xi32>
  %v93 = wave.all_equal %n : i32
  %e93 = arith.extui %v93 : i1 to i32
  memref.store %e93, %out[%c0] : memref<?xi32>
  %v94 = wave.read_first_lane %n : i32
  memref.store %v94, %out[%c0] : memref<?xi32>
  %v95 = wave.read_lane %n, %m : i32
  memref.store %v95, %out[%c0] : memref<?xi32>
  %v96 = wave.assume_uniform %n : i32
  memref.store %v96, %out[%c0] : memref<?xi32>
  %v97 = wave.all_equal %x : f32
  %e97 = arith.extui %v97 : i1 to i32
  memref.store %e97, %out[%c0] : memref<?xi32>
  %v98 = wave.read_first_lane %x : f32
  memref.store %v98, %fout[%c0] : memref<?xf32>
  %v99 = wave.read_lane %x, %m : f32
  memref.store %v99, %fout[%c0] : memref<?xf32>
  %v100 = wave.assume_uniform %x : f32
  memref.store %v100, %fout[%c0] : memref<?xf32>
  %v101 = wave.all_equal %p : i1
  %e101 = arith.extui %v101 : i1 to i32
  memref.store %e101, %out[%c0] : memref<?xi32>
  %v102 = wave.read_first_lane %p : i1
  %e102 = arith.extui %v102 : i1 to i32
  memref.store %e102, %out[%c0] : memref<?xi32>
  %v103 = wave.read_lane %p, %m : i1
  %e103 = arith.extui %v103 : i1 to i32
  memref.store %e103, %out[%c0] : memref<?xi32>
  %v104 = wave.assume_uniform %p : i1
  %e104 = arith.extui %v104 : i1 to i32
  memref.store %e104, %out[%c0] : memref<?xi32>
  %v105 = wave.reduce add %n : i32
  memref.store %v105, %out[%c0] : memref<?xi32>
  %v106 = wave.reduce mul %n : i32
  memref.store %v106, %out[%c0] : memref<?xi32>
  %v107 = wave.reduce minsi %n : i32
  memref.store %v107, %out[%c0] : memref<?xi32>
  %v108 = wave.reduce minui %n : i32
  memref.store %v108, %out[%c0] : memref<?xi32>
  %v109 = wave.reduce maxsi %n : i32
  memref.store %v109, %out[%c0] : memref<?xi32>
  %v110 = wave.reduce maxui %n : i32
  memref.store %v110, %out[%c0] : memref<?xi32>
  %v111 = wave.reduce and %n : i32
  memref.store %v111, %out[%c0] : memref<?xi32>
  %v112 = wave.reduce or %n : i32
  memref.store %v112, %out[%c0] : memref<?xi32>
  %v113 = wave.reduce xor %n : i32
  memref.store %v113, %out[%c0] : memref<?xi32>
  %v114 = wave.reduce add %x : f32
  memref.store %v114, %fout[%c0] : memref<?xf32>
  %v115 = wave.reduce mul %x : f32
  memref.store %v115, %fout[%c0] : memref<?xf32>
  %v116 = wave.reduce minnumf %x : f32
  memref.store %v116, %fout[%c0] : memref<?xf32>
  %v117 = wave.reduce maxnumf %x : f32
  memref.store %v117, %fout[%c0] : memref<?xf32>
  %v118 = wave.reduce and %p : i1
  %e118 = arith.extui %v118 : i1 to i32
  memref.store %e118, %out[%c0] : memref<?xi32>
  %v119 = wave.reduce or %p : i1
  %e119 = arith.extui %v119 : i1 to i32
  memref.store %e119, %out[%c0] : memref<?xi32>
  %v120 = wave.reduce xor %p : i1
  %e120 = arith.extui %v120 : i1 to i32
  memref.store %e120, %out[%c0] : memref<?xi32>
  %v121 = wave.prefix add %n : i32
  memref.store %v121, %out[%c0] : memref<?xi32>
  %v122 = wave.prefix mul %n : i32
  memref.store %v122, %out[%c0] : memref<?xi32>
  %v123 = wave.prefix add %x : f32
  memref.store %v123, %fout[%c0] : memref<?xf32>
  %v124 = wave.prefix mul %x : f32
  memref.store %v124, %fout[%c0] : memref<?xf32>
}
}

//--- memory.mlir
gpu.module @kernels {
wave.func @memory(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %fout: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, si32>}, %n: i32 {wave.element = si32}, %m: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %p: i1 {wave.element = i1}, %q: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %sf = wave.groupshared : memref<2xf32, #gpu.address_space<workgroup>>
  %l = memref.alloca() : memref<3xi32>
  %lf = memref.alloca() : memref<3xf32>
  %i = arith.index_castui %n : i32 to index
  %v125 = wave.atomic_rmw add %n, %out[%i] : memref<?xi32>
  memref.store %v125, %out[%c0] : memref<?xi32>
  %v126 = wave.atomic_rmw add %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v126, %out[%c0] : memref<?xi32>
  %uadd = wave.atomic_rmw add %n, %out[%i] : memref<?xi32>
  %v127 = wave.atomic_rmw and %n, %out[%i] : memref<?xi32>
  memref.store %v127, %out[%c0] : memref<?xi32>
  %v128 = wave.atomic_rmw and %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v128, %out[%c0] : memref<?xi32>
  %uand = wave.atomic_rmw and %n, %out[%i] : memref<?xi32>
  %v129 = wave.atomic_rmw or %n, %out[%i] : memref<?xi32>
  memref.store %v129, %out[%c0] : memref<?xi32>
  %v130 = wave.atomic_rmw or %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v130, %out[%c0] : memref<?xi32>
  %uor = wave.atomic_rmw or %n, %out[%i] : memref<?xi32>
  %v131 = wave.atomic_rmw xor %n, %out[%i] : memref<?xi32>
  memref.store %v131, %out[%c0] : memref<?xi32>
  %v132 = wave.atomic_rmw xor %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v132, %out[%c0] : memref<?xi32>
  %uxor = wave.atomic_rmw xor %n, %out[%i] : memref<?xi32>
  %v133 = wave.atomic_rmw minsi %n, %out[%i] : memref<?xi32>
  memref.store %v133, %out[%c0] : memref<?xi32>
  %v134 = wave.atomic_rmw minsi %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v134, %out[%c0] : memref<?xi32>
  %uminsi = wave.atomic_rmw minsi %n, %out[%i] : memref<?xi32>
  %v135 = wave.atomic_rmw minui %n, %out[%i] : memref<?xi32>
  memref.store %v135, %out[%c0] : memref<?xi32>
  %v136 = wave.atomic_rmw minui %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v136, %out[%c0] : memref<?xi32>
  %uminui = wave.atomic_rmw minui %n, %out[%i] : memref<?xi32>
  %v137 = wave.atomic_rmw maxsi %n, %out[%i] : memref<?xi32>
  memref.store %v137, %out[%c0] : memref<?xi32>
  %v138 = wave.atomic_rmw maxsi %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v138, %out[%c0] : memref<?xi32>
  %umaxsi = wave.atomic_rmw maxsi %n, %out[%i] : memref<?xi32>
  %v139 = wave.atomic_rmw maxui %n, %out[%i] : memref<?xi32>
  memref.store %v139, %out[%c0] : memref<?xi32>
  %v140 = wave.atomic_rmw maxui %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v140, %out[%c0] : memref<?xi32>
  %umaxui = wave.atomic_rmw maxui %n, %out[%i] : memref<?xi32>
  wave.barrier group sync
  wave.barrier group
  wave.barrier device sync
  wave.barrier device
  wave.barrier all sync
  wave.barrier all
  wave.barrier wave sync
  wave.barrier wave
  %v141 = memref.load %in[%i] : memref<?xi32>
  memref.store %v141, %out[%c0] : memref<?xi32>
  %v142 = memref.dim %in, %c0 : memref<?xi32>
  %e142 = arith.index_castui %v142 : index to i32
  memref.store %e142, %out[%c0] : memref<?xi32>
  %v143 = memref.load %out[%i] : memref<?xi32>
  memref.store %v143, %out[%c0] : memref<?xi32>
  memref.store %n, %out[%i] : memref<?xi32>
  %v144 = memref.dim %out, %c0 : memref<?xi32>
  %e144 = arith.index_castui %v144 : index to i32
  memref.store %e144, %out[%c0] : memref<?xi32>
  %v145 = memref.load %fout[%i] : memref<?xf32>
  memref.store %v145, %fout[%c0] : memref<?xf32>
  memref.store %x, %fout[%i] : memref<?xf32>
  %v146 = memref.dim %fout, %c0 : memref<?xf32>
  %e146 = arith.index_castui %v146 : index to i32
  memref.store %e146, %out[%c0] : memref<?xi32>
  %v147 = memref.load %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v147, %out[%c0] : memref<?xi32>
  memref.store %n, %s[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  %v148 = memref.dim %s, %c0 : memref<4xi32, #gpu.address_space<workgroup>>
  %e148 = arith.index_castui %v148 : index to i32
  memref.store %e148, %out[%c0] : memref<?xi32>
  %v149 = memref.load %sf[%i] : memref<2xf32, #gpu.address_space<workgroup>>
  memref.store %v149, %fout[%c0] : memref<?xf32>
  memref.store %x, %sf[%i] : memref<2xf32, #gpu.address_space<workgroup>>
  %v150 = memref.dim %sf, %c0 : memref<2xf32, #gpu.address_space<workgroup>>
  %e150 = arith.index_castui %v150 : index to i32
  memref.store %e150, %out[%c0] : memref<?xi32>
  %v151 = memref.load %l[%i] : memref<3xi32>
  memref.store %v151, %out[%c0] : memref<?xi32>
  memref.store %n, %l[%i] : memref<3xi32>
  %v152 = memref.dim %l, %c0 : memref<3xi32>
  %e152 = arith.index_castui %v152 : index to i32
  memref.store %e152, %out[%c0] : memref<?xi32>
  %v153 = memref.load %lf[%i] : memref<3xf32>
  memref.store %v153, %fout[%c0] : memref<?xf32>
  memref.store %x, %lf[%i] : memref<3xf32>
  %v154 = memref.dim %lf, %c0 : memref<3xf32>
  %e154 = arith.index_castui %v154 : index to i32
  memref.store %e154, %out[%c0] : memref<?xi32>
}
}

//--- control-flow.mlir
gpu.module @kernels {
wave.func @control_flow(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %fout: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, si32>}, %n: i32 {wave.element = si32}, %m: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %p: i1 {wave.element = i1}, %q: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %k1 = arith.constant 1 : index
  %k4 = arith.constant 4 : index
  %ball = wave.ballot %p : vector<4xi32>
  %r0:4 = scf.if %p -> (i32, f32, i1, vector<4xi32>) {
    %o = wave.ballot %q : vector<4xi32>
    scf.yield %n, %x, %q, %o : i32, f32, i1, vector<4xi32>
  } else {
    scf.yield %m, %y, %p, %ball : i32, f32, i1, vector<4xi32>
  }
  %ex = vector.extract %r0#3[2] : i32 from vector<4xi32>
  memref.store %ex, %out[%c0] : memref<?xi32>
  memref.store %r0#0, %out[%c0] : memref<?xi32>
  memref.store %r0#1, %fout[%c0] : memref<?xf32>
  scf.if %r0#2 {
    memref.store %n, %out[%c0] : memref<?xi32>
  }
  %r1:3 = scf.for %i = %i0 to %n step %i1 iter_args(%a = %m, %b = %x, %c = %p) -> (i32, f32, i1) : i32 {
    scf.for unsigned %j = %i to %m step %i1 : i32 {
      memref.store %j, %out[%c0] : memref<?xi32>
    }
    %s = arith.addi %a, %i : i32
    scf.yield %s, %y, %q : i32, f32, i1
  }
  memref.store %r1#0, %out[%c0] : memref<?xi32>
  memref.store %r1#1, %fout[%c0] : memref<?xf32>
  scf.for %i = %c0 to %k4 step %k1 {
    memref.store %n, %out[%i] : memref<?xi32>
  }
  %r2:2 = scf.while (%a = %n, %b = %x) : (i32, f32) -> (f32, i32) {
    %more = arith.cmpi slt, %a, %m : i32
    scf.if %q {
      memref.store %a, %out[%c0] : memref<?xi32>
    }
    scf.condition(%more) %b, %a : f32, i32
  } do {
  ^bb0(%b: f32, %a: i32):
    %next = arith.addi %a, %i1 : i32
    %t = scf.while (%z = %next) : (i32) -> i32 {
      %go = arith.cmpi slt, %z, %a : i32
      scf.condition(%go) %z : i32
    } do {
    ^bb0(%z: i32):
      %w = arith.addi %z, %i1 : i32
      scf.yield %w : i32
    }
    scf.yield %t, %b : i32, f32
  }
  memref.store %r2#1, %out[%c0] : memref<?xi32>
  memref.store %r2#0, %fout[%c0] : memref<?xf32>
  // A loop in the part that computes a condition.
  %r3 = scf.while (%a = %i0) : (i32) -> i32 {
    %last = scf.for %b = %i0 to %m step %i1 iter_args(%z = %a) -> i32 : i32 {
      memref.store %b, %out[%c0] : memref<?xi32>
      scf.yield %b : i32
    }
    %go = arith.cmpi ult, %last, %n : i32
    scf.condition(%go) %a : i32
  } do {
  ^bb0(%b: i32):
    %next = arith.addi %b, %i1 : i32
    scf.yield %next : i32
  }
  memref.store %r3, %out[%c0] : memref<?xi32>
  %never = arith.constant false
  scf.while : () -> () {
    scf.condition(%never)
  } do {
    scf.yield
  }
}
}
