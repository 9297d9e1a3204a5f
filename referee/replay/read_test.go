package replay_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// committed are the records of every envelope version, kept for good.
var committed = []string{"testdata/v1.jsonl.gz", "testdata/v1-full.jsonl"}

// Old records can be read: each committed file is the example match.
func TestReadEveryVersion(t *testing.T) {
	setup, players := example()
	want := read(t, record(t, setup, players))
	for i := range want.Footer.Result.Faults {
		want.Footer.Result.Faults[i].Stderr = "" // the committed records are older than it
	}
	for _, path := range committed {
		t.Run(path, func(t *testing.T) {
			rec, err := replay.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := same(want, rec); diff != "" {
				t.Error(diff)
			}
			if v, err := replay.Verify(rec, sums{}); err != nil || v.Status != replay.Same {
				t.Errorf("verify: %v, %v", v, err)
			}
		})
	}
}

// anyRecord draws records with arbitrary bytes wherever a bot could put them.
func anyRecord() *rapid.Generator[*replay.Record] {
	return rapid.Custom(func(t *rapid.T) *replay.Record {
		text := rapid.SliceOf(rapid.Byte())
		line := rapid.Custom(func(t *rapid.T) string { return string(text.Draw(t, "line")) })
		micros := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 1e9).Draw(t, "us")) * time.Microsecond
		})
		digest := rapid.Custom(func(t *rapid.T) replay.Digest { return replay.Digest(rapid.Uint64().Draw(t, "digest")) })
		rec := &replay.Record{Header: header(referee.Setup{Seed: rapid.Int64().Draw(t, "seed")})}
		rec.Header.Start = digest.Draw(t, "start")
		rec.Header.Seats[0].Bot = rapid.String().Draw(t, "bot")
		rec.Header.BotSeed = rapid.SampledFrom([]string{"", "7"}).Draw(t, "bot seed")
		if rapid.Bool().Draw(t, "explicit") {
			rec.Header.Setup = json.RawMessage(`{"turns":7,"name":"<&>"}`)
		}
		for number := range rapid.IntRange(0, 4).Draw(t, "turns") {
			turn := replay.Turn{Number: number + 1, Digest: digest.Draw(t, "digest")}
			for seat := range referee.Seats(rapid.IntRange(0, 3).Draw(t, "asked")).All() {
				a := replay.Answer{
					Seat: seat, Wall: micros.Draw(t, "wall"), CPU: micros.Draw(t, "cpu"),
					Late: text.Draw(t, "late"), Stderr: text.Draw(t, "stderr"),
				}
				if rapid.Bool().Draw(t, "fault") {
					a.Fault = &referee.Fault{
						Turn: number + 1, Seat: seat, Kind: rapid.SampledFrom([]referee.Kind{referee.Timeout, referee.Flood}).Draw(t, "kind"),
						Line: rapid.String().Draw(t, "quoted"), Why: rapid.String().Draw(t, "why"),
					}
				} else {
					a.Lines = rapid.SliceOf(line).Draw(t, "lines")
				}
				turn.Answers = append(turn.Answers, a)
			}
			rec.Turns = append(rec.Turns, turn)
		}
		rec.Footer = &replay.Footer{
			Result: referee.Result{Scores: []int64{3, -1}, Ranks: []int{1, 2}, Reason: rapid.String().Draw(t, "reason")},
			Late:   [][]byte{text.Draw(t, "last"), nil},
			Cut:    rapid.IntRange(0, 9).Draw(t, "cut"),
		}
		return rec
	})
}

func export(t testing.TB, rec *replay.Record) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := replay.ExportRecord(rec, &text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// Read takes back what ExportRecord writes.
func TestReadExportRecord(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rec := anyRecord().Draw(rt, "record")
		if diff := same(rec, read(t, export(t, rec))); diff != "" {
			rt.Error(diff)
		}
	})
}

