// Package refereetest holds what every game's tests share: TestGame, which
// checks what all games owe, the reader of recorded matches of the published
// referees, and players that answer from a function.
package refereetest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// NoAnswer is the output of a recorded player that gave no answer in time.
const NoAnswer = "\u0000TIMEOUT"

// A Trace is one recorded match of a published referee.
type Trace struct {
	Game   string          `json:"game"`
	Name   string          `json:"name"`
	Seed   *string         `json:"seed"`
	Kind   string          `json:"kind"`
	Setup  json.RawMessage `json:"setup"`
	Init   [][]string      `json:"init"`
	Turns  []TraceTurn     `json:"turns"`
	Result TraceResult     `json:"result"`
}

// A TraceTurn is one turn of a Trace. Input and Output are by seat; nil means
// the seat was not asked.
type TraceTurn struct {
	Player   int             `json:"player"`
	Input    [][]string      `json:"input"`
	Output   []*string       `json:"output"`
	Order    []int           `json:"order"`
	Resolved json.RawMessage `json:"resolved"`
	State    json.RawMessage `json:"state"`
	Extra    bool            `json:"extra"`
}

// A TraceResult is how a recorded match ended; Winner is nil for a draw.
type TraceResult struct {
	Scores []int64         `json:"scores"`
	Winner *int            `json:"winner"`
	Reason string          `json:"reason"`
	Detail json.RawMessage `json:"detail"`
}

// Shared returns the path of a file or folder of the shared test data, below
// $ARBITER_SHARED (default: ../shared beside the repository's root), and skips
// the test with a clear line where it is absent.
func Shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("ARBITER_SHARED")
	if dir == "" {
		dir = filepath.Join(root(t), "..", "shared")
	}
	path := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared test data at %s; set ARBITER_SHARED to the folder that holds it", path)
	}
	return path
}

// Traces returns the folder of recorded matches: $ARBITER_TRACES, by default
// the folder conformance of the shared test data. It skips like Shared.
func Traces(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("ARBITER_TRACES")
	if dir == "" {
		return Shared(t, "conformance")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recorded matches at ARBITER_TRACES=%s", dir)
	}
	return dir
}

// root returns the folder of go.mod, above the test's working directory.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = parent
	}
}

// Conformance replays every recorded match of a game below Traces: trace is
// the game's name in the recordings, name its name here. replay plays one and
// returns where it differs. The summary line counts matches, turns and kinds.
func Conformance(t *testing.T, trace, name string, replay func(tr *Trace) error) {
	t.Helper()
	var traces, turns, failed int
	kinds := map[string]bool{}
	for _, path := range TraceFiles(t, Traces(t)) {
		tr, err := readTrace(path, trace)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if tr == nil {
			continue
		}
		traces++
		turns += len(tr.Turns)
		kinds[tr.Kind] = true
		if err := replay(tr); err != nil {
			if failed++; failed <= 10 {
				t.Errorf("%s (%s): %v", tr.Name, tr.Kind, err)
			}
		}
	}
	if failed > 10 {
		t.Errorf("%d of %d traces differ", failed, traces)
	}
	fmt.Printf("conformance: %s: %d traces, %d turns, %d kinds\n", name, traces, turns, len(kinds))
}

// TraceFiles returns every *.json.gz below dir.
func TraceFiles(t testing.TB, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".json.gz") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// ReadGzipJSON reads one gzip-compressed JSON document into v.
func ReadGzipJSON(t testing.TB, path string, v any) {
	t.Helper()
	text, err := readGzip(path, nil)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// readTrace returns the trace in the file, or nil when the file is something
// else or of another game.
func readTrace(path, game string) (*Trace, error) {
	text, err := readGzip(path, func(head io.Reader) bool { return gameOf(head) == game })
	if text == nil || err != nil {
		return nil, err
	}
	var tr Trace
	if err := json.Unmarshal(text, &tr); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && wrong.Field == "" {
			return nil, nil // a list: no trace
		}
		return nil, err
	}
	if tr.Turns == nil {
		return nil, nil // a table
	}
	return &tr, nil
}

// readGzip returns the file's text; want, when given, looks at the beginning
// and may refuse it, so that other games' traces are not read whole.
func readGzip(path string, want func(head io.Reader) bool) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for pass := range 2 {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		if pass == 0 && want != nil && !want(z) {
			return nil, nil
		}
		if pass == 1 {
			return io.ReadAll(z)
		}
	}
	return nil, nil
}

// gameOf returns the value of the top-level field "game", reading no further.
func gameOf(r io.Reader) string {
	dec := json.NewDecoder(r)
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return ""
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return ""
		}
		if key == "game" {
			game, _ := dec.Token()
			name, _ := game.(string)
			return name
		}
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			return ""
		}
	}
	return ""
}
