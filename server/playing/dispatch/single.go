package dispatch

import (
	"context"

	"arbiter/server/league"
)

// Play plays one match outside of any tournament.
func (p Pool) Play(ctx context.Context, w Work) (league.Report, error) {
	p.Workers = 1
	one := &single{work: w}
	err := p.Run(ctx, one)
	return one.report, err
}

// A single is a Source of one match.
type single struct {
	work   Work
	handed bool
	report league.Report
}

func (s *single) Next(context.Context) (Work, bool, error) {
	first := !s.handed
	s.handed = true
	return s.work, first, nil
}

func (s *single) Played(_ context.Context, matches []Played) error {
	s.report = matches[0].Report
	return nil
}

func (s *single) Failed(_ Work, err error) error { return err }
