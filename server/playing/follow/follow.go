// Package follow has a league.Service play tournaments and follows what happens in them.
// By that it answers three questions: Check, which of two bots is stronger; Bisect, which
// commit made a bot weaker; History, how strong a bot was after each of its commits. It
// does not know whether the service is in this process.
package follow

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/resolve"
)

// A Host plays tournaments.
type Host struct {
	league.Service
	Log    io.Writer // receives progress, and where the tournament has its page
	Flag   string    // the flags with which other commands find the matches: --db FILE or --server URL
	DB     string    // the database, as typed; "" on a server
	Server string    // the address, as typed; "" in this process
	Pause  string    // the command that pauses a tournament of a server, with %s for the address
}

// An Entry is a tournament to be played.
type Entry struct {
	league.Order
	league.StartOptions
	Rules   referee.Game
	Observe func(engine.Event) // when set, is called with what happens, one event at a time and after it has been counted
}

// Validate returns a usage error if the definition is invalid.
func (e Entry) Validate() error {
	if err := e.Tournament.Validate(); err != nil {
		return league.Usagef("tournament %s: %w", e.ID, err)
	}
	return nil
}

// experiment returns what chooses the matches of the entry or ends it; nil for a format.
func (e Entry) experiment() (x league.Experiment, c *check.Check) {
	if e.Test != nil {
		c = check.New(e.Rules, e.Tournament, *e.Test)
		return c, c
	}
	if !e.Series.IsZero() {
		return e.Series, nil
	}
	return nil, nil
}

// A Tournament is one that has been entered. Its methods but Play may be called while
// Play runs.
type Tournament struct {
	Entry
	host        Host
	seen        *engine.Seen
	check       *check.Check           // nil unless it plays for one
	own, reused int                    // matches of earlier runs, and of other tournaments
	known       map[string]bool        // events read so far: matches by the ID that they have in this tournament
	mark        league.Mark            // the end of the matches read so far
	state       league.TournamentState // when they were read
	why         string                 // reason for the state

	mu    sync.Mutex
	voids league.Voids
}

// Enter enters a tournament, and reads what earlier runs have played of it. A tournament
// of the name is resumed if the definition continues it; another one is a
// league.ConflictError. Of a check, which has a name that nobody typed, another one gets
// another name.
func (h Host) Enter(ctx context.Context, e Entry) (*Tournament, error) {
	t, err := h.enter(ctx, e)
	if e.Test != nil && errors.As(err, new(league.ConflictError)) {
		sum := sha256.Sum256(fmt.Append(nil, e.Starts, e.Limits, *e.Test))
		e.ID += fmt.Sprintf(" %x", sum[:4])
		t, err = h.enter(ctx, e)
	}
	if err != nil {
		return nil, err
	}
	if page := t.page(); page != "" {
		fmt.Fprintf(h.Log, "Watch it at %s\n", page)
	}
	return t, nil
}

func (h Host) enter(ctx context.Context, e Entry) (*Tournament, error) {
	t := &Tournament{Entry: e, host: h, known: map[string]bool{}}
	// Matches that exist before the tournament is created are of earlier runs: a server
	// starts a check at once.
	var earlier []engine.Event
	err := resolve.Slowly(h.Log, "Counting the matches of earlier runs", func() error {
		return t.read(ctx, 0, func(event engine.Event) { earlier = append(earlier, event) })
	})
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if t.Tournament, err = h.CreateTournament(ctx, e.Order); err != nil {
		return nil, err
	}
	x, c := t.experiment()
	t.check, t.seen = c, engine.NewSeen(t.Tournament, x)
	for _, event := range earlier {
		event.Earlier = true
		t.happened(event)
	}
	if e.Test == nil {
		return t, nil
	}
	t.mark = 0 // a longer check may count more results of other tournaments, which come first
	return t, t.read(ctx, 0, t.happened)
}

