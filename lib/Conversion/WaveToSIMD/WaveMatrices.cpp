//===- WaveMatrices.cpp - Matrices in the code of a wave --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "WaveEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

Value WaveEmitter::getMatrix(int64_t offset, Location loc) {
  return LLVM::GEPOp::create(
      builder, loc, frame.matrixMemory.getType(), builder.getI8Type(),
      frame.matrixMemory, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
}

/// Returns the elements that an access of `op` may touch.
template <typename OpT>
static MatrixBuilder::Elements getElements(OpBuilder &builder, OpT op,
                                           Value pointer, Value count,
                                           Value first, Value stride) {
  auto extend = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, op.getLoc(), builder.getI64Type(),
                                  value);
  };
  MatrixBuilder::Elements elements;
  elements.type = cast<MemRefType>(op.getMemory().getType()).getElementType();
  elements.isBFloat16 = op.getIsBfloat16();
  elements.pointer = pointer;
  elements.count = extend(count);
  elements.first = extend(first);
  elements.stride = extend(stride);
  elements.isRowMajor = op.getLayout() == MatrixLayout::RowMajor;
  return elements;
}

Value WaveEmitter::getOfWave(Value value, Value mask, Location loc) {
  LaneValue lanes = get(value).front();
  return lanes.isUniform() ? lanes.value
                           : lanesAt(loc).readFirst(toVector(lanes), mask);
}

std::optional<LogicalResult> WaveEmitter::emitMatrix(Operation *op,
                                                     Value mask) {
  using Result = std::optional<LogicalResult>;
  Location loc = op->getLoc();
  MatrixBuilder b(builder, loc, frame.machine);
  auto get = [&](Value matrix) {
    return getMatrix(frame.matrices.offsets.lookup(matrix), loc);
  };
  auto getVariable = [&](uint32_t variable) {
    return frame.matrices.variables.lookup(static_cast<int32_t>(variable));
  };
  auto copy = [&](Value type, int64_t from, int64_t to) {
    if (from != to)
      b.copy(cast<MatrixType>(type.getType()), getMatrix(from, loc),
             getMatrix(to, loc));
    return success();
  };
  auto elementsOf = [&](auto access) {
    Value memory = access.getMemory();
    auto type = cast<MemRefType>(memory.getType());
    Value count =
        type.hasStaticShape()
            ? lanesAt(loc).constant(builder.getI32Type(), type.getDimSize(0))
            : frame.lengths.lookup(memory);
    return getElements(builder, access, frame.pointers.lookup(memory), count,
                       getOfWave(access.getFirst(), mask, loc),
                       getOfWave(access.getStride(), mask, loc));
  };
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](MatrixFillOp fill) {
        b.fill(cast<MatrixType>(fill.getType()), get(fill),
               getOfWave(fill.getValue(), mask, loc));
        return success();
      })
      .Case([&](MatrixLoadOp load) {
        b.load(cast<MatrixType>(load.getType()), get(load), elementsOf(load));
        return success();
      })
      .Case([&](MatrixStoreOp store) {
        b.store(cast<MatrixType>(store.getValue().getType()),
                get(store.getValue()), elementsOf(store));
        return success();
      })
      .Case([&](MatrixMultiplyAddOp multiply) {
        b.multiplyAdd(multiply, get(multiply.getA()), get(multiply.getB()),
                      get(multiply.getC()), get(multiply));
        return success();
      })
      .Case([&](MatrixMapOp map) {
        SmallVector<Value> inputs;
        for (Value input : map.getInputs())
          inputs.push_back(isa<MatrixType>(input.getType())
                               ? get(input)
                               : getOfWave(input, mask, loc));
        b.map(map, inputs, get(map));
        return success();
      })
      .Case([&](MatrixRowReduceOp reduce) {
        b.rowReduce(reduce, get(reduce.getValue()), get(reduce));
        return success();
      })
      .Case([&](MatrixConvertOp convert) {
        return copy(convert.getValue(),
                    frame.matrices.offsets.lookup(convert.getValue()),
                    frame.matrices.offsets.lookup(convert));
      })
      .Case([&](MatrixSetOp set) {
        return copy(set.getValue(),
                    frame.matrices.offsets.lookup(set.getValue()),
                    getVariable(set.getVariable()));
      })
      .Case([&](MatrixGetOp read) {
        return copy(read, getVariable(read.getVariable()),
                    frame.matrices.offsets.lookup(read));
      })
      .Default([](Operation *) { return std::nullopt; });
}
