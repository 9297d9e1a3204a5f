package ctf

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// legal answers with any commands that have an effect.
func legal(r *rand.Rand, m referee.Match, seat int) []string {
	s := &m.(*match).state
	var line []byte
	o := s.draw(r.IntN, seat)
	for id := range s.PerSeat {
		if s.Minions[seat][id].Alive() {
			line = append(o.Commands[id].Append(line, id), " | "...)
		}
	}
	if line == nil {
		line = []byte("WAIT 0")
	}
	return []string{string(line)}
}

// draw returns random orders that the seat can pay.
func (s *State) draw(intN func(int) int, seat int) Orders {
	var o Orders
	var room [MaxChoices]Command
	credits := s.Credits[seat]
	for id := range s.PerSeat {
		choices := s.Choices(s.Minions[seat][id], credits, room[:0])
		o.Commands[id] = choices[intN(len(choices))]
		credits -= o.Commands[id].Verb.Price()
	}
	return o
}

func TestGame(t *testing.T) { refereetest.TestGame(t, Game{}, legal) }

func newTestMatch(t testing.TB, position string) referee.Match {
	t.Helper()
	m, err := Game{}.New(referee.Setup{Position: json.RawMessage(position)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const corridor = `{"grid": ["########", "#......#", "########"], "credits": [12, 0], "coins": [],
	"flag_bases": [[1, 1], [1, 6]], "minions": [
		[{"pos": [1, 3]}, {"pos": [1, 2], "health": 0}], [{"pos": [1, 5]}, {"pos": [1, 5]}]]}`

// What the rules forgive is told once; what costs the match, each time.
func TestFaults(t *testing.T) {
	m := newTestMatch(t, corridor)
	for _, lines := range [][2]string{
		{"MOVE 0 0 0 | WAIT 1", "FIRE 0 | MINE 1 1 1"},
		{"MOVE 0 0 1 | WAIT 1", "WAIT 0 | WAIT 0"},
		{"MINE 0 1 2", "x"},
	} {
		for seat, line := range lines {
			m.Answer(seat, []string{line})
		}
		m.Step()
	}
	got := m.Result()
	want := referee.Result{
		Scores: []int64{1, 0}, Ranks: []int{1, 2}, Reason: "forfeit",
		Faults: []referee.Fault{
			{Turn: 1, Seat: 0, Kind: referee.Illegal, Line: "MOVE 0 0 0 | WAIT 1", Why: "minion 1 is dead; the command has no impact; told once a match", Forgiven: true, Rule: ruleDead},
			{Turn: 1, Seat: 0, Kind: referee.Illegal, Line: "MOVE 0 0 0", Why: "cell 0 0 is a wall; minion 0 stays at 1 3; told once a match", Forgiven: true, Rule: ruleStuck},
			{Turn: 1, Seat: 1, Kind: referee.Illegal, Line: "FIRE 0", Why: "FIRE costs 7 score points and 0 are left; nothing happens; told once a match", Forgiven: true, Rule: ruleUnpaid},
			{Turn: 2, Seat: 1, Kind: referee.Illegal, Line: "WAIT 0", Why: "second command for minion 0; a minion can receive only one command per turn; the commands before it count, the rest of the line is not read", Rule: ruleInvalid},
			{Turn: 3, Seat: 1, Kind: referee.Garbled, Line: "x", Why: `unknown command "x"; want WAIT, MOVE, FIRE, FREEZE or MINE; no valid command came before it, which loses the match`},
			{Turn: 3, Seat: 0, Kind: referee.Illegal, Line: "MINE 0 1 2", Why: "MINE costs 15 score points and 12 are left; nothing happens; told once a match", Forgiven: true, Rule: ruleUnpaid},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// A drop is kept as it came and loses: "Your program does not provide a valid
// command in time." Only a seat that ran out of time is said to have timed out.
func TestDrop(t *testing.T) {
	for kind, reason := range map[referee.Kind]string{
		referee.Timeout: "timeout", referee.Crash: "forfeit", referee.Flood: "forfeit", referee.Unasked: "forfeit",
	} {
		m := newTestMatch(t, corridor)
		fault := referee.Fault{Turn: 1, Seat: 0, Kind: kind, Why: "dropped by the test"}
		m.Drop(0, fault)
		m.Answer(1, []string{"MOVE 0 1 4"})
		m.Step()
		result := m.Result()
		if result.Winner() != 1 || result.Reason != reason || !slices.Equal(result.Faults, []referee.Fault{fault}) {
			t.Errorf("%s: %+v; want a loss by %s", kind, result, reason)
		}
		if pos := m.(*match).state.Minions[1][0].Pos; pos != (Cell{1, 4}) {
			t.Errorf("%s: the other seat's command was not executed: minion at %v", kind, pos)
		}
	}
}

// The events of a turn come in the order of the statement, cells as [x, y].
func TestView(t *testing.T) {
	m := newTestMatch(t, `{"grid": ["########", "#......#", "#.####.#", "########"], "credits": [7, 15], "coins": [[1, 4]],
		"flag_bases": [[2, 1], [2, 6]], "flags": [{}, {"pos": [1, 3]}], "mines": [{"pos": [2, 6], "owner": 0, "minion": 0}],
		"minions": [[{"pos": [1, 2]}, {"pos": [1, 1]}], [{"pos": [1, 5]}, {"pos": [1, 6], "health": 30}]]}`)
	m.Answer(0, []string{"MOVE 0 1 4 | FIRE 1"})
	m.Answer(1, []string{"MOVE 0 1 4 | MOVE 1 2 6 | x"})
	m.Step()
	text, err := json.Marshal(m.View())
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Events []json.RawMessage `json:"events"`
	}
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range sent.Events {
		got = append(got, string(e))
	}
	want := []string{
		`{"type":"fault","step":0,"seat":1,"kind":"garbled","line":"x","why":"unknown command \"x\"; want WAIT, MOVE, FIRE, FREEZE or MINE; the commands before it count, the rest of the line is not read"}`,
		`{"type":"move","step":1,"seat":0,"minion":0,"at":[2,1],"to":[3,1],"target":[4,1]}`,
		`{"type":"move","step":1,"seat":1,"minion":0,"at":[5,1],"to":[4,1],"target":[4,1]}`,
		`{"type":"move","step":1,"seat":1,"minion":1,"at":[6,1],"to":[6,2],"target":[6,2]}`,
		`{"type":"coin","step":2,"seat":1,"minion":0,"at":[4,1]}`,
		`{"type":"fire","step":3,"seat":0,"minion":1,"at":[1,1],"cells":[[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[1,2]]}`,
		`{"type":"hit","step":3,"seat":0,"minion":0,"at":[3,1],"by":"FIRE","damage":24,"health":76}`,
		`{"type":"hit","step":3,"seat":1,"minion":0,"at":[4,1],"by":"FIRE","damage":24,"health":76}`,
		`{"type":"blast","step":4,"seat":0,"minion":0,"at":[6,2],"cells":[[6,1],[6,2]]}`,
		`{"type":"hit","step":4,"seat":1,"minion":1,"at":[6,2],"by":"MINE","damage":30,"health":0}`,
		`{"type":"kill","step":5,"seat":1,"minion":1,"at":[6,2],"health":0}`,
		`{"type":"take","step":6,"seat":0,"minion":0,"at":[3,1],"flag":1}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	snapshot := m.(*match).View().(*view)
	if got, want := strings.Join(snapshot.Seats[1].Sight, " "), "........ .++++++. ........ ........"; got != want {
		t.Errorf("sight of seat 1 %s; want %s: the dead see nothing", got, want)
	}
	if !slices.Equal(snapshot.Seats[0].Shown, []int{0}) || !snapshot.Seats[0].Minions[0].Carries {
		t.Errorf("seat 0 %+v; want minion 0 shown, and its own minion 0 with the flag", snapshot.Seats[0])
	}
}

// The board is for eyes; this one shows a bit of everything.
func TestBoard(t *testing.T) {
	m := newTestMatch(t, `{"grid": ["##########", "#........#", "##########"], "credits": [7, 15], "coins": [[1, 7]],
		"flag_bases": [[1, 1], [1, 8]], "flags": [{"carrier": 0}, {"pos": [1, 4]}], "mines": [{"pos": [1, 6]}],
		"minions": [[{"pos": [1, 2]}, {"pos": [1, 2]}, {"pos": [1, 5], "health": 0}],
			[{"pos": [1, 3], "timeout": 2}, {"pos": [1, 5]}, {"pos": [1, 5], "health": -4}]]}`)
	const want = `turn 0 of 200
████████████████████
██a_a+B0b^b1** ·b_██
████████████████████
seat 0 (a):   7 credits | a0 100 hp | a1 100 hp | a2 dead
seat 1 (b):  15 credits | b0 100 hp, frozen 2, flag | b1 100 hp | b2 dead
a0 minion 0 of seat 0   A0 with the flag   a+ several   ab of both seats   a^ flag   a_ base without it   ** mine   · coin
`
	if got := string(m.Board(nil)); got != want {
		t.Errorf("board:\n%s\nwant:\n%s", got, want)
	}
}

// Random matches keep what must hold, turn by turn.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Deal(rapid.Int64Range(0, 1000).Draw(r, "seed"))
		moves := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "moves"), 0))
		s.Credits = [2]int{rapid.IntRange(0, 300).Draw(r, "credits"), 0}
		events := NewEvents()
		for !s.Over() {
			before := s
			orders := [2]Orders{s.draw(moves.IntN, 0), s.draw(moves.IntN, 1)}
			silent := s
			s.Step(orders, events)
			silent.Step(orders, nil)
			if s != silent {
				r.Fatal("recording events changes the match")
			}
			checkStep(r, &before, &s, events.All())
		}
	})
}

func checkStep(r *rapid.T, before, after *State, events []Event) {
	var earned, spent [2]int
	for i, e := range events {
		switch e.Kind {
		case Collected:
			earned[e.Seat]++
		case Fired, Froze, Mined:
			spent[e.Seat] += e.By.Price()
		case Unpaid, Misplaced, Stuck, Ignored:
			r.Fatalf("drawn orders have no effect: %+v", e)
		}
		if i > 0 && e.Step > events[i-1].Step+1 {
			r.Fatalf("event %d: step %d after %d", i, e.Step, events[i-1].Step)
		}
	}
	for seat := range after.Minions {
		if after.Credits[seat] != before.Credits[seat]+earned[seat]-spent[seat] || after.Credits[seat] < 0 {
			r.Fatalf("seat %d: credits %d, earned %d, spent %d, now %d", seat, before.Credits[seat], earned[seat], spent[seat], after.Credits[seat])
		}
		for id, m := range after.Minions[seat] {
			was := before.Minions[seat][id]
			if m.Health > was.Health || !was.Alive() && m != was || was.Timeout > 0 && m.Pos != was.Pos || m.Pos.Distance(was.Pos) > 1 {
				r.Fatalf("minion %d of seat %d: from %+v to %+v", id, seat, was, m)
			}
		}
		flag := after.Flags[seat]
		if carrier := flag.Carrier; carrier != NoCarrier {
			if m := after.Minions[1-seat][carrier]; m.Pos != flag.Pos || !m.Alive() {
				r.Fatalf("flag %+v is carried by %+v", flag, m)
			}
		}
	}
	for row := range after.Coins {
		if after.Coins[row]&^before.Coins[row] != 0 {
			r.Fatal("a coin reappeared")
		}
	}
	if after.Map != before.Map || after.MineCount > MaxMines {
		r.Fatal("the map changed, or there are too many mines")
	}
	for i, mine := range after.Planted {
		if i >= after.MineCount && mine != (Mine{}) || i < after.MineCount && !after.Open(mine.Pos) {
			r.Fatalf("mine %d of %d: %+v", i, after.MineCount, mine)
		}
	}
}

// Two states encode alike exactly when a turn could tell them apart.
func TestAppendState(t *testing.T) {
	s := Deal(1)
	first := string(s.AppendState(nil))
	for name, change := range map[string]func(*State){
		"turn":     func(s *State) { s.Turn++ },
		"credits":  func(s *State) { s.Credits[1]++ },
		"position": func(s *State) { s.Minions[1][2].Pos.C++ },
		"health":   func(s *State) { s.Minions[0][0].Health = -1 },
		"timeout":  func(s *State) { s.Minions[0][0].Timeout = 1 },
		"flag":     func(s *State) { s.Flags[1].Carrier = 0 },
		"coins":    func(s *State) { s.Coins = Cells{} },
		"mine":     func(s *State) { s.MineCount = 1 },
		"inactive": func(s *State) { s.Inactive[0] = true },
		"winner":   func(s *State) { s.Winner[1] = true },
		"reason":   func(s *State) { s.Reason = Elimination },
	} {
		changed := s
		change(&changed)
		if string(changed.AppendState(nil)) == first {
			t.Errorf("another %s encodes alike", name)
		}
	}
	if s != Deal(1) || string(s.AppendState(nil)) != first {
		t.Error("encoding changes the state")
	}
}
