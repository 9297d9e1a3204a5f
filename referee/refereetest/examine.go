package refereetest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"arbiter/referee"
)

// testExaminer checks that the game's page has the form of an answer, and that every
// special position can be played.
func testExaminer(t *testing.T, g referee.Examiner) {
	wantInPage(t, g, g.AnswerForm())
	titles := map[string]bool{}
	for _, trial := range g.Trials() {
		m, err := g.New(trial.Setup(), g.Info().MinSeats)
		switch {
		case err != nil:
			t.Errorf("%s: %v", trial.Title, err)
		case m.Over():
			t.Errorf("%s: it is over at the start", trial.Title)
		case trial.Seat >= g.Info().MinSeats || trial.Title == "" || titles[trial.Title]:
			t.Errorf("seat %d, title %q; want a seat of the match, and another title for each", trial.Seat, trial.Title)
		}
		titles[trial.Title] = true
	}
	if len(titles) < 5 {
		t.Errorf("%d special positions; want 5 or more", len(titles))
	}
}

// A Breach is an answer that breaks a rule of a game.
type Breach struct {
	Position string // an explicit start position; "" means dealt from seed 1
	Answer   string // of all seats that are asked first
	Rule     string // how the rule begins in the game's page of rules
}

// TestBreaches checks that each answer is an illegal one whose fault quotes the rule,
// and that the rule stands in the game's page.
func TestBreaches(t *testing.T, g referee.Game, breaches []Breach) {
	for _, b := range breaches {
		t.Run(fmt.Sprint(b.Position, b.Answer), func(t *testing.T) {
			setup := referee.Setup{Seed: 1}
			if b.Position != "" {
				setup = referee.Setup{Position: json.RawMessage(b.Position)}
			}
			m := deal(t, g, setup)
			for turn := 0; !m.Over() && len(m.Result().Faults) == 0 && turn < 5; turn++ {
				for seat := range m.Asked().All() {
					m.Answer(seat, []string{b.Answer})
				}
				m.Step()
			}
			faults := m.Result().Faults
			if len(faults) == 0 || faults[0].Kind != referee.Illegal || !strings.HasPrefix(faults[0].Rule, b.Rule) || b.Rule == "" {
				t.Fatalf("faults %+v; want one that is illegal, with the rule %q", faults, b.Rule)
			}
			wantInPage(t, g, faults[0].Rule)
		})
	}
}

// wantInPage wants a sentence in the game's page of rules. It is called from the
// folder of the game.
func wantInPage(t *testing.T, g referee.Game, sentence string) {
	t.Helper()
	joined := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	page := "../../../docs/rules/" + g.Info().Name + ".md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if sentence == "" || !strings.Contains(joined(string(text)), joined(sentence)) {
		t.Errorf("%s does not say %q", page, sentence)
	}
}
