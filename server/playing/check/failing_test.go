package check_test

import (
	"context"
	"encoding/xml"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// broken returns a match in which a seat fails by itself, and which it loses; both for 2, none for -1.
func broken(start league.Start, seat int, play league.Play, seats ...string) league.Match {
	m := game(start, map[int]int{0: 1, 1: 0, 2: -1, -1: -1}[seat], play, seats...)
	for i := range m.Outcome.Faults {
		if seat == i || seat == 2 {
			m.Outcome.Faults[i] = referee.Crash
		}
	}
	return m
}

// games adds both games of a start, in which these seats fail.
func games(c follower, start league.Start, first, second int, play league.Play) {
	c.Add(broken(start, first, play, candidate, baseline))
	c.Add(broken(start, second, play, baseline, candidate))
}

// alone adds the two matches of a start of a solo game.
func alone(c follower, start league.Start, own, other bool) {
	for bot, fails := range map[string]bool{candidate: own, baseline: other} {
		m := solo(start, bot, 100+start.Seed%7, 0)
		if fails {
			m = solo(start, bot, -1, 0)
			m.Outcome.Faults[0] = referee.Timeout
		}
		c.Add(m)
	}
}

// against adds matches of candidate and baseline against an opponent. One seat fails: their
// own, or the opponent's.
func against(c follower, start league.Start, own bool) {
	for _, bot := range []string{candidate, baseline} {
		first, second := 1, 0
		if own {
			first, second = 0, 1
		}
		c.Add(broken(start, first, 1, bot, "a@3"))
		c.Add(broken(start, second, 2, "a@3", bot))
	}
}

// "A match in which all seats failed by themselves proves nothing: if that is so in nearly
// all matches, the verdict is no evidence"; "if the baseline alone fails, the first sentence
// says so before anything else".
func TestNoEvidence(t *testing.T) {
	for _, tt := range []struct {
		name   string
		d      league.Tournament
		play   func(c follower, start league.Start)
		want   check.Answer
		sooner bool // it ends before all starts are played
		begins string
	}{
		{"both crash in the same turn", definition(2, 60), func(c follower, s league.Start) { games(c, s, 2, 2, 7) }, check.NoEvidence, true,
			"No evidence, because the bots do not work (candidate: crash in all 20 matches; baseline: crash in all 20 matches)."},
		{"both crash, where the one that moves first ends the match", definition(2, 60), func(c follower, s league.Start) { games(c, s, 0, 0, 7) }, check.NoEvidence, true,
			"No evidence, because the bots do not work (candidate: crash in 10 of 20 matches; baseline: crash in 10 of 20 matches)."},
		{"both crash in nine of ten games", definition(2, 200), func(c follower, s league.Start) {
			seat := 2
			if s.Seed%10 == 3 {
				seat = -1
			}
			games(c, s, seat, seat, league.Play(s.Seed))
		}, check.NoEvidence, false, "No evidence, because"},
		{"both crash in half of the games", definition(2, 2000), func(c follower, s league.Start) {
			seat := 2
			if s.Seed%2 == 0 {
				seat = -1
			}
			games(c, s, seat, seat, league.Play(s.Seed))
		}, check.NotWeaker, true, "As good"},
		{"the baseline crashes", definition(2, 60), func(c follower, s league.Start) { games(c, s, 1, 0, 0) }, check.NotWeaker, true, "The baseline does not work (crash in all "},
		{"the candidate crashes", definition(2, 60), func(c follower, s league.Start) { games(c, s, 0, 1, 0) }, check.Weaker, true, "The candidate does not work (crash in all "},
		{"one crashes always, the other one where it gets so far", definition(2, 60), func(c follower, s league.Start) { games(c, s, 0, 2, 0) }, check.NoEvidence, false, "No evidence"},
		{"alone, both time out", definition(1, 60), func(c follower, s league.Start) { alone(c, s, true, true) }, check.NoEvidence, true,
			"No evidence, because the bots do not work (candidate: timeout in all 10 matches; baseline: timeout in all 10 matches)."},
		{"alone, the baseline times out", definition(1, 60), func(c follower, s league.Start) { alone(c, s, false, true) }, check.NotWeaker, true, "The baseline does not work (timeout in all "},
		{"alone, one always and one sometimes", definition(1, 60), func(c follower, s league.Start) { alone(c, s, true, s.Seed%3 == 0) }, check.Weaker, true, "The candidate does not work (timeout in all "},
		{"both crash against an opponent that plays", definition(2, 60, "a@3"), func(c follower, s league.Start) { against(c, s, true) }, check.NoEvidence, true,
			"No evidence, because the bots do not work (candidate: crash in all 20 matches; baseline: crash in all 20 matches)."},
		{"the only opponent crashes", definition(2, 60, "a@3"), func(c follower, s league.Start) { against(c, s, false) }, check.NoEvidence, true,
			"No evidence, because the bots do not work (opponent a@3: crash in all 40 matches)."},
	} {
		q := question(tt.d.Seats)
		c := follow(tt.d, q)
		played := 0
		for _, start := range tt.d.Starts {
			if c.Decided() {
				break
			}
			tt.play(c, start)
			played++
		}
		s := c.Status()
		if got := s.Answer(q); got != tt.want || (got == check.NoEvidence) != (s.Decision == rating.Undecided) {
			t.Errorf("%s: %s, decision %s, after %d starts; want %s", tt.name, got, s.Decision, played, tt.want)
		}
		if got := s.Sentence(q, 0); !strings.HasPrefix(got, tt.begins) {
			t.Errorf("%s: %s; want it to begin with %s", tt.name, got, tt.begins)
		}
		if tt.sooner && played == len(tt.d.Starts) {
			t.Errorf("%s: all %d starts were played", tt.name, played)
		}
	}
}

// "JUnit has error", and every report says the fault first.
func TestReportsOfNoEvidence(t *testing.T) {
	q := question(2)
	d := definition(2, 60)
	c := follow(d, q)
	for _, start := range d.Starts[:10] {
		games(c, start, 2, 2, 7)
	}
	s := c.Status()
	const cause = `exited with status 1; last on stderr: "ModuleNotFoundError: No module named 'numpy'"`
	err := s.Look(t.Context(), "check", func(context.Context, string, int) (*referee.Fault, error) {
		return &referee.Fault{Turn: 1, Kind: referee.Crash, Why: cause, Stderr: "Traceback\n  @user\nModuleNotFoundError: No module named 'numpy'\n"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	v := check.NewVerdict(check.Case{Game: "tally", Candidate: league.Bot{ID: candidate}, Baseline: league.Bot{ID: baseline}, Question: q}, check.Played{Status: s})
	var suite struct {
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Case     struct {
			Error struct {
				Message string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal(v.JUnit(), &suite); err != nil || suite.Errors != 1 || suite.Failures != 0 {
		t.Errorf("%v; %d errors and %d failures; want one error", err, suite.Errors, suite.Failures)
	}
	first, _, _ := strings.Cut(string(v.Text()), "\n")
	for what, text := range map[string]string{"JUnit": suite.Case.Error.Message, "the sentence": v.Sentence(), "the text": first} {
		if !strings.HasPrefix(text, "No evidence") || !strings.Contains(text, cause) {
			t.Errorf("%s: %s; want that there is no evidence, and the cause", what, text)
		}
	}
	document := v.Markdown()
	if text := outsideCode(document); strings.Contains(text, "@user") || strings.Contains(text, "numpy") {
		t.Errorf("%s\nhas outside of code what a bot wrote", document)
	}
	if !strings.Contains(string(document), "numpy") || !strings.Contains(string(document), "no evidence") {
		t.Errorf("%s\nwant the cause in it", document)
	}
}
