//===- checker_test.cpp - what the checked mode records -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/replay/checker.h"
#include "runtime_hook/replay/replay.h"
#include "runtime_hook/session/saver.h"

#include <fcntl.h>
#include <unistd.h>

namespace hooktidy::runtime::testing {
namespace {

class CheckerTest : public SessionTest {
protected:
  void SetUp() override {
    if (!Checker::available())
      GTEST_SKIP() << "built without HOOKTIDY_CHECKED_MODE";
  }

  /// The breaches of one session with two runs.
  std::vector<Breach> use(SessionRunHook &hook) {
    const Checker::Scope scope(checker);
    with_session({&hook}, options, [&](MonitoredSession &session) {
      session.run({train});
      session.run({train});
    });
    return checker.breaches();
  }

  Checker checker;
  ScriptedHook hook{log};
};

TEST_F(CheckerTest, a_hook_that_keeps_the_contract_breaches_nothing) {
  hook.on_begin = [](Graph &begun) { begun.add_constant("once", 1); };
  hook.on_created = [&](Session &session, Coordinator &) { session.run({step}); };
  EXPECT_TRUE(use(hook).empty());
  EXPECT_EQ(checker.trace(), (Log{"begin", "after_create_session", "before_run",
                                  "after_run", "before_run", "after_run", "end"}));
}

TEST_F(CheckerTest, graph_mutation_after_begin_is_recorded_and_goes_on) {
  hook.on_created = [&](Session &, Coordinator &) { graph.add_constant("a", 1); };
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    graph.add_constant("b", 1);
    return std::nullopt;
  };
  hook.on_after = [&](SessionRunContext &, const SessionRunValues &) {
    graph.add_constant("c", 1);
  };
  hook.on_end = [&](Session &) { graph.add_constant("d", 1); };
  const std::vector<Breach> breaches = use(hook);
  Log phases;
  for (const Breach &breach : breaches) {
    EXPECT_EQ(breach.rule, kGraphMutationAfterBegin);
    phases.push_back(breach.phase);
  }
  EXPECT_EQ(phases, (Log{"after_create_session", "before_run", "after_run", "before_run",
                         "after_run", "end"}));
  EXPECT_TRUE(contains(breaches[0].hook, "ScriptedHook"));
  EXPECT_TRUE(contains(breaches[0].detail, "'a'"));
  ASSERT_EQ(breaches[0].callbacks.size(), 1u);
  EXPECT_TRUE(contains(breaches[0].callbacks[0], "::after_create_session"));
  EXPECT_TRUE(graph.find_operation("d"));
}

TEST_F(CheckerTest, saver_made_too_late_adds_operations) {
  hook.on_created = [&](Session &, Coordinator &) { Saver saver(graph); };
  EXPECT_EQ(use(hook).size(), 3u);
}

TEST_F(CheckerTest, graph_made_in_the_callback_is_the_hooks_own) {
  hook.on_created = [](Session &, Coordinator &) {
    Graph own;
    const Tensor constant = own.add_constant("a", 1);
    Session session(own);
    session.run({constant});
  };
  EXPECT_TRUE(use(hook).empty());
}

TEST_F(CheckerTest, private_graph_that_grows_with_each_session_is_a_breach) {
  Graph own;
  hook.on_created = [&](Session &, Coordinator &) { own.add_constant("a", 1); };
  EXPECT_EQ(use(hook).size(), 1u);
}

TEST_F(CheckerTest, session_use_in_begin) {
  hook.on_begin = [](Graph &begun) {
    Session session(begun);
    session.run({begun.tensor("one")});
  };
  const std::vector<Breach> breaches = use(hook);
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_EQ(breaches[0].rule, kSessionUseInBegin);
  EXPECT_EQ(breaches[0].phase, "begin");
}

TEST_F(CheckerTest, non_idempotent_begin) {
  hook.on_begin = [](Graph &begun) { begun.add_constant("again", 1); };
  EXPECT_TRUE(use(hook).empty());
  const std::vector<Breach> breaches = use(hook);
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_EQ(breaches[0].rule, kNonIdempotentBegin);
}

TEST_F(CheckerTest, begin_on_another_graph_may_add) {
  hook.on_begin = [](Graph &begun) { begun.add_constant("again", 1); };
  EXPECT_TRUE(use(hook).empty());
  Graph other;
  options.graph = &other;
  const Checker::Scope scope(checker);
  with_session({&hook}, options, [](MonitoredSession &) {});
  EXPECT_TRUE(checker.breaches().empty());
}

/// Adds to the default graph in its constructor.
class EagerHook : public SessionRunHook {
public:
  EagerHook() : constant_(Graph::current().add_constant("eager", 1)) {}

private:
  Tensor constant_;
};

TEST_F(CheckerTest, graph_mutation_in_constructor) {
  const auto eager = checker.make_hook<EagerHook>();
  const std::vector<Breach> breaches = checker.breaches();
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_EQ(breaches[0].rule, kGraphMutationInConstructor);
  EXPECT_TRUE(contains(breaches[0].hook, "EagerHook"));
}

TEST_F(CheckerTest, closed_session_used_after_recovery) {
  Session *kept = nullptr;
  int runs = 0;
  hook.on_created = [&](Session &, Coordinator &) {
    if (kept)
      expect_error(ErrorCode::kFailedPrecondition, [&] { kept->run({step}); });
  };
  hook.on_before = [&](SessionRunContext &context) -> std::optional<SessionRunArgs> {
    kept = &context.session();
    if (++runs == 1)
      throw AbortedError("lost");
    return std::nullopt;
  };
  const std::vector<Breach> breaches = use(hook);
  ASSERT_EQ(breaches.size(), 1u);
  EXPECT_EQ(breaches[0].rule, kRunDependentAfterCreateSession);
}

/// Takes a resource in one callback; gives it back in `end`, or in its destructor.
class HoldingHook : public SessionRunHook {
public:
  explicit HoldingHook(bool in_destructor) : in_destructor_(in_destructor) {}
  ~HoldingHook() override {
    if (in_destructor_)
      Checker::note_given_back(this);
  }
  void begin(Graph &) override { Checker::note_taken(this, "lock"); }
  void end(Session &) override { Checker::note_given_back(this); }

private:
  const bool in_destructor_;
};

class HoldingSubject : public ReplaySubject {
public:
  explicit HoldingSubject(bool in_destructor) : in_destructor_(in_destructor) {}
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    hooks.push_back(checker.make_hook<HoldingHook>(in_destructor_));
    return hooks;
  }

private:
  const bool in_destructor_;
};

