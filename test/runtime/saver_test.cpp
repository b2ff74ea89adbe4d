//===- saver_test.cpp - checkpoints on disk -------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/graph/checkpoint_format.h"
#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/saver.h"

#include <csignal>
#include <fstream>
#include <limits>
#include <sys/resource.h>

namespace hooktidy::runtime::testing {
namespace {

using internal::decode_checkpoint;
using internal::encode_checkpoint;
using internal::NamedValues;

TEST(CheckpointFormat, round_trip) {
  const NamedValues values{
      {"f", TensorValue(Shape{2}, std::vector<float>{1.5f, -0.0f})},
      {"i", TensorValue(std::numeric_limits<std::int64_t>::min())},
      {"s", TensorValue(Shape{1, 2}, std::vector<std::string>{"", "a\0b"})},
      {"none", TensorValue(Shape{0}, std::vector<float>{})},
  };
  EXPECT_EQ(decode_checkpoint(encode_checkpoint(values), "path"), values);
}

TEST(CheckpointFormat, every_damage_is_found) {
  const std::string good = encode_checkpoint({{"x", TensorValue(1)}});
  const auto is_refused = [](const std::string &bytes) {
    const std::string text =
        expect_error(ErrorCode::kDataLoss, [&] { decode_checkpoint(bytes, "the/path"); });
    EXPECT_TRUE(contains(text, "the/path")) << text;
  };
  for (std::size_t size = 0; size < good.size(); ++size)
    is_refused(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    is_refused(bad);
  }
}

using SaverTest = SessionTest;

TEST_F(SaverTest, saves_and_restores) {
  const TemporaryDirectory directory;
  const Tensor weights =
      graph.add_variable("w", TensorValue(Shape{2}, std::vector<float>{1, 2}));
  const Saver saver(graph);
  const Tensor late = graph.add_variable("late", "text");
  const Operation init = graph.add_variables_initializer("init");
  Session session(graph);
  session.run({init});
  session.run({train});
  const std::string path = saver.save(session, directory.path(), 1);
  EXPECT_EQ(latest_checkpoint(directory.path()), path);

  Session other(graph);
  saver.restore(other, path);
  EXPECT_EQ(value(other.run({step})), 1);
  EXPECT_EQ(other.run({weights})[0], session.run({weights})[0]);
  EXPECT_EQ(other.run({late})[0].as_string(), "text");
  EXPECT_EQ(directory.files(), (Log{"checkpoint", "model-1.ckpt"}));
}

TEST_F(SaverTest, one_saver_per_graph_is_enough) {
  Saver::get_or_create(graph);
  const std::size_t size = graph.num_operations();
  Saver::get_or_create(graph);
  EXPECT_EQ(graph.num_operations(), size);
  Graph empty;
  empty.finalize();
  expect_error(ErrorCode::kFailedPrecondition, [&] { Saver saver(empty); });
}

TEST_F(SaverTest, missing_things_are_named) {
  const TemporaryDirectory directory;
  const Saver saver(graph);
  Session session(graph);
  expect_error(ErrorCode::kFailedPrecondition,
               [&] { saver.save(session, directory.path(), 1); });
  EXPECT_TRUE(directory.files().empty());
  session.run({graph.add_variables_initializer("init")});
  expect_error(ErrorCode::kNotFound,
               [&] { saver.save(session, directory.path() + "/missing", 1); });
  expect_error(ErrorCode::kNotFound,
               [&] { saver.restore(session, directory.path() + "/missing"); });
  EXPECT_EQ(latest_checkpoint(directory.path()), "");
  const std::string path = saver.save(session, directory.path(), 1);
  graph.add_variable("new", 1);
  const std::string text =
      expect_error(ErrorCode::kNotFound, [&] { saver.restore(session, path); });
  EXPECT_TRUE(contains(text, "'new'")) << text;
}

TEST_F(SaverTest, restoring_another_element_type_changes_nothing) {
  const TemporaryDirectory directory;
  const Saver saver(graph);
  Session session(graph);
  session.run({graph.add_variables_initializer("init")});
  const std::string path = saver.save(session, directory.path(), 1);
  Graph other;
  other.add_variable(kGlobalStepName, 1.0f);
  const Saver other_saver(other);
  Session other_session(other);
  expect_error(ErrorCode::kInvalidArgument,
               [&] { other_saver.restore(other_session, path); });
}

/// Limits the size of files, as a full disk would.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit &) = delete;
  FileSizeLimit &operator=(const FileSizeLimit &) = delete;

private:
  rlimit old_{};
  void (*handler_)(int) = nullptr;
};

TEST_F(SaverTest, no_partial_file_when_the_disk_is_full) {
  const TemporaryDirectory directory;
  const Saver saver(graph);
  Session session(graph);
  session.run({graph.add_variables_initializer("init")});
  const std::string good = saver.save(session, directory.path(), 1);
  std::string text;
  {
    const FileSizeLimit limit(10);
    text = expect_error(ErrorCode::kResourceExhausted,
                        [&] { saver.save(session, directory.path(), 2); });
    // Over an existing file as well.
    expect_error(ErrorCode::kResourceExhausted,
                 [&] { saver.save(session, directory.path(), 1); });
  }
  EXPECT_TRUE(contains(text, "model-2.ckpt")) << text;
  EXPECT_EQ(directory.files(), (Log{"checkpoint", "model-1.ckpt"}));
  EXPECT_EQ(latest_checkpoint(directory.path()), good);
  saver.restore(session, good);
}

TEST_F(SaverTest, hook_saves_at_creation_on_time_and_at_the_end) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::steps(3);
  CheckpointSaverHook saver(saving);
  with_session({&saver}, options, [&](MonitoredSession &session) {
    EXPECT_EQ(directory.files(), (Log{"checkpoint", "model-0.ckpt"}));
    for (int i = 0; i < 4; ++i)
      session.run({train});
  });
  EXPECT_EQ(directory.files(),
            (Log{"checkpoint", "model-0.ckpt", "model-3.ckpt", "model-4.ckpt"}));
}

