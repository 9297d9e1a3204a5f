package whatif

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbiter/referee"
)

// runsFile is the file of a set's folder that has what bots answered last.
const runsFile = "runs.json"

// MostRuns is how many bots a set keeps the answers of: those that were asked last.
const MostRuns = 20

// A PuzzleRun is what a bot answered to the puzzles of a set when it was asked last.
type PuzzleRun struct {
	Bot     string         `json:"bot"` // its ID
	At      time.Time      `json:"at"`
	Answers []PuzzleAnswer `json:"answers"` // a puzzle that was added later has none
}

// A PuzzleCount sums up the answers of a bot to the puzzles of a set.
type PuzzleCount struct {
	Same    int     // the recorded answer again
	Best    int     // the one that is kept as the right one
	Other   int     // another one
	Refused int     // the bot could not be asked
	Failed  int     // the machine failed the puzzle
	Judged  int     // answers whose cost is known
	Cost    float64 // of these together, in the unit of the game
	Error   float64 // half the width of its 95 % interval
}

// CountAnswers sums up answers of one bot.
func CountAnswers(answers []PuzzleAnswer) (n PuzzleCount) {
	for _, a := range answers {
		switch {
		case a.Failed != "":
			n.Failed++
		case a.Refused != "":
			n.Refused++
		case a.Same:
			n.Same++
		case a.Best:
			n.Best++
		default:
			n.Other++
		}
		if a.Cost != nil {
			n.Judged++
			n.Cost += a.Cost.Regret
			n.Error = math.Hypot(n.Error, a.Cost.Error)
		}
	}
	return n
}

// ReadPuzzleRuns returns what bots answered last to the set in a folder, the latest first.
func ReadPuzzleRuns(dir string) ([]PuzzleRun, error) {
	path := filepath.Join(dir, runsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var runs []PuzzleRun
	if err == nil {
		err = referee.ExplainJSON(json.Unmarshal(text, &runs))
	}
	if err != nil {
		return nil, fmt.Errorf("answers to the puzzle set %s: %w", path, err)
	}
	return runs, nil
}

// KeepPuzzleRuns stores the latest answers of bots to the set in a folder, in place of older
// answers of the same bots.
func KeepPuzzleRuns(dir string, latest []PuzzleRun) error {
	before, err := ReadPuzzleRuns(dir)
	if err != nil {
		return err
	}
	var all []PuzzleRun
	for _, run := range slices.Concat(latest, before) {
		if !slices.ContainsFunc(all, func(later PuzzleRun) bool { return later.Bot == run.Bot }) {
			all = append(all, run)
		}
	}
	slices.SortStableFunc(all, func(a, b PuzzleRun) int { return b.At.Compare(a.At) })
	return writePuzzleRuns(dir, all[:min(len(all), MostRuns)])
}

// forgetAnswers forgets what bots have answered to a puzzle.
func forgetAnswers(dir, puzzle string) error {
	runs, err := ReadPuzzleRuns(dir)
	if err != nil || len(runs) == 0 {
		return err
	}
	for i := range runs {
		runs[i].Answers = slices.DeleteFunc(runs[i].Answers, func(a PuzzleAnswer) bool { return a.Puzzle == puzzle })
	}
	return writePuzzleRuns(dir, runs)
}

func writePuzzleRuns(dir string, runs []PuzzleRun) error {
	text, err := json.MarshalIndent(runs, "", " ")
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(dir, runsFile), append(text, '\n')); err != nil {
		return fmt.Errorf("keep the answers to a puzzle set: %w", err)
	}
	return nil
}

// A PuzzleSets is a folder of puzzle sets, each a folder in it. The zero value has none.
type PuzzleSets struct {
	Dir string
}

// A NamedPuzzleSet is a set of PuzzleSets with what bots answered to it last.
type NamedPuzzleSet struct {
	PuzzleSet
	Name string // of its folder
	Runs []PuzzleRun
	// Unreadable says why the set or the answers cannot be read; nil otherwise.
	Unreadable error
}

// All returns the sets by name. It leaves out folders that are not sets. Unreadable of a set
// says why it cannot be read.
func (s PuzzleSets) All() ([]NamedPuzzleSet, error) {
	if s.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil, err
	}
	var all []NamedPuzzleSet
	for _, e := range entries {
		dir := filepath.Join(s.Dir, e.Name())
		if !isPuzzleSet(dir) {
			continue
		}
		set, err := ReadPuzzleSet(dir)
		runs, runsErr := ReadPuzzleRuns(dir)
		all = append(all, NamedPuzzleSet{set, e.Name(), runs, cmp.Or(err, runsErr)})
	}
	return all, nil
}

// Check returns an error if the folder cannot hold puzzle sets.
func (s PuzzleSets) Check() error {
	if s.Dir == "" {
		return nil
	}
	if isPuzzleSet(s.Dir) {
		return fmt.Errorf("%s is a puzzle set; want the folder that it is in", s.Dir)
	}
	_, err := s.All()
	return err
}

// isPuzzleSet reports whether a folder has the index of a set.
func isPuzzleSet(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, indexFile))
	return err == nil && info.Mode().IsRegular()
}
