//===- LowerPrints.cpp - Records prints and failed assertions in a buffer ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each lane writes a record of a fixed number of words. One lane of a wave
// reserves the records of all of them, so that the records of one operation are
// adjacent and in the order of the lanes. docs/seeing-inside.md describes the
// buffer.

#include "CheckSites.h"

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::wave {
#define GEN_PASS_DEF_LOWERPRINTS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The words at the start of the buffer.
enum Header : int64_t {
  /// Records that prints have reserved.
  Printed = 0,
  /// Records of prints that the buffer can hold; the host sets it.
  PrintCapacity = 1,
  /// Lines of prints that did not fit.
  PrintsDropped = 2,
  /// Records that failed assertions have reserved.
  Failed = 3,
  /// Failures that did not fit.
  FailuresDropped = 4,
  HeaderWords = 8,
};

/// Records of failures, which the space before those of prints holds.
static constexpr int64_t kFailureCapacity = 1024;

/// The words of a record before its values: the number of the site, the group
/// in x, y and z, the wave, and the lane with its rank among the lanes that
/// record here, which is in the upper 16 bits.
static constexpr int64_t kRecordHeader = 6;

static bool isRecorded(Operation *op) { return isa<PrintOp, AssertOp>(op); }

static OperandRange getValues(Operation *op) {
  if (auto print = dyn_cast<PrintOp>(op))
    return print.getValues();
  return cast<AssertOp>(op).getValues();
}

/// Returns the words of a value in a record: each component has one or two.
static int64_t getNumWords(Type type) {
  // A bool has less than a byte.
  const int64_t bytes =
      std::max<int64_t>(getScalarBytes(getScalarType(type)), 1);
  return getNumComponents(type) * llvm::divideCeil(bytes, 4);
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

/// Returns the element and the number of components of each value.
static llvm::json::Array describeTypes(ArrayAttr types) {
  llvm::json::Array described;
  for (Type type : types.getAsValueRange<TypeAttr>())
    described.push_back(
        llvm::json::Array{getElementName(type).str(), getNumComponents(type)});
  return described;
}

static llvm::json::Object describeSite(Operation *op) {
  llvm::json::Object site{{"locations", describePlaces(op->getLoc())}};
  if (auto print = dyn_cast<PrintOp>(op)) {
    site["kind"] = print.getWave() ? "print_wave" : "print";
    site["format"] = llvm::json::fixUTF8(print.getFormat());
    site["types"] = describeTypes(print.getTypes());
    return site;
  }
  auto assertion = cast<AssertOp>(op);
  llvm::json::Array names;
  for (StringRef name : assertion.getNames().getAsValueRange<StringAttr>())
    names.push_back(llvm::json::fixUTF8(name));
  site["kind"] = "check";
  site["format"] = llvm::json::fixUTF8(assertion.getFormat());
  site["types"] = describeTypes(assertion.getTypes());
  site["condition"] = llvm::json::fixUTF8(assertion.getText());
  site["names"] = std::move(names);
  return site;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code that writes the records of one operation.
class Recorder {
public:
  Recorder(Operation *op, Value buffer, int64_t site, int64_t recordWords,
           int64_t failureCapacity)
      : op(op), builder(op), loc(op->getLoc()), buffer(buffer), site(site),
        recordWords(recordWords), failureCapacity(failureCapacity) {}

  void emit();

private:
  Type i32() { return builder.getI32Type(); }
  Value getConstant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value getPlace(Value word) {
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        word);
  }
  Value load(Header word) {
    return memref::LoadOp::create(builder, loc, buffer,
                                  getPlace(getConstant(word)));
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value addTo(Header word, Value value) {
    return AtomicRMWOp::create(builder, loc, i32(),
                               gpu::AllReduceOperation::ADD, value, buffer,
                               getPlace(getConstant(word)));
  }
  /// Emits code that runs where `condition` holds.
  scf::IfOp emitIf(Value condition, function_ref<void()> then,
                   function_ref<void()> otherwise = nullptr,
                   TypeRange results = {});
  void emitRecords();
  void emitRecord(Value record, Value rank);
  void emitWords(Value value, SmallVectorImpl<Value> &words);

  Operation *op;
  OpBuilder builder;
  Location loc;
  Value buffer;
  int64_t site, recordWords, failureCapacity;
};
} // namespace

scf::IfOp Recorder::emitIf(Value condition, function_ref<void()> then,
                           function_ref<void()> otherwise, TypeRange results) {
  auto ifOp =
      scf::IfOp::create(builder, loc, results, condition,
                        /*withElseRegion=*/static_cast<bool>(otherwise));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  then();
  if (otherwise) {
    builder.setInsertionPointToStart(ifOp.elseBlock());
    otherwise();
  }
  return ifOp;
}

void Recorder::emit() {
  auto assertion = dyn_cast<AssertOp>(op);
  if (!assertion)
    return emitRecords();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value fails =
      arith::XOrIOp::create(builder, loc, assertion.getCondition(), yes);
  emitIf(fails, [&] { emitRecords(); });
}

/// The counter stops at the capacity, so that it never wraps around.
void Recorder::emitRecords() {
  using Predicate = arith::CmpIPredicate;
  const bool isAssert = isa<AssertOp>(op);
  const Header counter = isAssert ? Failed : Printed;
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value active = CountBitsOp::create(builder, loc, i32(), yes);
  Value rank = PrefixCountBitsOp::create(builder, loc, i32(), yes);
  Value isFirst = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  Value capacity =
      isAssert ? getConstant(failureCapacity) : load(PrintCapacity);
  auto yieldTo = [&](Value value) {
    scf::YieldOp::create(builder, loc, value);
  };
  scf::IfOp reserved = emitIf(
      isFirst,
      [&] {
        Value found = load(counter);
        Value hasRoom = compare(Predicate::ult, found, capacity);
        yieldTo(emitIf(
                    hasRoom, [&] { yieldTo(addTo(counter, active)); },
                    [&] { yieldTo(capacity); }, TypeRange(i32()))
                    .getResult(0));
      },
      [&] { yieldTo(capacity); }, TypeRange(i32()));
  Value first =
      ReadFirstLaneOp::create(builder, loc, i32(), reserved.getResult(0));
  // The counter may exceed the capacity, by the lanes of some waves.
  Value fits = arith::AndIOp::create(
      builder, loc, compare(Predicate::ult, first, capacity),
      compare(Predicate::uge,
              arith::SubIOp::create(builder, loc, capacity, first), active));
  emitIf(
      fits, [&] { emitRecord(add(first, rank), rank); },
      [&] {
        emitIf(isFirst, [&] {
          auto print = dyn_cast<PrintOp>(op);
          Value lines = print && print.getWave() ? getConstant(1) : active;
          addTo(isAssert ? FailuresDropped : PrintsDropped, lines);
        });
      });
}

void Recorder::emitRecord(Value record, Value rank) {
  SmallVector<Value> words = {getConstant(site)};
  for (gpu::Dimension dimension :
       {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z})
    words.push_back(GroupIdOp::create(builder, loc, i32(), dimension));
  words.push_back(GroupWaveIndexOp::create(builder, loc, i32()));
  words.push_back(arith::OrIOp::create(
      builder, loc, LaneIndexOp::create(builder, loc, i32()),
      arith::ShLIOp::create(builder, loc, rank, getConstant(16))));
  for (Value value : getValues(op))
    emitWords(value, words);
  const int64_t start =
      HeaderWords + (isa<AssertOp>(op) ? 0 : failureCapacity * recordWords);
  Value place =
      add(arith::MulIOp::create(builder, loc, record, getConstant(recordWords)),
          getConstant(start));
  // The site comes last: a record without a site is not complete.
  for (size_t i = words.size(); i-- > 0;)
    memref::StoreOp::create(builder, loc, words[i], buffer,
                            getPlace(add(place, getConstant(i))));
}

/// A half is exact as a float; of 64 bits the lower word is first.
void Recorder::emitWords(Value value, SmallVectorImpl<Value> &words) {
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    for (int64_t i = 0; i < vector.getNumElements(); ++i)
      emitWords(
          vector::ExtractOp::create(builder, loc, value, ArrayRef<int64_t>{i}),
          words);
    return;
  }
  Type type = value.getType();
  if (type.isF16()) {
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    type = value.getType();
  }
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(builder, loc,
                                     builder.getIntegerType(width), value);
  if (width < 32)
    value = arith::ExtUIOp::create(builder, loc, i32(), value);
  if (width <= 32)
    return words.push_back(value);
  words.push_back(arith::TruncIOp::create(builder, loc, i32(), value));
  Value shift = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(value.getType(), 32));
  Value upper = arith::ShRUIOp::create(builder, loc, value, shift);
  words.push_back(arith::TruncIOp::create(builder, loc, i32(), upper));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerPrints final : wave::impl::LowerPrintsBase<LowerPrints> {
  using LowerPrintsBase::LowerPrintsBase;

  void runOnWaveIR() override {
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    for (FuncOp kernel : kernels) {
      SmallVector<Operation *> ops;
      kernel.walk([&](Operation *op) {
        if (isRecorded(op))
          ops.push_back(op);
      });
      if (ops.empty())
        continue;
      if (!records) {
        erase(ops);
        continue;
      }
      if (kernels.size() != 1) {
        ops.front()->emitError("the records of one kernel are described, got ")
            << kernels.size() << " kernels: split the input [one-kernel]";
        return signalPassFailure();
      }
      lower(kernel, ops);
    }
  }

  static void erase(ArrayRef<Operation *> ops) {
    for (Operation *op : ops) {
      op->emitRemark(isa<PrintOp>(op) ? "the print" : "the check")
          << " is removed: no host reads the records of this code "
             "[print-removed]";
      op->erase();
    }
  }

  void lower(FuncOp kernel, ArrayRef<Operation *> ops) {
    int64_t valueWords = 0, failureCapacity = 0;
    llvm::json::Array sites;
    for (Operation *op : ops) {
      sites.push_back(describeSite(op));
      int64_t words = 0;
      for (Value value : getValues(op))
        words += getNumWords(value.getType());
      valueWords = std::max(valueWords, words);
      if (isa<AssertOp>(op))
        failureCapacity = kFailureCapacity;
    }
    const int64_t recordWords = kRecordHeader + valueWords;
    std::string text;
    llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{
        {"header_words", int64_t(HeaderWords)},
        {"record_words", recordWords},
        {"failures", failureCapacity},
        {"sites", std::move(sites)},
    });
    getOperation()->setAttr(kRecordsName, StringAttr::get(&getContext(), text));
    Value buffer = addHiddenBuffer(kernel, "wave_records", kRecordsAttribute);
    int64_t site = 0;
    for (Operation *op : ops) {
      Recorder(op, buffer, ++site, recordWords, failureCapacity).emit();
      op->erase();
    }
  }
};
} // namespace
