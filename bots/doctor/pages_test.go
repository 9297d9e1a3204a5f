package doctor

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// What a finding quotes as a rule stands in the pages.
func TestRulesStandInThePages(t *testing.T) {
	processes := page(t, "processes")
	for _, rule := range []string{
		ruleClock, ruleFlush, ruleAnswer, ruleUnasked, ruleLong, ruleLineEnd, ruleEnd,
		ruleChildren, ruleStderr, rulePlace, ruleEnviron,
	} {
		if !strings.Contains(processes, joined(rule)) {
			t.Errorf("docs/processes.md does not say %q", rule)
		}
	}
	for _, g := range games.All() {
		name := g.Info().Name
		if form := answerForms()[name]; form == "" || !strings.Contains(page(t, "rules/"+name), joined(form)) {
			t.Errorf("docs/rules/%s.md does not say %q", name, form)
		}
	}
}

// page returns a page of docs on one line.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return joined(string(text))
}

func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// Every special position can be played.
func TestSituationsAreSetups(t *testing.T) {
	for _, g := range games.All() {
		list := situationsOf()[g.Info().Name]
		if len(list) < 5 {
			t.Errorf("%s: %d situations; want 5 or more", g.Info().Name, len(list))
		}
		for _, s := range list {
			setup := referee.Setup{Seed: 1}
			if s.setup != "" {
				setup.Position = json.RawMessage(s.setup)
			}
			m, err := g.New(setup, g.Info().MinSeats)
			if err != nil {
				t.Errorf("%s: %s: %v", g.Info().Name, s.title, err)
			} else if m.Over() {
				t.Errorf("%s: %s: it is over at the start", g.Info().Name, s.title)
			}
		}
	}
}

func TestApartShowsWhereAnswersDiffer(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, tt := range []struct{ a, b, wantA, wantB string }{
		{"MOVE 1 2", "MOVE 1 3", "MOVE 1 2", "MOVE 1 3"},
		{"", "WAIT 0", "", "WAIT 0"},
		{long + "1", long + "2", "..." + long[:20] + "1", "..." + long[:20] + "2"},
		{"1" + long, "2" + long, "1" + long[:59] + "...", "2" + long[:59] + "..."},
	} {
		if a, b := apart(tt.a, tt.b); a != tt.wantA || b != tt.wantB {
			t.Errorf("%q and %q; want %q and %q", a, b, tt.wantA, tt.wantB)
		}
	}
}
