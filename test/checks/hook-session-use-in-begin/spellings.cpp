// RUN: %check_hook %s hook-session-use-in-begin --off

// Other frameworks of this shape.

namespace my {
class Graph {};
class Node {};
class Session {
public:
  void Run(Node node);
  void Close();
  bool IsClosed() const;
};
class StepContext {
public:
  void runWithHooks(Node node);
};
class Saver {
public:
  void Restore(Session &session, const char *path);
  void Restore(const char *path, int version);
};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void Begin(Graph &) {}
  virtual void AfterCreateSession(Session &) {}
};

class Capitals : public SessionRunHook {
public:
  void Begin(Graph &) override {
    session_.Run(node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Session::Run' uses a session in 'begin', before there is one; move it to 'after_create_session' [hook-session-use-in-begin]
    step_->runWithHooks(node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'StepContext::runWithHooks' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    saver_.Restore(session_, "x");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Saver::Restore' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    // Anybody's session may be closed; only running one needs what begin has not got.
    session_.Close();
    session_.IsClosed();
    saver_.Restore("x", 1);
  }
  void AfterCreateSession(Session &session) override {
    session.Run(node_);
    saver_.Restore(session, "x");
  }

private:
  Session &session_;
  Node node_;
  Saver saver_;
  StepContext *step_ = nullptr;

public:
  explicit Capitals(Session &session) : session_(session) {}
};
} // namespace my

namespace tensorflow {
class Session {
public:
  virtual ~Session() = default;
  virtual int Run(int fetches) = 0;
};
class ClientSession {
public:
  int Run(int fetches) const;
};
} // namespace tensorflow
struct TF_Session;
extern "C" void TF_SessionRun(TF_Session *session);

class UsesTensorFlow : public my::SessionRunHook {
public:
  void Begin(my::Graph &) override {
    session_->Run(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Session::Run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    client_.Run(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'ClientSession::Run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    TF_SessionRun(c_session_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'TF_SessionRun' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
  }

private:
  tensorflow::Session *session_ = nullptr;
  tensorflow::ClientSession client_;
  TF_Session *c_session_ = nullptr;
};
