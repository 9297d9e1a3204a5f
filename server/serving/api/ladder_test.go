package api_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
)

// untilText polls until the answer has a text.
func (s *site) untilText(path, want string) string {
	s.t.Helper()
	got := ""
	refereetest.Await(s.t, path+" has "+want, func() bool {
		got = fmt.Sprint(s.want(200, "GET", path, ""))
		return strings.Contains(got, want)
	})
	return got
}

// "arbiter ladder here, with --server, and as a page": a ladder is opened, entered, left,
// paused, resumed and deleted through the API.
func TestLadder(t *testing.T) {
	s := serve(t, guardOff)
	for range 2 {
		if got := s.want(200, "PUT", "/api/ladders/open", `{"game":"domain","time_factor":100}`); got["state"] != "idle" {
			t.Errorf("a ladder without bots: %v; want idle", got)
		}
	}
	s.want(409, "PUT", "/api/ladders/open", `{"game":"keeper"}`)
	s.want(422, "PUT", "/api/ladders/other", `{"game":"nogame"}`)
	s.want(422, "PUT", "/api/ladders/a%1B%5B2J", `{"game":"domain"}`)
	s.want(409, "POST", "/api/ladders/open/pause", "{}")
	for _, bot := range []string{"builtin:domain/wait", "builtin:domain/random"} {
		if got := s.want(200, "POST", "/api/ladders/open/entries", `{"bot":"`+bot+`"}`); got["changed"] != true {
			t.Errorf("%v; want that it enters", got)
		}
	}
	if got := s.want(200, "POST", "/api/ladders/open/entries", `{"bot":"builtin:domain/wait"}`); got["changed"] != false {
		t.Errorf("%v; want that it is known", got)
	}
	s.want(422, "POST", "/api/ladders/open/entries", `{"bot":"builtin:domain/nobody"}`)
	s.want(404, "POST", "/api/ladders/opn/entries", `{"bot":"builtin:domain/wait"}`)
	s.untilText("/api/ladders/open", "elo_error95:")
	if got := fmt.Sprint(s.want(200, "GET", "/api/ladders", "")); !strings.Contains(got, "name:open") {
		t.Errorf("%s; want the ladder", got)
	}
	if got := s.want(200, "GET", "/api/tournaments/open", "")["kind"]; got != "ladder" {
		t.Errorf("the tournament of the ladder says that it is of %v; want ladder", got)
	}
	for range 2 {
		s.want(204, "DELETE", "/api/ladders/open/entries/wait", "")
	}
	s.untilText("/api/ladders/open", "state:idle")
	s.want(200, "POST", "/api/ladders/open/pause", "{}")
	s.untilText("/api/ladders/open", "state:paused")
	s.want(200, "POST", "/api/ladders/open/entries", `{"bot":"builtin:domain/wait"}`)
	s.want(200, "POST", "/api/ladders/open/resume", "{}")
	s.untilText("/api/ladders/open", "state:running")
	s.want(200, "POST", "/api/tournaments/open/cancel", "{}")
	s.want(204, "DELETE", "/api/tournaments/open", "")
	refereetest.Await(s.t, "the ladder is gone", func() bool {
		status, _ := s.do("GET", "/api/ladders/open", "")
		return status == 404
	})
}

