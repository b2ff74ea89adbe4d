#include <optional>

namespace fw {
struct Graph { void add(); };
struct Session { void run() const; void reset(); };
struct Values { int count; };
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void begin(Graph &graph) {}
  virtual void after_create_session(Session &session, const Values &values) {}
  virtual void before_run(const Session &session) const {}
  virtual void after_run(Session &session) noexcept {}
  virtual void end(const Values &) {}
};
} // namespace fw
using namespace fw;

// Renamed.
class Spelling : public SessionRunHook {
public:
  void Begin(Graph &graph) { graph.add(); }
  virtual void afterCreateSession(Session &session, const Values &) {}
  void before_Run(const Session &) const // nothing to do
  {}
  void AfterRun(Session &) noexcept {}
};

// Passed by reference.
class Values2 : public SessionRunHook {
public:
  void begin(Graph graph) { graph.add(); }
  void after_create_session(Session, Values values) { count_ = values.count; }
  void before_run(Session session) const { session.run(); }
  void end(const Values values) {}

private:
  int count_ = 0;
};

// Both, with ä and	tabs before.
class Both : public SessionRunHook {
public:
	/* ä */ void End(Values) {}
};

// This class does not write 'override'.
class Without : public SessionRunHook {
public:
  void begin(Graph &) {}
  void End(const Values &) {}
};

// What these would take is not certain.
class Open : public SessionRunHook {
public:
  void begin(Graph *graph) { graph->add(); }
  void after_create_session(Session &session) {}
  void before_run(Session session) { session.reset(); }
  void after_run(Session session) {}
  void end(Values values) { values.count = 0; }
};
class Elsewhere : public SessionRunHook {
public:
  void End(const Values &);
};
void Elsewhere::End(const Values &) {}
class Twice : public SessionRunHook {
public:
  void Begin(Graph &) {}
  void BEGIN(Graph &) {}
};
template <class T> class Generic : public SessionRunHook {
public:
  void Begin(Graph &) {}
};
Generic<int> generic;
