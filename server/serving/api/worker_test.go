package api_test

import (
	"net/http"
	"testing"

	"arbiter/server/league"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/queue"
)

// A pretended farm has one worker.
type pretendedFarm struct{ did []string }

func (*pretendedFarm) Workers() []queue.WorkerStatus {
	return []queue.WorkerStatus{{Name: "a", State: queue.Refused, Why: "it plays rules 2 of ctf", Slots: 4, Playing: []string{"m"}, Machine: queue.Machine{Speed: 1.5}}}
}
func (*pretendedFarm) BotsAtHome() []queue.BotAtHome {
	return []queue.BotAtHome{{Bot: league.Bot{ID: "b@d", Digest: "d"}, Why: "it is a command line"}}
}
func (f *pretendedFarm) Drain(name string, drain bool) error {
	f.did = append(f.did, "drain "+name)
	return f.found(name)
}
func (f *pretendedFarm) Remove(name string) error {
	if name == "a" {
		return league.Conflictf("worker a is connected")
	}
	return league.ErrNotFound
}
func (*pretendedFarm) found(name string) error {
	if name != "a" {
		return league.ErrNotFound
	}
	return nil
}

// "Pages and API: workers with what they play, speed, faults, versions; drain,
// remove."
func TestWorkers(t *testing.T) {
	f := &pretendedFarm{}
	s := serve(t, transport.Guard{}, func(c *api.Config) { c.Workers = f })
	got := s.want(http.StatusOK, http.MethodGet, "/api/workers", "")
	w := got["workers"].([]any)[0].(map[string]any)
	if got["enabled"] != true || w["name"] != "a" || w["state"] != "refused" || w["speed"] != 1.5 || w["playing"].([]any)[0] != "m" || w["why"] != "it plays rules 2 of ctf" {
		t.Errorf("%v", got)
	}
	if at := got["bots_at_home"].([]any)[0].(map[string]any); at["bot"] != "b@d" || at["digest"] != "d" || at["why"] != "it is a command line" {
		t.Errorf("at home: %v", at)
	}
	s.want(http.StatusNoContent, http.MethodPatch, "/api/workers/a", `{"drain":true}`)
	s.want(http.StatusNotFound, http.MethodPatch, "/api/workers/b", `{"drain":true}`)
	s.want(http.StatusConflict, http.MethodDelete, "/api/workers/a", "")
	s.want(http.StatusNoContent, http.MethodDelete, "/api/workers/b", "")
	for i, want := range []string{"drain a", "drain b"} {
		if i >= len(f.did) || f.did[i] != want {
			t.Fatalf("did %q; want %q as number %d", f.did, want, i)
		}
	}
}

// A server without workers says so.
func TestNoWorkers(t *testing.T) {
	s := serve(t, transport.Guard{})
	if got := s.want(http.StatusOK, http.MethodGet, "/api/workers", ""); got["enabled"] != false || len(got["workers"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
	s.want(http.StatusNotFound, http.MethodPatch, "/api/workers/a", `{"drain":true}`)
}
