#!/usr/bin/env python3
"""Drive Arbiter's matches from Python, without a process for each match.

Env is a Gymnasium environment, for games of one seat; ParallelEnv is a PettingZoo
parallel environment, for games of two; AECEnv is one of PettingZoo's for games
whose seats move in turn; Batch is a Gymnasium vector environment that steps many
matches at once. Without these packages the classes have the same shape. Nothing
but the standard library is needed; where there is numpy, observations, rewards and
masks are its arrays.

    with Env("keeper") as env:
        observation, info = env.reset(seed=1)
        terminated = truncated = False
        while not (terminated or truncated):
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)

An action is an index into the game's fixed table of actions, which
describe()["actions"] names; where an answer has several parts (the minions of ctf),
a list of an index for each. info["action_mask"] has 1 for each action that the
rules allow now. An action may also be your own text of the game's protocol, such as
one of info["legal"]. An observation has planes, rows and columns; describe()["space"]
names the planes. With planes=False it is the text that the seat is sent (None for a
seat that is not asked).

make() is the short way to an Env: make("keeper"), and for one seat of a game of two,
make("ctf", opponent="builtin:ctf/boss?level=3"). The opponent may also be a folder
with a bot, or your function of an observation and its info that returns an action.

The program is found as $ARBITER, else as arbiter in the PATH.
"""

import array
import base64
import copy as copying
import itertools
import json
import mmap
import os
import random
import string
import subprocess
import sys
import tempfile
import warnings
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

try:
    import numpy
except ImportError:
    numpy = None
try:
    import gymnasium
except ImportError:
    gymnasium = None
try:
    import pettingzoo
except ImportError:
    pettingzoo = None

__version__ = "1.0.0"  # of the program that this file belongs to


class ArbiterError(Exception):
    """What was wrong with a request, in the simulator's words."""


class VersionWarning(UserWarning):
    """This file and the program are of different versions."""


# Spaces: those of Gymnasium, or the part of them that environments need.

if gymnasium is not None:
    Box, Discrete, MultiDiscrete, Text = (getattr(gymnasium.spaces, name) for name in ("Box", "Discrete", "MultiDiscrete", "Text"))
else:

    class _Space:
        """What gymnasium.spaces.Space is to those who read its shape, draw from it and look into it."""

        def __init__(self, shape: Tuple[int, ...], dtype: str):
            self.shape = shape
            self.dtype = dtype if numpy is None else numpy.dtype(dtype)
            self._random = random.Random()

        def seed(self, seed: Optional[int] = None) -> None:
            self._random = random.Random(seed)

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

        def __eq__(self, other: Any) -> bool:
            return type(self) is type(other) and repr(self) == repr(other)

        def _draw(self, n: int, mask: Any) -> int:
            return self._random.choice([i for i in range(n) if mask is None or mask[i]] or [0])

    class Box(_Space):
        """Arrays of a shape with numbers between low and high."""

        def __init__(self, low: Any, high: Any, shape: Optional[Tuple[int, ...]] = None, dtype: str = "float32"):
            super().__init__(tuple(low.shape if shape is None else shape), dtype)
            if numpy is not None:
                low, high = (numpy.broadcast_to(numpy.asarray(each, dtype), self.shape) for each in (low, high))
            self.low, self.high = low, high

        def contains(self, x: Any) -> bool:
            if numpy is None:
                return _shape(x) == self.shape
            return (
                isinstance(x, numpy.ndarray)
                and x.shape == self.shape
                and numpy.can_cast(x.dtype, self.dtype)
                and bool(numpy.all(x >= self.low) and numpy.all(x <= self.high))
            )

        def __repr__(self) -> str:
            low, high = (self.low, self.high) if numpy is None else (self.low.min(), self.high.max())
            return f"Box({low}, {high}, {self.shape}, {self.dtype})"

    class Discrete(_Space):
        """Numbers from 0 to n-1."""

        def __init__(self, n: int):
            super().__init__((), "int64")
            self.n, self.start = n, 0

        def sample(self, mask: Any = None) -> int:
            return self._draw(self.n, mask)

        def contains(self, x: Any) -> bool:
            return hasattr(x, "__index__") and 0 <= x < self.n

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete(_Space):
        """Lists of numbers, each from 0 to one less than its entry of nvec."""

        def __init__(self, nvec: Sequence[int]):
            super().__init__((len(nvec),), "int64")
            self.nvec = list(nvec) if numpy is None else numpy.array(nvec, dtype="int64")

        def sample(self, mask: Any = None) -> Any:
            drawn = [self._draw(n, None if mask is None else mask[i]) for i, n in enumerate(self.nvec)]
            return drawn if numpy is None else numpy.array(drawn, dtype="int64")

        def contains(self, x: Any) -> bool:
            return len(x) == len(self.nvec) and all(0 <= i < n for i, n in zip(x, self.nvec))

        def __repr__(self) -> str:
            return f"MultiDiscrete({list(self.nvec)})"

    class Text(_Space):
        """Strings of at most so many characters."""

        def __init__(self, max_length: int, charset: str = string.ascii_letters + string.digits):
            super().__init__((), "str")
            self.max_length, self.charset = max_length, charset

        def sample(self, mask: Any = None) -> str:
            return "".join(self._random.choices(self.charset, k=self._random.randint(1, min(self.max_length, 100))))

        def contains(self, x: Any) -> bool:
            return isinstance(x, str) and len(x) <= self.max_length and set(x) <= set(self.charset)

        def __repr__(self) -> str:
            return f"Text({self.max_length})"


