package selfplay

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// A batch steps this many matches at once in the measurements.
const benchMatches = 64

// BenchmarkBatch measures the steps of all matches of a batch per second, with
// planes, and actions that are drawn from the masks; first without a batch: one
// match after the other on one CPU, without planes. A step is a turn of a match.
func BenchmarkBatch(b *testing.B) {
	for _, game := range []string{"domain", "keeper", "flames", "ctf"} {
		b.Run(game+"/one CPU, no planes", func(b *testing.B) { benchPlain(b, game) })
		b.Run(game+"/one CPU", func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			benchBatch(b, game)
		})
		b.Run(game+"/all CPUs", func(b *testing.B) { benchBatch(b, game) })
	}
}

func benchPlain(b *testing.B, game string) {
	g, err := games.Find(game)
	if err != nil {
		b.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(1, 1))
	var m referee.Actor
	var table *actionTable
	var mask []byte
	steps := 0
	for b.Loop() {
		for range benchMatches {
			if m == nil || m.Over() {
				dealt, err := g.New(referee.Setup{Seed: int64(steps)}, g.Info().MaxSeats)
				if err != nil {
					b.Fatal(err)
				}
				m = dealt.(referee.Actor)
				if table == nil {
					table = newActionTable(m)
					mask = make([]byte, table.maskSize())
				}
			}
			actions := make([]int32, len(table.parts))
			for seat := range m.Asked().All() {
				table.mask(m, seat, mask)
				drawActions(draw, table, mask, actions)
				m.Answer(seat, []string{table.text(m, seat, actions)})
			}
			m.Step()
			steps++
		}
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// drawActions draws an allowed action for each part.
func drawActions(draw *rand.Rand, t *actionTable, mask []byte, dst []int32) {
	for p := range t.parts {
		size := len(t.parts[p])
		if p == len(t.parts)-1 {
			size = len(mask)
		}
		allowed := 0
		for _, allow := range mask[:size] {
			allowed += int(allow)
		}
		for n, i := draw.IntN(allowed), 0; ; i++ {
			if n -= int(mask[i]); n < 0 {
				dst[p] = int32(i)
				break
			}
		}
		mask = mask[size:]
	}
}

// sharedSession returns a session that shares a file for matches with planes.
func sharedSession(t testing.TB, game string, matches int) *EnvSession {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shared")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := session(t, game)
	if _, err := s.share(request{Do: "share", File: path, Matches: matches, Planes: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.shared.close() })
	return s
}

// drawAll draws the shared actions of all matches.
func drawAll(draw *rand.Rand, s *EnvSession) {
	rows := s.shared.Matches * s.shared.seats
	for at := range rows {
		drawActions(draw, s.table, row(s.shared.masks, rows, at), row(s.shared.actions, rows, at))
	}
}

func benchBatch(b *testing.B, game string) {
	s := sharedSession(b, game, benchMatches)
	if _, err := s.deal(request{}); err != nil {
		b.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(1, 1))
	steps := 0
	for b.Loop() {
		drawAll(draw, s)
		if _, err := s.play(request{}); err != nil {
			b.Fatal(err)
		}
		steps += benchMatches
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
