package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/serving/api/transport"
)

// A humanView is what these tests read of a person's match.
type humanView struct {
	ID, Stage, Why, Input string
	Turn                  int
	Choices               choices
	Result                *struct {
		Reason string
		Faults []struct{ Seat int }
	}
}

// choices are what these tests read of a person's choices, by game.
type choices struct {
	CTF *struct {
		Minions []struct {
			ID    int
			Moves [][2]int
		}
	}
	Domain *struct {
		Targets []struct {
			Cell  [2]int
			Sides []string
		}
	}
	Flames *flamesChoices
	Keeper *struct{ Moves [][2]int }
}

type flamesChoices struct {
	Valid []string
	At    [2]int
	AP    int
	Wrong string
}

// human requests a person's match.
func (s *site) human(method, path, body string, want int) (v humanView) {
	s.t.Helper()
	status, text := s.do(method, path, body)
	if status != want {
		s.t.Fatalf("%s %s %s: status %d: %s; want %d", method, path, body, status, text, want)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		s.t.Fatalf("%s %s: %v: %.300s", method, path, err, text)
	}
	return v
}

// first returns the answer of the first choices.
func first(c choices) string {
	switch {
	case c.Domain != nil:
		target := c.Domain.Targets[0]
		return fmt.Sprintf("%d %d %s", target.Cell[0], target.Cell[1], target.Sides[0])
	case c.Flames != nil:
		return c.Flames.Valid[0]
	case c.Keeper != nil:
		to := c.Keeper.Moves[0]
		return fmt.Sprintf("MOVE %d %d", to[0], to[1])
	}
	var commands []string
	for _, m := range c.CTF.Minions {
		if len(m.Moves) > 0 {
			commands = append(commands, fmt.Sprintf("MOVE %d %d %d", m.ID, m.Moves[0][1], m.Moves[0][0]))
		} else {
			commands = append(commands, fmt.Sprintf("WAIT %d", m.ID))
		}
	}
	return strings.Join(commands, " | ")
}

// Playing the first choice in every turn of every game, each choice is accepted,
// none is a fault, and the stored replay verifies.
func TestHumanPlaysToTheEnd(t *testing.T) {
	s := serve(t, guardOff)
	for _, tt := range []struct{ game, rest string }{
		{"domain", `,"seat":0,"bots":["builtin:domain/greedy"]`},
		{"domain", `,"seat":1,"bots":["builtin:domain/greedy"]`},
		{"ctf", `,"seat":0,"bots":["builtin:ctf/greedy"]`},
		{"ctf", `,"seat":1,"bots":["builtin:ctf/random"]`},
		{"keeper", ``},
		{"flames", ``},
	} {
		t.Run(tt.game, func(t *testing.T) {
			s := s.within(t)
			h := s.human("POST", "/api/hands", `{"game":"`+tt.game+`","seed":"3","first_ms":0,"turn_ms":0`+tt.rest+`}`, 201)
			turns := 0
			for ; h.Stage != "over" && turns < 400; turns++ {
				h = s.human("GET", fmt.Sprintf("/api/hands/%s?beyond=%d", h.ID, h.Turn), "", 200)
				if h.Stage != "asked" {
					break
				}
				if h.Input == "" {
					t.Errorf("turn %d: no input", h.Turn)
				}
				body := fmt.Sprintf(`{"turn":%d,"line":%q}`, h.Turn, first(h.Choices))
				turn := h.Turn
				h = s.human("POST", "/api/hands/"+h.ID+"/answer", body, 200)
				h.Turn = turn // the next question may have come with the answer
			}
			if h = s.human("GET", "/api/hands/"+h.ID, "", 200); h.Stage != "over" || h.Result == nil || h.Result.Reason == "" || len(h.Result.Faults) > 0 {
				t.Fatalf("after %d turns: %+v; want that it is over without a fault", turns, h)
			}
			s.verify(h.ID, tt.game)
		})
	}
	for _, path := range []string{"/api/ratings/domain", "/api/ratings/keeper"} {
		if got := s.want(200, "GET", path, ""); got["matches"] != 0.0 {
			t.Errorf("%s counts %v matches; want none that a person played", path, got["matches"])
		}
	}
	if got := s.want(200, "GET", "/api/matches?bot=human@", ""); len(got["matches"].([]any)) != 6 {
		t.Errorf("%d matches are kept; want 6", len(got["matches"].([]any)))
	}
	id := s.want(200, "GET", "/api/matches?bot=human@", "")["matches"].([]any)[0].(map[string]any)["id"].(string)
	if status, text := s.do("POST", "/api/matches/"+id+"/again", ""); status != 409 || !bytes.Contains(text, []byte("a human is not a bot")) {
		t.Errorf("again: %d %s; want 409", status, text)
	}
}

