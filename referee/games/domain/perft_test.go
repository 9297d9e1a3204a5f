package domain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/referee/rng"
)

// perft counts the sequences of n legal actions from the position when a path
// may have at most the given number of steps.
func perft(s *State, n, path int) int {
	if s.Over {
		return 0
	}
	targets := s.TargetsWithin(int(s.Mover), path)
	if n == 1 {
		return s.countTo(targets)
	}
	count := 0
	for side := range Direction(directions) {
		for c := range (targets & s.Open(side)).All() {
			next := *s
			next.Step(Action{c, side})
			count += perft(&next, n-1, path)
		}
	}
	return count
}

// ended counts the sequences of n legal actions whose last one ends the game.
func ended(s *State, n, path int) int {
	count := 0
	targets := s.TargetsWithin(int(s.Mover), path)
	for side := range Direction(directions) {
		for c := range (targets & s.Open(side)).All() {
			next := *s
			next.Step(Action{c, side})
			switch {
			case n == 1 && next.Over:
				count++
			case n > 1 && !next.Over:
				count += ended(&next, n-1, path)
			}
		}
	}
	return count
}

// The numbers of sequences from the start position under the three readings
// of "an unobstructed path", and how many of them end with their last action.
func TestPerft(t *testing.T) {
	for _, tt := range []struct {
		name  string
		path  int
		want  []int
		ended []int
	}{
		{"path of at most 4", MaxPath, []int{32, 1024, 52736, 2699872}, []int{0, 0, 128, 6616}},
		{"path of at most 3", StrictPath, []int{32, 1024, 49920, 2418192}, []int{0, 0, 128, 6256}},
		{"any path", AnyPath, []int{32, 1024, 55104, 2946400}, []int{0, 0, 128, 6944}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Start()
			for i, want := range tt.want {
				if got := perft(&s, i+1, tt.path); got != want {
					t.Errorf("perft(%d) = %d, want %d", i+1, got, want)
				}
			}
			for i, want := range tt.ended {
				if got := ended(&s, i+1, tt.path); got != want {
					t.Errorf("%d sequences of %d actions end the game with the last, want %d", got, i+1, want)
				}
			}
		})
	}
}

// Positions from the middle of games, counted on the published referee's
// board class: perft(1), perft(2), perft(3).
func TestPerftMidGame(t *testing.T) {
	for _, tt := range []struct {
		moves               string
		want, ended         []int
		wantStrict, wantAny []int
	}{
		{
			moves: "21U 54R 33U 43R 22U 32L 42L",
			want:  []int{35, 2208, 93612}, ended: []int{1, 30, 2144},
			wantStrict: []int{27, 1618, 58620}, wantAny: []int{76, 5302, 311783},
		},
		{
			moves: "12U 54R 33U 43L 24L 23D 44R 43D 23L 22D",
			want:  []int{19, 986, 44030}, ended: []int{2, 0, 2031},
			wantStrict: []int{15, 754, 28140}, wantAny: []int{71, 4676, 250649},
		},
		{
			moves: "01R 45R 22L 33R 34D 33D 23L 44R 43D 23R 53U 14R 55D 24R 43R 32D 63U 24U 64L",
			want:  []int{38, 612, 17698}, ended: []int{2, 108, 1596},
			wantStrict: []int{30, 493, 13280}, wantAny: []int{59, 1700, 61320},
		},
		{
			moves: "30D 54R 32R 43L 44D 51D 41R 42U 33L 34U 24L 34L 35U 45L 16U 26R 25D 15L 45R 23L 25U 21L 13L",
			want:  []int{45, 1680, 45154}, ended: []int{3, 149, 2710},
			wantStrict: []int{42, 1484, 36471}, wantAny: []int{49, 2263, 86181},
		},
		{
			moves: "12L 45D 33U 43R 33R 34U 24L 34L 44R 45U 35L 53R 25L 32U 22L 42L 41U 42U 52L 34R 31U 36U 23R 55R 21L 52R 51U 55L 21U 64D 51D",
			want:  []int{22, 344, 3924}, ended: []int{3, 28, 1525},
			wantStrict: []int{20, 293, 3091}, wantAny: []int{23, 523, 8144},
		},
		{
			moves: "21U 54R 33U 43L 14L 24L 15U 25L 13U 35D 13D 23R 22D 43R 42D 52L 51U 54D 53D 24R 55D 45U 63L 25D 51D 45D 31L 65U 12R 35U 32L 23L 30R 25U 41L 55L 41U 56R 62D 36R 61U 15D 42U",
			want:  []int{16, 56, 333}, ended: []int{8, 32, 111},
			wantStrict: []int{13, 49, 306}, wantAny: []int{19, 116, 887},
		},
	} {
		moves := strings.Fields(tt.moves)
		t.Run(fmt.Sprintf("after %d actions", len(moves)), func(t *testing.T) {
			s := playMoves(t, moves)
			for n := 1; n <= 3; n++ {
				got := []int{perft(&s, n, MaxPath), ended(&s, n, MaxPath), perft(&s, n, StrictPath), perft(&s, n, AnyPath)}
				want := []int{tt.want[n-1], tt.ended[n-1], tt.wantStrict[n-1], tt.wantAny[n-1]}
				if !slices.Equal(got, want) {
					t.Errorf("%d actions: perft, ended, strict, any: %v, want %v", n, got, want)
				}
			}
		})
	}
}

// The published perft numbers, where the recordings are at hand; only as deep
// as a test has time for.
func TestConformancePerft(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(tables(t), "perft.json"))
	if err != nil {
		t.Skip(err) // recordings without this table: the same numbers stand in TestPerft
	}
	type counts struct {
		Moves     []string `json:"moves"`
		Reference []int    `json:"path4_reference"`
		Strict    []int    `json:"path3_strict"`
		Any       []int    `json:"any_length"`
	}
	var table struct {
		Start    counts   `json:"start"`
		Midgames []counts `json:"midgame"`
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	const most = 4_000_000 // sequences
	rows := append(table.Midgames, table.Start)
	for _, row := range rows {
		s := playMoves(t, row.Moves)
		for path, wants := range map[int][]int{MaxPath: row.Reference, StrictPath: row.Strict, AnyPath: row.Any} {
			for i, want := range wants {
				if want > most {
					continue
				}
				if got := perft(&s, i+1, path); got != want {
					t.Errorf("after %v: path at most %d: perft(%d) = %d, want %d", row.Moves, path, i+1, got, want)
				}
			}
		}
	}
	fmt.Printf("conformance: tables/domain: %d perft rows\n", len(rows))
}

// Positions that differ, after exactly so many actions.
func TestDistinctPositions(t *testing.T) {
	positions := map[State]bool{Start(): true}
	for i, want := range []int{32, 1024, 37696} {
		next := map[State]bool{}
		var actions [MaxActions]Action
		for s := range positions {
			for _, a := range s.Actions(actions[:0]) {
				after := s
				after.Step(a)
				next[after] = true
			}
		}
		if len(next) != want {
			t.Errorf("%d positions after %d actions, want %d", len(next), i+1, want)
		}
		positions = next
	}
}

func BenchmarkPerft5(b *testing.B) {
	s := Start()
	leaves := 0
	for b.Loop() {
		n := perft(&s, 5, MaxPath)
		if n != 158389476 {
			b.Fatalf("perft(5) = %d", n)
		}
		leaves += n
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}

func BenchmarkPlayout(b *testing.B) {
	r := rng.NewSplitMix64(1)
	games, turns := 0, 0
	for b.Loop() {
		s := Start()
		turns += s.Playout(&r)
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(turns)/float64(games), "turns/game")
}
