//===- MatrixMemoryToNVVM.cpp - Products of four waves as wgmma -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction multiplies 64 rows of the left factor, 16 of each of four waves, by 16
// rows and up to 256 columns of the right one. The matrix units read the right factor from
// groupshared memory, and the left one from there or from registers. They work on while the
// waves go on, so a wave must not touch the registers before it has waited. All instructions
// of a product and the wait are one piece of assembly, into which LLVM cannot move anything.
// After a pending product, only the next one of the same sums has the registers.
//
// A descriptor tells the place of a factor: its address, and the distances between pieces
// of eight lines of 128 bytes, one below the other. The array has the order that the
// machine calls the swizzle of 128 bytes, see GroupsharedOrder.cpp.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The rows of the right factor that one instruction multiplies, and its most columns.
static constexpr int64_t kStep = 16, kMostColumns = 256;

/// The registers of a lane with the left factor of a step.
static constexpr int64_t kLeftRegisters = 4;

/// A descriptor's fields, in units of 16 bytes: Parallel Thread Execution ISA, "Matrix
/// Descriptor Format".
static uint64_t getDescriptorConstants(int64_t leadingBytes,
                                       int64_t strideBytes) {
  constexpr uint64_t swizzle128 = uint64_t(1) << 62;
  return swizzle128 | uint64_t(leadingBytes / kPiece) << 16 |
         uint64_t(strideBytes / kPiece) << 32;
}

namespace {
/// The columns of a product that one piece of assembly computes.
struct Assembly {
  int64_t columns, steps;
  bool isBFloat16, isRowMajor, isLeftInMemory;
  /// Whether the product is added to sums; otherwise the registers have no value yet.
  bool addsToSums;
  bool isPending;

  int64_t countSums() const { return columns / 2; }
  /// The operands with the left factor of a step.
  int64_t countLeft() const { return isLeftInMemory ? 1 : kLeftRegisters; }
  std::string write() const;
  std::string writeConstraints() const;
};
} // namespace

static void list(llvm::raw_ostream &os, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    os << (i ? ", $" : "{$") << first + i;
  os << "}";
}

std::string Assembly::write() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{\n\t.reg .pred adds;\n\t" << (addsToSums ? "setp.eq" : "setp.ne")
     << ".b32 adds, 0, 0;\n\twgmma.fence.sync.aligned;\n\t";
  const int64_t left = addsToSums ? 2 * countSums() : countSums();
  const int64_t right = left + steps * countLeft();
  StringRef type = isBFloat16 ? ".bf16.bf16" : ".f16.f16";
  for (int64_t step = 0; step < steps; ++step) {
    os << "wgmma.mma_async.sync.aligned.m64n" << columns << "k16.f32" << type
       << " ";
    list(os, 0, countSums());
    os << ", ";
    if (isLeftInMemory)
      os << "$" << left + step;
    else
      list(os, left + step * kLeftRegisters, kLeftRegisters);
    os << ", $" << right + step << ", adds, 1, 1, "
       << (isLeftInMemory ? "0, " : "") << (isRowMajor ? 1 : 0) << ";\n\t";
    if (step == 0 && !addsToSums)
      os << "setp.eq.b32 adds, 0, 0;\n\t";
  }
  os << "wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned "
     << (isPending ? 1 : 0) << ";\n\t}";
  return text;
}

/// The constraints of results, and of operands that begin with their values.
static SmallVector<std::string> listSums(int64_t count, bool haveValues) {
  SmallVector<std::string> constraints(count, "=f");
  for (int64_t i = 0; haveValues && i < count; ++i)
    constraints.push_back(std::to_string(i));
  return constraints;
}

std::string Assembly::writeConstraints() const {
  SmallVector<std::string> constraints = listSums(countSums(), addsToSums);
  constraints.append(steps * countLeft(), isLeftInMemory ? "l" : "r");
  constraints.append(steps, "l");
  constraints.push_back("~{memory}");
  return llvm::join(constraints, ",");
}

/// Replaces sums by the results of a piece of assembly.
static void createAssembly(NVVMBuilder &b, ValueRange sums, ValueRange operands,
                           StringRef text, StringRef constraints) {
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(sums.getTypes()));
  Value results = LLVM::InlineAsmOp::create(
                      b, type, operands, text, constraints,
                      /*has_side_effects=*/true, /*is_align_stack=*/false,
                      LLVM::TailCallKind::None, /*asm_dialect=*/nullptr,
                      /*operand_attrs=*/ArrayAttr())
                      .getRes();
  for (auto [i, sum] : llvm::enumerate(sums))
    sum.replaceAllUsesWith(
        LLVM::ExtractValueOp::create(b, results, static_cast<int64_t>(i)));
}

/// The words of the left factor: two elements each.
static SmallVector<Value> createWords(NVVMBuilder &b, ValueRange parts) {
  SmallVector<Value> words;
  auto pair = VectorType::get({2}, parts.front().getType());
  for (size_t i = 0; i < parts.size(); i += 2)
    words.push_back(LLVM::BitcastOp::create(
        b, b.i32, vector::FromElementsOp::create(b, pair, parts.slice(i, 2))));
  return words;
}

namespace {
class Product {
public:
  Product(MatrixMultiplyMemoryOp op, NVVMBuilder &b)
      : op(op), b(b), isRowMajor(op.getLayout() == MatrixLayout::RowMajor),
        steps(static_cast<int64_t>(op.getDepth()) / kStep) {}

