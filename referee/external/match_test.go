package external

import (
	"fmt"
	"testing"
	"time"

	"arbiter/referee"
)

// asked returns a match of two seats that asks seat 0 with a limit in milliseconds.
func asked(t *testing.T, limit int64, lines ...string) *match {
	t.Helper()
	text := "name = \"g\"\nrun = \"x\"\n"
	for _, line := range lines {
		text += line + "\n"
	}
	g, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.deal(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	m.source = &tape{exchanges: []*exchange{{Monitor: true, Asks: &question{0, 1, limit}}, {Asks: &question{0, 1, limit}}}}
	m.begin()
	return m
}

// "The limit of an answer is what the referee asks for. ... Twice these limits give an answer
// twice what the referee asks for."
func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		asked              int64
		usual, first, turn time.Duration
	}{
		{1050, time.Second, 1050 * time.Millisecond, 0},
		{100, 50 * time.Millisecond, 0, 100 * time.Millisecond},
		{100, 0, 0, 0},
		{100, 75 * time.Millisecond, 0, 150 * time.Millisecond},
		{1050, 2 * time.Second, 2100 * time.Millisecond, 0},
		{-20, 50 * time.Millisecond, 0, time.Millisecond}, // an empty time bank
	} {
		m := asked(t, tt.asked)
		want := tt.first
		if tt.first == 0 {
			m.answered, want = referee.SeatSet(0), tt.turn
		}
		if got := m.Limit(0, tt.usual); got != want {
			t.Errorf("asked for %d ms, usually %v: %v; want %v", tt.asked, tt.usual, got, want)
		}
	}
}

// "They are told the measured milliseconds, at most 50 less than the limit. ... With timebank =
// true they are told the measured time as it is."
func TestTold(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		line         string
		asked        int64
		usual, took  time.Duration
		want         int64
		neverLimited bool
	}{
		{"", 100, 50 * ms, 12*ms + 900*time.Microsecond, 12, false},
		{"", 100, 50 * ms, 70 * ms, 50, false},
		{"", 100, 100 * ms, 70 * ms, 35, false}, // of twice the time
		{"", 100, 0, 70 * ms, 0, false},
		{"", 30, 50 * ms, 20 * ms, 0, false},
		{"timebank = true", 100, 50 * ms, 70 * ms, 70, false},
		{"timebank = true", 100, 100 * ms, 70 * ms, 35, false},
		{"", 100, 0, 20 * ms, 20, true},
	} {
		m := asked(t, tt.asked, tt.line)
		m.answered = referee.SeatSet(0)
		if !tt.neverLimited {
			m.Limit(0, tt.usual)
		}
		m.Took(0, tt.took)
		m.Answer(0, []string{"x"})
		m.Step()
		if got := *m.now.Told; got != tt.want {
			t.Errorf("%s limit %d, usually %v, took %v: told %d; want %d", tt.line, tt.asked, tt.usual, tt.took, got, tt.want)
		}
	}
}

// "A text may have several lines, so that they are paired from the end."
func TestTooltips(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{nil, "[]"},
		{[]string{"Timeout!", "1"}, "[{Timeout! 1}]"},
		{[]string{"a", "0", "b", "c", "1"}, "[{a 0} {b\nc 1}]"},
		{[]string{"0", "b", "1"}, "[{ 0} {b 1}]"},
		{[]string{"5", "0"}, "[{5 0}]"},
		{[]string{"alone"}, "[{alone -1}]"},
	} {
		if got := fmt.Sprint(tooltips(tt.lines, 2)); got != tt.want {
			t.Errorf("%q: %s; want %s", tt.lines, got, tt.want)
		}
	}
}

// "The referee is told that there is no answer" where a player hands over too few lines, and
// gets no more than it asks for.
func TestLinesOfAnAnswer(t *testing.T) {
	m := asked(t, 100)
	m.Answer(0, nil)
	if r := m.Result(); !m.timeout || len(r.Faults) != 1 || r.Faults[0].Kind != referee.Garbled {
		t.Errorf("timeout %v, result %+v; want none, and a fault", m.timeout, r)
	}
	m = asked(t, 100)
	m.Answer(0, []string{"a", "b"})
	if len(m.lines) != 1 || m.timeout {
		t.Errorf("lines %q; want the first", m.lines)
	}
}
