//===- WaveMeshOps.td - The launch of mesh groups ------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEMESHOPS_TD
#define WAVEDIALECT_IR_WAVEMESHOPS_TD

include "WaveDialect/IR/WaveDialect.td"

def Wave_DispatchMeshOp : Wave_Op<"dispatch_mesh", [Wave_OrdersLanes]> {
  let summary = "The launch of an amplification group's mesh groups";
  let description = [{
    How many groups of mesh threads follow this group, in x, y and z, and the
    groupshared array that all of them read. It is the last thing that an
    amplification kernel does, and its waves meet there as at a barrier of the
    group: what they stored in the payload before is what the mesh groups get.
    Elements that nobody stored are undefined.

    The counts are those of the lanes that reach it, which must have the same. A
    lane that returned does not take part; a group of which all lanes returned
    launches nothing.

    ```mlir
    wave.dispatch_mesh %count, %one, %one
        payload(%meshlets : memref<64xi32, #gpu.address_space<workgroup>>)
    wave.dispatch_mesh %count, %one, %one
    ```

    * C1 `dispatch-mesh-stage`: the kernel's stage is amplification.
    * C2 `dispatch-mesh-place`: it stands in the kernel's own block, outside of all
      control flow and of helpers.
    * C3 `dispatch-mesh-last`: nothing with effects follows it.
    * C4 `dispatch-mesh-payload`: the payload is a `wave.groupshared`.
    * C5 `dispatch-mesh-payload-limit`: it has at most 16384 bytes.

    `wave-verify` has rules of the whole kernel: `dispatch-mesh-count`,
    `dispatch-mesh-divergent` and `dispatch-mesh-unknown`.

    HLSL: `DispatchMesh`, Shader Model 6.5.
  }];
  let arguments = (ins I32:$x, I32:$y, I32:$z, Optional<AnyMemRef>:$payload);
  let assemblyFormat = [{
    $x `,` $y `,` $z (`payload` `(` $payload^ `:` type($payload) `)`)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The payload in bytes; 0 without one, or while its length is dynamic.
    int64_t getPayloadBytes();
  }];
}

#endif // WAVEDIALECT_IR_WAVEMESHOPS_TD
