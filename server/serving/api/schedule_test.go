package api_test

import (
	"bytes"
	"strings"
	"testing"
)

// A schedule is saved, read and deleted; a wrong expression is a problem with the
// field and an example.
func TestSchedule(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(strings.Replace(small, `"start":true`, `"cron":"CRON_TZ=Europe/Berlin 0 22 * * *","start":true`, 1), "small", "done")
	schedule := s.want(200, "GET", "/api/tournaments/small", "")["schedule"].(map[string]any)
	if next := schedule["next_at"].(string); !strings.Contains(next, "T22:00:00+0") {
		t.Errorf("next at %s; want 22:00 in Berlin", next)
	}
	for _, tt := range []struct{ cron, want string }{
		{"0 25 * * *", "hour: end of range (25) above maximum (23): 25; want e.g. 0 22 * * 1-5"},
		{"0 22 * *", "found 4 fields; want five, e.g. 0 22 * * *: minute, hour, day of the month, month, day of the week"},
		{"0 0 30 2 *", "never occurs"},
		{"@every 1m", `found \"@every 1m\"; want @hourly, @daily`},
		{"CRON_TZ=Berlin 0 22 * * *", `unknown time zone \"Berlin\"; want e.g. CRON_TZ=Europe/Berlin`},
		{"CRON_TZ=", "found 0 fields"},
	} {
		status, body := s.do("PUT", "/api/tournaments/small/schedule", `{"cron":"`+tt.cron+`"}`)
		if status != 422 || !bytes.Contains(body, []byte(tt.want)) || !bytes.Contains(body, []byte(`"body.cron"`)) {
			t.Errorf("%q: %d %s; want 422, body.cron and %s", tt.cron, status, body, tt.want)
		}
	}
	s.want(200, "PUT", "/api/tournaments/small/schedule", `{"cron":"@daily"}`)
	for range 2 {
		s.want(204, "DELETE", "/api/tournaments/small/schedule", "")
	}
	if got := s.want(200, "GET", "/api/tournaments/small", ""); got["schedule"] != nil {
		t.Errorf("schedule %v; want none", got["schedule"])
	}
	s.want(404, "PUT", "/api/tournaments/nosuch/schedule", `{"cron":"@daily"}`)
}

// A tournament that never ends cannot be repeated, nor can a cancelled one.
func TestScheduleRefused(t *testing.T) {
	s := serve(t, guardOff)
	ladder := strings.NewReplacer(`"small"`, `"ladder"`, `"seeds"`, `"format":"ladder","seeds"`, `,"start":true`, "").Replace(small)
	s.want(200, "POST", "/api/tournaments", ladder)
	if status, body := s.do("PUT", "/api/tournaments/ladder/schedule", `{"cron":"@daily"}`); status != 422 || !bytes.Contains(body, []byte("never ends")) {
		t.Errorf("%d %s; want 422 and that it never ends", status, body)
	}
	s.want(200, "POST", "/api/tournaments", strings.Replace(small, `"start":true`, `"cron":"@daily"`, 1))
	if got := s.want(200, "POST", "/api/tournaments/small/cancel", ""); got["schedule"] != nil {
		t.Errorf("schedule %v; want that it ended too", got["schedule"])
	}
	if status, body := s.do("PUT", "/api/tournaments/small/schedule", `{"cron":"@daily"}`); status != 409 {
		t.Errorf("%d %s; want 409", status, body)
	}
}
