package external_test

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/external"
)

// numbers is a referee that speaks the dialect of brutaltester. In each of four rounds all
// players name a number from 0 to 9 and say a sentence, which all of them hear. The number
// counts as often as the prize of the round. One that crashes does not survive what is no number.
func numbers(in *bufio.Reader, crash bool) {
	read := func() string {
		line, err := in.ReadString('\n')
		if err != nil {
			os.Exit(4)
		}
		return strings.TrimSuffix(line, "\n")
	}
	line, seed := read(), 5
	if digits, ok := strings.CutPrefix(line, "###Seed "); ok {
		seed, _ = strconv.Atoi(digits)
		line = read()
	}
	players, _ := strconv.Atoi(strings.TrimPrefix(line, "###Start "))
	scores, out := make([]int, players), make([]bool, players)
	heard := slices.Repeat([]string{"-"}, players)
	for round := range 4 {
		prize := (seed+5*round)%9 + 1
		for p := range players {
			if !out[p] {
				fmt.Printf("###Input %d\n%d\n%s\n", p, prize, strings.Join(heard, "\n"))
			}
		}
		for p := range players {
			if heard[p] = "-"; out[p] {
				continue
			}
			fmt.Printf("###Output %d 2\n", p)
			text, sentence := read(), read()
			heard[p] = sentence
			n, err := strconv.Atoi(text)
			switch {
			case err == nil:
				scores[p] += n * prize
			case crash:
				panic(err)
			default:
				fmt.Printf("###Error %d no number: %s\n", p, text)
				scores[p], out[p] = round-10, true
			}
		}
	}
	groups := map[int]string{}
	for p, score := range scores {
		groups[-score] += strconv.Itoa(p)
	}
	fmt.Print("###End")
	for _, score := range slices.Sorted(maps.Keys(groups)) {
		fmt.Print(" ", groups[score])
	}
	fmt.Println()
}

// openNumbers opens the game of that referee.
func openNumbers(t *testing.T, argument string, lines ...string) *external.Game {
	t.Helper()
	return open(t, append(lines, `name = "numbers"`, `dialect = "brutaltester"`, "seats = [2, 4]", run("numbers", argument))...)
}

// says answers with a number and a sentence, and none from its fails-th answer on.
func says(number, sentence string, fails int) referee.Player {
	n := 0
	return player(func(ask referee.Ask) referee.Reply {
		if n++; fails > 0 && n >= fails {
			return referee.Reply{Fault: &referee.Fault{Turn: ask.Turn, Seat: ask.Seat, Kind: referee.Timeout, Why: "late"}}
		}
		return referee.Reply{Lines: []string{number, sentence}}
	})
}

// The ranks are those of ###End, and equal answers give an equal match. A bot that has failed
// is behind all others: the match ends when one is left, and the others play on or, where the
// referee does not survive that, draw.
func TestBrutaltester(t *testing.T) {
	for _, tt := range []struct {
		name     string
		argument string
		players  []referee.Player
		ranks    []int
		turns    int
		reason   string
	}{
		{"two", "", []referee.Player{says("3", "hi", 0), says("4", "", 0)}, []int{2, 1}, 8, "ended"},
		{"three", "", []referee.Player{says("3", "", 0), says("9", "", 0), says("4", "", 0)}, []int{3, 1, 2}, 12, "ended"},
		{"a draw", "", []referee.Player{says("3", "", 0), says("3", "", 0)}, []int{1, 1}, 8, "ended"},
		{"a draw of two of three", "", []referee.Player{says("3", "", 0), says("2", "", 0), says("3", "", 0)}, []int{1, 3, 1}, 12, "ended"},
		{"a wrong answer", "", []referee.Player{says("x", "", 0), says("2", "", 0), says("3", "", 0)}, []int{3, 2, 1}, 9, "ended"},
		{"one of two fails", "", []referee.Player{says("9", "", 3), says("1", "", 0)}, []int{2, 1}, 5, "forfeit"},
		{"the others play on", "", []referee.Player{says("1", "", 0), says("9", "", 2), says("2", "", 0)}, []int{2, 3, 1}, 10, "ended"},
		{"one is left", "", []referee.Player{says("1", "", 0), says("9", "", 2), says("2", "", 3)}, []int{1, 2, 2}, 8, "forfeit"},
		{"the referee does not survive it", "crash", []referee.Player{says("1", "", 0), says("9", "", 2), says("2", "", 0)}, []int{1, 3, 1}, 5, "ended"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := openNumbers(t, tt.argument)
			rec, _, err := record(t, g, referee.Setup{Seed: 7}, tt.players...)
			if err != nil {
				t.Fatal(err)
			}
			if r := rec.Footer.Result; !slices.Equal(r.Ranks, tt.ranks) || len(rec.Turns) != tt.turns || r.Reason != tt.reason {
				t.Errorf("%+v after %d turns; want the ranks %v after %d, %s", r, len(rec.Turns), tt.ranks, tt.turns, tt.reason)
			}
			frames := wantSame(t, g, rec)
			if s := fmt.Sprint(frames[len(frames)-1].View.(external.View).Events); strings.Contains(s, "the others draw") != (tt.argument == "crash") {
				t.Errorf("the last events are %s", s)
			}
			if last := frames[len(frames)-1].View.(external.View); !slices.Equal(last.Scores, rec.Footer.Result.Scores) {
				t.Errorf("the last view has the scores %v; want %v", last.Scores, rec.Footer.Result.Scores)
			}
		})
	}
}

