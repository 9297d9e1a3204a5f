package selfplay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/games/heropath"
)

// A batch plays the matches that the same actions play one by one, and writes
// what the other requests return.
func TestBatchPlaysLikeSingleMatches(t *testing.T) {
	for _, game := range []string{"ctf", "domain", "flames", "keeper"} {
		t.Run(game, func(t *testing.T) {
			const matches = 3
			s, single := sharedSession(t, game, matches), session(t, game)
			ask(t, s, `{"do":"deal","seed":7}`)
			for i := range matches {
				ask(t, single, `{"do":"reset","env":%d,"seed":%d}`, i, 7+i)
			}
			draw := rand.New(rand.NewPCG(1, 2))
			ended := 0
			for turn := 1; turn < 400 && ended < 2; turn++ {
				drawAll(draw, s)
				var answers [matches]string
				for i := range matches {
					answers[i] = actionsJSON(s, i)
				}
				text, err := s.play(request{})
				if err != nil {
					t.Fatal(err)
				}
				var got batchState
				if err := json.Unmarshal(text, &got); err != nil || got.Turn != turn {
					t.Fatalf("turn %d: %s, %v", turn, text, err)
				}
				for i := range matches {
					want := ask(t, single, `{"do":"step","env":%d,"answers":%s,"want":["packed"]}`, i, answers[i])
					k := slices.IndexFunc(got.Ended, func(e endedMatch) bool { return e.Env == i })
					if (k >= 0) != want.Over || want.Over != (s.shared.terminated[i] == 1) {
						t.Fatalf("turn %d: env %d: over %v; ended %v", turn, i, want.Over, got.Ended)
					}
					compareRow(t, s, i, want, k >= 0)
					if k >= 0 {
						ended++
						if got.Ended[k].Reason != want.Reason {
							t.Errorf("reason %q; want %q", got.Ended[k].Reason, want.Reason)
						}
						want = ask(t, single, `{"do":"reset","env":%d,"seed":%d,"want":["packed"]}`, i, got.Ended[k].Seed)
						compareRow(t, s, i, want, false)
					}
				}
			}
			if ended == 0 {
				t.Error("no match ended")
			}
		})
	}
}

// actionsJSON returns the shared actions of a match as the answers of a step.
func actionsJSON(s *EnvSession, i int) string {
	answers := make([]any, s.shared.seats)
	for seat := range answers {
		if s.envs[i].match.Asked().Has(seat) {
			answers[seat] = map[string]any{"action": s.actionsOf(i, seat)}
		}
	}
	text, _ := json.Marshal(answers)
	return string(text)
}

// compareRow compares a row, or the final row, with the state of a single match.
func compareRow(t *testing.T, s *EnvSession, i int, want testState, final bool) {
	t.Helper()
	scores, turns, planes := s.shared.scores, s.shared.turns, s.shared.planes
	if final {
		scores, turns, planes = s.shared.finalScores, s.shared.finalTurns, s.shared.finalPlanes
	}
	if got := row(scores, s.shared.Matches, i); !slices.Equal(got, want.Scores) || int(turns[i]) != want.Turn {
		t.Fatalf("env %d: turn %d, scores %v; want turn %d, %v", i, turns[i], got, want.Turn, want.Scores)
	}
	for seat, packed := range want.Packed {
		if !bytes.Equal(pack(row(planes, s.shared.Matches*s.shared.seats, i*s.shared.seats+seat)), packed) {
			t.Fatalf("env %d: turn %d: the planes of seat %d are others", i, want.Turn, seat)
		}
	}
}

// "Another one is dealt in its place from the next seed": in the order of the
// envs, however many CPUs there are.
func TestBatchIsTheSameOnAnyNumberOfCPUs(t *testing.T) {
	run := func(cpus int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
		s := sharedSession(t, "domain", 9)
		ask(t, s, `{"do":"deal","seed":1}`)
		draw := rand.New(rand.NewPCG(1, 1))
		var all strings.Builder
		for range 60 {
			drawAll(draw, s)
			answer, err := s.play(request{Want: []string{wantInput}})
			if err != nil {
				t.Fatal(err)
			}
			answer = regexp.MustCompile(`"took":\d+`).ReplaceAll(answer, nil)
			fmt.Fprintf(&all, "%s %v %v\n", answer, s.shared.rewards, s.shared.masks)
		}
		return all.String()
	}
	if run(1) != run(4) {
		t.Error("4 CPUs play something else than 1")
	}
}

