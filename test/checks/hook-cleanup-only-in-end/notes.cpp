// RUN: %check_hook %s hook-cleanup-only-in-end --off
#include "runtime_hook/session/session_run_hook.h"

#include <mutex>
#include <thread>

using namespace hooktidy::runtime;

class Worker : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    start();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: thread 'thread_' is taken in 'after_create_session' and given back only in 'end', which an error skips; release it in the destructor too [hook-cleanup-only-in-end]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> after_create_session -> an error leaves the session -> destroy
    // CHECK-NOTES: :[[@LINE+6]]:13: note: 'thread_' is taken here
  }
  void end(Session &) override { thread_.join(); }

private:
  void start() {
    thread_ = std::thread([] {});
  }

  std::thread thread_;
};

class Locks : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    mutex_.lock();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: lock 'mutex_' is taken in 'before_run' and given back only in 'after_run', {{.*}} [hook-cleanup-only-in-end]
    // CHECK-NOTES: :[[@LINE-3]]:33: note: lifecycle: construct -> begin -> after_create_session -> before_run -> {{.*}}
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { mutex_.unlock(); }

private:
  std::mutex mutex_;
};
