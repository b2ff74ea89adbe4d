// A coroutine, started at once or resumed.
// flags: -std=c++20
// min-llvm: 16 (LLVM 14 does not know std::coroutine_handle)
#include "Inputs/keeps_graph.h"

#include <coroutine>

namespace {

/// Runs to its first suspension when called.
struct Eager {
  struct promise_type {
    Eager get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

/// Waits until it is resumed.
struct Lazy {
  struct promise_type {
    Lazy get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(Operation) noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  void resume() { handle.resume(); }
};

Eager add_at_once(Graph &graph) {
  graph.add_no_op("eager");
  co_return;
}

Lazy add_when_resumed(Graph &graph) {
  co_yield graph.add_no_op("first");
  co_yield graph.add_no_op("second");
}

Eager look_at_once(Graph &graph, std::size_t &size) {
  size = graph.num_operations();
  co_return;
}

Lazy look_when_resumed(Graph &graph) { co_yield graph.find_operation("first"); }

/// Awaits something that adds to the graph.
struct AddAwaiter {
  Graph &graph;
  bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  Operation await_resume() const { return graph.add_no_op("awaited"); }
};

Eager await_addition(Graph &graph) { co_await AddAwaiter{graph}; }

} // namespace

class BadCoroutines : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    add_at_once(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    add_when_resumed(*graph_).resume(); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    step(); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    await_addition(*graph_); // expect: hook-graph-mutation-after-begin
    auto lambda = [this]() -> Eager {
      graph_->add_no_op("lambda");
      co_return;
    };
    lambda(); // expect: hook-graph-mutation-after-begin
  }

private:
  Eager step() {
    helper();
    co_return;
  }
  void helper() { graph_->add_no_op("helper"); }
};

class GoodCoroutines : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    add_at_once(graph);
    add_when_resumed(graph).resume();
    await_addition(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    look_at_once(*graph_, size_);
    look_when_resumed(*graph_).resume();
    return {};
  }

private:
  std::size_t size_ = 0;
};
