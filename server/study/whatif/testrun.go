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

// A TestRun is what a bot answered to the tests of a set when it was asked last.
type TestRun struct {
	Bot     string       `json:"bot"` // its ID
	At      time.Time    `json:"at"`
	Answers []TestAnswer `json:"answers"` // a test that was added later has none
}

// A TestCount sums up the answers of a bot to the tests of a set.
type TestCount struct {
	Same    int     // the recorded answer again
	Best    int     // the one that is kept as the right one
	Other   int     // another one
	Refused int     // the bot could not be asked
	Failed  int     // the machine failed the test
	Judged  int     // answers whose cost is known
	Cost    float64 // of these together, in the unit of the game
	Error   float64 // half the width of its 95 % interval
}

// CountAnswers sums up answers of one bot.
func CountAnswers(answers []TestAnswer) (n TestCount) {
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

// ReadTestRuns returns what bots answered last to the set in a folder, the latest first.
func ReadTestRuns(dir string) ([]TestRun, error) {
	path := filepath.Join(dir, runsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var runs []TestRun
	if err == nil {
		err = referee.ExplainJSON(json.Unmarshal(text, &runs))
	}
	if err != nil {
		return nil, fmt.Errorf("answers to the test set %s: %w", path, err)
	}
	return runs, nil
}

// KeepTestRuns stores the latest answers of bots to the set in a folder, in place of older
// answers of the same bots.
func KeepTestRuns(dir string, latest []TestRun) error {
	before, err := ReadTestRuns(dir)
	if err != nil {
		return err
	}
	var all []TestRun
	for _, run := range slices.Concat(latest, before) {
		if !slices.ContainsFunc(all, func(later TestRun) bool { return later.Bot == run.Bot }) {
			all = append(all, run)
		}
	}
	slices.SortStableFunc(all, func(a, b TestRun) int { return b.At.Compare(a.At) })
	return writeTestRuns(dir, all[:min(len(all), MostRuns)])
}

// forgetAnswers forgets what bots have answered to a test.
func forgetAnswers(dir, test string) error {
	runs, err := ReadTestRuns(dir)
	if err != nil || len(runs) == 0 {
		return err
	}
	for i := range runs {
		runs[i].Answers = slices.DeleteFunc(runs[i].Answers, func(a TestAnswer) bool { return a.Test == test })
	}
	return writeTestRuns(dir, runs)
}

func writeTestRuns(dir string, runs []TestRun) error {
	text, err := json.MarshalIndent(runs, "", " ")
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(dir, runsFile), append(text, '\n')); err != nil {
		return fmt.Errorf("keep the answers to a test set: %w", err)
	}
	return nil
}

// A TestSets is a folder of test sets, each a folder in it. The zero value has none.
type TestSets struct {
	Dir string
}

// A NamedTestSet is a set of TestSets with what bots answered to it last.
type NamedTestSet struct {
	TestSet
	Name string // of its folder
	Runs []TestRun
	// Unreadable says why the set or the answers cannot be read; nil otherwise.
	Unreadable error
}

// All returns the sets by name. It leaves out folders that are not sets. Unreadable of a set
// says why it cannot be read.
func (s TestSets) All() ([]NamedTestSet, error) {
	if s.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil, err
	}
	var all []NamedTestSet
	for _, e := range entries {
		dir := filepath.Join(s.Dir, e.Name())
		if !isTestSet(dir) {
			continue
		}
		set, err := ReadTestSet(dir)
		runs, runsErr := ReadTestRuns(dir)
		all = append(all, NamedTestSet{set, e.Name(), runs, cmp.Or(err, runsErr)})
	}
	return all, nil
}

// Check returns an error if the folder cannot hold test sets.
func (s TestSets) Check() error {
	if s.Dir == "" {
		return nil
	}
	if isTestSet(s.Dir) {
		return fmt.Errorf("%s is a test set; want the folder that it is in", s.Dir)
	}
	_, err := s.All()
	return err
}

// isTestSet reports whether a folder has the index of a set.
func isTestSet(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, indexFile))
	return err == nil && info.Mode().IsRegular()
}
