//===- bad_disk_test.cpp - full disks and damaged checkpoints -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/saver.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

namespace hooktidy::runtime::testing {
namespace {

/// Mounts a small file system on a directory, for this process alone.
class SmallDisk {
public:
  explicit SmallDisk(std::string directory) : directory_(std::move(directory)) {
    mounted_ = ::unshare(CLONE_NEWNS) == 0 &&
               ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount("tmpfs", directory_.c_str(), "tmpfs", 0, "size=64k") == 0;
    problem_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_)
      ::umount2(directory_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk &) = delete;
  SmallDisk &operator=(const SmallDisk &) = delete;

  bool mounted() const { return mounted_; }
  const std::string &problem() const { return problem_; }

private:
  const std::string directory_;
  bool mounted_ = false;
  std::string problem_;
};

/// Limits the size of files, as a full disk would.
class NoRoom {
public:
  NoRoom() {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  NoRoom(const NoRoom &) = delete;
  NoRoom &operator=(const NoRoom &) = delete;

private:
  rlimit old_{};
  void (*handler_)(int) = nullptr;
};

/// A program that saves a model of 8 kB in each step, with a thread beside it.
class BadDiskTest : public SessionTest {
protected:
  BadDiskTest() {
    graph.add_variable("weights", TensorValue(Shape{2000}, std::vector<float>(2000, 1)));
    saving.directory = directory.path();
    saving.every = Every::steps(1);
    saving.max_to_keep = 0;
    with_thread.on_created = [this](Session &, Coordinator &coordinator) {
      ++threads;
      coordinator.start_thread([this, &coordinator] {
        while (!coordinator.wait_for_stop(std::chrono::milliseconds(1))) {
        }
        --threads;
      });
    };
  }

  /// Trains as far as it gets, and says to which step that was.
  std::int64_t train_to(int steps) {
    CheckpointSaverHook saver(saving);
    std::int64_t reached = 0;
    with_session({&with_thread, &saver}, options, [&](MonitoredSession &session) {
      while (reached < steps)
        reached = value(session.run({train}));
    });
    return reached;
  }

  void expect_checkpoints_are_whole() {
    for (const std::string &file : directory.files()) {
      if (file == "checkpoint")
        continue;
      EXPECT_EQ(file.substr(file.size() - 5), ".ckpt") << file;
      Session session(graph);
      Saver::get_or_create(graph).restore(session, directory.path() + "/" + file);
    }
  }

  /// That a full disk is told, and nothing of the session is left over.
  void expect_disk_full(const std::function<void()> &action) {
    const std::string text = expect_error(ErrorCode::kResourceExhausted, action);
    EXPECT_TRUE(contains(text, directory.path() + "/model-")) << text;
    EXPECT_TRUE(contains(text, "make room there")) << text;
    EXPECT_EQ(threads, 0);
    EXPECT_FALSE(graph.finalized());
  }

  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  ScriptedHook with_thread{log};
  std::atomic<int> threads{0};
};

TEST_F(BadDiskTest, disk_that_becomes_full_while_training) {
  const SmallDisk disk(directory.path());
  if (!disk.mounted())
    GTEST_SKIP() << "no file system can be mounted here: " << disk.problem();
  expect_disk_full([&] { train_to(1000); });
  expect_checkpoints_are_whole();
  const std::size_t saved = directory.files().size();
  EXPECT_GT(saved, 3u);
  // The last good one is what the next program starts from, once there is room.
  const std::string latest = latest_checkpoint(directory.path());
  EXPECT_EQ(latest, directory.path() + "/model-" + std::to_string(saved - 2) + ".ckpt");
  for (const std::string &file : directory.files())
    if (file != "checkpoint" && directory.path() + "/" + file != latest)
      std::filesystem::remove(directory.path() + "/" + file);
  options.checkpoint_dir = directory.path();
  EXPECT_EQ(train_to(1), static_cast<std::int64_t>(saved) - 1);
  expect_checkpoints_are_whole();
}

TEST_F(BadDiskTest, disk_that_is_full_when_the_session_is_made) {
  {
    const NoRoom no_room;
    expect_disk_full([&] { train_to(1); });
  }
  EXPECT_EQ(directory.files(), Log{});
  EXPECT_EQ(std::count(log.begin(), log.end(), "hook.after_create_session"), 1)
      << "it is no reason to make sessions again and again";
  EXPECT_EQ(train_to(1), 1);
}

TEST_F(BadDiskTest, disk_that_is_full_at_the_end) {
  saving.every = Every::steps(100);
  CheckpointSaverHook saver(saving);
  expect_disk_full([&] {
    std::unique_ptr<const NoRoom> no_room;
    with_session({&with_thread, &saver}, options, [&](MonitoredSession &session) {
      session.run({train});
      no_room = std::make_unique<const NoRoom>();
    });
  });
  EXPECT_EQ(directory.files(), (Log{"checkpoint", "model-0.ckpt"}));
  expect_checkpoints_are_whole();
}

TEST_F(BadDiskTest, truncated_checkpoint) {
  train_to(3);
  const std::string latest = latest_checkpoint(directory.path());
  std::filesystem::resize_file(latest, std::filesystem::file_size(latest) / 2);
  options.checkpoint_dir = directory.path();
  log.clear();
  const std::string text = expect_error(ErrorCode::kDataLoss, [&] { train_to(4); });
  EXPECT_TRUE(contains(text, "model-3.ckpt")) << text;
  EXPECT_TRUE(contains(text, "write the name of a good one")) << text;
  EXPECT_EQ(log, Log{"hook.begin"}) << "no hook is given a session that is not ready";
  EXPECT_FALSE(graph.finalized());
  // What the text says to do.
  std::ofstream(directory.path() + "/checkpoint") << "model-2.ckpt\n";
  EXPECT_EQ(train_to(1), 3);
}

TEST_F(BadDiskTest, damaged_index) {
  train_to(1);
  options.checkpoint_dir = directory.path();
  for (const std::string &contents :
       {std::string(), std::string("\n"), std::string("model-1.ckpt\nmodel-0.ckpt"),
        std::string("../model-1.ckpt"), std::string(12, '\0')}) {
    std::ofstream(directory.path() + "/checkpoint") << contents;
    const std::string text = expect_error(ErrorCode::kDataLoss, [&] { train_to(2); });
    EXPECT_TRUE(contains(text, directory.path() + "/checkpoint")) << text;
    EXPECT_TRUE(contains(text, "remove it to begin anew")) << text;
  }
  std::ofstream(directory.path() + "/checkpoint") << "model-7.ckpt";
  EXPECT_TRUE(
      contains(expect_error(ErrorCode::kNotFound, [&] { train_to(2); }), "model-7.ckpt"));
  std::filesystem::remove(directory.path() + "/checkpoint");
  EXPECT_EQ(train_to(1), 1);
}

} // namespace
} // namespace hooktidy::runtime::testing
