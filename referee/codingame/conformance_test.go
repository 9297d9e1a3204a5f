package codingame_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/keeper"
	"arbiter/referee/refereetest"
)

// fileOf returns a recorded match of a published referee as a file. Where no seed deals its
// start, it returns nil.
func fileOf(t *testing.T, tr *refereetest.Trace, g referee.Game) *file {
	seed := "0"
	if tr.Seed != nil {
		seed = *tr.Seed
	} else if g.Info().Name != "domain" {
		return nil
	}
	f := &file{title: g.Info().Title, number: 7, input: []string{"seed=" + seed}, scores: tr.Result.Scores}
	for seat := range tr.Result.Scores {
		f.names = append(f.names, fmt.Sprintf("player of %d", seat))
	}
	for _, rank := range referee.RankScores(tr.Result.Scores) {
		f.ranks = append(f.ranks, rank-1)
	}
	t.Helper()
	for _, turn := range tr.Turns {
		if turn.Extra { // the engine asks player 0 for nothing
			f.frames = append(f.frames, frame{seat: 0, own: true})
			continue
		}
		for seat, answer := range turn.Output {
			switch {
			case answer == nil:
			case *answer == refereetest.NoAnswer:
				f.frames = append(f.frames, frame{seat: seat})
			default:
				f.frames = append(f.frames, frame{seat: seat, answer: answer, summary: warning(t, turn.Resolved)})
			}
		}
	}
	if last := len(tr.Turns) - 1; g.Info().Name == "domain" && last >= 0 {
		switch s := tr.Result.Scores; {
		case tr.Result.Reason == "domain-tie":
			f.frames[last].summary = "It's a tie!"
		case tr.Result.Reason == "domain":
			winner := slices.Index(s, max(s[0], s[1]))
			f.frames[last].summary = fmt.Sprintf("Player %d won by conquering %d cells!", winner, s[winner])
		}
	}
	return f
}

// warning returns what the published referee of keeper says of a turn whose action was resolved so.
func warning(t *testing.T, resolved json.RawMessage) string {
	t.Helper()
	var r struct{ Warn string }
	if err := json.Unmarshal(resolved, &r); resolved != nil && err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"no_charge":        "$0 [Warning] Not enough weapon charges.\n",
		"out_of_range":     "$0 [Warning] Given coordinates are outside weapon range.\n",
		"unreachable_stay": "$0 [Warning] MOVE target unreachable. No step closing distance possible.\n",
		"unreachable_step": "$0 [Warning] MOVE target unreachable. Made step closing distance.\n",
	}[r.Warn]
}

// deviates returns the turn in which our rules are known to differ from the published referee,
// or 0.
func deviates(t *testing.T, tr *refereetest.Trace) int {
	var detail struct {
		Deviations []struct{ Turn int }
	}
	if err := json.Unmarshal(tr.Result.Detail, &detail); err != nil {
		t.Fatal(err)
	}
	if len(detail.Deviations) > 0 {
		return detail.Deviations[0].Turn
	}
	return 0
}

// Recorded matches of the published referees are the same to the end in both forms, and where
// our rules follow the statement against the referee they differ in that turn or the next.
func TestPublishedReferees(t *testing.T) {
	for name, g := range map[string]referee.Game{"capture-the-flag": ctf.Game{}, "code-keeper": keeper.Game{}, "domain-expansion": domain.Game{}} {
		t.Run(name, func(t *testing.T) {
			same, differ := 0, 0
			refereetest.Conformance(t, name, g.Info().Name+", imported", func(tr *refereetest.Trace) error {
				f := fileOf(t, tr, g)
				if f == nil {
					return nil
				}
				known := deviates(t, tr)
				lenient := g.Info().Name == "domain" && (strings.HasPrefix(tr.Kind, "lenient-direction-") || tr.Kind == "far-and-bad-direction-illegal")
				var failed error
				f.both(t, func(t *testing.T, form string, m *codingame.Match) {
					played, err := m.Play(g, codingame.Options{})
					if err != nil {
						failed = fmt.Errorf("%s: %w", form, err)
						return
					}
					d := played[0].Differs()
					switch {
					case d == nil && known == 0 && !lenient:
						same++
					case d != nil && (lenient || known > 0 && (d.Turn == known || d.Turn == known+1)):
						differ++
					default:
						failed = fmt.Errorf("%s: %v; known to deviate in turn %d", form, d, known)
					}
				})
				return failed
			})
			t.Logf("%s: %d same to the end, %d differ as known", name, same, differ)
		})
	}
}
