//===- SIMDToLLVM.cpp - Conversion of vector code to the LLVM dialect -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Conversion/SIMDToLLVM.h"

#include "../RegionsToBlocks.h"
#include "WaveDialect/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTSIMDTOLLVM
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

LogicalResult wave::convertSIMDToLLVM(ModuleOp module) {
  // Regions go first, because the conversion below cannot change the types of
  // values that regions pass on.
  replaceRegionsByBlocks(module);
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  // Reductions may combine lanes in any order.
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/true,
                                         /*force32BitVectorIndices=*/true);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  // Support for rollback takes most of the time, and these patterns never fail
  // half-way.
  ConversionConfig config;
  config.allowPatternRollback = false;
  return applyFullConversion(module, target, std::move(patterns), config);
}

/// Reports operations that `convert-wave-to-simd` does not create.
static LogicalResult verifyOrigin(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (isa<LLVM::LLVMDialect>(op.getDialect()))
      continue;
    return op.emitError("'")
           << op.getName()
           << "' was not made by convert-wave-to-simd: run the pipeline "
              "wave-to-simd first [module-origin]";
  }
  WalkResult result = module.walk([&](Operation *op) {
    if (op == module ||
        isa_and_nonnull<LLVM::LLVMDialect, arith::ArithDialect,
                        cf::ControlFlowDialect, math::MathDialect,
                        scf::SCFDialect, ub::UBDialect, vector::VectorDialect>(
            op->getDialect()))
      return WalkResult::advance();
    op->emitError("'") << op->getName()
                       << "' was not made by convert-wave-to-simd: run the "
                          "pipeline wave-to-simd first [module-origin]";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertSIMDToLLVM final
    : wave::impl::ConvertSIMDToLLVMBase<ConvertSIMDToLLVM> {
  void runOnOperation() override {
    if (failed(verifyOrigin(getOperation())) ||
        failed(convertSIMDToLLVM(getOperation())))
      signalPassFailure();
  }
};
} // namespace
