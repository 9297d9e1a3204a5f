//go:build !linux

package doctor

// condition cannot be told on this system.
func (p *probe) condition() condition { return condition{unread: -1} }

// busyness is not known on this system.
func busyness() int { return 0 }
