// RUN: %check_hook %s hook-cleanup-only-in-end --off

// However it is taken and given back.
#include "runtime_hook/session/session_run_hook.h"

#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

class ThroughHelpers : public SessionRunHook {
public:
  void begin(Graph &) override {
    start();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: thread 'worker_' is taken in 'begin' and given back only in 'end', which an error skips; release it in the destructor too [hook-cleanup-only-in-end]
    file_ = openLog("/tmp/log");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'file_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override { stop(); }

private:
  static std::FILE *openLog(const char *path) { return std::fopen(path, "a"); }
  void start() { worker_ = std::thread([] {}); }
  void stop() {
    if (worker_.joinable())
      worker_.join();
    if (file_)
      std::fclose(file_);
    file_ = nullptr;
  }

  std::thread worker_;
  std::FILE *file_ = nullptr;
};

// By the constructor or a default member initialiser.
class AtConstruction : public SessionRunHook {
public:
  AtConstruction() : file_(std::fopen("/tmp/log", "w")) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: file 'file_' is taken in 'construct' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  void end(Session &) override {
    std::fclose(file_);
    delete buffer_;
  }

private:
  std::FILE *file_;
  int *buffer_ = new int(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: object 'buffer_' is taken in 'construct' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
};

// A destructor that does something else, or only a part.
class OtherDestructor : public SessionRunHook {
public:
  ~OtherDestructor() override { delete second_; }
  void begin(Graph &) override {
    first_ = new int(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'first_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    second_ = new int(2);
  }
  void end(Session &) override {
    delete first_;
    delete second_;
    second_ = nullptr;
  }

private:
  int *first_ = nullptr;
  int *second_ = nullptr;
};

// The next begin gives back what an earlier one took; nobody does at last.
class NextBegin : public SessionRunHook {
public:
  void begin(Graph &) override {
    delete buffer_;
    buffer_ = new int(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'buffer_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    delete buffer_;
    buffer_ = nullptr;
  }

private:
  int *buffer_ = nullptr;
};

// In before_run, given back in after_run and in end: both are skipped.
class TwoPlaces : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (!buffer_)
      buffer_ = new int(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: object 'buffer_' is taken in 'before_run' and given back only in 'end' and 'after_run', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    if (values.results.empty())
      drop();
  }
  void end(Session &) override { drop(); }

private:
  void drop() {
    delete buffer_;
    buffer_ = nullptr;
  }

  int *buffer_ = nullptr;
};

// Through a local.
class LocalFirst : public SessionRunHook {
public:
  void begin(Graph &) override {
    int *made = new int(1);
    buffer_ = made;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'buffer_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    std::thread thread([] {});
    thread_ = std::move(thread);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: thread 'thread_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    delete buffer_;
    thread_.join();
  }

private:
  int *buffer_ = nullptr;
  std::thread thread_;
};

// In the members of a member.
struct Connection {
  std::FILE *in = nullptr;
  std::FILE *out = nullptr;
};
class Nested : public SessionRunHook {
public:
  void begin(Graph &) override {
    connection_.in = std::fopen("/tmp/in", "r");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'connection_.in' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    openOut(connection_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'connection_.out' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    std::fclose(connection_.in);
    std::fclose(connection_.out);
  }

private:
  static void openOut(Connection &connection) {
    connection.out = std::fopen("/tmp/out", "w");
  }

  Connection connection_;
};

// A base that takes, a derived class that gives back.
class Takes : public SessionRunHook {
public:
  void begin(Graph &) override {
    file_ = std::fopen("/tmp/log", "w");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'file_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }

protected:
  std::FILE *file_ = nullptr;
};
class GivesBack : public Takes {
public:
  void end(Session &) override { std::fclose(file_); }
};
