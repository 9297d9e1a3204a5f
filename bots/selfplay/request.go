package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A request is a request to an EnvSession. Which fields it may have depends on Do.
type request struct {
	Do      string            `json:"do"`
	Env     int               `json:"env"`
	Envs    []int             `json:"envs"`    // instead of env: the same for several, answered by a list
	To      *int              `json:"to"`      // of copy
	Seed    int64             `json:"seed"`    // of reset; with envs that of the first one, and each next one has one more
	Setup   json.RawMessage   `json:"setup"`   // of reset: a start position instead of a seed
	Answers []json.RawMessage `json:"answers"` // of step, by seat
	Want    []string          `json:"want"`    // what the answer has in addition to the state
}

// requestFields lists the fields that each request may have in addition to
// "do".
var requestFields = []struct {
	do    string
	names []string
}{
	{"describe", nil},
	{"reset", []string{"env", "envs", "seed", "setup", "want"}},
	{"step", []string{"env", "answers", "want"}},
	{"legal", []string{"env", "envs"}},
	{"observe", []string{"env", "envs", "want"}},
	{"copy", []string{"env", "to"}},
	{"close", []string{"env", "envs"}},
}

// What an answer can have in addition to the state.
const (
	wantInput       = "input"
	wantView        = "view"
	wantScene       = "scene"
	wantObservation = "observation"
	wantPacked      = "packed" // observations as bytes: much faster to read
	wantLegal       = "legal"
)

// parseRequest decodes a request and checks its fields.
func parseRequest(text json.RawMessage) (request, error) {
	var r request
	var found map[string]json.RawMessage
	if err := json.Unmarshal(text, &found); err != nil {
		return r, fmt.Errorf(`%w; want an object such as {"do":"reset","env":0,"seed":1}`, jsonError(err))
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, jsonError(err)
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
				return r, fmt.Errorf("%s: unknown field %q; want %s", r.Do, name, strings.Join(allowed, ", "))
			}
			if string(value) == "null" {
				return r, fmt.Errorf("%s: field %q: found null; omit it", r.Do, name)
			}
		}
		return r, r.check(found)
	}
	return r, fmt.Errorf("do: found %q; want one of %s", r.Do, strings.Join(verbs, ", "))
}

// check finds missing and contradictory fields and unknown names in Want.
func (r *request) check(found map[string]json.RawMessage) error {
	has := func(name string) bool { return found[name] != nil }
	if has("env") && has("envs") {
		return fmt.Errorf("%s: found env and envs; want only one of them", r.Do)
	}
	if r.Do != "describe" && !has("env") && !has("envs") {
		return fmt.Errorf("%s: env is missing; want the number of an env, from 0", r.Do)
	}
	if r.Do == "copy" && r.To == nil {
		return errors.New("copy: to is missing; want the number of the env to copy to")
	}
	if has("seed") && has("setup") {
		return errors.New("reset: found seed and setup; want only one of them")
	}
	want := []string{wantInput, wantView, wantScene, wantObservation, wantPacked, wantLegal}
	for _, w := range r.Want {
		if !slices.Contains(want, w) {
			return fmt.Errorf("%s: want: found %q; want some of %s", r.Do, w, strings.Join(want, ", "))
		}
	}
	return nil
}

// jsonError explains an error of encoding/json in terms of JSON instead of Go.
func jsonError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("field %q: found a JSON %s; want %s", wrong.Field, wrong.Value, wrong.Type)
	}
	if wrong != nil {
		return fmt.Errorf("found a JSON %s", wrong.Value)
	}
	return err
}
