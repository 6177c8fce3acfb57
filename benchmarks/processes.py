"""Runs commands in turns and prints, as JSON, the milliseconds, elapsed or of the CPU, and the greatest resident KiB of
every run.

A program of its own because a child's greatest memory counts from that of the process which starts it: this one is
small, so that the figure is the child's.
"""

import json
import os
import sys
import time


def run(command, of_cpu):
    """Milliseconds and KiB of one process."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    start = time.perf_counter_ns()
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nowhere, 1)])
    _, status, usage = os.wait4(pid, 0)
    taken = (time.perf_counter_ns() - start) / 1e6
    if of_cpu:
        taken = (usage.ru_utime + usage.ru_stime) * 1e3
    os.close(nowhere)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return taken, usage.ru_maxrss


def main():
    rounds, commands, of_cpu = json.loads(sys.stdin.read())
    print(json.dumps([[run(command, of_cpu) for command in commands] for _ in range(rounds)]))


if __name__ == "__main__":
    main()
