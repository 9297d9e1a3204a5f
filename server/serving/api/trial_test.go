package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// Which of two answers is better can be asked, the answer be read, and a question ended.
func TestTrials(t *testing.T) {
	s := serve(t, guardOff)
	match := "/api/matches/" + s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"1","first_ms":0,"turn_ms":0}`)
	path := match + "/trials"
	over := func(v map[string]any) bool { return v["state"] == "done" || v["state"] == "failed" }
	asked := s.want(http.StatusAccepted, http.MethodPost, path, `{"turn":1,"seat":0,"a":"0 0 R","b":"0 0 D","budget_ms":500}`)
	if left := asked["seconds_left"].(float64); asked["state"] != "done" && left > 0.5 {
		t.Errorf("asked: %v; want at most 0.5 s left", asked)
	}
	id := asked["id"].(string)
	done := s.until(path+"/"+id, over)
	if trial, ok := done["trial"].(map[string]any); done["state"] != "done" || !ok || trial["a"] != "0 0 R" || trial["b"] != "0 0 D" || done["seconds_left"].(float64) != 0 {
		t.Errorf("answered: %v", done)
	}

	asked = s.want(http.StatusAccepted, http.MethodPost, path, `{"turn":1,"seat":0,"a":"9 9 U","budget_ms":500}`)
	if failed := s.until(path+"/"+asked["id"].(string), over); failed["state"] != "failed" || !strings.Contains(failed["why"].(string), "9 9 U") {
		t.Errorf("an answer that breaks a rule: %v; want its fault", failed)
	}

	asked = s.want(http.StatusAccepted, http.MethodPost, path, `{"turn":1,"seat":0,"a":"0 0 R","b":"0 0 D","budget_ms":600000}`)
	long := path + "/" + asked["id"].(string)
	s.until(long, func(v map[string]any) bool { return v["state"] != "queued" })
	if status, text := s.do(http.MethodDelete, long, ""); status != http.StatusNoContent {
		t.Fatalf("end a question: status %d: %s", status, text)
	}
	s.until(long, over)

	s.want(http.StatusNotFound, http.MethodGet, path+"/nosuch", "")
	s.want(http.StatusNotFound, http.MethodPost, "/api/matches/00000000000000000000/trials", `{"turn":1,"seat":0,"a":"0 0 R"}`)
	if got := s.want(http.StatusUnprocessableEntity, http.MethodPost, path, `{"turn":1,"seat":1,"a":"0 0 R"}`); !strings.Contains(got["detail"].(string), "seat: found 1, which was not asked in turn 1") {
		t.Errorf("a seat that was not asked: %v", got)
	}
	s.want(http.StatusUnprocessableEntity, http.MethodPost, path, `{"turn":9999,"seat":0,"a":"0 0 R"}`)
}
