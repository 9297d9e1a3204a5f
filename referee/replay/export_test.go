package replay_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A full export reads back as the record that it was made of.
func TestReadExportFull(t *testing.T) {
	anything := rapid.Custom(func(t *rapid.T) string { return string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) })
	rapid.Check(t, func(rt *rapid.T) {
		setup := referee.Setup{Position: json.RawMessage(`{"turns": 4}`)}
		alternate := rapid.Bool().Draw(rt, "alternate")
		if alternate {
			setup.Position = json.RawMessage(`{"turns": 4, "alternate": true}`)
		}
		var players []referee.Player
		for seat := range 2 {
			p := &scripted{last: anything.Draw(rt, "last")}
			for turn := range 4 {
				reply := says(anything.Draw(rt, "line"), anything.Draw(rt, "late"), anything.Draw(rt, "stderr"))
				if !alternate && rapid.IntRange(0, 9).Draw(rt, "fault") == 0 {
					reply = fails(turn+1, seat, referee.Timeout, "slow")
				}
				p.replies = append(p.replies, reply)
			}
			players = append(players, p)
		}
		rec := read(t, record(t, setup, players))
		if rapid.Bool().Draw(rt, "cut") {
			rec.Footer = nil
		}
		var full bytes.Buffer
		if err := replay.ExportFull(rec, sums{}, &full); err != nil {
			rt.Fatal(err)
		}
		back := read(t, full.Bytes())
		back.Truncated = ""
		if diff := same(rec, back); diff != "" {
			rt.Error(diff)
		}
	})
}

// A full export is the header, the scene, every frame and the footer.
func TestExportFullLines(t *testing.T) {
	rec, saw := watched(t)
	var full bytes.Buffer
	if err := replay.ExportFull(rec, sums{}, &full); err != nil {
		t.Fatal(err)
	}
	var lines []map[string]json.RawMessage
	for line := range bytes.Lines(full.Bytes()) {
		var v map[string]json.RawMessage
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, v)
	}
	if len(lines) != 3+len(saw.views) {
		t.Fatalf("%d lines; want %d", len(lines), 3+len(saw.views))
	}
	if string(lines[0]["full"]) != "true" || string(lines[1]["scene"]) != `{"turns":3}` || lines[len(lines)-1]["result"] == nil {
		t.Errorf("found %s", full.Bytes())
	}
	for turn, view := range saw.views {
		if found := string(lines[2+turn]["view"]); found != view {
			t.Errorf("turn %d: view %s; want %s", turn, found, view)
		}
	}
}

// broken is a writer whose reader is gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

func TestExportErrors(t *testing.T) {
	rec, _ := watched(t)
	const want = "export replay: nobody reads"
	if err := replay.ExportRecord(rec, broken{}); err == nil || err.Error() != want {
		t.Errorf("record: %v; want %s", err, want)
	}
	if err := replay.ExportFull(rec, sums{}, broken{}); err == nil || err.Error() != want {
		t.Errorf("full: %v; want %s", err, want)
	}
	err := replay.ExportFull(rec, sums{extra: 1}, &bytes.Buffer{})
	if err == nil || !strings.HasPrefix(err.Error(), "export replay: differs at turn 1: ") {
		t.Errorf("other rules: %v", err)
	}
}

// The examples of the document are the committed records.
func TestDocument(t *testing.T) {
	doc, err := os.ReadFile("../../docs/replay-format.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range committed {
		rec, err := replay.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if strings.Contains(path, "full") {
			err = replay.ExportFull(rec, sums{}, &text)
		} else {
			err = replay.ExportRecord(rec, &text)
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if !strings.Contains(string(doc), line) {
				t.Errorf("docs/replay-format.md lacks the line of %s:\n%s", path, line)
			}
		}
	}
}

// A match without a fault has an empty list of them: readers need not ask
// whether there is one.
func TestFooterWithoutFaults(t *testing.T) {
	line, err := replay.AppendFooter(nil, &replay.Footer{})
	if err != nil || !strings.Contains(string(line), `"faults":[]`) {
		t.Errorf("%s, %v; want an empty list", line, err)
	}
}