// "Continue a stored match instead of starting one": it is as recorded up to the turn,
// the person is asked from the next turn of the seat on, and the stored replay names
// its parent.
func TestHumanContinuesAMatch(t *testing.T) {
	s := serve(t, guardOff)
	for _, tt := range []struct {
		game, bots string
		seat       int
	}{
		{"domain", `"builtin:domain/greedy","builtin:domain/random"`, 1},
		{"ctf", `"builtin:ctf/greedy","builtin:ctf/random"`, 0},
		{"keeper", `"builtin:keeper/greedy"`, 0},
	} {
		t.Run(tt.game, func(t *testing.T) {
			s := s.within(t)
			parent := s.played(fmt.Sprintf(`{"game":%q,"bots":[%s],"seed":"3","first_ms":0,"turn_ms":0}`, tt.game, tt.bots))
			const turn = 6
			body := fmt.Sprintf(`{"game":%q,"seat":%d,"from":{"match":%q,"turn":%d}}`, tt.game, tt.seat, parent, turn)
			h := s.human("POST", "/api/hands", body, 201)
			for asked := 0; h.Stage != "over"; asked++ {
				h = s.human("GET", fmt.Sprintf("/api/hands/%s?beyond=%d", h.ID, h.Turn), "", 200)
				if h.Stage != "asked" {
					break
				}
				if asked == 0 && (h.Turn <= turn || h.Turn > turn+2) {
					t.Fatalf("first asked in turn %d; want the seat's first one after turn %d", h.Turn, turn)
				}
				last := h.Turn
				h = s.human("POST", "/api/hands/"+h.ID+"/answer", fmt.Sprintf(`{"turn":%d,"line":%q}`, h.Turn, first(h.Choices)), 200)
				h.Turn = last
			}
			s.verify(h.ID, tt.game)
			old, branch := s.record(parent), s.record(h.ID)
			if p := branch.Header.Parent; p == nil || p.Match != parent || p.Turn != turn || p.Play != old.Turns[len(old.Turns)-1].Digest {
				t.Errorf("the parent is %+v; want match %s, turn %d", p, parent, turn)
			}
			if old.Turns[turn-1].Digest != branch.Turns[turn-1].Digest {
				t.Errorf("another position after turn %d", turn)
			}
		})
	}
	for _, tt := range []struct{ from, want string }{
		{`{"match":"00000000000000000000","turn":3}`, "from.match"},
		{`{"match":"` + s.played(`{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"first_ms":0,"turn_ms":0}`) + `","turn":99}`, "turn 99: the match has 3 turns; it can be left after turns 0 to 2"},
	} {
		if status, text := s.do("POST", "/api/hands", `{"game":"domain","seat":0,"from":`+tt.from+`}`); status != 422 || !strings.Contains(string(text), tt.want) {
			t.Errorf("from %s: %d %s; want 422 and %q", tt.from, status, text, tt.want)
		}
	}
}

// within returns the site for a subtest.
func (s *site) within(t *testing.T) *site {
	in := *s
	in.t = t
	return &in
}

// verify checks that the stored replay plays to the same states.
func (s *site) verify(id, game string) {
	s.t.Helper()
	rec := s.record(id)
	g, err := games.Find(game)
	if err != nil {
		s.t.Fatal(err)
	}
	if verified, err := replay.Verify(rec, g); err != nil || verified.Status != replay.Same {
		s.t.Errorf("%v, %v; want the same", verified, err)
	}
}

// record returns the stored replay of a match, once it has been played.
func (s *site) record(id string) *replay.Record {
	s.t.Helper()
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
	_, record := s.do("GET", "/api/matches/"+id+"/record", "")
	rec, err := replay.Read(bytes.NewReader(record))
	if err != nil {
		s.t.Fatal(err)
	}
	return rec
}

const keeperMatch = `{"game":"keeper","seed":"3"}`

// begin starts a match and waits for the first turn.
func (s *site) begin(body string) humanView {
	s.t.Helper()
	h := s.human("POST", "/api/hands", body, 201)
	return s.human("GET", "/api/hands/"+h.ID+"?beyond=0", "", 200)
}

