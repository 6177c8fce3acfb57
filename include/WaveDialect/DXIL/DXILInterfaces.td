//===- DXILInterfaces.td - The interface of DXIL's calls ---*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_DXILINTERFACES_TD
#define WAVEDIALECT_DXIL_DXILINTERFACES_TD

include "mlir/IR/OpBase.td"

def DXIL_CallInterface : OpInterface<"DXILCall"> {
  let cppNamespace = "::mlir::dxil";
  let description = [{ A call of a DXIL function. }];
  let methods = [
    StaticInterfaceMethod<"The properties that all calls of the function share.",
                          "const ::mlir::dxil::OperationInfo &", "getInfo">,
    InterfaceMethod<"The types that select the function's overload, in the order of its name.",
                    "::llvm::SmallVector<::mlir::Type>", "getOverloads">,
    InterfaceMethod<"The arguments after the opcode, in order.",
                    "::llvm::SmallVector<::mlir::OpFoldResult>", "getCallArguments">,
  ];
  let verify = [{ return ::mlir::dxil::verifyCall($_op); }];
}

#endif // WAVEDIALECT_DXIL_DXILINTERFACES_TD
