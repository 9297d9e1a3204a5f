//go:build !linux

package process

// traceParent does nothing: it is for Linux.
func traceParent() {}
