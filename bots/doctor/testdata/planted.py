"""A bot of Code Keeper with the bug that its argument names; it waits."""
import sys
import time

bug = sys.argv[1]
if bug == "slow start":
    time.sleep(1.5)
kept = []
turn = 0
while True:
    line = sys.stdin.readline()
    if not line:
        break
    x, y = line.split()[:2]
    n = int(sys.stdin.readline())
    for _ in range(n + {"line too many": 1, "line too few": -1}.get(bug, 0)):
        sys.stdin.readline()
    turn += 1
    if bug == "crash" and turn == 40:
        print([][0])
    if bug == "slow turn" and turn == 20:
        time.sleep(0.3)
    if bug == "endless loop" and turn == 12:
        while True:
            pass
    if bug == "leak":
        kept.append(bytearray(2 << 20))
    if bug == "debug print":
        print("at", x, y)
    command = "move" if bug == "lower case" else "MOVE"
    if bug == "off by one":
        x = int(x) + 16
    if bug == "line end first":
        print(f"\n{command} {x} {y}", end="", flush=True)
        continue
    print(command, x, y, end="" if "no line end" in bug else "\n", flush="flush" not in bug)
