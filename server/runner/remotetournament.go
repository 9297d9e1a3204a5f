package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/client"
	"arbiter/server/league"
)

// A remoteTournament is a tournament that the server plays.
type remoteTournament struct {
	Entry
	*Remote
	before []league.Match
	mark   league.Mark
	state  league.TournamentState // as of the last answer
	why    string
}

// Definition implements Tournament.
func (f *remoteTournament) Definition() league.Tournament { return f.Tournament }

// Close implements Tournament.
func (f *remoteTournament) Close() error { return nil }

// page is where people look at it.
func (f *remoteTournament) page() string {
	if f.Test != nil {
		return f.Client.URL("checks", f.ID)
	}
	return f.Client.URL("tournaments", f.ID)
}

// Earlier implements Tournament.
func (f *remoteTournament) Earlier(_ context.Context, add func(league.Match)) (n int, wait func() error, err error) {
	for _, m := range f.before {
		add(m)
	}
	n, f.before = len(f.before), nil
	return n, func() error { return nil }, nil
}

// news hands the matches that are new to add, until it has had enough.
func (f *remoteTournament) news(ctx context.Context, add func(league.Match) (enough bool)) error {
	for {
		news, err := f.Client.Outcomes(ctx, f.ID, f.mark)
		if err != nil {
			return err
		}
		for _, m := range news.Matches {
			if add(m) {
				return nil
			}
		}
		f.mark, f.state, f.why = news.Mark, news.State, news.Why
		if !news.More {
			return nil
		}
	}
}

// How often the server is asked: a short tournament is not made longer by it,
// and a long one is not slowed down.
const (
	askFirst = 50 * time.Millisecond
	askLater = time.Second
)

// Play implements Tournament. It has the server play what is left.
func (f *remoteTournament) Play(ctx context.Context, add func(league.Match) (enough bool)) (Ending, error) {
	had := false
	count := func(m league.Match) bool {
		had = add(m)
		return had
	}
	err := f.Client.Start(ctx, f.ID)
	for pause := askFirst; ; pause = min(pause*3/2, askLater) {
		if err == nil {
			err = f.news(ctx, count)
		}
		switch {
		case had || f.state == league.Done:
			return Ending{Done: true}, nil
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return Ending{}, usage(f.pause(context.WithoutCancel(ctx), count))
		case ctx.Err() != nil:
			return Ending{Hint: f.resumeHint()}, nil
		case err != nil:
			return Ending{}, usage(err)
		case f.state == league.Failed:
			return Ending{}, fmt.Errorf("%s: tournament %s has failed: %s", f.Server, f.ID, f.why)
		case f.state != league.Running:
			return Ending{
				Why:  fmt.Sprintf("It is %s on the server; the same command resumes.", f.state),
				Hint: fmt.Sprintf("The tournament is %s on the server: %s\nThe same command resumes.", f.state, f.page()),
			}, nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// pause has the server begin no more matches, and reads what came last.
func (f *remoteTournament) pause(ctx context.Context, add func(league.Match) (enough bool)) error {
	err := f.Client.Pause(ctx, f.ID)
	var p *client.Problem
	if err != nil && !(errors.As(err, &p) && p.Conflict()) { // it has just ended
		return err
	}
	return f.news(ctx, add)
}

func (f *remoteTournament) resumeHint() string {
	token := ""
	if f.Client.HasToken() {
		token = `-H "Authorization: Bearer $` + f.TokenVariable + `" `
	}
	return fmt.Sprintf("The server continues it: %s\nTo pause it there: curl -X POST %s%s\nThe same command waits for it again.",
		f.page(), token, f.Client.URL("api", "tournaments", f.ID, "pause"))
}

// FaultOf implements Tournament.
func (f *remoteTournament) FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := f.Client.Match(ctx, match)
	return referee.Result{Faults: m.Faults}.FaultOf(seat), usage(err)
}

// usage makes a usage error of what a server calls the caller's mistake.
func usage(err error) error {
	var p *client.Problem
	if errors.As(err, &p) && p.Usage() {
		return league.UsageError{Err: err}
	}
	return err
}
