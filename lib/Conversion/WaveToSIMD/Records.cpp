//===- Records.cpp - Accesses to the components of vectors in memory -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Finding records
//===----------------------------------------------------------------------===//

/// The strides of records: pairs, and vectors of three and four components.
static constexpr int64_t kLeastStride = 2, kMostStride = 4;

/// Returns a value and a constant whose sum is `index`.
static std::pair<Value, int64_t> splitIndex(Value index) {
  int64_t offset = 0;
  while (Operation *op = index.getDefiningOp()) {
    APInt number;
    if (isa<arith::AddIOp>(op) &&
        matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
        number.ult(kMostStride))
      offset += number.getZExtValue();
    else if (!isa<arith::IndexCastUIOp>(op))
      break;
    index = op->getOperand(0);
  }
  return {index, offset};
}

namespace {
/// Accesses of one memory whose indices differ by constants.
struct Run {
  Value memory, base;
  int64_t stride = 0;
  SmallVector<Operation *, 4> ops;
  SmallVector<int64_t, 4> offsets;
};
} // namespace

Records::Records(FuncOp kernel, const LaneStrides &strides,
                 const llvm::DenseSet<Operation *> &inBounds) {
  kernel.walk([&](Block *block) {
    // The operations of a run execute in one place, so nothing between them may
    // read what they write or write what they read.
    Run run;
    auto end = [&] {
      add(run.ops, run.offsets, run.stride);
      run = Run();
    };
    for (Operation &op : *block) {
      std::optional<MemoryAccess> access = getMemoryAccess(&op);
      if (!access && isPure(&op))
        continue;
      if (!isa<memref::LoadOp, memref::StoreOp>(op) || access->isCoherent ||
          access->indices.size() != 1) {
        end();
        continue;
      }
      Value index = access->indices.front();
      std::optional<int64_t> stride = strides.get(index);
      // The elements of a local array are not adjacent, and indices that are not
      // proved to be in bounds are clamped one by one.
      bool isOwn = !isa<BlockArgument>(access->memory);
      if (!stride || *stride < kLeastStride || *stride > kMostStride ||
          access->memory.getDefiningOp<memref::AllocaOp>() ||
          (isOwn && !inBounds.contains(&op))) {
        end();
        continue;
      }
      auto [base, offset] = splitIndex(index);
      if (!run.ops.empty() &&
          (run.memory != access->memory || run.base != base ||
           run.ops.front()->getName() != op.getName()))
        end();
      run.memory = access->memory;
      run.base = base;
      run.stride = *stride;
      run.ops.push_back(&op);
      run.offsets.push_back(offset);
    }
    end();
  });
}

void Records::add(ArrayRef<Operation *> ops, ArrayRef<int64_t> offsets,
                  int64_t stride) {
  if (ops.size() < 2)
    return;
  int64_t lowest = *llvm::min_element(offsets);
  int64_t count = *llvm::max_element(offsets) - lowest + 1;
  // A store must write all components; two operations on one component stay.
  const bool stores = isa<memref::StoreOp>(ops.front());
  if (count > stride || (stores && count != stride) ||
      (stores && static_cast<int64_t>(ops.size()) != stride))
    return;
  Record record;
  record.place = stores ? ops.back() : ops.front();
  record.components.assign(count, nullptr);
  for (auto [op, offset] : llvm::zip_equal(ops, offsets)) {
    Operation *&component = record.components[offset - lowest];
    if (component)
      return;
    component = op;
  }
  record.stride = stride;
  for (Operation *op : ops)
    numbers[op] = records.size();
  records.push_back(std::move(record));
}

//===----------------------------------------------------------------------===//
// Splitting and joining
//===----------------------------------------------------------------------===//

/// Element i of the result is element `place(i)` of both vectors, one after the
/// other.
static Value shuffle(OpBuilder &builder, Location loc, Value a, Value b,
                     function_ref<int64_t(int64_t)> place) {
  int64_t length = cast<VectorType>(a.getType()).getNumElements();
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < length; ++i)
    places.push_back(place(i));
  return vector::ShuffleOp::create(builder, loc, a, b, places);
}

/// Shuffles three vectors: element i is element `place(i)` of all, one after the
/// other.
static Value shuffle(OpBuilder &builder, Location loc, ArrayRef<Value> three,
                     function_ref<int64_t(int64_t)> place) {
  int64_t length = cast<VectorType>(three[0].getType()).getNumElements();
  Value ofTwo = shuffle(builder, loc, three[0], three[1], [&](int64_t i) {
    return place(i) < 2 * length ? place(i) : 0;
  });
  return shuffle(builder, loc, ofTwo, three[2], [&](int64_t i) {
    return place(i) < 2 * length ? i : place(i) - length;
  });
}

SmallVector<Value, 4> simd::splitRecords(OpBuilder &builder, Location loc,
                                         ArrayRef<Value> registers) {
  if (registers.size() == 3) {
    SmallVector<Value, 4> components;
    for (int64_t component = 0; component < 3; ++component)
      components.push_back(shuffle(builder, loc, registers, [&](int64_t i) {
        return 3 * i + component;
      }));
    return components;
  }
  auto split = [&](Value a, Value b, int64_t odd) {
    return shuffle(builder, loc, a, b, [&](int64_t i) { return 2 * i + odd; });
  };
  if (registers.size() == 2)
    return {split(registers[0], registers[1], 0),
            split(registers[0], registers[1], 1)};
  SmallVector<Value, 4> components(4);
  for (int64_t odd : {0, 1}) {
    Value low = split(registers[0], registers[1], odd);
    Value high = split(registers[2], registers[3], odd);
    components[odd] = split(low, high, 0);
    components[odd + 2] = split(low, high, 1);
  }
  return components;
}

SmallVector<Value, 4> simd::joinRecords(OpBuilder &builder, Location loc,
                                        ArrayRef<Value> components) {
  int64_t length = cast<VectorType>(components[0].getType()).getNumElements();
  if (components.size() == 3) {
    SmallVector<Value, 4> registers;
    for (int64_t number = 0; number < 3; ++number)
      registers.push_back(shuffle(builder, loc, components, [&](int64_t i) {
        int64_t element = number * length + i;
        return element % 3 * length + element / 3;
      }));
    return registers;
  }
  auto zip = [&](Value a, Value b, int64_t half) {
    return shuffle(builder, loc, a, b, [&](int64_t i) {
      int64_t element = half * length + i;
      return element % 2 * length + element / 2;
    });
  };
  if (components.size() == 2)
    return {zip(components[0], components[1], 0),
            zip(components[0], components[1], 1)};
  SmallVector<Value, 4> registers;
  for (int64_t half : {0, 1}) {
    Value even = zip(components[0], components[2], half);
    Value odd = zip(components[1], components[3], half);
    registers.push_back(zip(even, odd, 0));
    registers.push_back(zip(even, odd, 1));
  }
  return registers;
}
