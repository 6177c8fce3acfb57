//===- DiskCacheTest.cpp - Cached results on disk -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/DiskCache.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <thread>

using namespace mlir;
using namespace mlir::wave;
namespace fs = std::filesystem;

namespace {
class DiskCacheTest : public testing::Test {
protected:
  void SetUp() override {
    SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("wave-cache", path));
    directory = path.str().str();
  }
  void TearDown() override { fs::remove_all(directory); }

  /// Returns the files with entries.
  std::vector<fs::path> getFiles() const {
    std::vector<fs::path> files;
    for (const auto &file : fs::directory_iterator(directory))
      if (file.path().extension() != ".timestamp")
        files.push_back(file.path());
    return files;
  }

  std::string directory;
  const std::string key = DiskCache::getKey({"text", "pipeline"});
  /// Zero bytes do not end the contents.
  const std::string contents =
      std::string("a\0b\0", 4) + std::string(9999, 'c');
};
} // namespace

TEST_F(DiskCacheTest, FindsWhatWasStored) {
  const DiskCache cache(directory);
  EXPECT_EQ(cache.find(key), std::nullopt);
  cache.store(key, contents);
  EXPECT_EQ(cache.find(key), contents);
  EXPECT_EQ(DiskCache(directory).find(key), contents);
  cache.store(key, "other");
  EXPECT_EQ(cache.find(key), "other");
  EXPECT_EQ(getFiles().size(), 1u);
}

TEST_F(DiskCacheTest, KeysTellInputsApart) {
  EXPECT_EQ(key, DiskCache::getKey({"text", "pipeline"}));
  EXPECT_NE(key, DiskCache::getKey({"pipeline", "text"}));
  EXPECT_NE(key, DiskCache::getKey({"textpipeline", ""}));
  EXPECT_NE(key, DiskCache::getKey({"text", "pipeline", ""}));
}

TEST_F(DiskCacheTest, DamagedEntriesAreNotFoundAndReplaced) {
  const DiskCache cache(directory);
  cache.store(key, contents);
  const fs::path file = getFiles().front();
  const auto size = fs::file_size(file);
  for (size_t place : {size_t(0), size_t(31), size_t(32), size_t(size - 1)}) {
    cache.store(key, contents);
    {
      std::fstream stream(file,
                          std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(place);
      stream.put('!');
    }
    EXPECT_EQ(cache.find(key), std::nullopt) << "byte " << place;
  }
  for (size_t left : {size_t(0), size_t(31), size_t(32), size_t(size - 1)}) {
    cache.store(key, contents);
    fs::resize_file(file, left);
    EXPECT_EQ(cache.find(key), std::nullopt) << left << " bytes";
  }
  cache.store(key, contents);
  EXPECT_EQ(cache.find(key), contents);
}

TEST_F(DiskCacheTest, FoldersAreMade) {
  const DiskCache cache(directory + "/a/b");
  cache.store(key, contents);
  EXPECT_EQ(cache.find(key), contents);
}

TEST_F(DiskCacheTest, UnusableFoldersAreNoCache) {
  std::ofstream(directory + "/file") << "text";
  for (const std::string &unusable :
       {std::string(), directory + "/file", directory + "/file/below"}) {
    const DiskCache cache(unusable);
    EXPECT_FALSE(cache.store(key, contents)) << unusable;
    EXPECT_EQ(cache.find(key), std::nullopt) << unusable;
  }
}

TEST_F(DiskCacheTest, WritersDoNotDisturbReaders) {
  const DiskCache cache(directory);
  cache.store(key, contents);
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      for (int j = 0; j < 50; ++j)
        cache.store(key, contents);
    });
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(cache.find(key), contents);
  for (std::thread &writer : writers)
    writer.join();
  EXPECT_EQ(getFiles().size(), 1u);
}

TEST_F(DiskCacheTest, TheFolderStaysSmall) {
  const DiskCache cache(directory, 100 << 10);
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(cache.store(DiskCache::getKey({std::to_string(i)}), contents));
  uint64_t bytes = 0;
  for (const fs::path &file : getFiles())
    bytes += fs::file_size(file);
  EXPECT_LE(bytes, uint64_t(100 << 10) + (100 << 10) / 8 + 2 * contents.size());
  EXPECT_GE(bytes, uint64_t(50 << 10));
  // The last entry added is still there.
  EXPECT_EQ(cache.find(DiskCache::getKey({"99"})), contents);
  EXPECT_EQ(cache.find(DiskCache::getKey({"0"})), std::nullopt);
}

TEST_F(DiskCacheTest, OtherFilesStay) {
  const std::string mine = directory + "/mine.txt";
  std::ofstream(mine) << std::string(1 << 20, 'm');
  const DiskCache cache(directory, 1 << 10);
  for (int i = 0; i < 10; ++i)
    cache.store(DiskCache::getKey({std::to_string(i)}), contents);
  EXPECT_EQ(fs::file_size(mine), uint64_t(1 << 20));
}
