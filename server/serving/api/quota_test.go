package api_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api"
	"arbiter/server/serving/scheduler"
)

// someBot returns the archive of a bot that differs from those of other numbers.
func someBot(t *testing.T, n int) string {
	return archive(t, map[string]string{"bot.toml": fmt.Sprintf("name = \"bot%d\"\nrun = \"cat\"", n)})
}

// together sends n requests at the same time and counts the statuses.
func together(n int, send func(i int) int) map[int]int {
	var mu sync.Mutex
	var all sync.WaitGroup
	counts := map[int]int{}
	for i := range n {
		all.Go(func() {
			status := send(i)
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	all.Wait()
	return counts
}

// send is as, of which only the status counts, for other goroutines.
func (s *site) send(who, method, path, body string) int {
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		return 0
	}
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+who)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

const uploadTo = "/api/bots/upload?game=keeper"

// "Bots": uploads at the same time do not take the last place twice. One that is
// retired or deleted makes room, and the same archive again needs none.
func TestQuotaOfBots(t *testing.T) {
	s := serve(t, guarded(t), func(c *api.Config) { c.Quotas.Bots = 3; c.Quotas.Bytes = 1 << 40; c.Uploads.TotalBytes = 1 << 40 })
	var archives []string
	for i := range 8 {
		archives = append(archives, someBot(t, i))
	}
	got := together(8, func(i int) int { return s.send("una", "POST", uploadTo, archives[i]) })
	if got[200] != 3 || got[429] != 5 {
		t.Fatalf("statuses %v; want 3 of 200, 5 of 429", got)
	}
	bots, err := s.db.BotsOf(t.Context(), "una")
	if err != nil || len(bots) != 3 {
		t.Fatalf("%+v, %v; want 3 bots", bots, err)
	}
	full := func(want string) {
		t.Helper()
		if status, text := s.as("una", "POST", uploadTo, someBot(t, 99)); status != 429 || !strings.Contains(text, want) {
			t.Errorf("%d %s; want 429 with %q", status, text, want)
		}
	}
	full("the token una has 3 bots, of 3; delete one that has played no match, or retire one")
	n, err := strconv.Atoi(strings.TrimPrefix(bots[0].Name, "bot"))
	if err != nil {
		t.Fatal(err)
	}
	if status, text := s.as("una", "POST", uploadTo, archives[n]); status != 200 {
		t.Errorf("the same archive again: %d %s", status, text)
	}
	for _, who := range []string{"uli", "ada"} {
		if status, text := s.as(who, "POST", uploadTo, someBot(t, 50)); status != 200 {
			t.Errorf("by %s: %d %s; want it accepted", who, status, text)
		}
	}
	if status, text := s.as("una", "PATCH", "/api/bots/keeper/"+bots[0].ID, `{"stage":"retired"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := s.as("una", "POST", uploadTo, someBot(t, 100)); status != 200 {
		t.Errorf("after one was retired: %d %s", status, text)
	}
	full("of 3")
	if status, text := s.as("una", "DELETE", "/api/bots/keeper/"+bots[1].ID, ""); status != 204 {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := s.as("una", "POST", uploadTo, someBot(t, 101)); status != 200 {
		t.Errorf("after one was deleted: %d %s", status, text)
	}
	full("of 3")
}

// "Bytes of uploaded bots" are those on the disk, also after a restart.
func TestQuotaOfBytes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bots")
	big := func(n int) string {
		return archive(t, map[string]string{"bot.toml": fmt.Sprintf("name = \"bot%d\"\nbuild = \"truncate -s 900000 zero\"\nrun = \"cat\"", n)})
	}
	s := serve(t, guarded(t), func(c *api.Config) {
		c.Uploads.Dir, c.Uploads.BotBytes = dir, 1<<20
		c.Scheduler.Resolver.Build.Folder = c.Uploads.BotLimit()
		c.Quotas.Bytes = 3 << 20
	})
	var archives []string
	for i := range 6 {
		archives = append(archives, big(i))
	}
	got := together(6, func(i int) int { return s.send("una", "POST", uploadTo, archives[i]) })
	if got[200] != 3 || got[429] != 3 {
		t.Fatalf("statuses %v; want 3 of 200, 3 of 429", got)
	}
	// Another process knows what is on the disk and in the database alone.
	again := &botstore.Uploads{Dir: dir, BotBytes: 1 << 20, Typed: s.db.TypedBots, Owned: s.db.BotsOf}
	err := again.Receive(t.Context(), []byte(big(7)), botstore.Quota{Owner: "una", Bytes: 3 << 20}, func(string) error { return nil })
	quota, ok := err.(league.QuotaError)
	if !ok || quota.After != 0 || !strings.Contains(err.Error(), "of 3 MiB, and one more may need 1 MiB; delete one that has played no match") {
		t.Errorf("%v; want the quota", err)
	}
}

// "Builds an hour": an upload is one, and so is a registered bot that is built again
// for a match; once built it is kept for the next.
func TestQuotaOfBuilds(t *testing.T) {
	files := filepath.Join(t.TempDir(), "entered")
	s := serve(t, guarded(t), func(c *api.Config) {
		c.Quotas.Builds = 3
		c.Scheduler.Files = botstore.Copies{Dir: files}
	})
	built := archive(t, map[string]string{"bot.toml": "name = \"built\"\nbuild = \"true\"\nrun = \"cat\""})
	if status, text := s.as("una", "POST", uploadTo, built); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	bots, err := s.db.BotsOf(t.Context(), "una")
	if err != nil || len(bots) != 1 {
		t.Fatalf("%+v, %v", bots, err)
	}
	for range 10 {
		if status, text := s.as("una", "POST", "/api/matches", fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":10}`, bots[0].ID)); status != 202 {
			t.Fatalf("%d %s; want ten matches for one build", status, text)
		}
	}
	got := together(4, func(i int) int { return s.send("una", "POST", uploadTo, "no archive") })
	if got[422] != 1 || got[429] != 3 {
		t.Errorf("statuses %v; want one build that is left", got)
	}
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+uploadTo, strings.NewReader(built))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer una")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if after, err := strconv.Atoi(response.Header.Get("Retry-After")); response.StatusCode != 429 || err != nil || after < 3000 || after > 3600 {
		t.Errorf("%d, Retry-After %q; want 429 and almost an hour", response.StatusCode, response.Header.Get("Retry-After"))
	}
	if status, text := s.as("uli", "POST", uploadTo, built); status != 200 {
		t.Errorf("another token: %d %s", status, text)
	}
}

