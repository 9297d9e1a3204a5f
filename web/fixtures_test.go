package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"arbiter/referee/games"
	"arbiter/referee/replay"
)

// The fixtures are matches as today's referee exports them: they are played
// again from their answers, so that a view that changes is seen by the tests
// of the pages.
func TestFixtures(t *testing.T) {
	for _, g := range games.All() {
		file := filepath.Join("fixtures", g.Info().Name+".jsonl.gz")
		t.Run(g.Info().Name, func(t *testing.T) {
			rec, err := replay.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := replay.ExportFull(rec, g, &want); err != nil {
				t.Fatalf("%v; the rules play another match, so that it takes a new fixture: see web/README.md", err)
			}
			if got := unpack(t, file); bytes.Equal(got, want.Bytes()) {
				return
			}
			if !*update {
				t.Fatalf("web/%s is not what the referee exports now; run: make generate", file)
			}
			if err := os.WriteFile(file, pack(t, want.Bytes()), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func unpack(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func pack(t *testing.T, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}
