package heropath

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"arbiter/referee"
)

// A wrapped setup is a test document with what recorded matches keep beside
// it. Only Test and Start say where the match starts.
type wrapped struct {
	Test       json.RawMessage `json:"test"`
	Start      *heroStart      `json:"start"`
	TestFile   string          `json:"test_file"`   // ignored beside Test
	TestSHA256 string          `json:"test_sha256"` // ignored
	Answer     string          `json:"answer"`      // ignored: the answer is the bot's
	AnswerB64  string          `json:"answer_b64"`  // ignored
}

// A heroStart is the hero before the first turn. It must be what the test
// says: a match always plays a test from its start.
type heroStart struct {
	X       *int64 `json:"x"`
	Y       *int64 `json:"y"`
	Level   int64  `json:"level"`
	Exp     int64  `json:"exp"`
	Gold    int64  `json:"gold"`
	Fatigue int64  `json:"fatigue"`
}

// parsePosition reads an explicit start position: a test document, or an
// object with the test document as its field "test". It returns the world and
// the document on one line.
func parsePosition(position []byte) (*World, []byte, error) {
	document, prefix := json.RawMessage(position), "setup: "
	var start *heroStart
	if isWrapped(position) {
		var w wrapped
		if err := referee.DecodePosition(position, &w); err != nil {
			return nil, nil, err
		}
		if w.Test == nil {
			return nil, nil, errors.New(`setup: no field "test"; the rules read no files: want the test document itself in it`)
		}
		document, start, prefix = w.Test, w.Start, "setup: test: "
	}
	world, err := ParseWorld(document)
	if err != nil {
		return nil, nil, fmt.Errorf("%s%w", prefix, err)
	}
	if err := start.check(world); err != nil {
		return nil, nil, fmt.Errorf("setup: %w", err)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, document); err != nil {
		return nil, nil, fmt.Errorf("%s%w", prefix, err)
	}
	return world, line.Bytes(), nil
}

// isWrapped tells the two forms apart: no test document has a field that the
// wrapping needs.
func isWrapped(position []byte) bool {
	r := newReader(position)
	if r.peek() != '{' {
		return false
	}
	for o := r.object(); o.next(); r.value() {
		switch string(o.key) {
		case "test", "start", "test_file", "test_sha256", "answer", "answer_b64":
			return true
		}
	}
	return false
}

func (h *heroStart) check(w *World) error {
	if h == nil {
		return nil
	}
	zero := int64(0)
	for _, f := range []struct {
		name        string
		found, want *int64
	}{
		{"x", h.X, &w.StartX},
		{"y", h.Y, &w.StartY},
		{"level", &h.Level, &zero},
		{"exp", &h.Exp, &zero},
		{"gold", &h.Gold, &zero},
		{"fatigue", &h.Fatigue, &zero},
	} {
		if f.found != nil && *f.found != *f.want {
			return fmt.Errorf("start.%s: found %d; want %d: a match plays a test from its start", f.name, *f.found, *f.want)
		}
	}
	return nil
}
