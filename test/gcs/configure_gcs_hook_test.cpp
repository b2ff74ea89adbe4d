//===- configure_gcs_hook_test.cpp - the reference hook -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/credentials/secret_string.h"
#include "runtime_hook/gcs/hook/configure_gcs_hook.h"
#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/replay/checker.h"
#include "runtime_hook/replay/fault_plan.h"
#include "runtime_hook/replay/replay.h"
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session_creator.h"

namespace hooktidy::runtime::gcs {
namespace {

constexpr char kSecret[] = "1//hunter2-refresh";

class ConfigureGcsHookTest : public EmulatorTest {
protected:
  ConfigureGcsHookTest() {
    emulator_.put_object("bucket", "data", "1 2 3");
    emulator_.require_tokens();
    file_system_ = std::make_shared<GcsFileSystem>(options_);
    register_gcs_kernels(kernels_, file_system_);
    options_of_session_.creator = &creator_;
    options_of_session_.graph = &graph_;
    options_of_session_.clock = &clock_;
  }

  std::string credentials() const {
    return R"({"type": "authorized_user", "client_id": "i", "client_secret": "s",
               "refresh_token": ")" +
           std::string(kSecret) + R"(", "token_uri": ")" + emulator_.token_url() + "\"}";
  }

  std::size_t tokens() const { return emulator_.count_requests("POST", "/token"); }