  void lower();

private:
  /// The columns that one instruction multiplies. Those of a column-major factor are rows
  /// of the array, and only rows that the machine copies together are adjacent.
  int64_t getMostColumns() {
    const Swizzle &swizzle = *b.kernel.getSwizzle(op.getMemory());
    return isRowMajor || swizzle.height == 0
               ? kMostColumns
               : std::min(kMostColumns, int64_t(1) << swizzle.height);
  }
  void createFence();
  void multiply(int64_t column, int64_t columns, ValueRange left);
  Value createAddress(Value memory, Value first, int64_t distance);
  Value createDescriptor(Value address, Value memory);
  Value createLeftDescriptor(int64_t step);
  Value createRightDescriptor(int64_t step, int64_t column);

  MatrixMultiplyMemoryOp op;
  NVVMBuilder &b;
  const bool isRowMajor;
  const int64_t steps;
};
} // namespace

/// Lets the matrix units see what lanes have written. They see what the machine has copied
/// as a whole.
void Product::createFence() {
  auto create = [&](OpBuilder &builder) {
    NVVM::FenceProxyOp::create(
        builder, op.getLoc(),
        NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  };
  SmallVector<Value> flags;
  for (Value memory : {Value(op.getLeft()), Value(op.getMemory())}) {
    if (!memory)
      continue;
    const std::optional<size_t> map = b.kernel.getTensorMapOf(memory);
    if (!map)
      return create(b);
    flags.push_back(b.kernel.getTensorMapFlag(*map));
  }
  Value flag = flags.front();
  if (flags.size() > 1)
    flag = b.bitAnd(flag, flags.back());
  auto branch = scf::IfOp::create(b, b.isZero(flag));
  OpBuilder inside = branch.getThenBodyBuilder();
  create(inside);
}

Value Product::createAddress(Value memory, Value first, int64_t distance) {
  Value place =
      createElementPlace(b, memory, b.add(first, b.i32Number(distance)));
  return LLVM::PtrToIntOp::create(b, b.i32, place);
}

Value Product::createDescriptor(Value address, Value memory) {
  const int64_t eightLines = 8 * kLine;
  const Swizzle &swizzle = *b.kernel.getSwizzle(memory);
  const int64_t column = swizzle.height ? kLine << swizzle.height : kLine;
  address = b.shiftRight(b.bitAnd(address, b.i32Number(0x3FFFF)),
                         llvm::Log2_64(kPiece));
  return b.bitOr(b.resize(address, b.i64),
                 b.number(b.i64, static_cast<int64_t>(getDescriptorConstants(
                                     column, eightLines))));
}

/// The tiles of four waves are one below the other; the descriptor is that of the first.
Value Product::createLeftDescriptor(int64_t step) {
  constexpr int32_t lastWave = 3, tileBytes = 16 * kLine;
  Value address = createAddress(op.getLeft(), op.getLeftFirst(), step * kStep);
  Value wave = b.bitAnd(b.kernel.getWaveIndex(), b.i32Number(lastWave));
  Value above = b.shiftLeft(wave, b.i32Number(llvm::Log2_32(tileBytes)));
  return createDescriptor(b.subtract(address, above), op.getLeft());
}

Value Product::createRightDescriptor(int64_t step, int64_t column) {
  const auto stride = static_cast<int64_t>(op.getStride());
  const int64_t row = step * kStep;
  const int64_t distance =
      isRowMajor ? row * stride + column : row + column * stride;
  return createDescriptor(
      createAddress(op.getMemory(), op.getFirst(), distance), op.getMemory());
}

void Product::multiply(int64_t column, int64_t columns, ValueRange left) {
  ValueRange sums = op.getC().slice(column / 2, columns / 2);
  const bool isZero = llvm::all_of(
      sums, [](Value sum) { return matchPattern(sum, m_PosZeroFloat()); });
  const bool isLeftInMemory = op.getLeft() != nullptr;
  const Assembly assembly{
      columns,        steps,   op.getElement().isBF16(), isRowMajor,
      isLeftInMemory, !isZero, op.getPending()};
  SmallVector<Value> operands;
  if (!isZero)
    llvm::append_range(operands, sums);
  llvm::append_range(operands, left);
  for (int64_t step = 0; step < steps; ++step)
    operands.push_back(createRightDescriptor(step, column));
  createAssembly(b, op.getSums().slice(column / 2, columns / 2), operands,
                 assembly.write(), assembly.writeConstraints());
}

void Product::lower() {
  createFence();
  SmallVector<Value> left;
  if (!op.getLeft())
    left = createWords(b, op.getA());
  else
    for (int64_t step = 0; step < steps; ++step)
      left.push_back(createLeftDescriptor(step));
  const int64_t most = getMostColumns();
  for (int64_t column = 0; column < op.getColumns(); column += most)
    multiply(column, std::min(most, op.getColumns() - column), left);
}

void nvvm::lowerMultiplyMemory(MatrixMultiplyMemoryOp op, NVVMBuilder &b) {
  Product(op, b).lower();
  op.erase();
}

void nvvm::lowerMatrixWait(MatrixWaitOp op, NVVMBuilder &b) {
  SmallVector<std::string> constraints =
      listSums(op.getValues().size(), /*haveValues=*/true);
  constraints.push_back("~{memory}");
  createAssembly(b, op.getSums(), op.getValues(),
                 "wgmma.wait_group.sync.aligned 0;",
                 llvm::join(constraints, ","));
  op.erase();
}
