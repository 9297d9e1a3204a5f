package api_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"arbiter/server/league"
)

// heropathTest returns an explicit position of HeroPath.
func heropathTest(t *testing.T) string {
	t.Helper()
	document, err := os.ReadFile("../../../referee/games/heropath/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}

// Tournaments, checks and single matches play a book; it cannot be deleted
// while a tournament needs it.
func TestBook(t *testing.T) {
	s, document := serve(t, guardOff), heropathTest(t)
	// One more space makes it another document.
	set := fmt.Sprintf(`{"game":"heropath","about":"two of them","positions":[{"name":"001","setup":%s},{"name":"002","setup":{ %s}]}`, document, document[1:])
	s.want(200, "PUT", "/api/books/official", set)
	got := s.want(200, "GET", "/api/books/official", "")
	if got["count"] != 2.0 || got["starts"].([]any)[1].(map[string]any)["name"] != "002" {
		t.Errorf("%v; want the starts 001 and 002", got)
	}
	const plan = `{"name":"t","game":"heropath","bots":["builtin:heropath/greedy","builtin:heropath/wait"],"book":"official","first_ms":0,"turn_ms":0}`
	s.want(200, "POST", "/api/tournaments", plan)
	if status, body := s.do("DELETE", "/api/books/official", ""); status != 409 || !bytes.Contains(body, []byte("such as t")) {
		t.Errorf("%d %s; want 409 and which tournament needs it", status, body)
	}
	s.want(200, "POST", "/api/tournaments/t/start", "")
	s.until("/api/tournaments/t", func(t map[string]any) bool { return t["state"] == "done" && t["matches"] == 4.0 })
	s.want(200, "POST", "/api/checks", `{"name":"c","game":"heropath","candidate":"builtin:heropath/greedy","baseline":"builtin:heropath/wait","book":"official","max_games":4,"first_ms":0,"turn_ms":0}`)
	s.until("/api/tournaments/c", func(t map[string]any) bool { return t["state"] == "done" })
	id := s.played(`{"game":"heropath","bots":["builtin:heropath/wait"],"start":"official/002","first_ms":0,"turn_ms":0}`)
	if start := s.want(200, "GET", "/api/matches/"+id, "")["start"].(map[string]any); start["name"] != "002" {
		t.Errorf("the match starts at %v; want 002", start)
	}
	if page := s.want(200, "GET", "/api/books?game=heropath", ""); len(page["books"].([]any)) != 1 {
		t.Errorf("%v; want one book", page)
	}
	for range 2 {
		s.want(204, "DELETE", "/api/books/official", "")
	}
	s.want(404, "GET", "/api/books/official", "")
	if status, _ := s.do("GET", "/api/matches/"+id+"/replay", ""); status != 200 {
		t.Errorf("the replay: %d; want that its position stays", status)
	}
}

// "The position as text, instead of setup; stored byte for byte": the match starts
// from it, not from an empty position.
func TestBookOfText(t *testing.T) {
	s, document := serve(t, guardOff), heropathTest(t)
	text := " " + document + "\n"
	s.want(200, "PUT", "/api/books/texts", fmt.Sprintf(`{"game":"heropath","positions":[{"name":"001","text":%q}]}`, text))
	got := s.want(200, "GET", "/api/books/texts", "")["starts"].([]any)[0].(map[string]any)
	if want := league.PositionDigest([]byte(text)); got["setup"] != want {
		t.Errorf("the book has %v; want %s", got["setup"], want)
	}
	id := s.played(`{"game":"heropath","bots":["builtin:heropath/greedy"],"start":"texts/001","first_ms":0,"turn_ms":0}`)
	if start := s.want(200, "GET", "/api/matches/"+id, "")["start"].(map[string]any); start["name"] != "001" {
		t.Errorf("the match starts at %v; want 001", start)
	}
}

// An error in a book names the document.
func TestBookErrors(t *testing.T) {
	s, document := serve(t, guardOff), heropathTest(t)
	s.want(200, "PUT", "/api/books/few", `{"seeds":"7,9"}`)
	for _, tt := range []struct{ name, method, path, body, field, want string }{
		{"a document that the game refuses", "PUT", "/api/books/x", `{"game":"domain","positions":[{"name":"007","setup":{"x":1}}]}`, "positions[0]", "007: "},
		{"no such game", "PUT", "/api/books/x", `{"game":"chess","positions":[{"name":"a","setup":{}}]}`, "game", "chess"},
		{"a name that no match could name", "PUT", "/api/books/x%2Fy", `{"game":"domain","positions":[{"name":"a","setup":{}}]}`, "name", "has a slash"},
		{"no document", "PUT", "/api/books/x", `{"game":"domain","positions":[{"name":"a"}]}`, "positions[0]", "a: found no position; want setup, in the game's own fields, or text"},
		{"two documents", "PUT", "/api/books/x", `{"game":"domain","positions":[{"name":"a","setup":{},"text":"{}"}]}`, "positions[0]", "a: found both setup and text"},
		{"a text that the game refuses", "PUT", "/api/books/x", `{"game":"domain","positions":[{"name":"a","text":"MOVE"}]}`, "positions[0]", "a: "},
		{"no document of a tournament", "POST", "/api/tournaments", `{"name":"t","game":"domain","bots":["builtin:domain/wait"],"positions":[{"name":"a"}]}`, "positions[0]", "a: found no position"},
		{"no such book", "POST", "/api/tournaments", `{"name":"t","game":"domain","bots":["builtin:domain/wait"],"book":"nosuch"}`, "book", "book: book nosuch: not found; GET /api/books lists them"},
		{"seeds too", "POST", "/api/tournaments", `{"name":"t","game":"domain","bots":["builtin:domain/wait"],"book":"nosuch","seeds":"1"}`, "book", "want one of them"},
		{"no such book of a match", "POST", "/api/matches", `{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"start":"nosuch/a"}`, "start", "start: book nosuch: not found; GET /api/books lists them"},
		{"no start of that name", "POST", "/api/matches", `{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"start":"few/8"}`, "start", `book few has no start \"8\"; want BOOK/NAME, e.g. few/7`},
		{"seeds and positions", "PUT", "/api/books/x", `{"game":"domain","seeds":"1"}`, "seeds", "want seeds alone, or a game and its positions"},
		{"no start", "PUT", "/api/books/x", `{"game":"domain"}`, "positions", "found no start"},
		{"no seeds", "PUT", "/api/books/x", `{"seeds":"one"}`, "seeds", "one"},
		{"the same document twice", "PUT", "/api/books/x", `{"game":"heropath","positions":[{"name":"001","setup":` + document + `},{"name":"002","setup":` + document + `}]}`, "positions[1]", "002: same document as 001"},
		{"the same name twice", "PUT", "/api/books/x", `{"game":"heropath","positions":[{"name":"001","setup":` + document + `},{"name":"001","setup":` + document + `}]}`, "positions[1]", "001: duplicate name"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, body := s.do(tt.method, tt.path, tt.body)
			if status != 422 || !bytes.Contains(body, []byte(`"body.`+tt.field+`"`)) || !bytes.Contains(body, []byte(tt.want)) {
				t.Errorf("%d %s; want 422, body.%s and %s", status, body, tt.field, tt.want)
			}
		})
	}
}
