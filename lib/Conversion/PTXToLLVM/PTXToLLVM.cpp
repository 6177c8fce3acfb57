//===- PTXToLLVM.cpp - Conversion of a kernel to the LLVM dialect -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../RegionsToBlocks.h"
#include "WaveDialect/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTPTXTOLLVM
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static LogicalResult convert(LLVM::LLVMFuncOp function) {
  // Regions go first, because the conversion below cannot change the types of values
  // that regions pass on.
  replaceRegionsByBlocks(function);
  MLIRContext *context = function.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/false,
                                         /*force32BitVectorIndices=*/true);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  LLVMConversionTarget target(*context);
  target.addLegalDialect<NVVM::NVVMDialect>();
  return applyFullConversion(function, target, std::move(patterns));
}

namespace {
struct ConvertPTXToLLVM final
    : wave::impl::ConvertPTXToLLVMBase<ConvertPTXToLLVM> {
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> functions;
    getOperation().walk(
        [&](LLVM::LLVMFuncOp function) { functions.push_back(function); });
    for (LLVM::LLVMFuncOp function : functions)
      if (failed(convert(function)))
        return signalPassFailure();
  }
};
} // namespace
