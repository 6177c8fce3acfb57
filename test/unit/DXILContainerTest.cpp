//===- DXILContainerTest.cpp - Containers of malformed modules ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/DXIL/ShaderFlags.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {
constexpr StringLiteral kModule = R"(
@tile = external addrspace(3) global [4 x i32]
define void @main() { ret void }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 8}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 8}
!3 = !{!20, !30, !40, !50}
!4 = !{ptr @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 8, i32 4, i32 1}
!7 = !{i32 32, i32 0, i32 0}
!8 = !{}
!20 = !{!21}
!21 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!30 = !{!31}
!31 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !32}
!32 = !{i32 1, i32 16, i32 3, i1 false}
!40 = !{!41}
!41 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 16, null}
!50 = !{!51}
!51 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 0, null}
)";

/// Writes a module's container with arbitrary bitcode, after adding its flags.
std::string write(StringRef text, SmallVectorImpl<char> &container,
                  StringRef bitcode = "bitcode.") {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module =
      parseAssemblyString(text, diagnostic, context);
  if (!module)
    return diagnostic.getMessage().str();
  mlir::dxil::addShaderFlags(*module);
  return toString(mlir::dxil::writeContainer(
      *module, ArrayRef(bitcode.data(), bitcode.size()), container));
}

/// Returns the error for the module above with `from` replaced by `to`.
std::string getError(StringRef from, StringRef to) {
  std::string text = kModule.str();
  size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from.str();
  text.replace(place, from.size(), to);
  SmallVector<char> container;
  return write(text, container);
}
} // namespace

TEST(DXILContainer, WellFormed) {
  EXPECT_EQ(getError("main", "main"), "");
  // These are optional.
  EXPECT_EQ(getError("!dx.valver = !{!1}", ""), "");
  EXPECT_EQ(getError("!dx.resources = !{!3}", ""), "");
  EXPECT_EQ(getError("{!20, !30, !40, !50}", "{null, null, null, null}"), "");
  EXPECT_EQ(getError("i32 0, i64 16, ", ""), "");
  EXPECT_EQ(getError("i32 4, !6}", "i32 4, !6, i32 23, !7}"), "");
}

TEST(DXILContainer, Versions) {
  std::string model = "malformed metadata: 'dx.shaderModel' is not {\"cs\" or "
                      "\"as\", i32 6, i32 minor}";
  EXPECT_EQ(getError("!dx.shaderModel = !{!2}", ""), model);
  EXPECT_EQ(getError("!dx.shaderModel = !{!2}", "!dx.shaderModel = !{!2, !2}"),
            model);
  EXPECT_EQ(getError("\"cs\"", "\"ps\""), model);
  EXPECT_EQ(getError("!\"cs\", i32 6", "!\"cs\", i64 6"), model);
  EXPECT_EQ(getError("!\"cs\", i32 6", "!\"cs\", i32 5"), model);
  EXPECT_EQ(getError("!\"cs\", i32 6, i32 8", "!\"cs\", i32 6"), model);
  EXPECT_EQ(getError("!\"cs\", i32 6, i32 8", "!\"cs\", i32 6, i32 11"),
            "malformed metadata: shader model 6.11 is not known");
  EXPECT_EQ(getError("!\"cs\", i32 6, i32 8", "!\"as\", i32 6, i32 4"),
            "malformed metadata: amplification needs shader model 6.5");
  EXPECT_EQ(getError("!0 = !{i32 1, i32 8}", "!0 = !{i32 1, i32 9}"),
            "malformed metadata: DXIL 1.9 is not of shader model 6.8");
  EXPECT_EQ(getError("!0 = !{i32 1, i32 8}", "!0 = !{i32 1, float 8.0}"),
            "malformed metadata: 'dx.version' is not {i32 1, i32 minor}");
  EXPECT_EQ(getError("!1 = !{i32 1, i32 8}", "!1 = !{i32 2, i32 8}"),
            "malformed metadata: 'dx.valver' is not {i32 1, i32 minor}");
}

TEST(DXILContainer, Entry) {
  std::string entry = "malformed metadata: 'dx.entryPoints' is not {function, "
                      "name, null, resources, properties}";
  EXPECT_EQ(getError("!dx.entryPoints = !{!4}", ""),
            "malformed metadata: 'dx.entryPoints' does not name one entry");
  EXPECT_EQ(getError("ptr @main, !", "ptr undef, !"), entry);
  EXPECT_EQ(getError("ptr @main, !", "null, !"), entry);
  EXPECT_EQ(getError("null, !3, !5", "null, !3"), entry);
  EXPECT_EQ(getError("!\"main\"", "!\"other\""),
            "malformed metadata: the entry 'other' is the function 'main'");
  EXPECT_EQ(getError("null, !3, !5", "!8, !3, !5"),
            "malformed metadata: the entry has signatures");
  EXPECT_EQ(getError("null, !3, !5", "null, null, !5"),
            "malformed metadata: 'dx.resources' is not the entry's");
  EXPECT_EQ(getError("null, !3, !5", "null, !3, null"),
            "malformed metadata: the entry has no properties");
}

