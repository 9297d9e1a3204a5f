package ctf

import (
	"io"
	"net/url"
	"strings"
	"testing"

	"arbiter/bots/ctf/style"
	"arbiter/referee"
	rules "arbiter/referee/games/ctf"
)

func TestGreedyAndBossBeatRandom(t *testing.T) {
	for name, p := range map[string]player{"greedy": stylePlayer(style.Find("greedy")), "boss": bossPlayer(300)} {
		if sum := pairs(p, randomPlayer, 1, 5); sum.won < 5 {
			t.Errorf("%s wins %d of 5 pairs against random; want all", name, sum.won)
		}
	}
}

// What plays without pipes is the bot: it answers a match in the same way.
func TestPolicyAnswersAsTheBot(t *testing.T) {
	for _, seed := range []int64{3, 4} {
		_, result := playMatch(t, referee.Setup{Seed: seed}, [2]bot{boss(200), Greedy}, nil)
		s := duel(seed, [2]player{
			func(m *rules.Map, _ int64) *Policy { return NewPolicy(m, 200, 1, DefaultParameters()) },
			stylePlayer(style.Find("greedy")),
		})
		if scores := s.Scores(); s.Reason.String() != result.Reason || scores[0] != result.Scores[0] {
			t.Errorf("seed %d: the policies end with %s %v; the bots with %s %v", seed, s.Reason, scores, result.Reason, result.Scores)
		}
	}
}

// "nodes" decides the answers, whatever the clock says.
func TestBossFollowsSeedAndNodes(t *testing.T) {
	answers := func(seed string) string {
		b := with(Boss, url.Values{"seed": {seed}, "nodes": {"200"}})
		lines, _ := playMatch(t, referee.Setup{Seed: 3}, [2]bot{b, b}, nil)
		return strings.Join(lines, "\n")
	}
	first := answers("1")
	if first != answers("1") {
		t.Error("seed 1 does not repeat")
	}
	if first == answers("2") {
		t.Error("seeds 1 and 2 give the same answers")
	}
}

// Without nodes the clock ends each search.
func TestBossPlaysByTheClock(t *testing.T) {
	position := referee.Setup{Seed: 3, Position: []byte(strings.Replace(corridor, "{", `{"max_turns": 5,`, 1))}
	_, result := playMatch(t, position, [2]bot{Boss, Wait}, nil)
	for _, f := range result.Faults {
		t.Error(f)
	}
}

func TestWrongOptions(t *testing.T) {
	for _, options := range []url.Values{{"seed": {"x"}}, {"nodes": {"many"}}, {"nodes": {"0"}}} {
		if err := Boss(strings.NewReader(""), io.Discard, options); err == nil {
			t.Errorf("%s was accepted", options.Encode())
		}
	}
}

// corridor is one minion a seat between two flags.
const corridor = `{"grid": ["#########", "#.......#", "#########"], "minions": [[{"pos": [1, 2]}], [{"pos": [1, 6]}]]}`

// Answers are free of faults wherever a match starts.
func TestSpecialPositions(t *testing.T) {
	for _, tt := range []struct{ name, position string }{
		{"face to face in a corridor", corridor},
		{"all frozen", `{"grid": ["#######", "#.....#", "#######"],
			"minions": [[{"pos": [1, 2], "timeout": 4}], [{"pos": [1, 4], "timeout": 4}]]}`},
		{"one hp each, and rich", `{"grid": ["#######", "#.....#", "#.#.#.#", "#.....#", "#######"], "credits": [99, 99],
			"minions": [[{"pos": [1, 2], "health": 1}, {"pos": [3, 2], "health": 1}], [{"pos": [1, 4], "health": 1}, {"pos": [3, 4], "health": 1}]]}`},
		{"no coins and no way to the flag", `{"grid": ["#######", "#.#.#.#", "#######"], "coins": [],
			"minions": [[{"pos": [1, 1]}], [{"pos": [1, 5]}]]}`},
		{"the dead come first", `{"grid": ["#########", "#.......#", "#.##.##.#", "#.......#", "#########"],
			"minions": [[{"pos": [1, 2], "health": 0}, {"pos": [1, 3]}], [{"pos": [1, 6], "health": 0}, {"pos": [3, 6]}]]}`},
		{"flags under way, mines planted", `{"grid": ["#########", "#.......#", "#.##.##.#", "#.......#", "#########"], "credits": [50, 50],
			"flag_bases": [[1, 1], [1, 7]], "mines": [{"pos": [3, 4], "owner": 1}, {"pos": [1, 4]}], "flags": [{"carrier": 0}, {"carrier": 1}],
			"minions": [[{"pos": [1, 3]}, {"pos": [3, 3]}], [{"pos": [3, 5]}, {"pos": [1, 5]}]]}`},
		{"nothing is a mirror image", `{"grid": ["#########", "#..#....#", "##......#", "#...#...#", "#########"], "flag_bases": [[1, 2], [2, 6]],
			"minions": [[{"pos": [1, 1]}, {"pos": [3, 3]}], [{"pos": [1, 5]}, {"pos": [3, 6]}]]}`},
		{"several in one cell", `{"grid": ["#######", "#.....#", "#.....#", "#######"], "credits": [30, 30],
			"minions": [[{"pos": [1, 3]}, {"pos": [1, 3]}], [{"pos": [1, 3]}, {"pos": [1, 3]}]]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, bots := range [][2]bot{{Greedy, boss(100)}, {boss(100), Greedy}, {boss(100), Random}} {
				_, result := playMatch(t, referee.Setup{Position: []byte(tt.position)}, bots, nil)
				for _, f := range result.Faults {
					t.Error(f)
				}
			}
		})
	}
}

// A collection of garbage in the middle of a turn could make the answer late.
func TestSearchAllocatesNothing(t *testing.T) {
	s := rules.Deal(3)
	s.Credits = [2]int{60, 60}
	p := NewPolicy(&s.Map, 500, 1, DefaultParameters())
	p.belief.State = s
	if n := testing.AllocsPerRun(3, func() { p.Choose() }); n > 0 {
		t.Errorf("a search allocates %v times; want 0", n)
	}
}

// A plan whose power-ups cost more than there is uses the first ones only.
func TestPlanSpendsWhatThereIs(t *testing.T) {
	s := rules.Deal(3)
	s.Credits[0] = rules.FirePrice + rules.FreezePrice - 1
	p := plan{task: [rules.MaxMinions]task{hold, hold, hold}, until: [rules.MaxMinions]int8{1, 1, 1}}
	p.chosen[0], p.first[0] = true, rules.Command{Verb: rules.Fire}
	p.chosen[1], p.first[1] = true, rules.Command{Verb: rules.Freeze}
	var h style.Hand
	h.Deal(style.View{State: &s, Table: rules.NewTable(&s.Map)})
	p.play(&h, style.All(), 0)
	if c := h.Orders.Commands; c[0].Verb != rules.Fire || c[1].Verb != rules.Wait {
		t.Errorf("commands %v and %v; want FIRE and WAIT", c[0].Verb, c[1].Verb)
	}
}
