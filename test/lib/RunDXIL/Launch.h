//===- Launch.h - What a launch is given ------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_LAUNCH_H
#define WAVEDIALECT_TEST_RUNDXIL_LAUNCH_H

#include "Kernel.h"
#include "Scalar.h"
#include <map>

namespace rundxil {

/// A buffer or an image, read from a file or from the launch itself.
struct Memory {
  ResourceClass resourceClass;
  unsigned space, reg;
  std::vector<uint8_t> bytes;
  /// Where it is read from and written to; empty where values were given.
  std::string file;
  /// What it is printed as: "u32".
  std::string element;
  /// Texels row by row; 0 of a buffer. `layers` is 0 of an image that is no array.
  unsigned width = 0, height = 0, channels = 0, layers = 0;

  bool isImage() const { return width != 0; }
  bool isSigned() const { return element.front() == 'i'; }
  /// The size of a channel of an image.
  unsigned getChannelBytes() const { return element.back() == '8' ? 1 : 4; }
};

struct Launch {
  std::array<unsigned, 3> groups{1, 1, 1};
  unsigned waveSize = 0;
  /// The thread of each lane, wave by wave; -1 where a lane has none.
  std::vector<std::vector<int>> placement;
  /// What the kernel is told of the number of waves.
  unsigned countedWaves = 0;
  /// Whether the waves run from the last to the first between barriers.
  bool reversesWaves = false;
  /// How many waves of a group may have returned before a barrier is met by the
  /// others; -1: any.
  int retiringWaves = -1;
  std::vector<Memory> memory;
  /// Where the dispatches of an amplification kernel are written to.
  std::string meshFile;

  Memory *find(ResourceClass resourceClass, unsigned space, unsigned reg);
};

/// Reads launch.json:
///   groups       [x, y, z]
///   wave_size    lanes of a wave
///   lane_order   "linear" or "reversed": which threads the lanes get
///   wave_order   the same: which wave of a group runs first
///   extra_waves  waves beyond those that the threads fill, with threads beyond
///   placement    instead of the last two: threads of the lanes, wave by wave
///   counted_waves  where more waves count than run
///   obeys_wave_size  false: wave_size need not be one that the module asks for
///   retiring_waves  how many may return before a barrier; all without it
///   constants    {"file": …} or {"hex": …}, space and register 0 if not given
///   resources    [{"class": "srv", "uav" or "cbv", "space", "register", "element",
///                  "file" or "values" or "count", "width", "height",
///                  "channels", "layers"}]
///   mesh         a file for what an amplification kernel dispatches
llvm::Expected<Launch> readLaunch(llvm::StringRef path, const Kernel &kernel,
                                  unsigned waveSize, unsigned extraWaves);

/// Writes what was read from files and may have changed.
llvm::Error writeMemory(const Launch &launch);

/// All read-write memory, element by element.
void printMemory(const Launch &launch, llvm::raw_ostream &os);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_LAUNCH_H
