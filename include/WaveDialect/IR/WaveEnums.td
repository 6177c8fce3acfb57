//===- WaveEnums.td - Enumerations of the wave dialect -------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEENUMS_TD
#define WAVEDIALECT_IR_WAVEENUMS_TD

include "mlir/IR/EnumAttr.td"
include "WaveDialect/IR/WaveDialect.td"

class Wave_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::wave";
  let genSpecializedAttr = 0;
}

// HLSL and the proposals define these names. lib/IR/Stage.cpp states which
// stages have groups.
def Wave_Stage : Wave_I32Enum<"Stage", "the pipeline stage that a kernel runs in", [
    I32EnumAttrCase<"Vertex", 0, "vertex">,
    I32EnumAttrCase<"Hull", 1, "hull">,
    I32EnumAttrCase<"Domain", 2, "domain">,
    I32EnumAttrCase<"Geometry", 3, "geometry">,
    I32EnumAttrCase<"Pixel", 4, "pixel">,
    I32EnumAttrCase<"Compute", 5, "compute">,
    I32EnumAttrCase<"Mesh", 6, "mesh">,
    I32EnumAttrCase<"Amplification", 7, "amplification">,
    I32EnumAttrCase<"Node", 8, "node">,
    I32EnumAttrCase<"RayGeneration", 9, "raygeneration">,
    I32EnumAttrCase<"Intersection", 10, "intersection">,
    I32EnumAttrCase<"AnyHit", 11, "anyhit">,
    I32EnumAttrCase<"ClosestHit", 12, "closesthit">,
    I32EnumAttrCase<"Miss", 13, "miss">,
    I32EnumAttrCase<"Callable", 14, "callable">]>;
def Wave_StageAttr : EnumAttr<Wave_Dialect, Wave_Stage, "stage">;

def Wave_NodeLaunch : Wave_I32Enum<"NodeLaunch", "how a work-graph node is launched", [
    I32EnumAttrCase<"Broadcasting", 0, "broadcasting">,
    I32EnumAttrCase<"Coalescing", 1, "coalescing">,
    I32EnumAttrCase<"Thread", 2, "thread">]>;
def Wave_NodeLaunchAttr : EnumAttr<Wave_Dialect, Wave_NodeLaunch, "node_launch">;

def Wave_LaunchForm : Wave_I32Enum<"LaunchForm", "how groups of waves became groups of threads", [
    I32EnumAttrCase<"Exact", 0, "exact">,
    I32EnumAttrCase<"Surplus", 1, "surplus">]>;

def Wave_BarrierScope : Wave_I32Enum<"BarrierScope", "the memory that a barrier orders", [
    I32EnumAttrCase<"Wave", 0, "wave">,
    I32EnumAttrCase<"Group", 1, "group">,
    I32EnumAttrCase<"Device", 2, "device">,
    I32EnumAttrCase<"All", 3, "all">]>;
def Wave_BarrierScopeAttr : EnumAttr<Wave_Dialect, Wave_BarrierScope, "scope">;

def Wave_BindingKind : Wave_I32Enum<"BindingKind", "read-only, read-write or constant", [
    I32EnumAttrCase<"SRV", 0, "srv">,
    I32EnumAttrCase<"UAV", 1, "uav">,
    I32EnumAttrCase<"CBV", 2, "cbv">]>;
def Wave_BindingKindAttr : EnumAttr<Wave_Dialect, Wave_BindingKind, "binding_kind">;

def Wave_CheckKind : Wave_I32Enum<"CheckKind", "what a checked run is told", [
    I32EnumAttrCase<"Access", 0, "access">,
    I32EnumAttrCase<"Undefined", 1, "undefined">,
    I32EnumAttrCase<"Retire", 2, "retire">,
    I32EnumAttrCase<"Uniform", 3, "uniform">,
    I32EnumAttrCase<"Branch", 4, "branch">,
    I32EnumAttrCase<"Barrier", 5, "barrier">,
    I32EnumAttrCase<"Event", 6, "event">]>;
def Wave_CheckKindAttr : EnumAttr<Wave_Dialect, Wave_CheckKind, "check_kind">;

def Wave_QuadDirection : Wave_I32Enum<"QuadDirection", "which lane of the quad is read", [
    I32EnumAttrCase<"X", 0, "x">,
    I32EnumAttrCase<"Y", 1, "y">,
    I32EnumAttrCase<"Diagonal", 2, "diagonal">]>;
def Wave_QuadDirectionAttr : EnumAttr<Wave_Dialect, Wave_QuadDirection, "quad_direction">;

def Wave_ImageDimension : Wave_I32Enum<"ImageDimension", "how many coordinates an image has", [
    I32EnumAttrCase<"Dim2D", 0, "2d">,
    I32EnumAttrCase<"Dim2DArray", 1, "2d_array">]>;

def Wave_Setting : Wave_I32Enum<"Setting", "a choice that the host makes when it creates the pipeline", [
    I32EnumAttrCase<"RobustBuffers", 0, "robust_buffers">,
    I32EnumAttrCase<"MemoryBarriers", 1, "memory_barriers">,
    I32EnumAttrCase<"WaveNumbers", 2, "wave_numbers">]>;
def Wave_SettingAttr : EnumAttr<Wave_Dialect, Wave_Setting, "setting">;

def Wave_MatrixRole : Wave_I32Enum<"MatrixRole", "how a multiply-add uses a matrix", [
    I32EnumAttrCase<"A", 0, "a">,
    I32EnumAttrCase<"B", 1, "b">,
    I32EnumAttrCase<"Accumulator", 2, "acc">]>;

def Wave_MatrixLayout : Wave_I32Enum<"MatrixLayout", "which elements of a matrix are adjacent in memory", [
    I32EnumAttrCase<"RowMajor", 0, "row_major">,
    I32EnumAttrCase<"ColumnMajor", 1, "column_major">]>;
def Wave_MatrixLayoutAttr : EnumAttr<Wave_Dialect, Wave_MatrixLayout, "matrix_layout">;

def Wave_MatrixReduction : Wave_I32Enum<"MatrixReduction", "how the elements of a row are combined", [
    I32EnumAttrCase<"Add", 0, "add">,
    I32EnumAttrCase<"Max", 1, "max">,
    I32EnumAttrCase<"Min", 2, "min">]>;
def Wave_MatrixReductionAttr : EnumAttr<Wave_Dialect, Wave_MatrixReduction, "matrix_reduction">;

#endif // WAVEDIALECT_IR_WAVEENUMS_TD
