package dispatch

import (
	"context"
	"sync"
	"time"
)

// MaxUnsafe is how many matches a worker may have played whose reports are not saved yet. A
// kill loses at most these and the running match.
const MaxUnsafe = 16

// batchWindow is how long a report waits for others to be flushed with it. Most
// of what saving one costs is its transaction, which several can share. A
// match that lasts longer than this has its report flushed at once.
const batchWindow = 25 * time.Millisecond

// A batch buffers what a worker has played until it is flushed. The worker does
// that itself, between two matches: a goroutine of its own would take the CPU
// from the next match's bots, in small pieces and at a price each time. Only
// when the next match is much longer than the last ones, or there is none yet,
// does a timer flush meanwhile.
//
// The worker says when it asks for work and when it has got some: whoever waits
// for the result of a buffered match should not wait for the next match, too.
type batch struct {
	src    Source
	ctx    context.Context
	failed context.CancelFunc // called when a flush fails

	mu     sync.Mutex
	played []Played
	oldest time.Time // when the first of them was added
	saving int       // matches that are being flushed

	timer    *time.Timer
	flushing sync.Mutex // held during a flush
	err      error      // of the flush that failed; guarded by flushing
}

// newBatch returns an empty batch. What has been played is saved even when ctx
// ends meanwhile.
func newBatch(ctx context.Context, src Source, failed context.CancelFunc) *batch {
	b := &batch{src: src, ctx: context.WithoutCancel(ctx), failed: failed}
	b.timer = time.AfterFunc(time.Hour, func() { _ = b.flush() }) // the worker sees the error
	b.timer.Stop()
	return b
}

// add buffers a match, and flushes when it is time.
func (b *batch) add(p Played) error {
	b.mu.Lock()
	if len(b.played) == 0 {
		b.oldest = time.Now()
	}
	b.played = append(b.played, p)
	wait := p.Report.Duration < batchWindow && len(b.played)+b.saving < MaxUnsafe && time.Since(b.oldest) < batchWindow
	b.mu.Unlock()
	if wait {
		return nil
	}
	return b.flush()
}

// idle says that the worker asks for work. If it has to wait, perhaps for the
// results of what is buffered, that is flushed.
func (b *batch) idle() { b.flushWithin(time.Millisecond) }

// busy says that the worker plays again.
func (b *batch) busy() { b.flushWithin(2 * batchWindow) }

// flushWithin sets how much longer matches may stay buffered.
func (b *batch) flushWithin(long time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.played) > 0 {
		b.timer.Reset(long)
	}
}

// flush hands what is buffered to the source, after any flush before it.
func (b *batch) flush() error {
	b.flushing.Lock()
	defer b.flushing.Unlock()
	b.mu.Lock()
	played := b.played
	b.played, b.saving = nil, len(played)
	b.timer.Stop()
	b.mu.Unlock()
	if b.err != nil || len(played) == 0 {
		return b.err
	}
	if b.err = b.src.Played(b.ctx, played); b.err != nil {
		b.failed()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.saving = 0
	return b.err
}
