//===- train.cpp - trains the tiny model with all clean hooks -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"
#include "examples/tiny_model.h"
#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session_creator.h"

#include <cstdio>
#include <cstdlib>

using namespace hooktidy::runtime;
using namespace hooktidy::examples;

/// Usage: train <directory for checkpoints and summaries>
int main(int argc, char **argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s <directory>\n", argv[0]);
    return 2;
  }
  const std::string directory = argv[1];

  Graph graph;
  const auto default_graph = graph.as_default();
  const Operation train = build_tiny_model(graph);

  const auto gcs = clean::make_configure_gcs(
      R"({"type": "authorized_user", "refresh_token": "none of yours"})");
  const auto saver = clean::make_checkpoint_saver(directory, 10);
  const auto counter = clean::make_step_counter(10);
  const auto summaries = clean::make_summary_writer(directory + "/events.txt");
  const auto early_stopping = clean::make_early_stopping(3);
  StopAtStepHook last_step{StopAtStepHook::NumSteps{100}};

  ChiefSessionCreator creator({}, directory, &example_kernels());
  MonitoredSessionOptions options;
  options.creator = &creator;
  with_session({gcs.get(), counter.get(), summaries.get(), early_stopping.get(),
                &last_step, saver.get()},
               options, [&](MonitoredSession &session) {
                 while (!session.should_stop())
                   session.run({train});
               });
  return EXIT_SUCCESS;
} catch (const Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
