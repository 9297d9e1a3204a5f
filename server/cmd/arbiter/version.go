package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints the version, the revision it was built from if it is known, and
// the Go version and platform.
func (versionCmd) Run(s streams) error {
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				revision = " " + setting.Value[:min(12, len(setting.Value))]
			}
		}
	}
	_, err := fmt.Fprintf(s.out, "arbiter %s%s (%s %s/%s)\n", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
