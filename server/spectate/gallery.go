package spectate

import (
	"context"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/dispatch"
	"arbiter/server/live"
)

// A Gallery lets people watch the matches of a pool through a live.Hub.
type Gallery struct {
	Hub     *live.Hub
	Version string      // of the program, for headers
	Host    replay.Host // for headers

	mu      sync.Mutex
	running map[string]*recording // by match
}

// Watch is a dispatch.Pool's Watch: it makes the match known.
func (g *Gallery) Watch(w dispatch.Work, _ referee.Match) referee.Recorder {
	r := &recording{}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		g.running = map[string]*recording{}
	}
	g.running[w.Job.ID] = r
	header := g.header(w, time.Now())
	g.Hub.Open(w.Job.ID, func(ctx context.Context, add func([]byte)) error { return show(ctx, w, header, r, add) })
	return r
}

// Ended tells that a match is over: played, and its report kept, or broken off
// by the machine.
func (g *Gallery) Ended(id string) {
	g.mu.Lock()
	r := g.running[id]
	delete(g.running, id)
	g.mu.Unlock()
	if r != nil {
		r.breakOff() // says nothing to who has the result
		g.Hub.Close(id)
	}
}

// header is that of the record as far as it is known at the start.
func (g *Gallery) header(w dispatch.Work, started time.Time) replay.Header {
	h := replay.NewHeader(w.Game.Info(), w.Setup, w.Limits)
	h.Arbiter, h.PlayedAt, h.Host = g.Version, started.UTC(), g.Host
	for _, c := range w.Contenders {
		h.Seats = append(h.Seats, replay.Seat{Name: c.Bot.Name, Bot: c.Bot.Typed, Version: c.Bot.Version, Digest: c.Bot.Digest})
	}
	return h
}
