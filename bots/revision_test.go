package bots_test

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"arbiter/bots"
	"arbiter/bots/option"
	"arbiter/docs/reference"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
)

// recorded has a line for each bot and each of its levels but the last: path, revision and
// digest of its answers.
const recorded = "testdata/answers.txt"

// "Results of different play are never counted together": a bot whose answers
// change, at a level too, needs a new Revision. Then "go test ./bots -run Revision
// -update" records the answers.
func TestAnswersBelongToTheRevision(t *testing.T) {
	text, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{} // digest by path and revision
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		known[fields[0]+" "+fields[1]] = fields[2]
	}
	var now strings.Builder
	record := func(path, revision, digest string) {
		key := path + " " + revision
		want, found := known[key]
		switch {
		case !found && !reference.Updates():
			t.Errorf("%s is not in %s; run the test with -update", key, recorded)
		case found && digest != want:
			t.Errorf("%s answers otherwise than at revision %s; give it a new Revision and run the test with -update", path, revision)
		}
		fmt.Fprintf(&now, "%s %s\n", key, digest)
	}
	for _, b := range bots.All() {
		record(b.Path(), b.Revision, answers(t, b, repeatable(b), 3, allTurns))
		if slices.Contains(b.Options, "level") {
			for n := 1; n < option.Levels; n++ { // the last is the boss with more nodes, without slips
				level := url.Values{"level": {fmt.Sprint(n)}}
				record(b.Path()+"?"+level.Encode(), b.Revision, answers(t, b, level, 1, 12))
			}
		}
	}
	if reference.Updates() && !t.Failed() {
		if err := os.WriteFile(recorded, []byte(now.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// allTurns is more turns than a match has.
const allTurns = 1 << 30

// answers plays the bot with options on some seeds for some turns, in all seats
// but one at random, and returns the digest of what it answers.
func answers(t *testing.T, b bots.Bot, options url.Values, seeds int64, turns int) string {
	t.Helper()
	game, err := games.Find(b.Game)
	if err != nil {
		t.Fatal(err)
	}
	rival, _, err := bots.Find(b.Game + "/random")
	if err != nil {
		t.Fatal(err)
	}
	h := xxhash.New()
	for seed := range seeds {
		m, err := game.New(referee.Setup{Seed: seed}, game.Info().MaxSeats)
		if err != nil {
			t.Fatal(err)
		}
		seats := []refereetest.Bot{refereetest.StartBot(b.Play, options)}
		for len(seats) < game.Info().MaxSeats {
			seats = append(seats, refereetest.StartBot(rival.Play, repeatable(rival)))
		}
		for turn := 0; turn < turns && !m.Over(); turn++ {
			for s := range m.Asked().All() {
				if _, err := seats[s].In.Write(m.Input(s, nil)); err != nil {
					t.Fatalf("%s, seat %d: %v", b.Path(), s, err)
				}
				var lines []string
				for len(lines) < max(1, m.Lines(s)) && seats[s].Out.Scan() {
					lines = append(lines, seats[s].Out.Text())
				}
				m.Answer(s, lines)
				if s == 0 {
					fmt.Fprintln(h, strings.Join(lines, "\n"))
				}
			}
			m.Step()
		}
		for _, s := range seats {
			s.In.Close()
			if err := s.End(); err != nil {
				t.Errorf("%s: %v at the end of its input", b.Path(), err)
			}
		}
		if faults := m.Result().Faults; len(faults) > 0 {
			t.Errorf("%s, seed %d: %v", b.Path(), seed, faults[0])
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// repeatable returns options with which the bot looks at no clock.
func repeatable(b bots.Bot) url.Values {
	options := url.Values{}
	for name, value := range map[string]string{"seed": "1", "nodes": "1000"} {
		if slices.Contains(b.Options, name) {
			options.Set(name, value)
		}
	}
	return options
}
