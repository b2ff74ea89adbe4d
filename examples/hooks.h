//===- hooks.h - what the examples define -----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Five hooks as people write them, each in a clean and in a broken version with
// the same purpose. Read the two side by side.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXAMPLES_HOOKS_H
#define HOOKTIDY_EXAMPLES_HOOKS_H

#include "runtime_hook/session/session_run_hook.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hooktidy::examples {

/// Name of the tensor that the early stopping and summary hooks look at.
inline constexpr char kLossName[] = "loss";

namespace clean {

std::unique_ptr<runtime::SessionRunHook> make_step_counter(std::int64_t every_steps);
std::unique_ptr<runtime::SessionRunHook> make_checkpoint_saver(std::string directory,
                                                               std::int64_t every_steps);
std::unique_ptr<runtime::SessionRunHook> make_summary_writer(std::string path);
std::unique_ptr<runtime::SessionRunHook> make_early_stopping(int patience);
std::unique_ptr<runtime::SessionRunHook> make_configure_gcs(std::string credentials);

} // namespace clean

namespace broken {

std::unique_ptr<runtime::SessionRunHook> make_step_counter(std::int64_t every_steps);
std::unique_ptr<runtime::SessionRunHook> make_checkpoint_saver(std::string directory,
                                                               std::int64_t every_steps);
std::unique_ptr<runtime::SessionRunHook> make_summary_writer(std::string path);
std::unique_ptr<runtime::SessionRunHook> make_early_stopping(int patience);
std::unique_ptr<runtime::SessionRunHook> make_configure_gcs(std::string credentials);

} // namespace broken
} // namespace hooktidy::examples

#endif // HOOKTIDY_EXAMPLES_HOOKS_H
