package codingame_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/games"
	"arbiter/referee/replay"
)

// record plays a match with answers of all kinds, or none, and returns its record.
func record(t *testing.T, g referee.Game, setup referee.Setup, rng *rand.Rand, wild int) *replay.Record {
	t.Helper()
	info := g.Info()
	m, err := g.New(setup, info.MaxSeats)
	if err != nil {
		t.Fatal(err)
	}
	h := replay.NewHeader(info, setup, info.Limits())
	for seat := range info.MaxSeats {
		h.Seats = append(h.Seats, replay.Seat{Name: "bot " + itoa(seat), Bot: "./bot"})
	}
	w, err := replay.NewWriter(h, m)
	if err != nil {
		t.Fatal(err)
	}
	dropped := referee.Seats(0)
	for turn := (referee.Turn{Number: 1}); !m.Over(); turn.Number++ {
		turn.Asked, turn.Replies = m.Asked(), make([]referee.Reply, info.MaxSeats)
		for seat := range turn.Asked.All() {
			reply := &turn.Replies[seat]
			reply.Stderr = []byte("turn " + itoa(turn.Number) + "\n")
			var answer string
			if c, ok := m.(referee.Chooser); ok {
				var parts []string
				for _, texts := range c.Choices(seat) {
					parts = append(parts, texts[rng.IntN(len(texts))])
				}
				answer = strings.Join(parts, "|")
			} else {
				answer = "{\n\"actions\": []\n}\n"
			}
			switch {
			case dropped.Has(seat) || rng.IntN(40) < wild:
				kinds := []referee.Kind{referee.Timeout, referee.Crash, referee.Flood, referee.Unasked}
				reply.Fault = &referee.Fault{Turn: turn.Number, Seat: seat, Kind: kinds[rng.IntN(4)], Line: "x", Why: "it was so"}
				dropped |= referee.SeatSet(seat)
				m.Drop(seat, *reply.Fault)
				continue
			case rng.IntN(40) < wild:
				answer += []string{" \xff\xfe", "\r", " \u2028", "|", "\x00", ""}[rng.IntN(6)]
			}
			reply.Lines = []string{answer}
			m.Answer(seat, reply.Lines)
		}
		m.Step()
		if err := w.Turn(&turn); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(m.Result(), make([][]byte, info.MaxSeats)); err != nil {
		t.Fatal(err)
	}
	rec, err := replay.Read(bytes.NewReader(w.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// "What we export imports with the same answers, digests and result; times are unknown."
func TestRoundTrip(t *testing.T) {
	for _, g := range games.All() {
		rapid.Check(t, func(r *rapid.T) {
			seed := rapid.Int64().Draw(r, "seed")
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "answers"), 1))
			rec := record(t, g, referee.Setup{Seed: seed}, rng, rapid.IntRange(0, 3).Draw(r, "wild"))
			var out bytes.Buffer
			if err := codingame.Write(&out, rec); err != nil {
				r.Fatal(err)
			}
			m := one(t, out.String())
			if found, err := m.Find(games.All()); err != nil || found.Info().Name != g.Info().Name {
				r.Fatalf("%v; want %s", err, g.Info().Name)
			}
			back := played(t, m, g)
			if d := back.Differs(); d != nil {
				r.Fatalf("%s: %v", g.Info().Name, d)
			}
			if len(back.Record.Turns) != len(rec.Turns) || back.Record.Header.Start != rec.Header.Start {
				r.Fatalf("%s: %d turns; want %d", g.Info().Name, len(back.Record.Turns), len(rec.Turns))
			}
			for i, turn := range rec.Turns {
				got := back.Record.Turns[i]
				if got.Digest != turn.Digest || !slices.EqualFunc(got.Answers, turn.Answers, func(a, b replay.Answer) bool {
					return a.Seat == b.Seat && slices.Equal(a.Lines, b.Lines) && string(a.Stderr) == string(b.Stderr) && (a.Fault == nil) == (b.Fault == nil) && (a.Fault == nil || *a.Fault == *b.Fault)
				}) {
					r.Fatalf("%s: turn %d: %+v; want %+v", g.Info().Name, i+1, got, turn)
				}
			}
			if !slices.Equal(back.Result.Scores, rec.Footer.Result.Scores) || back.Result.Reason != rec.Footer.Result.Reason || !slices.EqualFunc(back.Result.Faults, rec.Footer.Result.Faults, func(a, b referee.Fault) bool { return strings.ToValidUTF8(a.Error(), "\uFFFD") == b.Error() }) {
				r.Fatalf("%s: %+v; want %+v", g.Info().Name, back.Result, rec.Footer.Result)
			}
		})
	}
}

// A match from an explicit start is exported with that start.
func TestRoundTripOfAPosition(t *testing.T) {
	for _, g := range games.All() {
		m, err := g.New(referee.Setup{Seed: 3}, g.Info().MaxSeats)
		if err != nil {
			t.Fatal(err)
		}
		at, ok := m.(referee.Positioner)
		if !ok {
			continue
		}
		position, err := at.Position()
		if err != nil {
			t.Fatal(err)
		}
		rec := record(t, g, referee.Setup{Position: position}, rand.New(rand.NewPCG(1, 1)), 0)
		var out bytes.Buffer
		if err := codingame.Write(&out, rec); err != nil {
			t.Fatal(err)
		}
		back := played(t, one(t, out.String()), g)
		if back.Differs() != nil || back.Record.Header.Start != rec.Header.Start || back.Record.Header.Setup == nil {
			t.Errorf("%s: %v", g.Info().Name, back.Differs())
		}
	}
}

// The form is that of the engine: a text by seat for each frame, and null where it was not asked.
func TestWrittenForm(t *testing.T) {
	rec := record(t, seeded()[0], referee.Setup{Seed: 5}, rand.New(rand.NewPCG(1, 2)), 0)
	var out bytes.Buffer
	if err := codingame.Write(&out, rec); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Outputs, Errors  map[string][]*string
		Summaries, Views []string
		Scores           map[string]int64
		Uinput           []string
		Metadata         string
		Agents           []map[string]any
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	frames := 1 + 2*len(rec.Turns)
	for key, list := range doc.Outputs {
		if len(list) != frames || len(doc.Errors[key]) != frames {
			t.Errorf("%s: %d outputs and %d errors; want %d", key, len(list), len(doc.Errors[key]), frames)
		}
	}
	if len(doc.Summaries) != frames || len(doc.Views) != frames || len(doc.Outputs) != 3 || len(doc.Agents) != 2 || doc.Uinput[0] != "seed=5\n" {
		t.Errorf("%d summaries, %d views; want %d: %+v", len(doc.Summaries), len(doc.Views), frames, doc.Agents)
	}
	for i := 1; i < frames; i++ {
		asked, other := itoa((i-1)%2), itoa(i%2)
		if doc.Outputs[asked][i] == nil || !strings.HasSuffix(*doc.Outputs[asked][i], "\n") || doc.Outputs[other][i] != nil || doc.Errors[other][i] != nil {
			t.Fatalf("frame %d: seat %s is asked", i, asked)
		}
	}
	if !strings.HasPrefix(doc.Views[1], "INTERMEDIATE_FRAME 1") || !strings.HasPrefix(doc.Views[2], "KEY_FRAME 2") {
		t.Errorf("views %q", doc.Views[:3])
	}
}

// A record without a result cannot be told in the engine's form.
func TestWriteUnended(t *testing.T) {
	rec := record(t, seeded()[2], referee.Setup{}, rand.New(rand.NewPCG(1, 2)), 0)
	rec.Footer = nil
	if err := codingame.Write(&bytes.Buffer{}, rec); err == nil || !strings.Contains(err.Error(), "no result") {
		t.Errorf("%v", err)
	}
}
