//===- session_test.cpp - the raw session ---------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/graph/kernel.h"

#include <fstream>
#include <thread>

namespace hooktidy::runtime::testing {
namespace {

TensorValue run(Graph &graph, const Operation &operation, const Feeds &feeds = {}) {
  Session session(graph);
  return session.run({operation}, feeds)[0];
}

TensorValue floats(const Shape &shape, std::vector<float> elements) {
  return TensorValue(shape, std::move(elements));
}

TEST(RawSession, arithmetic) {
  Graph graph;
  const Tensor a = graph.add_constant("a", floats({2}, {1, 2}));
  const Tensor b = graph.add_constant("b", floats({2}, {10, 20}));
  const Tensor two = graph.add_constant("two", 2.0f);
  EXPECT_EQ(run(graph, graph.add_add("", a, b)), floats({2}, {11, 22}));
  EXPECT_EQ(run(graph, graph.add_subtract("", b, a)), floats({2}, {9, 18}));
  EXPECT_EQ(run(graph, graph.add_multiply("", a, two)), floats({2}, {2, 4}));
  EXPECT_EQ(run(graph, graph.add_subtract("", two, a)), floats({2}, {1, 0}));
  EXPECT_EQ(run(graph, graph.add_reduce_mean("", b)), TensorValue(15.0f));
  EXPECT_EQ(run(graph, graph.add_identity("", a)), floats({2}, {1, 2}));
  const Tensor text = graph.add_constant("text", "ab");
  EXPECT_EQ(run(graph, graph.add_add("", text, text)), TensorValue("abab"));
}

TEST(RawSession, integers_wrap_around) {
  Graph graph;
  const Tensor big = graph.add_constant("big", TensorValue(INT64_MAX));
  const Tensor one = graph.add_constant("one", 1);
  EXPECT_EQ(run(graph, graph.add_add("", big, one)).as_int64(), INT64_MIN);
}

TEST(RawSession, matmul) {
  Graph graph;
  const Tensor a = graph.add_constant("a", floats({2, 3}, {1, 2, 3, 4, 5, 6}));
  const Tensor b = graph.add_constant("b", floats({3, 1}, {1, 0, 2}));
  EXPECT_EQ(run(graph, graph.add_matmul("", a, b)), floats({2, 1}, {7, 16}));
  const Tensor i =
      graph.add_constant("i", TensorValue(Shape{1, 2}, std::vector<std::int64_t>{3, 4}));
  const Tensor j =
      graph.add_constant("j", TensorValue(Shape{2, 1}, std::vector<std::int64_t>{5, 6}));
  EXPECT_EQ(run(graph, graph.add_matmul("", i, j)).as_int64(), 39);
  const Tensor wrong = graph.add_matmul("wrong", a, a);
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, wrong); });
  const Tensor vector = graph.add_constant("v", floats({3}, {1, 2, 3}));
  const Tensor rank = graph.add_matmul("rank", a, vector);
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, rank); });
}

TEST(RawSession, shapes_must_fit) {
  Graph graph;
  const Tensor a = graph.add_constant("a", floats({2}, {1, 2}));
  const Tensor b = graph.add_constant("b", floats({3}, {1, 2, 3}));
  const Tensor sum = graph.add_add("sum", a, b);
  const std::string text =
      expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, sum); });
  EXPECT_TRUE(contains(text, "'sum'")) << text;
}

TEST(RawSession, variables_live_in_the_session) {
  Graph graph;
  const Tensor variable = graph.add_variable("v", 1);
  const Tensor add = graph.add_assign_add("add", variable, graph.add_constant("c", 2));
  const Operation init = graph.add_variables_initializer("init");
  Session one(graph), other(graph);
  expect_error(ErrorCode::kFailedPrecondition, [&] { one.run({variable}); });
  one.run({init});
  other.run({init});
  EXPECT_EQ(one.run({add})[0].as_int64(), 3);
  EXPECT_EQ(one.run({add})[0].as_int64(), 5);
  EXPECT_EQ(other.run({variable})[0].as_int64(), 1);
}

TEST(RawSession, initializer_covers_variables_made_later) {
  Graph graph;
  const Operation init = graph.add_variables_initializer("init");
  const Tensor variable = graph.add_variable("v", 4);
  Session session(graph);
  session.run({init});
  EXPECT_EQ(session.run({variable})[0].as_int64(), 4);
}

TEST(RawSession, feeds_replace_what_tensors_compute) {
  Graph graph;
  const Tensor x = graph.add_placeholder("x", DataType::kFloat);
  const Tensor y = graph.add_add("y", x, x);
  const Tensor z = graph.add_add("z", y, x);
  EXPECT_EQ(run(graph, z, {{x, 1.0f}}).as_float(), 3);
  EXPECT_EQ(run(graph, z, {{x, 1.0f}, {y, 10.0f}}).as_float(), 11);
  expect_error(ErrorCode::kFailedPrecondition, [&] { run(graph, z); });
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, z, {{x, 1}}); });
  expect_error(ErrorCode::kInvalidArgument, [&] {
    run(graph, z, {{x, 1.0f}, {x, 2.0f}});
  });
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, z, {{x, TensorValue()}}); });
}

