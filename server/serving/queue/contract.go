package queue

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"

	"arbiter/bots"
	"arbiter/referee/games"
)

// A Contract is what two programs must agree on to play the same match: the
// version alone does not tell builds apart.
type Contract struct {
	Rules     map[string]int    `json:"rules"`     // by game
	Revisions map[string]string `json:"revisions"` // of the builtin bots, by path
	Platform  string            `json:"platform"`  // GOOS/GOARCH
	Build     string            `json:"build"`     // SHA-256 of the program's file, shortened
}

// NewContract returns the contract of this program.
func NewContract() (Contract, error) {
	c := Contract{Rules: map[string]int{}, Revisions: map[string]string{}, Platform: platform()}
	for _, g := range games.All() {
		c.Rules[g.Info().Name] = g.Info().Rules
	}
	for _, b := range bots.All() {
		c.Revisions[b.Path()] = b.Revision
	}
	var err error
	c.Build, err = build()
	return c, err
}

func platform() string { return runtime.GOOS + "/" + runtime.GOARCH }

// build returns the digest of the running program.
func build() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:10]), nil
}

// Differs returns the first thing in which a worker's contract differs, as a
// sentence for its operator, or "". On another platform the program's file is
// another one, so only rules and revisions are compared there.
func (c Contract) Differs(worker Contract) string {
	for _, game := range slices.Sorted(maps.Keys(c.Rules)) {
		if c.Rules[game] != worker.Rules[game] {
			return fmt.Sprintf("it plays rules %d of %s, the coordinator rules %d; install the coordinator's program", worker.Rules[game], game, c.Rules[game])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(c.Revisions)) {
		if c.Revisions[path] != worker.Revisions[path] {
			return fmt.Sprintf("its builtin bot %s is revision %q, the coordinator's %q; install the coordinator's program", path, worker.Revisions[path], c.Revisions[path])
		}
	}
	if c.Platform == worker.Platform && c.Build != worker.Build {
		return fmt.Sprintf("it is build %s, the coordinator build %s; install the coordinator's program", worker.Build, c.Build)
	}
	return ""
}
