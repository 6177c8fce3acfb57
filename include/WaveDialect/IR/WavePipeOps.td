//===- WavePipeOps.td - Pipes between waves of a group -------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEPIPEOPS_TD
#define WAVEDIALECT_IR_WAVEPIPEOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"
include "WaveDialect/IR/WaveTypes.td"

def Wave_PipeOp : Wave_UniformityOp<"pipe", Wave_SameForGroup, [
    MemoryEffects<[MemAlloc<DefaultResource>]>]> {
  let summary = "A pipe from producer waves to consumer waves of the group";
  let description = [{
    A ring of stages that producer waves fill and consumer waves empty. A stage
    is an index: the kernel decides which elements of its arrays belong to it.

    Each wave counts its own operations on a pipe of S stages. Use k of the
    pipe, counted from 0, has stage k mod S. The k-th `wave.pipe_acquire` of a
    producer waits until every consumer has released use k - S. The k-th
    `wave.pipe_wait` of a consumer waits until every producer has committed use
    k. Both return the stage. `wave.pipe_commit` commits, and
    `wave.pipe_release` releases, the oldest use that the wave has open. A wave
    may have several uses open.

    `wave.pipe_commit` and `wave.pipe_release` order the wave's earlier accesses
    of groupshared memory, buffers and images before the later accesses of each
    wave whose `wave.pipe_wait` or `wave.pipe_acquire` needs them. Like
    barriers of the group, they order nothing between groups.

    All lanes of a wave that have not retired must reach each operation on a
    pipe together. A commit or release without an open use is undefined, and so
    is a wait that never ends. Waves of a group make progress for each other at
    pipes, but a wave that has ended commits and releases nothing.

    ```mlir
    %pipe = wave.pipe stages 2 producers [0] consumers [1, 2, 3]
    ```

    * C1 `pipe-place`: the operation is directly in the body of a compute kernel that
      states `num_waves`.
    * C2 `pipe-shape`: there are 1 to 16 stages.
    * C3 `pipe-shape`: both sets have a wave, each index is below the number of
      waves, and no index occurs twice, in one set or in both.

    HLSL has no name for it.
  }];
  let arguments = (ins I32Attr:$stages, DenseI32ArrayAttr:$producers,
                       DenseI32ArrayAttr:$consumers);
  let results = (outs Wave_Pipe:$pipe);
  let assemblyFormat = [{
    `stages` $stages `producers` $producers `consumers` $consumers attr-dict
  }];
  let hasVerifier = 1;
}

/// A step of a wave in its uses of a pipe. Passes must not duplicate, merge or
/// remove a step, nor move steps and accesses of memory across each other.
class Wave_PipeStepOp<string mnemonic, string kind, list<Trait> traits = []>
    : Wave_Op<mnemonic, !listconcat(traits, [
        Wave_OrdersLanes, Wave_OrdersAccesses, Wave_OrdersSomeWaves,
        Wave_PipeStepInterface])> {
  let arguments = (ins Wave_Pipe:$pipe);
  let hasVerifier = 1;
  code stepDeclaration =
      "::mlir::wave::PipeStep getStep() { return ::mlir::wave::PipeStep::" # kind # "; } ";
  let extraClassDeclaration = stepDeclaration;
}

/// A step that waits for a stage and returns its index.
class Wave_PipeEnterOp<string mnemonic, string kind,
                       Wave_Uniformity uniformity = Wave_SameForWave>
    : Wave_PipeStepOp<mnemonic, kind, [
        Wave_UniformityInterface,
        DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let results = (outs I32:$stage);
  let assemblyFormat = "$pipe attr-dict `:` type($stage)";
  let extraClassDeclaration = stepDeclaration # uniformity.declaration;
}

class Wave_PipeLeaveOp<string mnemonic, string kind> : Wave_PipeStepOp<mnemonic, kind> {
  let assemblyFormat = "$pipe attr-dict";
}

def Wave_PipeAcquireOp : Wave_PipeEnterOp<"pipe_acquire", "Acquire"> {
  let summary = "Waits until the consumers have released a stage";
  let description = [{
    The next use of a pipe by this producer wave; see `wave.pipe`. Returns the
    stage, from 0, the same for all lanes of the wave.

    ```mlir
    %stage = wave.pipe_acquire %pipe : i32
    ```

    * C1 `pipe-place`: the pipe is the result of a `wave.pipe`, or an argument
      of a helper.

    `wave-verify-pipes` checks that only producers reach it, and all lanes of
    them together. HLSL has no name for it.
  }];
}

def Wave_PipeCommitOp : Wave_PipeLeaveOp<"pipe_commit", "Commit"> {
  let summary = "Passes an acquired stage to the consumers";
  let description = [{
    Commits the oldest use that this producer wave has acquired and not
    committed; see `wave.pipe`.

    * C1 `pipe-place`: as in `wave.pipe_acquire`.

    HLSL has no name for it.
  }];
}

def Wave_PipeWaitOp : Wave_PipeEnterOp<"pipe_wait", "Wait"> {
  let summary = "Waits until the producers have committed a stage";
  let description = [{
    The next use of a pipe by this consumer wave; see `wave.pipe`. Returns the
    stage, from 0, the same for all lanes of the wave.

    ```mlir
    %stage = wave.pipe_wait %pipe : i32
    ```

    * C1 `pipe-place`: as in `wave.pipe_acquire`.

    HLSL has no name for it.
  }];
}

def Wave_PipeReleaseOp : Wave_PipeLeaveOp<"pipe_release", "Release"> {
  let summary = "Gives a stage back to the producers";
  let description = [{
    Releases the oldest use that this consumer wave has waited for and not
    released; see `wave.pipe`.

    * C1 `pipe-place`: as in `wave.pipe_acquire`.

    HLSL has no name for it.
  }];
}

#endif // WAVEDIALECT_IR_WAVEPIPEOPS_TD
