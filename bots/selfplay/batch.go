package selfplay

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arbiter/referee"
)

// share maps a file for the first matches of the session.
func (s *EnvSession) share(r request) ([]byte, error) {
	if s.shared != nil {
		return nil, errors.New("a file is shared already; start another session")
	}
	if r.Matches < 1 || r.Matches > MaxEnvs {
		return nil, fmt.Errorf("matches %d: want 1 to %d", r.Matches, MaxEnvs)
	}
	m, err := s.game.New(referee.Setup{}, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	var space *referee.Space
	if o, ok := m.(referee.Observer); ok && r.Planes {
		found := o.Space()
		space = &found
	}
	s.shared, err = openShared(r.File, newLayout(r.Matches, s.game.Info().MaxSeats, s.table, space), s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	return encode(map[string]layout{"shared": s.shared.layout}), nil
}

// A batchState is the answer to deal and play. What is not in it is in the shared
// memory.
type batchState struct {
	Turn  int          `json:"turn"` // of the batch: how often it was played since it was dealt
	Ended []endedMatch `json:"ended"`
	Took  int64        `json:"took"`            // nanoseconds that the turn took, without the pipe
	Input [][]*string  `json:"input,omitempty"` // by match and seat
}

// An endedMatch is a match that ended in this turn, in whose place another one
// has been dealt.
type endedMatch struct {
	Env    int    `json:"env"`
	Seed   int64  `json:"seed"`   // of the match that takes its place
	Reason string `json:"reason"` // "" for one that max_turns cut off
}

// deal deals the matches of the shared rows, as envs 0 and up.
func (s *EnvSession) deal(r request) ([]byte, error) {
	if err := s.batchable(); err != nil {
		return nil, err
	}
	matches := s.shared.Matches
	if r.Seeds == nil {
		for i := range matches {
			r.Seeds = append(r.Seeds, r.Seed+int64(i))
		}
	}
	if len(r.Seeds) != matches {
		return nil, fmt.Errorf("seeds: found %d; want %d, one for each match", len(r.Seeds), matches)
	}
	if r.MaxTurns < 0 {
		return nil, fmt.Errorf("max_turns %d: want at least 1, or 0 for no limit", r.MaxTurns)
	}
	starts, err := s.startsOf(r.Openings)
	if err != nil {
		return nil, err
	}
	s.maxTurns, s.played, s.starts = r.MaxTurns, 0, starts
	s.nextSeed = slices.Max(r.Seeds) + 1
	dealt := make([]*env, matches)
	err = parallel(matches, func(i int) (err error) {
		if dealt[i], err = s.dealEnv(r.Seeds[i]); err == nil {
			s.writeRow(i, dealt[i])
			s.shared.terminated[i], s.shared.truncated[i] = 0, 0
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, e := range dealt {
		s.put(i, e)
	}
	s.dealt = true
	clear(s.shared.rewards)
	return s.batchState(dealt, nil, 0, r.Want), nil
}

// batchable returns an error when the session cannot play a batch.
func (s *EnvSession) batchable() error {
	if s.shared == nil {
		return errors.New("no file is shared; want share first")
	}
	if s.table == nil {
		return errNoActions
	}
	return nil
}

// dealEnv deals a match from a seed.
func (s *EnvSession) dealEnv(seed int64) (*env, error) {
	setup, _ := s.starts.setup(seed)
	m, err := s.game.New(setup, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	return s.newEnv(m), nil
}

// play plays a turn of every match of the shared rows with the shared actions.
// Nothing is played when one of them is invalid. A match that is over is written
// to the final rows, and another one is dealt in its place from the next seed.
func (s *EnvSession) play(r request) ([]byte, error) {
	if err := s.batchable(); err != nil {
		return nil, err
	}
	envs := make([]*env, s.shared.Matches)
	for i := range envs {
		if envs[i] = s.envs[i]; envs[i] == nil {
			return nil, fmt.Errorf("env %d has no match; want deal first", i)
		}
		if err := s.checkRow(i, envs[i]); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	s.played++
	if err := parallel(len(envs), func(i int) error { return s.playRow(i, envs[i]) }); err != nil {
		return nil, err
	}
	ended := []endedMatch{}
	for i, e := range envs {
		if s.shared.terminated[i]|s.shared.truncated[i] == 1 {
			ended = append(ended, endedMatch{i, s.nextSeed, e.match.Result().Reason})
			s.nextSeed++
		}
	}
	if err := parallel(len(ended), func(k int) error {
		e, err := s.dealEnv(ended[k].Seed)
		if err == nil {
			envs[ended[k].Env] = e
			s.writeRow(ended[k].Env, e)
		}
		return err
	}); err != nil {
		return nil, err
	}
	for _, one := range ended {
		s.put(one.Env, envs[one.Env])
	}
	return s.batchState(envs, ended, time.Since(began), r.Want), nil
}

// checkRow returns an error when a match cannot be played with its actions.
func (s *EnvSession) checkRow(i int, e *env) error {
	if e.match.Over() {
		return fmt.Errorf("env %d: the match is over; reset the env or copy another one to it", i)
	}
	for seat := range e.match.Asked().All() {
		if err := s.table.check(s.actionsOf(i, seat)); err != nil {
			return fmt.Errorf("env %d: seat %d: %w", i, seat, err)
		}
	}
	return nil
}

// actionsOf returns the shared actions of a seat.
func (s *EnvSession) actionsOf(match, seat int) []int32 {
	return row(s.shared.actions, s.shared.Matches*s.shared.seats, match*s.shared.seats+seat)
}

// playRow plays a turn of a match and writes what came of it.
func (s *EnvSession) playRow(i int, e *env) error {
	m := e.match.(referee.Actor)
	for seat := range e.asked().All() {
		m.Answer(seat, []string{s.table.text(m, seat, s.actionsOf(i, seat))})
	}
	before := e.scores
	if err := e.play(); err != nil {
		return err
	}
	sh := s.shared
	over := m.Over()
	t, limited := m.(referee.Truncator)
	truncated := over && limited && t.Truncated() || !over && s.maxTurns > 0 && e.turns >= s.maxTurns
	sh.terminated[i], sh.truncated[i] = bit(over && !truncated), bit(truncated)
	result := m.Result()
	e.scores = result.Scores
	writeRewards(row(sh.rewards, sh.Matches, i), over, before, result)
	if !over && !truncated {
		s.writeRow(i, e)
		return nil
	}
	copy(row(sh.finalScores, sh.Matches, i), result.Scores)
	for seat, rank := range result.Ranks {
		sh.finalRanks[i*sh.seats+seat] = int32(rank)
		s.observe(m, seat, sh.finalPlanes, i*sh.seats+seat)
	}
	sh.finalTurns[i] = int32(e.turns)
	return nil
}

// writeRewards writes what a step is worth to the seats. Alone: what it added to
// the score. Else, at the end, 1 to the winner and -1 to the loser.
func writeRewards(dst []float64, over bool, before []int64, result referee.Result) {
	clear(dst)
	switch {
	case len(dst) == 1:
		dst[0] = float64(result.Scores[0] - before[0])
	case over && slices.Max(result.Ranks) > 1:
		for seat, rank := range result.Ranks {
			dst[seat] = -1
			if rank == 1 {
				dst[seat] = 1
			}
		}
	}
}

// writeRow writes the position of a match to a shared row.
func (s *EnvSession) writeRow(i int, e *env) {
	sh, m := s.shared, e.match
	result := m.Result()
	copy(row(sh.scores, sh.Matches, i), result.Scores)
	sh.turns[i] = int32(e.turns)
	for seat, rank := range result.Ranks {
		at := i*sh.seats + seat
		sh.ranks[at] = int32(rank)
		sh.asked[at] = bit(m.Asked().Has(seat))
		if s.table != nil {
			s.table.mask(m.(referee.Actor), seat, row(sh.masks, sh.Matches*sh.seats, at))
		}
		s.observe(m, seat, sh.planes, at)
	}
}

// observe writes an observation in place to a row of planes, if there are planes.
func (s *EnvSession) observe(m referee.Match, seat int, planes []float32, at int) {
	if planes != nil {
		m.(referee.Observer).Observe(seat, row(planes, s.shared.Matches*s.shared.seats, at)[:0])
	}
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// batchState returns the answer to deal and play.
func (s *EnvSession) batchState(envs []*env, ended []endedMatch, took time.Duration, want []string) []byte {
	state := batchState{Turn: s.played, Ended: ended, Took: took.Nanoseconds()}
	if slices.Contains(want, wantInput) {
		for _, e := range envs {
			state.Input = append(state.Input, e.inputs())
		}
	}
	return encode(state)
}

// parallel calls do with 0 to n-1 on all CPUs and returns the errors.
func parallel(n int, do func(i int) error) error {
	const chunk = 4 // as few hand-overs as a batch of a few matches allows
	workers := min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk)
	var next atomic.Int64
	errs := make([]error, workers)
	work := func(w int) {
		for {
			from := int(next.Add(chunk)) - chunk
			if from >= n {
				return
			}
			for i := from; i < min(from+chunk, n); i++ {
				if err := do(i); err != nil {
					errs[w] = err
					return
				}
			}
		}
	}
	var wait sync.WaitGroup
	for w := 1; w < workers; w++ {
		wait.Go(func() { work(w) })
	}
	if workers > 0 {
		work(0)
	}
	wait.Wait()
	return errors.Join(errs...)
}
