"""The executor's own tests: what it is given arrives, and what it says comes back. What it computes is tested by
test/Target/DXIL/run-*.test."""

import subprocess

import dxil_executor
import numpy as np
import pytest

# Thread t of 8: out[t] = in[t] * constants[row 1].x + constants[row 0].x, or what `body` says.
KERNEL = """
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.Handle = type { ptr }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
declare i32 @dx.op.threadId.i32(i32, i32)
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32)
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)
define void @main() {
  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %s = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %in = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %s, %dx.types.ResourceProperties { i32 12, i32 4 })
  %u = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 1, i32 1, i32 0, i8 1 }, i32 1, i1 false)
  %out = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %u, %dx.types.ResourceProperties { i32 4108, i32 4 })
  %b = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false)
  %constants = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %b, %dx.types.ResourceProperties { i32 13, i32 32 })
  %row0 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %constants, i32 0)
  %y = extractvalue %dx.types.CBufRet.f32 %row0, 1
  %row0i = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %constants, i32 0)
  %length = extractvalue %dx.types.CBufRet.i32 %row0i, 2
  %row1i = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %constants, i32 1)
  %groups = extractvalue %dx.types.CBufRet.i32 %row1i, 0
  %loaded = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %in, i32 %t, i32 0, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.f32 %loaded, 0
  %product = fmul float %x, %y
  %more = add i32 %length, %groups
  %more.f = uitofp i32 %more to float
  %sum = fadd float %product, %more.f
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %out, i32 %t, i32 0, float %sum, float undef, float undef, float undef, i8 1, i32 4)
  ret void
}
!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.resources = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 6}
!1 = !{!"cs", i32 6, i32 6}
!2 = !{!10, !11, !12, null}
!3 = !{ptr @main, !"main", null, !2, !4}
!4 = !{i32 0, i64 16, i32 4, !5, i32 11, !6}
!5 = !{i32 8, i32 1, i32 1}
!6 = !{i32 8}
!10 = !{!13}
!11 = !{!14}
!12 = !{!15}
!13 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i32 0, !16}
!14 = !{i32 0, ptr undef, !"", i32 0, i32 1, i32 1, i32 12, i1 false, i1 false, i1 false, !16}
!15 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 32, null}
!16 = !{i32 1, i32 4}
"""


def _field(name, offset, element, components, role):
    return {"name": name, "offset": offset, "element": element, "components": components, "role": role}


def _binding(name, place, kind):
    return {
        "name": name,
        "set": 0,
        "binding": place,
        "kind": kind,
        "resource": "buffer",
        "element": "f32",
        "components": 1,
    }


MANIFEST = {
    "bindings": [_binding("src", 0, "srv"), _binding("out", 1, "uav")],
    "constants": {
        "bytes": 28,
        "fields": [
            _field("scale", 0, "f32", 2, "argument"),
            _field("src", 8, "u32", 1, "length"),
            _field("out", 12, "u32", 1, "length"),
            _field("group_count", 16, "u32", 3, "group_count"),
        ],
    },
    "root_constants": {"register": 0, "space": 0, "num_32bit_values": 7},
}


@pytest.fixture(scope="module")
def container(tmp_path_factory):
    folder = tmp_path_factory.mktemp("container")
    (folder / "kernel.ll").write_text(KERNEL)
    tool = dxil_executor.TOOL.with_name("wave-test-dxil")
    subprocess.run([tool, folder / "kernel.ll", "--emit=container", "-o", folder / "kernel.dxil"], check=True)
    return (folder / "kernel.dxil").read_bytes()


def test_arguments_arrive_and_results_come_back(container):
    src = np.arange(12, dtype=np.float32)
    out = np.full((5, 4), -1, np.float32)
    given = [src, (1.0, 0.5), out]
    result = dxil_executor.run(container, MANIFEST, 2, given, 8)
    # Lengths are in scalars; threads beyond the source read 0.
    expected = np.concatenate([src * 0.5 + 14, np.full(4, 14), np.full(4, -1)])
    assert np.array_equal(result.arguments[2], expected.astype(np.float32).reshape(5, 4))
    assert result.arguments[0] is not src and np.array_equal(result.arguments[0], src)
    assert result.arguments[1] == (1.0, 0.5)
    assert (out == -1).all()
    assert result.meshes == []


def test_a_refusal_is_the_tools_message(container):
    arguments = [np.zeros(8, np.float32), (1.0, 2.0), np.zeros(8, np.float32)]
    with pytest.raises(dxil_executor.ExecutionError, match="the module asks for waves of 8 to 8 lanes, not 16"):
        dxil_executor.run(container, MANIFEST, 1, arguments, 16)


def test_small_constants_are_widened():
    manifest = {
        "bindings": [],
        "constants": {
            "bytes": 28,
            "fields": [
                _field("flag", 0, "bool", 1, "argument"),
                _field("short", 4, "i16", 1, "argument"),
                _field("half", 8, "f16", 1, "argument"),
                _field("long", 16, "u64", 1, "argument"),
                _field("other", 24, "u16", 1, "argument"),
            ],
        },
    }
    arguments = [True, np.int16(-3), 0.1, 2**63, 65535]
    packed = dxil_executor.pack_constants(manifest, (1, 1, 1), arguments)
    expected = [
        np.uint32(1),
        np.int32(-3),
        np.float32(np.float16(0.1)),
        np.uint32(0),
        np.uint64(2**63),
        np.uint32(65535),
    ]
    assert packed == b"".join(value.tobytes() for value in expected)


@pytest.mark.parametrize("arguments", [[np.zeros(8, np.float32), (1.0, 2.0)], [np.zeros(8, np.float32)] * 2])
def test_arguments_that_do_not_fit_are_refused(arguments):
    with pytest.raises(ValueError):
        dxil_executor.run(b"", MANIFEST, 1, arguments, 8)
