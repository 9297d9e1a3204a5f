package api_test

import "testing"

// The pages together are the list, each match once.
func TestPages(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	for _, filter := range []string{"", "score>=0"} {
		seen := map[string]bool{}
		next, pages := "", 0
		for {
			page := s.want(200, "GET", "/api/matches?limit=2&filter="+filter+"&cursor="+next, "")
			for _, m := range page["matches"].([]any) {
				seen[m.(map[string]any)["id"].(string)] = true
			}
			pages++
			var more bool
			if next, more = page["next"].(string); !more {
				break
			}
		}
		if len(seen) != 6 || pages != 3 {
			t.Errorf("filter %q: %d matches on %d pages; want 6 on 3", filter, len(seen), pages)
		}
	}
}

// "A match leads to the one before it and after it in its tournament, to the
// same bots in opposite seats, and to other bots on the same start."
func TestNeighbours(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	newest := s.want(200, "GET", "/api/matches?tournament=small", "")["matches"].([]any)
	for i, m := range newest {
		match := m.(map[string]any)
		got := s.want(200, "GET", "/api/matches/"+match["id"].(string)+"/neighbours", "")
		for name, at := range map[string]int{"next": i - 1, "previous": i + 1} {
			var want any
			if at >= 0 && at < len(newest) {
				want = newest[at].(map[string]any)["id"]
			}
			if got[name] != want {
				t.Errorf("%s of match %d: %v; want %v", name, i, got[name], want)
			}
		}
		seats, twin := match["seats"].([]any), got["twin"].(map[string]any)
		for seat, other := range twin["seats"].([]any) {
			if bot := seats[len(seats)-1-seat].(map[string]any)["bot"]; other.(map[string]any)["bot"] != bot {
				t.Errorf("seat %d of the twin: %v; want %v", seat, other, bot)
			}
		}
		for _, o := range got["same_start"].([]any) {
			if other := o.(map[string]any); other["start"].(map[string]any)["seed"] != match["start"].(map[string]any)["seed"] {
				t.Errorf("same start: %v; want that of %v", other["start"], match["start"])
			}
		}
	}
	s.want(404, "GET", "/api/matches/00000000000000000000/neighbours", "")
}
