//go:build !linux

package process

// doing knows nothing: the system does not tell what a process waits for.
func (p *Player) doing() doing { return doing{unread: -1} }
