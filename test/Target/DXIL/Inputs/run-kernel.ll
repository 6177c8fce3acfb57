; What the kernels of the run-*.test files have in common: 8 threads, a buffer to
; read (t0), three to write (u0, u1: words; u2: pairs of words), constants (b0).
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { ptr }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.Dimensions = type { i32, i32, i32, i32 }
%dx.types.fouri32 = type { i32, i32, i32, i32 }
%dx.types.twoi32 = type { i32, i32 }

declare i32 @dx.op.threadId.i32(i32, i32)
declare i32 @dx.op.groupId.i32(i32, i32)
declare i32 @dx.op.threadIdInGroup.i32(i32, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i1 @dx.op.waveIsFirstLane(i32)
declare i32 @dx.op.waveGetLaneIndex(i32)
declare i32 @dx.op.waveGetLaneCount(i32)
declare i1 @dx.op.waveAnyTrue(i32, i1)
declare i1 @dx.op.waveAllTrue(i32, i1)
declare i1 @dx.op.waveActiveAllEqual.f32(i32, float)
declare %dx.types.fouri32 @dx.op.waveActiveBallot(i32, i1)
declare i32 @dx.op.waveReadLaneAt.i32(i32, i32, i32)
declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
declare float @dx.op.waveActiveOp.f32(i32, float, i8, i8)
declare i32 @dx.op.waveActiveBit.i32(i32, i32, i8)
declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.waveAllOp(i32, i1)
declare i32 @dx.op.wavePrefixOp(i32, i1)
declare %dx.types.fouri32 @dx.op.waveMatch.i32(i32, i32)
declare i32 @dx.op.waveMultiPrefixOp.i32(i32, i32, i32, i32, i32, i32, i8, i8)
declare i32 @dx.op.waveMultiPrefixBitCount(i32, i1, i32, i32, i32, i32)
declare i32 @dx.op.quadReadLaneAt.i32(i32, i32, i32)
declare i32 @dx.op.quadOp.i32(i32, i32, i8)
declare i1 @dx.op.quadVote.i1(i32, i1, i8)
declare i32 @dx.op.getGroupWaveIndex(i32)
declare i32 @dx.op.getGroupWaveCount(i32)
declare void @dx.op.barrier(i32, i32)
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
declare i32 @dx.op.atomicCompareExchange.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)
declare %dx.types.Dimensions @dx.op.getDimensions(i32, %dx.types.Handle, i32)
declare float @dx.op.unary.f32(i32, float)
declare half @dx.op.unary.f16(i32, half)
declare i32 @dx.op.unary.i32(i32, i32)
declare i32 @dx.op.unaryBits.i32(i32, i32)
declare float @dx.op.binary.f32(i32, float, float)
declare i32 @dx.op.binary.i32(i32, i32, i32)
declare float @dx.op.tertiary.f32(i32, float, float, float)
declare i32 @dx.op.tertiary.i32(i32, i32, i32, i32)
declare i32 @dx.op.quaternary.i32(i32, i32, i32, i32, i32)
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float)
declare i1 @dx.op.isSpecialFloat.f32(i32, float)
declare %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32, i32, i32)
declare i32 @dx.op.legacyF32ToF16(i32, float)
declare float @dx.op.legacyF16ToF32(i32, i32)

; Helpers are inlined before a kernel runs.
define internal %dx.types.Handle @t0() alwaysinline {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 0 }, i32 0, i1 false)
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 12, i32 4 })
  ret %dx.types.Handle %a
}
define internal %dx.types.Handle @u0() alwaysinline {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4108, i32 4 })
  ret %dx.types.Handle %a
}
define internal %dx.types.Handle @u1() alwaysinline {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 1, i32 1, i32 0, i8 1 }, i32 1, i1 false)
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4108, i32 4 })
  ret %dx.types.Handle %a
}
define internal %dx.types.Handle @u2() alwaysinline {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 2, i32 2, i32 0, i8 1 }, i32 2, i1 false)
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4108, i32 8 })
  ret %dx.types.Handle %a
}
define internal %dx.types.Handle @b0() alwaysinline {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false)
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 13, i32 16 })
  ret %dx.types.Handle %a
}
define internal i32 @load_t0(i32 %index) alwaysinline {
  %h = call %dx.types.Handle @t0()
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 %index, i32 0, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %v
}
define internal void @store_u0(i32 %index, i32 %value) alwaysinline {
  %h = call %dx.types.Handle @u0()
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h, i32 %index, i32 0, i32 %value, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
define internal void @store_u1(i32 %index, i32 %value) alwaysinline {
  %h = call %dx.types.Handle @u1()
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h, i32 %index, i32 0, i32 %value, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
define internal void @store_f0(i32 %index, float %value) alwaysinline {
  %h = call %dx.types.Handle @u0()
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %h, i32 %index, i32 0, float %value, float undef, float undef, float undef, i8 1, i32 4)
  ret void
}
define internal i32 @thread() alwaysinline {
  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  ret i32 %t
}
define internal i32 @sum(i32 %value) alwaysinline {
  %s = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 0, i8 1)
  ret i32 %s
}

!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.resources = !{!2}
!dx.entryPoints = !{!3}

!0 = !{i32 1, i32 10}
!1 = !{!"cs", i32 6, i32 10}
!2 = !{!10, !11, !12, null}
!3 = !{ptr @main, !"main", null, !2, !4}
!4 = !{i32 0, i64 524304, i32 4, !5}
!5 = !{i32 8, i32 1, i32 1}
!10 = !{!13}
!11 = !{!14, !15, !16}
!12 = !{!17}
!13 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i32 0, !18}
!14 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !18}
!15 = !{i32 1, ptr undef, !"", i32 0, i32 1, i32 1, i32 12, i1 false, i1 false, i1 false, !18}
!16 = !{i32 2, ptr undef, !"", i32 0, i32 2, i32 1, i32 12, i1 false, i1 false, i1 false, !19}
!17 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 16, null}
!18 = !{i32 1, i32 4}
!19 = !{i32 1, i32 8}

