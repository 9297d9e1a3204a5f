// Package external plays games whose referee is a program of its own. It speaks the line
// protocol of published referees, or that of brutaltester's first ones: it asks for the answer
// of a seat, and tells inputs, limits, scores and frames. A Game is a folder with a game.toml.
// Each match has a process, or there is one that plays match after match. The package runs no
// bots and knows the rules of no game.
//
//	game.toml -> Game -> match -> source: a process that is asked turn by turn, one that is
//	                              given all answers at once, or what a record kept
package external

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
)

// A Game is a game whose referee is a program of its own. It is a referee.Game, and safe for
// concurrent use.
type Game struct {
	info      referee.Info
	spec      process.Spec
	classpath []string // of a published referee
	isolation *sandbox.Sandbox
	solo      bool
	options   map[string]string // parameters of every match
	tests     [][]string        // of a solo game; none: the seed is the test case
	timeBank  bool
	deadline  time.Duration // for all that the referee sends between two answers
	noFrames  bool          // a record keeps none
	criterion string        // what of the metadata is the score; "" for the scores
	failed    int64         // the score of a bot that failed, where there is no criterion then

	brutaltester bool // the referee speaks its dialect
	unseeded     bool // and wants no seed

	mu     sync.Mutex
	table  process.Table // that starts referees
	kept   bool          // from a folder of games, and not isolated yet
	idle   []*running    // hosts that wait for a match
	digest string        // of the referee's files, once it is known
	stamp  string        // of these files when they had it
	viewed string        // the digest of the files that were searched for a viewer
	viewer *Viewer       // and what was found
}

// Open opens the game of a folder with a game.toml. Its referee runs in boxes of isolation; nil
// means without one. own are Arbiter's own files and folders, which are never read.
func Open(dir string, isolation *sandbox.Sandbox, own ...string) (*Game, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", dir, err)
	}
	text, err := process.ReadManifest(full, GameFile, own)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("game %s: no %s in it; write one with at least a name and a line such as run = \"python3 referee.py\"", dir, GameFile)
	}
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", dir, err)
	}
	g, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, GameFile), err)
	}
	g.spec.Dir, g.spec.Own = full, own
	g.isolation, g.table.Isolation = isolation, isolation
	return g, nil
}

// Info implements referee.Game.
func (g *Game) Info() referee.Info { return g.info }

// Dir returns the game's folder, without links.
func (g *Game) Dir() string { return g.spec.Dir }

// Build runs the build that the game.toml names, if any, as process.Build does.
func (g *Game) Build(ctx context.Context, options process.BuildOptions) (output string, err error) {
	g.endIdle()
	defer g.forget()
	return process.Build(ctx, g.spec, options)
}

// New implements referee.Game. The explicit start of a game with seats is an object with the
// parameters of the match, beside the options of the game.toml: {"width": 20}. That of a solo
// game has the lines of its test case: {"test": ["42"]}. The referee is started when the match
// is first asked anything, and not here.
func (g *Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	m, err := g.deal(setup, seats)
	if err != nil {
		return nil, err
	}
	m.source = &session{game: g, dialect: g.dialect(), init: m.init}
	return m, nil
}

// Reread implements referee.Rereader. Without again it starts no referee, so that a stranger's
// record runs no program, and frames that the record lacks are missing.
func (g *Game) Reread(r referee.Recorded, again bool) (referee.Match, error) {
	m, err := g.deal(r.Setup, r.Seats)
	if err != nil {
		return nil, err
	}
	t, err := newTape(r)
	switch {
	case err != nil:
		return nil, err
	case again && g.brutaltester: // what stands for an answer depends on the question
		m.source = &session{game: g, dialect: g.dialect(), init: m.init}
	case again:
		m.source = &session{game: g, dialect: g.dialect(), init: m.init, answers: t.answers}
	default:
		m.source = t
	}
	return m, nil
}

// deal returns a match without a source.
func (g *Game) deal(setup referee.Setup, seats int) (*match, error) {
	if seats < g.info.MinSeats || seats > g.info.MaxSeats {
		return nil, fmt.Errorf("%s: %d seats; want %d to %d", g.info.Name, seats, g.info.MinSeats, g.info.MaxSeats)
	}
	lines, err := g.start(setup)
	if err != nil {
		return nil, err
	}
	lines = append([]string{strconv.Itoa(seats)}, lines...)
	return &match{game: g, seats: seats, init: lines, held: make([][]byte, seats), faults: []referee.Fault{}}, nil
}

// start returns the lines of INIT behind the number of seats.
func (g *Game) start(setup referee.Setup) ([]string, error) {
	switch {
	case g.solo:
		return g.test(setup)
	case g.brutaltester && setup.Position != nil:
		return nil, errors.New("setup: a referee with dialect = \"brutaltester\" has no parameters; want a seed alone")
	case g.unseeded:
		return nil, nil
	case g.brutaltester:
		return []string{seedLine(setup.Seed)}, nil
	}
	options, err := parameters(setup.Position)
	if err != nil {
		return nil, err
	}
	return properties(setup.Seed, g.options, options), nil
}

// test returns the test case of a start.
func (g *Game) test(setup referee.Setup) ([]string, error) {
	if setup.Position != nil {
		var position struct {
			Test []string `json:"test"`
		}
		if err := referee.DecodePosition(setup.Position, &position); err != nil {
			return nil, err
		}
		for _, line := range position.Test {
			if clean(line) != line {
				return nil, fmt.Errorf("setup: test: the line %q has the end of a line in it", line)
			}
		}
		if position.Test == nil {
			return nil, errors.New(`setup: no "test"; want the lines of a test case`)
		}
		return position.Test, nil
	}
	if n := int64(len(g.tests)); n > 0 {
		return g.tests[(setup.Seed%n+n)%n], nil
	}
	return []string{strconv.FormatInt(setup.Seed, 10)}, nil
}

// parameters reads an explicit start of a game with seats.
func parameters(position json.RawMessage) (map[string]string, error) {
	if position == nil {
		return nil, nil
	}
	if text := bytes.TrimLeft(position, " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return nil, fmt.Errorf("setup: found %.20q; want a JSON object", text)
	}
	var values map[string]any
	dec := json.NewDecoder(bytes.NewReader(position))
	dec.UseNumber()
	if err := dec.Decode(&values); err != nil {
		return nil, fmt.Errorf("setup: %w", referee.ExplainJSON(err))
	}
	if dec.More() {
		return nil, errors.New("setup: text after the JSON document; want one object and nothing else")
	}
	options := map[string]string{}
	for key, value := range values {
		switch value.(type) {
		case string, json.Number, bool:
		default:
			return nil, fmt.Errorf("setup: %s: want a text, a number, true or false", key)
		}
		options[key] = fmt.Sprint(value)
		if err := checkOption(key, options[key]); err != nil {
			return nil, fmt.Errorf("setup: %w", err)
		}
	}
	return options, nil
}
