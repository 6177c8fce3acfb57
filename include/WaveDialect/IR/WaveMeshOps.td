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

def Wave_DispatchMeshOp : Wave_Op<"dispatch_mesh", [Wave_OrdersLanes, Wave_OrdersAccesses]> {
  let summary = "Launches an amplification group's mesh groups";
  let description = [{
    The operands are the number of mesh groups that follow this group, in x, y
    and z, and the groupshared array that all of them read. The launch is the
    last operation of an amplification kernel, and the waves of the group meet
    there as at a group barrier: the mesh groups get the contents that the
    payload has then. Elements without a store are undefined.

    The lanes that reach the launch must agree on the counts. Returned lanes do
    not participate; a group whose lanes have all returned launches nothing.

    ```mlir
    wave.dispatch_mesh %count, %one, %one
        payload(%meshlets : memref<64xi32, #gpu.address_space<workgroup>>)
    wave.dispatch_mesh %count, %one, %one
    ```

    * C1 `dispatch-mesh-stage`: the kernel's stage is amplification.
    * C2 `dispatch-mesh-place`: the operation is in the kernel's own block,
      outside of all control flow and of helpers.
    * C3 `dispatch-mesh-last`: no operation with effects follows it.
    * C4 `dispatch-mesh-payload`: the payload is a `wave.groupshared`.
    * C5 `dispatch-mesh-payload-limit`: the payload has at most 16384 bytes.

    `wave-verify` checks rules that concern the whole kernel:
    `dispatch-mesh-count`, `dispatch-mesh-divergent` and
    `dispatch-mesh-unknown`.

    HLSL: `DispatchMesh`, Shader Model 6.5.
  }];
  let arguments = (ins I32:$x, I32:$y, I32:$z, Optional<AnyMemRef>:$payload);
  let assemblyFormat = [{
    $x `,` $y `,` $z (`payload` `(` $payload^ `:` type($payload) `)`)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The size of the payload in bytes; 0 without a payload, or while its
    /// length is dynamic.
    int64_t getPayloadBytes();

    /// C3, which the kernel checks when the verifier has accepted all operations
    /// that follow: the effects of other operations may be wrong or crash.
    LogicalResult verifyIsLast();
  }];
}

#endif // WAVEDIALECT_IR_WAVEMESHOPS_TD
