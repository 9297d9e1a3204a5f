package api_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/serving/api"
)

// fair checks that a flood of one token's requests ends in 429, and never in a 5xx. The
// refusal has the wanted texts. A request of another token is accepted then.
func (s *site) fair(t *testing.T, accepted int, flood, other func(i int) (int, string), want ...string) {
	t.Helper()
	refused := 0
	for i := range 120 {
		status, text := flood(i)
		if status >= 500 || status >= 400 && status != http.StatusTooManyRequests {
			t.Fatalf("request %d: %d %s; want %d or 429", i, status, text, accepted)
		}
		if status == http.StatusTooManyRequests {
			refused++
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Fatalf("%s; want %q in it", text, w)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("nothing of the flood was refused")
	}
	if status, text := other(0); status != accepted {
		t.Errorf("of another token: %d %s; want %d", status, text, accepted)
	}
}

// "One token can never take the places of all": of the queue of analyses, in which those of
// different tokens take turns.
func TestShareOfAnalyses(t *testing.T) {
	s := &things{site: serve(t, guarded(t))}
	match := s.match()
	ask := func(who string) func(i int) (int, string) {
		return func(i int) (int, string) {
			return s.as(who, "POST", "/api/matches/"+match+"/trials", fmt.Sprintf(`{"turn":1,"seat":0,"a":"%d","budget_ms":600000}`, i))
		}
	}
	if status, text := s.as("pam", "POST", "/api/matches/"+match+"/analysis", `{"budget_ms":600000}`); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, text)
	}
	// Before it ends, which a fast machine does soon.
	if status, text := s.as("pit", "DELETE", "/api/matches/"+match+"/analysis", ""); status != http.StatusForbidden || !strings.Contains(text, "belongs to pam") {
		t.Errorf("another's analysis: %d %s; want 403", status, text)
	}
	s.fair(t, http.StatusAccepted, ask("pam"), ask("pit"), "the token pam", "of 25", "DELETE /api/matches/ID/analysis")
}

// "One token can never take the places of all" humans.
func TestShareOfHumanSeats(t *testing.T) {
	s := serve(t, guarded(t))
	begin := func(who string) func(i int) (int, string) {
		return func(i int) (int, string) { return s.as(who, "POST", "/api/hands", `{"game":"keeper"}`) }
	}
	s.fair(t, http.StatusCreated, begin("pam"), begin("pit"), "the token pam plays 4 matches by hand, of 4", "DELETE /api/hands/ID")
}

// "One client can never take the places of all watchers", also of matches that are over, and
// if it never reads. A connection that it closes makes room.
func TestShareOfWatchers(t *testing.T) {
	s := &things{site: serve(t, guarded(t), func(c *api.Config) { c.Live.MaxSubscribers = 12 })}
	match := s.match()
	var open []net.Conn
	watch := func(who, path string) (int, string) {
		conn := dial(t, s.site, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path, who))
		open = append(open, conn)
		head := make([]byte, 4096)
		n, err := conn.Read(head)
		if err != nil {
			t.Fatal(err)
		}
		status := 0
		fmt.Sscanf(string(head[:n]), "HTTP/1.1 %d", &status)
		return status, string(head[:n])
	}
	for _, who := range []string{"reader", "ada"} {
		s.fair(t, http.StatusSwitchingProtocols, func(i int) (int, string) { return watch(who, "/api/live") },
			func(int) (int, string) { return watch("pam", "/api/live") }, "the token "+who+" has 3 live connections open, of 3; close one")
	}
	if status, text := watch("reader", "/api/live/"+match); status != http.StatusTooManyRequests {
		t.Errorf("a match that is over: %d %s; want 429", status, text)
	}
	open[0].Close()
	s.untilWatching("reader", watch)
	for _, conn := range open {
		conn.Close()
	}
}

func (s *things) untilWatching(who string, watch func(who, path string) (int, string)) {
	s.t.Helper()
	refereetest.Await(s.t, "there is room again", func() bool {
		status, _ := watch(who, "/api/live")
		return status == http.StatusSwitchingProtocols
	})
}

// The single matches of a game are kept under a name, which is no tournament: no route
// changes its state.
func TestSinglesAreNoTournament(t *testing.T) {
	s := &things{site: serve(t, guarded(t))}
	s.match()
	const name = "/api/tournaments/single:keeper"
	_, before := s.as("ada", "GET", name, "")
	for route := range routes {
		method, path, _ := strings.Cut(route, " ")
		if method == http.MethodGet || !strings.Contains(path, "{tournament}") && !strings.Contains(path, "{ladder}") {
			continue
		}
		body := ""
		if method != http.MethodDelete {
			body = `{"games":5,"game":"keeper","bot":"builtin:keeper/wait"}`
		}
		for _, who := range []string{"pam", "ada"} {
			path := strings.NewReplacer("{tournament}", "single:keeper", "{ladder}", "single:keeper", "{name}", "wait").Replace(path)
			if status, text := s.as(who, method, path, body); status >= 500 {
				t.Errorf("%s by %s: %d %s", route, who, status, text)
			}
		}
	}
	if _, after := s.as("ada", "GET", name, ""); after != before {
		t.Errorf("it was %s and is %s", before, after)
	}
}

// "A ladder's failures are its owner's": others add what concerns the bot of theirs that plays
// there for the same name, and nothing else.
func TestLadderFailuresHaveAnOwner(t *testing.T) {
	s := serve(t, guarded(t))
	if status, text := s.as("pam", "PUT", "/api/ladders/open", `{"game":"domain"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	mine := league.NewBot("domain", "theirs", "/srv/theirs", "", "0123456789")
	mine.Owner = "una"
	if err := s.db.RegisterBot(t.Context(), mine, league.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.db.SaveLadderRequest(t.Context(), league.LadderRequest{Ladder: "open", Name: "theirs", Bot: &mine, AskedAt: league.Now()}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		who, name string
		kept      bool
	}{
		{"una", "junk", false}, {"pit", "junk", false}, {"pit", "theirs", false}, {"uli", "theirs", false},
		{"una", "theirs", true}, {"pam", "mine", true}, {"ada", "junk", true},
	} {
		kept := func() int {
			all, err := s.db.LadderFailures(t.Context(), "open")
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		before := kept()
		broken := archive(t, map[string]string{tt.name + "/bot.toml": fmt.Sprintf("build = \"sh -c 'echo %s; exit 1'\"\nrun = \"./bot\"", tt.who)})
		if status, text := s.as(tt.who, "POST", "/api/bots/upload?game=domain&ladder=open", broken); status != 422 {
			t.Fatalf("%s: %d %s", tt.who, status, text)
		}
		if got := kept() > before; got != tt.kept {
			t.Errorf("a failure of %s by %s is kept: %v; want %v", tt.name, tt.who, got, tt.kept)
		}
	}
}
