//===- MatrixMemoryToNVVM.cpp - Products of four waves as wgmma -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction multiplies 64 rows of the left factor, 16 in the registers of each of
// four waves, by 16 rows and up to 256 columns of the right one, which the matrix units
// read from groupshared memory. They work on while the waves go on, so a wave must not
// touch the registers before it has waited. All instructions of a product and the wait are
// one piece of assembly, into which LLVM cannot move anything.
//
// A descriptor tells the place of the right factor: its address, and the distances between
// pieces of eight lines of 128 bytes, one below the other. The array has the order that the
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
  bool isBFloat16, isRowMajor;
  /// Whether the product is added to sums; otherwise the registers have no value yet.
  bool addsToSums;

  int64_t countSums() const { return columns / 2; }
  std::string write() const;
  std::string writeConstraints() const;
};
} // namespace

std::string Assembly::write() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t next = 0;
  auto list = [&](int64_t count) {
    os << "{";
    for (int64_t i = 0; i < count; ++i)
      os << (i ? ", $" : "$") << next++;
    os << "}";
  };
  StringRef type = isBFloat16 ? ".bf16.bf16" : ".f16.f16";
  os << "{\n\t.reg .pred adds;\n\t" << (addsToSums ? "setp.eq" : "setp.ne")
     << ".b32 adds, 0, 0;\n\twgmma.fence.sync.aligned;\n\t";
  const int64_t inputs = addsToSums ? 2 * countSums() : countSums();
  for (int64_t step = 0; step < steps; ++step) {
    os << "wgmma.mma_async.sync.aligned.m64n" << columns << "k16.f32" << type
       << " ";
    next = 0;
    list(countSums());
    os << ", ";
    next = inputs + step * kLeftRegisters;
    list(kLeftRegisters);
    os << ", $" << inputs + steps * kLeftRegisters + step << ", adds, 1, 1, "
       << (isRowMajor ? 1 : 0) << ";\n\t";
    if (step == 0 && !addsToSums)
      os << "setp.eq.b32 adds, 0, 0;\n\t";
  }
  os << "wgmma.commit_group.sync.aligned;\n\t"
        "wgmma.wait_group.sync.aligned 0;\n\t}";
  return text;
}

std::string Assembly::writeConstraints() const {
  SmallVector<std::string> constraints(countSums(), "=f");
  for (int64_t i = 0; addsToSums && i < countSums(); ++i)
    constraints.push_back(std::to_string(i));
  constraints.append(steps * kLeftRegisters, "r");
  constraints.append(steps, "l");
  constraints.push_back("~{memory}");
  return llvm::join(constraints, ",");
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
      : op(op), b(b), swizzle(*b.kernel.getSwizzle(op.getMemory())),
        isRowMajor(op.getLayout() == MatrixLayout::RowMajor) {}

  /// Lets the matrix units see what lanes have written. They see what the machine has
  /// copied as a whole.
  void createFence();
  /// The columns that one instruction multiplies. Those of a column-major factor are rows
  /// of the array, of which the machine copies as many together.
  int64_t getMostColumns() const {
    return isRowMajor || swizzle.height == 0
               ? kMostColumns
               : std::min(kMostColumns, int64_t(1) << swizzle.height);
  }
  void multiply(int64_t column, int64_t columns, ValueRange words);

private:
  Value createDescriptor(int64_t row, int64_t column);

  MatrixMultiplyMemoryOp op;
  NVVMBuilder &b;
  const Swizzle &swizzle;
  const bool isRowMajor;
};
} // namespace

void Product::createFence() {
  auto create = [&](OpBuilder &builder) {
    NVVM::FenceProxyOp::create(
        builder, op.getLoc(),
        NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  };
  const std::optional<size_t> map = b.kernel.getTensorMapOf(op.getMemory());
  if (!map)
    return create(b);
  auto branch = scf::IfOp::create(b, b.isZero(b.kernel.getTensorMapFlag(*map)));
  OpBuilder inside = branch.getThenBodyBuilder();
  create(inside);
}

Value Product::createDescriptor(int64_t row, int64_t column) {
  const int64_t eightLines = 8 * kLine;
  const int64_t height = swizzle.height ? int64_t(1) << swizzle.height : 1;
  const int64_t distance = isRowMajor ? row * op.getStride() + column
                                      : row + column * op.getStride();
  Value place = createElementPlace(b, op.getMemory(),
                                   b.add(op.getFirst(), b.i32Number(distance)));
  Value address = LLVM::PtrToIntOp::create(b, b.i32, place);
  address = b.shiftRight(b.bitAnd(address, b.i32Number(0x3FFFF)),
                         llvm::Log2_64(kPiece));
  return b.bitOr(b.resize(address, b.i64),
                 b.number(b.i64, static_cast<int64_t>(getDescriptorConstants(
                                     height * kLine, eightLines))));
}

void Product::multiply(int64_t column, int64_t columns, ValueRange words) {
  ValueRange sums = op.getC().slice(column / 2, columns / 2);
  const bool isZero = llvm::all_of(
      sums, [](Value sum) { return matchPattern(sum, m_PosZeroFloat()); });
  const Assembly assembly{columns, op.getRows() / kStep,
                          op.getElement().isBF16(), isRowMajor, !isZero};
  SmallVector<Value> operands;
  if (!isZero)
    llvm::append_range(operands, sums);
  llvm::append_range(operands, words);
  for (int64_t row = 0; row < op.getRows(); row += kStep)
    operands.push_back(createDescriptor(row, column));
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(columns / 2, b.f32));
  Value results =
      LLVM::InlineAsmOp::create(
          b, type, operands, assembly.write(), assembly.writeConstraints(),
          /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::TailCallKind::None, /*asm_dialect=*/nullptr,
          /*operand_attrs=*/ArrayAttr())
          .getRes();
  for (int64_t i = 0; i < columns / 2; ++i)
    op.getSums()[column / 2 + i].replaceAllUsesWith(
        LLVM::ExtractValueOp::create(b, results, i));
}

void nvvm::lowerMultiplyMemory(MatrixMultiplyMemoryOp op, NVVMBuilder &b) {
  Product product(op, b);
  product.createFence();
  const SmallVector<Value> words = createWords(b, op.getA());
  const int64_t most = product.getMostColumns();
  for (int64_t column = 0; column < op.getColumns(); column += most)
    product.multiply(column, std::min(most, op.getColumns() - column), words);
  op.erase();
}