// "An answer that would be a fault is refused with the reason; send another one."
func TestHumanAnswerIsRefused(t *testing.T) {
	s := serve(t, guardOff)
	keeper := s.begin(keeperMatch)
	domain := s.begin(`{"game":"domain","seat":0,"bots":["builtin:domain/wait"],"first_ms":0,"turn_ms":0}`)
	ctf := s.begin(`{"game":"ctf","seat":0,"bots":["builtin:ctf/wait"],"first_ms":0,"turn_ms":0}`)
	flames := s.begin(`{"game":"flames"}`)
	for _, tt := range []struct {
		h          humanView
		line, want string
	}{
		{keeper, "GO 1 1", "unknown command"},
		{keeper, "ATTACK 0 15 11", "outside the range of the sword"},
		{domain, "6 6 U", "cell 6 6 is occupied"},
		{domain, "0 0 U", "side U of cell 0 0 is the border"},
		{domain, "", "empty line"},
		{ctf, "WAIT 9", "no minion 9"},
		{ctf, "MOVE 0 0 0", "a wall or out of reach"},
		{ctf, "MINE 0 0 0", "not an empty cell next to minion 0"},
		{ctf, "FREEZE 0 | FREEZE 1", "you have 0"},
		{flames, "FLY", "unknown action"},
		{flames, "MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N;MOVE N", "costs 1 AP and 0 are left"},
	} {
		body := fmt.Sprintf(`{"turn":1,"line":%q}`, tt.line)
		if status, text := s.do("POST", "/api/hands/"+tt.h.ID+"/answer", body); status != 422 || !bytes.Contains(text, []byte(tt.want)) {
			t.Errorf("%q: %d %s; want 422 with %q", tt.line, status, text, tt.want)
		}
		if h := s.human("GET", "/api/hands/"+tt.h.ID, "", 200); h.Stage != "asked" || h.Turn != 1 {
			t.Errorf("after %q: %s, turn %d; want to be asked again", tt.line, h.Stage, h.Turn)
		}
	}
}

// "Idempotent: a turn is answered once."
func TestHumanAnswersOnce(t *testing.T) {
	s := serve(t, guardOff)
	h := s.begin(keeperMatch)
	path := "/api/hands/" + h.ID + "/answer"
	line := first(h.Choices)
	s.human("POST", path, fmt.Sprintf(`{"turn":1,"line":%q}`, line), 200)
	s.human("GET", "/api/hands/"+h.ID+"?beyond=1", "", 200)
	for _, tt := range []struct{ turn, status int }{{1, 409}, {3, 409}} {
		if status, text := s.do("POST", path, fmt.Sprintf(`{"turn":%d,"line":"MOVE 0 0"}`, tt.turn)); status != tt.status {
			t.Errorf("turn %d: %d %s; want %d", tt.turn, status, text, tt.status)
		}
	}
	request := `{"game":"keeper","seed":"3","key":"k"}`
	if one, other := s.begin(request), s.begin(request); one.ID != other.ID {
		t.Errorf("matches %s and %s of one key", one.ID, other.ID)
	}
}

// "The beginning of an answer: choices are then what may follow it." In flames
// an answer has several actions, and nothing follows a PASS.
func TestHumanBegunAnswer(t *testing.T) {
	s := serve(t, guardOff)
	h := s.begin(`{"game":"flames"}`)
	after := func(begun string) *flamesChoices {
		return s.human("GET", "/api/hands/"+h.ID+"?begun="+strings.NewReplacer(" ", "%20", ";", "%3B").Replace(begun), "", 200).Choices.Flames
	}
	now, moved := after(""), after("MOVE E")
	if moved.AP != now.AP-1 || moved.At[0] != now.At[0]+1 || len(moved.Valid) == 0 {
		t.Errorf("after MOVE E: %+v; before: %+v", moved, now)
	}
	if passed := after("MOVE E;PASS"); len(passed.Valid) != 0 {
		t.Errorf("after a PASS: %v; want nothing", passed.Valid)
	}
	if wrong := after("FLY"); wrong.Wrong == "" || wrong.AP != now.AP {
		t.Errorf("after nonsense: %+v; want the reason and the current position", wrong)
	}
}

