package selfplay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// session returns a session of a game that has answered the requests.
func session(t testing.TB, game string, requests ...string) *EnvSession {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewEnvSession(g, "0")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if a := s.answer([]byte(r)); bytes.Contains(a, []byte(`{"error"`)) {
			t.Fatalf("%s: %s", r, a)
		}
	}
	return s
}

// An unknown request, field or env is an answer that says what was expected.
func TestErrors(t *testing.T) {
	const reset = `{"do":"reset","env":0,"seed":1}`
	for _, tt := range []struct{ name, game, request, want string }{
		{"no JSON", "domain", `do reset`, `byte 1: not JSON; an example is {"do":"reset","env":0,"seed":1}`},
		{"no object", "domain", `7`, `found a JSON number; want an object; an example is {"do":"reset","env":0,"seed":1}`},
		{"unknown request", "domain", `{"do":"fly"}`, `do: found "fly"; want one of describe, reset, step, legal, observe, copy, close, share, deal, play`},
		{"unknown field", "domain", `{"do":"reset","env":0,"sed":1}`, `reset: unknown field "sed"; want do, env, envs, seed, setup, openings, opponent, want`},
		{"a field of another request", "domain", `{"do":"legal","env":0,"to":1}`, `legal: unknown field "to"; want do, env, envs`},
		{"null", "domain", `{"do":"legal","envs":null}`, `legal: field "envs": found null; omit it`},
		{"wrong type", "domain", `{"do":"legal","env":"0"}`, `field "env": found a JSON string; want a whole number`},
		{"no env", "domain", `{"do":"legal"}`, `legal: env is missing; want the number of an env, from 0`},
		{"env and envs", "domain", `{"do":"legal","env":0,"envs":[1]}`, `legal: found env and envs; want only one of them`},
		{"seed and setup", "domain", `{"do":"reset","env":0,"seed":1,"setup":{}}`, `reset: found seed and setup; want only one of them`},
		{"env out of range", "domain", `{"do":"reset","env":-1}`, `reset: env -1: want 0 to 65535`},
		{"env without a match", "domain", `{"do":"step","env":4,"answers":[]}`, `step: env 4: no match; reset it first`},
		{"wrong setup", "domain", `{"do":"reset","env":0,"setup":{"size":[1,2]}}`, `reset: env 0: setup: size: found [1 2]; want [7 7]`},
		{"unknown want", "domain", `{"do":"observe","env":0,"want":["plan"]}`, `observe: want: found "plan"; want some of input, view, scene, observation, packed, legal, actions, shared, board, moves`},
		{"too few answers", "domain", `{"do":"step","env":0,"answers":[0]}`, `step: env 0: answers: found 1; want 2, one for each seat`},
		{"no answer", "domain", `{"do":"step","env":0,"answers":[null,null]}`, `step: env 0: seat 0 is asked; want its answer, not null`},
		{"an answer too many", "domain", `{"do":"step","env":0,"answers":[0,0]}`, `step: env 0: seat 1 is not asked in this turn; want null for it`},
		{"index too large", "domain", `{"do":"step","env":0,"answers":[99,null]}`, `step: env 0: seat 0: index 99: want 0 to 31`},
		{"an object", "domain", `{"do":"step","env":0,"answers":[{},null]}`, `step: env 0: seat 0: found {}; want a string, an index into the legal list, a list with one index for each part, or an object such as {"action":0}`},
		{"two lines", "domain", `{"do":"step","env":0,"answers":["0 0 D\n0 0 D",null]}`, `step: env 0: seat 0: the answer has 2 lines; want 1`},
		{"one index for four minions", "ctf", `{"do":"step","env":0,"answers":[0,0]}`, `step: env 0: seat 0: indexes: found 1; want 4, one for each part of the legal list`},
		{"many to one", "domain", `{"do":"copy","envs":[0,0],"to":[1]}`, `copy: found 2 envs and 1 in to; want as many`},
		{"one to many", "domain", `{"do":"copy","env":0,"to":[1,2]}`, `copy: found 2 numbers in to; want one, or envs instead of env`},
		{"copied onto twice", "domain", `{"do":"copy","envs":[0,0],"to":[1,1]}`, `copy: to 1: found twice; want each number once`},
		{"a copy of nothing", "domain", `{"do":"copy","envs":[0,7],"to":[1,2]}`, `copy: env 7: no match; reset it first`},
		{"too many openings", "domain", `{"do":"reset","env":0,"openings":2353}`, `reset: env 0: openings 2353: want 1 to 2352, or 0 to start from seeds`},
		{"no openings", "keeper", `{"do":"reset","env":0,"openings":1}`, `reset: env 0: openings 1: keeper has no openings; its seeds deal different matches`},
		{"openings and setup", "domain", `{"do":"reset","env":0,"openings":1,"setup":{}}`, `reset: found openings and setup; want only one of them`},
		{"no opponent", "domain", `{"do":"reset","env":0,"opponent":1}`, `reset: env 0: opponent: want a session started with --opponent BOT`},
		{"nowhere to copy to", "domain", `{"do":"copy","env":0}`, `copy: to is missing; want the number of the env to copy to`},
		{"copy out of range", "domain", `{"do":"copy","env":0,"to":65536}`, `copy: env 0: to 65536: want 0 to 65535`},
		{"moves cannot be listed", "heropath", `{"do":"legal","env":0}`, `legal: env 0: the legal answers of this game cannot be listed: an answer is one document of moves; send it as a string`},
		{"nor chosen", "heropath", `{"do":"step","env":0,"answers":[0]}`, `step: env 0: seat 0: the legal answers of this game cannot be listed: an answer is one document of moves; send it as a string`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := session(t, tt.game, reset)
			before := s.answer([]byte(`{"do":"observe","env":0}`))
			var got struct{ Error string }
			answer := s.answer([]byte(tt.request))
			if err := json.Unmarshal(answer, &got); err != nil || got.Error != tt.want {
				t.Errorf("answer %s\nwant   %s", answer, tt.want)
			}
			if after := s.answer([]byte(`{"do":"observe","env":0}`)); !bytes.Equal(before, after) {
				t.Error("the error changed the match")
			}
		})
	}
}

