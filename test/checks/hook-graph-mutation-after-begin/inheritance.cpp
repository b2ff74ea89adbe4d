// RUN: %check_hook %s hook-graph-mutation-after-begin --off

// Which classes are hooks, and whose callback is meant.
#include "Inputs/header_hook.h"

using namespace hooktidy::runtime;

// CHECK-MESSAGES: Inputs/header_hook.h:10:12: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]

// A callback that is defined outside of its class.
void HeaderHook::after_run(SessionRunContext &, const SessionRunValues &) {
  graph_.add_no_op("out of line");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Graph::add_no_op' changes the graph in 'after_run', but the graph is final after 'begin'; add it in 'begin' and use it here [hook-graph-mutation-after-begin]
}

// Inherits both; they are told once, where they stand.
class Derived : public HeaderHook {
  using HeaderHook::HeaderHook;
};

class Overrides : public HeaderHook {
public:
  using HeaderHook::HeaderHook;
  void end(Session &) override {}
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    HeaderHook::after_run(context, values);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
  }
};

namespace {

// A base that is a specialisation of a template.
template <typename Self> class Mixin : public SessionRunHook {
protected:
  Graph &graph() { return Graph::current(); }
};
class WithMixin : public Mixin<WithMixin> {
public:
  void end(Session &) override {
    graph().add_no_op("mixin");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
};

template <typename Base> class Wrapper : public Base {
public:
  void end(Session &) override {
    Graph::current().add_no_op("wrapper");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
};
Wrapper<SessionRunHook> wrapper;

// Never instantiated: nothing is known of it.
template <typename Base> class Unused : public Base {
public:
  void end(Session &) { Graph::current().add_no_op("unused"); }
};

class First : public virtual SessionRunHook {
public:
  void end(Session &) override {
    Graph::current().add_no_op("first");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
};
class Second : public virtual SessionRunHook {};
class Diamond : public First, public Second {};

class Named {
public:
  virtual ~Named() = default;
};
class Private : public Named, private SessionRunHook {
  void end(Session &) final {
    Graph::current().add_no_op("private");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
};

struct Outer {
  class Inner : public SessionRunHook {
    void end(Session &) override {
      Graph::current().add_no_op("nested");
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    }
  };
};

} // namespace

void useLocalHook() {
  class Local : public SessionRunHook {
    void end(Session &) override {
      Graph::current().add_no_op("local");
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    }
  };
  Local local;
}

// An abstract hook is judged like any other; its pure callback is nothing.
class Abstract : public SessionRunHook {
public:
  void end(Session &) override = 0;
  void after_create_session(Session &, Coordinator &) override { create(Graph::current()); }
  virtual void create(Graph &graph) = 0;
};
class Concrete : public Abstract {
public:
  void end(Session &) override {}
  void create(Graph &graph) override { size_ = graph.num_operations(); }

private:
  std::size_t size_ = 0;
};

// The base of the callbacks, reached through an alias and another name.
using Base = SessionRunHook;
struct Aliased : Base {
  void end(Session &) override {
    Graph::current().add_no_op("alias");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
};