TEST(DXILContainer, Properties) {
  std::string pairs = "malformed metadata: the entry's properties are not "
                      "pairs of one i32 tag each and its value";
  EXPECT_EQ(getError("i32 4, !6}", "i32 4}"), pairs);
  EXPECT_EQ(getError("i32 4, !6}", "i32 4, !6, i32 4, !6}"), pairs);
  EXPECT_EQ(getError("i32 4, !6}", "i64 4, !6}"), pairs);
  EXPECT_EQ(getError(", i32 4, !6}", "}"),
            "malformed metadata: the entry does not say how many threads it "
            "has (property 4)");
  auto getPropertyError = [](StringRef list) {
    return getError("i32 4, !6}", ("i32 4, !6, " + list + "}").str());
  };
  std::string start = "malformed metadata: property ";
  EXPECT_EQ(getError("i64 16", "i32 16"),
            start + "0 of the entry is not an i64");
  EXPECT_EQ(getError("{i32 8, i32 4, i32 1}", "{i32 8, i32 4}"),
            start + "4 of the entry is not {i32 x, i32 y, i32 z}");
  EXPECT_EQ(getPropertyError("i32 10, !6"),
            start + "10 of the entry is for amplification");
  EXPECT_EQ(getPropertyError("i32 11, !6"),
            start + "11 of the entry is for shader models 6.6 and 6.7");
  EXPECT_EQ(getPropertyError("i32 23, i32 4"),
            start + "23 of the entry is not {i32 min, i32 max, i32 preferred}");
  EXPECT_EQ(getPropertyError("i32 24, i32 4"),
            start + "24 of the entry needs shader model 6.10");
  EXPECT_EQ(getPropertyError("i32 99, i32 4"),
            start + "99 of the entry is not known");
}

TEST(DXILContainer, Resources) {
  std::string start = "malformed metadata: ";
  EXPECT_EQ(getError("{!20, !30, !40, !50}", "{!20, !30, !40}"),
            start + "'dx.resources' is not a list for each of four classes");
  EXPECT_EQ(getError("{!20, !30", "{i32 0, !30"),
            start + "'dx.resources' holds what is no list");
  EXPECT_EQ(getError("!20 = !{!21}", "!20 = !{i32 0}"),
            start + "'dx.resources' holds what is no record");
  EXPECT_EQ(getError("!21 = !{i32 0", "!21 = !{i32 1"),
            start + "SRV 0 has the number 1");
  EXPECT_EQ(getError("i32 11, i32 0, null}", "i32 11, i32 0}"),
            start + "SRV 0 has not the operands of its class");
  EXPECT_EQ(getError("i32 11, i32 0, null}", "i32 19, i32 0, null}"),
            start + "SRV 0 is of an unknown kind");
  EXPECT_EQ(getError("i32 11, i32 0, null}", "i32 11, i32 0, i32 0}"),
            start + "SRV 0 has no list of tags");
  EXPECT_EQ(getError("i32 0, i32 1, i32 12", "i32 2, i32 -1, i32 12"), "");
  EXPECT_EQ(getError("i32 0, i32 1, i32 12", "i32 3, i32 -2, i32 12"),
            start + "UAV 0 has an impossible range");
  EXPECT_EQ(getError("i32 0, i32 1, i32 12", "i32 0, i32 0, i32 12"),
            start + "UAV 0 has an impossible range");
  EXPECT_EQ(getError("i1 false, i1 false, i1 false, !32",
                     "i1 false, i32 0, i1 false, !32"),
            start + "UAV 0 does not say by i1 whether it is coherent, counts "
                    "and is ordered");
  EXPECT_EQ(getError("i32 3, i1 false}", "i32 3}"),
            start + "a resource's tags are not pairs of an i32 and its value");
  EXPECT_EQ(getError("i32 3, i1 false}", "i32 3, i32 0}"),
            start + "a resource's tag 3 is not an i1");
  EXPECT_EQ(getError("!41 = !{i32 0, ptr undef", "!41 = !{i32 0, null"),
            start + "CBV 0 is not {i32 number, variable, name, i32 space, i32 "
                    "lower bound, i32 size, i32, ...}");
}

TEST(DXILContainer, GroupsharedMemory) {
  EXPECT_EQ(getError("[4 x i32]", "[1073741824 x i32]"),
            "groupshared memory has more than 4 GiB");
}

TEST(DXILContainer, BitcodeOfHalfWords) {
  SmallVector<char> container;
  EXPECT_EQ(write(kModule, container, "BC"),
            "the bitcode is not made of whole words");
}

// The listing accepts any bytes: each prefix of a container, and each container
// with one byte changed.
TEST(DXILListing, AnyBytes) {
  SmallVector<char> container;
  ASSERT_EQ(write(kModule, container), "");
  for (size_t size = 0; size < container.size(); ++size) {
    std::string text =
        mlir::dxil::listContainer(ArrayRef(container).take_front(size));
    EXPECT_EQ(text.find("(retail)"), std::string::npos);
  }
  for (char &byte : container) {
    char old = byte;
    for (char other : {0, 1, 0x7f, -1, old ^ 0x20}) {
      byte = other;
      std::string text = mlir::dxil::listContainer(container);
      EXPECT_EQ(text.find("(retail)") != std::string::npos, other == old);
    }
    byte = old;
  }
  EXPECT_EQ(mlir::dxil::listContainer({}), "no container\n");
}
