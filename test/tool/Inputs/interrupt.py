# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt.py HOW COMMAND...: disturbs a run of the tool, and fails if the tool
does not end as it should.

  kill-worker  kills the worker process; the tool must go on and exit with 3
  interrupt    sends SIGINT; the tool must die of it and leave no worker
  close-pipe   closes the reading end of its output; it must exit with 2
"""

import os
import signal
import subprocess
import sys
import time


def workers_of(process):
    path = "/proc/%d/task/%d/children" % (process, process)
    with open(path, encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def wait_for_worker(tool):
    # A worker that has started to parse has a second or more to go.
    for _ in range(100):
        workers = workers_of(tool.pid)
        if workers:
            time.sleep(0.3)
            return workers
        time.sleep(0.05)
    sys.exit("no worker was started")


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def require(condition, what):
    if not condition:
        sys.exit("interrupt.py: " + what)


how, command = sys.argv[1], sys.argv[2:]
if how == "close-pipe":
    reader, writer = os.pipe()
    os.close(reader)
    tool = subprocess.Popen(command, stdout=writer)
    require(tool.wait(60) == 2, "exit code %d, expected 2" % tool.returncode)
    sys.exit(0)

tool = subprocess.Popen(command)
workers = wait_for_worker(tool)
if how == "kill-worker":
    os.kill(workers[0], signal.SIGKILL)
    require(tool.wait(60) == 3, "exit code %d, expected 3" % tool.returncode)
else:
    tool.send_signal(signal.SIGINT)
    require(tool.wait(10) == -signal.SIGINT, "it did not die of SIGINT: %s" % tool.returncode)
    time.sleep(0.2)
    require(not any(is_alive(worker) for worker in workers), "a worker is left")