// testState is the part of an envState that the tests read.
type testState struct {
	Asked       []int
	Over        bool
	Turn        int
	Scores      []int64
	Reason      string
	Faults      []referee.Fault
	Legal       [][][]string
	Observation [][]float32
	Packed      [][]byte
	Shape       []int
	Error       string
}

func ask(t *testing.T, s *EnvSession, format string, args ...any) testState {
	t.Helper()
	var got testState
	answer := s.answer(fmt.Appendf(nil, format, args...))
	if err := json.Unmarshal(answer, &got); err != nil || got.Error != "" {
		t.Fatalf("%s: %s %v", fmt.Sprintf(format, args...), answer, err)
	}
	return got
}

// play plays random indexes to the end.
func play(t *testing.T, s *EnvSession, env int, draw *rand.Rand) testState {
	t.Helper()
	now := ask(t, s, `{"do":"observe","env":%d,"want":["legal"]}`, env)
	for !now.Over {
		answers := make([]any, len(now.Scores))
		for _, seat := range now.Asked {
			var indexes []int
			for _, texts := range now.Legal[seat] {
				indexes = append(indexes, draw.IntN(len(texts)))
			}
			answers[seat] = indexes
		}
		text, _ := json.Marshal(answers)
		now = ask(t, s, `{"do":"step","env":%d,"answers":%s,"want":["legal"]}`, env, text)
	}
	return now
}

// "addObservation adds the observations of all seats, asked or not."
func TestObserve(t *testing.T) {
	for _, g := range games.All() {
		s := session(t, g.Info().Name, `{"do":"reset","env":0,"seed":4}`)
		got := ask(t, s, `{"do":"observe","env":0,"want":["observation"]}`)
		if len(got.Observation) != g.Info().MaxSeats || len(got.Shape) != 3 {
			t.Fatalf("%s: %d observations of %v; want one for each seat", g.Info().Name, len(got.Observation), got.Shape)
		}
		packed := ask(t, s, `{"do":"observe","env":0,"want":["packed"]}`).Packed
		for seat, o := range got.Observation {
			if !bytes.Equal(packed[seat], pack(o)) {
				t.Errorf("%s: the packed observation of seat %d is another one", g.Info().Name, seat)
			}
			if len(o) != got.Shape[0]*got.Shape[1]*got.Shape[2] {
				t.Errorf("%s: an observation of %d numbers; want %v", g.Info().Name, len(o), got.Shape)
			}
		}
	}
}

