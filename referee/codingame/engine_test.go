package codingame_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"arbiter/referee/games/ctf"
	"arbiter/referee/refereetest"
)

// conversation reads what an engine and its runner said to each other, and makes of it what the
// runner writes.
func conversation(t *testing.T, path string) map[string]any {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	outputs, errors := map[string][]*string{"referee": {}}, map[string][]*string{"referee": {}}
	var summaries, views, input []string
	scores := map[string]int{}
	seats, asked, lines := 0, 0, 0
	messages := bufio.NewScanner(zip)
	messages.Buffer(nil, 1<<24)
	for messages.Scan() {
		var m struct{ To, Text string }
		if err := json.Unmarshal(messages.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(m.Text, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(head, "[["), "]")
		answer := func(text *string) {
			for seat := range seats {
				key := strconv.Itoa(seat)
				var out, err *string
				if seat == asked {
					out, err = text, new(string)
				}
				outputs[key], errors[key] = append(outputs[key], out), append(errors[key], err)
			}
		}
		switch name {
		case "INIT":
			first, _, _ := strings.Cut(body, "\n")
			if seats, err = strconv.Atoi(first); err != nil {
				t.Fatal(err)
			}
			for seat := range seats {
				outputs[strconv.Itoa(seat)], errors[strconv.Itoa(seat)] = []*string{nil}, []*string{new(string)}
			}
		case "VIEW":
			views, summaries = append(views, body+"\n"), append(summaries, "")
			outputs["referee"], errors["referee"] = append(outputs["referee"], new(string)), append(errors["referee"], new(string))
		case "SUMMARY":
			summaries[len(summaries)-1] = body
		case "NEXT_PLAYER_INFO":
			fields := strings.Fields(body)
			asked, _ = strconv.Atoi(fields[0])
			lines, _ = strconv.Atoi(fields[1])
		case "SET_PLAYER_OUTPUT":
			text := ""
			if lines > 0 {
				text = body + "\n"
			}
			answer(&text)
		case "SET_PLAYER_TIMEOUT":
			answer(nil)
		case "UINPUT":
			input = append(input, body)
		case "SCORES":
			for line := range strings.Lines(body) {
				fields := strings.Fields(line)
				scores[fields[0]], _ = strconv.Atoi(fields[1])
			}
		}
	}
	if err := messages.Err(); err != nil {
		t.Fatal(err)
	}
	return map[string]any{"outputs": outputs, "errors": errors, "summaries": summaries, "views": views, "scores": scores, "uinput": input, "agents": []any{}}
}

// A match that the site's engine itself has played is the same, summaries included, up to its end:
// both flags came home in one turn, which the published referee gives to player 1 and the
// statement to nobody.
func TestEngine(t *testing.T) {
	m := one(t, text(t, conversation(t, refereetest.Shared(t, "games", "CaptureTheFlag.jsonl.gz"))))
	p := played(t, m, ctf.Game{})
	d := p.Differs()
	if d == nil || d.Turn != 69 || len(p.Record.Turns) != d.Turn || !strings.Contains(d.Why, "the file has the scores [0 1]") {
		t.Fatalf("%v after %d turns", d, len(p.Record.Turns))
	}
	said := 0
	for i := range m.Frames {
		if m.Frames[i].Summary != "" {
			said++
		}
	}
	if said < d.Turn {
		t.Errorf("summaries of %d turns", said)
	}
	for i := range m.Frames { // one wrong number is caught in its turn
		if strings.Contains(m.Frames[i].Summary, "credits: 17") {
			m.Frames[i].Summary = strings.Replace(m.Frames[i].Summary, "credits: 17", "credits: 18", 1)
			if d := played(t, m, ctf.Game{}).Differs(); d == nil || d.Turn != i/2 {
				t.Errorf("a changed summary in frame %d: %v", i, d)
			}
			break
		}
	}
	seed := *m
	seed.Input = []string{"seed=1234568"}
	if d := played(t, &seed, ctf.Game{}).Differs(); d == nil || d.Turn != 1 {
		t.Errorf("another seed: %v; want a difference in turn 1", d)
	}
}
