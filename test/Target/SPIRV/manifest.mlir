// RUN: wave-translate --wave-to-manifest %s -o %t.json
// RUN: FileCheck %s --input-file=%t.json --match-full-lines --strict-whitespace
// The same input gives the same bytes.
// RUN: wave-translate --wave-to-manifest %s -o %t.again.json
// RUN: cmp %t.json %t.again.json

gpu.module @kernels {
wave.func @compact(%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"},
                   %out: memref<?xf32> {wave.binding = #wave.binding<uav, 1, 5, vector<3xf32>>, wave.name = "out"},
                   %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(16) wave_size(32, 128, 64) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<3xf32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %v = memref.load %s[%c0] : memref<3xf32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%i] : memref<?xf32>
}
}

//      CHECK:{
// CHECK-NEXT:  "bindings": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "binding": 0,
// CHECK-NEXT:      "components": 1,
// CHECK-NEXT:      "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
// CHECK-NEXT:      "element": "u32",
// CHECK-NEXT:      "kind": "srv",
// CHECK-NEXT:      "name": "src",
// CHECK-NEXT:      "resource": "buffer",
// CHECK-NEXT:      "set": 0
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:      "binding": 5,
// CHECK-NEXT:      "components": 3,
// CHECK-NEXT:      "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
// CHECK-NEXT:      "element": "f32",
// CHECK-NEXT:      "kind": "uav",
// CHECK-NEXT:      "name": "out",
// CHECK-NEXT:      "resource": "buffer",
// CHECK-NEXT:      "set": 1
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "capabilities": [
// CHECK-NEXT:    "Shader",
// CHECK-NEXT:    "GroupNonUniform"
// CHECK-NEXT:  ],
// CHECK-NEXT:  "constants": {
// CHECK-NEXT:    "bytes": 12,
// CHECK-NEXT:    "fields": [
// CHECK-NEXT:      {
// CHECK-NEXT:        "components": 1,
// CHECK-NEXT:        "element": "u32",
// CHECK-NEXT:        "name": "n",
// CHECK-NEXT:        "offset": 0,
// CHECK-NEXT:        "role": "argument"
// CHECK-NEXT:      },
// CHECK-NEXT:      {
// CHECK-NEXT:        "components": 1,
// CHECK-NEXT:        "element": "u32",
// CHECK-NEXT:        "name": "src",
// CHECK-NEXT:        "offset": 4,
// CHECK-NEXT:        "role": "length"
// CHECK-NEXT:      },
// CHECK-NEXT:      {
// CHECK-NEXT:        "components": 1,
// CHECK-NEXT:        "element": "u32",
// CHECK-NEXT:        "name": "out",
// CHECK-NEXT:        "offset": 8,
// CHECK-NEXT:        "role": "length"
// CHECK-NEXT:      }
// CHECK-NEXT:    ]
// CHECK-NEXT:  },
// CHECK-NEXT:  "dropped_wave_sizes": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "reason": "16 waves of 128 lanes are more than 1024 threads",
// CHECK-NEXT:      "size": 128
// CHECK-NEXT:    }
// CHECK-NEXT:  ],
// CHECK-NEXT:  "entry_point": "compact",
// CHECK-NEXT:  "form": "specialized",
// CHECK-NEXT:  "groupshared_bytes": 12,
// CHECK-NEXT:  "kernel": "compact",
// CHECK-NEXT:  "lanes_per_group": {
// CHECK-NEXT:    "32": 512,
// CHECK-NEXT:    "64": 1024
// CHECK-NEXT:  },
// CHECK-NEXT:  "module": "compact.spv",
// CHECK-NEXT:  "modules": {},
// CHECK-NEXT:  "num_threads": null,
// CHECK-NEXT:  "num_waves": 16,
// CHECK-NEXT:  "preferred_wave_size": 64,
// CHECK-NEXT:  "requires": {
// CHECK-NEXT:    "full_subgroups": true,
// CHECK-NEXT:    "maintenance4": true,
// CHECK-NEXT:    "required_subgroup_size": true
// CHECK-NEXT:  },
// CHECK-NEXT:  "specialization": {
// CHECK-NEXT:    "robust_buffers": {
// CHECK-NEXT:      "equals": "1 where robustBufferAccess2 is on, else 0",
// CHECK-NEXT:      "id": 1
// CHECK-NEXT:    },
// CHECK-NEXT:    "wave_size": {
// CHECK-NEXT:      "equals": "the required subgroup size",
// CHECK-NEXT:      "id": 0
// CHECK-NEXT:    }
// CHECK-NEXT:  },
// CHECK-NEXT:  "stage": "compute",
// CHECK-NEXT:  "target": "spirv",
// CHECK-NEXT:  "version": 2,
// CHECK-NEXT:  "wave_sizes": [
// CHECK-NEXT:    32,
// CHECK-NEXT:    64
// CHECK-NEXT:  ]
// CHECK-NEXT:}
