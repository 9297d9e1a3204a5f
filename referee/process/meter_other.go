//go:build !linux

package process

import "time"

// A meter counts nothing: the processor time of processes that have ended cannot be
// told here.
type meter struct{}

func newMeter(int) meter { return meter{} }

func (meter) total() (time.Duration, bool) { return 0, false }

func (*meter) close() {}
