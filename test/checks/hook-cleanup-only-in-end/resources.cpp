// RUN: %check_hook %s hook-cleanup-only-in-end --off

// Each kind of resource, taken by a member and given back only where an error
// skips it.
#include "runtime_hook/session/session_run_hook.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace hooktidy::runtime;

class Thread : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    thread_ = std::thread([this] { work(); });
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: thread 'thread_' is taken in 'after_create_session' and given back only in 'end', which an error skips; release it in the destructor too [hook-cleanup-only-in-end]
  }
  void end(Session &) override { thread_.join(); }

private:
  void work();

  std::thread thread_;
};

class RawMemory : public SessionRunHook {
public:
  void begin(Graph &) override {
    object_ = new int(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'object_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    array_ = new float[100];
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'array_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    memory_ = std::malloc(100);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: memory 'memory_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    delete object_;
    delete[] array_;
    std::free(memory_);
  }

private:
  int *object_ = nullptr;
  float *array_ = nullptr;
  void *memory_ = nullptr;
};

class Files : public SessionRunHook {
public:
  void begin(Graph &) override {
    file_ = std::fopen("/tmp/log", "w");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'file_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    descriptor_ = open("/tmp/log", O_RDONLY);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file descriptor 'descriptor_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    pipe_ = popen("date", "r");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: pipe 'pipe_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    mapping_ = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: mapping 'mapping_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    std::fclose(file_);
    close(descriptor_);
    pclose(pipe_);
    munmap(mapping_, 4096);
  }

private:
  std::FILE *file_ = nullptr;
  std::FILE *pipe_ = nullptr;
  int descriptor_ = -1;
  void *mapping_ = nullptr;
};

// Taken for one run; a run that fails does not give it back.
class Locks : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    mutex_.lock();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: lock 'mutex_' is taken in 'before_run' and given back only in 'after_run', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    shared_.lock_shared();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: shared lock 'shared_' is taken in 'before_run' and given back only in 'after_run', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    pthread_mutex_lock(&native_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: lock 'native_' is taken in 'before_run' and given back only in 'after_run', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    pthread_mutex_unlock(&native_);
    shared_.unlock_shared();
    mutex_.unlock();
  }

private:
  std::mutex mutex_;
  std::shared_mutex shared_;
  pthread_mutex_t native_ = PTHREAD_MUTEX_INITIALIZER;
};

class Native : public SessionRunHook {
public:
  void begin(Graph &) override {
    pthread_create(&thread_, nullptr, nullptr, nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: POSIX thread 'thread_' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override { pthread_join(thread_, nullptr); }

private:
  pthread_t thread_{};
};

// Registered with something that outlives the hook.
class Registry {
public:
  void add_listener(SessionRunHook *hook);
  void remove_listener(SessionRunHook *hook);
  int subscribe(SessionRunHook *hook);
  void unsubscribe(int ticket);
  void registerCallback(void (*callback)());
  void unregisterCallback(void (*callback)());
};
void callback();

class Registered : public SessionRunHook {
public:
  explicit Registered(Registry &registry) : registry_(registry) {}
  void begin(Graph &) override {
    registry_.add_listener(this);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: listener 'Registry::add_listener' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    ticket_ = registry_.subscribe(this);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: subscription 'Registry::subscribe' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
    registry_.registerCallback(callback);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: callback 'Registry::registerCallback' is taken in 'begin' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void end(Session &) override {
    registry_.unregisterCallback(callback);
    registry_.unsubscribe(ticket_);
    registry_.remove_listener(this);
  }

private:
  Registry &registry_;
  int ticket_ = 0;
};
