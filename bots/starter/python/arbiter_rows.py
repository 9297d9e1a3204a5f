#!/usr/bin/env python3
"""Read the data sets of arbiter selfplay --out NAME.rows, without loading them.

    rows = Rows("games.rows")
    batch = rows.batch(rng.integers(len(rows), size=1024))
    batch.planes, batch.masks, batch.actions, batch.returns

A row is what a seat was asked in a turn, and what it answered. Arrays are mapped:
opening a data set reads none of them, and memory holds what is used. rows.actions,
rows.returns, rows.games, rows.turns and rows.seats have an entry for each row;
rows.seeds, rows.scores, rows.ranks, rows.digests, rows.policies and
rows.policy_seeds have one for each game: rows.seeds[rows.games[i]] is the seed of
row i. Planes and masks are packed; batch() unpacks those of the rows that it is
asked for. The file requires numpy and nothing else, and copies to anywhere.
"""

import json
import mmap
import os
import zlib
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy

VERSION = 1
INDEX, PLANES = "rows.json", "planes.bin"

# What an array has an entry for, and the type and the shape of an entry. -1 is any size.
ROWS = {"games": ("<u4", ()), "turns": ("<u4", ()), "seats": ("|u1", ()), "actions": ("<i2", None), "masks": ("|u1", (-1,)), "returns": ("<f4", ())}
GAMES = {
    "seeds": ("<i8", ()),
    "digests": ("<u8", ()),
    "scores": ("<i8", (-1,)),
    "ranks": ("|u1", (-1,)),
    "policies": ("|u1", (-1,)),
    "policy_seeds": ("<u4", (-1,)),
}


class RowsError(ValueError):
    """What is wrong with a data set, and what was expected."""


class RowsBatch(NamedTuple):
    """Rows of a data set, in the order in which they were asked for."""

    planes: Any  # float32: row, plane, y, x
    masks: Any  # bool: row, action of the table
    actions: Any
    returns: Any


