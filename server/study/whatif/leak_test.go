package whatif_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/bots/selfplay"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/heropath"
	"arbiter/referee/games/keeper"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/whatif"
)

var leakMatches = flag.Int("leaks", 0, "tell the leaks of bots by so many matches each; 0: few matches of few bots")

// An edit is what a leak makes of an answer.
type edit func(m referee.Match, seat int, answer string) string

// A leaky is a player with a leak.
type leaky struct {
	referee.Player
	match referee.Match
	seat  int
	edit  edit
}

func (p leaky) Reply(ctx context.Context) (referee.Reply, error) {
	r, err := p.Player.Reply(ctx)
	if err == nil && r.Fault == nil && p.edit != nil {
		r.Lines = []string{p.edit(p.match, p.seat, strings.Join(r.Lines, "\n"))}
	}
	return r, err
}

// A contestant is a bot of these tests: a builtin bot with a leak, or without a policy one
// that makes its answers of nothing.
type contestant struct {
	name, policy string
	edit         edit
}

// play plays a match, in which the contestants have the seats.
func play(t testing.TB, g referee.Game, start int64, seats ...contestant) *replay.Record {
	t.Helper()
	setup := referee.Setup{Seed: start}
	if o, ok := g.(referee.Opener); ok {
		openings := o.Openings(1)
		setup.Position = openings[int(start)%len(openings)].Position
	}
	h := replay.NewHeader(g.Info(), setup, referee.TimeLimits{})
	for i, c := range seats {
		h.Seats = append(h.Seats, replay.Seat{Name: c.name, Digest: fmt.Sprintf("%016d", i)})
	}
	rec, err := refereetest.Record(t.Context(), g, h, func(m referee.Match, seat int) referee.Player {
		if c := seats[seat]; c.policy == "" {
			return refereetest.Func(func(referee.Ask) referee.Reply {
				return referee.Reply{Lines: []string{c.edit(m, seat, "")}}
			}).Player()
		}
		policy, err := selfplay.FindPolicy(g.Info().Name, "builtin:"+g.Info().Name+"/"+seats[seat].policy)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.WithSeed(2*start + int64(seat)).Start(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return leaky{p, m, seat, seats[seat].edit}
	})
	if err != nil {
		t.Error(err)
	}
	return rec
}

// seatsOf plays matches of a contestant against an opponent, and returns its seats.
func seatsOf(t testing.TB, g referee.Game, n int, c contestant, opponent string) []whatif.Seat {
	seats := make([]whatif.Seat, n)
	var group errgroup.Group
	group.SetLimit(2)
	for i := range n {
		group.Go(func() error {
			seat := 0
			players := []contestant{c}
			if !g.Info().Solo() {
				seat = i % 2
				players = []contestant{{name: "other", policy: opponent}, {name: "other", policy: opponent}}
				players[seat] = c
			}
			rec := play(t, g, int64(i/len(players)), players...)
			seats[i] = whatif.Seat{Match: fmt.Sprintf("%s-%d", c.name, i), Record: rec, Game: g, Seat: seat}
			return nil
		})
	}
	group.Wait()
	return seats
}

// bossOf is the boss with a budget that plays a match in a second.
var bossOf = map[string]string{"ctf": "boss?nodes=500", "domain": "boss?nodes=2000", "flames": "boss?nodes=2000", "heropath": "boss?nodes=20000", "keeper": "boss?nodes=5000"}

// "Usual is the share of the chances in which the game's boss does it".
func TestUsual(t *testing.T) {
	if *leakMatches == 0 {
		t.Skip("plays for minutes: see -leaks")
	}
	for _, g := range games.All() {
		h, ok := g.(referee.HabitLister)
		if !ok {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			boss := bossOf[g.Info().Name]
			seats := seatsOf(t, g, *leakMatches, contestant{name: "boss", policy: boss}, boss)
			for i, rate := range whatif.Rates(t, seats) {
				habit := h.Habits()[i]
				t.Logf("%.3f ± %.3f, usual %.2f, of %.0f %s: %s", rate.Share, rate.Error, habit.Usual, rate.Chances, habit.Chance, habit.Shown)
				if rate.Chances > 0 && math.Abs(rate.Share-habit.Usual) > 0.05+2*rate.Error {
					t.Errorf("the boss does it in %.3f of the chances; Usual is %.2f", rate.Share, habit.Usual)
				}
			}
		})
	}
}

