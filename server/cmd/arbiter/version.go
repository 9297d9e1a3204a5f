package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

type versionCmd struct{}

// Run prints the version, the commit that it was built from and its date if they
// are known, and the Go version and platform.
func (versionCmd) Run(s output.Streams) error {
	_, err := fmt.Fprintln(s.Out, versionText())
	return err
}

func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return fmt.Sprintf("arbiter %s%s (%s %s/%s)", flags.Version, revision(info.Settings), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns the commit and its date as the Go command has recorded them,
// such as " 3f2a9c01d4e7 2026-11-22", or "" in a build outside a repository.
func revision(settings []debug.BuildSetting) string {
	vcs := map[string]string{}
	for _, s := range settings {
		vcs[s.Key] = s.Value
	}
	commit, date := vcs["vcs.revision"], vcs["vcs.time"]
	if commit == "" {
		return ""
	}
	text := " " + commit[:min(12, len(commit))]
	if date != "" {
		text += " " + date[:min(len("2006-01-02"), len(date))]
	}
	if vcs["vcs.modified"] == "true" {
		text += " with changes"
	}
	return text
}
