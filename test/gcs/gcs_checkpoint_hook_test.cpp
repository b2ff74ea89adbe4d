//===- gcs_checkpoint_hook_test.cpp - checkpoints to gs:// ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/hook/gcs_checkpoint_hook.h"
#include "runtime_hook/graph/file_io.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/replay/fault_plan.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/saver.h"

#include <filesystem>

namespace hooktidy::runtime::gcs {
namespace {

constexpr char kDirectory[] = "gs://bucket/run/7";

class GcsCheckpointHookTest : public EmulatorTest {
protected:
  GcsCheckpointHookTest() {
    emulator_.add_bucket("bucket");
    file_system_ = std::make_shared<GcsFileSystem>(options_);
    std::string pattern =
        (std::filesystem::temp_directory_path() / "hooktidy-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    saving_.directory = root_ + "/here";
    std::filesystem::create_directory(saving_.directory);
    std::filesystem::create_directory(root_ + "/there");
    saving_.every = Every::steps(3);
    step_ = get_or_create_global_step(graph_);
    train_ = graph_.add_assign_add("train", step_, graph_.add_constant("one", 1));
    session_options_.graph = &graph_;
    session_options_.checkpoint_dir = saving_.directory;
    session_options_.clock = &clock_;
  }
  ~GcsCheckpointHookTest() override { std::filesystem::remove_all(root_); }

  /// Trains with the hook until so many runs succeeded.
  void train(int runs, const std::string &directory = kDirectory) {
    GcsCheckpointHook hook(saving_, file_system_, directory, log_);
    with_session({&hook}, session_options_, [&](MonitoredSession &session) {
      for (int i = 0; i < runs; ++i)
        session.run({train_});
    });
  }

  std::string fetch() {
    return fetch_latest_checkpoint(*file_system_, kDirectory, root_ + "/there");
  }

  std::vector<std::string> objects() { return file_system_->list(kDirectory); }

  using Names = std::vector<std::string>;

  std::shared_ptr<GcsFileSystem> file_system_;
  std::string root_;
  CheckpointSaverOptions saving_;
  Graph graph_;
  Tensor step_;
  Tensor train_;
  MonitoredSessionOptions session_options_;
};

TEST_F(GcsCheckpointHookTest, UploadsEachCheckpointAndNamesTheLatest) {
  train(4);
  EXPECT_EQ(objects(),
            (Names{"checkpoint", "model-0.ckpt", "model-3.ckpt", "model-4.ckpt"}));
  EXPECT_EQ(emulator_.object("bucket", "run/7/checkpoint"), "model-4.ckpt");
  for (const char *name : {"model-0.ckpt", "model-3.ckpt", "model-4.ckpt"})
    EXPECT_EQ(emulator_.object("bucket", std::string("run/7/") + name),
              internal::read_whole_file(saving_.directory + "/" + name));
}

TEST_F(GcsCheckpointHookTest, TheUploadIsResumed) {
  emulator_.inject(fault(EmulatedFault::Kind::kLoseAnswer, "PUT", "/upload/session/"));
  train(1);
  EXPECT_EQ(objects(), (Names{"checkpoint", "model-0.ckpt", "model-1.ckpt"}));
}

TEST_F(GcsCheckpointHookTest, DirectoriesMayEndWithASlashOrBeTheBucket) {
  train(0, "gs://bucket/a/");
  train(0, "gs://bucket");
  train(0, "gs://bucket/");
  EXPECT_EQ(file_system_->list("gs://bucket", ListMode::kRecursive),
            (Names{"a/checkpoint", "a/model-0.ckpt", "checkpoint", "model-0.ckpt"}));
}

TEST_F(GcsCheckpointHookTest, ArgumentsAreCheckedInTheConstructor) {
  for (const char *wrong : {"", "bucket", "/tmp", "gs://", "gs:///x", "s3://bucket/x"})
    EXPECT_EQ(code_of([&] { GcsCheckpointHook hook(saving_, file_system_, wrong); }),
              ErrorCode::kInvalidArgument)
        << wrong;
  EXPECT_EQ(code_of([&] { GcsCheckpointHook hook(saving_, nullptr, kDirectory); }),
            ErrorCode::kInvalidArgument);
  EXPECT_TRUE(emulator_.requests().empty());
}

TEST_F(GcsCheckpointHookTest, OldCheckpointsAreRemovedThereToo) {
  saving_.max_to_keep = 2;
  train(7);
  EXPECT_EQ(objects(), (Names{"checkpoint", "model-6.ckpt", "model-7.ckpt"}));
  EXPECT_TRUE(log_.lines().empty());
}

TEST_F(GcsCheckpointHookTest, AnOldCheckpointThatIsGoneIsNoTrouble) {
  saving_.max_to_keep = 1;
  emulator_.inject(answer(404, "DELETE", "model-0.ckpt"));
  train(1);
  EXPECT_TRUE(log_.lines().empty());
}

TEST_F(GcsCheckpointHookTest, AnOldCheckpointThatStaysDoesNotEndTheTraining) {
  saving_.max_to_keep = 1;
  emulator_.inject(answer(403, "DELETE", "model-0.ckpt"));
  train(3);
  EXPECT_EQ(objects(), (Names{"checkpoint", "model-0.ckpt", "model-3.ckpt"}));
  ASSERT_EQ(log_.lines().size(), 1u);
  EXPECT_TRUE(contains(log_.lines()[0], "model-0.ckpt")) << log_.lines()[0];
}

TEST_F(GcsCheckpointHookTest, AnUploadThatFailsLeavesTheLatestOneAlone) {
  train(0);
  emulator_.inject(answer(403, "POST", "model-3.ckpt", 1000));
  EXPECT_EQ(code_of([&] { train(3); }), ErrorCode::kPermissionDenied);
  EXPECT_EQ(emulator_.object("bucket", "run/7/checkpoint"), "model-0.ckpt");
  EXPECT_FALSE(emulator_.object("bucket", "run/7/model-3.ckpt"));
}

TEST_F(GcsCheckpointHookTest, AnOutageDoesNotMakeSessionsForEver) {
  emulator_.inject(answer(503, "POST", "/upload/", 1000));
  EXPECT_EQ(code_of([&] { train(1); }), ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(emulator_.count_requests("POST", "/upload/"), 11u);
}

TEST_F(GcsCheckpointHookTest, ALostSessionGoesOnFromTheCheckpoint) {
  FaultInjector faults({{FaultPoint::kRun, 5, ErrorCode::kAborted}});
  session_options_.faults = &faults;
  train(5);
  // Four steps, the loss, from 3 on again, one more.
  EXPECT_EQ(objects(),
            (Names{"checkpoint", "model-0.ckpt", "model-3.ckpt", "model-4.ckpt"}));
}

TEST_F(GcsCheckpointHookTest, AnotherMachineGoesOnFromWhatWasUploaded) {
  train(4);
  const std::string path = fetch();
  EXPECT_EQ(path, root_ + "/there/model-4.ckpt");
  EXPECT_EQ(latest_checkpoint(root_ + "/there"), path);
  session_options_.checkpoint_dir = root_ + "/there";
  saving_.directory = root_ + "/there";
  train(1);
  EXPECT_EQ(emulator_.object("bucket", "run/7/checkpoint"), "model-5.ckpt");
}

TEST_F(GcsCheckpointHookTest, NothingToFetch) {
  EXPECT_EQ(fetch(), "");
  EXPECT_EQ(code_of([&] { fetch_latest_checkpoint(*file_system_, "bucket", root_); }),
            ErrorCode::kInvalidArgument);
}

TEST_F(GcsCheckpointHookTest, DamageDoesNotReplaceTheLocalCheckpoint) {
  train(1);
  const std::string good = fetch();
  const auto name_is = [&](const std::string &name) {
    emulator_.put_object("bucket", "run/7/checkpoint", name);
  };
  for (const char *wrong : {"", "../model-1.ckpt", "model\n1.ckpt"}) {
    name_is(wrong);
    EXPECT_EQ(code_of([&] { fetch(); }), ErrorCode::kDataLoss) << wrong;
  }
  name_is("model-9.ckpt");
  EXPECT_EQ(code_of([&] { fetch(); }), ErrorCode::kNotFound);
  emulator_.put_object("bucket", "run/7/model-9.ckpt", "no checkpoint");
  const std::string message = message_of([&] { fetch(); });
  EXPECT_TRUE(contains(message, "gs://bucket/run/7/model-9.ckpt")) << message;
  EXPECT_EQ(latest_checkpoint(root_ + "/there"), good);
  EXPECT_FALSE(std::filesystem::exists(root_ + "/there/model-9.ckpt"));
}

} // namespace
} // namespace hooktidy::runtime::gcs
