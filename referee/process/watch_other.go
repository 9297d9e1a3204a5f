//go:build !linux

package process

// hasCPUClock says that the processor time of a bot cannot be told here.
const hasCPUClock = false

// tellsDelays reports false: the scheduler does not tell here how long a
// thread was runnable and not run, so no bot counts as starved.
func tellsDelays([]byte) bool { return false }

// findOthers finds nobody: which process is whose cannot be told here.
func (w *watch) findOthers([]byte) {}

// survey finds nothing.
func (w *watch) survey(bool, []byte) survey { return survey{} }