// Whatever is wrong with a request about shared memory, the answer says what was
// expected and nothing is played.
func TestBatchErrors(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty, full := file("empty", ""), file("full", "precious")
	for _, tt := range []struct{ name, game, request, want string }{
		{"no file", "domain", `{"do":"share","matches":1}`, `share: file or matches is missing; want the path of an empty file and the number of matches`},
		{"missing file", "domain", `{"do":"share","file":"` + folder + `/nosuch","matches":1}`, `share: file: open ` + folder + `/nosuch: no such file or directory`},
		{"file with content", "domain", `{"do":"share","file":"` + full + `","matches":1}`, `share: file: want an empty file, such as one of memfd_create(2)`},
		{"no regular file", "domain", `{"do":"share","file":"/dev/null","matches":1}`, `share: file: want an empty file, such as one of memfd_create(2)`},
		{"no matches", "domain", `{"do":"share","file":"` + empty + `","matches":0}`, `share: matches 0: want 1 to 65536`},
		{"too many matches", "domain", `{"do":"share","file":"` + empty + `","matches":65537}`, `share: matches 65537: want 1 to 65536`},
		{"too much memory", "ctf", `{"do":"share","file":"` + empty + `","matches":65536,"planes":true}`, `share: matches: 65536 need 22034907136 bytes; want at most 8589934592`},
		{"play before share", "domain", `{"do":"play"}`, `play: no file is shared; want share first`},
		{"deal before share", "domain", `{"do":"deal"}`, `deal: no file is shared; want share first`},
		{"want before share", "domain", `{"do":"reset","env":0,"want":["shared"]}`, `reset: env 0: want shared: no file is shared; want share first`},
		{"a want that is shared", "domain", `{"do":"play","want":["legal"]}`, `play: want: found "legal"; want input or nothing, the rest is in the shared file`},
		{"seed and seeds", "domain", `{"do":"deal","seed":1,"seeds":[1]}`, `deal: found seed and seeds; want only one of them`},
		{"no moves", "domain", `{"do":"observe","env":0,"want":["moves"]}`, `observe: env 0: moves: want a session started with --stepwise`},
		{"no table", "heropath", `{"do":"step","env":0,"answers":[{"action":0}]}`, `step: env 0: seat 0: this game has no table of actions: an answer is one document of moves; send it as a string, or start the session with --stepwise`},
		{"an action too large", "domain", `{"do":"step","env":0,"answers":[{"action":197},null]}`, `step: env 0: seat 0: action 197: want 0 to 196`},
		{"one action for five minions", "ctf", `{"do":"step","env":0,"answers":[{"action":0},{"action":0}]}`, `step: env 0: seat 0: actions: found 1; want 5, one for each part of the table`},
		{"an action that is no number", "domain", `{"do":"step","env":0,"answers":[{"action":"left"},null]}`, `step: env 0: seat 0: action: found "left"; want an index into the table of actions, or a list with one for each part`},
		{"a long name", "domain", `{"do":"` + strings.Repeat("x", 1000) + `"}`, `do: found "` + strings.Repeat("x", 197) + `..."; want one of describe, reset, step, legal, observe, copy, close, share, deal, play`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := session(t, tt.game, `{"do":"reset","env":0,"seed":1}`)
			var got struct{ Error string }
			answer := s.answer([]byte(tt.request))
			if err := json.Unmarshal(answer, &got); err != nil || got.Error != tt.want {
				t.Errorf("answer %s\nwant   %s", answer, tt.want)
			}
		})
	}
	if content, _ := os.ReadFile(full); string(content) != "precious" {
		t.Errorf("the file has %q now", content)
	}
}

