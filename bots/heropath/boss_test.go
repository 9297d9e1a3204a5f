package heropath

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
)

// The option time is how long the boss thinks, here on the CPU clock, which others on
// the machine do not move: on the wall clock an opening that is not run has no plan to
// improve, and answers early.
func TestBossThinksForItsTime(t *testing.T) {
	t.Setenv(referee.ClockVariable, string(referee.CPUClock))
	m := deal(t, referee.Setup{Seed: 1})
	began := time.Now()
	play(t, m, answerTo(t, Boss, m.Input(0, nil), url.Values{"time": {"300ms"}}))
	if took := time.Since(began); took < 250*time.Millisecond {
		t.Errorf("the boss thought %v of 300ms", took)
	}
	for option, want := range map[string]string{
		"time=soon":    "option time=soon: want a duration such as 8.5s or 10m",
		"time=-1s":     "option time=-1s: want a duration such as 8.5s or 10m",
		"stronger=-1":  "option stronger=-1: want 0 to 1000",
		"level=11":     "option level=11: want 1 to 10",
		"answers=/a/b": "option answers: open /a/b.new: no such file or directory",
	} {
		options, err := url.ParseQuery(option)
		if err != nil {
			t.Fatal(err)
		}
		options.Set("nodes", "10")
		var out strings.Builder
		if err := Boss(strings.NewReader(string(m.Input(0, nil))), &out, options); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", option, err, want)
		}
	}
}

// "Goes on from its best, writes improving answers": the file holds the best
// answer, a second run begins with it, and an answer to another test is refused.
func TestBossGoesOnFromItsAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "answer.json")
	m := deal(t, referee.Setup{Seed: 3})
	input := m.Input(0, nil)
	gold := func() int64 {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v := rules.Judge(rules.Deal(3), text)
		if !v.Valid {
			t.Fatalf("the file holds no valid answer: %s", v.Why)
		}
		return v.Gold
	}
	options := url.Values{"nodes": {"500"}, "answers": {file}}
	answerTo(t, Boss, input, options)
	first := gold()
	options.Set("nodes", "3000")
	options.Set("seed", "2")
	answer := answerTo(t, Boss, input, options)
	if second := gold(); second <= first {
		t.Errorf("%d gold after going on from %d; want more", second, first)
	}
	if text, _ := os.ReadFile(file); string(text) != answer+"\n" {
		t.Error("the answer is not the one in the file")
	}
	var out strings.Builder
	err := Boss(strings.NewReader(string(deal(t, referee.Setup{Seed: 4}).Input(0, nil))), &out, options)
	if err == nil || !strings.Contains(err.Error(), "is no valid answer to this test") {
		t.Errorf("an answer to another test: error %v", err)
	}
}
