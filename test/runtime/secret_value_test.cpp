//===- secret_value_test.cpp - values that are not to be seen -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/saver.h"

namespace hooktidy::runtime::testing {
namespace {

constexpr char kText[] = "hunter2";

/// The error's text must say what it is about, and must not quote the secret.
template <typename Action>
void expect_refusal(const std::string &about, Action &&action) {
  const std::string text = expect_error(ErrorCode::kInvalidArgument, action);
  EXPECT_TRUE(contains(text, "'" + about + "'")) << text;
  EXPECT_TRUE(contains(text, "secret")) << text;
  EXPECT_FALSE(contains(text, kText)) << text;
}

class SecretValueTest : public SessionTest {
protected:
  SecretValueTest() { input = graph.add_placeholder("input", DataType::kString); }

  const TensorValue secret = TensorValue::secret(kText);
  Tensor input;
};

TEST_F(SecretValueTest, is_a_string_that_does_not_print) {
  EXPECT_TRUE(secret.is_secret());
  EXPECT_EQ(secret.dtype(), DataType::kString);
  EXPECT_EQ(secret.shape(), Shape());
  EXPECT_EQ(secret.as_string(), kText);
  EXPECT_EQ(secret.to_string(), "string: [secret]");
  const TensorValue copy = secret;
  EXPECT_TRUE(copy.is_secret());
  EXPECT_TRUE(TensorValue::secret("").is_secret());
  EXPECT_EQ(TensorValue::secret(std::string(1000, 'x')).as_string(),
            std::string(1000, 'x'));
}

TEST_F(SecretValueTest, nothing_else_is_secret) {
  EXPECT_FALSE(TensorValue().is_secret());
  EXPECT_FALSE(TensorValue(kText).is_secret());
  EXPECT_EQ(TensorValue(kText).to_string(), "string: hunter2");
}

TEST_F(SecretValueTest, graph_takes_none) {
  const std::size_t size = graph.num_operations();
  expect_refusal("password", [&] { graph.add_constant("password", secret); });
  expect_refusal("Constant", [&] { graph.add_constant("", secret); });
  expect_refusal("state", [&] { graph.add_variable("state", secret); });
  OperationSpec spec;
  spec.type = "Configure";
  spec.attributes.emplace_back("plain", TensorValue("x"));
  spec.attributes.emplace_back("json", secret);
  expect_refusal("json", [&] { graph.add_operation(spec); });
  EXPECT_EQ(graph.num_operations(), size);
  spec.attributes.pop_back();
  EXPECT_NO_THROW(graph.add_operation(spec));
}

TEST_F(SecretValueTest, variables_take_none) {
  const Tensor variable = graph.add_variable("state", "before");
  const Tensor assign = graph.add_assign("assign", variable, input);
  Session session(graph);
  session.run({graph.add_variables_initializer("init")});
  expect_refusal("assign", [&] { session.run({assign}, {{input, secret}}); });
  EXPECT_EQ(session.run({variable})[0].as_string(), "before");
  session.run({assign}, {{input, kText}});
  EXPECT_EQ(session.run({variable})[0].as_string(), kText);
}

TEST_F(SecretValueTest, sums_take_none) {
  const Tensor plain = graph.add_constant("plain", "x");
  const Tensor left = graph.add_add("left", input, plain);
  const Tensor right = graph.add_add("right", plain, input);
  Session session(graph);
  expect_refusal("left", [&] { session.run({left}, {{input, secret}}); });
  expect_refusal("right", [&] { session.run({right}, {{input, secret}}); });
  EXPECT_EQ(session.run({right}, {{input, kText}})[0].as_string(), "xhunter2");
}

TEST_F(SecretValueTest, file_names_are_none) {
  const TemporaryDirectory directory;
  const Tensor read = graph.add_read_file("read", input);
  Saver::get_or_create(graph);
  Session session(graph);
  session.run({graph.add_variables_initializer("init")});
  const Tensor path = graph.tensor("save/path");
  const TensorValue file = TensorValue::secret(directory.path() + "/" + kText);
  expect_refusal("read", [&] { session.run({read}, {{input, file}}); });
  for (const char *name : {"save/save", "save/restore"})
    expect_refusal(name, [&] { session.run({graph.operation(name)}, {{path, file}}); });
  EXPECT_TRUE(directory.files().empty());
}

TEST_F(SecretValueTest, passes_through_a_run_and_a_log_unseen) {
  const Tensor same = graph.add_identity("same", input);
  LinesSink sink;
  LoggingTensorHook logging({"same"}, Every::steps(1), /*at_end=*/false, sink);
  with_session({&logging}, options, [&](MonitoredSession &session) {
    const TensorValue value = session.run({same}, {{input, secret}})[0];
    EXPECT_TRUE(value.is_secret());
    EXPECT_EQ(value.as_string(), kText);
  });
  ASSERT_FALSE(sink.lines.empty());
  for (const std::string &line : sink.lines) {
    EXPECT_TRUE(contains(line, "[secret]")) << line;
    EXPECT_FALSE(contains(line, kText)) << line;
  }
}

} // namespace
} // namespace hooktidy::runtime::testing