// A leak is planted into a bot, and what the first sentence on it says.
type leak struct {
	game, name, base string
	edit             edit
	wants            []string // one of these
}

// leaks are planted into builtin bots.
func leaks() []leak {
	return []leak{
		{"ctf", "never fires", "boss?nodes=200", neverFires, []string{"neither FIRE nor FREEZE", "unspent in the end"}},
		{"ctf", "walks in a column", "boss?nodes=200", inColumn, []string{"one FIRE hits them all", "two or more of its minions"}},
		{"ctf", "stands still", "boss?nodes=200", standsStill, []string{"did nothing"}},
		{"ctf", "always retreats", "boss?nodes=200", ctfRetreats, []string{"walked away"}},
		{"keeper", "ignores the exit", "boss?nodes=1000", ignoresExit, []string{"did not go there"}},
		{"keeper", "wastes charges", "boss?nodes=1000", wastesCharges, []string{"hit nothing"}},
		{"keeper", "always retreats", "boss?nodes=1000", keeperRetreats, []string{"moved away instead"}},
		{"flames", "ends its cycles early", "boss?nodes=500", passesEarly, []string{"unused", "extinguished none", "no glyph appeared"}},
		{"domain", "stays where it is", "", greedyDomain(stays), []string{"stayed on its cell"}},
		{"domain", "always retreats", "", greedyDomain(domainRetreats), []string{"farther away"}},
		{"ctf", "never goes home with the flag", "boss?nodes=200", strays, []string{"no nearer to its own base"}},
		{"keeper", "waits", "boss?nodes=1000", waits, []string{"did nothing"}},
		{"flames", "pays for IMMO", "boss?nodes=500", paysForImmo, []string{"for IMMO"}},
		{"heropath", "stands still", "greedy", standsStillOften, []string{"stood still"}},
		{"heropath", "loses its way", "greedy", losesItsWay, []string{"by a fault"}},
		{"heropath", "plays half of its turns", "greedy", halfTheTurns, []string{"no move left"}},
	}
}

func ctfState(m referee.Match) ctf.State {
	s, _ := ctf.StateOf(m)
	return s
}

// each edits the command of every living minion.
func each(m referee.Match, seat int, answer string, edit func(s *ctf.State, id int, command string) string) string {
	s := ctfState(m)
	given := map[string]string{}
	for _, p := range (ctf.Game{}).Parts(answer) {
		given[p.Of] = p.Text
	}
	var parts []string
	for id := range s.PerSeat {
		command := given[fmt.Sprintf("minion %d", id)]
		if command == "" {
			command = fmt.Sprintf("WAIT %d", id)
		}
		if s.Minions[seat][id].Alive() {
			parts = append(parts, edit(&s, id, command))
		}
	}
	return strings.Join(parts, " | ")
}

func neverFires(m referee.Match, seat int, answer string) string {
	return each(m, seat, answer, func(_ *ctf.State, id int, command string) string {
		if strings.HasPrefix(command, "F") {
			return fmt.Sprintf("WAIT %d", id)
		}
		return command
	})
}

// inColumn lets all follow the first one that lives.
func inColumn(m referee.Match, seat int, answer string) string {
	first := -1
	return each(m, seat, answer, func(s *ctf.State, id int, command string) string {
		if first < 0 {
			first = id
			return command
		}
		at := s.Minions[seat][first].Pos
		return fmt.Sprintf("MOVE %d %d %d", id, at.R, at.C)
	})
}

func standsStill(m referee.Match, seat int, answer string) string {
	return each(m, seat, answer, func(s *ctf.State, id int, command string) string {
		if (s.Turn+id)%3 > 0 {
			return fmt.Sprintf("WAIT %d", id)
		}
		return command
	})
}

