package refereetest

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"arbiter/referee"
)

// testViewTypes plays matches with legal answers and with one illegal answer. It checks
// that they show only types that the game lists. A list must never be null, because a
// viewer does not ask.
func testViewTypes(t *testing.T, g referee.ViewTyper, answer Answerer) {
	types := g.ViewTypes()
	events := map[string]reflect.Type{} // by "type"
	for _, e := range types.Events {
		name := eventType(t, e)
		if name == "" || events[name] != nil {
			t.Errorf("the event %T is listed as %q; want another type for each", e, name)
		}
		events[name] = plainType(e)
	}
	check := func(turn int, m referee.Match) {
		t.Helper()
		view := reflect.Indirect(reflect.ValueOf(m.View()))
		if want := plainType(types.View); view.Type() != want {
			t.Fatalf("turn %d: the view is %v; the game lists %v", turn, view.Type(), want)
		}
		noNullLists(t, "view", view)
		list := jsonField(view, "events")
		for i := range list.Len() {
			e := list.Index(i).Interface()
			if name := eventType(t, e); events[name] != plainType(e) {
				t.Errorf("turn %d: an event %q is %T; the game lists %v", turn, name, e, events[name])
			}
		}
	}
	for seed := range int64(6) {
		m := deal(t, g, referee.Setup{Seed: seed})
		scene := reflect.Indirect(reflect.ValueOf(m.Scene()))
		if want := plainType(types.Scene); scene.Type() != want {
			t.Fatalf("the scene is %v; the game lists %v", scene.Type(), want)
		}
		noNullLists(t, "scene", scene)
		check(0, m)
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		for turn := 1; !m.Over() && turn <= longest; turn++ {
			for seat := range m.Asked().All() {
				if seed%2 == 1 && turn > 4*int(seed) {
					m.Answer(seat, []string{"no answer of any game"})
				} else {
					m.Answer(seat, answer(r, m, seat))
				}
			}
			m.Step()
			check(turn, m)
		}
	}
}

// eventType returns the "type" that an event has in JSON.
func eventType(t *testing.T, event any) string {
	t.Helper()
	text, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	var e struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &e); err != nil {
		t.Fatal(err)
	}
	return e.Type
}

// plainType returns the type of a value or of what it points to.
func plainType(v any) reflect.Type { return reflect.Indirect(reflect.ValueOf(v)).Type() }

// jsonField returns the field of a struct that has a name in JSON.
func jsonField(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name {
			return v.Field(i)
		}
	}
	return reflect.ValueOf([]any{})
}

// noNullLists reports every list below v that JSON would write as null.
func noNullLists(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			noNullLists(t, path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			tag := f.Tag.Get("json")
			absent := strings.Contains(tag, ",omit") && v.Field(i).IsZero()
			if (f.IsExported() || f.Anonymous) && tag != "-" && !absent {
				noNullLists(t, path+"."+f.Name, v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			t.Errorf("%s is null in JSON; want [] where nothing is in a list", path)
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			noNullLists(t, path+"[]", v.Index(i))
		}
	}
}