def _shape(x: Any) -> Tuple[int, ...]:
    return (len(x),) + _shape(x[0]) if isinstance(x, (list, tuple)) else ()


def _batch_space(space: Any, n: int) -> Any:
    """Return the space of n values of a space."""
    if gymnasium is not None:
        return gymnasium.vector.utils.batch_space(space, n)
    if isinstance(space, Discrete):
        return MultiDiscrete([space.n] * n)
    if isinstance(space, MultiDiscrete):
        return Box(0, max(space.nvec) - 1, (n,) + space.shape, "int64")
    if not isinstance(space, Box):
        return space
    if numpy is None:
        return Box(space.low, space.high, (n,) + space.shape)
    return Box(*(numpy.broadcast_to(each, (n,) + space.shape) for each in (space.low, space.high)))


class _Random:
    """np_random and unwrapped, as gymnasium.Env has them."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}
    render_mode: Optional[str] = None
    spec: Any = None
    _np_random: Any = None
    _np_random_seed: Optional[int] = None

    @property
    def unwrapped(self) -> Any:
        return self

    @property
    def np_random(self) -> Any:
        """The environment's own generator; it draws the seeds of matches that are reset without one."""
        if self._np_random is None:
            self._seed(None)
        return self._np_random

    @np_random.setter
    def np_random(self, value: Any) -> None:
        self._np_random = value
        self._np_random_seed = -1

    @property
    def np_random_seed(self) -> Optional[int]:
        if self._np_random is None:
            self._seed(None)
        return self._np_random_seed

    def _seed(self, seed: Optional[int]) -> None:
        self._np_random_seed = int.from_bytes(os.urandom(4), "little") if seed is None else int(seed)
        # A generator takes no negative seed, and a match does.
        own = self._np_random_seed % (1 << 64)
        self._np_random = random.Random(own) if numpy is None else numpy.random.Generator(numpy.random.PCG64(own))

    def _seed_of_match(self, seed: Optional[int]) -> int:
        """Return the seed of the next match: the given one, or one drawn from np_random."""
        if seed is not None:
            self._seed(seed)
            return int(seed)
        draw = self.np_random
        return draw.randrange(1 << 31) if numpy is None else int(draw.integers(1 << 31))


def _base(package: Any, name: str) -> Any:
    """Return a class of a package, or object where the package is absent."""
    for part in name.split("."):
        package = getattr(package, part, None)
    return object if package is None else package


_GymEnv = _base(gymnasium, "Env")
_GymVectorEnv = _base(gymnasium, "vector.VectorEnv")
_ZooParallelEnv = _base(pettingzoo, "ParallelEnv")
_ZooAECEnv = _base(pettingzoo, "AECEnv")


