package api_test

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"testing"
	"time"

	"arbiter/server/kept/sample"
	"arbiter/server/league"
)

// sampled starts a server with so many plausible matches.
func sampled(t *testing.T, matches int) *site {
	t.Helper()
	s := serve(t, guardOff)
	if err := sample.Fill(t.Context(), s.db, matches, time.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

type listed struct {
	Matches []struct {
		ID    string
		Turns int
		Seats []struct {
			Bot   string
			Score int64
			Rank  int
			Fault string
		}
	}
	Seats []int
	Total int
	Next  string
}

// list returns a page of matches.
func (s *site) list(query url.Values) (page listed) {
	s.t.Helper()
	status, text := s.do("GET", "/api/matches?"+query.Encode(), "")
	if status != 200 {
		s.t.Fatalf("%v: %d %s", query, status, text)
	}
	if err := json.Unmarshal(text, &page); err != nil {
		s.t.Fatal(err)
	}
	if len(page.Seats) != len(page.Matches) {
		s.t.Fatalf("%d seats of %d matches", len(page.Seats), len(page.Matches))
	}
	return page
}

// "Every page but the last one is full", however rare what the filter selects, and
// has the total.
func TestFilteredPagesAreFull(t *testing.T) {
	s := sampled(t, 8000)
	for _, filter := range []string{"seat=1,score>33", "metric.depth>9", "fault=timeout,walls<30"} {
		q, seen := url.Values{"filter": {filter}, "limit": {"7"}}, map[string]bool{}
		for {
			page := s.list(q)
			for _, m := range page.Matches {
				seen[m.ID] = true
			}
			if page.Next == "" {
				if len(seen) != page.Total || page.Total < 8 {
					t.Errorf("%s: %d matches; want the total of %d, on several pages", filter, len(seen), page.Total)
				}
				break
			}
			if len(page.Matches) != 7 {
				t.Errorf("%s: a page of %d; want 7", filter, len(page.Matches))
			}
			q.Set("cursor", page.Next)
		}
	}
}

// "Worst losses over all matches": the losses of a bot by margin, of whatever age.
func TestWorstLosses(t *testing.T) {
	s := sampled(t, 8000)
	q := url.Values{"tournament": {sample.Duels}, "bot": {"bot07"}, "result": {"lost"}, "sort": {"margin"}, "order": {"asc"}, "limit": {"5"}}
	page := s.list(q)
	worst, lost := int64(0), 0
	err := s.db.EachMatchUntil(t.Context(), sample.Duels, math.MaxInt64, func(m league.Match) {
		for seat, bot := range m.Seats {
			if bot[:5] == "bot07" && m.Outcome.Ranks[seat] == 2 {
				lost++
				worst = min(worst, m.Outcome.Scores[seat]-m.Outcome.Scores[1-seat])
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	first := page.Matches[0]
	seat := page.Seats[0]
	if got := first.Seats[seat].Score - first.Seats[1-seat].Score; page.Total != lost || got != worst || first.Seats[seat].Bot[:5] != "bot07" {
		t.Errorf("%d losses, the worst by %d; want %d and %d", page.Total, got, lost, worst)
	}
}

// "The fault is of the bot": of the matches with a fault, those in which the other
// bot has it are left out. Without own_fault it may be of either seat, as before.
func TestOwnFaults(t *testing.T) {
	s := sampled(t, 4000)
	either, own := 0, 0
	err := s.db.EachMatchUntil(t.Context(), sample.Duels, math.MaxInt64, func(m league.Match) {
		for seat, bot := range m.Seats {
			if bot[:5] != "bot07" {
				continue
			}
			if m.Outcome.Faults[seat] != "" {
				own++
			}
			if m.Outcome.Faults[seat] != "" || m.Outcome.Faults[1-seat] != "" {
				either++
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	q := url.Values{"tournament": {sample.Duels}, "bot": {"bot07"}, "fault": {"any"}}
	if page := s.list(q); page.Total != either {
		t.Errorf("%d matches with a fault; want %d", page.Total, either)
	}
	q.Set("own_fault", "true")
	if page := s.list(q); page.Total != own || own == 0 || own == either {
		t.Errorf("%d matches with a fault of the bot; want %d, fewer than %d", page.Total, own, either)
	}
	s.want(422, "GET", "/api/matches?own_fault=true&bot=bot07", "")
}

// "upset: won against the odds": against a bot that is rated some 190 Elo higher,
// the least expected first.
func TestUpsets(t *testing.T) {
	s := sampled(t, 4000)
	elo := map[string]float64{}
	for _, line := range s.want(200, "GET", "/api/ratings/domain", "")["lines"].([]any) {
		l := line.(map[string]any)
		elo[l["bot"].(string)] = l["elo"].(float64)
	}
	page := s.list(url.Values{"result": {"upset"}, "sort": {"expected"}, "order": {"asc"}, "limit": {"200"}})
	if page.Total == 0 {
		t.Fatal("no upsets")
	}
	before := 10_000.0
	for i, m := range page.Matches {
		seat := page.Seats[i]
		ahead := elo[m.Seats[1-seat].Bot] - elo[m.Seats[seat].Bot]
		if m.Seats[seat].Rank != 1 || m.Seats[1-seat].Rank != 2 || ahead < 190 || ahead > before+1e-3 {
			t.Fatalf("match %d: the loser is rated %.0f higher, after one of %.0f", i, ahead, before)
		}
		before = ahead
	}
}

// Lists are sorted by what is asked for, in either order.
func TestSortedLists(t *testing.T) {
	s := sampled(t, 2000)
	for _, order := range []string{"asc", "desc"} {
		page := s.list(url.Values{"sort": {"turns"}, "order": {order}})
		for i, m := range page.Matches[1:] {
			if before := page.Matches[i].Turns; (m.Turns < before) != (order == "desc") && m.Turns != before {
				t.Errorf("%s: %d turns after %d", order, m.Turns, before)
			}
		}
	}
}

// "faults grouped by message": messages that differ in numbers are one group.
func TestFaultGroups(t *testing.T) {
	s := sampled(t, 4000)
	all := s.want(200, "GET", "/api/faults?bot=bot03", "")
	groups := all["groups"].([]any)
	if len(groups) != 2 {
		t.Fatalf("groups %v; want that of a wall and that of a timeout", groups)
	}
	count := 0.0
	for _, g := range groups {
		group := g.(map[string]any)
		count += group["count"].(float64)
		if want := map[string]string{"illegal": "cell # is a wall", "timeout": "no answer within # ms"}[group["kind"].(string)]; group["message"] != want {
			t.Errorf("message %q; want %q", group["message"], want)
		}
		m := s.want(200, "GET", "/api/matches/"+group["match"].(string), "")
		seat := m["seats"].([]any)[int(group["seat"].(float64))].(map[string]any)
		if seat["fault"] != group["kind"] || seat["bot"].(string)[:5] != "bot03" {
			t.Errorf("seat %v of the example; want bot03's %v", seat, group["kind"])
		}
	}
	if count != all["total"] {
		t.Errorf("%v faults in the groups of %v", count, all["total"])
	}
}

// "ETag/304 for what is immutable or versioned by a counter": a response that the
// client has is not sent again, until a match changes it.
func TestETags(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	id := s.list(nil).Matches[0].ID
	tag := func(path, have string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", have)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode, response.Header.Get("ETag")
	}
	changing := []string{
		"/api/matches", "/api/matches?bot=random&sort=score", "/api/tournaments/small/standings", "/api/tournaments/small/matrix",
		"/api/tournaments/small/history", "/api/ratings/domain", "/api/ratings/domain/history", "/api/faults",
	}
	tags := map[string]string{}
	for _, path := range append(changing, "/api/matches/"+id) {
		status, first := tag(path, "")
		if status != 200 || first == "" {
			t.Fatalf("%s: %d, ETag %q", path, status, first)
		}
		if status, again := tag(path, `"other", `+first); status != http.StatusNotModified || again != first {
			t.Errorf("%s: %d, ETag %q for %q; want 304 with the same", path, status, again, first)
		}
		tags[path] = first
	}
	s.want(200, "POST", "/api/tournaments/small/extend", `{"seeds":"4"}`)
	s.want(200, "POST", "/api/tournaments/small/start", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" })
	for _, path := range changing {
		if status, next := tag(path, tags[path]); status != 200 || next == tags[path] {
			t.Errorf("%s: %d, ETag %q after more matches; want 200 and another one", path, status, next)
		}
	}
	if status, _ := tag("/api/matches/"+id, tags["/api/matches/"+id]); status != http.StatusNotModified {
		t.Errorf("a played match: %d; want 304", status)
	}
}

// "answers are compressed" for clients that accept it.
func TestResponsesAreCompressed(t *testing.T) {
	s := sampled(t, 1000)
	for _, path := range []string{"/api/matches?limit=200", "/api/openapi.json", "/api/docs"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if encoding := response.Header.Get("Content-Encoding"); encoding != "gzip" {
			t.Errorf("%s: encoding %q; want gzip", path, encoding)
			continue
		}
		if _, err := gzip.NewReader(response.Body); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, text := s.do("GET", "/api/matches", "", "Accept-Encoding", "identity"); text[0] != '{' {
		t.Errorf("the response begins with %q for a client that wants no encoding", text[:5])
	}
}

// A history begins with the first matches and ends with the last one, at any number
// of matches.
func TestHistoryOfRunningTournament(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "POST", "/api/tournaments", `{"name":"run","game":"keeper","bots":["builtin:keeper/wait","builtin:keeper/random"],"seeds":"1..60","start":true,"first_ms":0,"turn_ms":0}`)
	for done := false; !done; {
		state := s.want(200, "GET", "/api/tournaments/run", "")
		points := s.want(200, "GET", "/api/tournaments/run/history?points=10", "")["points"].([]any)
		if played := state["matches"].(float64); played > 0 {
			last := points[len(points)-1].(map[string]any)["matches"].(float64)
			if last < played || len(points) > 11 || played > 20 && len(points) < 5 {
				t.Fatalf("%d points up to match %v of %v or more; want 5 to 11 up to the last one", len(points), last, played)
			}
		}
		done = state["state"] == "done"
	}
}
