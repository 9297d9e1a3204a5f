package dispatch

import (
	"context"
	"sync"
	"time"
)

// MaxUnsafe is how many matches of a worker may be played and not safe yet: what
// a kill may cost beside the running match.
const MaxUnsafe = 16

// company is how long a report waits for others to be handed in with it. Most
// of what keeping one costs is its transaction, which several can share. A
// match that lasts longer than this has its report handed in at once.
const company = 25 * time.Millisecond

// A tray holds what a worker has played until it is handed in. The worker does
// that itself, between two matches: a goroutine of its own would take the CPU
// from the next match's bots, in small pieces and at a price each time. Only
// when the next match is much longer than the last ones, or there is none yet,
// a timer does it meanwhile.
//
// The worker tells when it asks for work and when it has got some: who waits for
// the result of a match that lies in a tray should not wait for more than that.
type tray struct {
	src    Source
	ctx    context.Context
	failed context.CancelFunc // called when something could not be handed in

	mu     sync.Mutex
	played []Played
	oldest time.Time // when the first of them was put in
	away   int       // matches that are being handed in

	timer   *time.Timer
	handing sync.Mutex // held while some are being handed in
	err     error      // why that failed; guarded by handing
}

// newTray returns an empty tray. What has been played is kept even when ctx is
// done meanwhile.
func newTray(ctx context.Context, src Source, failed context.CancelFunc) *tray {
	t := &tray{src: src, ctx: context.WithoutCancel(ctx), failed: failed}
	t.timer = time.AfterFunc(time.Hour, func() { _ = t.handIn() }) // the worker sees the error
	t.timer.Stop()
	return t
}

// add puts in a match, and hands in what is there when it is time.
func (t *tray) add(p Played) error {
	t.mu.Lock()
	if len(t.played) == 0 {
		t.oldest = time.Now()
	}
	t.played = append(t.played, p)
	wait := p.Report.Duration < company && len(t.played)+t.away < MaxUnsafe && time.Since(t.oldest) < company
	t.mu.Unlock()
	if wait {
		return nil
	}
	return t.handIn()
}

// asks says that the worker asks for work. If it has to wait, perhaps for what is
// in the tray, that is handed in.
func (t *tray) asks() { t.patience(time.Millisecond) }

// plays says that the worker plays again.
func (t *tray) plays() { t.patience(2 * company) }

// patience sets how long what is in the tray may stay there.
func (t *tray) patience(long time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.played) > 0 {
		t.timer.Reset(long)
	}
}

// handIn hands in what is there, after what is being handed in.
func (t *tray) handIn() error {
	t.handing.Lock()
	defer t.handing.Unlock()
	t.mu.Lock()
	played := t.played
	t.played, t.away = nil, len(played)
	t.timer.Stop()
	t.mu.Unlock()
	if t.err != nil || len(played) == 0 {
		return t.err
	}
	if t.err = t.src.Played(t.ctx, played); t.err != nil {
		t.failed()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.away = 0
	return t.err
}
