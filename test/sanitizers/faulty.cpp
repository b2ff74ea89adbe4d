//===- faulty.cpp - faults that sanitizers must find ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Usage: faulty overflow|undefined|leak|race
//
//===----------------------------------------------------------------------===//

#include <climits>
#include <cstdio>
#include <string>
#include <thread>

namespace {

/// Where the compiler cannot see what it is used for.
volatile int sink;
int *volatile shared;

void overflow(int size) {
  shared = new int[size]();
  sink = shared[size];
  delete[] shared;
}

void undefined(int one) { sink = INT_MAX + one; }

void leak(int size) {
  shared = new int[size]();
  shared = nullptr;
}

void race() {
  int counter = 0;
  std::thread other([&counter] { ++counter; });
  ++counter;
  other.join();
  sink = counter;
}

} // namespace

int main(int argc, char **argv) {
  const std::string fault = argc > 1 ? argv[1] : "";
  if (fault == "overflow")
    overflow(argc);
  else if (fault == "undefined")
    undefined(argc);
  else if (fault == "leak")
    leak(argc);
  else if (fault == "race")
    race();
  else
    std::fputs("usage: faulty overflow|undefined|leak|race\n", stderr);
  return 0;
}
