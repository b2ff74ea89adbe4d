//===- common.h - what all programs of the oracle include -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Precompiled once.
#ifndef HOOKTIDY_TEST_ORACLE_RUNNER_COMMON_H
#define HOOKTIDY_TEST_ORACLE_RUNNER_COMMON_H

#include "runner/subjects.h"

#include "examples/hooks.h"
#include "runtime_hook/replay/watched.h"
#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/saver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

#endif // HOOKTIDY_TEST_ORACLE_RUNNER_COMMON_H
