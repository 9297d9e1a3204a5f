#!/usr/bin/env python3
"""Compare the two formats of arrays of arbiter selfplay: .npz and .rows.

    ARBITER=bin/arbiter python3 arbiter_rows_bench.py [--games 2000] [--policy builtin:GAME/greedy] [GAME...]

The same games are written in both formats. Each is then opened by a process of its
own, which takes random batches of 1024 rows: the medians count, of the time that
passed and of that of the processor, which other programs do not lengthen. "opened" is
until all arrays can be indexed, "memory" what the process needed at most; of a .npz
that is the whole, of .rows what was used. The columns at the end reckon what grows
with the games, for 100 000 of them.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

from arbiter_rows import Rows, RowsBatch

ROWS = 1024
BATCHES = 30
MANY = 100_000


def measure(path):
    """Print the seconds to open a data set, its rows, the bytes of memory and the seconds for a batch, as JSON."""
    start = time.perf_counter()
    if path.endswith(".rows"):
        rows = Rows(path)
        count, batch = len(rows), rows.batch
    else:
        with numpy.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        count = len(arrays["actions"])

        def batch(some):
            return RowsBatch(*(arrays[name][some] for name in RowsBatch._fields))

    opened = time.perf_counter() - start
    rng, taken, worked = numpy.random.default_rng(1), [], []
    for _ in range(BATCHES):
        some = rng.integers(count, size=ROWS)
        start, busy = time.perf_counter(), time.process_time()
        batch(some)
        taken.append(time.perf_counter() - start)
        worked.append(time.process_time() - busy)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"opened": opened, "rows": count, "memory": memory, "batch": statistics.median(taken), "cpu": statistics.median(worked)}))


def size(path):
    """Return the bytes of a data set on the disk, and those without planes."""
    if not os.path.isdir(path):
        return os.path.getsize(path), None
    sizes = {file.name: file.stat().st_size for file in os.scandir(path)}
    return sum(sizes.values()), sum(sizes.values()) - sizes["planes.bin"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=["keeper", "domain"], metavar="GAME")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--policy", help="the bot that plays (default: greedy)")
    parser.add_argument("--measure", metavar="PATH", help="open one data set")
    options = parser.parse_args()
    if options.measure:
        measure(options.measure)
        return
    print(f"{options.games} games; load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
    print("game    format    rows  disk MB  no planes MB  opened s  memory MB  batch ms  cpu ms   at 100 000: disk GB  no planes GB")
    for game in options.names:
        for end in (".npz", ".rows"):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "games" + end)
                command = [os.environ.get("ARBITER", "arbiter"), "selfplay", game, "--policy", options.policy or f"builtin:{game}/greedy"]
                subprocess.run(command + ["--games", str(options.games), "--out", path], check=True, stderr=subprocess.DEVNULL)
                found = json.loads(subprocess.run([sys.executable, __file__, "--measure", path], check=True, stdout=subprocess.PIPE).stdout)
                disk, bare = size(path)
            line = f"{game:7} {end:5} {found['rows']:8} {disk / 1e6:8.1f}  {'-' if bare is None else f'{bare / 1e6:.1f}':>12}  {found['opened']:8.3f}  {found['memory'] / 1e6:9.0f}  {found['batch'] * 1e3:8.1f}  {found['cpu'] * 1e3:6.1f}"
            many = MANY / options.games / 1e9
            print(line + f"   {disk * many:19.2f}  {'-' if bare is None else f'{bare * many:.2f}':>12}", flush=True)


if __name__ == "__main__":
    main()
