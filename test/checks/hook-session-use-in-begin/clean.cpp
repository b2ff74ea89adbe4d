// RUN: %check_hook %s hook-session-use-in-begin

// Sessions are used where there is one; begin only prepares it.
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace hooktidy::runtime;

class RunsLater : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    init_ = graph.add_no_op("init");
    saver_.emplace(graph);
    // What runs the session is only made here.
    action_ = [this](Session &session) { session.run({init_}); };
    actions_.push_back(std::bind(&RunsLater::runInit, this, std::placeholders::_1));
  }
  void after_create_session(Session &session, Coordinator &) override {
    saver_->restore(session, "model-0.ckpt");
    session.run({init_});
    action_(session);
    for (const auto &action : actions_)
      action(session);
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    context.session().run({init_});
  }
  void end(Session &session) override { runInit(session); }

private:
  void runInit(Session &session) { session.run({init_}); }

  Operation init_;
  std::optional<Saver> saver_;
  std::function<void(Session &)> action_;
  std::vector<std::function<void(Session &)>> actions_;
};

// Only pointers and questions.
class AsksOnly : public SessionRunHook {
public:
  explicit AsksOnly(Session &session) : session_(session) {}
  void begin(Graph &graph) override {
    same_ = &session_.graph() == &graph;
    if (session_.closed())
      return;
    other_ = &session_;
  }

private:
  Session &session_;
  Session *other_ = nullptr;
  bool same_ = false;
};

// A helper for several callbacks, which begin calls before there is a session.
class SharedHelper : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    session_ = nullptr;
    flush_ = graph.add_no_op("flush");
    flush();
  }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
    flush();
  }
  void end(Session &) override {
    flush();
    session_ = nullptr;
  }

private:
  void flush() {
    if (!session_)
      return;
    session_->run({flush_});
  }

  Session *session_ = nullptr;
  Operation flush_;
};

// Other things that run or are closed.
class Process {
public:
  void run(const std::string &command) { last_ = command; }
  void close() { last_.clear(); }

private:
  std::string last_;
};
namespace http {
class SessionPool {
public:
  void run() {}
  void close() {}
};
} // namespace http
class RunsOthers : public SessionRunHook {
public:
  void begin(Graph &) override {
    process_.run("date");
    process_.close();
    pool_.run();
    pool_.close();
    run();
    std::thread worker([this] { run(); });
    worker.join();
  }

private:
  void run() { ++runs_; }

  Process process_;
  http::SessionPool pool_;
  int runs_ = 0;
};

// The callbacks' names in other classes.
class Trainer {
public:
  explicit Trainer(Graph &graph) : session_(graph) {}
  void begin() { session_.run({}); }

private:
  Session session_;
};
class HasOtherBegin : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override { begin(session); }

private:
  void begin(Session &session) { session.run({}); }
};
