package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// A programVersion is what --json prints.
type programVersion struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // absent in a build outside a repository
	Date     string `json:"date,omitempty"`   // of the commit, as in RFC 3339
	Modified bool   `json:"modified"`         // files were changed since the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// Run prints the version, the commit that it was built from and its date if they
// are known, and the Go version and platform.
func (c versionCmd) Run(s output.Streams) error {
	if c.JSON {
		vcs := settingsOf(buildInfo().Settings)
		return json.NewEncoder(s.Out).Encode(programVersion{
			flags.Version, vcs["vcs.revision"], vcs["vcs.time"], vcs["vcs.modified"] == "true", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		})
	}
	_, err := fmt.Fprintln(s.Out, versionText())
	return err
}

func versionText() string {
	return fmt.Sprintf("arbiter %s%s (%s %s/%s)", flags.Version, revision(buildInfo().Settings), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildInfo returns what the Go command has recorded of the build, which may be nothing.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

func settingsOf(settings []debug.BuildSetting) map[string]string {
	values := map[string]string{}
	for _, s := range settings {
		values[s.Key] = s.Value
	}
	return values
}

// revision returns the commit and its date as the Go command has recorded them,
// such as " 3f2a9c01d4e7 2026-11-22", or "" in a build outside a repository.
func revision(settings []debug.BuildSetting) string {
	vcs := settingsOf(settings)
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
