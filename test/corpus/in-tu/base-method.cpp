// A method or callback of a base class.
#include "Inputs/keeps_graph.h"

namespace {

class GraphUser {
public:
  virtual ~GraphUser() = default;

protected:
  void grow(Graph &graph) { graph.add_no_op("grown"); }
  virtual void extend(Graph &graph) { (void)graph; }
};

class Toolbox : public KeepsGraph {
protected:
  Operation make(const char *name) { return graph_->add_no_op(name); }
  Operation find(const char *name) const { return graph_->find_operation(name); }
};

class MiddleBox : public Toolbox {};

} // namespace

class BadBaseMethod : public MiddleBox {
public:
  void after_create_session(Session &, Coordinator &) override {
    make("late"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({Toolbox::make("late")}); // expect: hook-graph-mutation-after-begin
  }
};

class BadSecondBase : public KeepsGraph, private GraphUser {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    grow(*graph_); // expect: hook-graph-mutation-after-begin
  }
};

/// The breach is in a callback that the class inherits.
class BadBaseCallback : public KeepsGraph {
public:
  void end(Session &) override {
    graph_->add_no_op("end"); // expect: hook-graph-mutation-after-begin
  }
};

class BadInheritsCallback : public BadBaseCallback {};

class BadCallsSuper : public BadBaseCallback {
public:
  void end(Session &session) override {
    BadBaseCallback::end(session); // expect: hook-graph-mutation-after-begin
  }
};

/// The base's callback calls what the derived classes override.
class Steps : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override { step(); }
  void end(Session &) override {
    last_step(); // expect: hook-graph-mutation-after-begin
  }

protected:
  virtual void step() {}
  virtual void last_step() {}
};

class BadOverriddenStep : public Steps {
public:
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    Steps::after_run(context, values); // expect: hook-graph-mutation-after-begin
  }

protected:
  void step() override { graph_->add_no_op("step"); }
};

/// The callback that is in breach is inherited, so the finding is there.
class BadLastStep : public Steps {
protected:
  void last_step() override { graph_->add_no_op("last"); }
};

class GoodOtherStep : public Steps {
protected:
  void step() override { ++steps_; }

private:
  int steps_ = 0;
};

class GoodBaseMethods : public MiddleBox, private GraphUser {
public:
  void begin(Graph &graph) override {
    Toolbox::begin(graph);
    op_ = make("early");
    grow(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    extend(*graph_);
    return SessionRunArgs({find("early"), op_});
  }

private:
  Operation op_;
};

/// Replaces the callback that was in breach.
class GoodReplacesCallback : public BadBaseCallback {
public:
  void end(Session &) override {}
};
