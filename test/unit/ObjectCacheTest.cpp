//===- ObjectCacheTest.cpp - Compiled kernels on disk -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/CPU.h"

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
class ObjectCacheTest : public testing::Test {
protected:
  void SetUp() override {
    SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("wave-cache", path));
    directory = path.str().str();
  }
  void TearDown() override { fs::remove_all(directory); }

  /// The files that hold entries.
  std::vector<fs::path> getFiles() const {
    std::vector<fs::path> files;
    for (const auto &file : fs::directory_iterator(directory))
      if (file.path().extension() != ".timestamp")
        files.push_back(file.path());
    return files;
  }

  std::string directory;
  const std::string key = ObjectCache::getKey({"text", "pipeline"});
  /// Zeros are no ends.
  const std::string contents =
      std::string("a\0b\0", 4) + std::string(9999, 'c');
};
} // namespace

TEST_F(ObjectCacheTest, FindsWhatWasStored) {
  const ObjectCache cache(directory);
  EXPECT_EQ(cache.find(key), std::nullopt);
  cache.store(key, contents);
  EXPECT_EQ(cache.find(key), contents);
  EXPECT_EQ(ObjectCache(directory).find(key), contents);
  cache.store(key, "other");
  EXPECT_EQ(cache.find(key), "other");
  EXPECT_EQ(getFiles().size(), 1u);
}

TEST_F(ObjectCacheTest, KeysTellInputsApart) {
  EXPECT_EQ(key, ObjectCache::getKey({"text", "pipeline"}));
  EXPECT_NE(key, ObjectCache::getKey({"pipeline", "text"}));
  EXPECT_NE(key, ObjectCache::getKey({"textpipeline", ""}));
  EXPECT_NE(key, ObjectCache::getKey({"text", "pipeline", ""}));
}

TEST_F(ObjectCacheTest, DamagedEntriesAreNotFoundAndReplaced) {
  const ObjectCache cache(directory);
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

TEST_F(ObjectCacheTest, FoldersAreMade) {
  const ObjectCache cache(directory + "/a/b");
  cache.store(key, contents);
  EXPECT_EQ(cache.find(key), contents);
}

TEST_F(ObjectCacheTest, UnusableFoldersAreNoCache) {
  std::ofstream(directory + "/file") << "text";
  for (const std::string &unusable :
       {std::string(), directory + "/file", directory + "/file/below"}) {
    const ObjectCache cache(unusable);
    cache.store(key, contents);
    EXPECT_EQ(cache.find(key), std::nullopt) << unusable;
  }
}

TEST_F(ObjectCacheTest, WritersDoNotDisturbReaders) {
  const ObjectCache cache(directory);
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
