//===- CheckFindings.cpp - Findings without duplicates --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFindings.h"

#include <algorithm>

using namespace wave::runtime;

std::optional<size_t> CheckFindings::List::add(CheckFinding finding,
                                               uint64_t call, bool isRace) {
  // Sites are counted from 0; -1 is the end of the kernel.
  constexpr int32_t none = -2;
  Key key = {finding.rule, finding.access.site,
             finding.other ? finding.other->site : none};
  // The order of two racing accesses is arbitrary.
  if (isRace && key.site > key.other)
    std::swap(key.site, key.other);
  auto [place, isNew] =
      places.try_emplace(std::move(key), Place{found.size(), call, call});
  if (isNew) {
    found.push_back(std::move(finding));
    return found.size() - 1;
  }
  CheckFinding &first = found[place->second.number];
  if (place->second.lastCall != call) {
    first.count += finding.count;
    place->second.lastCall = call;
  } else if (place->second.firstCall == call) {
    for (size_t i = 0; i < first.lanes.size(); ++i)
      first.lanes[i] |= finding.lanes[i];
  }
  return std::nullopt;
}

static CheckFinding makeFinding(std::string_view rule, CheckAccess access,
                                LaneSet lanes, int64_t index) {
  if (lanes)
    access.lane = lanes.getFirst();
  CheckFinding finding;
  finding.rule = rule;
  finding.access = access;
  finding.lanes = {lanes.low, lanes.high};
  finding.index = index;
  return finding;
}

void CheckFindings::add(std::string_view rule, CheckAccess access,
                        std::optional<CheckAccess> other, LaneSet lanes,
                        int64_t index, std::optional<int32_t> branch) {
  CheckFinding finding = makeFinding(rule, access, lanes, index);
  finding.other = other;
  finding.branch = branch;
  list.add(std::move(finding), call);
}

std::optional<size_t> CheckFindings::addRace(std::string_view rule,
                                             CheckAccess access,
                                             CheckAccess other, LaneSet lanes,
                                             int64_t index) {
  CheckFinding finding = makeFinding(rule, access, lanes, index);
  finding.other = other;
  return list.add(std::move(finding), call, /*isRace=*/true);
}

void CheckFindings::addUnwritten(CheckAccess access, LaneSet lanes,
                                 int64_t index) {
  unwritten.add(makeFinding("uninitialized", access, lanes, index), call);
}

bool CheckFindings::isRacing(int32_t site) const {
  return std::any_of(
      list.found.begin(), list.found.end(), [&](const CheckFinding &finding) {
        return finding.rule == "race" &&
               (finding.access.site == site || finding.other->site == site);
      });
}

void CheckFindings::noteRead(int32_t memory, int64_t index, int64_t wave,
                             int32_t lane) {
  if (auto found = readers.find({memory, index}); found != readers.end())
    found->second.lanes.insert({wave, lane});
}

void CheckFindings::noteWrite(int32_t memory, int64_t index, int64_t wave,
                              int32_t lane) {
  auto found = readers.find({memory, index});
  if (found == readers.end())
    return;
  Readers &of = found->second;
  if (of.lanes.count({wave, lane}) != 0)
    of.writers.insert({wave, lane});
  else
    of.writtenByOthers = true;
}

/// Returns a read at a site whose element has no value in any order of the
/// lanes: each lane that writes the element has read it before. Of several such
/// lanes, the first one reads no value; a lane that only reads may be the last.
auto CheckFindings::findReadWithoutValue(int32_t site) const -> const Read * {
  auto reads = unwrittenReads.find(site);
  if (reads != unwrittenReads.end())
    for (const Read &read : reads->second) {
      const auto &[element, lane] = read;
      const Readers &of = readers.at(element);
      if (!of.writtenByOthers &&
          (of.writers.empty() || of.writers.count(lane) != 0))
        return &read;
    }
  return nullptr;
}

void CheckFindings::endGroup() {
  for (CheckFinding &finding : unwritten.found) {
    // Otherwise the next group's findings would count as those of one call.
    startCall();
    if (isRacing(finding.access.site)) {
      const Read *read = findReadWithoutValue(finding.access.site);
      if (!read)
        continue;
      const auto &[element, reader] = *read;
      CheckAccess access = finding.access;
      access.wave = int32_t(reader.first);
      LaneSet lanes;
      if (reader.second >= 0)
        lanes.insert(reader.second);
      finding = makeFinding("uninitialized", access, lanes, element.second);
    }
    list.add(std::move(finding), call);
  }
  unwritten = {};
  unwrittenReads.clear();
  readers.clear();
}
