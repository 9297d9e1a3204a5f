#!/usr/bin/env python3
"""Drive Arbiter's matches from Python, without a process for each match.

Env has the shape of a Gymnasium environment, for games of one seat; ParallelEnv
that of a PettingZoo parallel environment, for games of two; Batch steps many
matches with one line of text. Nothing but the standard library is needed; where
there is numpy, observations are its arrays.

    with Env("keeper") as env:
        observation, info = env.reset(seed=1)
        terminated = False
        while not terminated:
            action = random.choice(info["legal"])  # or its index, or your own text
            observation, reward, terminated, truncated, info = env.step(action)

An action is a text of the game's protocol, an index into info["legal"], or, where
an answer has several parts (the minions of ctf), a list of an index or a text for
each of them. An observation has planes, rows and columns; describe()["space"]
names the planes. With planes=False it is the text that the seat is sent (None for
a seat that is not asked), which is much faster. env.clone() copies a match in the
middle, to search in.

The program is found as $ARBITER, else as arbiter in the PATH.
"""

import array
import base64
import itertools
import json
import os
import subprocess
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

try:
    import numpy
except ImportError:
    numpy = None


class ArbiterError(Exception):
    """What was wrong with a request, in the simulator's words."""


class Session:
    """One running simulator of a game, which holds any number of matches."""

    def __init__(self, game: str, arbiter: Optional[str] = None):
        command = [arbiter or os.environ.get("ARBITER", "arbiter"), "env", game]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as err:
            raise ArbiterError(f"cannot run {command[0]}: {err.strerror}; set $ARBITER to the program") from None
        self._numbers = itertools.count()
        self._free: List[int] = []
        self.running = True
        try:
            self.description = self.request({"do": "describe"})
        except BaseException:
            self.close()
            raise

    def request(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Send a request and return its answer; what was wrong with it is an ArbiterError."""
        answer = self.requests([request])[0]
        if "error" in answer:
            raise ArbiterError(answer["error"])
        return answer

    def requests(self, requests: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Send requests as one line and return their answers, in order, errors among them."""
        try:
            self._process.stdin.write(json.dumps(requests) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise ArbiterError("the simulator has ended") from None
        line = self._process.stdout.readline()
        if not line:
            raise ArbiterError("the simulator has ended")
        return json.loads(line)

    def number(self) -> int:
        """Return the number of an env that is not in use."""
        return self._free.pop() if self._free else next(self._numbers)

    def release(self, number: int) -> None:
        """Give the number of an env back."""
        self._free.append(number)

    def close(self) -> None:
        """End the simulator."""
        self.running = False
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


class _Match:
    """One match of a session, and what was last told of it."""

    def __init__(self, session: Session, planes: bool):
        self.session = session
        self.number = session.number()
        self.planes = planes
        self.want = ["input", "packed"] if planes else ["input"]
        if session.description["legal"]:
            self.want.append("legal")
        self.told: Optional[Dict[str, Any]] = None

    def reset_request(self, seed: Optional[int], options: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        request = {"do": "reset", "env": self.number, "want": self.want}
        if options and "setup" in options:
            request["setup"] = options["setup"]
        else:
            request["seed"] = int.from_bytes(os.urandom(4), "little") if seed is None else seed
        return request

    def step_request(self, actions: Sequence[Any]) -> Dict[str, Any]:
        if self.told is None:
            raise ArbiterError("nothing is dealt yet; call reset first")
        answers = [_plain(action) for action in actions]
        for seat in self.told["asked"]:
            if isinstance(answers[seat], list) and any(isinstance(part, str) for part in answers[seat]):
                answers[seat] = self._join(seat, answers[seat])
        return {"do": "step", "env": self.number, "answers": answers, "want": self.want}

    def _join(self, seat: int, parts: List[Any]) -> str:
        legal = self.told["legal"][seat]
        return "|".join(p if isinstance(p, str) else legal[i][p] for i, p in enumerate(parts))

    def observation(self, seat: int) -> Any:
        if not self.planes:
            return self.told["input"][seat]
        packed, (planes, height, width) = base64.b64decode(self.told["packed"][seat]), self.told["shape"]
        if numpy is not None:
            return numpy.frombuffer(packed, dtype="<f4").reshape(planes, height, width)
        numbers = array.array("f", packed)
        if sys.byteorder == "big":
            numbers.byteswap()
        numbers = numbers.tolist()
        rows = [numbers[i : i + width] for i in range(0, len(numbers), width)]
        return [rows[i : i + height] for i in range(0, len(rows), height)]

    def info(self, seat: int) -> Dict[str, Any]:
        told = self.told
        info = {
            "asked": seat in told["asked"],
            "turn": told["turn"],
            "score": told["scores"][seat],
            "rank": told["ranks"][seat],
            "reason": told["reason"],
            "faults": [fault for fault in told["faults"] if fault["seat"] == seat],
            "input": told["input"][seat],
        }
        if "legal" in told:
            parts = told["legal"][seat] or []
            info["legal"] = parts[0] if len(parts) == 1 else parts
        return info

    def rewards(self, before: Sequence[int]) -> List[float]:
        """Alone: what the step added to the score. Else 1 for the winner at the end, -1 for the loser."""
        told = self.told
        if len(told["scores"]) == 1:
            return [float(told["scores"][0] - before[0])]
        if not told["over"]:
            return [0.0] * len(told["scores"])
        first = told["ranks"].count(1)
        if first == len(told["ranks"]):
            return [0.0] * first
        return [1.0 if rank == 1 else -1.0 for rank in told["ranks"]]

    def clone(self) -> "_Match":
        copy = _Match(self.session, self.planes)
        self.session.request({"do": "copy", "env": self.number, "to": copy.number})
        copy.told = self.told
        return copy

    def close(self) -> None:
        if self.told is not None and self.session.running:
            self.session.request({"do": "close", "env": self.number})
        self.session.release(self.number)


def _plain(action: Any) -> Any:
    """Turn numpy's numbers and arrays, and tuples, into what JSON knows."""
    if hasattr(action, "tolist"):
        action = action.tolist()
    return [_plain(part) for part in action] if isinstance(action, (list, tuple)) else action


class _Closing:
    """What Env and ParallelEnv share: a match, and who ends its session."""

    seats: int

    def __init__(self, game: str, arbiter: Optional[str] = None, planes: bool = True, _match: Optional[_Match] = None):
        self._owner = _match is None
        self._match = _match or _Match(Session(game, arbiter), planes)
        self._closed = False
        self.game = game
        if self.describe()["seats"] != self.seats:
            found = self.describe()["seats"]
            self.close()
            raise ValueError(f"{game} has {found} seats, not {self.seats}: use {'ParallelEnv' if found > 1 else 'Env'}")

    def describe(self) -> Dict[str, Any]:
        """Say what the game is, and the names of the planes of its observations."""
        return self._match.session.description

    def clone(self):
        """Copy the match as it stands, in the same simulator. Nothing is played again."""
        return type(self)(self.game, _match=self._match.clone())

    def close(self) -> None:
        """End the match; and the simulator, unless this is a clone. Clones end with what they were cloned from."""
        if self._closed:
            return
        self._closed = True
        if self._owner:
            self._match.session.close()
        else:
            self._match.close()

    def __enter__(self):
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Env(_Closing):
    """A match of a game of one seat, in the shape of gymnasium.Env."""

    seats = 1

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Deal a match from a seed, a random one by default, or from options["setup"]."""
        match = self._match
        match.told = match.session.request(match.reset_request(seed, options))
        return match.observation(0), match.info(0)

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Play a turn. The reward is what it adds to the score."""
        match = self._match
        request = match.step_request([action])
        before = match.told["scores"]
        match.told = match.session.request(request)
        return match.observation(0), match.rewards(before)[0], match.told["over"], False, match.info(0)


class ParallelEnv(_Closing):
    """A match of a game of two seats, in the shape of pettingzoo.ParallelEnv.

    Where the seats move in turn, only the agent whose infos say "asked" acts, and
    actions of the other one are left out.
    """

    seats = 2
    possible_agents = ["seat_0", "seat_1"]

    def __init__(self, game: str, arbiter: Optional[str] = None, planes: bool = True, _match: Optional[_Match] = None):
        self.agents: List[str] = []
        super().__init__(game, arbiter, planes, _match)
        if self._match.told is not None and not self._match.told["over"]:
            self.agents = list(self.possible_agents)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Deal a match from a seed, a random one by default, or from options["setup"]."""
        match = self._match
        match.told = match.session.request(match.reset_request(seed, options))
        self.agents = list(self.possible_agents)
        return self._by_agent(match.observation), self._by_agent(match.info)

    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """Play a turn. At the end the winner's reward is 1 and the loser's -1; a draw is 0."""
        match = self._match
        asked = match.told["asked"] if match.told else []
        answers = [actions.get(agent) if seat in asked else None for seat, agent in enumerate(self.possible_agents)]
        match.told = match.session.request(match.step_request(answers))
        rewards, over = match.rewards([]), match.told["over"]
        if over:
            self.agents = []
        return (
            self._by_agent(match.observation),
            self._by_agent(rewards.__getitem__),
            self._by_agent(lambda _: over),
            self._by_agent(lambda _: False),
            self._by_agent(match.info),
        )

    def _by_agent(self, of_seat: Any) -> Dict[str, Any]:
        return {agent: of_seat(seat) for seat, agent in enumerate(self.possible_agents)}


class Batch:
    """Many matches of a game, stepped with one line of text.

    Everything is a list by match. In games of two seats what belongs to a seat is
    a list by seat, actions too, with None for a seat that is not asked. A match
    that is over is dealt anew at once from the next seed; its info then has
    "final_observation" and "final_info" of the match that ended.
    """

    def __init__(self, game: str, matches: int, arbiter: Optional[str] = None, planes: bool = True):
        self.session = Session(game, arbiter)
        self._matches = [_Match(self.session, planes) for _ in range(matches)]
        self._seats = range(self.session.description["seats"])
        self._seed = 0

    def reset(self, seed: int = 0) -> Tuple[List[Any], List[Any]]:
        """Deal all matches; their seeds count on from the given one."""
        self._seed = seed
        self._deal(self._matches)
        return self._observations(), [self._of_seats(m.info) for m in self._matches]

    def step(self, actions: Sequence[Any]) -> Tuple[List[Any], List[Any], List[bool], List[bool], List[Any]]:
        """Play a turn of every match."""
        if len(actions) != len(self._matches):
            raise ValueError(f"found {len(actions)} actions; want {len(self._matches)}, one for each match")
        alone = len(self._seats) == 1
        requests = [m.step_request([a] if alone else a) for m, a in zip(self._matches, actions)]
        before = [m.told["scores"] for m in self._matches]
        self._tell(self._matches, requests)
        rewards = [self._of_seats(m.rewards(b).__getitem__) for m, b in zip(self._matches, before)]
        terminated = [m.told["over"] for m in self._matches]
        final = {m.number: (self._of_seats(m.observation), self._of_seats(m.info)) for m in self._matches if m.told["over"]}
        self._deal([m for m in self._matches if m.number in final])
        infos = [self._of_seats(m.info) for m in self._matches]
        for m, info in zip(self._matches, infos):
            if m.number in final:
                for seat, each in enumerate([info] if alone else info):
                    observation, last = final[m.number]
                    each["final_observation"] = observation if alone else observation[seat]
                    each["final_info"] = last if alone else last[seat]
        return self._observations(), rewards, terminated, [False] * len(self._matches), infos

    def close(self) -> None:
        """End the simulator."""
        self.session.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _deal(self, matches: List[_Match]) -> None:
        requests = [m.reset_request(self._seed + i, None) for i, m in enumerate(matches)]
        self._seed += len(matches)
        self._tell(matches, requests)

    def _tell(self, matches: List[_Match], requests: List[Dict[str, Any]]) -> None:
        wrong = []
        for m, told in zip(matches, self.session.requests(requests) if requests else []):
            if "error" in told:
                wrong.append(told["error"])
            else:
                m.told = told
        if wrong:
            raise ArbiterError(wrong[0])  # the other matches have played their turn

    def _of_seats(self, of_seat: Any) -> Any:
        return of_seat(0) if len(self._seats) == 1 else [of_seat(seat) for seat in self._seats]

    def _observations(self) -> Any:
        observations = [self._of_seats(m.observation) for m in self._matches]
        return observations if numpy is None or not self._matches[0].planes else numpy.array(observations)
