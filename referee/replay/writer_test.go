package replay_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/replay"
)

func read(t testing.TB, data []byte) *replay.Record {
	t.Helper()
	rec, err := replay.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func same(a, b *replay.Record) string { return cmp.Diff(a, b, cmpopts.EquateEmpty()) }

// What the players did is in the record, whatever bytes they wrote.
func TestWriterKeepsEverything(t *testing.T) {
	anything := rapid.Custom(func(t *rapid.T) string { return string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) })
	rapid.Check(t, func(rt *rapid.T) {
		setup := referee.Setup{Seed: rapid.Int64().Draw(rt, "seed")}
		players := make([]*scripted, 2)
		for seat := range players {
			players[seat] = &scripted{last: anything.Draw(rt, "last")}
			for range 3 {
				reply := says("", anything.Draw(rt, "late"), anything.Draw(rt, "stderr"))
				reply.Lines = rapid.SliceOf(anything).Draw(rt, "lines")
				players[seat].replies = append(players[seat].replies, reply)
			}
		}
		rec := read(t, record(t, setup, []referee.Player{players[0], players[1]}))
		if rec.Header.Seed != setup.Seed || len(rec.Turns) != 3 || rec.Truncated != "" {
			rt.Fatalf("found seed %d, %d turns, truncated %q", rec.Header.Seed, len(rec.Turns), rec.Truncated)
		}
		for seat, p := range players {
			for i, want := range p.replies {
				found := rec.Turns[i].Answers[seat]
				want := replay.Answer{
					Seat: seat, Lines: want.Lines, Wall: 120_000, CPU: 90_000, // whole microseconds
					Late: want.Late, Stderr: want.Stderr,
				}
				if diff := cmp.Diff(want, found, cmpopts.EquateEmpty()); diff != "" {
					rt.Fatalf("turn %d: seat %d: %s", i+1, seat, diff)
				}
			}
			if string(rec.Footer.Late[seat]) != p.last {
				rt.Fatalf("seat %d: last words %q; want %q", seat, rec.Footer.Late[seat], p.last)
			}
		}
		if v, err := replay.Verify(rec, sums{}); err != nil || v.Status != replay.Same {
			rt.Fatalf("verify: %v, %v", v, err)
		}
	})
}

func TestWriterKeepsFaults(t *testing.T) {
	rec := read(t, record(t, referee.Setup{}, []referee.Player{
		&scripted{replies: []referee.Reply{says("1", "", ""), fails(2, 0, referee.Crash, `said "bye" <&>`)}},
		&scripted{replies: []referee.Reply{says("x", "", ""), says("2", "", ""), says("3", "", "")}},
	}))
	want := &referee.Fault{Turn: 2, Seat: 0, Kind: referee.Crash, Why: `said "bye" <&>`}
	if diff := cmp.Diff(want, rec.Turns[1].Answers[0].Fault); diff != "" {
		t.Error(diff)
	}
	garbled := referee.Fault{Turn: 1, Seat: 1, Kind: referee.Garbled, Line: "x", Why: "want a number from 0 to 9"}
	ended := *want
	ended.Stderr = "too slow" // in the footer only: the turn has it as its stderr
	if diff := cmp.Diff([]referee.Fault{garbled, ended}, rec.Footer.Result.Faults); diff != "" {
		t.Error(diff)
	}
}

// A Writer that is used again makes the same record.
func TestWriterReset(t *testing.T) {
	play := func(w *replay.Writer) []byte {
		t.Helper()
		setup, players := example()
		m, err := sums{}.New(setup, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Reset(header(setup), m); err != nil {
			t.Fatal(err)
		}
		if w.Bytes() != nil {
			t.Error("a record before the end")
		}
		if _, err := referee.Play(t.Context(), m, players, referee.Options{Recorder: w}); err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(w.Bytes())
	}
	var w replay.Writer
	if first, again := read(t, play(&w)), read(t, play(&w)); same(first, again) != "" {
		t.Error(same(first, again))
	}
}

// Stderr beyond MaxStderr is counted and not kept.
func TestWriterCutsStderr(t *testing.T) {
	much := strings.Repeat("x", replay.MaxStderr-1)
	rec := read(t, record(t, referee.Setup{}, []referee.Player{
		&scripted{replies: []referee.Reply{says("1", "", much), says("2", "", ""), says("3", "", "")}},
		&scripted{replies: []referee.Reply{says("1", "", "abc"), says("2", "", "d"), says("3", "", "")}, last: "e"},
	}))
	if found := rec.Turns[0].Answers[0].Stderr; string(found) != much {
		t.Errorf("seat 0: kept %d bytes; want %d", len(found), len(much))
	}
	if found := rec.Turns[0].Answers[1].Stderr; string(found) != "a" {
		t.Errorf("seat 1: kept %q; want %q", found, "a")
	}
	if rec.Footer.Cut != 4 {
		t.Errorf("cut %d; want 4", rec.Footer.Cut)
	}
}

func TestWriterRefusesABrokenSetup(t *testing.T) {
	h := header(referee.Setup{Position: json.RawMessage("{")})
	m, err := sums{}.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.NewWriter(h, m); err == nil {
		t.Error("a setup that is no JSON was accepted")
	}
}

func TestSave(t *testing.T) {
	setup, players := example()
	m, err := sums{}.New(setup, 2)
	if err != nil {
		t.Fatal(err)
	}
	w, err := replay.NewWriter(header(setup), m)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "match"+replay.Ext)
	if err := w.Save(path); err == nil || err.Error() != "write replay "+path+": the match has not ended" {
		t.Errorf("before the end: %v", err)
	}
	if _, err := referee.Play(t.Context(), m, players, referee.Options{Recorder: w}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time over the first
		if err := w.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := replay.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := same(read(t, w.Bytes()), rec); diff != "" {
		t.Error(diff)
	}

	none := filepath.Join(dir, "none", "match"+replay.Ext)
	if err := w.Save(none); err == nil || err.Error() != "write replay "+none+": no such file or directory" {
		t.Errorf("into no folder: %v", err)
	}
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := w.Save(taken); err == nil {
		t.Error("a folder was written over")
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 {
		t.Errorf("found %v; want match%s and taken, no temporary file", files, replay.Ext)
	}
}
