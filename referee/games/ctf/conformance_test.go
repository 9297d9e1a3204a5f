package ctf

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// Recorded matches of the published referee play the same here, up to the turn
// in which our rules follow the statement against it.
func TestConformance(t *testing.T) {
	refereetest.Conformance(t, "capture-the-flag", "ctf", replay)
}

type traceMinion struct {
	ID      int   `json:"id"`
	Pos     place `json:"pos"`
	Health  int   `json:"health"`
	Timeout int   `json:"timeout"`
	Alive   bool  `json:"alive"`
}

type traceFlag struct {
	Pos     place `json:"pos"`
	Carrier int   `json:"carrier"`
}

type traceMine struct {
	Pos    place `json:"pos"`
	Owner  int   `json:"owner"`
	Minion int   `json:"minion"`
}

type traceState struct {
	Minions   [2][]traceMinion `json:"minions"`
	Credits   [2]int           `json:"credits"`
	Flags     [2]traceFlag     `json:"flags"`
	Coins     []string         `json:"coins"`
	CoinsLeft int              `json:"coins_left"`
	Mines     []traceMine      `json:"mines"`
	Active    [2]bool          `json:"active"`
	TimedOut  [2]bool          `json:"timed_out"`
	Winner    [2]bool          `json:"winner"`
	Over      bool             `json:"over"`
}

type traceDetail struct {
	Turns      int     `json:"turns"`
	Credits    [2]int  `json:"credits"`
	Alive      [2]int  `json:"alive"`
	Active     [2]bool `json:"active"`
	TimedOut   [2]bool `json:"timed_out"`
	Deviations []struct {
		Rule   string `json:"rule"`
		Turn   int    `json:"turn"`
		Player *int   `json:"player"`
	} `json:"deviations"`
}

// traced returns the state in the words of recorded matches.
func traced(s *State) traceState {
	at := func(c Cell) place { return place{int(c.R), int(c.C)} }
	v := traceState{
		Credits: s.Credits, Coins: s.rows(&s.Coins, 'o'), CoinsLeft: s.Coins.Len(), Mines: []traceMine{},
		Active: [2]bool{!s.Inactive[0], !s.Inactive[1]}, TimedOut: s.TimedOut, Winner: s.Winner,
		Over: s.Winner != [2]bool{}, // a match that ends without a winner mark is not marked over
	}
	for seat := range s.Minions {
		for id := range s.PerSeat {
			m := s.Minions[seat][id]
			v.Minions[seat] = append(v.Minions[seat], traceMinion{id, at(m.Pos), int(m.Health), int(m.Timeout), m.Alive()})
		}
		v.Flags[seat] = traceFlag{at(s.Flags[seat].Pos), int(s.Flags[seat].Carrier)}
	}
	for _, m := range s.Mines() {
		v.Mines = append(v.Mines, traceMine{at(m.Pos), int(m.Seat), int(m.Minion)})
	}
	return v
}

func replay(tr *refereetest.Trace) error {
	dealt, err := Game{}.New(referee.Setup{Position: tr.Setup}, 2)
	if err != nil {
		return err
	}
	if err := sameAsSeed(tr, dealt.(*match)); err != nil {
		return err
	}
	var detail traceDetail
	if err := json.Unmarshal(tr.Result.Detail, &detail); err != nil {
		return err
	}
	m := dealt.(*match)
	turns := 0 // asked ones
	for i, turn := range tr.Turns {
		if turn.Extra {
			if err := checkExtra(tr.Turns[i-1].State, turn.State); err != nil {
				return fmt.Errorf("turn %d: %w", i+1, err)
			}
			continue
		}
		turns++
		if m.Over() {
			return fmt.Errorf("turn %d: our match is over (%s)", turns, m.state.Reason)
		}
		if err := playTurn(tr, m, turn); err != nil {
			return fmt.Errorf("turn %d: %w", turns, err)
		}
		deviates := false
		for _, d := range detail.Deviations {
			deviates = deviates || d.Turn == turns
		}
		var want traceState
		if err := json.Unmarshal(turn.State, &want); err != nil {
			return err
		}
		got := traced(&m.state)
		if deviates { // who wins may differ; what happened on the board does not
			want.Active, want.TimedOut, want.Winner, want.Over = got.Active, got.TimedOut, got.Winner, got.Over
		}
		if !reflect.DeepEqual(want, got) {
			return fmt.Errorf("turn %d: state (-recorded +ours):\n%s", turns, cmp.Diff(want, got))
		}
		if deviates {
			return checkDeviation(m, &detail, turns)
		}
	}
	return checkResult(tr, m, &detail)
}

// sameAsSeed checks that the recorded start is the one that the seed deals.
func sameAsSeed(tr *refereetest.Trace, m *match) error {
	if tr.Seed == nil {
		return nil
	}
	seed, err := strconv.ParseInt(*tr.Seed, 10, 64)
	if err != nil {
		return err
	}
	if dealt := Deal(seed); dealt != m.state {
		return fmt.Errorf("seed %d deals another start:\n%s", seed, cmp.Diff(traced(&m.state), traced(&dealt)))
	}
	return nil
}

func playTurn(tr *refereetest.Trace, m *match, turn refereetest.TraceTurn) error {
	for seat := range 2 {
		lines := turn.Input[seat]
		if m.state.Turn == 0 {
			lines = append(append([]string{}, tr.Init[seat]...), lines...)
		}
		want := strings.Join(lines, "\n") + "\n"
		if got := string(m.Input(seat, nil)); got != want {
			return fmt.Errorf("input of seat %d (-recorded +ours):\n%s", seat, cmp.Diff(want, got))
		}
	}
	for seat := range 2 {
		if *turn.Output[seat] == refereetest.NoAnswer {
			m.Drop(seat, referee.Fault{Turn: m.state.Turn + 1, Seat: seat, Kind: referee.Timeout})
		} else {
			m.Answer(seat, []string{*turn.Output[seat]})
		}
	}
	m.Step()
	return nil
}

