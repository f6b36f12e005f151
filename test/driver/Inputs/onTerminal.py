"""onTerminal.py COMMAND...: runs the command on a terminal of its own, 80 columns wide, and
prints what it wrote there, escapes made visible. Its exit status is the command's."""

import fcntl
import os
import pty
import struct
import sys
import termios

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
output = b""
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    output += chunk
text = output.decode("utf-8", "replace").replace("\r\n", "\n")
print(text.replace("\x1b", "<ESC>").replace("\r", "<CR>"), end="")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
