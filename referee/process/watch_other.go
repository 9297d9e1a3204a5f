//go:build !linux

package process

// hasCPUClock says that the processor time of a bot cannot be told here.
const hasCPUClock = false

// tellsDelays reports false: the scheduler does not tell here how long a
// thread was runnable and not run, so no bot counts as starved.
func tellsDelays([]byte) bool { return false }

// survey finds nothing.
func (w *watch) survey(bool, []byte) survey { return survey{} }
