//===- graph_test.cpp - graphs and values ---------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include <thread>

namespace hooktidy::runtime::testing {
namespace {

TEST(TensorValueTest, scalars_and_dense_values) {
  EXPECT_EQ(TensorValue(1.5f).as_float(), 1.5f);
  EXPECT_EQ(TensorValue(7).as_int64(), 7);
  EXPECT_EQ(TensorValue("text").as_string(), "text");
  const TensorValue matrix(Shape{2, 2}, std::vector<float>{1, 2, 3, 4});
  EXPECT_EQ(matrix.num_elements(), 4u);
  EXPECT_EQ(matrix.to_string(2), "float[2,2]: 1 2 ...");
  EXPECT_EQ(matrix, TensorValue(Shape{2, 2}, std::vector<float>{1, 2, 3, 4}));
  EXPECT_NE(matrix, TensorValue(Shape{4}, std::vector<float>{1, 2, 3, 4}));
}

TEST(TensorValueTest, refuses_wrong_use) {
  expect_error(ErrorCode::kInvalidArgument,
               [] { TensorValue(Shape{3}, std::vector<float>{1}); });
  expect_error(ErrorCode::kInvalidArgument,
               [] { TensorValue(Shape{-1}, std::vector<float>{}); });
  expect_error(ErrorCode::kInvalidArgument, [] { TensorValue(1.0f).as_int64(); });
  expect_error(ErrorCode::kInvalidArgument, [] {
    TensorValue(Shape{2}, std::vector<float>{1, 2}).as_float();
  });
  expect_error(ErrorCode::kFailedPrecondition, [] { TensorValue().as_float(); });
}

TEST(GraphTest, names_are_made_unique) {
  Graph graph;
  EXPECT_EQ(graph.add_constant("x", 1).name(), "x");
  EXPECT_EQ(graph.add_constant("x", 1).name(), "x_1");
  EXPECT_EQ(graph.add_constant("x", 1).name(), "x_2");
  EXPECT_EQ(graph.add_no_op("").name(), "NoOp");
}

TEST(GraphTest, look_ups) {
  Graph graph;
  const Tensor constant = graph.add_constant("c", 1);
  const Operation group = graph.add_no_op("group", {constant});
  EXPECT_EQ(graph.operation("c"), constant);
  EXPECT_EQ(graph.tensor("c").dtype(), DataType::kInt64);
  EXPECT_FALSE(graph.find_operation("missing"));
  expect_error(ErrorCode::kNotFound, [&] { graph.operation("missing"); });
  expect_error(ErrorCode::kInvalidArgument, [&] { graph.tensor("group"); });
  EXPECT_EQ(graph.operations(), (std::vector<Operation>{constant, group}));
  expect_error(ErrorCode::kFailedPrecondition, [] { Operation().name(); });
}

TEST(GraphTest, refuses_inputs_that_do_not_fit) {
  Graph graph, other;
  const Tensor number = graph.add_constant("number", 1);
  const Tensor real = graph.add_constant("real", 1.0f);
  const Tensor foreign = other.add_constant("foreign", 1);
  expect_error(ErrorCode::kInvalidArgument, [&] { graph.add_add("a", number, real); });
  expect_error(ErrorCode::kInvalidArgument, [&] { graph.add_add("a", number, foreign); });
  expect_error(ErrorCode::kInvalidArgument,
               [&] { graph.add_add("a", number, Tensor()); });
  expect_error(ErrorCode::kInvalidArgument,
               [&] { graph.add_assign("a", number, number); });
  expect_error(ErrorCode::kInvalidArgument, [&] { graph.add_no_op("a", {Operation()}); });
  expect_error(ErrorCode::kInvalidArgument, [&] { graph.add_iterator("a", 1); });
  expect_error(ErrorCode::kInvalidArgument,
               [&] { graph.add_operation(OperationSpec()); });
  EXPECT_EQ(graph.num_operations(), 2u);
}

TEST(GraphTest, final_graph_refuses_every_addition_but_no_look_up) {
  Graph graph;
  graph.add_constant("c", 1);
  graph.finalize();
  EXPECT_TRUE(graph.finalized());
  const std::string text = expect_error(ErrorCode::kFailedPrecondition,
                                        [&] { graph.add_constant("late", 1); });
  EXPECT_TRUE(contains(text, "finalized and cannot be modified")) << text;
  EXPECT_TRUE(contains(text, "'late'")) << text;
  EXPECT_TRUE(graph.find_operation("c"));
  EXPECT_EQ(graph.num_operations(), 1u);
}

TEST(GraphTest, default_graph_scopes_nest) {
  Graph &own = Graph::current();
  Graph outer, inner;
  {
    const auto outer_scope = outer.as_default();
    EXPECT_EQ(&Graph::current(), &outer);
    {
      const auto inner_scope = inner.as_default();
      EXPECT_EQ(&Graph::current(), &inner);
    }
    EXPECT_EQ(&Graph::current(), &outer);
  }
  EXPECT_EQ(&Graph::current(), &own);
}

TEST(GraphTest, default_graph_is_per_thread) {
  Graph graph;
  const auto scope = graph.as_default();
  const Graph *seen = nullptr;
  std::thread([&] { seen = &Graph::current(); }).join();
  EXPECT_NE(seen, &graph);
}

TEST(GraphTest, ids_are_never_used_again) {
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    Graph graph;
    EXPECT_GT(graph.id(), last);
    last = graph.id();
  }
}

TEST(GraphTest, handles_outlive_their_graph) {
  Tensor tensor;
  {
    Graph graph;
    tensor = graph.add_constant("c", 1);
  }
  EXPECT_EQ(tensor.name(), "c");
}

TEST(GraphTest, threads_may_add_at_once) {
  Graph graph;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k)
        graph.add_constant("x", k);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(graph.num_operations(), 200u);
}

TEST(GraphTest, global_step_is_made_once) {
  Graph graph;
  expect_error(ErrorCode::kNotFound, [&] { global_step(graph); });
  const Tensor step = get_or_create_global_step(graph);
  EXPECT_EQ(get_or_create_global_step(graph), step);
  EXPECT_EQ(global_step(graph), step);
}

TEST(ErrorTest, every_code_has_a_class) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::kStopIteration); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    EXPECT_EQ(expect_error(code, [&] { throw_error(code, "text"); }), "text");
  }
  EXPECT_STREQ(AbortedError("lost").what(), "Aborted: lost");
}

} // namespace
} // namespace hooktidy::runtime::testing