class Session:
    """One running simulator of a game, which holds any number of matches."""

    def __init__(self, game: str, arbiter: Optional[str] = None, stepwise: bool = False, opponent: Optional[str] = None):
        command = [arbiter or os.environ.get("ARBITER", "arbiter"), "env", game]
        if stepwise:
            command.append("--stepwise")
        if opponent is not None:
            command += ["--opponent", opponent]
        self._said = tempfile.TemporaryFile()  # on stderr, for the exception that names the cause
        # The shared memory has no name, so nothing is left of it when the last
        # process that has it ends, however that ends.
        if hasattr(os, "memfd_create"):
            self._file = os.fdopen(os.memfd_create("arbiter"), "r+b")
        else:
            self._file = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                encoding="utf-8",
                pass_fds=[self._file.fileno()],
            )
        except OSError as err:
            self._file.close()
            self._said.close()
            raise ArbiterError(f"cannot run {command[0]}: {err.strerror}; set $ARBITER to the program") from None
        self._numbers = itertools.count()
        self._free: List[int] = []
        self.running = True
        self.shared: Dict[str, Any] = {}  # arrays by name, after share
        try:
            self.description = self.request({"do": "describe"})
            self._compare(command[0])
        except BaseException:
            self.close()
            raise

    def _compare(self, program: str) -> None:
        found = self.description.get("version", "of an earlier version")
        if "version" not in self.description:
            raise ArbiterError(f"{program} is {found} than arbiter_env {__version__} needs; take the arbiter_env.py that came with it")
        if found != __version__:
            warnings.warn(
                f"arbiter_env {__version__} drives arbiter {found}; take the arbiter_env.py that came with the program",
                VersionWarning,
                stacklevel=4,
            )

    def request(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Send a request and return its answer; what was wrong with it is an ArbiterError."""
        answer = self._exchange(request)
        if "error" in answer:
            raise ArbiterError(answer["error"])
        return answer

    def requests(self, requests: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Send requests as one line and return their answers, in order, errors among them."""
        return self._exchange(requests)

    def _exchange(self, message: Any) -> Any:
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (BrokenPipeError, ValueError):
            line = ""
        if not line:
            raise ArbiterError(self._last_words())
        return json.loads(line)

    def _last_words(self) -> str:
        """Say that the simulator has ended, and what it said on stderr."""
        if not self.running:
            return "the simulator has ended"
        self._process.wait()
        self._said.seek(0)
        said = self._said.read().decode("utf-8", "replace").strip()
        return f"the simulator has ended: {said}" if said else "the simulator has ended"

    def share(self, matches: int, planes: bool) -> Dict[str, Any]:
        """Share the arrays of so many matches with the simulator, once, and return them by name."""
        path = f"/dev/fd/{self._file.fileno()}"
        layout = self.request({"do": "share", "file": path, "matches": matches, "planes": planes})["shared"]
        memory = mmap.mmap(self._file.fileno(), layout["size"])
        for name, found in layout["arrays"].items():
            self.shared[name] = _array(memory, found)
        return self.shared

    def number(self) -> int:
        """Return the number of an env that is not in use."""
        return self._free.pop() if self._free else next(self._numbers)

    def release(self, number: int) -> None:
        """Give the number of an env back."""
        self._free.append(number)

    def close(self) -> None:
        """End the simulator."""
        self.running = False
        for pipe in (self._process.stdin, self._process.stdout, self._file, self._said):
            try:
                pipe.close()
            except BrokenPipeError:
                pass  # it has ended already
        self._process.wait()

    def spaces(self, planes: bool) -> Tuple[Any, Any]:
        """Return the spaces of a seat's observations and actions."""
        found = self.description
        if planes:
            space = found["space"]
            observations = _bounded(space)
        else:
            observations = Text(max_length=1 << 24, charset=string.printable)
        if "actions" not in found:
            return observations, Text(max_length=1 << 17, charset=string.printable)
        sizes = [len(part) for part in found["actions"]]
        if len(sizes) > 1:
            return observations, MultiDiscrete(sizes)
        return observations, Discrete(sizes[0] + ("wait" in found))


def _bounded(space: Dict[str, Any]) -> Any:
    """Return the Box of observations: each plane between the bounds that the game gives it."""
    shape = (len(space["planes"]), space["height"], space["width"])
    least = [plane.get("least", 0) for plane in space["planes"]]
    most = [plane.get("most", plane["scale"]) for plane in space["planes"]]
    if numpy is None:
        return Box(min(least), max(most), shape, _FLOAT)
    low, high = (numpy.ones(shape, _FLOAT) * numpy.array(each, _FLOAT)[:, None, None] for each in (least, most))
    return Box(low, high, shape, _FLOAT)


_FLOAT = "float32" if numpy is None else numpy.float32
_FORMATS = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q", "|u1": "B"}


def _array(memory: mmap.mmap, found: Dict[str, Any]) -> Any:
    """Return an array of the shared memory: numpy's, or a memoryview."""
    shape = found["shape"]
    if numpy is not None:
        return numpy.ndarray(shape, dtype=found["type"], buffer=memory, offset=found["offset"])
    form = _FORMATS[found["type"]]
    size = array.array(form).itemsize
    for n in shape:
        size *= n
    return memoryview(memory)[found["offset"] : found["offset"] + size].cast("B").cast(form, shape)


def _first_row(shared: Any) -> List[Any]:
    """Return what a shared array has of the seats of the first match, which stays as it is."""
    return shared.tolist()[0] if numpy is None else [of_seat.copy() for of_seat in shared[0]]


def _unpacked(told: Dict[str, Any], seat: int) -> Any:
    """Return an observation that came through the pipe."""
    packed, (planes, height, width) = base64.b64decode(told["packed"][seat]), told["shape"]
    if numpy is not None:
        return numpy.frombuffer(packed, dtype="<f4").reshape(planes, height, width).copy()
    numbers = array.array("f", packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers).cast("B").cast("f", [planes, height, width]).tolist()


class _Match:
    """One match of a session, and what was last told of it."""

    def __init__(self, session: Session, planes: bool, texts: bool, openings: int = 0):
        self.session, self.openings = session, openings
        self.number = session.number()
        self.planes, self.texts = planes, texts
        self.table = session.description.get("actions")
        self.wait = session.description.get("wait")
        self.setup = False  # an explicit start position may have an arena of another size
        if not session.shared and (planes or self.table):
            session.share(1, planes)
        self.told: Optional[Dict[str, Any]] = None

    def want(self) -> List[str]:
        want = ["input"] if self.texts or not self.planes else []
        if self.texts and self.session.description["legal"]:
            want.append("legal")
        if self.setup:
            want += ["packed"] if self.planes else []
            want += ["actions"] if self.table else []
        elif self.session.shared:
            want.append("shared")
        return want

    def reset(self, seed: int, options: Optional[Dict[str, Any]], opponent: Optional[int] = None) -> None:
        request = {"do": "reset", "env": self.number}
        if opponent is not None:
            request["opponent"] = opponent
        self.setup = bool(options) and "setup" in options
        if self.setup:
            request["setup"] = options["setup"]
        else:
            request.update({"seed": seed, "openings": self.openings} if self.openings else {"seed": seed})
        self.tell({**request, "want": self.want()})

    def step(self, actions: Sequence[Any]) -> List[float]:
        """Play a turn and return the rewards."""
        if self.told is None:
            raise ArbiterError("nothing is dealt yet; call reset first")
        before = self.told["scores"]
        answers = [_answer(a) if seat in self.told["asked"] else None for seat, a in enumerate(actions)]
        self.tell({"do": "step", "env": self.number, "answers": answers, "want": self.want()})
        return self.rewards(before)

    def tell(self, request: Dict[str, Any]) -> None:
        told = self.session.request(request)
        shared = self.session.shared if "shared" in request["want"] else {}
        seats = range(len(told["scores"]))
        if self.planes:
            told["planes"] = _first_row(shared["planes"]) if shared else [_unpacked(told, seat) for seat in seats]
        if self.table:
            masks = _first_row(shared["masks"]) if shared else [None] * len(seats)
            told["masks"] = [self._mask(told, masks[seat], seat) for seat in seats]
        self.told = told

    def _mask(self, told: Dict[str, Any], mask: Any, seat: int) -> Any:
        """Return the mask of a seat: an array, or a tuple of one for each part."""
        if mask is None:
            mask = []
            for part, names in enumerate(self.table):
                allowed = told["actions"][seat][part] if told["actions"][seat] else []
                mask += [int(i in allowed) for i in range(len(names))]
            if self.wait is not None:
                mask.append(int(seat not in told["asked"] and not told["over"]))
        if numpy is not None:
            mask = numpy.array(mask, dtype="int8") if isinstance(mask, list) else mask.view(numpy.int8)
        return _by_part(mask, self.table)

    def observation(self, seat: int) -> Any:
        return self.told["planes" if self.planes else "input"][seat]

    def info(self, seat: int) -> Dict[str, Any]:
        told = self.told
        info = {
            "asked": seat in told["asked"],
            "turn": told["turn"],
            "score": told["scores"][seat],
            "rank": told["ranks"][seat],
            "reason": told["reason"],
            "faults": [fault for fault in told["faults"] if fault["seat"] == seat],
        }
        if "masks" in told:
            info["action_mask"] = told["masks"][seat]
        if "input" in told:
            info["input"] = told["input"][seat]
        if "legal" in told:
            parts = told["legal"][seat] or []
            info["legal"] = parts[0] if len(parts) == 1 else parts
        return info

    def rewards(self, before: Sequence[int]) -> List[float]:
        """Alone: what the step added to the score. Else 1 for the winner at the end, -1 for the loser."""
        told = self.told
        if len(told["scores"]) == 1:
            return [float(told["scores"][0] - before[0])]
        if not told["over"] or max(told["ranks"]) == 1:
            return [0.0] * len(told["scores"])
        return [1.0 if rank == 1 else -1.0 for rank in told["ranks"]]

    def clone(self) -> "_Match":
        copy = _Match(self.session, self.planes, self.texts, self.openings)
        self.session.request({"do": "copy", "env": self.number, "to": copy.number})
        copy.told, copy.setup = self.told, self.setup
        return copy

    def close(self) -> None:
        if self.told is not None and self.session.running:
            self.session.request({"do": "close", "env": self.number})
        self.session.release(self.number)


def _by_part(mask: Any, table: List[List[str]]) -> Any:
    """Cut a mask into those of the parts, as MultiDiscrete.sample takes them; leave that of one part."""
    if len(table) == 1:
        return mask
    ends = list(itertools.accumulate(len(part) for part in table))
    return tuple(mask[end - len(part) : end] for end, part in zip(ends, table))


def _answer(action: Any) -> Any:
    """Return an action as the simulator takes it: a text, or indexes of the table."""
    if hasattr(action, "tolist"):
        action = action.tolist()
    if isinstance(action, (list, tuple)):
        if action and all(isinstance(part, str) for part in action):
            return "|".join(action)
        return {"action": [int(part) for part in action]}
    return action if action is None or isinstance(action, str) else {"action": int(action)}


# The colors of the planes in a picture, one after the other.
_COLORS = [
    (70, 70, 80), (66, 135, 245), (235, 87, 87), (242, 201, 76), (39, 174, 96), (155, 81, 224),
    (242, 153, 74), (86, 204, 242), (219, 112, 147), (189, 189, 189), (111, 207, 151), (180, 120, 60),
]  # fmt: skip
_PIXELS = 8  # the side of a cell


def picture(planes: Any, space: Dict[str, Any]) -> Any:
    """Draw an observation: cells of 8 by 8 pixels, in which every plane adds its color.

    A plane that has the same value everywhere is not drawn.
    """
    if numpy is None:
        raise ArbiterError("a picture needs numpy, which is not installed; render_mode='ansi' does not")
    image = numpy.zeros(planes.shape[1:] + (3,))
    for i, plane in enumerate(planes):
        if plane.min() != plane.max():
            strength = numpy.clip(numpy.abs(plane) / space["planes"][i]["scale"], 0, 1)
            image += strength[..., None] * numpy.array(_COLORS[i % len(_COLORS)])
    pixels = numpy.clip(image, 0, 255).astype("uint8")
    return pixels.repeat(_PIXELS, axis=0).repeat(_PIXELS, axis=1)


def _openings(given: Union[int, bool], session: Session) -> int:
    """Return how many openings seeds deal: all of them for True."""
    return int(given) if given is not True else session.description.get("openings", 1)


class _Single(_Random):
    """What Env, ParallelEnv and AECEnv share: a match, and who ends its session."""

    seats: int

    def __init__(
        self,
        game: str,
        arbiter: Optional[str] = None,
        planes: bool = True,
        *,
        texts: bool = True,
        stepwise: bool = False,
        max_turns: Optional[int] = None,
        render_mode: Optional[str] = None,
        openings: Union[int, bool] = 0,
        opponent: Optional[str] = None,
        _match: Optional[_Match] = None,
    ):
        """Start a simulator. texts=False leaves the texts out of the infos, which is faster.

        stepwise=True plays heropath move by move. max_turns cuts a match off. openings
        is how many of the openings of a game (domain) its seeds deal; True is all.
        """
        if render_mode not in [None] + self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}: want None, 'ansi' or 'rgb_array'")
        self._owner = _match is None
        if _match is None:
            session = Session(game, arbiter, stepwise, opponent)
            _match = _Match(session, planes, texts, _openings(openings, session))
        self._match = _match
        self._closed = False
        self.game, self.max_turns, self.render_mode = game, max_turns, render_mode
        description = self.describe()
        if description["seats"] != self.seats:
            self.close()
            right = "ParallelEnv, or Env with an opponent" if description["seats"] > 1 else "Env, without an opponent"
            raise ValueError(f"{game} has {description['seats']} seats, not {self.seats}: use {right}")
        self._spaces = self._match.session.spaces(self._match.planes)

    def describe(self) -> Dict[str, Any]:
        """Say what the game is, the names of its actions and those of the planes of its observations."""
        return self._match.session.description

    def clone(self):
        """Copy the match as it stands, in the same simulator. Nothing is played again."""
        env = type(self)(self.game, max_turns=self.max_turns, render_mode=self.render_mode, _match=self._match.clone(), **self._again())
        env._np_random, env._np_random_seed = copying.deepcopy(self._np_random), self._np_random_seed
        self._cloned(env)
        return env

    def _again(self) -> Dict[str, Any]:
        """Return what else a clone is made with."""
        return {}

    def _cloned(self, env: Any) -> None:
        """Copy to a clone what else there is of the match."""

    def render(self) -> Any:
        """Return the board as text ("ansi"), or the first seat's planes as a picture ("rgb_array")."""
        if self.render_mode is None:
            warnings.warn(f"render() without a render_mode; want {type(self).__name__}(..., render_mode='ansi') or 'rgb_array'", stacklevel=2)
            return None
        want = "board" if self.render_mode == "ansi" else "packed"
        told = self._match.session.request({"do": "observe", "env": self._match.number, "want": [want]})
        return told["board"] if want == "board" else picture(_unpacked(told, 0), self.describe()["space"])

    def moves(self) -> str:
        """Return the moves of a stepwise match so far as an answer of heropath."""
        return self._match.session.request({"do": "observe", "env": self._match.number, "want": ["moves"]})["moves"]

    def _deal(self, seed: Optional[int], options: Optional[Dict[str, Any]]) -> None:
        self._match.reset(self._seed_of_match(seed), options)

    def _ended(self) -> Tuple[bool, bool]:
        """Return whether the rules ended the match, and whether something else cut it off."""
        told = self._match.told
        late = self.max_turns is not None and told["turn"] >= self.max_turns and not told["over"]
        truncated = told.get("truncated", False) or late
        return told["over"] and not truncated, truncated

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


