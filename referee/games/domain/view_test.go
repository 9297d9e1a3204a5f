package domain

import (
	"encoding/json"
	"strings"
	"testing"

	"arbiter/referee"

	"github.com/google/go-cmp/cmp"
)

// eventsOf returns the events of the match's last turn as JSON, one a line.
func eventsOf(t *testing.T, m *match) string {
	t.Helper()
	var lines []string
	for _, e := range m.View().(*View).Events {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	return strings.Join(lines, "\n")
}

// The viewer shows the move, then the wall, then what the wall did.
func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name  string
		board []string
		line  string
		want  string
	}{
		{
			"a move around a wall, with a message",
			[]string{"A .|. B"}, "2 0 D hello",
			`{"type":"message","step":0,"seat":0,"text":"hello"}
{"type":"move","step":0,"seat":0,"from":[0,0],"to":[2,0],"path":[[0,0],[1,0],[1,1],[2,1],[2,0]]}
{"type":"wall","step":1,"seat":0,"at":[2,0],"direction":"D","between":[[2,0],[2,1]]}`,
		},
		{
			"a token that stays",
			[]string{". .", "", ". A . B"}, "1 1 L",
			`{"type":"move","step":0,"seat":0,"from":[1,1],"to":[1,1],"path":[[1,1]]}
{"type":"wall","step":1,"seat":0,"at":[1,1],"direction":"L","between":[[0,1],[1,1]]}`,
		},
		{
			"the last wall",
			[]string{"A . B", "-"}, "0 0 R",
			`{"type":"move","step":0,"seat":0,"from":[0,0],"to":[0,0],"path":[[0,0]]}
{"type":"wall","step":1,"seat":0,"at":[0,0],"direction":"R","between":[[0,0],[1,0]]}
{"type":"separation","step":2,"seat":0,"sizes":[1,48]}`,
		},
		{
			"a refused wall: the token has moved",
			[]string{"A . B"}, "1 0 U",
			`{"type":"move","step":0,"seat":0,"from":[0,0],"to":[1,0],"path":[[0,0],[1,0]]}
{"type":"fault","step":1,"seat":0,"kind":"illegal","line":"1 0 U","why":"side U of cell 1 0 is the border of the board, which is a wall already; open there: D, L, R","at":[1,0]}`,
		},
		{
			"a refused move",
			[]string{"A . B"}, "2  0 D hi",
			`{"type":"message","step":0,"seat":0,"text":"hi"}
{"type":"fault","step":0,"seat":0,"kind":"illegal","line":"2  0 D hi","why":"cell 2 0 is occupied by the other player's token; want a free cell","at":[2,0]}`,
		},
		{
			"an answer that cannot be read",
			[]string{"A . B"}, "2 0 down",
			`{"type":"fault","step":0,"seat":0,"kind":"garbled","line":"2 0 down","why":"unknown direction \"down\"; want U, D, L or R","at":null}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := matchAt(t, draw(t, tt.board...))
			answerWith(m, tt.line)
			if diff := cmp.Diff(tt.want, eventsOf(t, m)); diff != "" {
				t.Errorf("%s: events (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

// A view is the whole position; a second one uses the first one's memory.
func TestView(t *testing.T) {
	m := matchAt(t, draw(t, "A . B .|.", "- - - -"))
	for turn, want := range []string{
		`{"turn":0,"mover":0,"tokens":[[0,0],[2,0]],"walls":[` +
			`{"between":[[0,0],[0,1]],"seat":-1,"turn":0},{"between":[[1,0],[1,1]],"seat":-1,"turn":0},` +
			`{"between":[[2,0],[2,1]],"seat":-1,"turn":0},{"between":[[3,0],[3,1]],"seat":-1,"turn":0},` +
			`{"between":[[3,0],[4,0]],"seat":-1,"turn":0}],"last_action":"-1 -1 _","messages":[" "," "],` +
			`"reachable":[[[0,0],[1,0]],[[1,0],[2,0],[3,0]]],"nearer":[[[0,0]],[[2,0],[3,0]]],` +
			`"domains":null,"over":false,"reason":"","events":[]}`,
		`{"turn":1,"mover":-1,"tokens":[[1,0],[2,0]],"walls":[` +
			`{"between":[[0,0],[0,1]],"seat":-1,"turn":0},{"between":[[1,0],[1,1]],"seat":-1,"turn":0},` +
			`{"between":[[2,0],[2,1]],"seat":-1,"turn":0},{"between":[[3,0],[3,1]],"seat":-1,"turn":0},` +
			`{"between":[[3,0],[4,0]],"seat":-1,"turn":0},{"between":[[1,0],[2,0]],"seat":0,"turn":1}],` +
			`"last_action":"1 0 R","messages":["so be it"," "],` +
			`"reachable":[[[0,0],[1,0]],[[2,0],[3,0]]],"nearer":[[[0,0],[1,0]],[[2,0],[3,0]]],` +
			`"domains":[[[0,0],[1,0]],[[2,0],[3,0]]],"over":true,"reason":"domain_tie","events":[` +
			`{"type":"message","step":0,"seat":0,"text":"so be it"},` +
			`{"type":"move","step":0,"seat":0,"from":[0,0],"to":[1,0],"path":[[0,0],[1,0]]},` +
			`{"type":"wall","step":1,"seat":0,"at":[1,0],"direction":"R","between":[[1,0],[2,0]]},` +
			`{"type":"separation","step":2,"seat":0,"sizes":[2,2]}]}`,
	} {
		if turn > 0 {
			answerWith(m, "1 0 R so be it")
		}
		wantJSON(t, m.View(), want)
	}
}

func TestScene(t *testing.T) {
	wantJSON(t, matchAt(t, draw(t, "A|. B")).Scene(),
		`{"size":[7,7],"tokens":[[0,0],[2,0]],"walls":[{"between":[[0,0],[1,0]],"seat":-1,"turn":0}],"first_mover":0,"max_turns":83}`)
	wantJSON(t, newMatch(t).Scene(),
		`{"size":[7,7],"tokens":[[0,0],[6,6]],"walls":[],"first_mover":0,"max_turns":84}`)
}

func wantJSON(t *testing.T, v any, want string) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBoard(t *testing.T) {
	m := matchAt(t, draw(t, "A . . .|B", "- -   - -"))
	answerWith(m, "2 0 R")
	answerWith(m, "5 1 D")
	const want = `    0   1   2   3   4   5   6
  +━━━+━━━+━━━+━━━+━━━+━━━+━━━+
0 ┃ ·   ·   A ║   ┃           ┃
  +━━━+━━━+   +━━━+━━━+   +   +
1 ┃ ·   ·   ·   ·   ·   B     ┃
  +   +   +   +   +   +───+   +
2 ┃     ·   ·   ·             ┃
  +   +   +   +   +   +   +   +
3 ┃         ·                 ┃
`
	got := string(m.Board(nil))
	if !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s\nwant the beginning:\n%s", got, want)
	}
	if want := "turn 2   last action 5 1 D   A to move   walls: ═ of A, ─ of B\nA, B tokens   · where the mover can go   a, b the domains, once they are separated\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got:\n%s\nwant the end:\n%s", got, want)
	}
}

// A finished board shows who owns what.
func TestBoardOfDomains(t *testing.T) {
	m := matchAt(t, draw(t, "A B .|.|.", "- - - -"))
	answerWith(m, "0 0 R")
	got := string(m.Board(nil))
	for _, want := range []string{"0 ┃ A ║ B   b ┃   ┃           ┃\n", "over: domain, A 1, B 2\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got:\n%s\nwant %q in it", got, want)
		}
	}
}

// Looking must not depend on when one looks.
func TestViewAfterFault(t *testing.T) {
	m := newMatch(t)
	m.Drop(0, referee.Fault{Turn: 1, Seat: 0, Kind: referee.Timeout, Why: "no answer within 1s"})
	m.Step()
	want := `{"type":"fault","step":0,"seat":0,"kind":"timeout","line":"","why":"no answer within 1s","at":null}`
	for range 2 {
		if got := eventsOf(t, m); got != want {
			t.Errorf("events %s, want %s", got, want)
		}
	}
}