// extend goes on with a longer series of a tournament whose rounds are complete.
func (t *Tournament) extend(ctx context.Context, series league.Series, bots []string) (err error) {
	t.Series, t.Bots = series, bots
	if t.Tournament, err = t.host.CreateTournament(ctx, t.Order); err != nil {
		return err
	}
	x, _ := t.experiment()
	t.seen.Extend(t.Tournament, x)
	return nil
}

// page returns the address of its page; "" where none is served.
func (t *Tournament) page() string {
	if t.Test != nil {
		return t.host.Page("checks", t.ID)
	}
	return t.host.Page("tournaments", t.ID)
}

// Earlier returns how many matches of earlier runs there are, and how many results of
// other tournaments count in it.
func (t *Tournament) Earlier() (own, reused int) { return t.own, t.reused }

// Seen returns what is known of the tournament.
func (t *Tournament) Seen() *engine.Seen { return t.seen }

// Check returns where the check stands that the tournament is played for.
func (t *Tournament) Check() (s check.Status) {
	t.seen.Look(func(_ *league.Table, seen *league.Evidence) { s = t.check.Status(seen) })
	return s
}

// Voids sums up the matches that have been void so far, in earlier runs too.
func (t *Tournament) Voids() league.Voids {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.voids
}

// FaultOf returns the fault of a seat in a match, or nil.
func (t *Tournament) FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := t.host.Match(ctx, match)
	return referee.Result{Faults: m.Faults}.FaultOf(seat), err
}

// happened counts an event and passes it on.
func (t *Tournament) happened(e engine.Event) {
	e.Earlier = e.Earlier || e.Match.Stored != ""
	t.seen.Add(e)
	switch {
	case !e.Earlier || !e.Played():
	case e.Match.Stored != "":
		t.reused++
	default:
		t.own++
	}
	if t.Observe != nil {
		t.Observe(e)
	}
}

// read passes what is new to do, until there is enough. It waits for news for so long at
// most.
func (t *Tournament) read(ctx context.Context, wait time.Duration, do func(engine.Event)) error {
	once := func(id string, e engine.Event) {
		if !t.known[id] {
			t.known[id] = true
			do(e)
		}
	}
	for {
		news, err := t.host.News(ctx, t.ID, t.mark, wait)
		if err != nil {
			return err
		}
		for _, start := range news.PutOff { // before its matches, which count last
			once("put off: "+start.String(), engine.Event{Match: league.Match{Start: start}, PutOff: true})
		}
		for _, m := range news.Matches {
			if once(m.Pairing().ID(t.ID), engine.Event{Match: m}); t.enough() {
				return nil
			}
		}
		t.mu.Lock()
		t.voids = news.Voids
		t.mu.Unlock()
		for _, start := range news.Voids.LeftOut {
			once("left out: "+start.String(), engine.Event{Match: league.Match{Start: start}, LeftOut: true})
		}
		t.mark, t.state, t.why = news.Mark, news.State, news.Why
		if !news.More {
			return nil
		}
		wait = 0
	}
}

func (t *Tournament) enough() bool { return t.seen != nil && t.seen.Enough() }

// News is asked for at intervals that grow from minWait to maxWait: a short tournament is
// seen without delay, and a long one is not slowed down. The end of a tournament is
// always seen at once.
const (
	minWait = 50 * time.Millisecond
	maxWait = time.Second
)

// An Ending says how Play ended.
type Ending struct {
	Done bool   // no match is left to play
	Why  string // if not Done: why, as a sentence, unless ctx ended it
	Hint string // if not Done: how to continue, as text for the user
}

