package whatif

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// indexFile is the file of a set's folder that lists its puzzles.
const indexFile = "set.toml"

// A PuzzleSet is a folder of positions in which a seat gave a bad answer. Each puzzle has
// the record of its match up to that answer. The record is played before a bot is
// asked. If the game can tell the position as an explicit start, the puzzle has that
// start too, and tournaments can be played from it.
type PuzzleSet struct {
	Game    string   `toml:"game"`
	Puzzles []Puzzle `toml:"puzzle"`
}

// A Puzzle is one position of a PuzzleSet.
type Puzzle struct {
	Name     string `toml:"name"`           // of its files, unique in the set
	Match    string `toml:"match"`          // where it is from: an ID or a file
	Turn     int    `toml:"turn"`           // of the bad answer, the last one of the record
	Seat     int    `toml:"seat"`           // that gave it
	Recorded string `toml:"recorded"`       // the bad answer, "" for none
	Best     string `toml:"best,omitempty"` // the answer that would have been right, if it is known
	Judged   *Gain  `toml:"judged"`         // what the judge says of it; nil where it was not asked
}

// A Gain is by how much the best answer of a puzzle is better than the recorded one, as the judge
// says.
type Gain struct {
	Gain  float64 `toml:"gain"`  // in the unit of the game's costs
	Error float64 `toml:"error"` // half the width of a 95 % interval
	Pairs int     `toml:"pairs"` // of matches that were played
}

// ReadPuzzleSet reads the puzzle set in a folder. One that does not exist is empty.
func ReadPuzzleSet(dir string) (PuzzleSet, error) {
	path := filepath.Join(dir, indexFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return PuzzleSet{}, nil
	}
	var set PuzzleSet
	if err == nil {
		set, err = parsePuzzleSet(text)
	}
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) { // it has the path, too
		err = cause.Err
	}
	if err != nil {
		return set, fmt.Errorf("puzzle set %s: %w", path, err)
	}
	return set, nil
}

// parsePuzzleSet parses the index of a set.
func parsePuzzleSet(text []byte) (set PuzzleSet, err error) {
	meta, err := league.DecodeTOML(string(text), &set)
	if err != nil {
		return set, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return set, fmt.Errorf("unknown key %s; want game and puzzle", unknown[0])
	}
	for _, t := range set.Puzzles {
		if t.Name == "" || t.Name != filepath.Base(t.Name) {
			return set, fmt.Errorf("puzzle %q; want the name of a file, without slashes", t.Name)
		}
	}
	return set, nil
}

// Add adds the position before an answer of a seat to the set in a folder, and writes the set.
// It replaces a puzzle of the same name. explicit reports whether the position is an explicit
// start, too. The error says so if the best answer of the puzzle would be a fault.
func (set *PuzzleSet) Add(dir string, s Seat, t Puzzle) (explicit bool, err error) {
	game := s.Game.Info().Name
	if set.Game != "" && set.Game != game {
		return false, fmt.Errorf("puzzle set %s is of %s; found a match of %s", dir, set.Game, game)
	}
	set.Game = game
	if t.Best != "" {
		if err := replay.Legal(s.Record, s.Game, t.Turn, t.Seat, strings.Split(t.Best, "\n")); err != nil {
			return false, err
		}
	}
	// TOML is UTF-8, and an answer is any bytes. The record has them as they were.
	for _, text := range []*string{&t.Match, &t.Recorded, &t.Best} {
		*text = strings.ToValidUTF8(*text, "\ufffd")
	}
	cut := *s.Record
	cut.Turns, cut.Footer = cut.Turns[:t.Turn], nil
	start, err := startOf(&cut, s.Game, t.Turn)
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	var record bytes.Buffer
	zip := gzip.NewWriter(&record)
	if err := errors.Join(replay.ExportRecord(&cut, zip), zip.Close()); err != nil {
		return false, err
	}
	if err := replay.WriteFile(set.replay(dir, t), record.Bytes()); err != nil {
		return false, err
	}
	if start != nil {
		if err := os.WriteFile(filepath.Join(dir, t.Name+".json"), append(start, '\n'), 0o644); err != nil {
			return false, err
		}
	}
	set.Puzzles = append(slices.DeleteFunc(set.Puzzles, func(old Puzzle) bool { return old.Name == t.Name }), t)
	var index bytes.Buffer
	if err := toml.NewEncoder(&index).Encode(set); err != nil {
		return false, err
	}
	if err := writeWhole(filepath.Join(dir, indexFile), index.Bytes()); err != nil {
		return false, err
	}
	return start != nil, forgetAnswers(dir, t.Name) // they were to the puzzle that had the name
}

// writeWhole writes a file that others read meanwhile: they find it as it was, or whole.
func writeWhole(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func (set *PuzzleSet) replay(dir string, t Puzzle) string {
	return filepath.Join(dir, t.Name+replay.Ext)
}

// Open returns the seat of a puzzle with the puzzle's record.
func (set *PuzzleSet) Open(dir string, t Puzzle, g referee.Game) (Seat, error) {
	rec, err := replay.Open(set.replay(dir, t))
	if err != nil {
		return Seat{}, fmt.Errorf("puzzle %s: %w", t.Name, err)
	}
	if len(rec.Turns) != t.Turn || t.Seat < 0 || t.Seat >= len(rec.Header.Seats) {
		return Seat{}, fmt.Errorf("puzzle %s: the record has %d turns and %d seats; want turn %d of seat %d as its last answer", t.Name, len(rec.Turns), len(rec.Header.Seats), t.Turn, t.Seat)
	}
	return Seat{Match: t.Match, Record: rec, Game: g, Seat: t.Seat}, nil
}

// startOf returns the position in front of a turn as an explicit start, or nil when
// it cannot be told so.
func startOf(rec *replay.Record, g referee.Game, turn int) (json.RawMessage, error) {
	if turn == 1 {
		return rec.Header.Setup, nil
	}
	for p, err := range replay.Positions(rec, g) {
		if err != nil {
			return nil, err
		}
		positioner, ok := p.Match.(referee.Positioner)
		if !ok || p.Turn.Number < turn {
			continue
		}
		start, err := positioner.Position()
		if err != nil {
			return nil, err
		}
		if _, err := g.New(referee.Setup{Position: start}, len(rec.Header.Seats)); err != nil {
			return nil, nil // a position that no start can be, such as one with too many mines to come
		}
		return start, nil
	}
	return nil, nil
}
