//===- CheckFindings.h - Findings without duplicates ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKFINDINGS_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKFINDINGS_H

#include "CheckLanes.h"

#include "WaveDialect/Runtime/CheckedKernel.h"

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace wave::runtime {

/// Merges findings of one rule at the same sites; of a race, at the same pair.
class CheckFindings {
public:
  explicit CheckFindings(int64_t most) : most(most) {}

  /// Starts the next call of the kernel: lanes found in one call count once.
  void startCall() { ++call; }

  /// `access.lane` becomes the first of `lanes`, if there are any.
  void add(std::string_view rule, CheckAccess access,
           std::optional<CheckAccess> other = std::nullopt, LaneSet lanes = {},
           int64_t index = -1, std::optional<int32_t> branch = std::nullopt);

  void add(CheckFinding finding) { list.add(std::move(finding), call); }

  /// Returns the number of the race, or of another conflict of two accesses, if
  /// it is the first of its kind.
  std::optional<size_t> addRace(std::string_view rule, CheckAccess access,
                                CheckAccess other, LaneSet lanes,
                                int64_t index);
  /// Sets the barrier between the accesses of a race.
  void setBarrier(size_t number, int32_t site) {
    list.found[number].barrier = site;
  }

  /// Sets what both waves of a race have done with a pipe.
  void setUses(size_t number, CheckPipeUse use, CheckPipeUse other) {
    list.found[number].use = use;
    list.found[number].otherUse = other;
  }

  /// Adds a read of an element that the group, or the lane that owns the array,
  /// has not written. It is held back until the group ends: a race at the same
  /// site is more informative, unless the element has no value in any order.
  void addUnwritten(CheckAccess access, LaneSet lanes, int64_t index);

  /// Adds one of the groupshared elements that are read unwritten at a site, by
  /// this lane.
  void addUnwrittenElement(int32_t site, int32_t memory, int64_t index,
                           int64_t wave, int32_t lane) {
    unwrittenReads[site].insert({{memory, index}, {wave, lane}});
    readers.try_emplace({memory, index});
  }
  bool hasUnwrittenElements() const { return !readers.empty(); }

  /// Notes that a lane reads or writes a groupshared element.
  void noteRead(int32_t memory, int64_t index, int64_t wave, int32_t lane);
  void noteWrite(int32_t memory, int64_t index, int64_t wave, int32_t lane);

  void endGroup();

  bool isFull() const { return int64_t(list.found.size()) >= most; }
  std::vector<CheckFinding> take() { return std::move(list.found); }

private:
  struct Key {
    std::string rule;
    int32_t site, other;
    auto operator<=>(const Key &) const = default;
  };
  struct Place {
    size_t number;
    uint64_t firstCall, lastCall;
  };
  struct List {
    std::vector<CheckFinding> found;
    std::map<Key, Place> places;

    /// Returns the number of the finding if it is new. Of a race, either access
    /// may be the first.
    std::optional<size_t> add(CheckFinding finding, uint64_t call,
                              bool isRace = false);
  };
  using Element = std::pair<int32_t, int64_t>;
  /// A wave, and a lane of it; -1 for the elements of matrices, which no lane owns.
  using Lane = std::pair<int64_t, int32_t>;
  using Read = std::pair<Element, Lane>;
  /// The lanes that have read an element that was unwritten when the first of
  /// them read it.
  struct Readers {
    std::set<Lane> lanes;
    /// The lanes that wrote it later.
    std::set<Lane> writers;
    /// Whether a lane wrote it that had not read it: then the lanes race, and in
    /// another order the element may have a value.
    bool writtenByOthers = false;
  };

  bool isRacing(int32_t site) const;
  const Read *findReadWithoutValue(int32_t site) const;

  int64_t most;
  uint64_t call = 0;
  List list, unwritten;
  /// By site.
  std::map<int32_t, std::set<Read>> unwrittenReads;
  std::map<Element, Readers> readers;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKFINDINGS_H