// Play plays the remaining matches, until there is enough or ctx is done. A service in
// this process plays no longer than that. On a server the deadline of ctx pauses the
// tournament, and cancelling ctx does not.
func (t *Tournament) Play(ctx context.Context) (Ending, error) {
	if t.seen.Enough() {
		return Ending{Done: true}, t.endEarlier(ctx)
	}
	err := t.host.StartTournament(ctx, t.ID, t.StartOptions)
	if t.Known {
		t.mark = 0 // what is known comes first, now that it counts
	}
	for wait := minWait; ; wait = min(wait*3/2, maxWait) {
		began := time.Now()
		if err == nil {
			err = t.read(ctx, wait, t.happened)
		}
		switch {
		case t.seen.Enough() || t.state == league.Done:
			return Ending{Done: true}, nil
		case ctx.Err() != nil && (t.host.Server == "" || errors.Is(ctx.Err(), context.DeadlineExceeded)):
			return t.pause(context.WithoutCancel(ctx))
		case ctx.Err() != nil:
			return Ending{Hint: t.resumeHint()}, nil
		case err != nil:
			return Ending{}, err
		case t.state == league.Failed && t.host.Server == "":
			return Ending{}, errors.New(t.why)
		case t.state == league.Failed:
			return Ending{}, fmt.Errorf("%s: tournament %s failed: %s", t.host.Server, t.ID, t.why)
		case t.state != league.Running:
			return Ending{
				Why:  fmt.Sprintf("The tournament is %s on the server; run the same command to resume.", t.state),
				Hint: fmt.Sprintf("The tournament is %s on the server: %s\nRun the same command to resume.", t.state, t.page()),
			}, nil
		}
		select {
		case <-time.After(minWait - time.Since(began)):
		case <-ctx.Done():
		}
	}
}

// endEarlier has a service in this process say that a tournament is done which earlier runs
// decided: the last of them may have been killed before it said so.
func (t *Tournament) endEarlier(ctx context.Context) error {
	if t.host.Server != "" || t.state == league.Done {
		return nil
	}
	if err := t.host.StartTournament(ctx, t.ID, t.StartOptions); err != nil {
		return err
	}
	for {
		news, err := t.host.News(ctx, t.ID, t.mark, maxWait)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil || news.State != league.Running:
			return err
		}
		t.mark = news.Mark
	}
}

// pause pauses the tournament and reads its last matches.
func (t *Tournament) pause(ctx context.Context) (Ending, error) {
	err := t.host.PauseTournament(ctx, t.ID)
	if err != nil && !errors.As(err, new(league.ConflictError)) { // conflict: it has just ended
		return Ending{}, err
	}
	if err := t.read(ctx, 0, t.happened); err != nil {
		return Ending{}, err
	}
	end := Ending{Done: t.seen.Enough() || t.state == league.Done}
	if !end.Done && t.host.Server == "" {
		end.Hint = fmt.Sprintf("Stopped; all finished matches are in %s. Run the same command to resume.", t.host.DB)
	}
	return end, nil
}

func (t *Tournament) resumeHint() string {
	return fmt.Sprintf("The server continues the tournament: %s\nTo pause it: %s\nRun the same command to wait for it again.",
		t.page(), fmt.Sprintf(t.host.Pause, t.host.Page("api", "tournaments", t.ID, "pause")))
}

// BuildOutput returns the end of the output of a bot's build if err says that it failed.
func BuildOutput(err error) (built string, ok bool) {
	var build league.BuildError
	ok = errors.As(err, &build)
	return build.Output, ok
}

// Matches are reported at these intervals: as often as people can read it on a terminal,
// and rarely enough for a log elsewhere.
const (
	TerminalInterval = 500 * time.Millisecond
	LineInterval     = 10 * time.Second
	firstLine        = 2 * time.Second // nobody is to wonder for longer whether it has begun
)

// Every runs do and returns its error. While do runs, it calls report, soon for the first time
// and then once in each interval.
func Every(interval time.Duration, report func(), do func() error) error {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTimer(min(firstLine, interval))
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report()
				tick.Reset(interval)
			case <-quit:
				return
			}
		}
	})
	err := do()
	close(quit)
	wg.Wait()
	return err
}

// PrintResuming prints the number of matches of earlier runs, if it is not 0.
func PrintResuming(w io.Writer, n int) {
	if n > 0 {
		fmt.Fprintf(w, "Resuming after %d matches played earlier.\n", n)
	}
}