class Rows:
    """A data set of arbiter selfplay. len() is the number of its rows."""

    def __init__(self, path: str):
        self.path = os.fspath(path)
        self.content = self._content()
        self.game: str = self.content["game"]
        self.shape: Tuple[int, ...] = tuple(self.content["planes"])
        self.policy_names: List[str] = self.content["policies"]
        self.openings: List[str] = self.content["openings"]
        rows, games = self.content["rows"], self.content["games"]
        arrays: Dict[str, Any] = {}
        for names, entries in ((ROWS, rows), (GAMES, games), ({"offsets": ("<u8", ())}, rows + 1), ({"starts": ("<u8", ())}, games + 1)):
            for name, (dtype, shape) in names.items():
                arrays[name] = self._array(name, dtype, entries, shape)
        self._masks, self._offsets = arrays.pop("masks"), arrays.pop("offsets")
        self.games, self.turns, self.seats = arrays["games"], arrays["turns"], arrays["seats"]
        self.actions, self.returns = arrays["actions"], arrays["returns"]
        self.seeds, self.scores, self.ranks, self.digests = arrays["seeds"], arrays["scores"], arrays["ranks"], arrays["digests"]
        self.policies, self.policy_seeds = arrays["policies"], arrays["policy_seeds"]
        self.starts = arrays["starts"]  # the first row of each game, and behind the last one len(self)
        self._table = sum(self.content["actions"])
        if self._masks.shape[1] != (self._table + 7) // 8:
            raise RowsError(f"{self.path}/masks.npy: found {self._masks.shape[1]} bytes for each row; want those of {self._table} actions")
        self._planes = self._mapped()

    def __len__(self) -> int:
        return self.content["rows"]

    def batch(self, indices: Any) -> RowsBatch:
        """Return the rows of these numbers, from 0; a row may be there several times."""
        indices = self._indices(indices)
        return RowsBatch(self.planes(indices), self.masks(indices), numpy.asarray(self.actions[indices]), numpy.asarray(self.returns[indices]))

    def planes(self, indices: Any) -> Any:
        """Return what the seats observed, as in an .npz."""
        indices = self._indices(indices)
        size = int(numpy.prod(self.shape))
        planes = numpy.empty((len(indices), size), dtype="float32")
        data, types = self._planes, {size: "u1", 2 * size: "<i2", 4 * size: "<f4"}
        starts, ends = self._offsets[indices].tolist(), self._offsets[indices + 1].tolist()
        for row, (start, end) in enumerate(zip(starts, ends)):
            try:
                # At most so many bytes come out, whatever a damaged file says.
                unzip = zlib.decompressobj(-15)
                raw = unzip.decompress(data[start:end], 4 * size + 1)
                if not unzip.eof or unzip.unused_data or len(raw) not in types:
                    raise zlib.error(f"{len(raw)} bytes, and then {'others' if unzip.eof else 'more'}")
                planes[row] = numpy.frombuffer(raw, types[len(raw)])
            except zlib.error as error:
                raise RowsError(f"{self.path}/{PLANES}: row {indices[row]}: found damaged bytes ({error}); want {size} numbers; play the games again") from error
        return planes.reshape((-1,) + self.shape)

    def masks(self, indices: Any) -> Any:
        """Return which actions of the table the rules allowed."""
        return numpy.unpackbits(self._masks[self._indices(indices)], axis=1, count=self._table).view(bool)

    def _indices(self, indices: Any) -> Any:
        indices = numpy.asarray(indices)
        if indices.dtype == bool:
            indices = indices.nonzero()[0]
        if indices.ndim != 1 or len(indices) > 0 and indices.dtype.kind not in "iu":
            raise RowsError(f"found an array of shape {indices.shape} and type {indices.dtype}; want a list of numbers of rows")
        indices = indices.astype("int64")
        if len(indices) > 0 and not 0 <= indices.min() <= indices.max() < len(self):
            raise RowsError(f"found rows {indices.min()} to {indices.max()}; want 0 to {len(self) - 1}")
        return indices

    def _content(self) -> Dict[str, Any]:
        name = os.path.join(self.path, INDEX)
        try:
            with open(name, encoding="utf-8") as file:
                content = json.load(file)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise RowsError(f"{self.path}: found no {INDEX}; want a folder that arbiter selfplay --out NAME.rows wrote to its end") from error
        except ValueError as error:
            raise RowsError(f"{name}: {error}; want what arbiter selfplay wrote") from error
        if not isinstance(content, dict) or content.get("format") != "arbiter rows":
            raise RowsError(f"{name}: want a data set of arbiter selfplay, with the format \"arbiter rows\"")
        if content.get("version") != VERSION:
            raise RowsError(f"{name}: found version {content.get('version')}; this file reads version {VERSION}: use the arbiter_rows.py of the program that wrote it")
        if not isinstance(content.get("game"), str) or not all(isinstance(content.get(each), list) for each in ("planes", "actions", "policies", "openings")):
            raise RowsError(f"{name}: want a text as game, and lists as planes, actions, policies and openings")
        counts = [content.get(each) for each in ("rows", "games", "bytes")] + content["planes"] + content["actions"]
        if not all(type(count) is int and count > 0 for count in counts) or len(content["planes"]) != 3:
            raise RowsError(f"{name}: want numbers above 0 as rows, games, bytes and actions, and three as planes")
        return content

    def _array(self, name: str, dtype: str, entries: int, shape: Any) -> Any:
        path = os.path.join(self.path, name + ".npy")
        try:
            array = numpy.load(path, mmap_mode="r")
        except (OSError, ValueError) as error:
            raise RowsError(f"{path}: {error}; the data set is not whole, copy it or play the games again") from error
        fits = shape is None or len(array.shape) == 1 + len(shape) and all(side in (-1, found) for side, found in zip(shape, array.shape[1:]))
        if array.dtype != numpy.dtype(dtype) or not fits or len(array) != entries:
            raise RowsError(f"{path}: found {array.dtype} of shape {array.shape}; want {numpy.dtype(dtype)} with {entries} entries, as {INDEX} says")
        return array

    def _mapped(self) -> Any:
        path = os.path.join(self.path, PLANES)
        try:
            with open(path, "rb") as file:
                found = os.fstat(file.fileno()).st_size
                if found != self.content["bytes"] or found != self._offsets[-1]:
                    raise RowsError(f"{path}: found {found} bytes; want {self.content['bytes']}; the data set is not whole, copy it or play the games again")
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            if isinstance(error, RowsError):
                raise
            raise RowsError(f"{path}: {error}; the data set is not whole, copy it or play the games again") from error
