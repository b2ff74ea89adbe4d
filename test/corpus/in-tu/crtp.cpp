// The curiously recurring template pattern, as base of the hook and of a helper.
#include "Inputs/keeps_graph.h"

namespace {

/// A hook mixin: callbacks go to methods of the derived class.
template <typename Derived> class HookMixin : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    self().on_result(); // expect: hook-graph-mutation-after-begin
  }

protected:
  void add_op(const char *name) { graph_->add_no_op(name); }

private:
  Derived &self() { return static_cast<Derived &>(*this); }
};

template <typename Derived> struct BuilderMixin {
  void build(Graph &graph) { static_cast<Derived *>(this)->do_build(graph); }
};

struct AddingBuilder : BuilderMixin<AddingBuilder> {
  void do_build(Graph &graph) { graph.add_no_op("built"); }
};

struct LookingBuilder : BuilderMixin<LookingBuilder> {
  void do_build(Graph &graph) { known = graph.num_operations(); }
  std::size_t known = 0;
};

} // namespace

class BadMixinMethod : public HookMixin<BadMixinMethod> {
public:
  void on_result() {}
  void end(Session &) override {
    add_op("late"); // expect: hook-graph-mutation-after-begin
  }
};

/// The callback that is in breach stands in the mixin.
class BadMixinCallback : public HookMixin<BadMixinCallback> {
public:
  void on_result() { graph_->add_no_op("result"); }
};

class BadCallsMixinCallback : public HookMixin<BadCallsMixinCallback> {
public:
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    HookMixin::after_run(context, values); // expect: hook-graph-mutation-after-begin
  }
  void on_result() { graph_->add_no_op("result"); }
};

class BadCrtpHelper : public KeepsGraph {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    AddingBuilder builder;
    builder.build(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
};

class GoodMixin : public HookMixin<GoodMixin> {
public:
  void begin(Graph &graph) override {
    HookMixin::begin(graph);
    add_op("early");
  }
  void on_result() { ++results_; }

private:
  int results_ = 0;
};

class GoodCrtpHelper : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    AddingBuilder().build(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    LookingBuilder builder;
    builder.build(*graph_);
    return {};
  }
};