// A file cut at any byte gives the whole turns before it and says so.
func TestReadTruncated(t *testing.T) {
	setup, players := example()
	data := record(t, setup, players)
	whole := read(t, data)
	for _, tt := range []struct {
		name string
		data []byte
	}{
		{"compressed", data},
		{"plain", export(t, whole)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			header, turns := 0, 0 // the first cuts with a header and with all turns
			for cut := range tt.data {
				rec, err := replay.Read(bytes.NewReader(tt.data[:cut]))
				if err != nil {
					if turns > 0 || header > 0 {
						t.Fatalf("cut at %d: %v", cut, err)
					}
					if !strings.Contains(err.Error(), "before its header is whole") && !strings.Contains(err.Error(), "is empty") {
						t.Fatalf("cut at %d: unclear error: %v", cut, err)
					}
					continue
				}
				if header == 0 {
					header = cut
				}
				n := len(rec.Turns)
				if turns == 0 && n == len(whole.Turns) {
					turns = cut
				}
				lastLine := cut == len(tt.data)-1 && tt.name == "plain" // nothing but the line end is missing
				if (rec.Truncated == "") != lastLine {
					t.Fatalf("cut at %d: truncated: %q", cut, rec.Truncated)
				}
				if diff := same(&replay.Record{Header: whole.Header, Turns: whole.Turns[:n]}, &replay.Record{Header: rec.Header, Turns: rec.Turns}); diff != "" {
					t.Fatalf("cut at %d: %s", cut, diff)
				}
				v, err := replay.Verify(rec, sums{})
				want := replay.Unended
				if rec.Footer != nil {
					want = replay.Same
				}
				if err != nil || v.Status != want || v.Turn != n {
					t.Fatalf("cut at %d: verify: %v, %v; want %s", cut, v, err, want)
				}
			}
			if header == 0 || turns == 0 {
				t.Errorf("no cut left a header (%d) or all turns (%d)", header, turns)
			}
		})
	}
}

func TestTruncatedSentence(t *testing.T) {
	setup, players := example()
	data := record(t, setup, players)
	text := export(t, read(t, data))
	ends := lineEnds(text)
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"inside the first turn", text[:ends[0]+10], "the file ends inside line 2; no turn is whole"},
		{"inside a turn", text[:ends[1]+10], "the file ends inside line 3; turn 1 is whole"},
		{"after a turn", text[:ends[2]+1], "the file ends after line 3 without a result; turns 1 to 2 are whole"},
		{"before the checksum", data[:len(data)-1], "the file ends before its checksum; all lines are whole"},
	} {
		if rec := read(t, tt.data); rec.Truncated != tt.want {
			t.Errorf("%s: found %q; want %q", tt.name, rec.Truncated, tt.want)
		}
	}
}

func lineEnds(text []byte) []int {
	var ends []int
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i)
		}
	}
	return ends
}

// A changed bit of a compressed record never passes for the record of another
// match: it is an error or a cut, or it was in a part that means nothing.
func TestReadCorrupt(t *testing.T) {
	setup, players := example()
	data := record(t, setup, players)
	whole := read(t, data)
	for i := range data {
		for bit := range 8 {
			wrong := slices.Clone(data)
			wrong[i] ^= 1 << bit
			rec, err := replay.Read(bytes.NewReader(wrong))
			if err == nil && rec.Truncated == "" && same(whole, rec) != "" {
				t.Fatalf("byte %d, bit %d: another record: %s", i, bit, same(whole, rec))
			}
		}
	}
}

