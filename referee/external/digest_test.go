package external_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/external"
)

// "A running server must notice when a referee's files change": the next match is none, and
// says why. The same content again is the same referee.
func TestFilesChangeWhileRunning(t *testing.T) {
	g := open(t, `name = "take"`, run("wrap", "tally"))
	first, err := g.Digest()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(g.Dir(), external.GameFile)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o644), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	write(string(text)+"league = 2", time.Unix(1, 0))
	var changed *external.ChangedError
	if _, err := g.Digest(); !errors.As(err, &changed) || changed.Was != first {
		t.Errorf("error %v; want that the files have changed", err)
	}
	m, err := g.New(referee.Setup{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if !m.Over() || !errors.As(m.Err(), &changed) {
		t.Errorf("a match of changed files: error %v; want that they have changed", m.Err())
	}
	write(string(text), time.Unix(2, 0))
	if again, err := g.Digest(); err != nil || again != first {
		t.Errorf("digest %s, error %v with the files of before; want %s", again, err, first)
	}
}

func BenchmarkDigest(b *testing.B) {
	g := open(b, `name = "take"`, run("wrap", "tally"))
	for i := range 300 {
		if err := os.WriteFile(filepath.Join(g.Dir(), "class"+time.Unix(int64(i), 0).Format("150405")), []byte("x"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := g.Digest(); err != nil {
			b.Fatal(err)
		}
	}
}
