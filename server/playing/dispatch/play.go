package dispatch

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A worker plays one match at a time. It reuses its buffers.
type worker struct {
	pool   Pool
	cpus   []int // of the seats, the first one its own; none: not pinned
	writer replay.Writer
	tally  tally
	table  process.Table
	warner *warner

	number   int // among the workers of the pool
	throttle *throttle
}

func newWorker(p Pool, cpus []int, warner *warner) *worker {
	return &worker{pool: p, cpus: cpus, warner: warner, table: process.Table{Isolation: p.Isolation, Warn: warner.pass}}
}

// playUnlessAborted plays one match. When Work.Abort ends it, the error is the
// cause of that.
func (w *worker) playUnlessAborted(ctx context.Context, work Work) (league.Report, error) {
	if work.Abort == nil {
		return w.play(ctx, work)
	}
	playing, abort := context.WithCancel(ctx)
	defer abort()
	defer context.AfterFunc(work.Abort, abort)()
	report, err := w.play(playing, work)
	if err != nil && work.Abort.Err() != nil {
		err = context.Cause(work.Abort)
	}
	return report, err
}

// play plays one match.
func (w *worker) play(ctx context.Context, work Work) (league.Report, error) {
	match, err := work.Game.New(work.Setup, len(work.Contenders))
	if err != nil {
		return league.Report{}, err
	}
	defer match.Close()
	started := time.Now()
	w.tally.reset(len(work.Contenders))
	record := referee.Recorders{&w.tally}
	if !w.pool.Discard {
		if err := w.writer.Reset(w.header(work, started), match); err != nil {
			return league.Report{}, err
		}
		record = append(record, &w.writer)
	}
	if w.pool.Watch != nil {
		if r := w.pool.Watch(work, match); r != nil {
			record = append(record, r)
		}
	}
	players, err := w.start(work, match)
	if err != nil {
		return league.Report{}, err
	}
	result, err := referee.Play(ctx, match, players, referee.Options{Limits: work.Limits, Recorder: record})
	if err != nil {
		return league.Report{}, err
	}
	info := work.Game.Info()
	report := league.Report{
		Job: work.Job, Game: info.Name, Rules: info.Rules, Limits: work.Limits, Unlimited: work.Limits == (referee.TimeLimits{}),
		Result: result, Turns: w.tally.turns, PlayedAt: started, Duration: time.Since(started), Waited: w.tally.waited,
		Times: slices.Clone(w.tally.times), Attributes: match.Attributes(), Metrics: w.tally.all(),
	}
	if !w.pool.Discard {
		report.Play, report.Record = league.Play(w.writer.Play()), bytes.Clone(w.writer.Bytes())
	}
	return report, nil
}

func (w *worker) header(work Work, started time.Time) replay.Header {
	h := replay.NewHeader(work.Game.Info(), work.Setup, work.Limits)
	h.Arbiter, h.PlayedAt, h.Host = w.pool.Version, started, w.pool.Host
	if w.pool.HostNow != nil {
		h.Host = w.pool.HostNow()
	}
	h.BotSeed = work.BotSeed()
	if work.Branch != nil {
		h.Parent = work.Branch.Parent()
	}
	h.Host.Pinned = len(w.cpus) > 0
	if start := work.Job.Pairing.Start; start.Position != "" {
		h.Setup, h.SetupRef = nil, start.Position // the store keeps it once
	}
	for _, c := range work.Contenders {
		h.Seats = append(h.Seats, SeatOf(c.Bot))
	}
	return h
}

// start starts the bots, each on its CPU, and seats the humans.
func (w *worker) start(work Work, match referee.Match) ([]referee.Player, error) {
	players := make([]referee.Player, 0, len(work.Contenders))
	env := append(work.Limits.Environ(), SeedVariable+"="+work.BotSeed())
	for seat, c := range work.Contenders {
		spec := c.Spec
		spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], env...)
		spec.Liable = w.warner.liable(work.Job.ID, c.Bot.ID)
		var player referee.Player
		var err error
		if c.Check != nil {
			err = c.Check()
		}
		switch {
		case err != nil:
		case c.Human != nil:
			player = c.Human(match)
		case work.HasHuman():
			player, err = w.startBesideHuman(seat, spec)
		default:
			player, err = w.startOne(&w.table, seat, spec)
		}
		if err != nil {
			for _, p := range players {
				_, closeErr := p.Close()
				err = errors.Join(err, closeErr)
			}
			return nil, err
		}
		players = append(players, work.join(seat, player))
	}
	return players, nil
}

func (w *worker) startOne(table *process.Table, seat int, spec process.Spec) (referee.Player, error) {
	if seat > 0 && seat < len(w.cpus) {
		unpin, err := process.Pin(w.cpus[seat])
		if err != nil {
			return nil, err
		}
		defer unpin()
	}
	return table.Start(spec)
}
