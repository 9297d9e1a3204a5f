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
