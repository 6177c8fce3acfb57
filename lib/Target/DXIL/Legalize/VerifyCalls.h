//===- VerifyCalls.h - The operands of DXIL's functions ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_VERIFYCALLS_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_VERIFYCALLS_H

#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace mlir::dxil::legalize {

/// Checks a call: the function is DXIL's and of the opcode, literals are literal and in
/// their range, handles come from where they are made.
llvm::Error verifyCall(const llvm::CallInst &call);

/// Checks that a payload is sent once and is as large as the module says.
llvm::Error verifyPayload(const llvm::Function &entry);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_VERIFYCALLS_H