# What answers for the other seat: the name of a bot, or a function of what that seat
# observes and its info.
Opponent = Union[str, Callable[[Any, Dict[str, Any]], Any]]


class Env(_Single, _GymEnv):
    """A match of a game of one seat, or one seat of a game of two: a gymnasium.Env.

    The opponent of a game of two is a bot (builtin:GAME/NAME, a folder, a command), or a
    function that is given the observation and the info of its seat and returns an
    action. seat is yours, or None to draw it for each match; env.seat and info["seat"]
    say which one it is.
    """

    def __init__(
        self,
        game: str,
        arbiter: Optional[str] = None,
        planes: bool = True,
        *,
        opponent: Optional[Opponent] = None,
        seat: Optional[int] = None,
        **options: Any,
    ):
        if seat not in (None, 0, 1):
            raise ValueError(f"seat {seat!r}: want 0, 1 or None, which draws it for each match")
        if seat is not None and opponent is None:
            raise ValueError(f"seat {seat}: want an opponent for the other one")
        self.seats = 1 if opponent is None else 2
        self.opponent, self._fixed, self.seat = opponent, seat, seat or 0
        super().__init__(game, arbiter, planes, opponent=opponent if isinstance(opponent, str) else None, **options)
        self.observation_space, self.action_space = self._spaces

    def _again(self) -> Dict[str, Any]:
        return {"opponent": self.opponent, "seat": self._fixed} if self.opponent is not None else {}

    def _cloned(self, env: Any) -> None:
        env.seat = self.seat

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Deal a match from a seed, one drawn from np_random by default, or from options["setup"]."""
        number = self._seed_of_match(seed)
        if self.opponent is None:
            self._match.reset(number, options)
            return self._match.observation(0), self._info()
        self.seat = self._fixed
        if self.seat is None:
            draw = self.np_random
            self.seat = draw.randrange(2) if numpy is None else int(draw.integers(2))
        self._match.reset(number, options, 1 - self.seat if isinstance(self.opponent, str) else None)
        while self._waits():
            self._match.step(self._answers(None))
        if any(self._ended()):  # which reset cannot return
            info = self._match.info(1 - self.seat)
            why = "; ".join(f"{f['kind']}: {f['why']}" for f in info["faults"]) or info["reason"]
            raise ArbiterError(f"the opponent's first answer ended the match, before seat {self.seat} was asked: {why}")
        return self._match.observation(self.seat), self._info()

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Play a turn, and those after it in which only the opponent is asked.

        The reward is what it adds to the score, or at the end of a game of two 1 for the
        winner and -1 for the loser.
        """
        match = self._match
        rewards = match.step(self._answers(action))
        while self._waits():
            rewards = match.step(self._answers(None))
        return (match.observation(self.seat), rewards[self.seat], *self._ended(), self._info())

    def _waits(self) -> bool:
        """Report whether only the opponent is asked, which is a function."""
        told = self._match.told
        return callable(self.opponent) and not any(self._ended()) and self.seat not in told["asked"]

    def _answers(self, action: Any) -> List[Any]:
        if self.opponent is None:
            return [action]
        answers = [None, None]
        answers[self.seat] = action
        other = 1 - self.seat
        if callable(self.opponent) and self._match.told is not None and other in self._match.told["asked"]:
            answers[other] = self.opponent(self._match.observation(other), self._match.info(other))
        return answers

    def _info(self) -> Dict[str, Any]:
        info = self._match.info(self.seat)
        if self.opponent is not None:
            info["seat"] = self.seat
        return info


