//===- train_from_gcs.cpp - trains from gs:// and survives a loss ---------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Fits a line to points in a gs:// object, loses its session in the middle, goes on from
// the last checkpoint, and keeps its checkpoints under gs://. The service is an emulator
// inside this program. Exits with 1 if anything is not as it should be.
//
//===----------------------------------------------------------------------===//

#include "examples/line_model.h"
#include "runtime_hook/gcs/emulator/gcs_emulator.h"
#include "runtime_hook/gcs/hook/configure_gcs_hook.h"
#include "runtime_hook/gcs/hook/gcs_checkpoint_hook.h"
#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/gcs/storage/gcs_file_system.h"
#include "runtime_hook/replay/fault_plan.h"
#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session.h"
#include "runtime_hook/session/session_creator.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace hooktidy::runtime;
using namespace hooktidy::examples;

namespace {

constexpr char kBucket[] = "demo";
constexpr char kPoints[] = "gs://demo/points.txt";
constexpr char kCheckpoints[] = "gs://demo/checkpoints";
constexpr std::int64_t kSaveEvery = 100;
constexpr std::int64_t kLastStep = 200;
constexpr int kLostRun = 130;

class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "hooktidy-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
      throw UnknownError("no temporary directory can be made at '" + pattern + "'");
    path_ = pattern;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

void require(bool condition, const std::string &what) {
  if (!condition)
    throw InternalError("the demo went wrong: " + what);
}

/// 21 points on y = 3 x - 1.
std::string points() {
  std::string text;
  for (int i = -10; i <= 10; ++i) {
    const double x = i / 5.0;
    text += std::to_string(x) + " " + std::to_string(3 * x - 1) + "\n";
  }
  return text;
}

std::string credentials_for(const gcs::GcsEmulator &emulator) {
  return R"({"type": "authorized_user", "client_id": "demo", "client_secret": "demo",
             "refresh_token": "demo", "token_uri": ")" +
         emulator.token_url() + "\"}";
}

/// As with STORAGE_EMULATOR_HOST=<endpoint> and nothing else in the environment.
gcs::GcsOptions options_for(const gcs::GcsEmulator &emulator) {
  gcs::Platform platform;
  platform.environment = [endpoint = emulator.endpoint()](const std::string &name) {
    return name == "STORAGE_EMULATOR_HOST" ? endpoint : std::string();
  };
  return gcs::GcsOptions::from_environment(platform);
}

/// Looks at the variables of a session that has restored a checkpoint.
void check_line(Session &session, const LineModel &model) {
  const auto values =
      session.run({global_step(session.graph()), model.slope, model.offset, model.loss});
  const std::int64_t step = values[0].as_int64();
  const float slope = values[1].as_float();
  const float offset = values[2].as_float();
  std::printf("read back: step %lld, y = %.3f x %c %.3f, loss %.6f\n",
              static_cast<long long>(step), slope, offset < 0 ? '-' : '+',
              std::abs(offset), values[3].as_float());
  require(step == kLastStep, "it is not the last step");
  require(std::abs(slope - 3) < 1e-3 && std::abs(offset + 1) < 1e-3,
          "the line is not y = 3 x - 1");
}

/// Runs until a hook asks for a stop; returns the step that training fell back to.
std::int64_t train_until_stopped(HookedSession &session, const LineModel &model) {
  std::int64_t last = 0;
  std::int64_t restored = -1;
  while (!session.should_stop()) {
    const std::int64_t step = session.run({model.train, model.step})[1].as_int64();
    if (step <= last) {
      require(restored < 0, "the session was lost more than once");
      restored = step - 1;
      std::printf("session lost after step %lld, restored from the checkpoint of step "
                  "%lld\n",
                  static_cast<long long>(last), static_cast<long long>(restored));
    }
    last = step;
  }
  return restored;
}

void run_demo() {
  gcs::GcsEmulator emulator;
  emulator.put_object(kBucket, "points.txt", points());
  emulator.require_tokens();
  std::printf("STORAGE_EMULATOR_HOST=%s\n", emulator.endpoint().c_str());
  const auto file_system = std::make_shared<gcs::GcsFileSystem>(options_for(emulator));
  KernelRegistry kernels = KernelRegistry::builtin();
  gcs::register_gcs_kernels(kernels, file_system);
  register_line_kernels(kernels);

  Graph graph;
  const auto default_graph = graph.as_default();
  const LineModel model = build_line_model(
      graph,
      gcs::add_read_gcs_object(graph, "text", graph.add_constant("name", kPoints)));
  std::printf("training on %s, a checkpoint every %lld steps\n", kPoints,
              static_cast<long long>(kSaveEvery));

  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::steps(kSaveEvery);
  gcs::ConfigureGcsHook configure(credentials_for(emulator),
                                  gcs::BlockCacheParams(1 << 16, 1 << 20));
  gcs::GcsCheckpointHook saver(saving, file_system, kCheckpoints);
  StopAtStepHook stop{StopAtStepHook::LastStep{kLastStep}};

  FaultPlan plan;
  plan.faults.push_back({FaultPoint::kRun, kLostRun, ErrorCode::kAborted});
  FaultInjector faults(plan.faults);
  ChiefSessionCreator creator({}, directory.path(), &kernels);
  MonitoredSessionOptions options;
  options.creator = &creator;
  options.faults = &faults;
  std::int64_t restored = -1;
  with_session({&configure, &saver, &stop}, options, [&](MonitoredSession &session) {
    restored = train_until_stopped(session, model);
  });
  require(restored == kSaveEvery, "training did not go on from the checkpoint");
  require(emulator.count_requests("POST", "/token") == 2,
          "the credentials were not configured once for each session");

  // What is read back comes from gs:// alone.
  const TemporaryDirectory other;
  const std::string path =
      gcs::fetch_latest_checkpoint(*file_system, kCheckpoints, other.path());
  require(!path.empty(), "there is no checkpoint under gs://");
  std::printf("uploaded %s%s\n", kCheckpoints, path.substr(other.path().size()).c_str());
  Session session(graph, &kernels);
  Saver::get_or_create(graph).restore(session, path);
  check_line(session, model);
}

} // namespace

int main() try {
  run_demo();
  std::puts("all as it should be");
  return EXIT_SUCCESS;
} catch (const Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return EXIT_FAILURE;
}