// checkExtra: the published referee plays one more turn after the end, which
// "can only change flag carriers and timeouts". We play none.
func checkExtra(before, after json.RawMessage) error {
	var a, b traceState
	if err := json.Unmarshal(before, &a); err != nil {
		return err
	}
	if err := json.Unmarshal(after, &b); err != nil {
		return err
	}
	for seat := range a.Minions {
		for id := range a.Minions[seat] {
			a.Minions[seat][id].Timeout, b.Minions[seat][id].Timeout = 0, 0
		}
		a.Flags[seat].Carrier, b.Flags[seat].Carrier = NoCarrier, NoCarrier
	}
	if diff := cmp.Diff(a, b); diff != "" {
		return fmt.Errorf("extra turn (-before +after):\n%s", diff)
	}
	return nil
}

// checkDeviation checks our own result where the statement and the published
// referee part.
func checkDeviation(m *match, detail *traceDetail, turn int) error {
	var noCommand [2]bool
	late := 0 // seats without a command that ran out of time
	want := referee.Result{}
	for _, d := range detail.Deviations {
		if d.Turn != turn {
			continue
		}
		switch d.Rule {
		case "no-valid-command":
			noCommand[*d.Player] = true
		case "both-flags-tie":
			want.Reason = "both_flags_tie"
		case "both-eliminated":
			want.Reason = "both_eliminated"
		default:
			return fmt.Errorf("unknown deviation %q", d.Rule)
		}
	}
	for seat := range noCommand {
		noCommand[seat] = noCommand[seat] || m.state.TimedOut[seat]
	}
	got := m.Result()
	for _, f := range got.Faults {
		if f.Kind == referee.Timeout {
			late++
		}
	}
	switch noCommand {
	case [2]bool{true, true}:
		want.Reason = [...]string{"both_forfeit", "both_forfeit", "both_timeout"}[late]
	case [2]bool{true, false}, [2]bool{false, true}:
		want.Reason = [...]string{"forfeit", "timeout"}[late]
	}
	if !m.Over() || got.Reason != want.Reason {
		return fmt.Errorf("turn %d: over %t, reason %q; want %q", turn, m.Over(), got.Reason, want.Reason)
	}
	draw := noCommand[0] == noCommand[1]
	if draw != (got.Winner() < 0) && m.state.Winner != [2]bool{true, true} {
		return fmt.Errorf("turn %d: winner %d, scores %v", turn, got.Winner(), got.Scores)
	}
	return nil
}

func checkResult(tr *refereetest.Trace, m *match, detail *traceDetail) error {
	got := m.Result()
	winner := -1
	if tr.Result.Winner != nil {
		winner = *tr.Result.Winner
	}
	s := &m.state
	ours := traceDetail{
		Turns: detail.Turns, Credits: s.Credits, Alive: [2]int{s.Alive(0), s.Alive(1)},
		Active: [2]bool{!s.Inactive[0], !s.Inactive[1]}, TimedOut: s.TimedOut, Deviations: detail.Deviations,
	}
	switch {
	case !m.Over():
		return fmt.Errorf("our match goes on after the last recorded turn")
	case !cmp.Equal(got.Scores, tr.Result.Scores), got.Winner() != winner, got.Reason != tr.Result.Reason:
		return fmt.Errorf("result %+v; want %+v", got, tr.Result)
	}
	if diff := cmp.Diff(*detail, ours); diff != "" {
		return fmt.Errorf("detail of the result (-recorded +ours):\n%s", diff)
	}
	return nil
}

// Recorded maps are dealt again from their seeds.
func TestConformanceMaps(t *testing.T) {
	type entry struct {
		Seed             string     `json:"seed"`
		Rows             int        `json:"rows"`
		Cols             int        `json:"cols"`
		Grid             []string   `json:"grid"`
		MinionsPerPlayer int        `json:"minions_per_player"`
		FlagBases        []place    `json:"flag_bases"`
		Minions          [2][]place `json:"minions"`
		Error            string     `json:"error"`
	}
	maps := 0
	for _, path := range refereetest.TraceFiles(t, refereetest.Traces(t)) {
		if filepath.Base(path) != "ctf.json.gz" {
			continue
		}
		var entries []entry
		refereetest.ReadGzipJSON(t, path, &entries)
		for _, want := range entries {
			maps++
			seed, err := strconv.ParseInt(want.Seed, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			s := Deal(seed)
			got := entry{
				Seed: want.Seed, Rows: s.Rows, Cols: s.Cols, Grid: s.rows(&s.Walls, '#'), MinionsPerPlayer: s.PerSeat,
				FlagBases: make([]place, 2), Error: want.Error,
			}
			for seat := range s.Minions {
				got.FlagBases[seat] = place{int(s.Bases[seat].R), int(s.Bases[seat].C)}
				for id := range s.PerSeat {
					got.Minions[seat] = append(got.Minions[seat], place{int(s.Minions[seat][id].Pos.R), int(s.Minions[seat][id].Pos.C)})
				}
			}
			if want.Error != "" { // the published referee draws past the end of its list; we draw again
				checkDeal(t, seed)
				want.FlagBases, want.Minions = got.FlagBases, got.Minions
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("seed %d (-recorded +ours):\n%s", seed, diff)
			}
		}
	}
	fmt.Printf("conformance: maps/ctf: %d maps\n", maps)
}
