package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/engine"
	"arbiter/server/terminal/client"
)

// A remoteTournament is a tournament that the server plays.
type remoteTournament struct {
	Entry
	followed
	*Remote
	own, reused int                    // matches of earlier runs, and of other tournaments
	known       map[string]bool        // events read so far: matches by the ID that they have in this tournament
	mark        league.Mark            // the end of the matches read so far
	state       league.TournamentState // when they were read
	why         string                 // reason for the state

	mu    sync.Mutex // Voids is called while Play reads
	voids league.Voids
}

// Definition implements Tournament.
func (t *remoteTournament) Definition() league.Tournament { return t.Tournament }

// Close implements Tournament.
func (t *remoteTournament) Close() error { return nil }

// page returns the URL of its web page.
func (t *remoteTournament) page() string {
	if t.Test != nil {
		return t.Client.URL("checks", t.ID)
	}
	return t.Client.URL("tournaments", t.ID)
}

// Earlier implements Tournament.
func (t *remoteTournament) Earlier() (own, reused int) { return t.own, t.reused }

// Counted implements Tournament.
func (t *remoteTournament) Counted() error { return nil }

// happened counts an event and passes it on.
func (t *remoteTournament) happened(e engine.Event) {
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

// Placings implements Tournament.
func (t *remoteTournament) Placings(ctx context.Context) ([]league.Placing, error) {
	return t.Client.Placings(ctx, t.ID)
}

// Voids implements Tournament.
func (t *remoteTournament) Voids() league.Voids {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.voids
}

// readNew passes what is new to do, until there is enough.
func (t *remoteTournament) readNew(ctx context.Context, do func(engine.Event)) error {
	for {
		news, err := t.Client.Outcomes(ctx, t.ID, t.mark)
		if err != nil {
			return err
		}
		for _, start := range news.PutOff { // before its matches, which count last
			if id := "put off: " + start.String(); !t.known[id] {
				t.known[id] = true
				do(engine.Event{Match: league.Match{Start: start}, PutOff: true})
			}
		}
		for _, m := range news.Matches {
			id := m.Pairing().ID(t.ID)
			if t.known[id] {
				continue
			}
			t.known[id] = true
			if do(engine.Event{Match: m}); t.seen.Enough() {
				return nil
			}
		}
		t.mu.Lock()
		t.voids = league.Voids{Matches: news.Void, LeftOut: news.LeftOut}
		t.mu.Unlock()
		for _, start := range news.LeftOut {
			if id := "left out: " + start.String(); !t.known[id] {
				t.known[id] = true
				do(engine.Event{Match: league.Match{Start: start}, LeftOut: true})
			}
		}
		t.mark, t.state, t.why = news.Mark, news.State, news.Why
		if !news.More {
			return nil
		}
	}
}

// The server is polled at intervals that grow from minPoll to maxPoll: a short
// tournament ends without delay, and a long one is not slowed down.
const (
	minPoll = 50 * time.Millisecond
	maxPoll = time.Second
)

// Play implements Tournament. The server plays the remaining matches.
func (t *remoteTournament) Play(ctx context.Context) (Ending, error) {
	if t.seen.Enough() {
		return Ending{Done: true}, nil
	}
	err := t.Client.Start(ctx, t.ID)
	for interval := minPoll; ; interval = min(interval*3/2, maxPoll) {
		if err == nil {
			err = t.readNew(ctx, t.happened)
		}
		switch {
		case t.seen.Enough() || t.state == league.Done:
			return Ending{Done: true}, nil
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return Ending{}, usage(t.pause(context.WithoutCancel(ctx)))
		case ctx.Err() != nil:
			return Ending{Hint: t.resumeHint()}, nil
		case err != nil:
			return Ending{}, usage(err)
		case t.state == league.Failed:
			return Ending{}, fmt.Errorf("%s: tournament %s failed: %s", t.Server, t.ID, t.why)
		case t.state != league.Running:
			return Ending{
				Why:  fmt.Sprintf("The tournament is %s on the server; run the same command to resume.", t.state),
				Hint: fmt.Sprintf("The tournament is %s on the server: %s\nRun the same command to resume.", t.state, t.page()),
			}, nil
		}
		select {
		case <-time.After(interval):
		case <-ctx.Done():
		}
	}
}

// pause pauses the tournament on the server and reads its last matches.
func (t *remoteTournament) pause(ctx context.Context) error {
	err := t.Client.Pause(ctx, t.ID)
	var p *client.Problem
	if err != nil && !(errors.As(err, &p) && p.Conflict()) { // conflict: it has just ended
		return err
	}
	return t.readNew(ctx, t.happened)
}

func (t *remoteTournament) resumeHint() string {
	token := ""
	if t.Client.HasToken() {
		token = `-H "Authorization: Bearer $` + t.TokenVariable + `" `
	}
	return fmt.Sprintf("The server continues the tournament: %s\nTo pause it: curl -X POST %s%s\nRun the same command to wait for it again.",
		t.page(), token, t.Client.URL("api", "tournaments", t.ID, "pause"))
}

// FaultOf implements Tournament.
func (t *remoteTournament) FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := t.Client.Match(ctx, match)
	return referee.Result{Faults: m.Faults}.FaultOf(seat), usage(err)
}

// usage returns err as a usage error if the server blames the request.
func usage(err error) error {
	var p *client.Problem
	if errors.As(err, &p) && p.Usage() {
		return league.UsageError{Err: err}
	}
	return err
}