// A bot's words that a referee repeats neither end the match nor ask another bot, and ###Error
// is a remark about a seat.
func TestNoBotSpeaksForTheReferee(t *testing.T) {
	g := openNumbers(t, "")
	var heard []string
	hears := player(func(ask referee.Ask) referee.Reply {
		heard = append(heard, string(ask.Input))
		return referee.Reply{Lines: []string{"9", "-"}}
	})
	rec, _, err := record(t, g, referee.Setup{Seed: 7}, says("1", "###End 0 1", 0), hears)
	if err != nil {
		t.Fatal(err)
	}
	if r := rec.Footer.Result; r.Winner() != 1 || len(rec.Turns) != 8 || !strings.HasSuffix(heard[1], "\n   End 0 1\n-\n") {
		t.Errorf("%+v after %d turns, and seat 1 hears %q; want it to win, and ### to be blanks", r, len(rec.Turns), heard)
	}
	rec, _, err = record(t, g, referee.Setup{Seed: 7}, says("###End 0 1", "", 0), says("1", "", 0))
	if err != nil {
		t.Fatal(err)
	}
	var remarks []string
	for _, f := range wantSame(t, g, rec) {
		for _, e := range f.View.(external.View).Events {
			remarks = append(remarks, fmt.Sprint(e.Type, " ", *e.Seat, " ", e.Text))
		}
	}
	if want := []string{"tooltip 0 no number: End 0 1"}; !slices.Equal(remarks, want) || rec.Footer.Result.Winner() != 1 {
		t.Errorf("remarks %q, %+v; want %q, and seat 1 to win", remarks, rec.Footer.Result, want)
	}
}

// The seed decides, unless the referee wants none.
func TestBrutaltesterSeed(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		same  bool
	}{{nil, false}, {[]string{"unseeded = true"}, true}} {
		var inputs []string
		for seed := range int64(2) {
			text := ""
			hears := player(func(ask referee.Ask) referee.Reply {
				text += string(ask.Input)
				return referee.Reply{Lines: []string{"9", "-"}}
			})
			if _, _, err := record(t, openNumbers(t, "", tt.lines...), referee.Setup{Seed: seed}, hears, says("1", "", 0)); err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, text)
		}
		if (inputs[0] == inputs[1]) != tt.same {
			t.Errorf("%v: inputs %q; want the same ones: %v", tt.lines, inputs, tt.same)
		}
	}
	if _, err := openNumbers(t, "").New(referee.Setup{Position: []byte(`{"size": 3}`)}, 2); err == nil || !strings.Contains(err.Error(), "has no parameters") {
		t.Errorf("error %v; want none of a start with parameters", err)
	}
}

// A referee of this dialect that misbehaves is an error of the machine, and blames no bot.
func TestBrokenBrutaltester(t *testing.T) {
	const question = `echo "###Input 0"; echo; echo "###Output 0 1"; `
	for script, want := range map[string]string{
		`exit 3`:                          "before its first question: its output ended before the scores: it exited with status 3",
		`sleep 100`:                       "it sent neither a question nor the scores within 1s",
		`echo hello`:                      `found "hello"; want a line with ###Input, ###Output, ###Error or ###End`,
		`echo "###Map x"`:                 `found "###Map x"; want ###Input`,
		`echo "###Input 2"`:               `found "###Input 2"; want a player from 0 to 1`,
		`echo "###Input"`:                 "want a player from 0 to 1",
		`echo "###Output 0"`:              `found "###Output 0"; want a player and how many lines`,
		`echo "###Output 0 999999"`:       "from 1 to 10000",
		question + `exit`:                 "after turn 1: its output ended before the scores",
		question + `sleep 100`:            "after turn 1: it sent neither",
		question + `echo "###Output 0 1"`: `after turn 1: found "###Output 0 1" without an input for player 0`,
		`echo "###End 0"`:                 `found "###End 0", which has 1 of 2 players`,
		`echo "###End 0 0 1"`:             "want each player from 0 to 1 once",
		`echo "###Input 0"; yes x`:        "a message of more than 8388608 bytes",
		`tr "\0" x < /dev/zero`:           "a message of more than 8388608 bytes",
		`yes "###Error 0 it goes on"`:     "a message of more than 8388608 bytes",
	} {
		t.Run(script, func(t *testing.T) {
			deadline := "deadline = 60"
			if strings.Contains(script, "sleep") {
				deadline = "deadline = 1"
			}
			g := open(t, `name = "broken"`, `dialect = "brutaltester"`, deadline, fmt.Sprintf("run = [\"sh\", \"-c\", %q]", "echo before >&2; "+script))
			_, _, err := record(t, g, referee.Setup{}, names("1"), names("2"))
			var broken *external.BrokenError
			if !errors.As(err, &broken) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(broken.Stderr, "before") {
				t.Errorf("error %v; want a BrokenError with %q, and the stderr", err, want)
			}
		})
	}
}