// "A failing build of an uploaded bot is a stored event with the build's output": once,
// however often the same archive is sent, and only on the ladder that it was sent for.
func TestLadderKeepsFailedBuilds(t *testing.T) {
	s := serve(t, guardOff)
	for _, name := range []string{"open", "other"} {
		s.want(200, "PUT", "/api/ladders/"+name, `{"game":"domain"}`)
	}
	broken := archive(t, map[string]string{"mine/bot.toml": "build = \"sh -c 'echo the compiler says no; exit 1'\"\nrun = \"./bot\""})
	for range 2 {
		s.want(422, "POST", "/api/bots/upload?game=domain&ladder=open", broken)
	}
	s.want(422, "POST", "/api/bots/upload?game=domain", broken)
	s.want(404, "POST", "/api/bots/upload?game=domain&ladder=opn", broken)
	s.want(422, "POST", "/api/ladders/open/entries", `{"bot":"builtin:domain/nobody"}`) // there is nothing to build
	failures := s.want(200, "GET", "/api/ladders/open", "")["failures"].([]any)
	if len(failures) != 1 {
		t.Fatalf("failures %v; want one", failures)
	}
	got := failures[0].(map[string]any)
	if got["name"] != "mine" || got["output"] != "the compiler says no\n" || got["at"] == "" || !strings.Contains(fmt.Sprint(got["why"]), "exit") {
		t.Errorf("failure %v; want the name of the bot, why, and what its build printed", got)
	}
	if got := s.want(200, "GET", "/api/ladders/other", "")["failures"]; len(got.([]any)) != 0 {
		t.Errorf("%v on another ladder", got)
	}
	for n := range league.MaxLadderFailures + 5 {
		s.scheduler.KeepBuildFailure(t.Context(), "other", errors.New("not of a build"), func(string) bool { return true })
		if err := s.db.SaveLadderFailure(t.Context(), league.LadderFailure{Ladder: "other", Name: "a", Why: fmt.Sprint(n), At: time.UnixMilli(int64(n))}); err != nil {
			t.Fatal(err)
		}
	}
	kept := s.want(200, "GET", "/api/ladders/other", "")["failures"].([]any)
	if newest := kept[0].(map[string]any)["why"]; len(kept) != league.MaxLadderFailures || newest != fmt.Sprint(league.MaxLadderFailures+4) {
		t.Errorf("%d failures, the newest %v; want the newest %d", len(kept), newest, league.MaxLadderFailures)
	}
	s.want(204, "DELETE", "/api/ladders/other", "")
	s.want(200, "PUT", "/api/ladders/other", `{"game":"domain"}`)
	if got := s.want(200, "GET", "/api/ladders/other", "")["failures"]; len(got.([]any)) != 0 {
		t.Errorf("%v on a ladder that was deleted and opened again", got)
	}
}

// "A ladder without two bots can be deleted", with or without one; one that runs has to be
// paused first, and is deleted with its matches.
func TestLadderIsDeleted(t *testing.T) {
	s := serve(t, guardOff)
	gone := func() {
		t.Helper()
		for range 2 {
			s.want(204, "DELETE", "/api/ladders/open", "")
		}
		s.want(404, "GET", "/api/ladders/open", "")
	}
	open := func() { s.want(200, "PUT", "/api/ladders/open", `{"game":"domain","time_factor":100}`) }
	enter := func(bot string) { s.want(200, "POST", "/api/ladders/open/entries", `{"bot":"builtin:domain/`+bot+`"}`) }
	open()
	gone()
	open()
	enter("wait")
	gone()
	open()
	if names := s.want(200, "GET", "/api/ladders/open", "")["names"]; len(names.([]any)) != 0 {
		t.Errorf("%v plays on a new ladder of the same name", names)
	}
	enter("wait")
	enter("random")
	if names := fmt.Sprint(s.want(200, "GET", "/api/ladders/open", "")["names"]); names != "[random wait]" {
		t.Errorf("names %s; want those that were asked for, too", names)
	}
	s.until("/api/ladders/open", func(l map[string]any) bool { return l["rounds"].(float64) >= 1 })
	s.want(200, "POST", "/api/ladders/open/pause", "{}")
	s.untilText("/api/ladders/open", "state:paused")
	s.want(200, "POST", "/api/ladders/open/resume", "{}")
	s.want(409, "DELETE", "/api/ladders/open", "")
	s.want(200, "POST", "/api/ladders/open/pause", "{}")
	gone()
	s.want(404, "GET", "/api/tournaments/open", "")
	if got := s.want(200, "GET", "/api/matches?tournament=open", ""); got["total"] != 0.0 {
		t.Errorf("%v matches of the ladder are left", got["total"])
	}
}