TEST_F(CheckerTest, cleanup_only_in_end) {
  HoldingSubject bad(false), good(true);
  FaultPlan clean, failing;
  failing.faults = {{FaultPoint::kRun, 1, ErrorCode::kInternal, 1}};
  EXPECT_TRUE(replay(bad, clean).breaches.empty());
  EXPECT_TRUE(replay(good, failing).breaches.empty());
  const ReplayResult result = replay(bad, failing);
  ASSERT_EQ(result.breaches.size(), 1u);
  EXPECT_EQ(result.breaches[0].rule, kCleanupOnlyInEnd);
  EXPECT_EQ(result.breaches[0].phase, "begin");
  EXPECT_TRUE(contains(result.breaches[0].hook, "HoldingHook"));
}

/// Opens a file that only `end` closes.
class FileHook : public SessionRunHook {
public:
  void begin(Graph &) override { file_ = ::open("/dev/null", O_RDONLY); }
  void end(Session &) override { ::close(file_); }

private:
  int file_ = -1;
};

/// Starts a thread that only `end` joins.
class ThreadHook : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    thread_ = std::thread([] {});
  }
  void end(Session &) override { thread_.join(); }

private:
  std::thread thread_;
};

template <typename Hook> class SubjectOf : public ReplaySubject {
public:
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    hooks.push_back(checker.make_hook<Hook>());
    return hooks;
  }
};

TEST_F(CheckerTest, files_left_open_are_counted) {
  SubjectOf<FileHook> subject;
  FaultPlan failing;
  failing.faults = {{FaultPoint::kRun, 1, ErrorCode::kInternal, 1}};
  EXPECT_TRUE(replay(subject, FaultPlan()).breaches.empty());
  const ReplayResult result = replay_isolated(subject, failing);
  EXPECT_TRUE(result.breaches_rule(kCleanupOnlyInEnd));
  EXPECT_EQ(result.errors, Log{"Internal: injected fault"});
}

TEST_F(CheckerTest, a_thread_that_is_not_joined_ends_the_child) {
  if (kThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer starts threads of its own and dislikes fork";
  SubjectOf<ThreadHook> subject;
  FaultPlan failing;
  failing.faults = {{FaultPoint::kRun, 1, ErrorCode::kInternal, 1}};
  EXPECT_TRUE(replay(subject, FaultPlan()).breaches.empty());
  ::testing::internal::CaptureStderr();
  const ReplayResult result = replay_isolated(subject, failing);
  ::testing::internal::GetCapturedStderr();
  EXPECT_NE(result.signal, 0);
  EXPECT_TRUE(result.breaches_rule(kCleanupOnlyInEnd));
}

TEST_F(CheckerTest, nothing_is_recorded_without_a_scope) {
  hook.on_end = [&](Session &) { graph.add_constant("late", 1); };
  expect_error(ErrorCode::kFailedPrecondition,
               [&] { with_session({&hook}, options, [](MonitoredSession &) {}); });
  EXPECT_TRUE(checker.breaches().empty());
}

TEST_F(CheckerTest, text_of_a_breach) {
  const Breach breach{"rule", "begin", "Hook", "does it", {}};
  EXPECT_EQ(breach.to_string(), "Hook::begin: does it [rule]");
}

} // namespace
} // namespace hooktidy::runtime::testing
