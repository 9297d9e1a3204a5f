"""Lowest Number: in each round all players name a number from 1 to 9 at the same time. The lowest
number that one player alone has named wins the prize of the round.

The first half of this file speaks the protocol of a referee, the second one is the game."""

import json
import random
import sys

sys.stdin.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
frames = 0


def read():
    """The next message for the referee: its name and its lines."""
    header = sys.stdin.readline()
    if not header:
        sys.exit("the end of the input")
    name, count = header.strip("[]\n").split("] ")
    return name, [sys.stdin.readline().rstrip("\n") for _ in range(int(count))]


def write(name, *lines):
    print(f"[[{name}] {len(lines)}]", *lines, sep="\n")


def show(frame, summary, tooltips=()):
    """What happened since the last question: a frame for viewers, and sentences for people."""
    global frames
    write("VIEW", f"KEY_FRAME {frames}", json.dumps(frame))
    write("INFOS")
    write("SUMMARY", *summary)
    if tooltips:
        write("TOOLTIP", *tooltips)
    frames += 1


def ask(seat, lines, milliseconds, text):
    """The lines that a bot answers to a text; None if it gave no answer in time."""
    write("NEXT_PLAYER_INPUT", *text)
    write("NEXT_PLAYER_INFO", seat, lines, milliseconds)
    sys.stdout.flush()
    name, answer = read()
    read()  # GET_GAME_INFO
    return answer if name == "SET_PLAYER_OUTPUT" else None


_, (players, *parameters) = read()  # INIT
read()  # GET_GAME_INFO
players = int(players)
options = dict(line.split("=", 1) for line in parameters)
rounds = int(options.setdefault("rounds", "20"))
draw = random.Random(int(options["seed"]))
scores, named = [0] * players, [0] * players
out = set()
summary, tooltips = [], []
for turn in range(rounds):
    prize = draw.randint(1, 9)
    before, named = named, [0] * players
    for seat in range(players):
        if seat in out:
            continue
        show({"turn": turn, "prize": prize, "scores": scores, "named": before}, summary, tooltips)
        summary, tooltips = [], []
        text = [f"{players} {seat} {rounds}"] if turn == 0 else []
        text += [str(prize), " ".join(map(str, before))]
        answer = ask(seat, 1, 1000 if turn == 0 else 100, text)
        if answer is None or answer[0] not in list("123456789"):
            out.add(seat)
            scores[seat] = -1
            why = "Timeout!" if answer is None else f"Invalid answer {answer[0]!r}: want a number from 1 to 9"
            summary.append(f"${seat}: {why}")
            tooltips += [why, seat]
        else:
            named[seat] = int(answer[0])
    alone = [n for n in named if n and named.count(n) == 1]
    if alone:
        winner = named.index(min(alone))
        scores[winner] += prize
        summary.append(f"${winner} wins {prize} with {min(alone)}")
    if players - len(out) < 2:
        break
show({"turn": rounds, "prize": 0, "scores": scores, "named": named}, summary, tooltips)
write("UINPUT", *(f"{key}={value}" for key, value in options.items()))
write("METADATA", "{}")
write("SCORES", *(f"{seat} {score}" for seat, score in enumerate(scores)))