// A copy plays on like the env it was made from, and neither touches the
// other.
func TestCopy(t *testing.T) {
	for _, game := range []string{"ctf", "domain", "flames", "keeper"} {
		t.Run(game, func(t *testing.T) {
			s := session(t, game, `{"do":"reset","env":0,"seed":4}`, `{"do":"copy","env":0,"to":7}`)
			one := play(t, s, 0, rand.New(rand.NewPCG(1, 1)))
			if one.Reason == "" {
				t.Errorf("the end has no reason: %+v", one)
			}
			if two := play(t, s, 7, rand.New(rand.NewPCG(1, 1))); fmt.Sprint(one) != fmt.Sprint(two) {
				t.Errorf("the copy ended %+v; the original %+v", two, one)
			}
		})
	}
}

// A HeroPath answer is one document; the turns that ask nobody play themselves.
func TestDocument(t *testing.T) {
	s := session(t, "heropath", `{"do":"reset","env":0,"seed":1}`)
	got := ask(t, s, `{"do":"step","env":0,"answers":[%q]}`, `{"moves": []}`)
	if !got.Over || got.Reason != "ok" {
		t.Errorf("it stands %+v; want the end", got)
	}
}

// A fault is in the state after its step only.
func TestFaults(t *testing.T) {
	s := session(t, "keeper", `{"do":"reset","env":0,"seed":1}`)
	if got := ask(t, s, `{"do":"step","env":0,"answers":["ATTACK 0 0 0"]}`); len(got.Faults) != 1 || !got.Faults[0].Forgiven {
		t.Errorf("faults %v; want one, forgiven", got.Faults)
	}
	if got := ask(t, s, `{"do":"step","env":0,"answers":[0]}`); len(got.Faults) != 0 {
		t.Errorf("faults %v; want none", got.Faults)
	}
	if got := ask(t, s, `{"do":"step","env":0,"answers":["MVOE"]}`); !got.Over || len(got.Faults) != 1 {
		t.Errorf("it stands %+v; want the end with one fault", got)
	}
}

// A list of requests is a list of answers, and so is one request for envs,
// whose seeds count on. Answers are of the time of their request.
func TestBatches(t *testing.T) {
	s := session(t, "keeper")
	list := s.answer([]byte(`[{"do":"reset","env":0,"seed":5,"want":["input","view"]},{"do":"step","env":0,"answers":[1]},{"do":"fly"},{"do":"reset","env":1,"seed":6,"want":["input","view"]}]`))
	var answers []json.RawMessage
	if err := json.Unmarshal(list, &answers); err != nil || len(answers) != 4 || !strings.Contains(string(answers[2]), "error") {
		t.Fatalf("answers %s, %v; want 4, the third an error", list, err)
	}
	want := append(append(append(append([]byte{'['}, answers[0]...), ','), answers[3]...), ']')
	if got := s.answer([]byte(`{"do":"reset","envs":[0,1],"seed":5,"want":["input","view"]}`)); !bytes.Equal(got, want) {
		t.Errorf("envs: %s\nwant  %s", got, want)
	}
}

func TestServe(t *testing.T) {
	var out bytes.Buffer
	in := "{\"do\":\"close\",\"env\":0}\n\n  \n{\"do\":\"reset\",\"env\":0}\n{\"do\":\"close\",\"env\":0}"
	if err := session(t, "domain").Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := `{"error":"close: env 0: no match; reset it first"}
{"env":0,"turn":0,"asked":[0],"over":false,"scores":[0,0],"ranks":[1,1],"reason":"","faults":[]}
{"closed":0}
`
	if out.String() != want {
		t.Errorf("answers\n%s\nwant\n%s", out.String(), want)
	}
}

// Whatever is asked, the answer is one line of JSON.
func FuzzAnswer(f *testing.F) {
	for _, request := range []string{
		`{"do":"describe"}`, `{"do":"reset","env":0,"setup":{}}`, `{"do":"step","env":0,"answers":[0,null],"want":["view"]}`,
		`{"do":"observe","envs":[0,1]}`, `[{"do":"copy","env":0,"to":1},[]]`, `{"do":"legal","env":1e9}`, `null`, `[`,
	} {
		f.Add([]byte(request))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		if len(bytes.TrimSpace(request)) == 0 {
			return
		}
		s := session(t, "domain", `{"do":"reset","env":0}`)
		if answer := s.answer(request); !json.Valid(answer) || bytes.ContainsRune(answer, '\n') {
			t.Errorf("answer %q", answer)
		}
	})
}