// "Matches waiting": those that are played do not count, and others' neither.
func TestQuotaOfWaitingMatches(t *testing.T) {
	s := serve(t, guarded(t), func(c *api.Config) { c.Quotas.Waiting = 4 })
	ctx := t.Context()
	endless := scheduler.MatchRequest{Game: "keeper", Bots: []string{"sleep 3600"}, Limits: &referee.TimeLimits{}, By: scheduler.Asker{Name: "una", AnyBot: true}}
	var ids []string
	defer func() {
		for _, id := range ids {
			if err := s.scheduler.CancelMatch(context.WithoutCancel(ctx), id); err != nil {
				t.Error(err)
			}
		}
	}()
	for range 2 { // for both workers
		id, err := s.scheduler.Play(ctx, endless)
		if err != nil {
			t.Fatal(err)
		}
		ids = append([]string{id}, ids...)
		s.untilAs("reader", "/api/matches/"+id, `"state":"playing"`)
	}
	bots, err := s.db.KnownBots(ctx, "keeper", "")
	if err != nil || len(bots) != 1 {
		t.Fatalf("%+v, %v", bots, err)
	}
	body := fmt.Sprintf(`{"game":"keeper","bots":[%q]}`, bots[0].ID)
	got := together(10, func(int) int { return s.send("una", "POST", "/api/matches", body) })
	if got[202] != 4 || got[429] != 6 {
		t.Errorf("statuses %v; want 4 of 202, 6 of 429", got)
	}
	waiting, err := s.db.QueuedMatches(ctx)
	if err != nil || len(waiting) != 6 {
		t.Fatalf("%+v, %v; want 2 that are played and 4 that wait", waiting, err)
	}
	for _, w := range waiting[2:] {
		if w.Owner != "una" { // which the next server counts
			t.Errorf("%+v; want it to be una's", w)
		}
		ids = append([]string{w.Job.ID}, ids...)
	}
	if status, text := s.as("una", "POST", "/api/matches", body); status != 429 || !strings.Contains(text, "4 matches of the token una are waiting, of 4; try again when") {
		t.Errorf("%d %s", status, text)
	}
	for _, who := range []string{"uli", "ada"} {
		status, text := s.as(who, "POST", "/api/matches", body)
		if status != 202 {
			t.Fatalf("by %s: %d %s; want it queued", who, status, text)
		}
		id := regexp.MustCompile("[0-9a-f]{20}").FindString(text)
		ids = append([]string{id}, ids...)
	}
	if status, text := s.as("una", "POST", "/api/matches/"+waiting[2].Job.ID+"/cancel", ""); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	status, text := s.as("una", "POST", "/api/matches", body)
	if status != 202 {
		t.Errorf("after one was cancelled: %d %s", status, text)
	}
	ids = append([]string{regexp.MustCompile("[0-9a-f]{20}").FindString(text)}, ids...)
}
