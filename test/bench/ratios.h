//===- ratios.h - compares two things in one run ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_BENCH_RATIOS_H
#define HOOKTIDY_TEST_BENCH_RATIOS_H

#include <algorithm>
#include <chrono>
#include <vector>

namespace hooktidy::bench {

/// Seconds that a call takes.
template <typename Function> double time_of(Function &&function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Time of the second over that of the first. Alternates the two, so that what slows the
/// machine down slows both.
template <typename First, typename Second>
double median_ratio(int repetitions, First &&first, Second &&second) {
  std::vector<double> ratios;
  for (int i = 0; i < repetitions; ++i) {
    const double time_of_first = time_of(first);
    ratios.push_back(time_of(second) / time_of_first);
  }
  return median(ratios);
}

} // namespace hooktidy::bench

#endif // HOOKTIDY_TEST_BENCH_RATIOS_H