class Spec(NamedTuple):
    """What gymnasium.envs.registration.EnvSpec is to those who read how an Env was made."""

    id: str
    entry_point: str
    kwargs: Dict[str, Any]


def make(game: str, opponent: Optional[Opponent] = None, *, seat: Optional[int] = None, **options: Any) -> Env:
    """Return an Env of a game: make("keeper"), or make("ctf", opponent="builtin:ctf/greedy").

    The options are those of Env. Its spec says how to make it again.
    """
    kwargs: Dict[str, Any] = {"game": game, **options}
    if opponent is not None:
        kwargs.update({"opponent": opponent, "seat": seat})
    env = Env(**kwargs)
    if gymnasium is None:
        env.spec = Spec(f"arbiter/{game}-v0", "arbiter_env:make", kwargs)
    else:
        env.spec = gymnasium.envs.registration.EnvSpec(f"arbiter/{game}-v0", entry_point="arbiter_env:make", kwargs=kwargs)
    return env


def _register() -> None:
    """Tell Gymnasium the games: gymnasium.make("arbiter/keeper-v0").

    The games are the program's; without the program there are none. A game of two is
    played against greedy unless make is given another opponent; heropath is played
    move by move.
    """
    try:
        said = subprocess.run([os.environ.get("ARBITER", "arbiter"), "games", "--json"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return
    for info in json.loads(said.stdout):
        game, seats = info["name"], info["max_seats"]
        kwargs: Dict[str, Any] = {"game": game}
        if seats > 1:
            kwargs["opponent"] = f"builtin:{game}/greedy"
        if game == "heropath":
            kwargs["stepwise"] = True
        if f"arbiter/{game}-v0" not in gymnasium.registry:
            gymnasium.register(id=f"arbiter/{game}-v0", entry_point="arbiter_env:make", kwargs=kwargs)


if gymnasium is not None:
    _register()


class _TwoSeats(_Single):
    """What ParallelEnv and AECEnv share: agents with the same spaces."""

    seats = 2
    possible_agents = ["seat_0", "seat_1"]

    def __init__(self, game: str, arbiter: Optional[str] = None, planes: bool = True, **options: Any):
        super().__init__(game, arbiter, planes, **options)
        self.agents: List[str] = []
        if self._match.told is not None and not any(self._ended()):
            self.agents = list(self.possible_agents)
        observations, actions = self._spaces
        self.observation_spaces = {agent: observations for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}
        self.metadata = {**self.metadata, "name": f"arbiter_{game}_v{self.describe()['rules']}", "is_parallelizable": True}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def _by_agent(self, of_seat: Any) -> Dict[str, Any]:
        return {agent: of_seat(seat) for seat, agent in enumerate(self.possible_agents)}


class ParallelEnv(_TwoSeats, _ZooParallelEnv):
    """A match of a game of two seats: a pettingzoo.ParallelEnv.

    Where the seats move in turn, an agent whose infos do not say "asked" waits: its
    mask allows only the last action of the table, and what it gives is ignored.
    """

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Deal a match from a seed, one drawn from np_random by default, or from options["setup"]."""
        self._deal(seed, options)
        self.agents = list(self.possible_agents)
        return self._by_agent(self._match.observation), self._by_agent(self._match.info)

    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """Play a turn. At the end the winner's reward is 1 and the loser's -1; a draw is 0."""
        rewards = self._match.step([actions.get(agent) for agent in self.possible_agents])
        terminated, truncated = self._ended()
        if terminated or truncated:
            self.agents = []
        return (
            self._by_agent(self._match.observation),
            self._by_agent(rewards.__getitem__),
            self._by_agent(lambda _: terminated),
            self._by_agent(lambda _: truncated),
            self._by_agent(self._match.info),
        )


class AECEnv(_TwoSeats, _ZooAECEnv):
    """A match of a game whose two seats move in turn (domain): a pettingzoo.AECEnv.

    The actions are those of the table; nobody waits here.
    """

    def __init__(self, game: str, arbiter: Optional[str] = None, planes: bool = True, **options: Any):
        super().__init__(game, arbiter, planes, **options)
        if self._match.wait is None:
            self.close()
            raise ValueError(f"the seats of {game} do not move in turn: use ParallelEnv")
        space = Discrete(self._match.wait)
        self.action_spaces = {agent: space for agent in self.possible_agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Deal a match from a seed, one drawn from np_random by default, or from options["setup"]."""
        self._deal(seed, options)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = self._by_agent(lambda _: 0.0)
        self._publish([0.0] * self.seats)

    def _cloned(self, env: Any) -> None:
        for name in ("agents", "rewards", "terminations", "truncations", "infos", "agent_selection", "_cumulative_rewards"):
            if hasattr(self, name):
                setattr(env, name, copying.copy(getattr(self, name)))

    def _publish(self, rewards: List[float]) -> None:
        """Tell all agents what has become of the match."""
        terminated, truncated = self._ended()
        self.rewards = self._by_agent(rewards.__getitem__)
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward
        self.terminations = self._by_agent(lambda _: terminated)
        self.truncations = self._by_agent(lambda _: truncated)
        self.infos = self._by_agent(self._info)
        asked = self._match.told["asked"]
        self.agent_selection = self.possible_agents[asked[0] if asked else 0]

    def _info(self, seat: int) -> Dict[str, Any]:
        info = self._match.info(seat)
        info["action_mask"] = info["action_mask"][: self._match.wait]
        return info

    def observe(self, agent: str) -> Any:
        """Return what an agent sees now."""
        return self._match.observation(self.possible_agents.index(agent))

    def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Return what the selected agent has to know before it acts."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: Any) -> None:
        """Play the selected agent's turn; after the end each agent is stepped once more, with None."""
        if not self.agents:
            raise ArbiterError("the match is over; call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"the match is over for {agent}: want None")
            self._remove(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        self._publish(self._match.step([action if each == seat else None for each in range(self.seats)]))

    def _remove(self, agent: str) -> None:
        self.agents.remove(agent)
        for values in (self.rewards, self.terminations, self.truncations, self.infos, self._cumulative_rewards):
            del values[agent]
        self.rewards = dict.fromkeys(self.rewards, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """Yield the agent to step next, until all have ended."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


def _same_step() -> Dict[str, Any]:
    mode = _base(gymnasium, "vector.AutoresetMode")
    return {"autoreset_mode": "SameStep" if mode is object else mode.SAME_STEP}


class Batch(_Random, _GymVectorEnv):
    """Many matches of a game, stepped at once on all cores: a gymnasium.vector.VectorEnv.

    Every seat of a match is an environment of its own: number match * seats + seat.
    A match that is over is dealt anew in the same step, from the next seed; infos
    then have "final_obs" and "final_info" of the match that ended. Arrays are yours
    to keep and to change; with copy=False they are views of the shared memory, which
    the next step overwrites.
    """

    metadata = {**_Random.metadata, **_same_step()}

    def __init__(
        self,
        game: str,
        matches: int,
        arbiter: Optional[str] = None,
        planes: bool = True,
        *,
        copy: bool = True,
        stepwise: bool = False,
        max_turns: Optional[int] = None,
        render_mode: Optional[str] = None,
        openings: Union[int, bool] = 0,
    ):
        self.closed = True  # until there is something to close
        self.session = Session(game, arbiter, stepwise)
        self.game, self.matches, self.planes, self._copies = game, matches, planes, copy
        self.max_turns, self.render_mode = max_turns, render_mode
        self.simulated = 0.0  # seconds that the simulator has spent on steps
        self.openings = _openings(openings, self.session)
        self.seats: int = self.session.description["seats"]
        self.num_envs = matches * self.seats
        try:
            if "actions" not in self.session.description:
                raise ArbiterError(f"{game} has no table of actions: want stepwise=True")
            self._shared = self.session.share(matches, planes)
        except BaseException:
            self.session.close()
            raise
        self._table = self.session.description["actions"]
        self.single_observation_space, self.single_action_space = self.session.spaces(planes)
        self.observation_space = _batch_space(self.single_observation_space, self.num_envs)
        self.action_space = _batch_space(self.single_action_space, self.num_envs)
        self.closed = False
        if numpy is not None:  # flat: a row for each environment
            self._rows = {name: a.reshape((self.num_envs,) + a.shape[2:]) for name, a in self._shared.items() if a.ndim > 1}

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Deal all matches. Their seeds count on from the given one, or are a list of one for each match."""
        request = {"do": "deal", "want": self._want(), "max_turns": self.max_turns or 0}
        if self.openings:
            request["openings"] = self.openings
        if isinstance(seed, (list, tuple)):
            request["seeds"] = [self._seed_of_match(each) for each in seed]
        else:
            request["seed"] = self._seed_of_match(seed)
        told = self.session.request(request)
        return self._observations("planes", told), self._infos("")

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """Play a turn of every match.

        actions has an index for each environment, or a list of one for each part.
        What environments give that are not asked is ignored.
        """
        self._write(actions)
        told = self.session.request({"do": "play", "want": self._want()})
        self.simulated += told["took"] / 1e9
        infos = self._infos("")
        if told["ended"]:
            self._add_final(infos, told["ended"])
        rewards = self._of_envs("rewards") if self._copies or numpy is None else self._rows["rewards"]
        return self._observations("planes", told), rewards, self._of_matches("terminated"), self._of_matches("truncated"), infos

    def copy(self, from_matches: Sequence[int], to_matches: Sequence[int]) -> None:
        """Copy matches of this batch onto others, all at once and each as it stands before.

        A match may be copied to many. When one of the numbers is wrong, none is copied.
        observe() then returns what the environments see; the rewards and ends of the
        last step stay as they are.
        """
        numbers = [each.tolist() if hasattr(each, "tolist") else [int(n) for n in each] for each in (from_matches, to_matches)]
        for number in itertools.chain(*numbers):
            if not 0 <= number < self.matches:
                raise ValueError(f"match {number}: want 0 to {self.matches - 1}")
        self.session.request({"do": "copy", "envs": numbers[0], "to": numbers[1]})

    def observe(self) -> Tuple[Any, Dict[str, Any]]:
        """Return the observations and infos as they are now, such as after copy."""
        told = {} if self.planes else {"input": self._inputs()}
        return self._observations("planes", told), self._infos("")

    def _inputs(self) -> List[Any]:
        told = self.session.request({"do": "observe", "envs": list(range(self.matches)), "want": ["input"]})
        return [each["input"] for each in told]

    def _want(self) -> List[str]:
        return [] if self.planes else ["input"]

    def _write(self, actions: Any) -> None:
        if numpy is not None:
            given = numpy.asarray(actions)
            shape = self._shared["actions"].shape
            if given.dtype.kind not in "iu" or given.size != shape[0] * shape[1] * shape[2] or given.shape[:1] != (self.num_envs,):
                want = (self.num_envs,) + self.single_action_space.shape
                raise ValueError(f"actions: found {given.dtype} of shape {given.shape}; want indexes of shape {want}")
            if given.itemsize > 4:  # what does not fit is no action
                given = given.clip(-1, (1 << 31) - 1)
            self._shared["actions"][...] = given.reshape(shape)
            return
        if len(actions) != self.num_envs:
            raise ValueError(f"actions: found {len(actions)}; want {self.num_envs}")
        for i, action in enumerate(actions):
            parts = action if isinstance(action, (list, tuple)) else [action]
            for part, index in enumerate(parts):
                self._shared["actions"][i // self.seats, i % self.seats, part] = index

    def _of_envs(self, name: str) -> Any:
        """Return a copy of an array with a row for each environment."""
        if numpy is not None:
            return self._rows[name].copy()
        return [row for match in self._shared[name].tolist() for row in match]

    def _of_matches(self, name: str) -> Any:
        """Return flags of the matches, as flags of the environments."""
        flags = self._shared[name]
        if numpy is not None:
            return flags.astype(bool).repeat(self.seats)
        return [bool(flag) for flag in flags.tolist() for _ in range(self.seats)]

    def _observations(self, name: str, told: Dict[str, Any]) -> Any:
        if not self.planes:
            return tuple(text for match in told["input"] for text in match)
        return self._rows[name] if not self._copies and numpy is not None else self._of_envs(name)

    def _infos(self, prefix: str) -> Dict[str, Any]:
        infos = {"score": self._of_envs(prefix + "scores"), "rank": self._of_envs(prefix + "ranks")}
        turns = self._shared[prefix + "turns"]
        infos["turn"] = turns.repeat(self.seats) if numpy is not None else [t for t in turns.tolist() for _ in range(self.seats)]
        if prefix == "":
            if numpy is not None:
                masks = self._rows["masks"].view("int8")
                infos["action_mask"] = masks.copy() if self._copies else masks
                infos["asked"] = self._rows["asked"].astype(bool)
            else:
                infos["action_mask"] = self._of_envs("masks")
                infos["asked"] = [bool(flag) for flag in self._of_envs("asked")]
        return infos

    def _add_final(self, infos: Dict[str, Any], ended: List[Dict[str, Any]]) -> None:
        """Add what is left of the matches that ended, as Gymnasium has it: under "_" and the name, who has it."""
        envs = [each["env"] * self.seats + seat for each in ended for seat in range(self.seats)]
        reasons = {each["env"]: each["reason"] for each in ended}
        final = self._infos("final_")
        has, found, reason = [False] * self.num_envs, [None] * self.num_envs, [""] * self.num_envs
        planes = self._shared["final_planes"].tolist() if self.planes and numpy is None else None
        for env in envs:
            has[env], reason[env] = True, reasons[env // self.seats]
            if planes is not None:
                found[env] = planes[env // self.seats][env % self.seats]
            elif self.planes:
                found[env] = self._rows["final_planes"][env].copy()
        final["reason"] = reason
        if numpy is not None:
            has, final["reason"] = numpy.array(has), numpy.array(reason)
            observations = numpy.empty(self.num_envs, dtype=object)
            for env in envs:
                observations[env] = found[env]
            found = observations
        infos.update({"final_info": final, "_final_info": has})
        if self.planes:
            infos.update({"final_obs": found, "_final_obs": has})

    def render(self) -> Any:
        """Return of each match what Env.render returns."""
        if self.render_mode is None:
            return None
        want = "board" if self.render_mode == "ansi" else "packed"
        told = self.session.requests([{"do": "observe", "env": i, "want": [want]} for i in range(self.matches)])
        if want == "board":
            return tuple(each["board"] for each in told)
        space = self.session.description["space"]
        return tuple(picture(_unpacked(each, 0), space) for each in told)

    def close(self, **_: Any) -> None:
        """End the simulator."""
        if not self.closed:
            self.closed = True
            self.session.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
