package external

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"arbiter/referee/process"
)

// A ChangedError reports that the files of a referee have changed since they were first read.
// Then its game.toml may no longer hold, and results would mix two referees.
type ChangedError struct {
	Dir      string
	Was, Now string // digests
}

// Error returns what has changed and what to do.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("the files in %s have changed while this program ran: their digest was %.16s, and is %.16s; start the program again, or bring the files back", e.Dir, e.Was, e.Now)
}

// Digest returns the SHA-256 of the referee's files, in hexadecimal digits; built files and the
// game.toml are part of them. A later call returns a ChangedError if the files have changed.
func (g *Game) Digest() (string, error) {
	stamp, err := g.stampFiles()
	if err != nil {
		return "", err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.digest != "" && stamp == g.stamp {
		return g.digest, nil
	}
	digests, err := g.spec.Digests()
	switch {
	case err != nil:
		return "", err
	case g.digest != "" && g.digest != digests.SHA256:
		return "", &ChangedError{g.spec.Dir, g.digest, digests.SHA256}
	}
	g.digest, g.stamp = digests.SHA256, stamp
	return g.digest, nil
}

// forget lets the digest be taken anew.
func (g *Game) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.digest = ""
}

// stampFiles returns a text that changes when files do. It reads no content: every match asks
// for it.
func (g *Game) stampFiles() (string, error) {
	hash := sha256.New()
	err := g.spec.Files(func(f process.File) error {
		fmt.Fprintf(hash, "%q %q %d %d %o\n", f.Name, f.Link, f.Info.Size(), f.Info.ModTime().UnixNano(), f.Info.Mode())
		return nil
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}
