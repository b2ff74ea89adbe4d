# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py COMMAND...: runs a command on a terminal and prints what it wrote,
with the escape character spelled <ESC> and each carriage return as a new line."""

import os
import pty
import sys

os.environ["TERM"] = "xterm"
process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
output = b""
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:  # Linux reports the end of a terminal so.
        break
    if not data:
        break
    output += data
os.waitpid(process, 0)
text = output.decode().replace("\r\n", "\n").replace("\r", "\n").replace("\033", "<ESC>")
sys.stdout.write(text)