// "Nothing is played when one of them is invalid."
func TestBatchChecksAllActionsFirst(t *testing.T) {
	s := sharedSession(t, "keeper", 2)
	for _, tt := range []struct{ name, before, want string }{
		{"before deal", "", `play: env 0 has no match; want deal first`},
		{"seeds", `{"do":"deal","seeds":[1]}`, `deal: seeds: found 1; want 2, one for each match`},
		{"turns", `{"do":"deal","max_turns":-1}`, `deal: max_turns -1: want at least 1, or 0 for no limit`},
		{"closed", `[{"do":"deal","seeds":[4,9]},{"do":"close","env":1}]`, `play: env 1 has no match; want deal first`},
		{"over", `[{"do":"deal"},{"do":"step","env":1,"answers":["nonsense"]}]`, `play: env 1: the match is over; reset the env or copy another one to it`},
		{"action", `{"do":"deal"}`, `play: env 1: seat 0: action -1: want 0 to 72`},
		{"twice", `{"do":"share","file":"/dev/null","matches":1}`, `share: a file is shared already; start another session`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			answer := ""
			if tt.before != "" {
				answer = string(s.answer([]byte(tt.before)))
			}
			s.shared.actions[1] = -1
			if !strings.Contains(answer, tt.want) {
				answer = string(s.answer([]byte(`{"do":"play"}`)))
			}
			if !strings.Contains(answer, tt.want) {
				t.Errorf("answer %s\nwant   %s", answer, tt.want)
			}
		})
	}
	if s.played != 0 || s.shared.turns[0] != 0 {
		t.Error("an invalid batch was played")
	}
}

// A start position with other planes than the dealt ones does not fit the rows.
func TestSharedRowsFit(t *testing.T) {
	s := sharedSession(t, "flames", 1)
	answer := s.answer([]byte(`{"do":"reset","env":0,"want":["shared"],"setup":{"arena":["####","#S.#","#..#","####"],"waves":[[[2,2]]]}}`))
	if want := "the observations of this start position have 128 numbers and the shared rows have 9520; want packed"; !strings.Contains(string(answer), want) {
		t.Errorf("answer %s\nwant   %s", answer, want)
	}
}

// A line that is too long is told, and the session goes on after it.
func TestLongLine(t *testing.T) {
	in := io.MultiReader(io.LimitReader(spaces{}, MaxRequest+1), strings.NewReader("\n{\"do\":\"close\",\"env\":0}\n"))
	var out bytes.Buffer
	if err := session(t, "domain").Serve(in, &out); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"error":"the line is longer than %d bytes; send fewer requests at a time"}
{"error":"close: env 0: no match; reset it first"}
`, MaxRequest)
	if out.String() != want {
		t.Errorf("answers %s\nwant    %s", out.String(), want)
	}
	if line, whole, err := readRequest(bufio.NewReader(strings.NewReader("no end"))); string(line) != "no end" || !whole || err != io.EOF {
		t.Errorf("a last line without its end is %q, %v, %v", line, whole, err)
	}
}

type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// A list of requests, or of envs, is bounded, so that a short line cannot ask for
// any amount of memory.
func TestLongLists(t *testing.T) {
	s := session(t, "domain", `{"do":"reset","env":0}`)
	for line, want := range map[string]string{
		"[" + strings.Repeat("0,", MaxEnvs) + "0]":                       `{"error":"found a list of 65537 requests; want at most 65536"}`,
		`{"do":"legal","envs":[` + strings.Repeat("0,", MaxEnvs) + "0]}": `{"error":"legal: found a list of 65537 envs; want at most 65536"}`,
	} {
		if got := string(s.answer([]byte(line))); got != want {
			t.Errorf("answer %.200s\nwant   %s", got, want)
		}
	}
}

// describe names the actions of every game; those of heropath are for single
// moves.
func TestDescribeActions(t *testing.T) {
	for _, tt := range []struct {
		game  referee.Game
		sizes []int
		wait  int // 0: none
	}{
		{find(t, "ctf"), []int{11, 11, 11, 11, 11}, 0},
		{find(t, "domain"), []int{196}, 196},
		{find(t, "flames"), []int{13}, 0},
		{find(t, "heropath"), nil, 0},
		{heropath.Stepwise{}, []int{137}, 0},
		{find(t, "keeper"), []int{73}, 0},
	} {
		s, err := NewEnvSession(tt.game, "1.2.3")
		if err != nil {
			t.Fatal(err)
		}
		var got description
		if err := json.Unmarshal(s.describe(), &got); err != nil || got.Version != "1.2.3" {
			t.Fatalf("version %q, %v", got.Version, err)
		}
		var sizes []int
		for _, part := range got.Actions {
			sizes = append(sizes, len(part))
		}
		if !slices.Equal(sizes, tt.sizes) || (got.Wait != nil) != (tt.wait > 0) || got.Wait != nil && *got.Wait != tt.wait {
			t.Errorf("%s: a table of %v, wait %v; want %v, %d", got.Game, sizes, got.Wait, tt.sizes, tt.wait)
		}
	}
}

func find(t *testing.T, name string) referee.Game {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