  std::shared_ptr<GcsFileSystem> file_system_;
  KernelRegistry kernels_ = KernelRegistry::builtin();
  Graph graph_;
  Coordinator coordinator_;
  ChiefSessionCreator creator_{{}, {}, &kernels_};
  MonitoredSessionOptions options_of_session_;
};

TEST_F(ConfigureGcsHookTest, ValidatesCredentialsInTheConstructor) {
  for (const char *json :
       {"", "no json", "null", "5", "[\"refresh_token\"]", "\"refresh_token\"", "{}",
        "{\"refresh_token\": null}", "{\"type\": \"authorized_user\"}"})
    EXPECT_EQ(code_of([&] { ConfigureGcsHook hook{credentials::SecretString(json)}; }),
              ErrorCode::kInvalidArgument)
        << json;
  EXPECT_NO_THROW(ConfigureGcsHook());
  EXPECT_NO_THROW(ConfigureGcsHook("{\"refresh_token\": \"x\"}"));
  EXPECT_NO_THROW(ConfigureGcsHook("{\"private_key\": \"x\"}", BlockCacheParams(16)));
}

TEST_F(ConfigureGcsHookTest, ConfiguresASession) {
  const Tensor data = add_read_gcs_object(
      graph_, "data", graph_.add_constant("name", "gs://bucket/data"));
  ConfigureGcsHook hook(credentials(), BlockCacheParams(16, 64));
  MonitoredSession session({&hook}, options_of_session_);
  EXPECT_EQ(session.run({data}).at(0).as_string(), "1 2 3");
  EXPECT_EQ(file_system_->cache_stats().cached_bytes, 5u);
  session.close();
  const auto requests = emulator_.requests();
  EXPECT_EQ(requests.at(0).target, "/token");
  EXPECT_TRUE(contains(requests.at(0).body, "refresh_token=1%2F%2Fhunter2-refresh"));
}

TEST_F(ConfigureGcsHookTest, EachPartIsOptional) {
  for (const bool with_credentials : {false, true})
    for (const bool with_cache : {false, true}) {
      Graph graph;
      ConfigureGcsHook hook(
          with_credentials ? std::optional<credentials::SecretString>(credentials())
                           : std::nullopt,
          with_cache ? std::optional<BlockCacheParams>(BlockCacheParams(16))
                     : std::nullopt);
      hook.begin(graph);
      EXPECT_EQ(graph.num_operations(),
                (with_credentials ? 2u : 0u) + (with_cache ? 4u : 0u));
      Session session(graph, &kernels_);
      const std::size_t before = tokens();
      hook.after_create_session(session, coordinator_);
      EXPECT_EQ(tokens() - before, with_credentials ? 1u : 0u);
    }
}

TEST_F(ConfigureGcsHookTest, SecondBeginOnTheSameGraphChangesNothing) {
  ConfigureGcsHook hook(credentials(), BlockCacheParams(16));
  hook.begin(graph_);
  const std::size_t operations = graph_.num_operations();
  hook.begin(graph_);
  EXPECT_EQ(graph_.num_operations(), operations);
  graph_.finalize();
  EXPECT_NO_THROW(hook.begin(graph_));
  Session session(graph_, &kernels_);
  hook.after_create_session(session, coordinator_);
}

TEST_F(ConfigureGcsHookTest, AnotherGraphGetsItsOwnOperations) {
  ConfigureGcsHook hook(credentials(), BlockCacheParams(16));
  Graph other;
  hook.begin(graph_);
  const std::size_t operations = graph_.num_operations();
  hook.begin(other);
  EXPECT_EQ(other.num_operations(), operations);
  Session session(other, &kernels_);
  hook.after_create_session(session, coordinator_);
  // Back to the first one.
  hook.begin(graph_);
  EXPECT_EQ(graph_.num_operations(), operations);
  Session again(graph_, &kernels_);
  hook.after_create_session(again, coordinator_);
  EXPECT_EQ(tokens(), 2u);
  EXPECT_EQ(code_of([&] { hook.after_create_session(session, coordinator_); }),
            ErrorCode::kInvalidArgument)
      << "the session of a graph that begin was not called for";
}

TEST_F(ConfigureGcsHookTest, TwoHooksOnOneGraph) {
  ConfigureGcsHook first(credentials(), BlockCacheParams(16));
  ConfigureGcsHook second(std::nullopt, BlockCacheParams(32));
  const Tensor data = add_read_gcs_object(
      graph_, "data", graph_.add_constant("name", "gs://bucket/data"));
  MonitoredSession session({&first, &second}, options_of_session_);
  EXPECT_EQ(session.run({data}).at(0).as_string(), "1 2 3");
}

TEST_F(ConfigureGcsHookTest, WithoutBegin) {
  ConfigureGcsHook hook(credentials());
  Session session(graph_, &kernels_);
  EXPECT_EQ(code_of([&] { hook.after_create_session(session, coordinator_); }),
            ErrorCode::kInvalidArgument);
}

TEST_F(ConfigureGcsHookTest, RunsAgainAfterRecovery) {
  const Tensor data = add_read_gcs_object(
      graph_, "data", graph_.add_constant("name", "gs://bucket/data"));
  ConfigureGcsHook hook(credentials(), BlockCacheParams(16, 64));
  Fault loss;
  loss.at = 2;
  FaultInjector faults({loss});
  options_of_session_.faults = &faults;
  MonitoredSession session({&hook}, options_of_session_);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(session.run({data}).at(0).as_string(), "1 2 3");
  EXPECT_EQ(tokens(), 2u);
  EXPECT_EQ(downloads(), 1u) << "the cache was not emptied";
}

TEST_F(ConfigureGcsHookTest, ServerTroubleDoesNotMakeSessionsForEver) {
  emulator_.inject(answer(503, "POST", "/token", 1000));
  ConfigureGcsHook hook(credentials());
  EXPECT_EQ(code_of([&] { MonitoredSession session({&hook}, options_of_session_); }),
            ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(tokens(), 11u) << "one session, one series of attempts";
}

TEST_F(ConfigureGcsHookTest, IncompleteCredentialsAreFoundWhenTheSessionIsMade) {
  ConfigureGcsHook hook("{\"refresh_token\": \"hunter2\"}");
  const std::string message =
      message_of([&] { MonitoredSession session({&hook}, options_of_session_); });
  EXPECT_TRUE(contains(message, "'client_id'")) << message;
  EXPECT_FALSE(contains(message, "hunter2")) << message;
}

TEST_F(ConfigureGcsHookTest, CredentialsAreNotInTheGraph) {
  ConfigureGcsHook hook(credentials(), BlockCacheParams(16));
  hook.begin(graph_);
  RunOptions options;
  options.output_partition_graphs = true;
  options.trace_level = TraceLevel::kFull;
  Session session(graph_, &kernels_);
  hook.after_create_session(session, coordinator_);
  RunMetadata metadata;
  session.run({graph_.operation("gcs_configure_block_cache/16_32_0")}, {}, options,
              &metadata);
  std::string all;
  for (const std::string &text : metadata.partition_graphs)
    all += text;
  for (const Operation &operation : graph_.operations())
    all += operation.name() + operation.type();
  EXPECT_TRUE(contains(all, "GcsConfigureBlockCache"));
  EXPECT_FALSE(contains(all, kSecret));
  EXPECT_EQ(
      code_of([&] { session.run({graph_.operation("gcs_configure_credentials")}); }),
      ErrorCode::kFailedPrecondition)
      << "nothing but a feed has the credentials";
}

TEST_F(ConfigureGcsHookTest, KernelsCheckTheirInputs) {
  const Graph::DefaultScope scope(graph_);
  ConfigureGcsHook hook(credentials());
  hook.begin(graph_);
  Session session(graph_, &kernels_);
  const auto feed = [&](const TensorValue &value) {
    session.run({graph_.operation("gcs_configure_credentials")},
                {{graph_.tensor("gcs_configure_credentials/json"), value}});
  };
  EXPECT_EQ(
      code_of([&] { feed(TensorValue({1}, std::vector<std::string>{credentials()})); }),
      ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { feed("[]"); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { register_gcs_kernels(kernels_, file_system_); }),
            ErrorCode::kAlreadyExists);
  EXPECT_EQ(code_of([&] { register_gcs_kernels(kernels_, nullptr); }),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { add_read_gcs_object(graph_, "x", Tensor()); }),
            ErrorCode::kInvalidArgument);
  const Tensor name = graph_.add_placeholder("name", DataType::kString);
  const Tensor read = add_read_gcs_object(graph_, "read", name);
  const std::string message = message_of([&] {
    session.run({read}, {{name, TensorValue::secret("gs://bucket/data")}});
  });
  EXPECT_TRUE(contains(message, "'read'")) << message;
  EXPECT_FALSE(contains(message, "gs://")) << message;
  Session bare(graph_);
  EXPECT_EQ(code_of([&] { hook.after_create_session(bare, coordinator_); }),
            ErrorCode::kUnimplemented);
}

TEST_F(ConfigureGcsHookTest, ConfigureGcs) {
  const Graph::DefaultScope scope(graph_);
  Session session(graph_, &kernels_);
  configure_gcs(session, credentials::SecretString(credentials()), BlockCacheParams(16));
  const std::size_t operations = graph_.num_operations();
  configure_gcs(session, credentials::SecretString(credentials()), BlockCacheParams(16));
  EXPECT_EQ(graph_.num_operations(), operations);
  EXPECT_EQ(tokens(), 2u);
  EXPECT_EQ(file_system_->read_all("gs://bucket/data"), "1 2 3");
  EXPECT_EQ(code_of([&] { configure_gcs(session, credentials::SecretString("{}")); }),
            ErrorCode::kInvalidArgument);
  graph_.finalize();
  configure_gcs(session, credentials::SecretString(credentials()));
  EXPECT_EQ(code_of([&] { configure_gcs(session, std::nullopt, BlockCacheParams(32)); }),
            ErrorCode::kFailedPrecondition);
}

TEST_F(ConfigureGcsHookTest, ConfigureGcsOfAnotherGraph) {
  Session session(graph_, &kernels_);
  EXPECT_EQ(
      code_of([&] { configure_gcs(session, credentials::SecretString(credentials())); }),
      ErrorCode::kFailedPrecondition);
}

/// Gives tokens without a network: a replay counts open files.
class TokenHttp final : public HttpClient {
public:
  HttpResponse send(const HttpRequest &) override {
    HttpResponse response;
    response.status = 200;
    response.body =
        R"({"access_token": "t", "expires_in": 3600, "token_type": "Bearer"})";
    return response;
  }
};

class HookSubject final : public ReplaySubject {
public:
  HookSubject() {
    GcsOptions options;
    options.platform.http = std::make_shared<TokenHttp>();
    register_gcs_kernels(kernels_, std::make_shared<GcsFileSystem>(options));
  }
  void build_model(Graph &graph) override { graph.add_no_op("train"); }
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    hooks.push_back(checker.make_hook<ConfigureGcsHook>(
        credentials::SecretString(
            R"({"client_id": "i", "client_secret": "s", "refresh_token": "r"})"),
        BlockCacheParams(16)));
    return hooks;
  }
  const KernelRegistry *kernels() override { return &kernels_; }
  void step(HookedSession &session) override {
    session.run({session.graph().operation("train")});
  }

private:
  KernelRegistry kernels_ = KernelRegistry::builtin();
};

TEST(ConfigureGcsHookContractTest, NoFaultPlanMakesItBreachTheContract) {
  if (!Checker::available())
    GTEST_SKIP() << "built without the checked mode";
  for (const FaultPlan &plan : FaultPlan::thorough()) {
    HookSubject subject;
    const ReplayResult result = replay(subject, plan);
    for (const Breach &breach : result.breaches)
      ADD_FAILURE() << plan.name << ": " << breach.to_string();
  }
}

} // namespace
} // namespace hooktidy::runtime::gcs