TEST(RawSession, control_inputs_run_first_and_nothing_runs_twice) {
  Graph graph;
  const Tensor variable = graph.add_variable("v", 0);
  const Operation init = graph.add_variables_initializer("init");
  const Tensor add = graph.add_assign_add("add", variable, graph.add_constant("c", 1));
  const Operation group = graph.add_no_op("group", {add, add});
  Session session(graph);
  session.run({init});
  const std::vector<TensorValue> values = session.run({group, add, group});
  EXPECT_FALSE(values[0].has_value());
  EXPECT_EQ(values[1].as_int64(), 1);
}

TEST(RawSession, long_chains_do_not_overflow_the_stack) {
  Graph graph;
  Tensor tensor = graph.add_constant("c", 0);
  const Tensor one = graph.add_constant("one", 1);
  for (int i = 0; i < 100000; ++i)
    tensor = graph.add_add("sum" + std::to_string(i), tensor, one);
  EXPECT_EQ(run(graph, tensor).as_int64(), 100000);
}

TEST(RawSession, read_file) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/file";
  std::ofstream(path) << "contents";
  Graph graph;
  const Tensor name = graph.add_placeholder("name", DataType::kString);
  const Tensor read = graph.add_read_file("read", name);
  EXPECT_EQ(run(graph, read, {{name, path}}).as_string(), "contents");
  const std::string text = expect_error(ErrorCode::kNotFound, [&] {
    run(graph, read, {{name, path + ".missing"}});
  });
  EXPECT_TRUE(contains(text, ".missing")) << text;
}

TEST(RawSession, iterator_ends_with_out_of_range) {
  Graph graph;
  const Tensor rows = graph.add_iterator("rows", floats({2, 2}, {1, 2, 3, 4}));
  Session session(graph);
  EXPECT_EQ(session.run({rows})[0], floats({2}, {1, 2}));
  EXPECT_EQ(session.run({rows})[0], floats({2}, {3, 4}));
  expect_error(ErrorCode::kOutOfRange, [&] { session.run({rows}); });
}

TEST(RawSession, refuses_operations_that_are_not_its_own) {
  Graph graph, other;
  const Tensor foreign = other.add_constant("c", 1);
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, foreign); });
  expect_error(ErrorCode::kInvalidArgument, [&] { run(graph, Operation()); });
}

TEST(RawSession, closed_session_does_not_run) {
  Graph graph;
  const Tensor constant = graph.add_constant("c", 1);
  Session session(graph);
  session.close();
  session.close();
  EXPECT_TRUE(session.closed());
  expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({constant}); });
}

class SlowKernel : public Kernel {
public:
  TensorValue compute(const KernelContext &) const override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return TensorValue();
  }
};

TEST(RawSession, own_kernels_and_missing_ones) {
  Graph graph;
  OperationSpec spec;
  spec.type = "Slow";
  const Operation slow = graph.add_operation(spec);
  expect_error(ErrorCode::kUnimplemented, [&] { run(graph, slow); });
  KernelRegistry kernels = KernelRegistry::builtin();
  kernels.register_kernel("Slow", std::make_shared<SlowKernel>());
  expect_error(ErrorCode::kAlreadyExists,
               [&] { kernels.register_kernel("Slow", std::make_shared<SlowKernel>()); });
  Session session(graph, &kernels);
  session.run({slow});
}

TEST(RawSession, timeout) {
  Graph graph;
  OperationSpec spec;
  spec.type = "Slow";
  const Operation slow = graph.add_operation(spec);
  const Operation next = graph.add_no_op("next", {slow});
  KernelRegistry kernels = KernelRegistry::builtin();
  kernels.register_kernel("Slow", std::make_shared<SlowKernel>());
  Session session(graph, &kernels);
  RunOptions options;
  options.timeout_in_ms = 1;
  expect_error(ErrorCode::kDeadlineExceeded, [&] { session.run({next}, {}, options); });
}

TEST(RawSession, metadata_tells_what_was_asked) {
  Graph graph;
  const Tensor a = graph.add_constant("a", 1);
  const Tensor b = graph.add_add("b", a, a);
  Session session(graph);
  RunOptions options;
  RunMetadata metadata;
  session.run({b}, {}, options, &metadata);
  EXPECT_TRUE(metadata.executed_operations.empty());
  options.trace_level = TraceLevel::kFull;
  options.output_partition_graphs = true;
  options.debug_options.tensor_watches = {"a"};
  session.run({b}, {}, options, &metadata);
  EXPECT_EQ(metadata.executed_operations, (Log{"a", "b"}));
  EXPECT_EQ(metadata.partition_graphs, (Log{"Constant a\nAdd b\n"}));
  ASSERT_EQ(metadata.watched.size(), 1u);
  EXPECT_EQ(metadata.watched[0].second.as_int64(), 1);
}

TEST(RawSession, threads_may_run_at_once) {
  Graph graph;
  const Tensor variable = graph.add_variable("v", 0);
  const Operation init = graph.add_variables_initializer("init");
  const Tensor add = graph.add_assign_add("add", variable, graph.add_constant("c", 1));
  Session session(graph);
  session.run({init});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k)
        session.run({add});
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(session.run({variable})[0].as_int64(), 400);
}

} // namespace
} // namespace hooktidy::runtime::testing
