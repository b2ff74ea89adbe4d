// RUN: %check_hook %s hook-non-idempotent-begin

// Hooks that add once: what was made, or the graph itself, tells that it was.
#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

// What was made tells that it was made.
class NullHandle : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!op_)
      op_ = graph.add_no_op("made");
  }

private:
  Operation op_;
};
class NullPointers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!unique_)
      unique_ = std::make_unique<Saver>(graph);
    if (shared_ == nullptr)
      shared_ = std::make_shared<Saver>(graph);
    if (!optional_)
      optional_.emplace(graph);
    if (!raw_)
      raw_ = new Saver(graph);
  }
  ~NullPointers() override { delete raw_; }

private:
  std::unique_ptr<Saver> unique_;
  std::shared_ptr<Saver> shared_;
  std::optional<Saver> optional_;
  Saver *raw_ = nullptr;
};
class FilledContainer : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!ops_.empty())
      return;
    for (const char *name : {"a", "b"})
      ops_.push_back(graph.add_no_op(name));
  }

private:
  std::vector<Operation> ops_;
};
class SizeOfContainer : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (names_.size() == 0)
      names_.emplace_back(graph.add_no_op("name").name());
  }

private:
  std::vector<std::string> names_;
};

// Asks the graph.
class LooksItUp : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    op_ = graph.find_operation("made");
    if (!op_)
      op_ = graph.add_no_op("made");
    if (!graph.find_operation("other"))
      graph.add_no_op("other");
    step_ = get_or_create_global_step(graph);
  }

private:
  Operation op_;
  Tensor step_;
};
class GetsOrCreates : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    step_ = global_step(graph);
    saver_.emplace(Saver::get_or_create(graph));
  }

private:
  Tensor step_;
  std::optional<Saver> saver_;
};

class FindsOrAdds : public SessionRunHook {
public:
  void begin(Graph &graph) override { op_ = find_or_add(graph, "made"); }

private:
  static Operation find_or_add(Graph &graph, const std::string &name) {
    if (Operation op = graph.find_operation(name))
      return op;
    return graph.add_no_op(name);
  }

  Operation op_;
};
class AddsWhatIsMissing : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    try {
      op_ = graph.operation("made");
    } catch (const NotFoundError &) {
      op_ = graph.add_no_op("made");
    }
  }

private:
  Operation op_;
};

// What was made knows its graph.
class HandleKnowsGraph : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (op_ && op_.graph_id() == graph.id())
      return;
    op_ = graph.add_no_op("made");
  }

private:
  Operation op_;
};
class StateStruct : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (state_.made && state_.id == graph.id())
      return;
    graph.add_no_op("made");
    state_ = State{true, graph.id()};
  }

private:
  struct State {
    bool made = false;
    std::uint64_t id = 0;
  };
  State state_;
};
class FindInVector : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (std::find(ids_.begin(), ids_.end(), graph.id()) != ids_.end())
      return;
    ids_.push_back(graph.id());
    graph.add_no_op("made");
  }

private:
  std::vector<std::uint64_t> ids_;
};
class Exchange : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (std::exchange(made_, true))
      return;
    graph.add_no_op("made");
  }

private:
  bool made_ = false;
};

// Once for the process or the object.
class OnceFlag : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    std::call_once(once_, [&] { graph.add_no_op("once"); });
  }

private:
  std::once_flag once_;
};
class StaticLocal : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    static const Operation op = graph.add_no_op("static");
    op_ = op;
  }

private:
  Operation op_;
};
class Atomic : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (made_.exchange(true))
      return;
    graph.add_no_op("made");
  }

private:
  std::atomic<bool> made_{false};
};
class Counter : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (begins_++ == 0)
      graph.add_no_op("first");
    if (begins_ == 1)
      graph.add_no_op("still the first");
  }

private:
  int begins_ = 0;
};
class State : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    switch (state_) {
    case kNew:
      graph.add_no_op("new");
      state_ = kReady;
      break;
    case kReady:
      break;
    }
  }

private:
  enum { kNew, kReady } state_ = kNew;
};

// Reset in end what belongs to the session, not what belongs to the graph.
class ResetsOthers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    runs_ = 0;
    pending_.clear();
    if (!made_)
      graph.add_no_op("made");
    made_ = true;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { ++runs_; }
  void end(Session &) override {
    runs_ = 0;
    pending_.clear();
  }

private:
  bool made_ = false;
  int runs_ = 0;
  std::vector<int> pending_;
};

// The run-time state of the base and of a member guards as well.
class GuardedBase : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (first(graph))
      add(graph);
  }

protected:
  virtual void add(Graph &graph) = 0;
  bool first(const Graph &graph) {
    const bool is_first = &graph != last_;
    last_ = &graph;
    return is_first;
  }

private:
  const Graph *last_ = nullptr;
};
class GuardedDerived : public GuardedBase {
protected:
  void add(Graph &graph) override { graph.add_no_op("derived"); }
};
class Ops {
public:
  void ensure(Graph &graph) {
    if (made_)
      return;
    graph.add_no_op("ops");
    made_ = true;
  }

private:
  bool made_ = false;
};
class GuardedMember : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    ops_.ensure(graph);
    owned_->ensure(graph);
  }

private:
  Ops ops_;
  std::unique_ptr<Ops> owned_ = std::make_unique<Ops>();
};

// Built in begin through a list of tasks that is used up.
class Tasks : public SessionRunHook {
public:
  Tasks() {
    task_ = [](Graph &graph) { graph.add_no_op("task"); };
  }
  void begin(Graph &graph) override {
    if (task_)
      task_(graph);
    task_ = nullptr;
  }

private:
  std::function<void(Graph &)> task_;
};

// A hook that may be used once only says so.
class UsedOnce : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (used_)
      throw FailedPreconditionError("used twice");
    used_ = true;
    graph.add_no_op("once");
  }

private:
  bool used_ = false;
};

// Nothing added.
class LooksOnly : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    loss_ = graph.tensor("loss");
    for (const Tensor &variable : graph.variables())
      variables_.push_back(variable);
  }

private:
  Tensor loss_;
  std::vector<Tensor> variables_;
};
