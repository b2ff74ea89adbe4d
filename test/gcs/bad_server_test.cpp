//===- bad_server_test.cpp - every request meets every trouble ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A server that stalls, cuts or garbles its answers, or is busy, and goes on doing so.
// Each request must end with an error of the runtime that names what was asked for,
// that no session takes for a reason to be made again, and that holds no secret; and
// nothing may be left behind, neither in the process nor in the bucket.
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session_creator.h"

#include <filesystem>
#include <thread>
#include <tuple>

namespace hooktidy::runtime::gcs {
namespace {

using Kind = EmulatedFault::Kind;
using std::chrono::milliseconds;

struct Request {
  const char *name;
  /// Which requests meet the trouble.
  const char *method;
  const char *target_part;
  /// What the error must name.
  const char *subject;
  void (*call)(GcsFileSystem &fs, const std::string &credentials);
};

constexpr char kObject[] = "gs://bucket/dir/object";

const Request kRequests[] = {
    {"read", "GET", "/download/", kObject,
     [](GcsFileSystem &fs, const std::string &) { fs.read_all(kObject); }},
    {"stat", "GET", "?fields=", kObject,
     [](GcsFileSystem &fs, const std::string &) { fs.stat(kObject); }},
    {"list", "GET", "prefix=", "gs://bucket/dir",
     [](GcsFileSystem &fs, const std::string &) { fs.list("gs://bucket/dir"); }},
    {"begin_upload", "POST", "uploadType=", kObject,
     [](GcsFileSystem &fs, const std::string &) { fs.write(kObject, "new"); }},
    {"upload", "PUT", "/upload/session/", kObject,
     [](GcsFileSystem &fs, const std::string &) { fs.write(kObject, "new"); }},
    {"token", "POST", "/token", "token",
     [](GcsFileSystem &fs, const std::string &json) { fs.set_credentials(json); }},
};

struct Trouble {
  const char *name;
  Kind kind;
  int status;
  const char *body;
};

const Trouble kTroubles[] = {
    {"stalls", Kind::kStall, 0, ""},
    {"is_silent", Kind::kDelay, 0, ""},
    {"cuts", Kind::kCutBody, 0, ""},
    {"is_busy", Kind::kAnswer, 429, ""},
    {"is_down", Kind::kAnswer, 503, ""},
    {"refuses", Kind::kAnswer, 403, "{}"},
    {"garbles", Kind::kAnswer, 200, "{\"and so on"},
};

/// How many threads or open files this process has.
std::ptrdiff_t count_in(const char *directory) {
  const std::filesystem::directory_iterator entries(directory);
  return std::distance(begin(entries), end(entries));
}

/// A closed connection and an ended thread may be counted a moment longer.
std::ptrdiff_t settled_count_in(const char *directory, std::ptrdiff_t expected) {
  for (int i = 0; i < 500 && count_in(directory) > expected; ++i)
    std::this_thread::sleep_for(milliseconds(10));
  return count_in(directory);
}

/// Each test has its own service, and looks at the process before and after it.
class BadServer : public testing::TestWithParam<std::tuple<Request, Trouble>> {
protected:
  static void SetUpTestSuite() {
    // What the first request of the process makes stays for all others.
    FakeClock clock;
    GcsEmulator emulator;
    emulator.put_object("bucket", "dir/object", "old bytes");
    GcsFileSystem(options_for(emulator, clock)).read_all(kObject);
  }

  static GcsOptions options_for(const GcsEmulator &emulator, const Clock &clock) {
    GcsOptions options;
    options.endpoint = emulator.endpoint();
    options.emulator = true;
    options.platform.clock = &clock;
    options.platform.environment = environment_of({});
    options.retry.max_retries = 1;
    options.idle_timeout = milliseconds(100);
    return options;
  }

  static void inject_trouble(GcsEmulator &emulator) {
    const auto &[request, trouble] = GetParam();
    EmulatedFault fault;
    fault.kind = trouble.kind;
    fault.method = request.method;
    fault.target_part = request.target_part;
    fault.times = 1000;
    fault.status = trouble.status;
    fault.body = trouble.body;
    fault.delay = std::chrono::seconds(20);
    emulator.inject(fault);
  }

  static void expect_error(const GcsEmulator &emulator) {
    const std::string credentials =
        R"({"type": "authorized_user", "client_id": "i", "token_uri": ")" +
        emulator.token_url() +
        R"(", "client_secret": "hunter2-client", "refresh_token": "hunter2-refresh"})";
    const Request &request = std::get<Request>(GetParam());
    const FakeClock clock;
    GcsFileSystem fs(options_for(emulator, clock));
    try {
      request.call(fs, credentials);
      ADD_FAILURE() << "no error";
    } catch (const Error &error) {
      EXPECT_FALSE(is_preemption(error)) << error.what();
      EXPECT_TRUE(contains(error.what(), request.subject)) << error.what();
      EXPECT_FALSE(contains(error.what(), "hunter2")) << error.what();
    }
  }
};

TEST_P(BadServer, IsToldAndNothingIsLeftBehind) {
  const std::ptrdiff_t threads = count_in("/proc/self/task");
  const std::ptrdiff_t files = count_in("/proc/self/fd");
  {
    GcsEmulator emulator;
    emulator.put_object("bucket", "dir/object", "old bytes");
    inject_trouble(emulator);
    expect_error(emulator);
    // A lost answer does not undo the upload, but there is no part of one.
    const std::optional<std::string> object = emulator.object("bucket", "dir/object");
    EXPECT_TRUE(object == "old bytes" || object == "new") << object.value_or("nothing");
  }
  EXPECT_EQ(settled_count_in("/proc/self/task", threads), threads);
  EXPECT_EQ(settled_count_in("/proc/self/fd", files), files);
}

std::vector<std::tuple<Request, Trouble>> all_cases() {
  std::vector<std::tuple<Request, Trouble>> cases;
  for (const Request &request : kRequests)
    for (const Trouble &trouble : kTroubles)
      // The answer to the beginning of an upload has no body that could be cut.
      if (request.name != std::string("begin_upload") || trouble.kind != Kind::kCutBody)
        cases.emplace_back(request, trouble);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, BadServer, testing::ValuesIn(all_cases()),
                         [](const auto &param) {
                           return std::string(std::get<Request>(param.param).name) +
                                  "_server_" + std::get<Trouble>(param.param).name;
                         });

/// Counts the sessions that it is given.
class CountingHook : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override { ++sessions; }
  int sessions = 0;
};

TEST_F(EmulatorTest, ObjectThatNeverRestsIsNoReasonForNewSessions) {
  emulator_.put_object("bucket", "dir/object", "0");
  EmulatedFault change;
  change.kind = Kind::kNone;
  change.method = "GET";
  change.target_part = "/download/";
  change.times = 1000;
  change.before = [&] { emulator_.put_object("bucket", "dir/object", "1"); };
  emulator_.inject(change);
  KernelRegistry kernels = KernelRegistry::builtin();
  register_gcs_kernels(kernels, std::make_shared<GcsFileSystem>(options_));
  Graph graph;
  const Tensor contents =
      add_read_gcs_object(graph, "contents", graph.add_constant("name", kObject));
  ChiefSessionCreator creator({}, {}, &kernels);
  MonitoredSessionOptions options;
  options.graph = &graph;
  options.creator = &creator;
  CountingHook hook;
  MonitoredSession session({&hook}, options);
  EXPECT_TRUE(contains(message_of([&] { session.run({contents}); }), kObject));
  EXPECT_EQ(hook.sessions, 1);
}

} // namespace
} // namespace hooktidy::runtime::gcs