func ctfRetreats(m referee.Match, seat int, answer string) string {
	return each(m, seat, answer, func(s *ctf.State, id int, command string) string {
		at := s.Minions[seat][id].Pos
		for other := range s.PerSeat {
			enemy := s.Minions[1-seat][other]
			if !enemy.Alive() || !s.InSight(at, enemy.Pos) {
				continue
			}
			for _, side := range at.Neighbours() {
				if s.Open(side) && side.Distance(enemy.Pos) > at.Distance(enemy.Pos) {
					return fmt.Sprintf("MOVE %d %d %d", id, side.R, side.C)
				}
			}
		}
		return command
	})
}

// strays lets who carries the flag walk on from its own base.
func strays(m referee.Match, seat int, answer string) string {
	return each(m, seat, answer, func(s *ctf.State, id int, command string) string {
		if int(s.Flags[1-seat].Carrier) != id {
			return command
		}
		goal := s.Bases[1-seat]
		return fmt.Sprintf("MOVE %d %d %d", id, goal.R, goal.C)
	})
}

func waits(m referee.Match, _ int, answer string) string {
	if s, _ := keeper.StateOf(m); s.Turn%4 > 0 {
		return keeper.MoveTo(s.Hero.Cell).String()
	}
	return answer
}

// paysForImmo begins each cycle with IMMO.
func paysForImmo(m referee.Match, _ int, answer string) string {
	c, s, _ := flames.StateOf(m)
	for a := range s.Valid(c).All() {
		if a >= flames.ImmoNE && s.AP == flames.AP {
			return a.String()
		}
	}
	return answer
}

// standsStillOften stands still after each move, as long as there are turns.
func standsStillOften(m referee.Match, _ int, answer string) string {
	s, _ := heropath.StateOf(m)
	a, wrong := heropath.ParseAnswer([]byte(answer))
	if wrong != nil {
		return answer
	}
	var moves []heropath.Action
	for _, move := range a.Moves {
		if moves = append(moves, move); move.Type == heropath.Move {
			moves = append(moves, move)
		}
	}
	return string(heropath.AppendAnswer(nil, moves[:min(len(moves), int(s.World.NumTurns))]))
}

func ignoresExit(m referee.Match, _ int, answer string) string {
	s, _ := keeper.StateOf(m)
	for exit := range s.Things[keeper.Exit].All() {
		if keeper.Distance(exit, s.Hero.Cell) <= 2 {
			steps, n := s.Hero.Cell.Steps()
			for _, c := range steps[(s.Turn % 2):n] {
				if keeper.Distance(exit, c) > 1 && !s.Things[keeper.Obstacle].Has(c) {
					return keeper.MoveTo(c).String()
				}
			}
			return keeper.MoveTo(s.Hero.Cell).String()
		}
	}
	return answer
}

func wastesCharges(m referee.Match, _ int, answer string) string {
	s, _ := keeper.StateOf(m)
	at := s.Hero.Cell
	for weapon := keeper.Hammer; weapon < keeper.Weapons; weapon++ {
		steps, n := at.Steps()
		for _, c := range steps[:n] {
			cells, hit := keeper.Struck(weapon, at, c)
			clear := true
			for _, struck := range cells[:hit] {
				clear = clear && !s.Occupied.Has(struck)
			}
			if clear && s.Hero.Charges[weapon] > 0 {
				return keeper.AttackAt(weapon, c).String()
			}
		}
	}
	return answer
}

func keeperRetreats(m referee.Match, _ int, answer string) string {
	s, _ := keeper.StateOf(m)
	at := s.Hero.Cell
	for c := range s.Occupied.And(keeper.Square(at, 2)).All() {
		steps, n := at.Steps()
		for _, step := range steps[:n] {
			if !s.Things[keeper.Obstacle].Has(step) && !s.Occupied.Has(step) && keeper.Distance(step, c) > keeper.Distance(at, c) {
				return keeper.MoveTo(step).String()
			}
		}
	}
	return answer
}

// passesEarly ends each cycle after two actions.
func passesEarly(_ referee.Match, _ int, answer string) string {
	parts := strings.Split(answer, ";")
	return strings.Join(append(parts[:min(len(parts), 2)], "PASS"), ";")
}

