//go:build !linux

package process

import "time"

// awaitExit reports false: there is no waiting with a limit here. A process
// that is about to exit keeps its status when it is killed, so only a bot
// killed by somebody else is told as one that closed its output.
func awaitExit(int, time.Duration) bool { return false }
