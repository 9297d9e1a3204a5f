package codingame_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/codingame"
)

// A file is a match as the two forms tell it.
type file struct {
	title  string
	number int64
	input  []string
	names  []string
	frames []frame // without the start
	scores []int64
	ranks  []int // from 0
}

// A frame is a question and its answer.
type frame struct {
	seat    int     // -1 for the referee's own
	answer  *string // a line; nil for none
	own     bool    // the seat was asked for nothing
	stderr  string
	summary string
}

func (f *file) clone() *file {
	c := *f
	c.input, c.frames, c.scores, c.ranks = slices.Clone(f.input), slices.Clone(f.frames), slices.Clone(f.scores), slices.Clone(f.ranks)
	return &c
}

// site returns what the site answers for the match.
func (f *file) site() map[string]any {
	frames := []any{map[string]any{"agentId": -1, "keyframe": true, "view": "0\nstart", "gameInformation": "¤start"}}
	for i, x := range f.frames {
		frame := map[string]any{"agentId": x.seat, "keyframe": i%2 == 1, "view": fmt.Sprint(i + 1), "gameInformation": "..."}
		if x.own {
			frame["stdout"] = ""
		} else if x.answer != nil {
			frame["stdout"] = *x.answer + "\n"
		}
		if x.stderr != "" {
			frame["stderr"] = x.stderr
		}
		if x.summary != "" {
			frame["summary"] = x.summary
		}
		frames = append(frames, frame)
	}
	agents := []any{}
	for seat, name := range f.names {
		agents = append(agents, map[string]any{"index": seat, "agentId": 100 + seat, "score": 1.5, "codingamer": map[string]any{"userId": 7, "pseudo": name}})
	}
	return map[string]any{
		"puzzleTitle": []string{f.title, "titre"}, "questionTitle": f.title + " - Level 4", "viewer": "function() {}",
		"gameResult": map[string]any{
			"gameId": f.number, "refereeInput": strings.Join(f.input, "\n") + "\n", "scores": floats(f.scores), "ranks": f.ranks,
			"agents": agents, "frames": frames, "tooltips": []string{`{"turn":1,"text":"x","event":0}`},
		},
	}
}

func floats(scores []int64) (all []float64) {
	for _, s := range scores {
		all = append(all, float64(s))
	}
	return all
}

// run returns what a local run of the engine writes of the match.
func (f *file) run() map[string]any {
	outputs, errors := map[string][]*string{"referee": {}}, map[string][]*string{"referee": {}}
	summaries, views := []string{""}, []string{"KEY_FRAME 0\n{}\n"}
	agents, ids, scores := []any{}, map[string]int{}, map[string]int64{}
	for seat, name := range f.names {
		key := fmt.Sprint(seat)
		outputs[key], errors[key] = []*string{nil}, []*string{new(string)}
		agents = append(agents, map[string]any{"index": seat, "name": name, "avatar": "http://example.org/a.png", "agentId": seat})
		ids[key], scores[key] = seat, f.scores[seat]
	}
	for i, x := range f.frames {
		for seat := range f.names {
			key := fmt.Sprint(seat)
			var out, err *string
			if seat == x.seat {
				err = &x.stderr
				if x.own {
					out = new(string)
				} else if x.answer != nil {
					line := *x.answer + "\n"
					out = &line
				}
			}
			outputs[key], errors[key] = append(outputs[key], out), append(errors[key], err)
		}
		summaries, views = append(summaries, x.summary), append(views, fmt.Sprintf("KEY_FRAME %d\n{}\n", i+1))
	}
	return map[string]any{
		"outputs": outputs, "errors": errors, "summaries": summaries, "views": views, "scores": scores, "uinput": []string{strings.Join(f.input, "\n") + "\n"},
		"metadata": "{}\n", "tooltips": []any{map[string]any{"turn": 0, "text": "x", "event": 0}}, "ids": ids, "agents": agents,
	}
}

// both calls do with the match in both forms.
func (f *file) both(t *testing.T, do func(t *testing.T, form string, m *codingame.Match)) {
	t.Helper()
	for form, doc := range map[string]map[string]any{"site": f.site(), "run": f.run()} {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		do(t, form, one(t, string(text)))
	}
}

// one reads the only match of a text.
func one(t *testing.T, text string) *codingame.Match {
	t.Helper()
	all := read(t, text)
	if len(all) != 1 {
		t.Fatalf("%d matches; want 1", len(all))
	}
	return all[0]
}

func read(t *testing.T, text string) (all []*codingame.Match) {
	t.Helper()
	for m, err := range codingame.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// play plays a match with random legal answers and returns it as a file. Every seventh answer
// of a game with messages has one.
func play(t *testing.T, g referee.Game, seed int64) *file {
	t.Helper()
	info := g.Info()
	m, err := g.New(referee.Setup{Seed: seed}, info.MaxSeats)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	f := &file{title: info.Title, number: 1000 + seed, input: []string{fmt.Sprintf("seed=%d", seed)}}
	for seat := range info.MaxSeats {
		f.names = append(f.names, []string{"Ann", "Bob"}[seat])
	}
	for !m.Over() {
		for seat := range m.Asked().All() {
			var parts []string
			for _, texts := range m.(referee.Chooser).Choices(seat) {
				parts = append(parts, texts[rng.IntN(len(texts))])
			}
			answer := strings.Join(parts, "|")
			if rng.IntN(7) == 0 {
				answer += " hello"
			}
			m.Answer(seat, []string{answer})
			f.frames = append(f.frames, frame{seat: seat, answer: &answer})
		}
		m.Step()
	}
	r := m.Result()
	f.scores = r.Scores
	for _, rank := range r.Ranks {
		f.ranks = append(f.ranks, rank-1)
	}
	return f
}
