//===- Encodings.cpp - Numeric encodings of LLVM 3.7 ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encodings.h"

#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil;

std::optional<unsigned> bitcode::getCastCode(unsigned opcode) {
  switch (opcode) {
  case Instruction::Trunc:
    return bitc::CAST_TRUNC;
  case Instruction::ZExt:
    return bitc::CAST_ZEXT;
  case Instruction::SExt:
    return bitc::CAST_SEXT;
  case Instruction::FPToUI:
    return bitc::CAST_FPTOUI;
  case Instruction::FPToSI:
    return bitc::CAST_FPTOSI;
  case Instruction::UIToFP:
    return bitc::CAST_UITOFP;
  case Instruction::SIToFP:
    return bitc::CAST_SITOFP;
  case Instruction::FPTrunc:
    return bitc::CAST_FPTRUNC;
  case Instruction::FPExt:
    return bitc::CAST_FPEXT;
  case Instruction::PtrToInt:
    return bitc::CAST_PTRTOINT;
  case Instruction::IntToPtr:
    return bitc::CAST_INTTOPTR;
  case Instruction::BitCast:
    return bitc::CAST_BITCAST;
  case Instruction::AddrSpaceCast:
    return bitc::CAST_ADDRSPACECAST;
  default:
    return std::nullopt;
  }
}

std::optional<unsigned> bitcode::getBinaryCode(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::FAdd:
    return bitc::BINOP_ADD;
  case Instruction::Sub:
  case Instruction::FSub:
    return bitc::BINOP_SUB;
  case Instruction::Mul:
  case Instruction::FMul:
    return bitc::BINOP_MUL;
  case Instruction::UDiv:
    return bitc::BINOP_UDIV;
  case Instruction::SDiv:
  case Instruction::FDiv:
    return bitc::BINOP_SDIV;
  case Instruction::URem:
    return bitc::BINOP_UREM;
  case Instruction::SRem:
  case Instruction::FRem:
    return bitc::BINOP_SREM;
  case Instruction::Shl:
    return bitc::BINOP_SHL;
  case Instruction::LShr:
    return bitc::BINOP_LSHR;
  case Instruction::AShr:
    return bitc::BINOP_ASHR;
  case Instruction::And:
    return bitc::BINOP_AND;
  case Instruction::Or:
    return bitc::BINOP_OR;
  case Instruction::Xor:
    return bitc::BINOP_XOR;
  default:
    return std::nullopt;
  }
}

std::optional<unsigned> bitcode::getAtomicCode(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return bitc::RMW_XCHG;
  case AtomicRMWInst::Add:
    return bitc::RMW_ADD;
  case AtomicRMWInst::Sub:
    return bitc::RMW_SUB;
  case AtomicRMWInst::And:
    return bitc::RMW_AND;
  case AtomicRMWInst::Nand:
    return bitc::RMW_NAND;
  case AtomicRMWInst::Or:
    return bitc::RMW_OR;
  case AtomicRMWInst::Xor:
    return bitc::RMW_XOR;
  case AtomicRMWInst::Max:
    return bitc::RMW_MAX;
  case AtomicRMWInst::Min:
    return bitc::RMW_MIN;
  case AtomicRMWInst::UMax:
    return bitc::RMW_UMAX;
  case AtomicRMWInst::UMin:
    return bitc::RMW_UMIN;
  default:
    return std::nullopt;
  }
}

unsigned bitcode::getOrderingCode(AtomicOrdering ordering) {
  switch (ordering) {
  case AtomicOrdering::NotAtomic:
    return bitc::ORDERING_NOTATOMIC;
  case AtomicOrdering::Unordered:
    return bitc::ORDERING_UNORDERED;
  case AtomicOrdering::Monotonic:
    return bitc::ORDERING_MONOTONIC;
  case AtomicOrdering::Acquire:
    return bitc::ORDERING_ACQUIRE;
  case AtomicOrdering::Release:
    return bitc::ORDERING_RELEASE;
  case AtomicOrdering::AcquireRelease:
    return bitc::ORDERING_ACQREL;
  case AtomicOrdering::SequentiallyConsistent:
    return bitc::ORDERING_SEQCST;
  }
  return bitc::ORDERING_SEQCST;
}

/// In LLVM 3.7 `fast` is a separate flag that implies the others. There are no
/// bits for contraction, approximate functions and reassociation.
static unsigned getFastMathFlags(FastMathFlags flags) {
  return (flags.isFast() ? bitc::UnsafeAlgebra : 0) |
         (flags.noNaNs() ? bitc::NoNaNs : 0) |
         (flags.noInfs() ? bitc::NoInfs : 0) |
         (flags.noSignedZeros() ? bitc::NoSignedZeros : 0) |
         (flags.allowReciprocal() ? bitc::AllowReciprocal : 0);
}

unsigned bitcode::getFlags(const Value &value) {
  if (auto *operation = dyn_cast<OverflowingBinaryOperator>(&value))
    return operation->hasNoUnsignedWrap() << bitc::OBO_NO_UNSIGNED_WRAP |
           operation->hasNoSignedWrap() << bitc::OBO_NO_SIGNED_WRAP;
  if (auto *operation = dyn_cast<PossiblyExactOperator>(&value))
    return operation->isExact() << bitc::PEO_EXACT;
  if (auto *operation = dyn_cast<FPMathOperator>(&value))
    return getFastMathFlags(operation->getFastMathFlags());
  return 0;
}

unsigned bitcode::getLinkageCode(GlobalValue::LinkageTypes linkage) {
  switch (linkage) {
  case GlobalValue::ExternalLinkage:
    return 0;
  case GlobalValue::AppendingLinkage:
    return 2;
  case GlobalValue::InternalLinkage:
    return 3;
  case GlobalValue::ExternalWeakLinkage:
    return 7;
  case GlobalValue::CommonLinkage:
    return 8;
  case GlobalValue::PrivateLinkage:
    return 9;
  case GlobalValue::AvailableExternallyLinkage:
    return 12;
  case GlobalValue::WeakAnyLinkage:
    return 16;
  case GlobalValue::WeakODRLinkage:
    return 17;
  case GlobalValue::LinkOnceAnyLinkage:
    return 18;
  case GlobalValue::LinkOnceODRLinkage:
    return 19;
  }
  return 0;
}

bool bitcode::isKnownCallingConvention(unsigned convention) {
  return convention == CallingConv::C || convention == CallingConv::Fast ||
         convention == CallingConv::Cold;
}

unsigned bitcode::getAlignmentCode(MaybeAlign alignment) {
  return alignment ? Log2(*alignment) + 1 : 0;
}

uint64_t bitcode::rotateSign(int64_t value) {
  // The most negative number becomes 1, as in LLVM.
  uint64_t bits = value;
  return value >= 0 ? bits << 1 : (0 - bits) << 1 | 1;
}