// An error says what was found, where, and what was expected.
func TestReadErrors(t *testing.T) {
	setup, players := example()
	text := string(export(t, read(t, record(t, setup, players))))
	full, err := os.ReadFile("testdata/v1-full.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	swap := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the example has no %s", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	swapFull := func(old, new string) string {
		if !strings.Contains(string(full), old) {
			t.Fatalf("the full example has no %s", old)
		}
		return strings.Replace(string(full), old, new, 1)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "the file is empty; want a replay"},
		{"another format", "PK\x03\x04", `the file begins with "PK"; want a replay: JSON lines, gzip-compressed or not`},
		{"another JSON", "{\"a\": 1}\n", `line 1: a JSON object without the key "replay"; want the header of a replay`},
		{"no JSON", "{hello}\n", `line 1: no replay header: byte 2: not JSON`},
		{"newer version", swap(`"replay":1`, `"replay":2`), "line 1: replay version 2, made by a newer arbiter; this one reads versions up to 1"},
		{"no version", swap(`"replay":1`, `"replay":0`), "line 1: replay version 0; want 1 to 1"},
		{"version of text", swap(`"replay":1`, `"replay":"1"`), `line 1: no replay header: field "replay": found a JSON string; want a whole number`},
		{"no game", swap(`"game":"sums",`, ``), `line 1: header: no "game"; want the game's name`},
		{"no rules", swap(`"rules":1,`, ``), `line 1: header: "rules" is 0; want the version of the rules, from 1`},
		{"no seed", swap(`"seed":"-9223372036854775549",`, ``), `line 1: header: no "seed"; want a 64-bit integer as text`},
		{"seed too big", swap(`"seed":"-9`, `"seed":"-99`), `line 1: header: "seed" is "-99223372036854775549"; want a 64-bit integer as text`},
		{"seed as number", swap(`"seed":"-9223372036854775549"`, `"seed":1`), `line 1: header: field "seed": found a JSON number; want a string`},
		{"negative limit", swap(`"turn_ms":50`, `"turn_ms":-50`), `line 1: header: limit -50; want a number of milliseconds, 0 for no limit`},
		{"unknown key", swap(`"rules"`, `"ruels"`), `line 1: header: unknown field "ruels"`},
		{"no JSON in a turn", swap(`{"t":2`, `{"t":`+"\n"), "line 3: found no whole JSON object"},
		{"a list", swap(`{"t":2`, "[1]\n{"), "line 3: found a JSON array; want an object"},
		{"two objects", swap(`{"t":2`, `{} {"t":2`), "line 3: text after the JSON object; want one object a line"},
		{"empty line", swap(`{"t":2`, "\n{"), "line 3: found no whole JSON object"},
		{"no UTF-8", swap("thought", "th\xffught"), "line 3: the line is not UTF-8; bytes that are not go into base64"},
		{"no digest", swap(`,"d":"e1b8605bf083d13a"`, ``), `line 2: neither a turn with "t", "s" and "d" nor a footer with "result"`},
		{"short digest", swap(`e1b8605bf083d13a`, `e1b8605bf083d13`), `line 2: digest "e1b8605bf083d13"; want 16 hexadecimal characters`},
		{"wrong turn", swap(`{"t":2`, `{"t":3`), "line 3: turn 3; want turn 2"},
		{"wrong seat", swap(`{"n":1,"f"`, `{"n":2,"f"`), "line 3: turn 2: seat 2 after seat 0; want ascending seats up to 1"},
		{"seat twice", swap(`{"n":1,"f"`, `{"n":0,"f"`), "line 3: turn 2: seat 0 after seat 0; want ascending seats up to 1"},
		{"no answer", swap(`"a":["7"],`, ``), `line 2: turn 1: seat 0: want either the answer "a" or the fault "f"`},
		{"less base64", swap(`["NP8="]`, `[]`), "line 3: turn 2: seat 0: 1 lines of text and 0 in base64; want as many"},
		{"negative time", swap(`"w":50000`, `"w":-1`), "line 3: turn 2: seat 1: times of -1µs and 0s; want microseconds from 0"},
		{"less scores", swap(`"scores":[19,6]`, `"scores":[19]`), "line 5: footer: 1 scores and 2 ranks; want one for each of 2 seats"},
		{"late of nobody", swap(`"late":[{"n":0`, `"late":[{"n":2`), "line 5: footer: stderr of seat 2; want 0 to 1"},
		{"second footer", text + text[strings.Index(text, `{"result"`):], "line 6: a second footer; want the end of the file"},
		{"turn after the end", text + `{"t":4,"s":[],"d":"e1b8605bf083d13a"}`, "line 6: a turn after the footer; want the end of the file"},
		{"full: turn without a number", swapFull(`"turn":1,`, ``), `line 4: neither the scene nor a frame with "turn" and "digest" nor a footer with "result"`},
		{"full: less seats", swapFull(`,{"asked":false}],`, `],`), "line 3: turn 0: 1 seats; want 2"},
		{"full: late bytes", swapFull(`"late_bytes":6`, `"late_bytes":7`), `line 3: turn 0: seat 0: "late_bytes" is 7; want 0 to 6, the length of the stderr`},
		{"full: no answer", swapFull(`"answer":["7"],`, ``), `line 4: turn 1: seat 0: asked, but neither "answer" nor "fault"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, err := replay.Read(strings.NewReader(tt.text))
			if err == nil {
				t.Fatalf("read: %+v; want %q", rec, tt.want)
			}
			if err.Error() != tt.want {
				t.Errorf("found %q\n want %q", err, tt.want)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	path := t.TempDir() + "/none" + replay.Ext
	if _, err := replay.Open(path); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("MZ"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Open(path); err == nil || !strings.HasPrefix(err.Error(), "read replay "+path+": the file begins with") {
		t.Errorf("another file: %v", err)
	}
}

// A small file that unpacks to a line without end is refused.
func TestReadBomb(t *testing.T) {
	head := export(t, &replay.Record{Header: header(referee.Setup{})})
	r := io.MultiReader(bytes.NewReader(head), strings.NewReader(`{"t":1,"s":[{"n":0,"e":"`), endless{'x'})
	want := fmt.Sprintf("line 2: more than %d bytes; no record has such a line", replay.MaxLine)
	if _, err := replay.Read(r); err == nil || err.Error() != want {
		t.Errorf("found %v; want %s", err, want)
	}
}

// endless repeats a byte for ever.
type endless struct{ c byte }

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.c
	}
	return len(p), nil
}

// FuzzRead: no file makes Read, Verify or Frames panic, and what was read
// whole is exported and read again as the same.
func FuzzRead(f *testing.F) {
	for _, path := range committed {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		if zip, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			text, err := io.ReadAll(zip)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := replay.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for range replay.Frames(rec, sums{}) {
		}
		if _, err := replay.Verify(rec, sums{}); err != nil && rec.Header.Game == "sums" {
			t.Log(err)
		}
		again := read(t, export(t, rec))
		rec.Truncated, again.Truncated = "", ""
		if diff := same(rec, again); diff != "" {
			t.Error(diff)
		}
	})
}

// A record and a full export of a build that called a crash "exit", and what
// followed a timeout, are read, verified and written again with the words of
// today.
func TestReadOldWords(t *testing.T) {
	setup, players := example()
	rec := read(t, record(t, setup, players))
	var full bytes.Buffer
	if err := replay.ExportFull(rec, sums{}, &full); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"record": export(t, rec), "full export": full.Bytes()} {
		old := bytes.ReplaceAll(text, []byte(`"kind":"timeout"`), []byte(`"kind":"exit"`))
		old = bytes.ReplaceAll(old, []byte(`"reason":"highest sum"`), []byte(`"reason":"timeout"`))
		rec := read(t, old)
		if fault := rec.Turns[1].Answers[1].Fault; fault == nil || fault.Kind != referee.Crash {
			t.Errorf("%s: fault %v in turn 2; want a crash", name, fault)
		}
		if result := rec.Footer.Result; result.Faults[0].Kind != referee.Crash || result.Reason != "forfeit" {
			t.Errorf("%s: reason %s, fault %v; want forfeit and a crash", name, result.Reason, result.Faults[0])
		}
		rec.Footer.Result.Reason = "highest sum" // which this game says whatever happened
		if v, err := replay.Verify(rec, sums{}); err != nil || v.Status != replay.Same {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if again := export(t, rec); bytes.Contains(again, []byte(`"exit"`)) {
			t.Errorf("%s: written again with the old word:\n%s", name, again)
		}
	}
}
