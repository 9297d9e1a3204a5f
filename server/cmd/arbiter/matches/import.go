package matches

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/codingame/fetch"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/imports"
	"arbiter/server/league"
)

// Import is the verb import.
type Import struct {
	Files     []string `arg:"" name:"file" help:"Files with matches of CodinGame or of its engine, folders of them, - for stdin, codingame:NUMBER, or the address of a replay on the site."`
	Into      string   `help:"Tournament that keeps the matches (default: imported, or imported-GAME where that has matches of another game)." placeholder:"NAME" group:"matches"`
	Game      string   `help:"The game of the matches, where the files do not name it: its name, or a folder with a game.toml." placeholder:"GAME" group:"matches"`
	Isolation string   `seldom:"" help:"How a referee of its own is isolated, as bots are in arbiter play." default:"auto" placeholder:"POLICY" group:"box"`
	Site      string   `hidden:"" help:"The address of the site."`
	JSON      bool     `help:"Print one JSON object for each match." group:"output"`
	flags.Database
}

// An imported match is a line of the output.
type imported struct {
	File       string        `json:"file"`
	Number     int           `json:"number,omitempty"` // in a file of several
	Match      string        `json:"match"`
	Tournament string        `json:"tournament"`
	Game       string        `json:"game"`
	Site       int64         `json:"site,omitempty,string"` // its number there
	Seats      []string      `json:"seats"`
	Scores     []json.Number `json:"scores"`
	Ranks      []int         `json:"ranks"`
	Turns      int           `json:"turns"` // that were kept
	Status     string        `json:"status"`
	Turn       int           `json:"turn,omitempty"` // the first one that differs
	Why        string        `json:"why,omitempty"`
	Known      bool          `json:"known"` // it was imported before
}

// An importer imports matches into an open database.
type importer struct {
	Import
	streams output.Streams
	store   imports.Store
	game    referee.Game   // of --game; nil without
	known   []referee.Game // that a title may name
	site    fetch.Client
	options codingame.Options

	matches, differ, old int
	code                 int // of the worst failure
	last                 string
}

// Run plays matches through the rules and keeps them.
func (c Import) Run(ctx context.Context, s output.Streams) error {
	registry, err := c.Registry(c)
	if err != nil {
		return err
	}
	box, err := c.box(s.Err, registry.All())
	if err != nil {
		return err
	}
	defer box.Close()
	i := importer{
		Import: c, streams: s,
		site:    fetch.Client{Site: c.Site, Agent: "arbiter/" + flags.Version},
		options: codingame.Options{Version: flags.Version, At: league.Now()},
	}
	if c.Game != "" {
		if i.game, err = flags.FindGame(registry, c.Game, box, flags.OwnFiles(c)); err != nil {
			return err
		}
	}
	flags.Isolate(registry, box)
	i.known = registry.All()
	db, err := c.Open(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	i.store = db
	for _, name := range c.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := i.named(ctx, name); err != nil {
			return err
		}
	}
	return i.end()
}

// box returns the sandbox for games whose referees are programs of their own. Without such
// games nothing runs in it.
func (c Import) box(w io.Writer, known []referee.Game) (*sandbox.Sandbox, error) {
	program := func(g referee.Game) bool { _, program := g.(referee.Rereader); return program }
	if !slices.ContainsFunc(known, program) && c.Game == "" {
		return nil, nil
	}
	return flags.Box{Isolation: c.Isolation}.Sandbox(w, c)
}

// named imports what an argument names. An error ends everything.
func (i *importer) named(ctx context.Context, name string) error {
	number, ok, err := fetch.ParseNumber(name)
	switch {
	case err != nil:
		return league.UsageError{Err: err}
	case ok:
		text, err := i.site.Match(ctx, number)
		if err != nil {
			var answer *fetch.StatusError
			if ctx.Err() == nil && errors.As(err, &answer) && answer.Status == http.StatusNotFound {
				err = league.UsageError{Err: err}
			}
			i.fail(err)
			if answer != nil && answer.Status == http.StatusTooManyRequests {
				return i.end() // nothing more is asked for
			}
			return ctx.Err()
		}
		return i.file(ctx, name, bytes.NewReader(text))
	case name == "-":
		return i.file(ctx, "stdin", i.streams.Input(ctx))
	}
	files, err := flags.FilesIn(name, "matches", ".json", isMatchFile)
	if err != nil {
		i.fail(err)
		return nil
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			i.fail(league.UsageError{Err: err})
			continue
		}
		err = errors.Join(i.file(ctx, file, f), f.Close())
		if err != nil {
			return err
		}
	}
	return nil
}

