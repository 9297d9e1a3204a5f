package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// A request is a request to an EnvSession. Which fields it may have depends on Do.
type request struct {
	Do      string            `json:"do"`
	Env     int               `json:"env"`
	Envs    []int             `json:"envs"`    // instead of env: the same for several, answered by a list
	To      numbers           `json:"to"`      // of copy: one number for env, or one for each of envs
	Seed    int64             `json:"seed"`    // of reset; with envs that of the first one, and each next one has one more
	Setup   json.RawMessage   `json:"setup"`   // of reset: a start position instead of a seed
	Answers []json.RawMessage `json:"answers"` // of step, by seat
	Want    []string          `json:"want"`    // what the answer has in addition to the state

	Openings int  `json:"openings"` // of reset and deal: start from so many openings; 0: from seeds
	Opponent *int `json:"opponent"` // of reset: the seat that the session's opponent plays

	File     string  `json:"file"`      // of share: an empty file
	Matches  int     `json:"matches"`   // of share: how many matches have rows in it
	Planes   bool    `json:"planes"`    // of share: whether rows have planes
	Seeds    []int64 `json:"seeds"`     // of deal, one for each match; instead of seed
	MaxTurns int     `json:"max_turns"` // of deal: when matches are cut off; 0 means never
}

// numbers are those of envs: a list, or one alone.
type numbers []int

// UnmarshalJSON implements json.Unmarshaler.
func (n *numbers) UnmarshalJSON(text []byte) error {
	var one int
	if json.Unmarshal(text, &one) == nil {
		*n = numbers{one}
		return nil
	}
	return json.Unmarshal(text, (*[]int)(n))
}

// requestFields lists the fields that each request may have in addition to
// "do".
var requestFields = []struct {
	do    string
	names []string
}{
	{"describe", nil},
	{"reset", []string{"env", "envs", "seed", "setup", "openings", "opponent", "want"}},
	{"step", []string{"env", "answers", "want"}},
	{"legal", []string{"env", "envs"}},
	{"observe", []string{"env", "envs", "want"}},
	{"copy", []string{"env", "envs", "to"}},
	{"close", []string{"env", "envs"}},
	{"share", []string{"file", "matches", "planes"}},
	{"deal", []string{"seed", "seeds", "openings", "max_turns", "want"}},
	{"play", []string{"want"}},
}

// What an answer can have in addition to the state.
const (
	wantInput       = "input"
	wantView        = "view"
	wantScene       = "scene"
	wantObservation = "observation"
	wantPacked      = "packed" // observations as bytes: much faster to read
	wantLegal       = "legal"
	wantActions     = "actions" // the indexes that the mask allows
	wantShared      = "shared"  // planes and mask, in the first row of the shared file
	wantBoard       = "board"
	wantMoves       = "moves" // of a stepwise match
)

// wants are all of them.
var wants = []string{wantInput, wantView, wantScene, wantObservation, wantPacked, wantLegal, wantActions, wantShared, wantBoard, wantMoves}

// parseRequest decodes a request and checks its fields.
func parseRequest(text json.RawMessage) (request, error) {
	var r request
	var found map[string]json.RawMessage
	if err := json.Unmarshal(text, &found); err != nil {
		return r, fmt.Errorf(`%w; an example is {"do":"reset","env":0,"seed":1}`, referee.ExplainJSON(err))
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, referee.ExplainJSON(err)
	}
	var verbs []string
	for _, f := range requestFields {
		verbs = append(verbs, f.do)
		if f.do != r.Do {
			continue
		}
		allowed := append([]string{"do"}, f.names...)
		for name, value := range found {
			if !slices.Contains(allowed, name) {
				return r, fmt.Errorf("%s: unknown field %q; want %s", r.Do, referee.Quote(name), strings.Join(allowed, ", "))
			}
			if string(value) == "null" {
				return r, fmt.Errorf("%s: field %q: found null; omit it", r.Do, name)
			}
		}
		return r, r.check(found)
	}
	return r, fmt.Errorf("do: found %q; want one of %s", referee.Quote(r.Do), strings.Join(verbs, ", "))
}

// check finds missing and contradictory fields and unknown names in Want.
func (r *request) check(found map[string]json.RawMessage) error {
	has := func(name string) bool { return found[name] != nil }
	if has("env") && has("envs") {
		return fmt.Errorf("%s: found env and envs; want only one of them", r.Do)
	}
	if len(r.Envs) > MaxEnvs {
		return fmt.Errorf("%s: found a list of %d envs; want at most %d", r.Do, len(r.Envs), MaxEnvs)
	}
	if r.forEnv() && !has("env") && !has("envs") {
		return fmt.Errorf("%s: env is missing; want the number of an env, from 0", r.Do)
	}
	if r.Do == "copy" && r.To == nil {
		return errors.New("copy: to is missing; want the number of the env to copy to")
	}
	if r.Do == "copy" && has("env") && len(r.To) != 1 {
		return fmt.Errorf("copy: found %d numbers in to; want one, or envs instead of env", len(r.To))
	}
	if has("openings") && has("setup") {
		return errors.New("reset: found openings and setup; want only one of them")
	}
	if has("seed") && has("seeds") {
		return errors.New("deal: found seed and seeds; want only one of them")
	}
	if r.Do == "share" && (!has("file") || !has("matches")) {
		return errors.New("share: file or matches is missing; want the path of an empty file and the number of matches")
	}
	if has("seed") && has("setup") {
		return errors.New("reset: found seed and setup; want only one of them")
	}
	for _, w := range r.Want {
		if !slices.Contains(wants, w) {
			return fmt.Errorf("%s: want: found %q; want some of %s", r.Do, referee.Quote(w), strings.Join(wants, ", "))
		}
		if (r.Do == "deal" || r.Do == "play") && w != wantInput {
			return fmt.Errorf("%s: want: found %q; want %s or nothing, the rest is in the shared file", r.Do, w, wantInput)
		}
	}
	return nil
}

// forEnv reports whether the request concerns single envs.
func (r *request) forEnv() bool {
	return !slices.Contains([]string{"describe", "share", "deal", "play"}, r.Do)
}
