// RUN: %check_hook %s hook-callback-signature

#include "runtime_hook/session/session_run_hook.h"

#include <string>
#include <vector>

using namespace hooktidy::runtime;

class Right : public SessionRunHook {
public:
  void begin(Graph &) override {}
  // Without the keyword it overrides just as well.
  void end(Session &) {}
  virtual void after_run(SessionRunContext &, const SessionRunValues &) final {}
};

// Names that only resemble one.
class Resembling : public SessionRunHook {
public:
  void begin_impl(Graph &) {}
  void run(SessionRunContext &) {}
  void end_epoch(Session &) {}
  void ending(Session &) {}
  void send(Session &) {}
  void append(Graph &) {}
  void before_train(SessionRunContext &) {}
  void after_save(Session &, Coordinator &) {}
  void after_create(Session &, Coordinator &) {}
  void on_begin(Graph &) {}
  void reset() {}
  void begins(int) {}
  void afterRun(double seconds) {}
  void Begin() {}
  void End(int status) {}
};

// Access to elements.
class Elements : public SessionRunHook {
public:
  std::vector<int>::const_iterator begin() const { return values_.begin(); }
  std::vector<int>::const_iterator end() const { return values_.end(); }
  std::vector<int>::iterator begin() { return values_.begin(); }
  std::vector<int>::iterator end() { return values_.end(); }

private:
  std::vector<int> values_;
};

// An overload beside the callback.
class Overloads : public SessionRunHook {
public:
  void begin(Graph &graph) override {}
  void begin(Graph *graph) {}
  void begin(Graph &graph, Session &session) {}
  void begin() {}
  void Begin(Graph &graph) {}
  void begn(Graph &graph) {}
  static void begin_(Graph &graph) {}
};

// Helpers that other code calls.
class Helpers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    End(graph);
    after_run_(nullptr);
    take(&Helpers::before_run);
  }
  void after_create_session(const Session &session) {}

private:
  void End(Graph &) {}
  void after_run_(SessionRunContext *) {}
  void before_run(SessionRunContext *) {}
  void take(void (Helpers::*)(SessionRunContext *)) {}
};
void create(Helpers &hook, Session &session) { hook.after_create_session(session); }

// Other parameters altogether.
class OwnProtocol : public SessionRunHook {
public:
  void begin(int epoch) {}
  void end(const std::string &reason) {}
  bool after_run(int status) { return status == 0; }
  void before_run(std::vector<int> values) {}
  void after_create_session(Session &session, int attempt) {}
};

// Said on purpose.
class OnPurpose : public SessionRunHook {
public:
  using SessionRunHook::begin;
  void begin(Graph *graph) { begin(*graph); }
  void end(Session *) = delete;
};

// A new extension point, and what implements it.
class Adapter : public SessionRunHook {
public:
  virtual void begin(Session &) = 0;
  virtual void end(const Session &) {}
};
class Adapted : public Adapter {
public:
  void begin(Session &) override {}
  void end(const Session &) override {}
};

// What must not be overridden any more.
class Sealed : public SessionRunHook {
public:
  void end(Session &) final {}
};
class UnderSealed : public Sealed {
public:
  void end(const Session &) {}
};

// The names in classes that are no hooks.
class NoHook {
public:
  void Begin(Graph &) {}
  void end() {}
};
class Other {
public:
  virtual ~Other() = default;
  virtual void end(Graph &) {}
};
class Two : public SessionRunHook, public Other {
public:
  void end(Graph &) override {}
};

// A framework that calls by name alone declares no callback.
namespace duck {
template <class Derived> class SessionRunHook {};
class Hook : public SessionRunHook<Hook> {
public:
  void Begin(Graph &) {}
  void end() const {}
};
} // namespace duck

// Written by a macro.
#define CALLBACK(name) void name(Graph *) {}
class ByMacro : public SessionRunHook {
public:
  CALLBACK(begin)
};

template <class Hook> void drive(Hook &hook, Graph &graph) { hook.Begin(graph); }
class Driven : public SessionRunHook {
public:
  void Begin(Graph &) {}
};
void driveIt(Driven &hook, Graph &graph) { drive(hook, graph); }