// isMatchFile reports whether a file of a folder is taken for one with matches, by its name.
func isMatchFile(name string) bool {
	plain := strings.TrimSuffix(name, ".gz")
	return strings.HasSuffix(plain, ".json") || strings.HasSuffix(name, ".jsonl") // a packed .jsonl is a replay
}

// fail reports what could not be imported, and goes on with the rest.
func (i *importer) fail(err error) {
	code := output.ExitFailed
	if output.IsUsage(err) {
		code = output.ExitUsage
	}
	if i.code != output.ExitFailed {
		i.code = code
	}
	fmt.Fprintf(i.streams.Err, "arbiter: %s\n", printable.Line(err.Error()))
}

// file imports the matches of a file. What is wrong with it is reported; an error ends everything.
func (i *importer) file(ctx context.Context, name string, r io.Reader) error {
	number := 0
	for m, err := range codingame.Read(r) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			i.fail(league.Usagef("%s: %w", name, err))
			return nil
		}
		number++
		if err := i.match(ctx, name, number, m); err != nil {
			return err
		}
	}
	return nil
}

// match imports one match.
func (i *importer) match(ctx context.Context, file string, number int, m *codingame.Match) error {
	played, g, err := i.play(m)
	if err != nil {
		err = fmt.Errorf("%s: match %d: %w", file, number, err)
		if errors.As(err, new(codingame.GameError)) {
			err = league.Usagef("%w; --game names it", err)
		}
		i.fail(err)
		return nil
	}
	kept, err := imports.Keep(ctx, i.store, g, i.Into, m, played)
	if err != nil {
		return err
	}
	for at, k := range kept {
		p := played[at]
		line := imported{
			File: file, Number: number, Match: k.ID, Tournament: k.Tournament, Game: k.Game, Site: m.Number, Scores: k.Result.Numbers(k.Result.Scores), Ranks: k.Result.Ranks,
			Turns: k.Turns, Status: "same", Known: k.Known,
		}
		for _, seat := range p.Record.Header.Seats {
			line.Seats = append(line.Seats, seat.Name)
		}
		if d := p.Differs(); d != nil {
			line.Status, line.Turn, line.Why = codingame.Differs, d.Turn, d.Why
			i.differ++
		}
		if k.Known {
			i.old++
		}
		i.matches++
		i.last = k.ID
		if err := i.print(line); err != nil {
			return err
		}
	}
	return nil
}

// play plays a match through the rules of its game.
func (i *importer) play(m *codingame.Match) ([]*codingame.Played, referee.Game, error) {
	g := i.game
	if g == nil {
		var err error
		if g, err = m.Find(i.known); err != nil {
			return nil, nil, err
		}
	}
	played, err := m.Play(g, i.options)
	return played, g, err
}

// print prints what became of a match.
func (i *importer) print(l imported) error {
	if i.JSON {
		return json.NewEncoder(i.streams.Out).Encode(l)
	}
	verdict := fmt.Sprintf("same to the end, %s", plural.Count(l.Turns, "turn"))
	if l.Status != "same" {
		verdict = fmt.Sprintf("differs at turn %d: %s", l.Turn, printable.Line(l.Why))
	}
	known := ""
	if l.Known {
		known = ", imported before"
	}
	_, err := fmt.Fprintf(i.streams.Out, "%s: %s, %s: %s (match %.10s of %s%s)\n",
		printable.Line(l.File), l.Game, printable.Line(strings.Join(l.Seats, " - ")), verdict, l.Match, printable.Line(l.Tournament), known)
	return err
}

// end sums up, and returns the error of what has failed or differs.
func (i *importer) end() error {
	if i.matches > 0 && !i.JSON {
		fmt.Fprintf(i.streams.Err, "%s, %d of them imported before", plural.Count(i.matches, "match"), i.old)
		if i.differ > 0 {
			fmt.Fprintf(i.streams.Err, "; %d differ from our rules and are kept up to there", i.differ)
		}
		fmt.Fprintf(i.streams.Err, ". To print one turn by turn: arbiter replay %.10s %s\n", i.last, i.Flag())
	}
	if i.differ > 0 {
		i.code = output.ExitFailed
	}
	if i.code != output.ExitDone {
		return output.ExitWith(i.code, output.ErrReported)
	}
	return nil
}