TEST_F(SaverTest, hook_saves_by_time_and_removes_old_checkpoints) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::interval(std::chrono::seconds(10));
  saving.max_to_keep = 2;
  saving.clock = &clock;
  CheckpointSaverHook saver(saving);
  with_session({&saver}, options, [&](MonitoredSession &session) {
    for (int i = 0; i < 6; ++i) {
      clock.time += std::chrono::seconds(5);
      session.run({train});
    }
  });
  EXPECT_EQ(directory.files(), (Log{"checkpoint", "model-4.ckpt", "model-6.ckpt"}));
}

/// Writes down what it is told.
class TellingSaver final : public CheckpointSaverHook {
public:
  using CheckpointSaverHook::CheckpointSaverHook;

  Log log;

private:
  void saved(const std::string &path) override {
    EXPECT_EQ(latest_checkpoint(directory()), path);
    log.push_back("saved" + path.substr(directory().size()));
  }
  void removed(const std::string &path) override {
    EXPECT_FALSE(std::filesystem::exists(path));
    log.push_back("removed" + path.substr(directory().size()));
  }
};

TEST_F(SaverTest, hook_tells_what_was_saved_and_removed) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::steps(2);
  saving.max_to_keep = 2;
  TellingSaver saver(saving);
  with_session({&saver}, options, [&](MonitoredSession &session) {
    for (int i = 0; i < 4; ++i)
      session.run({train});
  });
  EXPECT_EQ(saver.log, (Log{"saved/model-0.ckpt", "saved/model-2.ckpt",
                            "saved/model-4.ckpt", "removed/model-0.ckpt"}));
}

TEST_F(SaverTest, hook_is_idempotent_on_a_graph) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  CheckpointSaverHook saver(saving);
  with_session({&saver}, options, [](MonitoredSession &) {});
  const std::size_t size = graph.num_operations();
  with_session({&saver}, options, [](MonitoredSession &) {});
  EXPECT_EQ(graph.num_operations(), size);
}

} // namespace
} // namespace hooktidy::runtime::testing