// greedyDomain plays the action after which it leads by the most cells, of those that a leak
// allows.
func greedyDomain(allowed func(s *domain.State, seat int, a domain.Action) bool) edit {
	return func(m referee.Match, seat int, _ string) string {
		s, _ := domain.StateOf(m)
		var best domain.Action
		most := -1000
		for _, a := range s.Actions(nil) {
			next := s
			next.Step(a)
			nearer := next.Nearer()
			value := 2*(nearer[seat].Len()-nearer[1-seat].Len()) + next.Targets(seat).Len()
			if !allowed(&s, seat, a) {
				value -= 500
			}
			if value > most {
				best, most = a, value
			}
		}
		return best.String()
	}
}

func stays(s *domain.State, seat int, a domain.Action) bool { return a.To == s.Tokens[seat] }

func domainRetreats(s *domain.State, seat int, a domain.Action) bool {
	other := s.Tokens[1-seat]
	return a.To.Distance(other) > s.Tokens[seat].Distance(other)
}

func halfTheTurns(_ referee.Match, _ int, answer string) string {
	a, wrong := heropath.ParseAnswer([]byte(answer))
	if wrong != nil {
		return answer
	}
	return string(heropath.AppendAnswer(nil, a.Moves[:len(a.Moves)/2]))
}

// losesItsWay leaves out the third move of two documents in three, which is a fault in most.
func losesItsWay(_ referee.Match, _ int, answer string) string {
	a, wrong := heropath.ParseAnswer([]byte(answer))
	if wrong != nil || len(a.Moves)%3 == 0 {
		return answer
	}
	return string(heropath.AppendAnswer(nil, slices.Delete(a.Moves, 2, 3)))
}

// "The first sentence on 30 matches names it." Without -leaks it is one leak of each game.
func TestLeaks(t *testing.T) {
	tried := map[string]bool{}
	for _, l := range leaks() {
		n := *leakMatches
		if n == 0 {
			if n = 12; tried[l.game] {
				continue
			}
			tried[l.game] = true
		}
		t.Run(l.game+"/"+l.name, func(t *testing.T) {
			r := reportOn(t, l.game, n, contestant{name: "leaky", policy: l.base, edit: l.edit})
			for _, c := range r.Causes {
				t.Log(c.Text)
			}
			if len(r.Causes) == 0 || !slices.ContainsFunc(l.wants, func(want string) bool { return strings.Contains(r.Causes[0].Text, want) }) {
				t.Errorf("want a first sentence with one of %q", l.wants)
			}
			for _, c := range r.Causes {
				if len(c.Examples) == 0 || c.Points <= 0 || c.Unit == "" || c.Examined != 1 || c.Matches == 0 || c.Matches > n {
					t.Errorf("%+v; want a cause with examples, points and their unit, of some of the %d matches", c, n)
				}
			}
		})
	}
}

func reportOn(t *testing.T, game string, n int, c contestant) whatif.BotReport {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	r, err := whatif.MakeReport(t.Context(), c.name, seatsOf(t, g, n, c, bossOf[game]), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// "On three bots without leaks at most one first sentence is false": of bosses that only
// search less than others, at most one is told of a habit first.
func TestNoLeaks(t *testing.T) {
	n := *leakMatches
	if n == 0 {
		n = 12
	}
	named := 0
	for game, policy := range map[string]string{"ctf": "boss?nodes=100", "flames": "boss?nodes=5000", "keeper": "boss?nodes=1000"} {
		causes := reportOn(t, game, n, contestant{name: "sound", policy: policy}).Causes
		for i, c := range causes {
			t.Logf("%s: %s", game, c.Text)
			if i == 0 && c.Kind == whatif.CauseHabit {
				named++
			}
			if strings.Contains(c.Text, `reason "exit"`) || strings.Contains(c.Text, `reason "victory"`) {
				t.Errorf("%s: how its good matches end, too, is no reason", game)
			}
		}
	}
	if named > 1 {
		t.Errorf("a habit of %d sound bots comes first; want at most one", named)
	}
}