// "The match ends without a result and is not stored."
func TestHumanGivesUp(t *testing.T) {
	s := serve(t, guardOff)
	h := s.begin(`{"game":"domain","seat":1,"bots":["builtin:domain/wait"],"first_ms":0,"turn_ms":0}`)
	if m := s.want(200, "GET", "/api/matches/"+h.ID, ""); m["state"] != "playing" {
		t.Errorf("the match is %v; want that it is playing", m["state"])
	}
	for range 2 {
		s.want(204, "DELETE", "/api/hands/"+h.ID, "")
	}
	h = s.human("GET", "/api/hands/"+h.ID+"?beyond=1000", "", 200)
	if h.Stage != "left" || h.Why != "you gave up" {
		t.Errorf("%s: %s; want left", h.Stage, h.Why)
	}
	if m := s.want(200, "GET", "/api/matches/"+h.ID, ""); m["state"] != "lost" || m["why"] != "you gave up" {
		t.Errorf("the match is %v: %v", m["state"], m["why"])
	}
	s.want(404, "GET", "/api/hands/00000000000000000000", "")
	s.want(204, "DELETE", "/api/hands/00000000000000000000", "")
}

// "A match that nobody requests for 5 minutes ends without a result."
func TestHumanGoesAway(t *testing.T) {
	s := serve(t, guardOff)
	s.lobby.Away = time.Millisecond
	h := s.human("POST", "/api/hands", keeperMatch, 201)
	s.until("/api/matches/"+h.ID, func(m map[string]any) bool { return m["state"] == "lost" })
	h = s.human("GET", "/api/hands/"+h.ID+"?beyond=1000", "", 200)
	if h.Stage != "left" || h.Why != "you were away for too long" {
		t.Errorf("%s: %s; want left, being away", h.Stage, h.Why)
	}
}

// The number of people who play is limited; giving up a match frees a place.
func TestHumansAreBounded(t *testing.T) {
	s := serve(t, guardOff)
	s.lobby.Max = 1
	h := s.human("POST", "/api/hands", keeperMatch, 201)
	s.want(503, "POST", "/api/hands", keeperMatch)
	s.want(204, "DELETE", "/api/hands/"+h.ID, "")
	refereetest.Await(t, "the place of the match that was given up", func() bool {
		status, _ := s.do("POST", "/api/hands", keeperMatch)
		return status == 201
	})
}

// When the server shuts down, a waiting request learns that the match is lost.
func TestHumanMatchesEndWithTheServer(t *testing.T) {
	s := serve(t, guardOff)
	h := s.begin(keeperMatch)
	s.lobby.Close()
	if h = s.human("GET", "/api/hands/"+h.ID+"?beyond=5", "", 200); h.Stage != "lost" || h.Why != "the server ended" {
		t.Errorf("%s: %s; want lost", h.Stage, h.Why)
	}
	s.want(503, "POST", "/api/hands", keeperMatch)
}

// Playing and giving up require scope play.
func TestHumanScopes(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: []transport.Token{transport.NewToken(transport.ScopeRead, "r"), transport.NewToken(transport.ScopePlay, "p")}})
	do := func(method, path, body, token string) int {
		status, _ := s.do(method, path, body, "Authorization", "Bearer "+token)
		return status
	}
	if got := do("POST", "/api/hands", keeperMatch, "r"); got != http.StatusForbidden {
		t.Errorf("playing with read: %d", got)
	}
	if got := do("DELETE", "/api/hands/00000000000000000000", "", "r"); got != http.StatusForbidden {
		t.Errorf("giving up with read: %d", got)
	}
	if got := do("DELETE", "/api/hands/00000000000000000000", "", "p"); got != http.StatusNoContent {
		t.Errorf("giving up with play: %d", got)
	}
}

// A wrong request is a problem that names the field.
func TestHumanProblems(t *testing.T) {
	s := serve(t, guardOff)
	for _, tt := range []struct{ body, location, detail string }{
		{`{"game":"heropath"}`, "body.game", "not played by hand"},
		{`{"game":"chess"}`, "body.game", "want one of ctf"},
		{`{"game":"domain"}`, "body.bots", "one of them is yours"},
		{`{"game":"keeper","seat":1}`, "body.seat", "want 0 to 0"},
		{`{"game":"domain","bots":["builtin:domain/nosuch"]}`, "body.bots[0]", "unknown builtin bot"},
		{`{"game":"keeper","setup":{"nosuch":1}}`, "body.setup", "nosuch"},
	} {
		status, text := s.do("POST", "/api/hands", tt.body)
		if status != 422 || !bytes.Contains(text, []byte(`"`+tt.location+`"`)) || !bytes.Contains(text, []byte(tt.detail)) {
			t.Errorf("%s: %d %s; want 422 at %s with %q", tt.body, status, text, tt.location, tt.detail)
		}
	}
}
